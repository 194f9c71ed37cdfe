package router_test

import (
	"errors"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("Vary of bytes and content", func() {
	DescribeTable("names Accept where the function may send several types",
		func(fn any, vary int, types ...string) {
			f := newFixture()
			register(f, "GET /x", router.With(fn, router.Produces(types...)))

			Expect(f.get("/x").Header().Values("Vary")).To(HaveLen(vary))
		},
		Entry("bytes of one", resultOf(router.Bytes{}), 0, "image/png"),
		Entry("bytes of two", resultOf(router.Bytes{}), 1, "image/png", "image/webp"),
		Entry("content of two", resultOf(router.Content{Data: strings.NewReader("")}), 1, "image/png", "image/webp"),
	)
})

var _ = Describe("Vary of an error", func() {
	DescribeTable("names what the form of the error depends on",
		func(method, target string, status int, vary ...string) {
			f := newFixture(router.WithPanicPolicy(router.Recover), router.WithTranslation(func(*http.Request, router.FieldError) string { return "falsch" }))
			f.UseFor("BROKEN", func(http.Handler) http.Handler {
				return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(errors.New("broken")) })
			})
			f.BeforeResponse("UNSENT", func(*router.Context, func() error) error { return errors.New("unsent") })
			f.Register(router.Controllers{
				"GET /error":  func(c *router.Context) error { return c.Error(404, "gone") },
				"GET /n/:id":  router.F1(func(*router.Context, int) (router.None, error) { return router.None{}, nil }),
				"GET /panic":  func(*router.Context) error { panic(errors.New("thrown")) },
				"GET /origin": func(c *router.Context) error { c.SetHeader("Vary", "Origin"); return c.Error(404, "gone") },
				"GET /twice":  func(c *router.Context) error { c.SetHeader("Vary", "Origin, accept"); return c.Error(404, "gone") },
				"GET /any":    func(c *router.Context) error { c.SetHeader("Vary", "*"); return c.Error(404, "gone") },
				"GET /own": func(*router.Context) error {
					return &router.ClientError{Status: 409, Header: http.Header{"Vary": {"Cookie"}}}
				},
				"GET /same":          func(c *router.Context) error { return c.Error(304, "") },
				"GET UNSENT /unsent": func(c *router.Context) error { return c.Error(404, "gone") },
				"GET BROKEN /broken": func(*router.Context) error { return nil },
			})

			w := f.do(method, target, "", "Accept", "text/plain")

			Expect(w.Code).To(Equal(status))
			Expect(w.Header().Values("Vary")).To(HaveExactElements(vary))
		},
		Entry("of a function", "GET", "/error", 404, "Accept"),
		Entry("for HEAD, too", "HEAD", "/error", 404, "Accept"),
		Entry("of a panic", "GET", "/panic", 500, "Accept"),
		Entry("where there is no route", "GET", "/nothing", 404, "Accept"),
		Entry("for a method without a route", "PUT", "/error", 405, "Accept"),
		Entry("of middleware", "GET", "/broken", 500, "Accept"),
		Entry("of a hook in its place", "GET", "/unsent", 500, "Accept"),
		Entry("beside what the function has set", "GET", "/origin", 404, "Origin", "Accept"),
		Entry("beside what the error has", "GET", "/own", 409, "Accept", "Cookie"),
		Entry("once", "GET", "/twice", 404, "Origin, accept"),
		Entry("not beside *, which is everything", "GET", "/any", 404, "*"),
		Entry("but not where it has no body", "GET", "/same", 304),
		Entry("with its language, where its faults are translated", "GET", "/n/x", 400, "Accept", "Accept-Language"),
	)
})
