package flagpack_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// cramped has room for marks and no answers.
type cramped struct{ state.Blobs }

func (c *cramped) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if strings.HasPrefix(key, "answer:") && lifetime > 0 {
		return state.ErrFull
	}
	return c.Blobs.Put(ctx, key, value, lifetime)
}

// leaving has the client go away as soon as a mark is there.
type leaving struct {
	state.Blobs
	leave context.CancelFunc
	err   error // in place of the answer
}

func (l *leaving) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	put, err := l.Blobs.PutAbsent(ctx, key, value, lifetime)
	l.leave()
	return put, cmp.Or(l.err, err)
}

// crossing has another request replace an answer before this one may, and the client go
// away when that is found.
type crossing struct {
	state.Blobs
	replace func()
	leave   context.CancelFunc
	making  string // the key of what this request has taken
}

func (x *crossing) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if x.replace != nil && strings.HasPrefix(key, "making:") {
		replace := x.replace
		x.replace = nil
		replace()
		x.making = key
	}
	return x.Blobs.PutAbsent(ctx, key, value, lifetime)
}

func (x *crossing) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, found, err := x.Blobs.Get(ctx, key)
	if x.making != "" {
		x.leave()
	}
	return value, found, err
}

// slow does four things in the time of one use.
type slow struct {
	state.Blobs
	uses map[context.Context]int
}

func (s *slow) use(ctx context.Context) error {
	if s.uses[ctx]++; s.uses[ctx] > 4 {
		return context.DeadlineExceeded
	}
	return nil
}

func (s *slow) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := s.use(ctx); err != nil {
		return nil, false, err
	}
	return s.Blobs.Get(ctx, key)
}

func (s *slow) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := s.use(ctx); err != nil {
		return err
	}
	return s.Blobs.Put(ctx, key, value, lifetime)
}

func (s *slow) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if err := s.use(ctx); err != nil {
		return false, err
	}
	return s.Blobs.PutAbsent(ctx, key, value, lifetime)
}

func works() error { return nil }

// throws is what a request ends with when it panics, nil when it does not.
func throws(f *fixture, target string) (v any) {
	GinkgoHelper()
	h, err := f.Handler()
	Expect(err).NotTo(HaveOccurred())
	defer func() { v = recover() }()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, target, nil))
	return nil
}

