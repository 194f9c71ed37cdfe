package ginrouter

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/match"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

type ginEngine struct{ middleware []gin.HandlerFunc }

// wrapping is an engine with middleware.
type wrapping struct{ ginEngine }

// Wraps marks the engine.
func (wrapping) Wraps() {}

var (
	_ engine.Engine  = ginEngine{}
	_ engine.Wrapper = wrapping{}
)

// Build gives gin the routes without a catch-all, which gin refuses beside
// anything else, without those that cross, and without parameters inside of
// segments. A tree holds all routes: it finds those, the few that gin overlooks
// because it does not always go back after a wrong turn, and every path that is
// spelled in another way than gin reads it. gin middleware runs around both.
func (e ginEngine) Build(routes []*engine.Route, fallback http.Handler) (http.Handler, error) {
	defer quiet()()
	all, err := trie.Engine{}.Build(routes, fallback)
	if err != nil {
		return nil, err
	}
	g, writers := e.newGin(), &sync.Pool{New: func() any { return new(writer) }}
	g.NoRoute(func(c *gin.Context) { elsewhere(all, c) })
	for _, r := range match.Without(routes, isForeign) {
		if slices.ContainsFunc(r.Segments, isUnequal) {
			continue
		}
		if err := handle(g, r, all, writers); err != nil {
			return nil, err
		}
	}
	return capable(g), nil
}

// isForeign reports whether gin has no words for a route: to it every colon begins
// a parameter.
func isForeign(r *engine.Route) bool {
	return slices.ContainsFunc(r.Segments, func(s route.Segment) bool {
		return s.Kind == route.Mixed || s.Kind == route.Literal && strings.Contains(s.Text, ":")
	})
}

// isUnequal reports whether gin would compare a segment with another spelling than
// that of Path: paths with that spelling are looked for in the tree.
func isUnequal(s route.Segment) bool {
	return s.Kind == route.CatchAll || s.Kind == route.Literal && engine.Escape(s.Text) != s.Text
}

// quiet keeps gin from printing while an engine is built and returns what ends
// it. The mode is the host's and is the same again afterwards.
func quiet() func() {
	mode := gin.Mode()
	if mode != gin.DebugMode {
		return func() {}
	}
	gin.SetMode(gin.ReleaseMode)
	return func() { gin.SetMode(mode) }
}

func (e ginEngine) newGin() *gin.Engine {
	g := gin.New()
	g.RedirectTrailingSlash = false
	g.RedirectFixedPath = false
	g.HandleMethodNotAllowed = false
	g.ForwardedByClientIP = false
	g.Use(e.middleware...)
	return g
}

// elsewhere answers with another handler than that of a route.
func elsewhere(h http.Handler, c *gin.Context) {
	h.ServeHTTP(&writer{c.Writer}, c.Request)
	c.Writer.WriteHeaderNow() // or gin answers a HEAD request itself
}

// handle lets gin find a route. gin has compared decoded paths, so what it found is
// the answer where Path spells the path alike: it does the literals, and the values are
// looked at. The tree has the answer to others.
func handle(g *gin.Engine, r *engine.Route, all http.Handler, writers *sync.Pool) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%q: gin cannot serve it beside the other routes (%v): use trierouter.Engine", r.Key, v)
		}
	}()
	g.Handle(r.Method, pattern(r), func(c *gin.Context) {
		if !isPlain(c) {
			elsewhere(all, c)
			return
		}
		call := r.Begin()
		for i := range c.Params {
			call.Values[i] = c.Params[i].Value
		}
		w := writers.Get().(*writer)
		w.ResponseWriter = c.Writer
		call.Serve(w, c.Request)
		w.ResponseWriter = nil
		writers.Put(w)
	})
	return nil
}

// isPlain reports whether the path that gin has found a route for is as Path spells it.
func isPlain(c *gin.Context) bool {
	for i := range c.Params {
		if !engine.IsPlain(c.Params[i].Value) {
			return false
		}
	}
	return c.Request.URL.RawPath == ""
}

// pattern names parameters after their position, so that ":id" and ":name" at
// one position are the same to gin.
func pattern(r *engine.Route) string {
	var b strings.Builder
	for i, s := range r.Segments {
		switch s.Kind {
		case route.Literal:
			b.WriteString("/" + s.Text)
		case route.Param:
			b.WriteString("/:p" + strconv.Itoa(i))
		}
	}
	return b.String()
}
