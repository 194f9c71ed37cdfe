package router_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type level int

var _ = Describe("Results", func() {
	type outcome struct {
		fn       any
		status   int
		body     string
		location string
	}
	DescribeTable("are answered by their type",
		func(o outcome) {
			f := newFixture()
			register(f, "GET /x", o.fn)

			w := f.get("/x")

			Expect(w.Code).To(Equal(o.status))
			Expect(w.Body.String()).To(Equal(o.body))
			Expect(w.Header().Get("Location")).To(Equal(o.location))
			if o.body == "" {
				Expect(w.Header()).NotTo(HaveKey("Content-Type"))
			}
		},
		Entry("a record: 200", outcome{router.F0(func(*router.Context) (user, error) { return user{1, "<Ida>"}, nil }), 200, `{"id":1,"name":"<Ida>"}`, ""}),
		Entry("None: 204", outcome{router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }), 204, "", ""}),
		Entry("a nil pointer: 204", outcome{router.F0(func(*router.Context) (*user, error) { return nil, nil }), 204, "", ""}),
		Entry("nothing rendered: 204", outcome{func(*router.Context) error { return nil }, 204, "", ""}),
		Entry("rendered nil: 204", outcome{func(c *router.Context) error { return c.Render(nil) }, 204, "", ""}),
		Entry("a nil slice: an empty list", outcome{func(*router.Context) ([]user, error) { return nil, nil }, 200, "[]", ""}),
		Entry("a nil map: an empty object", outcome{func(*router.Context) (map[string]int, error) { return nil, nil }, 200, "{}", ""}),
		Entry("Created: 201 with Location", outcome{router.F0(func(*router.Context) (router.Created[user], error) {
			return router.Created[user]{Value: user{7, "Ida"}, Location: "/user/7"}, nil
		}), 201, `{"id":7,"name":"Ida"}`, "/user/7"}),
		Entry("Created None: 201 without a body", outcome{router.F0(func(*router.Context) (router.Created[router.None], error) {
			return router.Created[router.None]{Location: "/user/7"}, nil
		}), 201, "", "/user/7"}),
		Entry("Created at an address with other letters: escaped", outcome{resultOf(router.Created[router.None]{Location: "/user/Ida ü?a=1"}), 201, "", "/user/Ida%20%C3%BC?a=1"}),
		Entry("a handler that writes nothing: 200", outcome{http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), 200, "", ""}),
	)

	DescribeTable("path values convert to every kind of argument",
		func(fn any, value, body string) {
			f := newFixture()
			register(f, "GET /x/:v", fn)

			Expect(f.get("/x/" + value).Body.String()).To(Equal(body))
		},
		Entry("int", func(_ *router.Context, v int) (int, error) { return v, nil }, "-7", "-7"),
		Entry("int8", func(_ *router.Context, v int8) (int8, error) { return v, nil }, "-128", "-128"),
		Entry("uint64", router.F1(func(_ *router.Context, v uint64) (uint64, error) { return v, nil }), "18446744073709551615", "18446744073709551615"),
		Entry("float32", router.F1(func(_ *router.Context, v float32) (float32, error) { return v, nil }), "1.5", "1.5"),
		Entry("float64", router.F1(func(_ *router.Context, v float64) (float64, error) { return v, nil }), "1e3", "1000"),
		Entry("bool", router.F1(func(_ *router.Context, v bool) (bool, error) { return v, nil }), "true", "true"),
		Entry("a time in small letters", router.F1(func(_ *router.Context, v time.Time) (time.Time, error) { return v, nil }), "2026-01-02t03:04:05z", `"2026-01-02T03:04:05Z"`),
		Entry("a named int", router.F1(func(_ *router.Context, v level) (level, error) { return v, nil }), "3", "3"),
		Entry("a number of JSON", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "1.50", "1.50"),
		Entry("a number of JSON that no float holds", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "-1e400", "-1e400"),
		Entry("bytes", router.F1(func(_ *router.Context, v []byte) (string, error) { return string(v), nil }), "aGk=", `"hi"`),
		Entry("a TextUnmarshaler", router.F1(func(_ *router.Context, v netip.Addr) (netip.Addr, error) { return v, nil }), "::1", `"::1"`),
		Entry("a TextUnmarshaler of a plain function", func(_ *router.Context, v netip.Addr) (netip.Addr, error) { return v, nil }, "10.0.0.1", `"10.0.0.1"`),
		Entry("a value for an HTTP handler", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write([]byte(r.PathValue("v"))) }, "a%2Fb", "a/b"),
	)

	DescribeTable("path values that do not convert are 400 and named",
		func(fn any, value, detail string) {
			f := newFixture()
			register(f, "GET /x/:count", fn)

			expectProblem(f.get("/x/"+value), 400, `path parameter "count": `+detail)
		},
		Entry("text for int", func(_ *router.Context, _ int) error { return nil }, "abc", `"abc" is not an integer`),
		Entry("out of range", router.F1(func(_ *router.Context, v int32) (int32, error) { return v, nil }), "2147483648", `"2147483648" is not an integer from -2147483648 to 2147483647`),
		Entry("a sign for uint64", router.F1(func(_ *router.Context, v uint64) (uint64, error) { return v, nil }), "-1", `"-1" is not an integer from 0 to 18446744073709551615`),
		Entry("infinity", router.F1(func(_ *router.Context, v float64) (float64, error) { return v, nil }), "Inf", `"Inf" is not a finite number`),
		Entry("an underscore", router.F1(func(_ *router.Context, v float64) (float64, error) { return v, nil }), "1_000", `"1_000" is not a number`),
		Entry("a hexadecimal number", router.F1(func(_ *router.Context, v float32) (float32, error) { return v, nil }), "0x1p3", `"0x1p3" is not a number`),
		Entry("a time with one digit", router.F1(func(_ *router.Context, v time.Time) (time.Time, error) { return v, nil }), "2026-01-02T3:04:05Z", `"2026-01-02T3:04:05Z" is not a date and time (RFC 3339)`),
		Entry("text for a number of JSON", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "abc", `"abc" is not a number`),
		Entry("a sign for a number of JSON", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "+1", `"+1" is not a number`),
		Entry("a blank behind a number of JSON", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "1%20", `"1 " is not a number`),
		Entry("a blank in front of one", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "%201", `" 1" is not a number`),
		Entry("another value of JSON for one", router.F1(func(_ *router.Context, v json.Number) (json.Number, error) { return v, nil }), "true", `"true" is not a number`),
		Entry("text for bytes", router.F1(func(_ *router.Context, v []byte) (string, error) { return string(v), nil }), "a", `"a" is not base64 (RFC 4648)`),
		Entry("a word for bool", router.F1(func(_ *router.Context, v bool) (bool, error) { return v, nil }), "yes", `"yes" is not true or false`),
	)

	DescribeTable("follow the Accept header",
		func(accept string, status int, mediaType string) {
			f := newFixture()
			f.Register(router.Controllers{"GET /text": func(c *router.Context) error { return c.Render("hi") }})

			w := f.get("/text", "Accept", accept)

			Expect(w.Code).To(Equal(status))
			Expect(w.Header().Get("Content-Type")).To(Equal(mediaType))
		},
		Entry("anything: JSON", "*/*", 200, "application/json"),
		Entry("nothing said: JSON", "", 200, "application/json"),
		Entry("text", "text/plain", 200, "text/plain; charset=utf-8"),
		Entry("text preferred", "application/json;q=0.5, text/plain", 200, "text/plain; charset=utf-8"),
		Entry("JSON preferred", "text/plain;q=0.5, application/*;q=0.6", 200, "application/json"),
		Entry("equals: JSON", "text/plain, application/json", 200, "application/json"),
		Entry("the specific range wins", "*/*, application/json;q=0", 200, "text/plain; charset=utf-8"),
		Entry("a browser", "text/html,application/xhtml+xml,*/*;q=0.8", 200, "application/json"),
		Entry("neither", "image/png", 406, "application/problem+json"),
		Entry("all excluded", "*/*;q=0", 406, "application/problem+json"),
		Entry("without a range: ignored", ";;;", 200, "application/json"),
		Entry("empty elements: ignored", ", ,text/plain,,", 200, "text/plain; charset=utf-8"),
		Entry("empty parameters: readable", "text/plain;;", 200, "text/plain; charset=utf-8"),
		Entry("a range without names: ignored", "/", 200, "application/json"),
		Entry("a range with half a name: ignored", "text/, /plain", 200, "application/json"),
		Entry("a range of three: ignored", "image/png/x", 200, "application/json"),
		Entry("a name that is no token: ignored", "image png/x", 200, "application/json"),
		Entry("a weight that is no number: ignored", "text/plain;q=high", 200, "application/json"),
		Entry("a weight of nothing: ignored", "text/plain;q=", 200, "application/json"),
		Entry("a weight that no number is: ignored", "text/plain;q=NaN", 200, "application/json"),
		Entry("a weight above 1: ignored", "text/plain;q=1.5", 200, "application/json"),
		Entry("a weight below 0: ignored", "*/*;q=-1", 200, "application/json"),
		Entry("what can be read beside what cannot", "application/json;q=x, text/plain;q=0.1", 200, "text/plain; charset=utf-8"),
	)

	It("are refused before the function is called when no format fits", func() {
		f, called := newFixture(), false
		register(f, "POST /x", router.F0(func(*router.Context) (user, error) { called = true; return user{}, nil }))

		expectProblem(f.do("POST", "/x", "", "Accept", "image/png"), 406, "the answer is one of [application/json]")
		Expect(called).To(BeFalse())
	})

	DescribeTable("are not refused before the function is called where only it knows what it answers with",
		func(answer func(*router.Context) (any, error), status int, mediaType string) {
			f := newFixture()
			f.Register(router.Controllers{
				"GET /any": router.F0(answer),
				"GET /plain": func(c *router.Context) error {
					v, err := answer(c)
					return errors.Join(err, c.Render(v))
				},
			})

			for _, target := range []string{"/plain", "/any"} {
				w := f.get(target, "Accept", "image/png")

				Expect(w.Code).To(Equal(status), w.Body.String())
				Expect(w.Header().Get("Content-Type")).To(Equal(mediaType))
			}
		},
		Entry("what it writes itself", func(c *router.Context) (any, error) {
			c.ResponseWriter().Header().Set("Content-Type", "image/png")
			_, err := c.ResponseWriter().Write(png.Data)
			return nil, err
		}, 200, "image/png"),
		Entry("bytes", func(*router.Context) (any, error) { return png, nil }, 200, "image/png"),
		Entry("nothing", func(*router.Context) (any, error) { return nil, nil }, 204, ""),
		Entry("an error", func(c *router.Context) (any, error) { return nil, c.Error(404, "no such image") }, 404, "application/problem+json"),
		Entry("and only data is refused", func(*router.Context) (any, error) { return user{}, nil }, 406, "application/problem+json"),
	)

	It("are not refused when a write has been done", func() {
		f := newFixture()
		f.Register(router.Controllers{"POST /plain": func(c *router.Context) error { return c.Render(user{}) }})

		w := f.do("POST", "/plain", "", "Accept", "image/png")

		Expect(w.Code).To(Equal(200), w.Body.String())
		Expect(w.Header().Get("Content-Type")).To(Equal("application/json"))
	})

	It("are refused in text for those who accept only that", func() {
		f := newFixture()
		register(f, "POST /x", router.F0(func(*router.Context) (user, error) { return user{}, nil }))

		w := f.do("POST", "/x", "", "Accept", "text/plain")

		Expect(w.Code).To(Equal(406))
		Expect(w.Header().Get("Content-Type")).To(Equal("text/plain; charset=utf-8"))
		Expect(w.Body.String()).To(Equal("Not Acceptable: the answer is one of [application/json]\nrequest " + w.Header().Get("X-Request-Id") + "\n"))
	})

	It("of an HTTP handler answer HEAD with the headers of GET", func() {
		f := newFixture()
		register(f, "GET /x", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<p>hi")) })

		w := f.do("HEAD", "/x", "")

		Expect(w.Body.Len()).To(BeZero())
		Expect(w.Header()).To(And(HaveKeyWithValue("Content-Length", []string{"5"}), HaveKeyWithValue("Content-Type", []string{"text/html; charset=utf-8"})))
	})

	for name, engine := range engines {
		It("of an HTTP handler that flushes tell HEAD no length, as they tell GET none (RFC 9110, section 8.6), on "+name, func() {
			f := newFixture(router.WithEngine(engine()))
			register(f, "GET /x", func(w http.ResponseWriter, _ *http.Request) {
				_, _ = w.Write([]byte("<p>"))
				w.(http.Flusher).Flush()
				_, _ = w.Write([]byte("hi"))
			})

			w := f.do("HEAD", "/x", "")

			Expect(w.Body.Len()).To(BeZero())
			Expect(w.Header()).To(And(Not(HaveKey("Content-Length")), HaveKeyWithValue("Content-Type", []string{"text/html; charset=utf-8"})))
		})
	}

	It("of an HTTP handler keep the first of two statuses", func() {
		f := newFixture()
		register(f, "GET /x", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(201)
			w.WriteHeader(500)
		})

		Expect(f.get("/x").Code).To(Equal(201))
	})
})

