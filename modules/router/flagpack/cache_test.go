package flagpack_test

import (
	"io"
	"iter"
	"net/http"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
)

// tagOfA is half the SHA-256 of {"v":"a"} in base64url.
const tagOfA = `"7OH6Xm9jrqcUlD53rRNM-Q"`

// cached is a router with a route that renders v.
func cached(engine router.Engine, o flagpack.CacheOptions, v any) *fixture {
	f := newFixture(router.WithEngine(engine))
	f.Install(flagpack.Cache("CACHE", o))
	f.register("GET CACHE /x", func(c *router.Context) error { return c.Render(v) })
	return f
}

var a = map[string]string{"v": "a"}

type baked struct {
	Cookie *http.Cookie `json:"-" cookie:"a"`
}

var _ = Describe("Cache", func() {
	onEngines("answers", func(engine func() router.Engine) {
		var f *fixture

		BeforeEach(func() { f = cached(engine(), flagpack.CacheOptions{MaxAge: 90 * time.Second}, a) })

		It("with an entity tag that depends on the bytes only", func() {
			w := f.get("/x")

			Expect(w.Code).To(Equal(http.StatusOK))
			Expect(w.Body.String()).To(Equal(`{"v":"a"}`))
			Expect(w.Header().Get("ETag")).To(Equal(tagOfA))
			Expect(w.Header().Get("Cache-Control")).To(Equal("private, max-age=90"))
			Expect(w.Header()).NotTo(HaveKey("Vary"))
			Expect(cached(engine(), flagpack.CacheOptions{}, map[string]string{"v": "b"}).get("/x").Header().Get("ETag")).NotTo(Equal(tagOfA))
		})

		It("HEAD like GET, without the body", func() {
			get, head := f.get("/x"), f.do(http.MethodHead, "/x")

			Expect(head.Code).To(Equal(http.StatusOK))
			Expect(head.Header().Get("Content-Length")).To(Equal("9"))
			head.Header().Del("Content-Length") // which net/http adds to GET
			Expect(head.Header()).To(Equal(get.Header()))
			Expect(head.Body.Len()).To(BeZero())
		})

		It("who has the response already with 304 and the headers that matter", func() {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				w := f.do(method, "/x", "If-None-Match", tagOfA)

				Expect(w.Code).To(Equal(http.StatusNotModified))
				Expect(w.Body.Len()).To(BeZero())
				Expect(w.Header()).To(Equal(http.Header{
					"Etag": {tagOfA}, "Cache-Control": {"private, max-age=90"}, "X-Request-Id": {"id-1"},
				}))
			}
		})

		DescribeTable("If-None-Match", func(status int, lines ...string) {
			var headers []string
			for _, line := range lines {
				headers = append(headers, "If-None-Match", line)
			}

			Expect(f.get("/x", headers...).Code).To(Equal(status))
		},
			Entry("of the tag", 304, tagOfA),
			Entry("of the tag as a weak one", 304, "W/"+tagOfA),
			Entry("of any", 304, "*"),
			Entry("of any, with space around", 304, " *\t"),
			Entry("of a list", 304, `"a", W/"b" ,`+tagOfA),
			Entry("of a list with empty elements", 304, `, ,, "a",,`+tagOfA+`, `),
			Entry("of several lines", 304, `"a"`, tagOfA),
			Entry("of a tag with a comma before", 304, `"a,b", `+tagOfA),
			Entry("of another", 200, `"a"`),
			Entry("of another of one length", 200, strings.ToLower(tagOfA)),
			Entry("of nothing", 200, ""),
			Entry("of the tag without its quotes", 200, strings.Trim(tagOfA, `"`)),
			Entry("of the tag without its last quote", 200, strings.TrimSuffix(tagOfA, `"`)),
			Entry("of the tag within another", 200, `"x`+tagOfA[1:]),
			Entry("of the tag behind a mistake", 200, `x, `+tagOfA),
			Entry("of the tag without a comma before", 200, `"a" `+tagOfA),
			Entry("of the tag as a weak one in lower case", 200, "w/"+tagOfA),
			Entry("of the tag behind one with a space", 200, `"a b", `+tagOfA),
			Entry("of the tag behind one with a control character", 200, "\"a\x7f\", "+tagOfA),
			Entry("of any in a list", 200, `"a", *`),
			Entry("of the tag behind a mistake, and in another line", 304, `x`, tagOfA),
		)

		It("errors, other statuses and other methods as if it was not there", func() {
			g := newFixture(router.WithEngine(engine()))
			g.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Hour}))
			g.Register(router.Controllers{
				"GET CACHE /missing": func(c *router.Context) error { return c.Error(http.StatusNotFound, "") },
				"GET CACHE /fine":    func(c *router.Context) error { return c.Error(http.StatusOK, "an error all the same") },
				"GET CACHE /none":    router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }),
				"GET CACHE /made":    router.F0(func(*router.Context) (router.Created[int], error) { return router.Created[int]{Value: 1}, nil }),
				"POST CACHE /x":      func(c *router.Context) error { return c.Render(a) },
				"GET CACHE /own": func(c *router.Context) error {
					_, err := c.ResponseWriter().Write([]byte("own"))
					return err
				},
			})

			for target, status := range map[string]int{"GET /missing": 404, "GET /fine": 200, "GET /none": 204, "GET /made": 201, "POST /x": 200, "GET /own": 200} {
				method, path, _ := strings.Cut(target, " ")
				w := g.do(method, path, "If-None-Match", "*")

				Expect(w.Code).To(Equal(status), target)
				Expect(w.Header()).NotTo(HaveKey("Etag"), target)
				Expect(w.Header()).NotTo(HaveKey("Cache-Control"), target)
			}
		})
	})

	DescribeTable("says in Cache-Control", func(o flagpack.CacheOptions, control string, tag types.GomegaMatcher) {
		w := cached(muxrouter.Engine(), o, a).get("/x")

		Expect(w.Header().Get("Cache-Control")).To(Equal(control))
		Expect(w.Header().Get("ETag")).To(tag)
	},
		Entry("to ask each time, when nothing is said", flagpack.CacheOptions{}, "private, no-cache", Equal(tagOfA)),
		Entry("whole seconds", flagpack.CacheOptions{MaxAge: 1999 * time.Millisecond}, "private, max-age=1", Equal(tagOfA)),
		Entry("that all may keep it", flagpack.CacheOptions{MaxAge: time.Minute, Public: true}, "public, max-age=60", Equal(tagOfA)),
		Entry("nothing else for weak tags", flagpack.CacheOptions{Weak: true}, "private, no-cache", Equal("W/"+tagOfA)),
		Entry("not to keep it", flagpack.CacheOptions{NoStore: true, Public: true, MaxAge: time.Minute}, "no-store", BeEmpty()),
	)

	It("leaves streams alone, whose bytes nobody knows before they are sent", func() {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{}))
		f.register("GET CACHE /x", router.NDJSON(func(*router.Context) iter.Seq2[int, error] {
			return func(yield func(int, error) bool) { yield(7, nil) }
		}))

		w := f.get("/x", "If-None-Match", "*")

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Body.String()).To(Equal("7\n"))
		Expect(w.Header()).To(And(Not(HaveKey("Etag")), HaveKeyWithValue("Cache-Control", []string{"no-cache"})))
	})

	It("compares weak tags", func() {
		f := cached(muxrouter.Engine(), flagpack.CacheOptions{Weak: true}, a)

		Expect(f.get("/x", "If-None-Match", tagOfA).Code).To(Equal(http.StatusNotModified))
	})

	It("forbids to keep errors too, when nothing is to be kept", func() {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{NoStore: true}))
		f.register("GET CACHE /x", func(c *router.Context) error { return c.Error(http.StatusNotFound, "") })

		Expect(f.get("/x", "If-None-Match", "*").Header().Get("Cache-Control")).To(Equal("no-store"))
	})

	DescribeTable("forbids to keep what a function sends in parts, and an error in the place of what it has written",
		func(fn any, status int, header ...string) {
			f := newFixture()
			f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{NoStore: true}))
			f.register("GET CACHE /x", fn)

			w := f.get("/x", header...)

			Expect(w.Code).To(Equal(status))
			Expect(w.Header().Values("Cache-Control")).To(Equal([]string{"no-store"}))
		},
		Entry("events", router.SSE(func(*router.Context) iter.Seq2[router.Event, error] {
			return func(yield func(router.Event, error) bool) { yield(router.Event{Data: "x"}, nil) }
		}), 200),
		Entry("an error behind what is written", func(c *router.Context) error {
			_, _ = io.WriteString(c.ResponseWriter(), "a part")
			return c.Error(http.StatusNotFound, "")
		}, 404),
		Entry("a range that a content has not", func(*router.Context) (router.Content, error) {
			return router.Content{Data: strings.NewReader("x")}, nil
		}, 416, "Range", "bytes=7-"),
	)

	DescribeTable("forbids to keep what another flag lets keep, such as that of a group",
		func(flags string, header ...string) {
			f := newFixture()
			f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{Public: true, MaxAge: time.Minute}), flagpack.Cache("SECRET", flagpack.CacheOptions{NoStore: true}))
			f.register("GET "+flags+" /x", func(c *router.Context) error { return c.Render(a) })

			Expect(f.get("/x", header...).Header().Values("Cache-Control")).To(Equal([]string{"no-store"}))
		},
		Entry("in front", "CACHE SECRET"), Entry("behind", "SECRET CACHE"),
		Entry("in front, and was not modified", "CACHE SECRET", "If-None-Match", "*"),
	)

	It("leaves what the controller has set, and compares its tag", func() {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute}))
		f.register("GET CACHE /x", func(c *router.Context) error {
			c.SetHeader("ETag", `W/"v7"`)
			c.SetHeader("Cache-Control", "public, immutable")
			c.SetHeader("Content-Language", "de")
			c.SetHeader("X-Own", "1")
			return c.Render(a)
		})

		Expect(f.get("/x").Header()).To(And(HaveKeyWithValue("Etag", []string{`W/"v7"`}), HaveKeyWithValue("Content-Language", []string{"de"})))
		w := f.get("/x", "If-None-Match", `"v7"`)
		Expect(w.Code).To(Equal(http.StatusNotModified))
		Expect(w.Header()).To(Equal(http.Header{
			"Etag": {`W/"v7"`}, "Cache-Control": {"public, immutable"}, "X-Own": {"1"}, "X-Request-Id": {"id-1"},
		}))
	})

	It("takes what it set back when the request fails behind it", func() {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute, Public: true}))
		f.BeforeResponse("CACHE", func(c *router.Context, _ func() error) error { return c.Error(http.StatusTeapot, "") })
		f.register("GET CACHE /x", func(c *router.Context) error { return c.Render(a) })

		w := f.get("/x")

		Expect(w.Code).To(Equal(http.StatusTeapot))
		Expect(w.Header()).NotTo(Or(HaveKey("Etag"), HaveKey("Cache-Control")))
	})

	It("adds to what the response varies by already", func() {
		f := newFixture()
		f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{}))
		f.register("GET CACHE /x", func(c *router.Context) error {
			c.SetHeader("Vary", "Origin,authorization , accept")
			return c.Render("text")
		})

		Expect(f.get("/x", "Authorization", "x").Header().Values("Vary")).To(Equal([]string{"Origin, authorization, accept"}))
	})

	It("tells text and JSON of one value apart", func() {
		f := cached(muxrouter.Engine(), flagpack.CacheOptions{}, "text")

		text, json := f.get("/x", "Accept", "text/plain"), f.get("/x", "Accept", "application/json")

		Expect(text.Header().Get("ETag")).NotTo(Equal(json.Header().Get("ETag")))
		Expect(text.Header().Get("Vary")).To(Equal("Accept"))
		Expect(f.get("/x", "If-None-Match", text.Header().Get("ETag"), "Accept", "text/plain").Header().Get("Vary")).To(Equal("Accept"))
	})

	Context("behind credentials", func() {
		public := flagpack.CacheOptions{MaxAge: time.Minute, Public: true}

		DescribeTable("keeps responses private and apart", func(vary string, pack func(*router.Key[string]) router.Pack, target string, headers ...string) {
			user := router.NewKey[string]("user")
			f := newFixture()
			f.Install(pack(user), flagpack.Cache("CACHE", public))
			f.register("GET AUTH CACHE /me", whoAmI(user))

			w := f.get(target, headers...)

			Expect(w.Code).To(Equal(http.StatusOK), w.Body.String())
			Expect(w.Header().Get("Cache-Control")).To(Equal("private, max-age=60"))
			Expect(w.Header().Get("Vary")).To(Equal(vary))
		},
			Entry("of Basic", "Authorization", func(k *router.Key[string]) router.Pack { return flagpack.Basic("AUTH", k, login) },
				"/me", "Authorization", basicOf("Ida:geheim")),
			Entry("of an optional Bearer that nobody sent", "Authorization", func(k *router.Key[string]) router.Pack {
				return flagpack.Bearer("AUTH", k, byToken, flagpack.Optional())
			}, "/me"),
			Entry("of a key in a header", "X-Key", func(k *router.Key[string]) router.Pack {
				return flagpack.APIKey("AUTH", k, apidoc.InHeader, "x-key", byToken)
			}, "/me", "X-Key", "t0ken"),
			Entry("of a key in a cookie", "Cookie", func(k *router.Key[string]) router.Pack {
				return flagpack.APIKey("AUTH", k, apidoc.InCookie, "key", byToken)
			}, "/me", "Cookie", "key=t0ken"),
			Entry("of a key in the address, which tells them apart itself", "", func(k *router.Key[string]) router.Pack {
				return flagpack.APIKey("AUTH", k, apidoc.InQuery, "key", byToken)
			}, "/me?key=t0ken"),
			Entry("of several", "Authorization, X-Key", func(k *router.Key[string]) router.Pack {
				return func(r *router.Router) {
					r.Install(flagpack.Basic("AUTH", k, login), flagpack.APIKey("KEY", k, apidoc.InHeader, "x-key", byToken))
					r.Register(router.Controllers{"GET AUTH KEY CACHE /both": whoAmI(k)})
				}
			}, "/both", "X-Key", "t0ken", "Authorization", basicOf("Ida:geheim")),
		)

		It("that the application checks itself does so too", func() {
			f := cached(muxrouter.Engine(), public, a)

			w := f.get("/x", "Authorization", "Custom x")

			Expect(w.Header().Get("Cache-Control")).To(Equal("private, max-age=60"))
			Expect(w.Header().Get("Vary")).To(Equal("Authorization"))
		})

		It("does not say what is there to somebody who may not see it", func() {
			user := router.NewKey[string]("user")
			f := newFixture()
			f.Install(flagpack.Basic("AUTH", user, login), flagpack.Cache("CACHE", public))
			f.register("GET AUTH CACHE /me", whoAmI(user))

			Expect(f.get("/me", "If-None-Match", "*").Code).To(Equal(http.StatusUnauthorized))
		})
	})

	DescribeTable("keeps responses private that set a cookie",
		func(fn any) {
			f := newFixture()
			f.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{Public: true}))
			f.register("GET CACHE /x", fn)

			Expect(f.get("/x").Header().Get("Cache-Control")).To(Equal("private, no-cache"))
		},
		Entry("as a header", func(c *router.Context) error { c.SetHeader("Set-Cookie", "a=b"); return c.Render(1) }),
		Entry("of the result", router.F0(func(*router.Context) (baked, error) { return baked{&http.Cookie{Value: "b"}}, nil })),
	)

	It("panics for a negative age", func() {
		Expect(func() { flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: -1}) }).To(PanicWith("flagpack: CACHE: MaxAge is negative"))
	})
})
