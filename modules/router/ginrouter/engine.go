package ginrouter

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

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
	g := e.newGin(all)
	for _, r := range match.Without(routes, isForeign) {
		if r.Segments[len(r.Segments)-1].Kind == route.CatchAll {
			continue
		}
		if err := handle(g, r); err != nil {
			return nil, err
		}
	}
	return &byPath{plain: g, other: e.newGin(all)}, nil
}

// isForeign reports whether gin has no words for a route: to it every colon begins
// a parameter.
func isForeign(r *engine.Route) bool {
	return slices.ContainsFunc(r.Segments, func(s route.Segment) bool {
		return s.Kind == route.Mixed || s.Kind == route.Literal && strings.Contains(s.Text, ":")
	})
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

func (e ginEngine) newGin(noRoute http.Handler) *gin.Engine {
	g := gin.New()
	g.RedirectTrailingSlash = false
	g.RedirectFixedPath = false
	g.HandleMethodNotAllowed = false
	g.ForwardedByClientIP = false
	g.Use(e.middleware...)
	g.NoRoute(func(c *gin.Context) {
		noRoute.ServeHTTP(c.Writer, c.Request)
		c.Writer.WriteHeaderNow() // or gin answers a HEAD request itself
	})
	return g
}

func handle(g *gin.Engine, r *engine.Route) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%q: gin cannot serve it beside the other routes (%v): use trierouter.Engine", r.Key, v)
		}
	}()
	g.Handle(r.Method, pattern(r), func(c *gin.Context) {
		call := r.Begin()
		for i := range c.Params {
			call.Values[i] = c.Params[i].Value
		}
		call.Serve(c.Writer, c.Request)
	})
	return nil
}

// pattern names parameters after their position, so that ":id" and ":name" at
// one position are the same to gin.
func pattern(r *engine.Route) string {
	var b strings.Builder
	for i, s := range r.Segments {
		switch s.Kind {
		case route.Literal:
			b.WriteString("/" + engine.Escape(s.Text))
		case route.Param:
			b.WriteString("/:p" + strconv.Itoa(i))
		}
	}
	return b.String()
}

// byPath gives gin the paths that are their own canonical spelling, and the others
// to gin without routes.
type byPath struct{ plain, other *gin.Engine }

func (h *byPath) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g := h.other
	if isPlain(r.URL) {
		g = h.plain
	}
	g.ServeHTTP(w, r)
}

func isPlain(u *url.URL) bool {
	if u.RawPath != "" {
		return false
	}
	path, ok := engine.Path(u)
	return ok && len(path) == len(u.Path) // escapes would have made it longer
}