var png = router.Bytes{MediaType: "image/png", Data: []byte("\x89PNG\r\n")}

var _ = Describe("Bytes", func() {
	It("are sent as they are, whatever the client accepts", func() {
		f := newFixture()
		register(f, "GET /x", resultOf(png))

		w := f.get("/x", "Accept", "text/html")

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Body.Bytes()).To(Equal(png.Data))
		Expect(w.Header()).To(Equal(http.Header{"Content-Type": {"image/png"}, "X-Content-Type-Options": {"nosniff"}, "X-Request-Id": {"id-1"}}))
	})

	It("are sent as bytes that nothing is known of unless they say more, never as what they look like", func() {
		f := newFixture()
		register(f, "GET /x", func(c *router.Context) error { return c.Render(router.Bytes{Data: []byte("<script>")}) })

		Expect(f.get("/x").Header()).To(HaveKeyWithValue("Content-Type", []string{"application/octet-stream"}))
	})

	It("are a body that hooks see", func() {
		f := newFixture()
		f.BeforeResponse(func(c *router.Context, next func() error) error {
			c.Response().Body = c.Response().Body[:4]
			return next()
		})
		register(f, "GET /x", resultOf(png))

		Expect(f.get("/x").Body.String()).To(Equal("\x89PNG"))
		Expect(f.do("HEAD", "/x", "").Header()).To(HaveKeyWithValue("Content-Length", []string{"4"}))
	})

	It("are of the media types that Produces names, for clients that accept one of them", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", router.With(resultOf(png), router.Produces("image/png", "image/jpeg")))
		register(f, "GET /other", router.With(resultOf(png), router.Produces("image/gif")))
		register(f, "GET /any", resultOf(png))

		expectProblem(f.get("/x", "Accept", "text/html"), http.StatusNotAcceptable, "the answer is one of [image/png image/jpeg]")
		Expect(f.get("/x", "Accept", "image/*").Code).To(Equal(http.StatusOK))
		Expect(f.get("/any", "Accept", "text/html").Code).To(Equal(http.StatusOK))
		Expect(f.get("/other").Code).To(Equal(http.StatusInternalServerError), "a test learns of another one")
	})
})

