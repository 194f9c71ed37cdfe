package router_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("Request.Pattern", func() {
	for engineName, engine := range engines {
		DescribeTable("is the route in the words of net/http, on "+engineName,
			func(method, key, target, pattern string) {
				var seen []string
				note := func(r *http.Request) { seen = append(seen, r.Pattern) }
				f := newFixture(router.WithEngine(engine()))
				f.Flag(router.Flag{Name: "AUTH"})
				f.Use(func(next http.Handler) http.Handler {
					return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						next.ServeHTTP(w, r)
						note(r)
					})
				})
				f.Guard(func(c *router.Context) error { note(c.Request()); return nil })
				register(f, key, func(_ http.ResponseWriter, r *http.Request) { note(r) })

				Expect(f.do(method, target, "").Code).To(Equal(200))

				Expect(seen).To(Equal([]string{pattern, pattern, pattern}), "in a hook, the handler and the middleware around them")
			},
			Entry("a literal", "GET", "GET /users", "/users", "GET /users"),
			Entry("the root", "GET", "GET /", "/", "GET /{$}"),
			Entry("a parameter", "PUT", "PUT AUTH /users/:id", "/users/7", "PUT /users/{id}"),
			Entry("a path in another spelling", "GET", "GET /users/:id", "/%75sers/a%2Fb", "GET /users/{id}"),
			Entry("a path that ends in a slash", "GET", "GET /users/", "/users/", "GET /users/{$}"),
			Entry("a catch-all", "GET", "GET /files/*path", "/files/a/b", "GET /files/{path...}"),
			Entry("HEAD of a GET route", "HEAD", "GET /users", "/users", "GET /users"),
		)

		It("is there in the middleware of a flag and behind a deadline, on "+engineName, func() {
			var outside, inside string
			f := newFixture(router.WithEngine(engine()))
			f.UseFor("AUTH", func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					outside = r.Pattern
					next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), http.ServerContextKey, "other")))
				})
			})
			register(f, "GET AUTH /users/:id", router.With(func(c *router.Context, _ int) error {
				inside = c.Request().Pattern
				return nil
			}, router.Timeout(time.Minute)))

			Expect(f.get("/users/7").Code).To(Equal(204))

			Expect([]string{outside, inside}).To(Equal([]string{"GET /users/{id}", "GET /users/{id}"}))
		})

		It("stays as it is where no route matches, on "+engineName, func() {
			f := newFixture(router.WithEngine(engine()))
			register(f, "GET /users", nothing)
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			r := httptest.NewRequest("GET", "/nothing", nil)

			h.ServeHTTP(httptest.NewRecorder(), r)

			Expect(r.Pattern).To(BeEmpty())
		})
	}
})
