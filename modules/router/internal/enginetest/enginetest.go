// Package enginetest is what the tests of the engines in this module share:
//
//	func BenchmarkMatch(b *testing.B) { enginetest.BenchmarkMatch(b, trie.Engine{}) }
package enginetest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
)

// Route is the route of a key, which answers nothing. A key that is none panics.
func Route(key string) *engine.Route {
	parsed := route.MustParse(key)
	call := &engine.Call{Serve: func(http.ResponseWriter, *http.Request) {}}
	return &engine.Route{
		Key: key, Method: parsed.Method, Segments: parsed.Segments,
		Begin: func() *engine.Call { return call },
	}
}

// Routes are the routes of keys.
func Routes(keys ...string) []*engine.Route {
	routes := make([]*engine.Route, len(keys))
	for i, key := range keys {
		routes[i] = Route(key)
	}
	return routes
}

// BenchmarkMatch measures an engine with routes that do nothing, in tables of
// 40 and 1,000 routes.
func BenchmarkMatch(b *testing.B, e engine.Engine) {
	segment := strings.Repeat("x", 100)
	for _, size := range []int{40, 1000} {
		table := Table(size)
		for _, c := range []struct{ name, target string }{
			{"static", "/users/settings/profile"},
			{"1param", "/users/42"},
			{"5params", "/deep/1/b/2/d/3/f/4/h/5"},
			{"backtrack", "/users/settings/posts"},
			{"long", "/users/" + segment},
			{"escaped", "/users/a%2Fb"},
			{"unicode", "/users/%C3%BC"},
			{"404", "/nothing/here"},
		} {
			b.Run(fmt.Sprintf("%d/%s", size, c.name), func(b *testing.B) { match(b, e, table, c.target) })
		}
		withCatchAll := append(Table(size), Route("GET /files/*path"))
		for _, c := range []struct{ name, target string }{
			{"catchall", "/files/css/site/main.css"},
			{"1param-beside-catchall", "/users/42"},
		} {
			b.Run(fmt.Sprintf("%d/%s", size, c.name), func(b *testing.B) { match(b, e, withCatchAll, c.target) })
		}
	}
}

// Table holds the routes that BenchmarkMatch asks for, among others.
func Table(size int) []*engine.Route {
	routes := Routes("GET /users/:id", "GET /users/settings/profile", "GET /users/:id/posts",
		"GET /deep/:a/b/:c/d/:e/f/:g/h/:i")
	for i := len(routes); i < size; i++ {
		routes = append(routes, Route(fmt.Sprintf("GET /resource%d/:id/part%d", i/4, i%4)))
	}
	return routes
}

func match(b *testing.B, e engine.Engine, routes []*engine.Route, target string) {
	h, err := e.Build(routes, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	if err != nil {
		b.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, target, nil)
	w := httptest.NewRecorder()
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(w, r)
	}
}