var _ = Describe("Redirect", func() {
	DescribeTable("sends the client elsewhere, without a body",
		func(to router.Redirect, status int, location string) {
			f := newFixture(router.WithEnvironment(router.Test))
			register(f, "POST /x", resultOf(to))

			w := f.do("POST", "/x", "")

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.Len()).To(BeZero())
			Expect(w.Header()).To(Equal(http.Header{"Location": {location}, "X-Request-Id": {"id-1"}}))
		},
		Entry("to be fetched with GET", router.Redirect{To: "/users/7"}, 303, "/users/7"),
		Entry("relative to the request", router.Redirect{To: "../y?a=1#b"}, 303, "../y?a=1#b"),
		Entry("for good", router.Redirect{To: "https://app.example/", Status: 308}, 308, "https://app.example/"),
		Entry("with letters that are not ASCII", router.Redirect{To: "/über uns"}, 303, "/%C3%BCber%20uns"),
		Entry("with what no address holds", router.Redirect{To: "/a?q=\"<{|}>^`"}, 303, "/a?q=%22%3C%7B%7C%7D%3E%5E%60"),
		Entry("with a backslash, which browsers take for a slash", router.Redirect{To: `/\evil.example/`}, 303, "/%5Cevil.example/"),
	)

	DescribeTable("is a logged 500 where nobody can go",
		func(to router.Redirect, why string) {
			f := newFixture()
			register(f, "GET /x", resultOf(to))

			expectProblem(f.get("/x"), 500, "")

			Expect(f.log.String()).To(ContainSubstring(why))
		},
		Entry("without an address", router.Redirect{}, "it is no address of a page"),
		Entry("to two lines", router.Redirect{To: "/a\r\nSet-Cookie: a=1"}, "it is no address of a page"),
		Entry("to a script", router.Redirect{To: "javascript:alert(1)"}, "it is no address of a page"),
		Entry("with a status of another meaning", router.Redirect{To: "/", Status: 304}, "status 304 is none of 301, 302, 303, 307 and 308"),
	)
})

