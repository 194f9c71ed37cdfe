package flagpack_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

// corsOn is a router with routes that pages of other origins may read, and others.
func corsOn(engine router.Engine, o flagpack.CORSOptions) *fixture {
	f := newFixture(router.WithEngine(engine))
	f.Install(flagpack.CORS("CORS", o), flagpack.Basic("AUTH", router.NewKey[string]("user"), login))
	f.Register(router.Controllers{
		"GET CORS /x":           func(c *router.Context) error { return c.Render("text") },
		"PUT CORS AUTH /x":      func(c *router.Context) error { return c.Render(1) },
		"DELETE /x":             func(c *router.Context) error { return c.Render(1) },
		"GET CORS /failing":     func(c *router.Context) error { return c.Error(http.StatusTeapot, "no") },
		"GET CORS /written":     func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("own")) },
		"GET CORS /users/:id":   router.F1(func(_ *router.Context, _ string) (int, error) { return 1, nil }),
		"DELETE CORS /users/me": func(c *router.Context) error { return c.Render(1) },
		"GET /users/none":       func(c *router.Context) error { return c.Render(1) },
		"GET CORS /own":         func(c *router.Context) error { return c.Render(1) },
		"OPTIONS /own":          func(c *router.Context) error { return c.Render("mine") },
		"GET CORS /files/*rest": router.F1(func(_ *router.Context, _ string) (int, error) { return 1, nil }),
	})
	return f
}

const page = "https://app.example"

// ofCORS are the headers of an answer that CORS has set, by the names behind
// "Access-Control-", and Vary.
func ofCORS(w *httptest.ResponseRecorder) map[string]string {
	found := map[string]string{}
	for name, values := range w.Header() {
		if short, ok := strings.CutPrefix(name, "Access-Control-"); ok || name == "Vary" {
			found[short] = strings.Join(values, ", ")
		}
	}
	return found
}

func (f *fixture) preflight(target, origin, method string, headers ...string) map[string]string {
	GinkgoHelper()
	w := f.do(http.MethodOptions, target, append(headers, "Origin", origin, "Access-Control-Request-Method", method)...)
	Expect(w.Code).To(Equal(http.StatusNoContent))
	return ofCORS(w)
}

