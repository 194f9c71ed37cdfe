package trie_test

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/enginetest"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

func TestMethodsOfAPath(t *testing.T) {
	methods := trie.NewMethods(enginetest.Routes("GET /a", "POST /:x", "PUT /a/*rest", "OPTIONS /o", "DELETE /a-:n", "HEAD /a"))
	for path, want := range map[string]string{
		"/a": "GET, HEAD, OPTIONS, POST", "/%61": "GET, HEAD, OPTIONS, POST", "/b": "OPTIONS, POST", "/a/": "OPTIONS, PUT",
		"/a-1": "DELETE, OPTIONS, POST", "/o": "OPTIONS, POST", "/": "", "/a//b": "", "/b/c": "",
	} {
		r, _ := request("PATCH", path)
		got := ""
		if allowed := methods.Beside(r); allowed != nil {
			got = allowed.Header[0]
			if detail := "this path allows " + got; allowed.Detail != detail {
				t.Errorf("%s: %q, want %q", path, allowed.Detail, detail)
			}
		}
		if got != want {
			t.Errorf("%s: allows %q, want %q", path, got, want)
		}
	}
}

// A path allows the methods of all routes that match it.
func TestMethodsAgreeWithTheReference(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 3))
		routes := randomTable(random)
		for _, r := range slices.Clone(routes) {
			twin := &engine.Route{Key: r.Key, Method: http.MethodHead, Segments: r.Segments}
			if r.Method == http.MethodGet && !slices.ContainsFunc(routes, func(o *engine.Route) bool { return clash(twin, o) }) {
				routes = append(routes, twin)
			}
		}
		all, methods := newReference(routes), trie.NewMethods(routes)
		for range 30 {
			target := randomTarget(random)
			want := []string{"OPTIONS"}
			for _, route := range routes {
				r, ok := request(route.Method, target)
				if !ok {
					continue
				}
				if found, _ := all.match(r); found != nil {
					want = append(want, route.Method)
				}
			}
			slices.Sort(want)
			want = slices.Compact(want)
			r, ok := request("PATCH", target)
			if !ok {
				continue
			}
			got := "OPTIONS"
			if allowed := methods.Beside(r); allowed != nil {
				got = allowed.Header[0]
			}
			if got != strings.Join(want, ", ") {
				t.Fatalf("%s: allows %q, want %q", r.URL, got, want)
			}
		}
	}
}

func TestTableFindsTheRouteOfAMethod(t *testing.T) {
	table := trie.NewTable(enginetest.Routes("GET /a", "GET /:x", "PUT /a/*rest"))
	for at, want := range map[string]string{
		"GET /a": "GET /a", "GET /%61": "GET /a", "GET /b": "GET /:x", "PUT /a/b/c": "PUT /a/*rest", "PUT /a": "", "get /a": "", "GET /a//b": "", "": "",
	} {
		method, path, _ := strings.Cut(at, " ")
		r, ok := request("PATCH", path)
		if !ok {
			continue
		}
		got := ""
		if found := table.Find(method, r.URL); found != nil {
			got = found.Key
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", at, got, want)
		}
	}
}
