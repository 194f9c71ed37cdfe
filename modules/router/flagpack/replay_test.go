package flagpack_test

import (
	"fmt"
	"net/http"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// sealed is a result with headers of its own.
type sealed struct {
	Seat string `json:"seat"`
	Seal string `json:"-" header:"X-Seal"`
}

// replayed are functions whose answers are kept, by name. They count their calls.
func replayed(calls *int) map[string]any {
	long := strings.Repeat("x", 3000)
	counted := func(c *router.Context) { *calls++; c.SetHeader("X-Call", fmt.Sprint(*calls)) }
	return map[string]any{
		"a value":      router.F0(func(c *router.Context) (booking, error) { counted(c); return booking{"1A"}, nil }),
		"a long value": router.F0(func(c *router.Context) (booking, error) { counted(c); return booking{long}, nil }),
		"text":         router.F0(func(c *router.Context) (string, error) { counted(c); return long, nil }),
		"bytes": router.With(router.F0(func(c *router.Context) (router.Bytes, error) {
			counted(c)
			return router.Bytes{MediaType: "text/csv", Data: []byte(long)}, nil
		}), router.Produces("text/csv", "text/html")),
		"a page": router.F0(func(c *router.Context) (router.Page[int], error) {
			counted(c)
			return router.Page[int]{Items: []int{1}, Next: "2"}, nil
		}),
		"its own header": router.F0(func(c *router.Context) (sealed, error) { counted(c); return sealed{long, "wax"}, nil }),
		"headers that hooks have set, too": router.F0(func(c *router.Context) (string, error) {
			counted(c)
			c.SetHeader("Cache-Control", "max-age=60")
			c.SetHeader("Retry-After", "7")
			c.ResponseWriter().Header().Add("Link", "</b>; rel=b")
			c.ResponseWriter().Header().Add("Vary", "X-Tenant")
			return "text", nil
		}),
		"without headers that hooks have set": router.F0(func(c *router.Context) (string, error) {
			counted(c)
			c.ResponseWriter().Header().Del("X-Front")
			c.ResponseWriter().Header().Del("Link")
			return "text", nil
		}),
	}
}

// unread are further ones, which a GET has not.
func unread(calls *int) map[string]any {
	all := replayed(calls)
	failing := func(err error) any {
		return router.F0(func(c *router.Context) (booking, error) {
			*calls++
			c.SetHeader("X-Call", fmt.Sprint(*calls))
			c.SetHeader("Etag", `"of what is not sent"`)
			c.ResponseWriter().Header().Add("Vary", "X-Tenant")
			return booking{}, err
		})
	}
	all["what was made"] = router.F0(func(*router.Context) (router.Created[booking], error) {
		*calls++
		return router.Created[booking]{Value: booking{strings.Repeat("x", 3000)}, Location: fmt.Sprint("/", *calls)}, nil
	})
	all["nothing"] = router.F0(func(*router.Context) (router.None, error) { *calls++; return router.None{}, nil })
	all["a redirect"] = router.F0(func(*router.Context) (router.Redirect, error) { *calls++; return router.Redirect{To: "/y"}, nil })
	all["a cookie"] = func(c *router.Context) error {
		*calls++
		c.SetHeader("Set-Cookie", fmt.Sprint("call=", *calls))
		return c.Render("text")
	}
	all["an error"] = failing(&router.ClientError{Status: 404, Message: "no such seat"})
	all["an error with headers"] = failing(&router.ClientError{Status: 409, Message: strings.Repeat("x", 3000), Header: http.Header{"Retry-After": {"7"}, "Vary": {"X-Other"}}})
	all["a fault"] = failing(&router.InputError{Status: 422, Fields: []router.FieldError{{In: "body", Pointer: "/seat", Detail: "is taken", Code: "taken"}}})
	return all
}

// beside are flags around the one of which answers are sent again.
var beside = []string{
	"%s", "CORS %s", "%s CORS", "LIMIT %s", "COMPRESS %s", "%s COMPRESS", "NOSTORE %s", "%s NOSTORE", "CACHE %s", "%s CACHE", "%s CACHE COMPRESS",
	"FRONT %s", "%s FRONT", "WRAP %s", "%s WRAP", "STATUS %s", "%s STATUS",
}

func installBeside(f *fixture) {
	f.Install(
		flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{"https://app.example"}, Credentials: true, Expose: []string{"ETag"}}),
		flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 100, Headers: true}),
		flagpack.Compress("COMPRESS", flagpack.CompressOptions{}),
		flagpack.Cache("NOSTORE", flagpack.CacheOptions{NoStore: true}),
		flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute, Public: true}))
	f.BeforeFunctionCall("FRONT", func(c *router.Context, next func() error) error {
		h := c.ResponseWriter().Header()
		h.Set("Cache-Control", "no-cache")
		h.Set("X-Front", "1")
		h.Add("Link", "</a>; rel=a")
		h.Add("Vary", "X-Front")
		return next()
	})
	f.BeforeRender("WRAP", func(c *router.Context, next func() error) error {
		if text, ok := c.Result().(string); ok {
			c.SetResult(map[string]string{"data": text})
		}
		c.ResponseWriter().Header().Add("Link", "</wrapped>; rel=c")
		return next()
	})
	f.BeforeResponse("STATUS", func(c *router.Context, next func() error) error {
		if r := c.Response(); r.Status == 200 {
			r.Status = 203
		}
		return next()
	})
}

