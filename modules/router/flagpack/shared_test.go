package flagpack_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// faulty is a store of all kinds that fails when it is told to, and counts its uses.
type faulty struct {
	state.Counter
	state.Blobs
	fails atomic.Pointer[error]
	hangs atomic.Bool
	asked atomic.Int64

	mu   sync.Mutex
	keys []string
}

func newFaulty(now *clock) *faulty {
	o := state.MemoryOptions{Now: now.now}
	return &faulty{Counter: state.NewMemoryCounter(o), Blobs: state.NewMemoryBlobs(o)}
}

func (f *faulty) fail(err error) { f.fails.Store(&err) }

// note remembers a key.
func (f *faulty) note(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keys = append(f.keys, key)
}

func (f *faulty) use(ctx context.Context) error {
	f.asked.Add(1)
	if f.hangs.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	if err := f.fails.Load(); err != nil {
		return *err
	}
	return nil
}

func (f *faulty) Take(ctx context.Context, limits ...state.Limit) ([]state.Budget, error) {
	if err := f.use(ctx); err != nil {
		return nil, err
	}
	f.note(limits[0].Key)
	return f.Counter.Take(ctx, limits...)
}

func (f *faulty) Get(ctx context.Context, key string) ([]byte, bool, error) {
	if err := f.use(ctx); err != nil {
		return nil, false, err
	}
	return f.Blobs.Get(ctx, key)
}

func (f *faulty) Put(ctx context.Context, key string, value []byte, lifetime time.Duration) error {
	if err := f.use(ctx); err != nil {
		return err
	}
	f.note(key)
	return f.Blobs.Put(ctx, key, value, lifetime)
}

func (f *faulty) PutAbsent(ctx context.Context, key string, value []byte, lifetime time.Duration) (bool, error) {
	if err := f.use(ctx); err != nil {
		return false, err
	}
	f.note(key)
	return f.Blobs.PutAbsent(ctx, key, value, lifetime)
}

var errDown = errors.New("the store is down")

// silentCounter says nothing of what it is asked for.
type silentCounter struct{}

func (silentCounter) Take(context.Context, ...state.Limit) ([]state.Budget, error) { return nil, nil }

var _ = Describe("A limit that replicas share", func() {
	var (
		now   *clock
		store *faulty
		log   bytes.Buffer
	)

	replica := func(change func(*flagpack.LimitOptions)) *fixture {
		o := flagpack.LimitOptions{
			Rate: 1.0 / 3600, Burst: 4, By: byQuery, Counter: store, Headers: true,
			Store: flagpack.StoreOptions{Now: now.now, Timeout: time.Minute, Logger: slog.New(slog.NewTextHandler(&log, nil))},
		}
		if change != nil {
			change(&o)
		}
		return limited(o)
	}

	BeforeEach(func() {
		now = &clock{}
		store = newFaulty(now)
		log.Reset()
	})

	It("is counted by all of them together", func() {
		one, other := replica(nil), replica(nil)

		var codes []int
		for range 3 {
			codes = append(codes, one.get("/x?key=ida").Code, other.get("/y?key=ida").Code)
		}

		Expect(codes).To(Equal([]int{200, 200, 200, 200, 429, 429}))
		Expect(other.get("/x?key=ben").Code).To(Equal(200))
	})

	It("tells what is left and when to come back", func() {
		f := replica(nil)

		Expect(f.get("/x").Header().Get("RateLimit")).To(Equal(`"LIMIT";r=3;t=3600`))
		for range 3 {
			f.get("/x")
		}
		w := f.get("/x")

		expectProblem(w, 429, "too many requests: the next one is served in 3600 s")
		Expect(w.Header().Get("Retry-After")).To(Equal("3600"))
	})

	It("names nobody to the store", func() {
		replica(nil).get("/x?key=secret")

		Expect(store.keys).To(HaveExactElements(MatchRegexp(`^limit:LIMIT:[\w-]{32}$`)))
	})

	It("asks the store seldom far from the limit, and each time close to it", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Burst = 1000 })
		served := 0
		for range 900 {
			if f.get("/x").Code == 200 {
				served++
			}
		}
		far := store.asked.Load()
		for range 200 {
			if f.get("/x").Code == 200 {
				served++
			}
		}

		Expect(served).To(Equal(1000))
		Expect(far).To(BeNumerically("<", 100))
		Expect(store.asked.Load() - far).To(BeNumerically(">", 100))
	})

	It("gives up what it has taken ahead after a second", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Burst = 1000 })
		f.get("/x")
		f.get("/x") // which takes ahead
		asked := store.asked.Load()
		f.get("/x")
		Expect(store.asked.Load()).To(Equal(asked))

		now.advance(time.Second)
		f.get("/x")

		Expect(store.asked.Load()).To(Equal(asked + 1))
	})

	It("lets requests pass while the store fails, and tells the log once", func() {
		f := replica(nil)
		store.fail(errDown)

		for range 50 {
			Expect(f.get("/x").Code).To(Equal(200))
		}

		Expect(strings.Count(log.String(), "\n")).To(Equal(1))
		Expect(log.String()).To(ContainSubstring("the store is down"))
	})

	It("refuses them when it is told to", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Closed = true })
		store.fail(errDown)

		w := f.get("/x")

		expectProblem(w, 503, "the service cannot tell at the moment: try again")
		Expect(w.Header().Get("Retry-After")).To(Equal("1"))
	})

	It("does not fill the log with refusals while the store is left alone", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Closed = true })
		store.fail(errDown)

		for range 50 {
			Expect(f.get("/x").Code).To(Equal(503))
		}

		Expect(strings.Count(f.log.String(), "level=WARN")).To(Equal(5))
	})

	It("leaves a store alone that has failed five times, and finds out when it is back", func() {
		f := replica(nil)
		store.fail(errDown)
		for range 20 {
			f.get("/x")
		}
		Expect(store.asked.Load()).To(Equal(int64(5)))

		now.advance(time.Second)
		f.get("/x")
		f.get("/x")
		Expect(store.asked.Load()).To(Equal(int64(6)))
		store.fails.Store(nil)
		now.advance(2 * time.Second)
		for range 3 {
			Expect(f.get("/x").Code).To(Equal(200))
		}

		Expect(store.asked.Load()).To(Equal(int64(9)))
		Expect(log.String()).To(ContainSubstring("the shared store is back"))
	})

	It("lets requests pass where the store does not say what is left", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Counter = silentCounter{} })

		Expect(f.get("/x").Code).To(Equal(200))
		Expect(log.String()).To(ContainSubstring("0 budgets of 1 limit"))
	})

	It("waits for a store as long as it is told to", func() {
		f := replica(func(o *flagpack.LimitOptions) { o.Store.Timeout = time.Millisecond })
		store.hangs.Store(true)

		Expect(f.get("/x").Code).To(Equal(200))
	})

	It("says in the description what happens without the store", func() {
		flagOf := func(f *fixture) (any, any) {
			all := f.description()
			op := all["paths"].(map[string]any)["/x"].(map[string]any)["get"].(map[string]any)
			return all["x-flags"].(map[string]any)["LIMIT"], op["responses"].(map[string]any)["503"]
		}

		text, status := flagOf(replica(nil))
		Expect(text).To(ContainSubstring("while they cannot, requests are served uncounted"))
		Expect(status).To(BeNil())
		text, status = flagOf(replica(func(o *flagpack.LimitOptions) { o.Closed = true }))
		Expect(text).To(ContainSubstring("while they cannot, requests are answered with 503"))
		Expect(status).NotTo(BeNil())
	})
})
