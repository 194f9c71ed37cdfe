package trie_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/internal/enginetest"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// branching is a table in which every segment of a path fits a literal and a
// parameter, and only the last one tells the routes apart.
func branching() []*engine.Route {
	var routes []*engine.Route
	for choices := range 1 << route.MaxParams {
		key := "GET "
		for i := range route.MaxParams {
			if choices>>i&1 == 0 {
				key += "/a"
				continue
			}
			key += fmt.Sprintf("/:p%d", i)
		}
		parsed := route.MustParse(fmt.Sprintf("%s/end%d", key, choices))
		routes = append(routes, &engine.Route{Key: key, Method: parsed.Method, Segments: parsed.Segments})
	}
	return routes
}

func handler(t testing.TB, routes []*engine.Route) http.Handler {
	t.Helper()
	h, err := trie.Engine{}.Build(routes, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestMatchLooksAtNoNodeTwice(t *testing.T) {
	h := handler(t, branching())
	prefix := strings.Repeat("/a", route.MaxParams)
	for name, path := range map[string]string{
		"a path of the table":    prefix + "/end255",
		"a path that ends off":   prefix + "/end",
		"a path that is short":   prefix,
		"a path that goes on":    prefix + strings.Repeat("/a", 10_000),
		"a segment that is long": prefix + "/" + strings.Repeat("a", 10_000),
	} {
		r, _ := request("GET", path)
		if visited, nodes := trie.Visited(h, r), trie.Nodes(h, "GET"); visited == 0 || visited > nodes {
			t.Errorf("%s: looks at %d nodes of %d", name, visited, nodes)
		}
	}
	for seed := range uint64(100) {
		random := rand.New(rand.NewPCG(seed, 2))
		h := handler(t, append(randomTable(random), enginetest.Route("GET /")))
		for range 50 {
			r, _ := request("GET", randomTarget(random))
			if visited, nodes := trie.Visited(h, r), trie.Nodes(h, "GET"); visited > nodes {
				t.Fatalf("%s: looks at %d nodes of %d", r.URL, visited, nodes)
			}
		}
	}
}

// A path without a choice costs one node per segment, whatever the table holds.
func TestMatchIsLinear(t *testing.T) {
	keys := []string{"GET /files/*rest"}
	for i := range 500 {
		keys = append(keys, fmt.Sprintf("GET /r%d/:id/x/:y", i), fmt.Sprintf("GET /r%d/me", i))
	}
	h := handler(t, enginetest.Routes(keys...))
	for path, want := range map[string]int{
		"/r7/1/x/2": 4, "/r7/me": 2, "/r7/1/z/2": 3, "/none/1": 1, "/files" + strings.Repeat("/a", 1000): 2,
	} {
		r, _ := request("GET", path)
		if got := trie.Visited(h, r); got != want {
			t.Errorf("%s: looks at %d nodes, want %d", r.URL, got, want)
		}
	}
}

func TestMatchDoesNotAllocate(t *testing.T) {
	h := handler(t, enginetest.Routes("GET /", "GET /a/:b/c/:d/e/:f", "GET /a/b/*rest", "GET /:x/b/z", "POST /a"))
	for _, path := range []string{"/", "/a/1/c/2/e/3", "/a/b/c/d/e/f", "/nothing/b/z", "/nothing", "/a/b"} {
		r, _ := request("GET", path)
		if n := testing.AllocsPerRun(100, func() { trie.Visited(h, r) }); n != 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

func BenchmarkMatch(b *testing.B) { enginetest.BenchmarkMatch(b, trie.Engine{}) }

func BenchmarkMatchBranching(b *testing.B) {
	h := handler(b, branching())
	r, _ := request("GET", strings.Repeat("/a", route.MaxParams)+"/end")
	b.ReportAllocs()
	for b.Loop() {
		trie.Visited(h, r)
	}
}
