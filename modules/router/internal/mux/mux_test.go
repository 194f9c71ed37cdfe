package mux_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router/internal/enginetest"
	"github.com/trefoil-go/trefoil/modules/router/internal/mux"
)

// The router never builds such a table: the engine still has to say which
// route it cannot serve.
func TestBuildNamesTheRefusedRoute(t *testing.T) {
	_, err := mux.Engine{}.Build(enginetest.Routes("GET /a/:x", "GET /a/:y"), http.NotFoundHandler())
	if err == nil || !strings.HasPrefix(err.Error(), `"GET /a/:y": the ServeMux refuses it: `) {
		t.Errorf("got %v", err)
	}
}

// A ServeMux allocates for parameters; the engine adds nothing to that for a
// path in its usual spelling, and one string beside a catch-all.
func TestMatchAllocatesWhatTheServeMuxDoes(t *testing.T) {
	routes := enginetest.Routes("GET /users/settings", "GET /users/:id", "POST /users/:id", "POST /*rest")
	h, err := mux.Engine{}.Build(routes, http.NotFoundHandler())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, target string
		want           float64
	}{{"GET", "/users/settings", 0}, {"GET", "/users/7", 1}, {"POST", "/users/7", 2}, {"GET", "/nothing/here", 6}} { // 3 of them the fallback
		r, w := httptest.NewRequest(c.method, c.target, nil), httptest.NewRecorder()
		if n := testing.AllocsPerRun(200, func() { h.ServeHTTP(w, r) }); n > c.want {
			t.Errorf("%s %s: %v allocations, want %v", c.method, c.target, n, c.want)
		}
	}
}

func BenchmarkMatch(b *testing.B) { enginetest.BenchmarkMatch(b, mux.Engine{}) }

// BenchmarkServeMux is a ServeMux alone, with the table of BenchmarkMatch.
func BenchmarkServeMux(b *testing.B) {
	for name, target := range map[string]string{
		"static": "/users/settings/profile", "1param": "/users/42", "5params": "/deep/1/b/2/d/3/f/4/h/5", "404": "/nothing/here",
	} {
		b.Run("40/"+name, func(b *testing.B) {
			m := http.NewServeMux()
			for _, r := range enginetest.Table(40) {
				var pattern strings.Builder
				for segment := range strings.SplitSeq(strings.TrimPrefix(r.Key, "GET /"), "/") {
					if name, ok := strings.CutPrefix(segment, ":"); ok {
						segment = "{" + name + "}"
					}
					pattern.WriteString("/" + segment)
				}
				m.HandleFunc("GET "+pattern.String(), func(_ http.ResponseWriter, r *http.Request) { r.PathValue("id") })
			}
			r := httptest.NewRequest(http.MethodGet, target, nil)
			w := httptest.NewRecorder()
			b.ReportAllocs()
			for b.Loop() {
				m.ServeHTTP(w, r)
			}
		})
	}
}
