// Package mux is the engine over net/http's ServeMux, which package muxrouter
// exports:
//
//	handler, err := mux.Engine{}.Build(routes, fallback)
package mux

import (
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// Engine matches with ServeMuxes. The zero value is ready; a value may build
// any number of handlers.
//
// A ServeMux lets GET answer HEAD, redirects to trailing slashes and takes a
// segment "%2F" for one. Every method therefore has ServeMuxes of its own, whose
// patterns name no method, and they are asked in ways in which none of that can
// happen: see matcher. It refuses routes that cross and knows no parameters
// inside of segments: those are found in a tree, which is asked behind it.
type Engine struct{}

var _ engine.Engine = Engine{}

// Build makes the handler. Its error names the routes that a ServeMux refuses.
func (Engine) Build(routes []*engine.Route, fallback http.Handler) (http.Handler, error) {
	h := &handler{fallback: fallback}
	served := match.Without(routes, isMixed)
	if len(served) < len(routes) {
		h.fallback, _ = trie.Engine{}.Build(routes, fallback) // it serves every table
	}
	for _, r := range served {
		m := h.find(r.Method)
		if m == nil {
			m = newMatcher(r.Method)
			h.matchers = append(h.matchers, m)
		}
		m.closed = m.closed || isCatchAll(r)
	}
	for _, r := range served {
		if err := h.find(r.Method).add(r); err != nil {
			return nil, err
		}
	}
	for _, m := range h.matchers {
		m.complete()
	}
	return h, nil
}

func isMixed(r *engine.Route) bool {
	return slices.ContainsFunc(r.Segments, func(s route.Segment) bool { return s.Kind == route.Mixed })
}

func isCatchAll(r *engine.Route) bool {
	return r.Segments[len(r.Segments)-1].Kind == route.CatchAll
}

type handler struct {
	matchers []*matcher // a look at a few short names is faster than a map
	fallback http.Handler
}

// find is the matcher of a method, nil when there is none.
func (h *handler) find(method string) *matcher {
	for _, m := range h.matchers {
		if m.method == method {
			return m
		}
	}
	return nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m := h.find(r.Method); m != nil {
		if path, ok := engine.Path(r.URL); ok {
			if found := m.match(r, path); found != nil {
				call := found.route.Begin()
				found.head.Values(path, &call.Values)
				call.Serve(w, r)
				return
			}
		}
	}
	h.fallback.ServeHTTP(w, r)
}
