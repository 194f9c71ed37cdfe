// Package mux is the engine over net/http's ServeMux. It is shared by the
// router, whose default it is, and by package muxrouter, which exports it:
//
//	handler, err := mux.Engine{}.Build(routes, fallback)
package mux

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Engine matches with a ServeMux. The zero value is ready; a value may build
// any number of handlers.
//
// A ServeMux cleans paths, redirects to trailing slashes and lets GET answer
// HEAD. It is therefore asked about an encoded path, in which none of that can
// happen: the method comes first, marked when the path ends in a slash, every
// segment begins with a mark, and every encoded path ends in a slash.
type Engine struct{}

var _ engine.Engine = Engine{}

// Build makes the handler. Its error names the routes that the ServeMux refuses.
func (Engine) Build(routes []*engine.Route, fallback http.Handler) (http.Handler, error) {
	h := &handler{mux: http.NewServeMux(), methods: map[string]bool{}, fallback: fallback}
	for _, r := range routes {
		h.methods[r.Method] = true
		for _, pattern := range patterns(r) {
			if err := h.handle(pattern, r); err != nil {
				return nil, err
			}
		}
	}
	return h, nil
}

type handler struct {
	mux      *http.ServeMux
	methods  map[string]bool
	fallback http.Handler
}

// match carries a route through the ServeMux. It is never called.
type match struct{ route *engine.Route }

func (*match) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (h *handler) handle(pattern string, r *engine.Route) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%q: the ServeMux refuses it: %v", r.Key, v)
		}
	}()
	h.mux.Handle(pattern, &match{r})
	return nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, ok := engine.Path(r.URL)
	if !ok || !h.methods[r.Method] {
		h.fallback.ServeHTTP(w, r)
		return
	}
	found, _ := h.mux.Handler(probe(r.Method, path))
	m, ok := found.(*match)
	if !ok {
		h.fallback.ServeHTTP(w, r)
		return
	}
	m.route.Serve(w, r, m.route.Values(path))
}

const (
	slash = "=" // marks the method of a path that ends in a slash; no method holds it
	begin = "=" // begins a segment, because a ServeMux takes a segment "%2F" for a trailing slash
)

func probe(method, path string) *http.Request {
	trimmed, ends := strings.CutSuffix(path, "/")
	if ends {
		method += slash
	}
	encoded := "/" + method + strings.ReplaceAll(trimmed, "/", "/"+begin) + "/"
	decoded, err := url.PathUnescape(encoded)
	if err != nil {
		decoded = encoded // cannot be: Path escaped it
	}
	return &http.Request{Method: http.MethodGet, URL: &url.URL{Path: decoded, RawPath: encoded}}
}

// patterns returns the encoded patterns of a route. A catch-all has two: one
// for paths that end in a slash, among them the one with nothing behind the
// prefix, and one for the others, which hold at least one segment more.
func patterns(r *engine.Route) []string {
	var b strings.Builder
	for i, s := range r.Segments {
		switch {
		case s.Kind == route.CatchAll:
			prefix := b.String()
			return []string{
				"/" + r.Method + slash + prefix + "/{rest...}",
				"/" + r.Method + prefix + "/{first}/{rest...}",
			}
		case s.Kind == route.Param:
			fmt.Fprintf(&b, "/{p%d}", i)
		case s.Text == "":
			return []string{"/" + r.Method + slash + b.String() + "/{$}"}
		default:
			b.WriteString("/" + begin + engine.Escape(s.Text))
		}
	}
	return []string{"/" + r.Method + b.String() + "/{$}"}
}
