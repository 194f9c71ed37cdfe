package router

import (
	"context"
	"net/http"
	"slices"

	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// flagMiddleware is around the routes that carry a flag.
type flagMiddleware struct {
	flag string
	wrap func(http.Handler) http.Handler
	at   origin
}

// Use adds net/http middleware around everything, 404 included: the first added
// is the outermost. A middleware fails by answering itself, or by a panic: with
// a *ClientError that is its answer, with anything else a logged 500. Behind the
// handler that it calls, Request.Pattern is the route that has matched, unless it
// gave another request to that: see route.Route.Pattern.
func (r *Router) Use(middleware ...func(http.Handler) http.Handler) {
	r.open("Use")
	for _, wrap := range middleware {
		if wrap == nil {
			r.mistake(calledFrom(1), "", "the middleware is nil")
			continue
		}
		r.middleware = append(r.middleware, wrap)
	}
}

// UseFor adds net/http middleware around the routes that carry a flag, inside
// that of Use: what it puts into the context of the request arrives. It is made
// once per route. Middleware of several flags is nested in the order in which
// the flags are written on the route.
func (r *Router) UseFor(flag string, middleware ...func(http.Handler) http.Handler) {
	r.open("UseFor")
	for _, wrap := range middleware {
		if wrap == nil {
			r.mistake(calledFrom(1), "", "the middleware is nil")
			continue
		}
		r.inner = append(r.inner, flagMiddleware{flag, wrap, calledFrom(1)})
	}
}

// beginOf begins the calls of a plan, inside the middleware of its flags.
func (c *compiler) beginOf(p *plan) func() *engine.Call {
	var h http.Handler = http.HandlerFunc(p.serveInner)
	wrapped := false
	for _, flag := range slices.Backward(p.route.Flags) {
		for _, m := range slices.Backward(c.inner) {
			if m.flag == flag {
				h, wrapped = m.wrap(h), true
			}
		}
	}
	if !wrapped {
		return func() *engine.Call { return p.begin() }
	}
	return func() *engine.Call {
		call := &engine.Call{}
		call.Serve = func(w http.ResponseWriter, r *http.Request) {
			r.Pattern = p.pattern
			h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), valuesKey{}, &call.Values)))
		}
		return call
	}
}

// valuesKey finds the path values behind middleware.
type valuesKey struct{}
