package flagpack_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// together reads several values in one round trip.
type together struct{ *faulty }

func (t together) GetMany(ctx context.Context, keys ...string) ([][]byte, error) {
	if err := t.use(ctx); err != nil {
		return nil, err
	}
	return state.Many(t.Blobs).GetMany(ctx, keys...)
}

// trips are replicas whose function says how often it was called.
type trips struct {
	now   *clock
	store *faulty
	calls atomic.Int64
	act   func(*router.Context) error
	cache *flagpack.ServerCache // of the replica made last
}

func newTrips() *trips {
	t := &trips{now: &clock{}, act: func(*router.Context) error { return nil }}
	t.store = newFaulty(t.now)
	return t
}

func (t *trips) replica(change func(*flagpack.ServerCacheOptions)) *fixture {
	o := flagpack.ServerCacheOptions{
		Blobs: t.store, MaxAge: time.Minute, MaxAnswer: 50,
		Tags:  func(c *router.Context) []string { return []string{"all", "trip:" + c.Param("id")} },
		Store: flagpack.StoreOptions{Now: t.now.now, Timeout: time.Minute},
	}
	if change != nil {
		change(&o)
	}
	t.cache = flagpack.NewServerCache("KEEP", o)
	f := newFixture()
	f.Install(t.cache.Install, flagpack.Cache("CACHE", flagpack.CacheOptions{}))
	f.register("GET KEEP CACHE /trips/:id", func(c *router.Context, _ string) error {
		n := t.calls.Add(1)
		c.SetHeader("X-Call", fmt.Sprint(n))
		if err := t.act(c); err != nil {
			return err
		}
		return c.Render(map[string]int64{"call": n})
	})
	return f
}

func calls(w *httptest.ResponseRecorder) string {
	GinkgoHelper()
	Expect(w.Code).To(Equal(200), w.Body.String())
	Expect(w.Body.String()).To(Equal(fmt.Sprintf(`{"call":%s}`, w.Header().Get("X-Call"))))
	return w.Header().Get("X-Call")
}

