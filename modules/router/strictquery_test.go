package router_test

import (
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("A query parameter that a route does not know", func() {
	type page struct {
		Limit int    `query:"limit"`
		After string `query:"after"`
	}
	list := func() *router.Function {
		return router.In(func(_ *router.Context, in *page) (int, error) { return in.Limit, nil })
	}
	const unknown = `query parameter "limti": is unknown (did you mean "limit"?)`

	DescribeTable("is refused where the router or the route is strict",
		func(opts []router.Option, fn any, target string, status int, told string) {
			f := newFixture(opts...)
			register(f, "GET /x", fn)

			w := f.get(target)

			if status == 200 {
				Expect(w.Body.String()).To(Equal(told))
				return
			}
			expectProblem(w, status, told)
		},
		Entry("not by default", nil, list(), "/x?limti=3", 200, "0"),
		Entry("by the router", []router.Option{router.WithStrictQuery()}, list(), "/x?limti=3", 400, unknown),
		Entry("by the route", nil, router.With(list(), router.StrictQuery(true)), "/x?limti=3", 400, unknown),
		Entry("not by a route that says so", []router.Option{router.WithStrictQuery()}, router.With(list(), router.StrictQuery(false)), "/x?limti=3", 200, "0"),
		Entry("not when it is known", []router.Option{router.WithStrictQuery()}, list(), "/x?limit=3&after=", 200, "3"),
		Entry("with what is near to it only", []router.Option{router.WithStrictQuery()}, list(), "/x?color=3", 400, `query parameter "color": is unknown`),
		Entry("with nothing near to one letter", []router.Option{router.WithStrictQuery()}, list(), "/x?l=3", 400, `query parameter "l": is unknown`),
		Entry("in another case", []router.Option{router.WithStrictQuery()}, list(), "/x?LIMIT=3", 400, `query parameter "LIMIT": is unknown`),
		Entry("all of them, beside what cannot be read", []router.Option{router.WithStrictQuery()}, list(), "/x?b1=1&limit=x&a1=2", 400,
			`query parameter "limit": "x" is not an integer; query parameter "a1": is unknown; query parameter "b1": is unknown`),
		Entry("not by functions that do not say what they know", []router.Option{router.WithStrictQuery()},
			router.F0(func(c *router.Context) (string, error) { return c.Request().URL.RawQuery, nil }), "/x?q=1", 200, `"q=1"`),
	)

	It("is refused by a struct without query parameters too", func() {
		f := newFixture(router.WithStrictQuery())
		register(f, "POST /x", router.In(takeNumber))

		w := f.do("POST", "/x?n=1", `{"n":7}`, "Content-Type", "application/json")

		expectProblem(w, 400, `query parameter "n": is unknown`)
	})

	It("is none that a security scheme of its flags reads", func() {
		f := newFixture(router.WithStrictQuery())
		f.Flag(router.Flag{Name: "KEY", Security: router.APIKey("key", apidoc.InQuery, "api_key")})
		f.Guard("KEY", func(*router.Context) error { return nil })
		f.Register(router.Controllers{"GET KEY /x": list(), "GET /y": list()})

		Expect(f.get("/x?api_key=1").Code).To(Equal(200))
		Expect(f.get("/y?api_key=1").Code).To(Equal(400))
	})

	It("is told 32 times at most, and cut", func() {
		f := newFixture(router.WithStrictQuery())
		register(f, "GET /x", list())
		names := make([]string, 200)
		for i := range names {
			names[i] = strings.Repeat("n", 1000) + strconv.Itoa(i)
		}

		w := f.get("/x?" + strings.Join(names, "&"))

		Expect(w.Code).To(Equal(400))
		Expect(decoded(w.Body.String())["errors"]).To(HaveLen(32))
		Expect(w.Body.Len()).To(BeNumerically("<", 64<<10))
	})

	It("is a mistake of the table to refuse for a function that does not say what it knows", func() {
		f := newFixture()
		register(f, "GET /x", router.With(nothing, router.StrictQuery(true)))

		Expect(f.mistakes()).To(ContainElement(ContainSubstring("StrictQuery is for functions of router.In, which say what they know")))
	})
})