var _ = Describe("CORS", func() {
	named := flagpack.CORSOptions{Origins: []string{"http://localhost:3000", page}}
	all := flagpack.CORSOptions{
		Origins: []string{page}, Credentials: true, Headers: []string{"Content-Type", "X-Own"}, Expose: []string{"ETag", "Location"}, MaxAge: 90 * time.Second,
	}

	onEngines("lets", func(engine func() router.Engine) {
		It("pages of named origins read, and nobody else", func() {
			f := corsOn(engine(), named)

			w := f.get("/x", "Origin", page)
			Expect(w.Body.String()).To(Equal(`"text"`))
			Expect(ofCORS(w)).To(Equal(map[string]string{"Allow-Origin": page, "Vary": "Origin, Accept"}))
			Expect(ofCORS(f.get("/x", "Origin", "https://other.example"))).To(Equal(map[string]string{"Vary": "Origin, Accept"}))
			Expect(ofCORS(f.get("/x"))).To(Equal(map[string]string{"Vary": "Origin, Accept"}))
			Expect(ofCORS(f.do("DELETE", "/x", "Origin", page))).To(BeEmpty())
		})

		It("them read errors, and what a handler writes itself", func() {
			f := corsOn(engine(), named)

			for target, status := range map[string]int{"GET /failing": 418, "GET /written": 200, "PUT /x": 401, "GET /users/%FF": 400} {
				method, path, _ := strings.Cut(target, " ")
				w := f.do(method, path, "Origin", page)

				Expect(w.Code).To(Equal(status), target)
				Expect(ofCORS(w)).To(HaveKeyWithValue("Allow-Origin", page), target)
				Expect(ofCORS(w)).To(HaveKeyWithValue("Vary", HaveSuffix("Origin")), target)
			}
		})

		It("them ask before they ask, without being logged in", func() {
			f := corsOn(engine(), all)

			Expect(f.preflight("/x", page, "PUT")).To(Equal(map[string]string{
				"Allow-Origin": page, "Allow-Credentials": "true", "Allow-Methods": "PUT", "Allow-Headers": "Content-Type, X-Own", "Max-Age": "90",
				"Vary": "Access-Control-Request-Method, Origin",
			}))
		})

		DescribeTable("them ask for what has the flag",
			func(path, method string, allowed bool) {
				answer := corsOn(engine(), named).preflight(path, page, method)

				Expect(answer["Allow-Methods"] == method).To(Equal(allowed))
				Expect(answer["Allow-Origin"] == page).To(Equal(allowed))
			},
			Entry("a route", "/x", "GET", true),
			Entry("HEAD, which is GET", "/x", "HEAD", true),
			Entry("not a route without it", "/x", "DELETE", false),
			Entry("not a method without a route", "/x", "PATCH", false),
			Entry("not a method in lower case", "/x", "put", false),
			Entry("a route with a parameter", "/users/1", "GET", true),
			Entry("a route beside a more specific one of another method", "/users/me", "GET", true),
			Entry("that more specific one", "/users/me", "DELETE", true),
			Entry("not a more specific one without it", "/users/none", "GET", false),
			Entry("a catch-all", "/files/a/b", "GET", true),
			Entry("an escaped path", "/%78", "GET", true),
		)

		It("a route that answers OPTIONS itself do so", func() {
			f := corsOn(engine(), named)

			w := f.do(http.MethodOptions, "/own", "Origin", page, "Access-Control-Request-Method", "GET")

			Expect(w.Body.String()).To(Equal(`"mine"`))
			Expect(ofCORS(w)).NotTo(HaveKey("Allow-Origin"))
		})
	})

	DescribeTable("names who may read", func(o flagpack.CORSOptions, origin string, want map[string]string) {
		Expect(ofCORS(corsOn(trierouter.Engine(), o).get("/written", "Origin", origin))).To(Equal(want))
	},
		Entry("everybody", flagpack.CORSOptions{Origins: []string{"*"}}, page, map[string]string{"Allow-Origin": "*"}),
		Entry("everybody, a page without an origin too", flagpack.CORSOptions{Origins: []string{"*"}}, "null", map[string]string{"Allow-Origin": "*"}),
		Entry("nobody who lists several", named, page+", "+page, map[string]string{"Vary": "Origin"}),
		Entry("with credentials and what may be read", all, page,
			map[string]string{"Allow-Origin": page, "Allow-Credentials": "true", "Expose-Headers": "ETag, Location", "Vary": "Origin"}),
		Entry("nobody in other letters", named, "https://APP.example", map[string]string{"Vary": "Origin"}),
		Entry("nobody at another port", named, page+":8443", map[string]string{"Vary": "Origin"}),
		Entry("nobody whose name begins alike", named, page+".evil.example", map[string]string{"Vary": "Origin"}),
		Entry("nobody without an origin", named, "null", map[string]string{"Vary": "Origin"}),
		Entry("whom a function allows", flagpack.CORSOptions{Allow: func(o string) bool { return strings.HasSuffix(o, ".example") }}, page,
			map[string]string{"Allow-Origin": page, "Vary": "Origin"}),
		Entry("whom a list allows beside a function", flagpack.CORSOptions{Origins: []string{page}, Allow: func(string) bool { return false }}, page,
			map[string]string{"Allow-Origin": page, "Vary": "Origin"}),
		Entry("nobody whom a function does not allow", flagpack.CORSOptions{Allow: func(string) bool { return false }}, page, map[string]string{"Vary": "Origin"}),
	)

	It("believes no two origins of one request", func() {
		Expect(ofCORS(corsOn(trierouter.Engine(), named).get("/written", "Origin", page, "Origin", "https://other.example"))).To(Equal(map[string]string{"Vary": "Origin"}))
	})

	It("says nothing to OPTIONS that is no preflight", func() {
		f := corsOn(trierouter.Engine(), named)

		Expect(ofCORS(f.do(http.MethodOptions, "/x", "Origin", page))).To(BeEmpty())
		Expect(ofCORS(f.do(http.MethodOptions, "/x", "Access-Control-Request-Method", "GET"))).To(BeEmpty())
		Expect(f.do(http.MethodOptions, "/nothing", "Origin", page, "Access-Control-Request-Method", "GET").Code).To(Equal(http.StatusNotFound))
	})

	It("lets nobody into private networks", func() {
		Expect(corsOn(trierouter.Engine(), all).preflight("/x", page, "PUT", "Access-Control-Request-Private-Network", "true")).NotTo(HaveKey("Allow-Private-Network"))
	})

	It("keeps the origin among what a cached answer varies by", func() {
		for _, flags := range []string{"CACHE CORS", "CORS CACHE"} {
			f := newFixture()
			f.Install(flagpack.CORS("CORS", named), flagpack.Cache("CACHE", flagpack.CacheOptions{}))
			f.register("GET "+flags+" /x", func(c *router.Context) error { return c.Render("text") })
			tag := f.get("/x").Header().Get("ETag")

			w := f.get("/x", "Origin", page, "If-None-Match", tag)

			Expect(w.Code).To(Equal(http.StatusNotModified), flags)
			Expect(w.Header()).To(HaveKeyWithValue("Access-Control-Allow-Origin", []string{page}), flags)
			Expect(strings.Join(w.Header().Values("Vary"), ", ")).To(And(ContainSubstring("Origin"), ContainSubstring("Accept")), flags)
		}
	})

	It("keeps the origin among what an error in the place of a cached answer varies by", func() {
		f := newFixture()
		f.Install(flagpack.CORS("CORS", named), flagpack.Cache("CACHE", flagpack.CacheOptions{}))
		f.BeforeResponse("CLOSED", func(c *router.Context, _ func() error) error { return c.Error(http.StatusNotFound, "closed") })
		f.register("GET CORS CACHE CLOSED /x", func(c *router.Context) error { return c.Render("text") })

		w := f.get("/x", "Origin", page)

		Expect(w.Code).To(Equal(http.StatusNotFound))
		Expect(ofCORS(w)).To(Equal(map[string]string{"Allow-Origin": page, "Vary": "Origin, Accept"}))
	})

	DescribeTable("says in the description who may read", func(o flagpack.CORSOptions, who string) {
		Expect(corsOn(trierouter.Engine(), o).description()["x-flags"]).To(HaveKeyWithValue("CORS", "Pages of "+who+" may read the answers in a browser (CORS)."))
	},
		Entry("named origins", named, "http://localhost:3000, https://app.example"),
		Entry("all origins", flagpack.CORSOptions{Origins: []string{"*"}}, "all origins"),
		Entry("those of a function", flagpack.CORSOptions{Allow: func(string) bool { return true }}, "origins that the server knows"),
		Entry("both", flagpack.CORSOptions{Origins: []string{page}, Allow: func(string) bool { return true }}, "https://app.example and others that the server knows"),
	)

	It("answers with a logged 500 where the function panics that decides", func() {
		f := &fixture{}
		f.Router = router.New(router.WithLogger(slog.New(slog.NewTextHandler(&f.log, nil))))
		f.Install(flagpack.CORS("CORS", flagpack.CORSOptions{Allow: func(string) bool { panic("no list") }}))
		f.register("GET CORS /x", func(c *router.Context) error { return c.Render(1) })

		for _, method := range []string{http.MethodGet, http.MethodOptions} {
			expectProblem(f.do(method, "/x", "Origin", page, "Access-Control-Request-Method", "GET"), http.StatusInternalServerError, "")
		}
		Expect(strings.Count(f.log.String(), "request failed")).To(Equal(2))
	})

	It("says the same to all where all may read, so that a cache may keep it for all", func() {
		f := corsOn(trierouter.Engine(), flagpack.CORSOptions{Origins: []string{"*"}, Expose: []string{"ETag"}})

		same := map[string]string{"Allow-Origin": "*", "Expose-Headers": "ETag"}
		Expect(ofCORS(f.get("/written"))).To(Equal(same))
		Expect(ofCORS(f.get("/written", "Origin", page))).To(Equal(same))
	})

	DescribeTable("takes", func(origin string) {
		f := newFixture()
		f.Install(flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{origin}}))
		f.register("GET CORS /", func(c *router.Context) error { return c.Render(1) })

		Expect(f.get("/", "Origin", origin).Header().Get("Access-Control-Allow-Origin")).To(Equal(origin))
	},
		Entry("a port", "http://app.example:65535"), Entry("an address", "http://127.0.0.1:8080"), Entry("one of IPv6", "https://[2001:db8::1]"),
		Entry("a host with a number", "https://1.app.example"), Entry("an extension", "chrome-extension://abcdefghijklmnop"), Entry("a host of one word", "http://localhost:3000"),
	)

	DescribeTable("panics for", func(message string, o flagpack.CORSOptions) {
		Expect(func() { flagpack.CORS("CORS", o) }).To(PanicWith("flagpack: CORS: " + message))
	},
		Entry("nobody", "nobody may ask: name Origins, or decide in Allow", flagpack.CORSOptions{}),
		Entry("all with credentials", `"*" is never with Credentials: name the Origins`, flagpack.CORSOptions{Origins: []string{"*"}, Credentials: true}),
		Entry("all and others", `"*" are all origins: it stands alone`, flagpack.CORSOptions{Origins: []string{"*", page}}),
		Entry("all and a function", `"*" are all origins: it stands alone`, flagpack.CORSOptions{Origins: []string{"*"}, Allow: func(string) bool { return true }}),
		Entry("a wildcard", `origin "https://*.example": there are no wildcards: decide in Allow`, flagpack.CORSOptions{Origins: []string{"https://*.example"}}),
		Entry("no origin", `origin "null": every page can be that: decide in Allow`, flagpack.CORSOptions{Origins: []string{"null"}}),
		Entry("a host", `origin "app.example": it is a scheme and a host, such as https://app.example`, flagpack.CORSOptions{Origins: []string{"app.example"}}),
		Entry("a slash behind it", `origin "https://app.example/": it ends behind the host and the port`, flagpack.CORSOptions{Origins: []string{page + "/"}}),
		Entry("a user", `origin "https://a@app.example": it ends behind the host and the port`, flagpack.CORSOptions{Origins: []string{"https://a@app.example"}}),
		Entry("a query", `origin "https://app.example?x": it ends behind the host and the port`, flagpack.CORSOptions{Origins: []string{page + "?x"}}),
		Entry("capitals", `origin "https://App.example": browsers write it in lower case and ASCII`, flagpack.CORSOptions{Origins: []string{"https://App.example"}}),
		Entry("letters that are not ASCII", `origin "https://ä.example": browsers write it in lower case and ASCII`, flagpack.CORSOptions{Origins: []string{"https://ä.example"}}),
		Entry("the usual port", `origin "https://app.example:443": browsers leave the usual port out`, flagpack.CORSOptions{Origins: []string{page + ":443"}}),
		Entry("zeros in front of the port", `origin "http://app.example:0080": the port is a number from 1 to 65535 without zeros in front`, flagpack.CORSOptions{Origins: []string{"http://app.example:0080"}}),
		Entry("a port above 65535", `origin "http://app.example:65536": the port is a number from 1 to 65535 without zeros in front`, flagpack.CORSOptions{Origins: []string{"http://app.example:65536"}}),
		Entry("a short address", `origin "http://127.1": browsers write an address as 127.0.0.1 or [::1]`, flagpack.CORSOptions{Origins: []string{"http://127.1"}}),
		Entry("a long address", `origin "http://[0:0::1]:8080": browsers write an address as 127.0.0.1 or [::1]`, flagpack.CORSOptions{Origins: []string{"http://[0:0::1]:8080"}}),
		Entry("all headers", `Headers: "*" is not all headers to every browser: name them`, flagpack.CORSOptions{Origins: []string{page}, Headers: []string{"*"}}),
		Entry("a header that is none", `Expose: "a b" is no name of a header`, flagpack.CORSOptions{Origins: []string{page}, Expose: []string{"a b"}}),
		Entry("a negative age", "MaxAge is negative", flagpack.CORSOptions{Origins: []string{page}, MaxAge: -1}),
	)
})