// expectAgain compares two answers in all that is not of one request.
func expectAgain(first, second *http.Response, bodies [2]string) {
	GinkgoHelper()
	Expect(second.StatusCode).To(Equal(first.StatusCode))
	Expect(bodies[1]).To(Equal(bodies[0]))
	for _, res := range []*http.Response{first, second} {
		for _, name := range []string{"Date", "X-Request-Id", "Ratelimit", "Idempotent-Replayed"} {
			res.Header.Del(name)
		}
	}
	Expect(second.Header).To(Equal(first.Header))
}

// patient waits for a store on a machine that is busy, too.
var patient = flagpack.StoreOptions{Timeout: time.Minute}

var clients = map[string][]string{
	"a browser": {"Origin", "https://app.example", "Accept-Encoding", "gzip", "Accept", "text/html, application/json, */*;q=0.5"},
	"a program": {"Accept", "text/plain, application/json;q=0.5, text/csv"},
}

var _ = Describe("An answer that is sent again", func() {
	onEngines("is the first one", func(engine func() router.Engine) {
		for _, flags := range beside {
			for client, headers := range clients {
				It(fmt.Sprintf("for %s with the flags %s", client, fmt.Sprintf(flags, "ONCE")), func() {
					calls := 0
					for name, fn := range unread(&calls) {
						By(name)
						f := newFixture(router.WithEngine(engine()))
						f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), By: byQuery, Store: patient}))
						installBeside(f)
						f.register("POST "+fmt.Sprintf(flags, "ONCE")+" /x", fn)
						calls = 0

						first := post(f, "/x", "", append(headers, "Idempotency-Key", "k")...)
						second := post(f, "/x", "", append(headers, "Idempotency-Key", "k")...)

						Expect(calls).To(BeNumerically("<=", 1))
						if calls == 1 { // and the client accepts what there is
							Expect(second.Result().Header.Get("Idempotent-Replayed")).To(Equal("true"))
						}
						expectAgain(first.Result(), second.Result(), [2]string{first.Body.String(), second.Body.String()})
					}
				})

				if strings.Contains(flags, "NOSTORE") {
					continue // it keeps nothing
				}

				It(fmt.Sprintf("for %s with the flags %s", client, fmt.Sprintf(flags, "KEEP")), func() {
					calls := 0
					for name, fn := range replayed(&calls) {
						By(name)
						f := newFixture(router.WithEngine(engine()))
						f.Install(flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{
							Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), MaxAge: time.Minute, Vary: []string{"X-Front", "Origin", "Accept-Encoding", "X-Tenant"},
							Store: patient,
						}).Install)
						installBeside(f)
						f.register("GET "+fmt.Sprintf(flags, "KEEP")+" /x", fn)
						calls = 0

						first := f.get("/x", headers...)
						second := f.get("/x", headers...)

						if first.Code < 300 {
							Expect(calls).To(Equal(1))
						}
						expectAgain(first.Result(), second.Result(), [2]string{first.Body.String(), second.Body.String()})
					}
				})
			}
		}
	})

	It("is not kept of what is rendered and sent in parts", func() {
		for name, rendered := range map[string]func() any{
			"a content": func() any { return router.Content{Data: strings.NewReader("text"), ETag: `"v1"`} },
			"events": func() any {
				return router.Events(func(yield func(router.Event, error) bool) { yield(router.Event{Data: 1}, nil) })
			},
			"lines of JSON": func() any { return router.Stream[int](func(yield func(int, error) bool) { yield(1, nil) }) },
		} {
			By(name)
			f := newFixture()
			f.Install(flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), MaxAge: time.Minute, Store: patient}).Install)
			f.register("GET KEEP /x", func(c *router.Context) error { return c.Render(rendered()) })

			first := f.get("/x")
			second := f.get("/x")

			Expect(first.Body.Len()).To(BeNumerically(">", 0))
			expectAgain(first.Result(), second.Result(), [2]string{first.Body.String(), second.Body.String()})
		}
	})

	It("is in the coding that the repeating client asks for, wherever the flag of Compress stands", func() {
		for _, key := range []string{"POST ONCE COMPRESS /x", "POST COMPRESS ONCE /x"} {
			f := newFixture()
			f.Install(flagpack.Idempotent("ONCE", flagpack.IdempotentOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), By: byQuery}))
			installBeside(f)
			f.register(key, router.F0(func(*router.Context) (booking, error) { return booking{strings.Repeat("x", 3000)}, nil }))

			Expect(post(f, "/x", "", "Idempotency-Key", "k", "Accept-Encoding", "gzip").Header().Get("Content-Encoding")).To(Equal("gzip"))
			plain := post(f, "/x", "", "Idempotency-Key", "k")
			Expect(plain.Header()).NotTo(HaveKey("Content-Encoding"))
			Expect(plain.Body.String()).To(HavePrefix(`{"seat":"xxx`))
			Expect(post(f, "/x", "", "Idempotency-Key", "k", "Accept-Encoding", "gzip").Header().Get("Content-Encoding")).To(Equal("gzip"))
		}
	})
})
