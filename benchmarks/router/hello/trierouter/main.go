// Command trierouter answers "hello" with the router on its own engine.
package main

import (
	"log"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

func main() {
	r := trierouter.New()
	r.Register(router.Controllers{
		"GET /hello": router.F0(func(*router.Context) (string, error) { return "hello", nil }),
	})
	log.Fatal(r.Start())
}
