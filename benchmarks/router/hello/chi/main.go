// Command chi answers "hello" with chi.
package main

import (
	"io"
	"log"
	"net/http"

	"github.com/go-chi/chi/v5"
)

func main() {
	mux := chi.NewRouter()
	mux.Get("/hello", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "hello") // the client is gone: there is nobody to tell
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:8080", mux))
}
