// Command nethttp answers "hello" with net/http alone.
package main

import (
	"io"
	"log"
	"net/http"
)

func main() {
	http.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello") // the client is gone: there is nobody to tell
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", nil))
}
