package router_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/router"
)

// userFilter selects users, a page at a time.
type userFilter struct {
	Name  string `query:"name"`
	After string `query:"after"`
}

func pageOfUsers(_ *router.Context, in *userFilter) (router.Page[user], error) {
	return router.Page[user]{Items: []user{{Name: in.Name}}, Next: "c/2", Prev: in.After}, nil
}

// linksOf are the links of an answer, sorted as they are sent.
func linksOf(f *fixture, method, target string) []string {
	GinkgoHelper()
	w := f.do(method, target, "")
	Expect(w.Code).To(Equal(200), w.Body.String())
	if lines := w.Header()["Link"]; lines != nil {
		return strings.Split(lines[0], ", ")
	}
	return nil
}

var _ = Describe("A page", func() {
	number := func(p router.Page[int]) *router.Function { return resultOf(p).(*router.Function) }

	It("is an array, which is never null", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /full", number(router.Page[int]{Items: []int{1, 2}, Next: "2"}))
		register(f, "GET /none", number(router.Page[int]{}))

		Expect(f.get("/full").Body.String()).To(Equal("[1,2]"))
		Expect(f.get("/none").Body.String()).To(Equal("[]"))
	})

	DescribeTable("leads to the pages beside it",
		func(p router.Page[int], method, target string, links ...string) {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "GET /x", number(p))

			Expect(linksOf(f, method, target)).To(Equal(links))
		},
		Entry("the next", router.Page[int]{Next: "2"}, "GET", "/x", `<?page=2>; rel="next"`),
		Entry("all of them", router.Page[int]{Next: "3", Prev: "1"}, "GET", "/x?page=2", `<?page=3>; rel="next"`, `<?page=1>; rel="prev"`, `<?>; rel="first"`),
		Entry("with HEAD", router.Page[int]{Next: "2"}, "HEAD", "/x", `<?page=2>; rel="next"`),
		Entry("to the first from the last", router.Page[int]{}, "GET", "/x?page=9", `<?>; rel="first"`),
		Entry("with the rest of the query", router.Page[int]{Next: "3"}, "GET", "/x?b=2&page=2&b=1&page=5&a=", `<?a=&b=2&b=1&page=3>; rel="next"`, `<?a=&b=2&b=1>; rel="first"`),
		Entry("whatever a cursor is made of", router.Page[int]{Next: "a>; \"\r\n&ü"}, "GET", "/x", `<?page=a%3E%3B+%22%0D%0A%26%C3%BC>; rel="next"`),
		Entry("whatever a query is made of", router.Page[int]{Next: "2"}, "GET", `/x?a=%0d%0a&b>;rel="next",</evil>&c=d>,<e`, `<?a=%0D%0A&c=d%3E%2C%3Ce&page=2>; rel="next"`),
	)

	It("has no header without pages beside it", func() {
		f := newFixture()
		register(f, "GET /x", number(router.Page[int]{}))

		Expect(linksOf(f, "GET", "/x?a=1")).To(BeNil())
	})

	It("is selected by a parameter that the route names", func() {
		f := newFixture(router.WithEnvironment(router.Test), router.WithStrictQuery())
		register(f, "GET /x", router.With(router.In(pageOfUsers), router.PagedBy("after")))

		Expect(linksOf(f, "GET", "/x?name=Ida&after=c1")).To(Equal([]string{
			`<?after=c%2F2&name=Ida>; rel="next"`, `<?after=c1&name=Ida>; rel="prev"`, `<?name=Ida>; rel="first"`,
		}))
	})

	It("is what a hook makes of a result", func() {
		f := newFixture()
		f.BeforeRender(func(c *router.Context, next func() error) error {
			c.SetResult(router.Page[int]{Items: []int{7}, Next: "2"})
			return next()
		})
		register(f, "GET /x", resultOf(1))

		Expect(linksOf(f, "GET", "/x")).To(Equal([]string{`<?page=2>; rel="next"`}))
	})

	DescribeTable("has its links beside those that were set for it",
		func(fn any) {
			f := newFixture()
			f.BeforeResponse(func(c *router.Context, next func() error) error {
				c.ResponseWriter().Header().Add("Link", `</terms>; rel="license"`)
				return next()
			})
			register(f, "GET /x", fn)

			Expect(f.get("/x").Header().Values("Link")).To(Equal([]string{`</help>; rel="help"`, `</terms>; rel="license"`, `<?page=2>; rel="next"`}))
		},
		Entry("when it is returned", func(c *router.Context) (router.Page[int], error) {
			c.SetHeader("Link", `</help>; rel="help"`)
			return router.Page[int]{Next: "2"}, nil
		}),
		Entry("when it is rendered", func(c *router.Context) error {
			c.SetHeader("Link", `</help>; rel="help"`)
			return c.Render(router.Page[int]{Next: "2"})
		}),
	)

	It("has no links with an error", func() {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, _ func() error) error { return c.Error(403, "no") })
		register(f, "GET /x", number(router.Page[int]{Next: "2"}))

		Expect(f.get("/x").Header()).NotTo(HaveKey("Link"))
	})

	It("is in the description, with its header and its parameter", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		register(f, "GET /plain", number(router.Page[int]{}))
		register(f, "GET /named", router.With(router.In(pageOfUsers), router.PagedBy("after")))
		doc := parse(f.get("/openapi.json").Body.String())
		response := func(path string) any { return at(doc, "paths", path, "get", "responses", "200") }

		Expect(at(response("/named"), "content", "application/json", "schema")).To(Equal(parse(`{"type": "array", "items": {"$ref": "#/components/schemas/user"}}`)))
		Expect(at(response("/named"), "headers")).To(Equal(parse("{\"Link\": {\"description\": \"The pages `next`, `prev` and `first` (RFC 8288), which `after` selects\", \"schema\": {\"type\": \"string\"}}}")))
		Expect(at(doc, "paths", "/named", "get", "parameters")).To(HaveLen(2))
		Expect(at(response("/plain"), "headers")).To(HaveKey("Link"))
		Expect(at(doc, "paths", "/plain", "get", "parameters")).To(Equal(parse(`[{"name": "page", "in": "query", "description": "Selects a page: see the header Link", "schema": {"type": "string"}}]`)))
	})

	DescribeTable("does not start where it cannot be selected, or stand",
		func(fn any, why string) {
			f := newFixture()
			register(f, "GET /x", fn)

			Expect(f.mistakes()).To(ConsistOf(ContainSubstring(why)))
		},
		Entry("with an input that has no such field", router.In(pageOfUsers), `no field with the tag query:"page"`),
		Entry("with a name for what is no page", router.With(resultOf(1), router.PagedBy("after")), "PagedBy is for functions that return a router.Page"),
		Entry("behind a pointer", resultOf(&router.Page[int]{}), "return a router.Page[int] itself"),
		Entry("as what was made", resultOf(router.Created[router.Page[int]]{}), "return a router.Page[int] itself"),
		Entry("as a stream behind a pointer", resultOf[*router.Stream[int]](nil), "return a router.Stream[int] itself"),
		Entry("with items that are no JSON", resultOf(router.Page[chan int]{}), "cannot be encoded"),
	)

	It("is selected as its group says", func() {
		f := newFixture()
		f.Register(router.Group{Route: "/v1", Settings: []router.Setting{router.PagedBy("after")}, Controllers: []core.Controller{
			router.Controllers{"GET /pages": number(router.Page[int]{Next: "2"}), "GET /one": resultOf(1)},
		}})

		Expect(linksOf(f, "GET", "/v1/pages")).To(Equal([]string{`<?after=2>; rel="next"`}))
	})
})
