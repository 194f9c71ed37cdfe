// Package trie is the router's own engine, which package trierouter exports:
//
//	handler, err := trie.Engine{}.Build(routes, fallback)
//
// Every method has a tree with one level per segment of its paths. A match
// goes down it: through the literal, else through a mixed segment that fits, else
// through the parameter, else into the catch-all, with a step back where a choice led nowhere. It costs no
// allocation. A tree has one way to each of its nodes, so a match looks at none
// twice: the table bounds its work, however long or hostile the path is.
package trie

import (
	"net/http"
	"net/url"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Engine matches with one tree per method. The zero value is ready; a value may
// build any number of handlers.
type Engine struct{}

var _ engine.Engine = Engine{}

// Build makes the handler. It serves every table; the error is always nil.
func (Engine) Build(routes []*engine.Route, fallback http.Handler) (http.Handler, error) {
	h := &handler{fallback: fallback}
	h.addAll(routes)
	return h, nil
}

type handler struct {
	trees    []tree // a look at a few short names is faster than a map
	fallback http.Handler
}

type tree struct {
	method string
	root   *node
}

func (h *handler) addAll(routes []*engine.Route) {
	for _, r := range routes {
		h.tree(r.Method).add(r)
	}
}

// tree is the tree of a method, made when there is none.
func (h *handler) tree(method string) *node {
	if root := h.find(method); root != nil {
		return root
	}
	root := &node{}
	h.trees = append(h.trees, tree{method, root})
	return root
}

func (h *handler) find(method string) *node {
	for i := range h.trees {
		if h.trees[i].method == method {
			return h.trees[i].root
		}
	}
	return nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var s search
	if found := h.match(r.Method, r.URL, &s); found != nil {
		call := found.Begin()
		call.Values = s.values
		call.Serve(w, r)
		return
	}
	h.fallback.ServeHTTP(w, r)
}

func (h *handler) match(method string, u *url.URL, s *search) *engine.Route {
	root := h.find(method)
	if root == nil {
		return nil
	}
	path, ok := engine.Path(u)
	if !ok {
		return nil
	}
	return root.match(path[1:], 0, s)
}

// Table finds routes without serving them. It is safe for concurrent use.
type Table struct{ handler }

// NewTable reads the routes of a table.
func NewTable(routes []*engine.Route) *Table {
	t := &Table{}
	t.addAll(routes)
	return t
}

// Find returns the route that answers a method at an address, nil when none does.
func (t *Table) Find(method string, u *url.URL) *engine.Route { return t.match(method, u, &search{}) }
