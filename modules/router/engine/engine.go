// Package engine is the port between the router and what matches its requests.
//
// An engine matches a method and a path, hands the raw values of the path
// parameters to the route and does nothing else: precedence, HEAD, OPTIONS,
// 405, decoding and errors belong to the router. Package routertest holds the
// conformance suite:
//
//	func TestEngine(t *testing.T) {
//		routertest.TestEngine(t, func() engine.Engine { return myengine.New() })
//	}
//
// Applications do not import this package: they choose an engine with
// router.WithEngine, or with the New of package ginrouter, muxrouter or
// trierouter.
package engine

import (
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Engine builds the handler that finds the route of a request.
type Engine interface {
	// Build is called once per router, before the first request. The router
	// has checked the routes: no two of one method are the same, and a route
	// that also answers HEAD is there a second time with that method. Where
	// several routes of the method match, the leftmost segment in which they
	// differ decides: a literal beats a mixed segment, that beats a parameter,
	// and a parameter beats a catch-all. Of two mixed segments the one with the
	// longer literal wins, at the first place where they differ.
	//
	// The handler begins a Call of the route that matches the path which Path
	// returns, and fallback for every other request; it answers nothing itself.
	// An engine that cannot express the routes returns an error that names the
	// keys and says which engine can.
	Build(routes []*Route, fallback http.Handler) (http.Handler, error)
}

// Wrapper marks an engine that runs foreign code around the routes, such as
// middleware of its own: the router answers its panics.
type Wrapper interface {
	Engine
	Wraps()
}

// Route is one route as an engine sees it.
type Route struct {
	Key      string // the route string, for messages
	Method   string
	Segments []route.Segment

	// Begin starts to answer a request that matches the route. Every Call is
	// served, once.
	Begin func() *Call
}

// Call is the answer to one request. An engine sets the Values and calls Serve,
// after which the Call is not its own any more.
type Call struct {
	Values Values
	Serve  func(w http.ResponseWriter, r *http.Request)
}

// Values are the values of the path parameters in the order of the path, still
// escaped; the value of a catch-all has no leading slash.
type Values [route.MaxParams]string

// Params is the number of path parameters.
func (r *Route) Params() int {
	n := 0
	for _, s := range r.Segments {
		for _, piece := range s.Pieces() {
			if piece.Param {
				n++
			}
		}
	}
	return n
}

// Values cuts the values of the path parameters out of a path that matches the
// route, as Path returned it, and puts them into values.
func (r *Route) Values(path string, values *Values) {
	n, rest := 0, path[1:]
	for _, s := range r.Segments {
		if s.Kind == route.CatchAll {
			values[n] = rest
			return
		}
		var segment string
		segment, rest, _ = strings.Cut(rest, "/")
		switch s.Kind {
		case route.Param:
			values[n] = segment
			n++
		case route.Mixed:
			m := NewMixed(s)
			m.Match(segment, values[n:])
			n += m.Params()
		}
	}
}
