package router_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/routercli"
)

var _ = Describe("problem+json everywhere", func() {
	problems := func(r *router.Router) {
		r.Register(router.Controllers{
			"GET /x":       func(c *router.Context) error { return c.Render(1) },
			"POST /in":     router.In(takeNumber),
			"GET /id/:id":  router.F1(func(_ *router.Context, id int) (int, error) { return id, nil }),
			"GET /error":   func(*router.Context) error { return errors.New("secret") },
			"GET /panic":   func(*router.Context) error { panic("secret") },
			"GET /encode":  func(c *router.Context) error { return c.Render(func() {}) },
			"GET /timeout": router.With(func(c *router.Context) error { <-c.Context().Done(); return c.Context().Err() }, router.Timeout(time.Millisecond)),
			"GET /own": func(*router.Context) error {
				return &router.ClientError{Status: 402, Message: "pay", Type: "https://errors.example/pay"}
			},
			"GET AUTH /auth": nothing,
		})
		r.Guard("AUTH", func(c *router.Context) error { return c.Error(401, "who?") })
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/middleware" {
					panic("secret")
				}
				next.ServeHTTP(w, r)
			})
		})
	}

	for name, engine := range engines {
		DescribeTable("is valid and has one id in header, body and log, on "+name,
			func(method, target, body string, status int, header ...string) {
				log := &sharedLog{}
				f := newFixture(log.to(), router.WithRequestID(nil), router.WithEngine(engine()), router.WithPanicPolicy(router.Recover), router.WithMaxBody(64))
				problems(f.Router)

				w := f.do(method, target, body, header...)

				Expect(w.Code).To(Equal(status), w.Body.String())
				Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
				Expect(w.Header().Get("X-Content-Type-Options")).To(Equal("nosniff"))
				id := w.Header().Get("X-Request-Id")
				Expect(id).To(MatchRegexp(`^[A-Z2-7]{26}$`))
				p := decoded(w.Body.String())
				Expect(p).To(And(HaveKeyWithValue("status", float64(status)), HaveKeyWithValue("instance", id), HaveKey("title")))
				for member := range p {
					Expect(member).To(BeElementOf("type", "title", "status", "detail", "instance", "errors"))
				}
				Expect(w.Body.String()).NotTo(ContainSubstring("secret"))
				for _, logged := range regexp.MustCompile(`request=(\S+)`).FindAllStringSubmatch(log.String(), -1) {
					Expect(logged[1]).To(Equal(id))
				}
				if status == 500 {
					Expect(strings.Count(log.String(), "request="+id)).To(Equal(1), log.String())
				}
			},
			Entry("404", "GET", "/nothing", "", 404),
			Entry("405", "DELETE", "/x", "", 405),
			Entry("400 of the path", "GET", "/id/x", "", 400),
			Entry("400 of the body", "POST", "/in", "{", 400, "Content-Type", "application/json"),
			Entry("401 of a guard", "GET", "/auth", "", 401),
			Entry("402 of its own type", "GET", "/own", "", 402),
			Entry("406", "GET", "/x", "", 406, "Accept", "image/png"),
			Entry("413", "POST", "/in", strings.Repeat(" ", 65), 413, "Content-Type", "application/json"),
			Entry("415", "POST", "/in", "n: 1", 415, "Content-Type", "application/yaml"),
			Entry("422", "POST", "/in", `{"m":1}`, 422, "Content-Type", "application/json"),
			Entry("500", "GET", "/error", "", 500),
			Entry("500 of a panic", "GET", "/panic", "", 500),
			Entry("500 of a result", "GET", "/encode", "", 500),
			Entry("500 of middleware", "GET", "/middleware", "", 500),
			Entry("503", "GET", "/timeout", "", 503),
		)
	}

	It("names the type of the error when it has one", func() {
		f := newFixture()
		problems(f.Router)

		Expect(decoded(f.get("/own").Body.String())).To(HaveKeyWithValue("type", "https://errors.example/pay"))
	})

	It("is text for who takes text only", func() {
		f := newFixture()
		problems(f.Router)

		w := f.get("/auth", "Accept", "text/plain")

		Expect(w.Header().Get("Content-Type")).To(Equal("text/plain; charset=utf-8"))
		Expect(w.Body.String()).To(Equal("Unauthorized: who?\nrequest id-1\n"))
	})
})

