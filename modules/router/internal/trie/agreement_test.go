package trie_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/engine"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/internal/mux"
	"github.com/trefoil-go/trefoil/modules/router/internal/trie"
)

// answer says which route answers a request, and with which values.
type answer struct {
	key    string
	values engine.Values
}

// randomTable is a table without a route that is there twice.
func randomTable(random *rand.Rand) []*engine.Route {
	var routes []*engine.Route
	for range 1 + random.IntN(30) {
		r := randomRoute(random)
		if !slices.ContainsFunc(routes, func(o *engine.Route) bool { return clash(r, o) }) {
			routes = append(routes, r)
		}
	}
	return routes
}

func randomRoute(random *rand.Rand) *engine.Route {
	pick := func(options ...string) string { return options[random.IntN(len(options))] }
	key := pick("GET", "GET", "GET", "HEAD", "QUERY") + " "
	for i := range random.IntN(6) {
		key += "/" + pick("a", "a", "b", "ü", "a;b", fmt.Sprintf(":p%d", i), fmt.Sprintf(":p%d", i), fmt.Sprintf("a:p%d", i), fmt.Sprintf(":p%d;b", i))
	}
	key += pick("/", "/a", "/b", "/c", "/:last", "/*rest", "/:last.a", "/a:last", "/:x.:last", "/ü:x;:last")
	parsed := route.MustParse(key)
	return &engine.Route{Key: key, Method: parsed.Method, Segments: parsed.Segments}
}

func randomTarget(random *rand.Rand) string {
	pick := func(options ...string) string { return options[random.IntN(len(options))] }
	var b strings.Builder
	for range 1 + random.IntN(6) {
		b.WriteString("/" + pick("a", "a", "a", "b", "b", "c", "%61", "ü", "%C3%bc", "a;b", "a%3Bb", "aa", "b.a", "b.b.a", "ü1;2"))
		if random.IntN(12) == 0 {
			b.WriteString("/" + pick("", ".", "..", "%2E", ".%2e", "...", "%2F", "a%2Fb", "%2f%2F", "a+b", "%00", "%ff", "%25", "x y"))
		}
	}
	return b.String() + pick("", "", "", "/")
}

// agree checks that all engines find the route and the values of the reference.
func agree(t *testing.T, all reference, engines map[string]asked, r *http.Request) {
	t.Helper()
	want := answer{key: "nothing"}
	if found, values := all.match(r); found != nil {
		want.key = found.Key
		copy(want.values[:], values)
	}
	for name, ask := range engines {
		if got := ask(r); got != want {
			t.Fatalf("%s: %s %s gives %q, want %q in %v", name, r.Method, r.URL, got, want, all.keys())
		}
	}
}

// asked is an engine that was built.
type asked func(*http.Request) answer

func built(t *testing.T, routes []*engine.Route) map[string]asked {
	t.Helper()
	var got answer
	for _, r := range routes {
		r.Begin = func() *engine.Call {
			call := &engine.Call{}
			call.Serve = func(http.ResponseWriter, *http.Request) { got = answer{r.Key, call.Values} }
			return call
		}
	}
	fallback := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { got = answer{key: "nothing"} })
	all := map[string]asked{}
	for name, e := range map[string]engine.Engine{"trie": trie.Engine{}, "mux": mux.Engine{}, "gin": ginrouter.Engine()} {
		h, err := e.Build(routes, fallback)
		if err != nil {
			t.Fatalf("%s: %v in %v", name, err, newReference(routes).keys())
		}
		all[name] = func(r *http.Request) answer {
			got = answer{}
			h.ServeHTTP(httptest.NewRecorder(), r)
			return got
		}
	}
	return all
}

func request(method, target string) (*http.Request, bool) {
	u, err := url.ParseRequestURI(target)
	if err != nil {
		return nil, false
	}
	return &http.Request{Method: method, URL: u, Host: "localhost:80", Header: http.Header{}}, true
}

func TestEnginesAgree(t *testing.T) {
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 0))
		routes := randomTable(random)
		all, engines := newReference(routes), built(t, routes)
		for range 50 {
			for _, method := range []string{"GET", "HEAD", "QUERY", "POST"} {
				r, ok := request(method, randomTarget(random))
				if !ok {
					t.Fatal("the target is not one")
				}
				agree(t, all, engines, r)
			}
		}
	}
}

func FuzzEnginesAgree(f *testing.F) {
	for seed, target := range []string{"/", "/a/b/a", "/a/%2F", "/ü/%61/", "/a//b", "/a/b/c/a/b/c/a/b", "/*", "/:p1/a", "/a;b/%00"} {
		f.Add(uint64(seed), target)
	}
	f.Fuzz(func(t *testing.T, seed uint64, target string) {
		r, ok := request("GET", target)
		if !ok {
			return
		}
		routes := randomTable(rand.New(rand.NewPCG(seed, 1)))
		agree(t, newReference(routes), built(t, routes), r)
	})
}
