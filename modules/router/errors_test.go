package router_test

import (
	"context"
	"errors"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("What a function ends with", func() {
	type ending struct {
		fn     any
		status int
		detail string
		warned string
	}
	DescribeTable("is answered as a problem and logged once when it is internal",
		func(e ending) {
			f := newFixture(router.WithPanicPolicy(router.Recover))
			register(f, "GET AUTH /x", e.fn)
			f.BeforeResponse("AUTH", func(c *router.Context, next func() error) error {
				c.SetHeader("X-Seen", "yes")
				return next()
			})

			w := f.get("/x")

			expectProblem(w, e.status, e.detail)
			Expect(w.Header().Get("X-Seen")).To(Equal("yes"))
			if e.warned == "" {
				Expect(f.log.String()).NotTo(ContainSubstring("level=WARN"))
				return
			}
			Expect(strings.Count(f.log.String(), "level=WARN")).To(Equal(1), f.log.String())
			Expect(f.log.String()).To(And(ContainSubstring(e.warned), ContainSubstring("request=id-1"), ContainSubstring(`route="GET AUTH /x"`)))
		},
		Entry("a ClientError", ending{func(*router.Context) error { return &router.ClientError{Status: 409, Message: "taken"} }, 409, "taken", ""}),
		Entry("error() with a status of the server", ending{func(c *router.Context) error { return c.Error(501, "later") }, 501, "later", ""}),
		Entry("a ClientError of the server with a cause", ending{func(*router.Context) error {
			return &router.ClientError{Status: 502, Message: "no answer", Err: errors.New("secret")}
		}, 502, "no answer", "cause=secret"}),
		Entry("a wrapped ClientError", ending{func(*router.Context) error {
			return errors.Join(errors.New("while saving"), &router.ClientError{Status: 409, Message: "taken"})
		}, 409, "taken", ""}),
		Entry("a ClientError with a status that is none", ending{func(c *router.Context) error { return c.Error(99, "odd") }, 500, "", "odd"}),
		Entry("a plain error", ending{func(*router.Context) error { return errors.New("secret") }, 500, "", "secret"}),
		Entry("internalError of a string", ending{func(c *router.Context) error { return c.InternalError("note") }, 500, "", "note"}),
		Entry("internalError of a ClientError", ending{func(c *router.Context) error {
			return c.InternalError(&router.ClientError{Status: 404, Message: "hidden"})
		}, 500, "", "hidden"}),
		Entry("a panic with a string", ending{func(*router.Context) error { panic("on purpose") }, 500, "", "on purpose"}),
		Entry("a panic with an error", ending{func(*router.Context) error { panic(errors.New("thrown")) }, 500, "", "thrown"}),
		Entry("a panic with nil", ending{func(*router.Context) error { panic(nil) }, 500, "", "nil"}),
		Entry("a nil dereference", ending{func(*router.Context) error { var u *user; return errors.New(u.Name) }, 500, "", "nil pointer"}),
		Entry("a result that is no number", ending{func(*router.Context) (float64, error) { return math.NaN(), nil }, 500, "", "NaN"}),
		Entry("a rendered channel", ending{func(c *router.Context) error { return c.Render(make(chan int)) }, 500, "", "chan int"}),
	)

	It("shows an internal error in development only", func() {
		f := newFixture(router.WithEnvironment(router.Development))
		register(f, "GET /x", func(*router.Context) error { return errors.New("secret") })

		expectProblem(f.get("/x"), 500, "secret")
	})

	It("is text for those that accept nothing else, and no deviation from the description", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", router.With(func(c *router.Context) error { return c.Error(404, "gone") }, router.Status(404, "Gone")))

		w := f.get("/x", "Accept", "text/plain")

		Expect(w.Body.String()).To(Equal("Not Found: gone\nrequest id-1\n"))
	})

	It("takes the place of a response that was written and not sent", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error {
			c.ResponseWriter().WriteHeader(http.StatusAccepted)
			_, _ = c.ResponseWriter().Write([]byte("written"))
			return errors.New("too late")
		})

		expectProblem(f.get("/x"), 500, "")

		Expect(f.log.String()).To(And(ContainSubstring("too late"), ContainSubstring("sent=false")))
	})

	It("is one body when it renders twice", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error {
			_ = c.Render("first")
			return c.Render("second")
		})

		Expect(f.get("/x").Body.String()).To(Equal(`"second"`))
	})

	It("passes http.ErrAbortHandler through", func() {
		f := newFixture()
		register(f, "GET /x", func(*router.Context) error { panic(http.ErrAbortHandler) })
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())

		Expect(func() { h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/x", nil)) }).To(PanicWith(http.ErrAbortHandler))
	})
})

var _ = Describe("Middleware", func() {
	throwing := func(v any) func(http.Handler) http.Handler {
		return func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Length", "99")
				panic(v)
			})
		}
	}

	DescribeTable("that panics is answered", func(v any, method string, status int, detail string) {
		f := newFixture()
		f.Use(throwing(v))
		register(f, "GET /x", func(*router.Context) error { return nil })

		w := f.do(method, "/x", "")

		Expect(w.Code).To(Equal(status))
		if method == http.MethodGet {
			expectProblem(w, status, detail)
			return
		}
		Expect(w.Body.Len()).To(BeZero())
		Expect(w.Header().Get("Content-Length")).NotTo(Equal("99"))
	},
		Entry("with a ClientError: its status", &router.ClientError{Status: 429, Message: "slow down"}, "GET", 429, "slow down"),
		Entry("with a plain error: 500", errors.New("secret"), "GET", 500, ""),
		Entry("on HEAD: without a body", errors.New("secret"), "HEAD", 500, ""),
	)

	It("runs in the order of Use around everything, with its context values", func() {
		type key struct{}
		var order []string
		named := func(name string) func(http.Handler) http.Handler {
			return func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					order = append(order, name)
					next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, name)))
				})
			}
		}
		f := newFixture()
		f.Use(named("first"), named("second"))
		register(f, "GET /x", func(c *router.Context) error { return c.Render(c.Context().Value(key{})) })

		Expect(f.get("/x").Body.String()).To(Equal(`"second"`))
		Expect(f.get("/nothing").Code).To(Equal(404))
		Expect(order).To(Equal([]string{"first", "second", "first", "second"}))
	})
})