var _ = Describe("A server cache with faults of the store and of the function", func() {
	var t *trips

	BeforeEach(func() { t = newTrips() })

	It("calls the function while the store fails or has what it cannot read", func(ctx SpecContext) {
		f := t.replica(nil)
		f.get("/trips/1")
		for _, key := range t.store.keys {
			if strings.HasPrefix(key, "answer:") {
				Expect(t.store.Blobs.Put(ctx, key, []byte("garbage"), time.Hour)).To(Succeed())
			}
		}
		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
		t.store.fail(errDown)

		Expect(calls(f.get("/trips/1"))).To(Equal("3"))
	})

	It("leaves a store alone that fails, also where nothing is tagged", func() {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Tags = nil })
		t.store.fail(errDown)

		for range 20 {
			f.get("/trips/1")
		}

		Expect(t.store.asked.Load()).To(Equal(int64(5)))
	})

	It("uses a store again that was left alone as soon as a tag is invalidated", func(ctx SpecContext) {
		f := t.replica(nil)
		t.store.fail(errDown)
		for range 20 {
			f.get("/trips/1")
		}
		Expect(t.cache.Invalidate(ctx, "all")).To(MatchError(errDown))
		t.store.fails.Store(nil)
		Expect(t.cache.Invalidate(ctx)).To(Succeed())
		Expect(calls(f.get("/trips/1"))).NotTo(Equal(calls(f.get("/trips/1"))))

		Expect(t.cache.Invalidate(ctx, "all")).To(Succeed())

		Expect(calls(f.get("/trips/1"))).To(Equal(calls(f.get("/trips/1"))))
	})

	DescribeTable("makes an answer anew that the store has lost or spoilt, and keeps it", func(ctx SpecContext, vary, value string, lifetime time.Duration) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Vary = time.Hour, []string{"X-Lang"} })
		t.act = func(c *router.Context) error { c.SetHeader("Vary", vary); return nil }
		f.get("/trips/1")
		for _, key := range t.store.keys {
			if strings.HasPrefix(key, "answer:") {
				Expect(t.store.Blobs.Put(ctx, key, []byte(value), lifetime)).To(Succeed())
			}
		}

		for range 6 {
			Expect(calls(f.get("/trips/1"))).To(Equal("2"))
		}
	},
		Entry("for lack of room", NodeTimeout(10*time.Second), "X-Lang", "", time.Duration(0)),
		Entry("with another version", NodeTimeout(10*time.Second), "X-Lang", "\x09{}", time.Hour),
		Entry("with nothing", NodeTimeout(10*time.Second), "X-Lang", "", time.Hour),
		Entry("with no answer in it", NodeTimeout(10*time.Second), "X-Lang", "\x02{}", time.Hour),
		Entry("for lack of room, where it depends on Accept", NodeTimeout(10*time.Second), "Accept", "", time.Duration(0)),
		Entry("with another version, where it depends on Accept", NodeTimeout(10*time.Second), "Accept", "\x09{}", time.Hour),
	)

	DescribeTable("has an old answer that cannot be made anew, and", func(err error, others string) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Stale = time.Hour })
		f.get("/trips/1")
		t.now.advance(time.Minute)
		t.act = func(*router.Context) error { return err }

		first := f.get("/trips/1").Code
		second := f.get("/trips/1")
		Expect(fmt.Sprint(first, " ", second.Code, " ", second.Header().Get("X-Call"))).To(Equal(others))
		t.act = func(*router.Context) error { return nil }
		t.now.advance(5 * time.Second)
		Expect(f.get("/trips/1").Header().Get("X-Call")).To(Equal(fmt.Sprint(t.calls.Load())))
	},
		Entry("sends it to others for a while", errors.New("no"), "500 200 1"),
		Entry("does not where it says that there is nothing", &router.ClientError{Status: 404, Message: "no"}, "404 404 3"),
	)

	It("does not let others wait where the old answer is gone that could not be made anew", func(SpecContext) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Stale, o.Fill = time.Second, time.Hour })
		f.get("/trips/1")
		t.now.advance(time.Minute)
		t.act = func(*router.Context) error { return errDown }
		f.get("/trips/1")
		t.act = func(*router.Context) error { return nil }
		Expect(calls(f.get("/trips/1"))).To(Equal("1"))

		t.now.advance(time.Second)

		Expect(calls(f.get("/trips/1"))).To(Equal("3"))
	}, NodeTimeout(10*time.Second))

	DescribeTable("does not let others wait for an answer that the store has no room for", func(_ SpecContext, vary string) {
		t.store.Blobs = &cramped{state.NewMemoryBlobs(state.MemoryOptions{Now: t.now.now})}
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Vary = time.Hour, []string{"X-Lang"} })
		t.act = func(c *router.Context) error { c.SetHeader("Vary", vary); return nil }

		for n := range 3 {
			Expect(calls(f.get("/trips/1"))).To(Equal(fmt.Sprint(n + 1)))
		}
	},
		Entry("at all", NodeTimeout(10*time.Second), "X-Lang"),
		Entry("where it depends on Accept", NodeTimeout(10*time.Second), "Accept"),
	)

	It("does not let others wait for an answer that a slow store has not taken in time", func(SpecContext) {
		t.store.Blobs = &slow{Blobs: t.store.Blobs, uses: map[context.Context]int{}}
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Tags = time.Hour, nil })
		t.act = func(c *router.Context) error { c.SetHeader("Vary", "Accept"); return nil }

		for n := range 3 {
			Expect(calls(f.get("/trips/1"))).To(Equal(fmt.Sprint(n + 1)))
		}
	}, NodeTimeout(10*time.Second))

	It("does not let others wait for a client that goes away when it is to make the answer", func(SpecContext) {
		left := &leaving{Blobs: t.store.Blobs}
		t.store.Blobs = left
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Tags = time.Hour, nil })
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		var ctx context.Context
		ctx, left.leave = context.WithCancel(context.Background())
		t.act = func(c *router.Context) error { return c.Context().Err() }
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/trips/1", nil).WithContext(ctx))

		Expect(f.get("/trips/1").Code).To(Equal(200))
	}, NodeTimeout(10*time.Second))

	DescribeTable("does not let others wait, nor middleware see what is left of the query, where hooks are not asked or fail", func(_ SpecContext, act, hook func() error) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Query = time.Hour, []string{} })
		f.BeforeResponse(func(_ *router.Context, next func() error) error {
			if t.calls.Load() > 1 {
				return next()
			}
			return hook()
		})
		var query string
		f.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				defer func() { query = r.URL.RawQuery; _ = recover() }()
				next.ServeHTTP(w, r)
			})
		})
		t.act = func(*router.Context) error { return act() }
		_ = throws(f, "/trips/1?n=1")
		Expect(query).To(Equal("n=1"))
		t.act = func(*router.Context) error { return nil }

		Expect(calls(f.get("/trips/1"))).To(Equal("2"))
	},
		Entry("a hook in front that fails", NodeTimeout(10*time.Second), works, func() error { return errDown }),
		Entry("a hook in front that panics", NodeTimeout(10*time.Second), works, func() error { panic("bug") }),
		Entry("a function that cuts the connection", NodeTimeout(10*time.Second), func() error { panic(http.ErrAbortHandler) }, works),
	)

	It("does not let others wait for a client that goes away when it is to replace another answer", func(SpecContext) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Tags = time.Hour, nil })
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		t.act = func(c *router.Context) error { c.SetHeader("Vary", "Accept"); return c.Context().Err() }
		for n := range 16 {
			f.get("/trips/1", "Accept", fmt.Sprintf("application/json, a/%d", n))
		}
		left := &leaving{Blobs: t.store.Blobs}
		t.store.Blobs = left
		var ctx context.Context
		ctx, left.leave = context.WithCancel(context.Background())
		r := httptest.NewRequest(http.MethodGet, "/trips/1", nil).WithContext(ctx)
		r.Header.Set("Accept", "application/json")
		h.ServeHTTP(httptest.NewRecorder(), r)

		Expect(f.get("/trips/1", "Accept", "application/json").Code).To(Equal(200))
	}, NodeTimeout(10*time.Second))

	It("does not let others wait for a client that goes away when another one has replaced the answer", func(ctx SpecContext) {
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Fill, o.Tags = time.Hour, nil })
		h, err := f.Handler()
		Expect(err).NotTo(HaveOccurred())
		t.act = func(c *router.Context) error { c.SetHeader("Vary", "Accept"); return nil }
		for n := range 16 {
			f.get("/trips/1", "Accept", fmt.Sprintf("application/json, a/%d", n))
		}
		x := &crossing{Blobs: t.store.Blobs, replace: func() { f.get("/trips/1", "Accept", "application/json") }}
		t.store.Blobs = x
		r := httptest.NewRequest(http.MethodGet, "/trips/1", nil)
		asked, leave := context.WithCancel(r.Context())
		x.leave = leave
		r.Header.Set("Accept", "application/json")

		h.ServeHTTP(httptest.NewRecorder(), r.WithContext(asked))

		Expect(x.making).NotTo(BeEmpty())
		_, taken, err := x.Blobs.Get(ctx, x.making)
		Expect(taken, err).To(BeFalse())
	})

	It("answers with what it has while the store has no room for more", func(SpecContext) {
		t.store.Blobs = state.NewMemoryBlobs(state.MemoryOptions{Now: t.now.now, MaxBytes: 800})
		f := t.replica(func(o *flagpack.ServerCacheOptions) { o.Tags, o.Fill = nil, time.Hour })
		ask := func() (kept int) {
			for i := range 20 {
				before := t.calls.Load()
				f.get(fmt.Sprint("/trips/1?n=", i))
				if t.calls.Load() == before {
					kept++
				}
			}
			return kept
		}
		ask()

		Expect(ask()).To(BeNumerically(">", 2))
	}, NodeTimeout(10*time.Second))
})