// documentedTable is a router with something of everything in its description.
func documentedTable(opts ...router.Option) *fixture {
	f := newFixture(append([]router.Option{router.WithDocument("/openapi.json")}, opts...)...)
	f.Flag(router.Flag{Name: "AUTH", Security: router.Basic()})
	f.Guard("AUTH", func(c *router.Context) error { return nil })
	f.Register(router.Controllers{
		"GET /users/:id": router.F1(show),
		"POST AUTH /users": router.In(func(_ *router.Context, in *user) (router.Created[user], error) {
			return router.Created[user]{Value: *in}, nil
		}),
		"DELETE AUTH /users/:id": router.F1(func(*router.Context, int) (router.None, error) { return router.None{}, nil }),
		"GET /watch":             router.SSE(func(*router.Context) events { return failing(nil) }),
		"QUERY /search":          router.In(takeNumber),
	})
	return f
}

var _ = Describe("self-doc", func() {
	It("is the same description however often it is made, and is not sent twice", func() {
		first := documentedTable().get("/openapi.json")

		Expect(first.Code).To(Equal(200))
		for range 20 {
			Expect(documentedTable().get("/openapi.json").Body.String()).To(Equal(first.Body.String()))
		}
		again := documentedTable().get("/openapi.json", "If-None-Match", first.Header().Get("Etag"))
		Expect(again.Code).To(Equal(304))
		Expect(again.Body.Len()).To(BeZero())
	})

	It("is a source for a viewer, with every route", func(ctx SpecContext) {
		doc, err := documentedTable().Load(ctx)

		Expect(err).NotTo(HaveOccurred())
		Expect(json.Valid(doc.Text.Data)).To(BeTrue())
		for _, path := range []string{`"/users/{id}"`, `"/users"`, `"/watch"`, `"/search"`} {
			Expect(string(doc.Text.Data)).To(ContainSubstring(path))
		}
		Expect(string(doc.Text.Data)).NotTo(ContainSubstring("/openapi.json"))
	})
})

var _ = Describe("contract guard", func() {
	DescribeTable("an answer that the description does not know",
		func(e router.Environment, status int, warned bool) {
			f := newFixture(router.WithEnvironment(e))
			f.BeforeRender(func(c *router.Context, next func() error) error {
				c.SetResult(map[string]any{"id": "seven"})
				return next()
			})
			register(f, "GET /users/:id", router.F1(show))

			w := f.get("/users/7")

			Expect(w.Code).To(Equal(status))
			Expect(strings.Contains(f.log.String(), "not what the description says")).To(Equal(warned), f.log.String())
			if status == 200 {
				Expect(w.Body.String()).To(Equal(`{"id":"seven"}`))
			}
		},
		Entry("is 500 in test", router.Test, 500, true),
		Entry("is logged in development", router.Development, 200, true),
		Entry("is nothing in production", router.Production, 200, false),
	)

	It("lets pass in test what is described", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /users/:id", router.F1(show))

		Expect(f.get("/users/7").Code).To(Equal(200))
		Expect(f.get("/users/x").Code).To(Equal(400))
		Expect(f.log.String()).NotTo(ContainSubstring("description"))
	})
})

var _ = Describe("The command line", func() {
	var stdout, stderr bytes.Buffer

	run := func(f *fixture, args ...string) int {
		GinkgoHelper()
		stdout.Reset()
		stderr.Reset()
		code, handled := routercli.Run(f, args, &stdout, &stderr)
		Expect(handled).To(BeTrue())
		return code
	}

	DescribeTable("contract diff",
		func(change func(f *fixture), code int, told string) {
			before, old := newFixture(), filepath.Join(GinkgoT().TempDir(), "old.json")
			before.Register(router.Controllers{"GET /users/:id": router.F1(show), "GET /users": list})
			Expect(run(before, "doc", "-o", old)).To(BeZero())
			after := newFixture()
			change(after)

			Expect(run(after, "doc", "--against", old)).To(Equal(code), stdout.String()+stderr.String())
			Expect(stdout.String()).To(ContainSubstring(told))
		},
		Entry("ends with 1 when a route is gone", func(f *fixture) { f.Register(router.Controllers{"GET /users": list}) },
			1, "breaking: GET /users/{id}"),
		Entry("ends with 0 when a route is new", func(f *fixture) {
			f.Register(router.Controllers{"GET /users/:id": router.F1(show), "GET /users": list, "GET /new": nothing})
		}, 0, "compatible: GET /new"),
		Entry("ends with 0 when nothing is new", func(f *fixture) {
			f.Register(router.Controllers{"GET /users/:id": router.F1(show), "GET /users": list})
		}, 0, "0 breaking, 0 compatible"),
	)

	It("the listing has method, flags, path, function, place and hooks, and opens no port", func() {
		f := documentedTable()
		f.BeforeFunctionCall(passOn)
		register(f, "GET /slow", func(*router.Context) (int, error) { return 1, nil })

		Expect(run(f, "routes")).To(BeZero(), stderr.String())

		Expect(stdout.String()).To(MatchRegexp(`GET +- +/users/:id +router_test\.show +table_test\.go:\d+ +\S*passOn`))
		Expect(stdout.String()).To(MatchRegexp(`POST +AUTH +/users `))
		Expect(stdout.String()).To(MatchRegexp(`GET +- +/slow +\S+ \* `), "called by reflection")
		Expect(f.Address()).To(BeEmpty())
		Expect(run(f, "routes", "-json")).To(BeZero())
		var listed []router.RouteInfo
		Expect(json.Unmarshal(stdout.Bytes(), &listed)).To(Succeed())
		Expect(listed).To(ContainElement(And(HaveField("Key", "GET /users/:id"), HaveField("Hooks", HaveLen(1)))))
	})

	It("a table with mistakes ends with 1 and tells them", func() {
		f := newFixture()
		register(f, "GET users", list)

		Expect(run(f, "routes")).To(Equal(1))
		Expect(stderr.String()).To(ContainSubstring(`"GET users"`))
	})
})

