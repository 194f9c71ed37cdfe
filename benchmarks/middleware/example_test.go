package middleware_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	gincors "github.com/gin-contrib/cors"
	"github.com/gin-contrib/gzip"
	"github.com/gin-contrib/requestid"
	chi "github.com/go-chi/chi/v5/middleware"
	"github.com/rs/cors"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
)

func animals(*router.Context) (string, error) { return strings.Repeat("zebra ", 1000), nil }

// named sends the id that chi.RequestID has made or taken. The router takes it, too.
func named(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Request-Id", chi.GetReqID(r.Context()))
		next.ServeHTTP(w, r)
	})
}

func Example_chi() {
	r := router.New(router.WithLogger(nil))
	r.Use(chi.RequestID, named, chi.ClientIPFromXFF("192.0.2.0/24"))
	r.UseFor("ZIP", chi.Compress(5))
	r.Install(flagpack.Limit("LIMIT", flagpack.LimitOptions{
		Rate: 10,
		By:   func(c *router.Context) string { return chi.GetClientIP(c.Context()) },
	}))
	r.Register(router.Controllers{
		"GET ZIP LIMIT /animals": router.F0(animals),
		"GET /me": router.F0(func(c *router.Context) (string, error) {
			return c.RequestID() + " from " + chi.GetClientIP(c.Context()), nil
		}),
	})

	me := ask(r, "GET", "/me", "X-Request-Id", "req-1", "X-Forwarded-For", "198.51.100.7")
	fmt.Println(me.Body, me.Header()["X-Request-Id"])
	zipped := ask(r, "GET", "/animals", "Accept-Encoding", "gzip")
	fmt.Println(zipped.Header()["Content-Encoding"], zipped.Body.Len() < 1000)
	missing := ask(r, "GET", "/nothing", "X-Request-Id", "req-2")
	fmt.Println(missing.Code, missing.Header()["X-Request-Id"])
	// Output:
	// "req-1 from 198.51.100.7" [req-1]
	// [gzip] true
	// 404 [req-2]
}

func Example_cors() {
	r := router.New(router.WithLogger(nil))
	r.Use(cors.New(cors.Options{
		AllowedOrigins: []string{"https://app.example"},
		AllowedMethods: []string{"GET", "PUT"},
		AllowedHeaders: []string{"Content-Type", "Authorization"},
	}).Handler)
	r.Register(router.Controllers{"GET /animals": router.F0(animals)})

	fmt.Println(ask(r, "GET", "/animals", "Origin", "https://app.example").Header()["Access-Control-Allow-Origin"])
	fmt.Println(ask(r, "GET", "/animals", "Origin", "https://other.example").Header()["Access-Control-Allow-Origin"])
	preflight := ask(r, "OPTIONS", "/animals", "Origin", "https://app.example", "Access-Control-Request-Method", "PUT")
	fmt.Println(preflight.Code, preflight.Header()["Access-Control-Allow-Methods"])
	// Output:
	// [https://app.example]
	// []
	// 204 [PUT]
}

// rs/cors takes an origin that no browser sends, and lets nobody read.
func Example_wrongOrigin() {
	theirs := cors.New(cors.Options{AllowedOrigins: []string{"https://app.example/"}})
	fmt.Println(theirs.OriginAllowed(asked("GET", "/animals", "Origin", "https://app.example")))

	defer func() { fmt.Println(recover()) }()
	flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{"https://app.example/"}})
	// Output:
	// false
	// flagpack: CORS: origin "https://app.example/": it ends behind the host and the port
}

// chi compresses the answer to a request for a range, whose bytes are then not those
// that Content-Range names.
func Example_ranges() {
	whole := func(c *router.Context) (router.Content, error) {
		return router.Content{Data: strings.NewReader(strings.Repeat("a", 5000)), MediaType: "text/plain", ETag: `"v1"`}, nil
	}
	theirs, ours := router.New(router.WithLogger(nil)), router.New(router.WithLogger(nil))
	theirs.UseFor("ZIP", chi.Compress(5))
	ours.Install(flagpack.Compress("ZIP", flagpack.CompressOptions{}))
	for _, r := range []*router.Router{theirs, ours} {
		r.Register(router.Controllers{"GET ZIP /a": router.F0(whole)})
		part := ask(r, "GET", "/a", "Accept-Encoding", "gzip", "Range", "bytes=0-1999")
		fmt.Println(part.Code, part.Header()["Content-Range"], part.Header()["Content-Encoding"], part.Header()["Etag"])
	}
	// Output:
	// 206 [bytes 0-1999/5000] [gzip] ["v1"]
	// 206 [bytes 0-1999/5000] [] ["v1"]
}

func Example_gin() {
	r := router.New(router.WithLogger(nil), router.WithEngine(ginrouter.Engine(
		requestid.New(),
		gincors.New(gincors.Config{AllowOrigins: []string{"https://app.example"}, AllowMethods: []string{"GET"}}),
		gzip.Gzip(gzip.DefaultCompression),
	)))
	r.Register(router.Controllers{"GET /animals": router.F0(animals)})

	answer := ask(r, "GET", "/animals", "Origin", "https://app.example", "X-Request-Id", "req-1", "Accept-Encoding", "gzip")
	fmt.Println(answer.Header()["X-Request-Id"], answer.Header()["Access-Control-Allow-Origin"], answer.Header()["Content-Encoding"])
	refused := ask(r, "GET", "/animals", "Origin", "https://other.example")
	fmt.Printf("%d %q\n", refused.Code, refused.Body)
	// Output:
	// [req-1] [https://app.example] [gzip]
	// 403 ""
}

// ask sends a request with headers, as pairs of name and value.
func ask(r *router.Router, method, target string, header ...string) *httptest.ResponseRecorder {
	h, err := r.Handler()
	if err != nil {
		panic(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, asked(method, target, header...))
	return w
}

func asked(method, target string, header ...string) *http.Request {
	req := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	return req
}
