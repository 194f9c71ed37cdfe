package router_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/router"
)

// unread is a response that nobody reads. Its header is used again.
type unread struct{ header http.Header }

func (w *unread) Header() http.Header          { return w.header }
func (*unread) WriteHeader(int)                {}
func (*unread) Write(text []byte) (int, error) { return len(text), nil }

// BenchmarkServe answers requests of the kinds that differ in what the router
// does for them.
func BenchmarkServe(b *testing.B) {
	r := router.New()
	pass := func(_ *router.Context, next func() error) error { return next() }
	r.Guard("GUARDED", func(*router.Context) error { return nil })
	r.BeforeFunctionCall("HOOKED", pass)
	r.BeforeRender("HOOKED", pass)
	r.BeforeResponse("HOOKED", pass)
	r.AfterResponse("HOOKED", func(*router.Context) {})
	r.Register(router.Controllers{
		"GET /empty/:id":         router.F1(func(*router.Context, string) (router.None, error) { return router.None{}, nil }),
		"GET /users/:id":         router.F1(func(_ *router.Context, id int) (user, error) { return user{id, "Ida"}, nil }),
		"GET GUARDED /guarded":   router.F0(func(*router.Context) (user, error) { return user{1, "Ida"}, nil }),
		"GET HOOKED /hooked/:id": router.F1(func(_ *router.Context, id string) (user, error) { return user{1, id}, nil }),
		"GET /plain":             func(c *router.Context) error { return c.Render("text") },
		"GET /failing":           func(c *router.Context) error { return c.Error(418, "no") },
		"GET /written": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "text")
		},
		"POST /users": router.In(func(_ *router.Context, in *struct {
			Name string `json:"name"`
		},
		) (router.Created[user], error) {
			return router.Created[user]{Value: user{1, in.Name}}, nil
		}),
	})
	h, err := r.Handler()
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, method, path, body string }{
		{"empty", "GET", "/empty/7", ""},
		{"json", "GET", "/users/7", ""},
		{"guarded", "GET", "/guarded", ""},
		{"hooked", "GET", "/hooked/7", ""},
		{"rendered", "GET", "/plain", ""},
		{"failing", "GET", "/failing", ""},
		{"handler", "GET", "/written", ""},
		{"head", "HEAD", "/users/7", ""},
		{"missing", "GET", "/nothing", ""},
		{"post", "POST", "/users", `{"name":"Ida"}`},
	} {
		b.Run(c.name, func(b *testing.B) {
			body := strings.NewReader(c.body)
			req := httptest.NewRequest(c.method, c.path, nil)
			req.Header.Set("Content-Type", "application/json")
			req.ContentLength = int64(len(c.body))
			w := &unread{http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(c.body)
				req.Body = io.NopCloser(body)
				clear(w.header)
				h.ServeHTTP(w, req)
			}
		})
	}
}