var _ = Describe("A server behind a balancer", func() {
	DescribeTable("bounds what a request may cost",
		func(status int, request func() *http.Request) {
			f := newFixture()
			register(f, "POST /x", func(c *router.Context) error { _, err := c.Params(); return err })
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			w := httptest.NewRecorder()

			h.ServeHTTP(w, request())

			Expect(w.Code).To(Equal(status), w.Body.String())
		},
		Entry("too many pairs", 400, func() *http.Request { return httptest.NewRequest("POST", "/x?"+strings.Repeat("a=1&", 100_000), nil) }),
		Entry("an endless body", 413, func() *http.Request {
			r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader(`{"a":"`), endless{}))
			r.Header.Set("Content-Type", "application/json")
			return r
		}),
	)

	DescribeTable("believes X-Forwarded-For of trusted proxies only",
		func(remote, forwarded, want string) {
			f := newFixture(router.WithTrustedProxies(netip.MustParsePrefix("10.0.0.0/8")))
			register(f, "GET /x", func(c *router.Context) error { return c.Render(c.ClientIP().String()) })
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			r := httptest.NewRequest("GET", "/x", nil)
			r.RemoteAddr = remote
			r.Header.Set("X-Forwarded-For", forwarded)
			w := httptest.NewRecorder()

			h.ServeHTTP(w, r)

			Expect(w.Body.String()).To(Equal(`"` + want + `"`))
		},
		Entry("of a stranger: ignored", "192.0.2.1:1", "6.6.6.6", "192.0.2.1"),
		Entry("of a proxy: believed", "10.0.0.1:1", "6.6.6.6", "6.6.6.6"),
		Entry("of a proxy about an invented one: the last that nobody trusts", "10.0.0.1:1", "1.2.3.4, 6.6.6.6, 10.0.0.2", "6.6.6.6"),
	)

	It("believes nobody by default", func() {
		s := newServed(func(r *router.Router) {
			r.Register(router.Controllers{"GET /x": func(c *router.Context) error { return c.Render(c.ClientIP().String()) }})
		})

		_, body := s.get("/x", "X-Forwarded-For", "6.6.6.6")

		Expect(body).To(Equal(`"127.0.0.1"`))
	})
})

// endless is a body that does not end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

var _ = Describe("QUERY method", func() {
	It("reads its body", func() {
		w := documentedTable().do("QUERY", "/search", `{"n":7}`, "Content-Type", "application/json")

		Expect(w.Code).To(Equal(200), w.Body.String())
		Expect(w.Body.String()).To(Equal("7"))
	})

	DescribeTable("is in the description",
		func(version, member string) {
			doc := decoded(documentedTable(router.WithOpenAPI(version)).get("/openapi.json").Body.String())
			Expect(doc).To(HaveKeyWithValue("openapi", version))
			Expect(doc["paths"].(map[string]any)["/search"]).To(HaveKey(member))
		},
		Entry("of 3.2", "3.2.0", "query"),
		Entry("of 3.1", "3.1.0", "x-query"),
	)
})