var _ = Describe("A result that may be nil", func() {
	DescribeTable("is described as such, which the environment of tests compares with",
		func(fn any, described ...string) {
			f := newFixture(router.WithEnvironment(router.Test), router.WithDocument("/openapi.json"))
			register(f, "GET /x", fn)

			Expect(f.get("/x").Code).To(Equal(204))
			responses := at(parse(f.get("/openapi.json").Body.String()), "paths", "/x", "get", "responses").(map[string]any)
			Expect(slices.Sorted(maps.Keys(responses))).To(Equal(described))
		},
		Entry("a pointer that is said to be nil at times", router.With(resultOf[*user](nil), router.Status(204, "No user yet")), "200", "204", "default"),
		Entry("anything", resultOf[any](nil), "200", "204", "default"),
		Entry("nobody knows which", func(*router.Context) error { return nil }, "200", "204", "default"),
		Entry("None, which is always nil", resultOf(router.None{}), "204", "default"),
	)

	It("is a mistake of a function that returns a pointer and does not say so", func() {
		f := newFixture(router.WithEnvironment(router.Test))
		register(f, "GET /x", resultOf[*user](nil))

		expectProblem(f.get("/x"), 500, "the response is not what the description says: status 204 is not documented")
	})
})

var _ = Describe("Results that are no data", func() {
	It("are in the description", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Register(router.Controllers{
			"GET /any":     router.With(resultOf(png), router.OperationID("any")),
			"GET /picture": router.With(resultOf(png), router.OperationID("picture"), router.Produces("image/png")),
			"GET /old":     router.With(resultOf(router.Redirect{}), router.OperationID("old")),
		})
		response := func(path, status string) any {
			return at(parse(f.get("/openapi.json").Body.String()), "paths", path, "get", "responses", status)
		}

		Expect(response("/any", "200")).To(Equal(parse(`{"description": "OK", "content": {"*/*": {"schema": {}}}}`)))
		Expect(response("/picture", "200")).To(Equal(parse(`{"description": "OK", "content": {"image/png": {"schema": {}}}}`)))
		Expect(response("/old", "3XX")).To(Equal(parse(`{"description": "Elsewhere", "headers": {"Location": {"description": "Where to go on", "schema": {"type": "string", "format": "uri-reference"}}}}`)))
		Expect(at(parse(f.get("/openapi.json").Body.String()), "components")).NotTo(HaveKey("headers"))
	})

	DescribeTable("do not start where they cannot be meant",
		func(fn any, why string) {
			f := newFixture()
			register(f, "GET /x", fn)

			Expect(f.mistakes()).To(ConsistOf(ContainSubstring(why)))
		},
		Entry("a pointer to bytes", resultOf(&png), "result *router.Bytes: return a router.Bytes itself"),
		Entry("a pointer to bytes of a plain function", func(*router.Context) (*router.Bytes, error) { return &png, nil }, "result *router.Bytes: return a router.Bytes itself"),
		Entry("a redirect that was made", resultOf(router.Created[router.Redirect]{}), "return a router.Redirect itself"),
		Entry("a pointer to what was made", resultOf(&router.Created[user]{}), "result *router.Created[github.com/trefoil-go/trefoil/modules/router_test.user]: return a"),
		Entry("what was made of what was made", resultOf(router.Created[router.Created[int]]{}), "return a router.Created[int] itself"),
		Entry("media types of data", router.With(resultOf(1), router.Produces("image/png")), "Produces is for functions that return router.Bytes or router.Content"),
		Entry("a media type that is none", router.With(resultOf(png), router.Produces("png")), `Produces: "png" is no media type such as image/png`),
		Entry("a range of media types", router.With(resultOf(png), router.Produces("image/*")), `Produces: "image/*" is no media type such as image/png`),
	)
})
