package flagpack_test

import (
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
)

// clock is a time that stands still until it is moved.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time                { return time.Unix(1000, c.at.Load()) }
func (c *clock) advance(d time.Duration)       { c.at.Add(int64(d)) }
func byQuery(c *router.Context) string         { return c.Request().URL.Query().Get("key") }
func limited(o flagpack.LimitOptions) *fixture { return limitedOn(muxrouter.Engine(), o) }

func limitedOn(engine router.Engine, o flagpack.LimitOptions) *fixture {
	f := newFixture(router.WithEngine(engine))
	f.Install(flagpack.Limit("LIMIT", o))
	f.Register(router.Controllers{
		"GET LIMIT /x": func(c *router.Context) error { return c.Render(1) },
		"GET LIMIT /y": func(c *router.Context) error { return c.Render(1) },
	})
	return f
}

// from sends a request of an address.
func (f *fixture) from(address string) int {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	req := httptest.NewRequest(http.MethodGet, "/x", nil)
	req.RemoteAddr = address
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w.Code
}

var _ = Describe("Limit", func() {
	var now *clock

	BeforeEach(func() { now = &clock{} })

	onEngines("answers", func(engine func() router.Engine) {
		It("the burst, then with 429 and the time to wait, which is true", func() {
			f := limitedOn(engine(), flagpack.LimitOptions{Rate: 0.4, Burst: 2, Now: now.now})

			Expect([]int{f.get("/x").Code, f.get("/y").Code}).To(Equal([]int{200, 200}))
			w := f.get("/x")
			expectProblem(w, http.StatusTooManyRequests, "too many requests: the next one is served in 3 s")
			Expect(w.Header().Get("Retry-After")).To(Equal("3"))

			now.advance(2500*time.Millisecond - 1)
			Expect(f.get("/x").Header().Get("Retry-After")).To(Equal("1"))
			now.advance(1)
			Expect([]int{f.get("/x").Code, f.get("/x").Code}).To(Equal([]int{200, 429}))
		})
	})

	onEngines("tells", func(engine func() router.Engine) {
		It("clients in each answer what they may ask for", func() {
			f := limitedOn(engine(), flagpack.LimitOptions{Rate: 0.4, Burst: 2, Headers: true, Now: now.now})
			told := func() string {
				h := f.get("/x").Header()
				Expect(h.Values("RateLimit-Policy")).To(Equal([]string{`"LIMIT";q=2;w=5`}))
				Expect(h.Values("RateLimit")).To(HaveLen(1))
				return h.Get("RateLimit") + " " + h.Get("Retry-After")
			}

			Expect([]string{told(), told(), told()}).To(Equal([]string{`"LIMIT";r=1;t=3 `, `"LIMIT";r=0;t=3 `, `"LIMIT";r=0;t=3 3`}))
			now.advance(2499 * time.Millisecond)
			Expect(told()).To(Equal(`"LIMIT";r=0;t=1 1`))
			now.advance(time.Millisecond)
			Expect(told()).To(Equal(`"LIMIT";r=0;t=3 `))
			now.advance(time.Hour)
			Expect(told()).To(Equal(`"LIMIT";r=1;t=3 `))
		})
	})

	It("tells nothing unless it is asked to", func() {
		Expect(limited(flagpack.LimitOptions{Rate: 1}).get("/x").Header()).NotTo(Or(HaveKey("Ratelimit"), HaveKey("Ratelimit-Policy")))
	})

	It("tells of all limits of a route, each by its name", func() {
		f := newFixture()
		f.Install(flagpack.Limit("SECOND", flagpack.LimitOptions{Rate: 200, Burst: 20, Headers: true, Now: now.now}),
			flagpack.Limit("DAY", flagpack.LimitOptions{Rate: 1.0 / 60, Burst: 1000, Headers: true, Now: now.now}))
		f.register("GET SECOND DAY /x", func(c *router.Context) error { return c.Render(1) })

		for _, left := range []string{"999", "998"} {
			h := f.get("/x").Header()

			Expect(h.Values("RateLimit-Policy")).To(Equal([]string{`"SECOND";q=20;w=1`, `"DAY";q=1000;w=60000`}))
			Expect(h.Values("RateLimit")).To(Equal([]string{`"SECOND";r=1` + left[2:] + `;t=1`, `"DAY";r=` + left + `;t=60`}))
		}
	})

	It("gives a burst back after a rest, and no more", func() {
		f := limited(flagpack.LimitOptions{Rate: 1, Burst: 3, Now: now.now})
		for range 3 {
			f.get("/x")
		}

		now.advance(time.Hour)

		Expect([]int{f.get("/x").Code, f.get("/x").Code, f.get("/x").Code, f.get("/x").Code}).To(Equal([]int{200, 200, 200, 429}))
	})

	DescribeTable("has a burst of one second unless told", func(rate float64, burst int) {
		f := limited(flagpack.LimitOptions{Rate: rate, Now: now.now})
		for range burst {
			Expect(f.get("/x").Code).To(Equal(http.StatusOK))
		}

		Expect(f.get("/x").Code).To(Equal(http.StatusTooManyRequests))
	},
		Entry("of few", 0.01, 1), Entry("of some", 2.5, 3), Entry("of many", 100.0, 100),
	)

	It("serves no more than burst and rate in any time, and no less", func() {
		const rate, burst = 50.0, 7
		random := rand.New(rand.NewPCG(1, 2))
		f := limited(flagpack.LimitOptions{Rate: rate, Burst: burst, Now: now.now})
		var served []time.Duration
		var passed time.Duration
		for range 5000 {
			if f.get("/x").Code == http.StatusOK {
				served = append(served, passed)
			}
			pause := time.Duration(random.ExpFloat64() * float64(10*time.Millisecond))
			passed += pause
			now.advance(pause)
		}

		excess := 0.0 // over what any stretch of time may have
		for i := range served {
			for j := i; j < len(served); j++ {
				most := burst + rate*(served[j]-served[i]).Seconds()
				excess = max(excess, float64(j-i+1)-most)
			}
		}
		Expect(excess).To(BeNumerically("<", 1e-6))
		Expect(float64(len(served))).To(BeNumerically("~", rate*passed.Seconds(), 2*burst))
	})

	DescribeTable("counts by address", func(first, second string, together bool) {
		f := limited(flagpack.LimitOptions{Rate: 1, Burst: 1, Now: now.now})
		Expect(f.from(first)).To(Equal(http.StatusOK))

		Expect(f.from(second) == http.StatusTooManyRequests).To(Equal(together))
	},
		Entry("whatever the port", "192.0.2.1:1000", "192.0.2.1:2000", true),
		Entry("each for itself", "192.0.2.1:1000", "192.0.2.2:1000", false),
		Entry("of IPv6 by its network", "[2001:db8::1]:1", "[2001:db8::ffff:2]:2", true),
		Entry("of IPv6 networks each for itself", "[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", false),
		Entry("of IPv6 whatever the zone", "[fe80::1%eth0]:1", "[fe80::1%eth1]:1", true),
		Entry("of IPv4 in the clothes of IPv6", "[::ffff:192.0.2.1]:1", "192.0.2.1:1", true),
		Entry("of IPv4 in the clothes of IPv6 each for itself", "[::ffff:192.0.2.1]:1", "[::ffff:192.0.2.2]:1", false),
		Entry("and all together that have none", "@", "", true),
	)

	It("counts by what it is told, and does not let empty keys through", func() {
		f := limited(flagpack.LimitOptions{Rate: 1, Burst: 1, By: byQuery, Now: now.now})

		Expect([]int{f.get("/x?key=a").Code, f.get("/x?key=b").Code, f.get("/x?key=a").Code}).To(Equal([]int{200, 200, 429}))
		Expect([]int{f.get("/x").Code, f.get("/x").Code}).To(Equal([]int{200, 429}))
	})

	It("forgets the key that was asked for least recently", func() {
		f := limited(flagpack.LimitOptions{Rate: 1, Burst: 1, By: byQuery, MaxKeys: 2, Now: now.now})
		Expect([]int{f.get("/x?key=a").Code, f.get("/x?key=b").Code, f.get("/x?key=a").Code}).To(Equal([]int{200, 200, 429}))

		Expect(f.get("/x?key=c").Code).To(Equal(http.StatusOK))

		Expect(f.get("/x?key=a").Code).To(Equal(http.StatusTooManyRequests))
		Expect(f.get("/x?key=b").Code).To(Equal(http.StatusOK))
	})

	It("keeps its memory bounded, however many and long the keys", func() {
		f := limited(flagpack.LimitOptions{Rate: 1, MaxKeys: 100, By: func(c *router.Context) string {
			return c.Header("X-Key")
		}})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		long := string(make([]byte, 4000))
		before := heap()

		for i := range 20_000 {
			req := httptest.NewRequest(http.MethodGet, "/x", nil)
			req.Header["X-Key"] = []string{long + strconv.Itoa(i)}
			h.ServeHTTP(httptest.NewRecorder(), req)
		}

		Expect(heap() - before).To(BeNumerically("<", 1<<20)) // the keys are 80 MB
	})

	It("serves exactly its burst to many at once", func() {
		f := limited(flagpack.LimitOptions{Rate: 1, Burst: 50, Now: now.now})
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		var served atomic.Int64
		var all sync.WaitGroup

		for range 20 {
			all.Go(func() {
				for range 20 {
					w := httptest.NewRecorder()
					h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/x", nil))
					if w.Code == http.StatusOK {
						served.Add(1)
					}
				}
			})
		}
		all.Wait()

		Expect(served.Load()).To(BeEquivalentTo(50))
	})

	It("uses up the real time unless told", func() {
		f := limited(flagpack.LimitOptions{Rate: 10, Burst: 1})
		status := func() int { return f.get("/x").Code }

		Eventually(status).WithTimeout(time.Minute).Should(Equal(http.StatusTooManyRequests))
		Eventually(status).WithTimeout(time.Minute).Should(Equal(http.StatusOK))
	})

	It("counts those that are not let in only when it is named before", func() {
		user := router.NewKey[string]("user")
		f := newFixture()
		f.Install(flagpack.Basic("AUTH", user, login), flagpack.Limit("LIMIT", flagpack.LimitOptions{Rate: 1, Burst: 1, Now: now.now}))
		f.Register(router.Controllers{"GET AUTH LIMIT /a": whoAmI(user), "GET LIMIT AUTH /b": whoAmI(user)})

		Expect([]int{f.get("/a").Code, f.get("/a").Code}).To(Equal([]int{401, 401}))
		Expect([]int{f.get("/b").Code, f.get("/b").Code}).To(Equal([]int{401, 429}))
	})

	It("says in the description how many it serves", func() {
		f := limited(flagpack.LimitOptions{Rate: 0.5, Burst: 3})

		Expect(f.description()["x-flags"]).To(Equal(map[string]any{
			"LIMIT": "Serves each client 0.5 requests per second, up to 3 at once; more are answered with 429 and `Retry-After`.",
		}))
	})

	It("says in the description that it tells how many are left", func() {
		f := limited(flagpack.LimitOptions{Rate: 0.5, Burst: 3, Headers: true})

		Expect(f.description()["x-flags"]).To(HaveKeyWithValue("LIMIT", HaveSuffix(" The header `RateLimit` says how many are left.")))
	})

	DescribeTable("panics for", func(message string, o flagpack.LimitOptions) {
		Expect(func() { flagpack.Limit("LIMIT", o) }).To(PanicWith("flagpack: LIMIT: " + message))
	},
		Entry("no rate", "the Rate is above 0 and at most a million, not 0", flagpack.LimitOptions{}),
		Entry("a negative rate", "the Rate is above 0 and at most a million, not -1", flagpack.LimitOptions{Rate: -1}),
		Entry("a rate that is no number", "the Rate is above 0 and at most a million, not NaN", flagpack.LimitOptions{Rate: math.NaN()}),
		Entry("an endless rate", "the Rate is above 0 and at most a million, not +Inf", flagpack.LimitOptions{Rate: math.Inf(1)}),
		Entry("a negative burst", "neither Burst nor MaxKeys is negative, not -1 and 0", flagpack.LimitOptions{Rate: 1, Burst: -1}),
		Entry("negative keys", "neither Burst nor MaxKeys is negative, not 0 and -1", flagpack.LimitOptions{Rate: 1, MaxKeys: -1}),
		Entry("a burst of more than a year", "a Burst of 2 takes more than a year to win back at a Rate of 1e-08", flagpack.LimitOptions{Rate: 1e-8, Burst: 2}),
	)
})

// heap is what is in use, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
