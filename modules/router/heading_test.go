package router_test

import (
	"net/http"
	"net/netip"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// paged is a result with headers, some of them in an embedded struct.
type paged struct {
	tracing
	Names   []string     `json:"names"`
	Total   int64        `json:"-" header:"x-total" doc:"How many there are."`
	Next    *int64       `json:"-" header:"X-Next"`
	Changed time.Time    `json:"-" header:"Last-Modified"`
	Links   []string     `json:"-" header:"Link"`
	Note    string       `json:"-" header:"X-Note"`
	Theme   *http.Cookie `json:"-" cookie:"theme" doc:"of the page"`
	Session *http.Cookie `json:"-" cookie:"session"`
}

type tracing struct {
	Host netip.Addr `json:"-" header:"X-Host"`
}

func full() paged {
	next := int64(7)
	return paged{
		tracing: tracing{netip.MustParseAddr("192.0.2.1")}, Names: []string{"Ida"}, Total: 9, Next: &next,
		Changed: time.Date(2026, 2, 3, 5, 5, 6, 0, time.FixedZone("", 3600)), Links: []string{"</a>", "</b>"}, Note: "n",
		Theme: &http.Cookie{Value: "light", Path: "/", Secure: true}, Session: &http.Cookie{Name: "other", Value: "s1", HttpOnly: true},
	}
}

// headersOf are the headers of an answer but those of its body and the id.
func headersOf(f *fixture, method string) http.Header {
	GinkgoHelper()
	w := f.do(method, "/x", "")
	Expect(w.Code).To(BeElementOf(200, 201), w.Body.String())
	Expect(w.Body.String()).To(Equal(`{"names":["Ida"]}`))
	h := w.Header()
	for _, name := range []string{"Content-Type", "X-Content-Type-Options", "X-Request-Id", "Vary"} {
		h.Del(name)
	}
	return h
}

// Sealed is embedded.
type Sealed struct {
	Seal string `json:"-" header:"X-Seal"`
	Note string `json:"-"`
}

var _ = Describe("Fields of a result", func() {
	all := http.Header{
		"X-Host": {"192.0.2.1"}, "X-Total": {"9"}, "X-Next": {"7"}, "Last-Modified": {"Tue, 03 Feb 2026 04:05:06 GMT"}, "Link": {"</a>", "</b>"},
		"X-Note": {"n"}, "Set-Cookie": {"theme=light; Path=/; Secure", "session=s1; HttpOnly"},
	}

	DescribeTable("are headers and cookies",
		func(fn any, opts ...router.Option) {
			f := newFixture(append(opts, router.WithEnvironment(router.Test))...)
			register(f, "GET /x", fn)

			Expect(headersOf(f, "GET")).To(Equal(all))
		},
		Entry("of a struct", resultOf(full())),
		Entry("of a pointer", resultOf(new(full()))),
		Entry("of a plain function", func(*router.Context) (paged, error) { return full(), nil }),
		Entry("of what was made", resultOf(router.Created[paged]{Value: full()})),
		Entry("of what an encoder may write", resultOf(full()), router.WithEncoder(typed("application/cbor"))),
	)

	It("are left out when they are empty", func() {
		f := newFixture()
		register(f, "GET /x", resultOf(paged{Names: []string{"Ida"}}))

		Expect(headersOf(f, "GET")).To(Equal(http.Header{"X-Total": {"0"}}))
	})

	It("have no blanks around them, which HTTP/2 forbids (RFC 9113, section 8.2.1)", func() {
		f := newFixture()
		register(f, "GET /x", resultOf(paged{Note: " \tn n ", Links: []string{" </a>"}}))

		h := f.get("/x").Header()

		Expect(h).To(And(HaveKeyWithValue("X-Note", []string{"n n"}), HaveKeyWithValue("Link", []string{"</a>"})))
	})

	It("are none of a nil pointer", func() {
		f := newFixture()
		register(f, "GET /x", resultOf[*paged](nil))

		Expect(f.get("/x").Header()).To(Equal(http.Header{"X-Request-Id": {"id-1"}}))
	})

	It("leave the cookies alone that others have set", func() {
		f := newFixture()
		f.BeforeFunctionCall(func(c *router.Context, next func() error) error {
			http.SetCookie(c.ResponseWriter(), &http.Cookie{Name: "own", Value: "1"})
			return next()
		})
		register(f, "GET /x", resultOf(full()))

		Expect(headersOf(f, "GET")["Set-Cookie"]).To(HaveExactElements("own=1", HavePrefix("theme="), HavePrefix("session=")))
	})

	It("are seen by hooks, and forgotten with a result that a hook replaces", func() {
		f := newFixture()
		f.BeforeRender("OTHER", func(c *router.Context, next func() error) error { c.SetResult(1); return next() })
		f.BeforeResponse("SEE", func(c *router.Context, next func() error) error {
			Expect(c.Response().Header.Get("X-Total")).To(Equal("9"))
			return next()
		})
		register(f, "GET OTHER /x", resultOf(full()))
		register(f, "POST SEE /x", router.With(resultOf(full()), router.OperationID("see")))

		Expect(f.get("/x").Header()).NotTo(HaveKey("X-Total"))
		Expect(headersOf(f, "POST")).To(HaveKey("X-Total"))
	})

	It("are not sent with an error", func() {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, _ func() error) error { return c.Error(403, "no") })
		register(f, "GET /x", resultOf(full()))

		Expect(f.get("/x").Header()).NotTo(Or(HaveKey("X-Total"), HaveKey("Set-Cookie")))
	})

	DescribeTable("are a logged 500 where no header can be that",
		func(v any, why string) {
			f := newFixture()
			register(f, "GET /x", v)

			expectProblem(f.get("/x"), 500, "")

			Expect(f.log.String()).To(ContainSubstring(why))
		},
		Entry("two lines", resultOf(paged{Note: "a\r\nSet-Cookie: a=1"}), "which no header can be"),
		Entry("a cookie of two", resultOf(paged{Theme: &http.Cookie{Value: "a;b"}}), "the cookie theme: "),
	)

	It("are in the description, and not in the body", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		register(f, "GET /x", resultOf(full()))
		doc := parse(f.get("/openapi.json").Body.String())

		Expect(at(doc, "paths", "/x", "get", "responses", "200", "headers")).To(Equal(parse(`{
			"X-Host": {"schema": {"type": "string"}}, "X-Total": {"description": "How many there are.", "schema": {"type": "integer", "format": "int64"}},
			"X-Next": {"schema": {"type": "integer", "format": "int64"}}, "Last-Modified": {"schema": {"type": "string"}},
			"Link": {"schema": {"type": "array", "items": {"type": "string"}}}, "X-Note": {"schema": {"type": "string"}},
			"Set-Cookie": {"description": "Cookies: ` + "`theme` of the page; `session`" + `", "schema": {"type": "string"}}
		}`)))
		Expect(at(doc, "components", "schemas", "paged", "properties")).To(HaveLen(1))
	})

	DescribeTable("do not start where they cannot be sent",
		func(fn any, why string) {
			f := newFixture()
			register(f, "GET /x", fn)

			Expect(f.mistakes()).To(ConsistOf(ContainSubstring(why)))
		},
		Entry("a map", resultOf(struct {
			M map[string]int `json:"-" header:"X-M"`
		}{}), "a map[string]int is no header"),
		Entry("no name", resultOf(struct {
			M string `json:"-" header:""`
		}{}), `"" is no name`),
		Entry("a name with a blank", resultOf(&struct {
			M string `json:"-" header:"a b"`
		}{}), `"a b" is no name`),
		Entry("the header of the body", resultOf(struct {
			M string `json:"-" header:"content-type"`
		}{}), "the router sets Content-Type itself"),
		Entry("a cookie that is a text", resultOf(struct {
			M string `json:"-" cookie:"m"`
		}{}), "a cookie is a *http.Cookie"),
		Entry("one header twice", resultOf(struct {
			M string `json:"-" header:"x-m"`
			N string `json:"-" header:"X-M"`
		}{}), "X-M is there twice"),
		Entry("one in an embedded pointer", resultOf(struct{ *Sealed }{}), `it stands in an embedded pointer, which may be nil: embed the struct itself`),
		Entry("both", resultOf(struct {
			M string `json:"-" header:"x-m" cookie:"m"`
		}{}), "it is a header or a cookie, not both"),
	)

	It("are members of the body without the tag json", func() {
		f := newFixture()
		register(f, "GET /x", resultOf(struct {
			Tenant string `header:"X-Tenant"`
		}{"a"}))

		Expect(f.get("/x").Body.String()).To(Equal(`{"Tenant":"a"}`))
		Expect(f.get("/x").Header()).NotTo(HaveKey("X-Tenant"))
	})
})

var _ = Describe("A hook of beforeRender", func() {
	It("finds the headers of the result behind its next, and may change them", func() {
		type sealed struct {
			ID   int    `json:"id"`
			Seal string `json:"-" header:"X-Seal"`
		}
		f := newFixture()
		var seen []string
		f.BeforeRender(func(c *router.Context, next func() error) error {
			err := next()
			seen = c.Response().Header["X-Seal"]
			c.Response().Header.Set("X-Seal", "broken")
			return err
		})
		register(f, "GET /x", resultOf(sealed{1, "wax"}))

		w := f.get("/x")

		Expect(seen).To(Equal([]string{"wax"}))
		Expect(w.Header().Get("X-Seal")).To(Equal("broken"))
	})
})
