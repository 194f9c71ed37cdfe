// Package muxrouter runs a router on net/http's ServeMux:
//
//	r := muxrouter.New(router.WithAddress("127.0.0.1:8080"))
//	r.Register(router.Controllers{"GET /hello": hello})
//	if err := r.Start(); err != nil {
//		log.Fatal(err)
//	}
//
// It needs nothing but the standard library and serves every route table.
package muxrouter

import (
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/internal/mux"
)

// New returns a router on a ServeMux. An engine among the options is not used.
func New(opts ...router.Option) *router.Router {
	return router.New(append(opts[:len(opts):len(opts)], router.WithEngine(Engine()))...)
}

// Engine returns the ServeMux engine, for router.WithEngine. It keeps nothing
// between routers and is safe for concurrent use.
func Engine() router.Engine { return mux.Engine{} }
