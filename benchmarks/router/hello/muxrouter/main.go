// Command muxrouter answers "hello" with the router on ServeMux.
package main

import (
	"log"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
)

func main() {
	r := muxrouter.New()
	r.Register(router.Controllers{
		"GET /hello": router.F0(func(*router.Context) (string, error) { return "hello", nil }),
	})
	log.Fatal(r.Start())
}
