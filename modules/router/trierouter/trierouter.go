// Package trierouter runs a router on its own engine, a tree of path segments:
//
//	r := trierouter.New(router.WithAddress("127.0.0.1:8080"))
//	r.Register(router.Controllers{"GET /hello": hello})
//	if err := r.Start(); err != nil {
//		log.Fatal(err)
//	}
//
// It needs nothing but the standard library, serves every route table and
// matches without an allocation. The time of a match depends on the segments of
// the path, hardly on the number of routes.
package trierouter

import (
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// New returns a router on the tree. An engine among the options is not used.
func New(opts ...router.Option) *router.Router {
	return router.New(append(opts[:len(opts):len(opts)], router.WithEngine(Engine()))...)
}

// Engine returns the engine, for router.WithEngine. It keeps nothing between
// routers and is safe for concurrent use.
func Engine() router.Engine { return trie.Engine{} }
