// Package ginrouter runs a router on gin:
//
//	r := ginrouter.New(router.WithAddress("127.0.0.1:8080"))
//	r.Register(router.Controllers{"GET /hello": hello})
//	if err := r.Start(); err != nil {
//		log.Fatal(err)
//	}
//
// Controllers run inside gin's handler chain, so gin middleware works around
// them (Engine takes it). gin matches and nothing else: it binds and renders
// nothing, trusts no proxy, redirects nothing and prints nothing. Build
// programs with -tags nomsgpack to leave out codecs nobody calls.
package ginrouter

import (
	"github.com/gin-gonic/gin"

	"github.com/trefoil-go/trefoil/modules/router"
)

// New returns a router on gin without gin middleware. An engine among the
// options is not used.
func New(opts ...router.Option) *router.Router {
	return router.New(append(opts[:len(opts):len(opts)], router.WithEngine(Engine()))...)
}

// Engine returns the gin engine, for router.WithEngine. The middleware runs in
// gin's chain for every request, those that no route matches included, inside
// the net/http middleware of the router. The engine keeps nothing between
// routers and is safe for concurrent use.
func Engine(middleware ...gin.HandlerFunc) router.Engine {
	e := ginEngine{middleware}
	if len(middleware) > 0 {
		return wrapping{e}
	}
	return e
}
