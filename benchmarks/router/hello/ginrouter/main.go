// Command ginrouter answers "hello" with the router on gin.
package main

import (
	"log"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

func main() {
	r := ginrouter.New()
	r.Register(router.Controllers{
		"GET /hello": router.F0(func(*router.Context) (string, error) { return "hello", nil }),
	})
	log.Fatal(r.Start())
}