var _ = Describe("A server cache", func() {
	var t *trips

	BeforeEach(func() { t = newTrips() })

	It("calls the function once for all replicas, and again when the answer is old", func() {
		one, other := t.replica(nil), t.replica(nil)

		Expect([]string{calls(one.get("/trips/1")), calls(other.get("/trips/1")), calls(one.get("/trips/1"))}).To(HaveEach("1"))
		t.now.advance(time.Minute)
		Expect([]string{calls(other.get("/trips/1")), calls(one.get("/trips/1"))}).To(HaveEach("2"))
	})

	DescribeTable("keeps apart", func(target string, headers ...string) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) {
			o.By = func(c *router.Context) string { return c.Header("X-User") }
			o.Vary = []string{"X-Lang", "Host"}
		})
		f.get("/trips/1?a=1&b=2")

		Expect(calls(f.get(target, headers...))).To(Equal("2"))
	},
		Entry("paths", "/trips/2?a=1&b=2"),
		Entry("queries", "/trips/1?a=1"),
		Entry("users", "/trips/1?a=1&b=2", "X-User", "ida"),
		Entry("hosts", "http://other.example/trips/1?a=1&b=2"),
		Entry("headers that it is told of", "/trips/1?a=1&b=2", "X-Lang", "de"),
	)

	It("keeps the headers of the function, and none of the hooks in front", func() {
		f := t.replica(nil)
		f.Install(flagpack.CORS("CORS", flagpack.CORSOptions{Origins: []string{"https://app.example"}, Expose: []string{"X-Call"}}))
		f.register("GET CORS KEEP /text", func(c *router.Context) error {
			c.SetHeader("Vary", "X-Lang")
			c.SetHeader("X-Call", "1")
			return c.Render("text")
		})
		first := f.get("/text", "Origin", "https://app.example")
		Expect(first.Header()).To(HaveKeyWithValue("Access-Control-Allow-Origin", []string{"https://app.example"}))

		again := f.get("/text")

		Expect(again.Header()).To(And(HaveKeyWithValue("X-Call", []string{"1"}), Not(HaveKey("Access-Control-Allow-Origin"))))
		Expect(again.Header()["Vary"]).To(ConsistOf("X-Lang", "Accept", "Origin"))
		Expect(first.Header()["Vary"]).To(ConsistOf("X-Lang", "Accept", "Origin"))
	})

	It("answers HEAD as GET was answered, and keeps nothing of it", func() {
		f := newTrips().replica(nil)
		head := func() string { return f.do("HEAD", "/trips/1").Header().Get("X-Call") }

		Expect([]string{head(), head(), calls(f.get("/trips/1")), head()}).To(Equal([]string{"1", "2", "3", "3"}))
	})

	DescribeTable("keeps what the function says to depend on what it is told of",
		func(vary string, kept bool) {
			t := newTrips()
			t.act = func(c *router.Context) error { c.SetHeader("Vary", vary); return nil }
			f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Vary = []string{"x-lang"} })

			first, second := calls(f.get("/trips/1")), calls(f.get("/trips/1"))

			Expect(first == second).To(Equal(kept))
		},
		Entry("headers that it is told of", "X-Lang, accept", true),
		Entry("but no other one", "X-Lang, Cookie", false),
		Entry("nor on everything", "*", false),
	)

	It("tells caches what answers depend on", func() {
		t := newTrips()
		t.act = func(c *router.Context) error { c.SetHeader("Vary", "x-lang, Origin"); return nil }
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Vary = []string{"X-Lang", "X-Unit", "Origin"} })

		for range 2 {
			Expect(f.get("/trips/1").Header().Values("Vary")).To(Equal([]string{"x-lang, Origin, X-Unit"}))
		}
	})

	// said is a replica whose answer is what Accept says, as far as its function knows it.
	said := func() (f *fixture, called *atomic.Int64) {
		f, called = newFixture(), new(atomic.Int64)
		f.Install(flagpack.NewServerCache("KEEP", flagpack.ServerCacheOptions{Blobs: t.store, MaxAge: time.Minute, Store: flagpack.StoreOptions{Now: t.now.now, Timeout: time.Minute}}).Install)
		f.Register(router.Controllers{
			"GET KEEP /said": router.With(router.F0(func(c *router.Context) (router.Bytes, error) {
				called.Add(1)
				return router.Bytes{MediaType: "text/plain", Data: []byte(c.Header("Accept"))}, t.act(c)
			}), router.Produces("text/plain", "text/csv")),
			"GET KEEP /text":  func(c *router.Context) error { called.Add(1); return c.Render("text") },
			"GET KEEP /value": func(c *router.Context) error { return c.Render(called.Add(1)) },
		})
		return f, called
	}

	It("keeps one answer for whatever clients accept, where it does not depend on that", func() {
		f, called := said()
		for i := range 100 {
			Expect(f.get("/value", "Accept", fmt.Sprintf("application/json, text/x-%d", i)).Body.String()).To(Equal("1"))
		}

		Expect(called.Load()).To(Equal(int64(1)))
		Expect(f.get("/value", "Accept", "text/html").Code).To(Equal(406), "as without the flag")
	})

	It("keeps answers apart by what clients accept, where they depend on that", func() {
		f, called := said()
		for range 2 {
			Expect(f.get("/text").Body.String()).To(Equal(`"text"`))
			Expect(f.get("/text", "Accept", "text/plain").Body.String()).To(Equal("text"))
			Expect(f.get("/text", "Accept", "application/json").Header().Get("Content-Type")).To(Equal("application/json"))
		}

		Expect(called.Load()).To(Equal(int64(3)))
	})

	DescribeTable("takes two spellings of one preference for the same", func(one, other string, same bool) {
		f, called := said()
		f.get("/said", "Accept", one)

		Expect(f.get("/said", "Accept", other).Body.String() == one).To(Equal(same))
		Expect(called.Load() == 1).To(Equal(same))
	},
		Entry("with other spaces", "text/plain;q=0.5,*/*", "text/plain; q=0.5 , */*", true),
		Entry("in another case", "Text/Plain;Q=0.5", "text/plain;q=0.5", true),
		Entry("in another order", "text/csv, text/plain;q=0.5", "text/plain;q=0.5, text/csv", true),
		Entry("with another spelling of a weight", "text/plain;q=1.0, text/csv;q=0.500", "text/plain, text/csv;q=0.5", true),
		Entry("but not with another weight", "text/plain;q=0.1, text/csv;q=0.2", "text/plain;q=0.2, text/csv;q=0.1", false),
		Entry("nor with another parameter", "text/plain;v=1", "text/plain;v=2", false),
		Entry("nor with a list in quotes", `text/plain;v="a,b"`, `text/plain;v="b,a"`, false),
	)

	It("keeps no more than a few answers to one address for a client that makes up what it accepts", func() {
		f, _ := said()
		for i := range 1000 {
			accept := fmt.Sprintf("text/plain;n=%d", i)
			Expect(f.get("/said", "Accept", accept).Body.String()).To(Equal(accept))
		}
		kept := map[string]bool{}
		for _, key := range t.store.keys {
			if strings.HasPrefix(key, "answer:") {
				kept[key] = true
			}
		}

		Expect(len(kept)).To(BeNumerically("<=", 17))
	})

	It("keeps little of what clients accept, however long they say it", func() {
		f, called := said()
		for range 2 {
			for i := range 16 {
				f.get("/text", "Accept", fmt.Sprintf("text/plain;n=%d", i)+strings.Repeat(";a=b", 1<<13))
			}
		}
		size := 0
		for _, key := range t.store.keys {
			value, _, err := t.store.Blobs.Get(context.Background(), key)
			Expect(err).NotTo(HaveOccurred())
			size = max(size, len(value))
		}

		Expect(called.Load()).To(Equal(int64(16)))
		Expect(size).To(BeNumerically("<", 2<<10))
	})

	It("reads what clients accept in time that grows with its length", func() {
		f, _ := said()
		asks := func(n int) uint64 {
			accept := "text/plain" + strings.Repeat(";a=b", n)
			f.get("/text", "Accept", accept)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			f.get("/text", "Accept", accept)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}

		Expect(asks(1 << 13)).To(BeNumerically("<", 1<<20)) // bytes, of which the field has 32 KiB
	})

	It("lets all wait for the one that makes the answer to what they accept", func() {
		f, called := said()
		began, goOn := make(chan struct{}), make(chan struct{})
		f.register("GET KEEP /slow", func(c *router.Context) error {
			if called.Add(1) == 1 {
				close(began)
				<-goOn
			}
			return c.Render("slow")
		})
		_, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		var wg sync.WaitGroup
		ask := func(accept, want string) {
			wg.Go(func() {
				defer GinkgoRecover()
				Expect(f.get("/slow", "Accept", accept).Body.String()).To(Equal(want))
			})
		}
		ask("text/plain", "slow")
		<-began
		for range 20 {
			ask("text/plain", "slow")
			ask("application/json", `"slow"`)
			ask("application/json;q=0.9, text/plain;q=0.1", `"slow"`)
		}
		close(goOn)
		wg.Wait()

		Expect(called.Load()).To(Equal(int64(3)))
	})

	It("lets all wait for the one that makes an answer in the place of that to something else", func() {
		f, called := said()
		for i := range 16 {
			f.get("/said", "Accept", fmt.Sprintf("text/plain;n=%d", i))
		}
		called.Store(0)
		began, goOn := make(chan struct{}), make(chan struct{})
		t.act = func(*router.Context) error {
			if called.Load() == 1 {
				close(began)
				<-goOn
			}
			return nil
		}
		var wg sync.WaitGroup
		ask := func() {
			wg.Go(func() {
				defer GinkgoRecover()
				Expect(f.get("/said", "Accept", "text/plain;n=16").Body.String()).To(Equal("text/plain;n=16"))
			})
		}
		ask()
		<-began
		before := t.store.asked.Load()
		for range 20 {
			ask()
		}
		Eventually(t.store.asked.Load).Should(BeNumerically(">=", before+60), "most have looked")
		close(goOn)
		wg.Wait()

		Expect(called.Load()).To(Equal(int64(1)))
	})

	It("takes a query in another order for the same", func() {
		f := t.replica(nil)
		f.get("/trips/1?a=1&b=2")

		Expect(calls(f.get("/trips/1?b=2&a=1"))).To(Equal("1"))
	})

	It("takes a query for the same that differs in what the function does not read", func() {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Query = []string{"a"} })
		f.get("/trips/1?a=1&utm=x")

		Expect(calls(f.get("/trips/1?a=1"))).To(Equal("1"))
		Expect(calls(f.get("/trips/1?a=1&a=2"))).To(Equal("2"))
	})

	It("leaves a query that cannot be read to the function", func() {
		f := t.replica(nil)
		f.register("GET KEEP /read", router.In(func(_ *router.Context, in *struct {
			A string `query:"a"`
		},
		) (string, error) {
			return in.A, nil
		}))

		Expect(f.get("/read").Code).To(Equal(200))
		for range 2 {
			Expect(f.get("/read?b=%zz").Code).To(Equal(400))
		}
	})

	It("lets nothing into what is kept that another request does not ask for, such as the query of a link", func() {
		var seen []string
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Query = []string{"a", "page"} })
		f.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				next.ServeHTTP(w, r)
				seen = append(seen, r.URL.RawQuery)
			})
		})
		f.register("GET KEEP /pages", router.F0(func(c *router.Context) (router.Page[string], error) {
			return router.Page[string]{Items: []string{c.Request().URL.RawQuery}, Next: "2"}, nil
		}))

		for _, query := range []string{"a=1&utm=x", "a=1", "utm=y&a=1"} {
			w := f.get("/pages?" + query)

			Expect(w.Header()).To(HaveKeyWithValue("Link", []string{`<?a=1&page=2>; rel="next"`}))
			Expect(w.Body.String()).To(Equal(`["a=1"]`))
		}
		Expect(seen).To(Equal([]string{"a=1&utm=x", "a=1", "utm=y&a=1"}), "those around the route see the request as it is")
	})

	It("sends what is kept through the hooks behind", func() {
		f := t.replica(nil)
		tag := f.get("/trips/1").Header().Get("ETag")

		w := f.get("/trips/1")
		Expect(w.Header()).To(And(HaveKeyWithValue("Etag", []string{tag}), HaveKeyWithValue("Content-Type", []string{"application/json"})))
		Expect(f.get("/trips/1", "If-None-Match", tag).Code).To(Equal(304))
		Expect(t.calls.Load()).To(Equal(int64(1)))
	})

	It("forgets by tags, on all replicas", func(ctx SpecContext) {
		one, other := t.replica(nil), t.replica(nil)
		one.get("/trips/1")
		one.get("/trips/2")

		Expect(t.cache.Invalidate(ctx, "trip:1")).To(Succeed())
		Expect([]string{calls(one.get("/trips/1")), calls(other.get("/trips/1")), calls(one.get("/trips/2"))}).To(Equal([]string{"3", "3", "2"}))
		Expect(t.cache.Invalidate(ctx, "all")).To(Succeed())
		Expect([]string{calls(one.get("/trips/1")), calls(one.get("/trips/2"))}).To(Equal([]string{"4", "5"}))
	})

	It("does not send what was made before an invalidation and is stored behind it", func(ctx SpecContext) {
		f := t.replica(nil)
		t.act = func(*router.Context) error {
			t.act = func(*router.Context) error { return nil }
			return t.cache.Invalidate(ctx, "trip:1")
		}
		f.get("/trips/1")

		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
	})

	It("takes a tag that the store has lost for a new one", func(ctx SpecContext) {
		f := t.replica(nil)
		f.get("/trips/1")
		for _, key := range t.store.keys {
			if strings.HasPrefix(key, "tag:") {
				Expect(t.store.Blobs.Put(ctx, key, nil, 0)).To(Succeed())
			}
		}

		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
	})

	DescribeTable("asks the store as seldom as it can for an answer that is kept", func(vary string, asked int) {
		t.act = func(c *router.Context) error { c.SetHeader("Vary", vary); return nil }
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Blobs, o.Vary = together{t.store}, []string{"X-Lang"} })
		f.get("/trips/1")
		t.store.asked.Store(0)

		Expect(calls(f.get("/trips/1"))).To(Equal("1"))

		Expect(t.store.asked.Load()).To(BeNumerically("==", asked))
	},
		Entry("of the tags, and of the answer with whether it is old", "X-Lang", 2),
		Entry("of which answers there are, too, where it depends on Accept", "Accept", 3),
	)

	It("says when it cannot invalidate", func(ctx SpecContext) {
		t.replica(nil)
		t.store.fail(errDown)

		Expect(t.cache.Invalidate(ctx, "all")).To(MatchError(errDown))
	})

	It("sends an old answer while one request makes it anew", func() {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Stale = time.Hour })
		f.get("/trips/1")
		t.now.advance(2 * time.Minute)
		meanwhile := ""
		t.act = func(*router.Context) error { meanwhile = calls(f.get("/trips/1")); return nil }

		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
		Expect(meanwhile).To(Equal("1"))
		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
	})

	It("lets all wait for the one that makes the answer", func() {
		replicas := []*fixture{t.replica(nil), t.replica(nil)}
		for _, f := range replicas {
			_, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
		}
		began, goOn := make(chan struct{}), make(chan struct{})
		t.act = func(*router.Context) error { close(began); <-goOn; return nil }
		var wg sync.WaitGroup
		numbers := make([]string, 20)
		get := func(i int) {
			wg.Go(func() {
				defer GinkgoRecover()
				numbers[i] = calls(replicas[i%2].get("/trips/1"))
			})
		}
		get(0)
		<-began
		for i := 1; i < len(numbers); i++ {
			get(i)
		}
		close(goOn)
		wg.Wait()

		Expect(numbers).To(HaveEach("1"))
	})

	It("calls the function when the one that makes the answer takes too long", func() {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill = 10 * time.Millisecond })
		t.act = func(*router.Context) error {
			t.act = func(*router.Context) error { return nil }
			Expect(calls(f.get("/trips/1"))).To(Equal("2"))
			return nil
		}

		Expect(calls(f.get("/trips/1"))).To(Equal("1"))
	})

	It("stops waiting when the client goes away", func() {
		f := t.replica(nil)
		var w *httptest.ResponseRecorder
		t.act = func(*router.Context) error {
			t.act = func(*router.Context) error { return nil }
			ctx, cancel := context.WithCancel(context.Background())
			cancel()
			h, err := f.Handler()
			Expect(err).NotTo(HaveOccurred())
			w = httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest("GET", "/trips/1", nil).WithContext(ctx))
			return nil
		}
		f.get("/trips/1")

		Expect(w.Header()).NotTo(HaveKey("X-Call"))
	})

	DescribeTable("does not keep", func(act func(*router.Context) error) {
		f := t.replica(nil)
		t.act = act
		f.get("/trips/1")
		f.get("/trips/1")

		Expect(t.calls.Load()).To(Equal(int64(2)))
	},
		Entry("errors", func(*router.Context) error { return errors.New("no") }),
		Entry("refusals", func(c *router.Context) error { return c.Error(404, "no") }),
		Entry("cookies", func(c *router.Context) error { c.SetHeader("Set-Cookie", "a=b"); return nil }),
		Entry("what is private", func(c *router.Context) error { c.SetHeader("Cache-Control", "Private"); return nil }),
		Entry("what is not to be stored", func(c *router.Context) error { c.SetHeader("Cache-Control", "no-store"); return nil }),
		Entry("another status", func(c *router.Context) error { c.ResponseWriter().WriteHeader(203); return nil }),
	)

	It("does not keep what is too long", func() {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.MaxAnswer = 3 })
		f.get("/trips/1")

		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
	})

	It("lets requests with credentials pass where it does not know whom they are for", func() {
		f := t.replica(nil)
		f.get("/trips/1", "Authorization", "Bearer x")
		f.get("/trips/1")

		Expect(calls(f.get("/trips/1", "Authorization", "Bearer y"))).To(Equal("3"))
	})

	It("does not start with what is sent part by part", func() {
		f := t.replica(nil)
		f.register("GET KEEP /parts", http.NotFoundHandler())

		_, err := f.Handler()

		Expect(err).To(MatchError(ContainSubstring("flag KEEP needs a response that is there as a whole")))
	})

	It("says in the description which answers are kept, and how long", func() {
		flags := t.replica(nil).description()["x-flags"]

		Expect(flags).To(HaveKeyWithValue("KEEP", ContainSubstring("Answers to GET are kept by the server for 1m0s")))
		Expect(flags).To(HaveKeyWithValue("CACHE", ContainSubstring("Answers to GET may be kept by clients")))
	})

	DescribeTable("panics without", func(o flagpack.ServerCacheOptions) {
		Expect(func() { flagpack.NewServerCache("KEEP", o) }).To(Panic())
	},
		Entry("a store", flagpack.ServerCacheOptions{MaxAge: time.Minute}),
		Entry("an age", flagpack.ServerCacheOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{})}),
		Entry("a time to fill that a store can keep", flagpack.ServerCacheOptions{Blobs: state.NewMemoryBlobs(state.MemoryOptions{}), MaxAge: time.Minute, Fill: time.Microsecond}),
	)
})
