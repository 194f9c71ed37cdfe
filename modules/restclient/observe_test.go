package restclient_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

// witness is an observer that keeps what it is told.
type witness struct {
	mu   sync.Mutex
	told []observed
}

type observed struct {
	op     restclient.Operation
	served bool
	over   bool
	result restclient.Result
	parent string // the operation in whose context it began
}

type witnessKey struct{}

func (w *witness) Served(_ context.Context, op restclient.Operation) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told = append(w.told, observed{op: op, served: true})
}

func (w *witness) Start(ctx context.Context, op restclient.Operation) (context.Context, func(restclient.Result)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at := len(w.told)
	parent, _ := ctx.Value(witnessKey{}).(string)
	w.told = append(w.told, observed{op: op, parent: parent})
	return context.WithValue(ctx, witnessKey{}, op.Name), func(r restclient.Result) {
		w.mu.Lock()
		defer w.mu.Unlock()
		Expect(w.told[at].over).To(BeFalse(), "it ends once")
		w.told[at].over, w.told[at].result = true, r
	}
}

// all is what was told so far.
func (w *witness) all() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []string
	for _, o := range w.told {
		all = append(all, o.String())
	}
	return all
}

func (w *witness) last() observed {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.told[len(w.told)-1]
}

func (o observed) String() string {
	text := fmt.Sprintf("%s %s %s", o.op.Purpose, o.op.Name, o.op.Cache)
	switch {
	case o.served:
		return text + ", served"
	case !o.over:
		return text + ", under way"
	case o.result.Shared:
		return text + ", shared"
	}
	text += fmt.Sprintf(", %d after %d", o.result.Status, o.result.Attempts)
	if o.result.Err != nil {
		text += ": " + string(o.result.Err.Kind)
	}
	return text
}

var _ = Describe("An observer", func() {
	var (
		server *recorder
		time_  *clock
		seen   *witness
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)

	BeforeEach(func() {
		server, time_, seen = three(), newClock(), &witness{}
		client = start(server, restclient.WithClock(time_.Now), restclient.WithObserver(seen))
		todos = Todos.On(client)
	})

	It("is told where the answer to a read comes from", func(ctx SpecContext) {
		must(todos.Get(ctx, 1))
		must(todos.Get(ctx, 1))
		must(todos.List(ctx, TodoFilter{}))
		must(todos.List(ctx, TodoFilter{}))
		Expect(todos.Invalidate(ctx, 1)).To(Succeed())
		must(todos.Get(ctx, 1))
		must(todos.Fetch(ctx, 1))

		Expect(seen.all()).To(Equal([]string{
			"read Todo.get missing, 200 after 1",
			"read Todo.get fresh, served",
			"read Todo.getList missing, 200 after 1",
			"read Todo.getList fresh, served",
			"read Todo.get invalid, 200 after 1",
			"fetch Todo.get bypass, 200 after 1",
		}))
	})

	It("is told that something is read again in the background", func(ctx SpecContext) {
		must(todos.Get(ctx, 1))
		time_.Advance(time.Minute)
		must(todos.Get(ctx, 1))

		Eventually(seen.all).WithContext(ctx).Should(ConsistOf(
			"read Todo.get missing, 200 after 1",
			"read Todo.get stale, served",
			"revalidate Todo.get stale, 200 after 1",
		))
	})

	It("is told about what is asked for without waiting", func(ctx SpecContext) {
		restclient.UseDLE(client.Context(ctx), Todos.Get, 1)
		Eventually(seen.all).WithContext(ctx).Should(Equal([]string{"revalidate Todo.get missing, 200 after 1"}))

		restclient.UseDLE(client.Context(ctx), Todos.Get, 1)

		Expect(seen.all()).To(HaveLen(2))
		Expect(seen.last().String()).To(Equal("read Todo.get fresh, served"))
	})

	It("is told what was asked, without secrets, and what came", func(ctx SpecContext) {
		type search struct {
			Text  string `query:"q"`
			Token string `query:"token"`
		}
		found := restclient.RestEndpoint[search, []Todo]("/todos", restclient.WithURLPrefix("http://api.test"), restclient.WithName("search"))
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			time_.Advance(time.Second)
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, "[]")
		})

		must(restclient.Fetch(client.Context(ctx), found, search{"a", "hush"}))

		Expect(seen.last().op).To(Equal(restclient.Operation{
			Name: "search", Purpose: restclient.ForFetch, Cache: restclient.CacheBypass,
			Method: "GET", Template: "/todos", URL: "http://api.test/todos?q=a&token=REDACTED",
		}))
		Expect(seen.last().result).To(Equal(restclient.Result{Status: 200, Attempts: 1, Bytes: 2, Duration: time.Second}))
	})

	It("is told of mutations and of errors", func(ctx SpecContext) {
		must(todos.Create(ctx, TodoFilter{}, Todo{Title: "d"}))
		_, err := todos.Get(ctx, 77)
		Expect(err).To(MatchError(restclient.ErrNotFound))
		_, err = todos.Get(ctx, 77)
		Expect(err).To(MatchError(restclient.ErrNotFound))

		Expect(seen.all()).To(Equal([]string{
			"mutate Todo.getList.create bypass, 201 after 1",
			"read Todo.get missing, 404 after 1: status",
			"read Todo.get failed, served",
		}))
	})

	It("is not told of calls that cannot be made", func(ctx SpecContext) {
		_, err := restclient.Fetch(client.Context(ctx), (*restclient.Read[int, Todo])(nil), 1)
		Expect(err).To(HaveOccurred())
		ended, end := context.WithCancel(ctx)
		end()
		_, err = todos.Get(ended, 1)
		Expect(err).To(MatchError(context.Canceled))

		Expect(seen.all()).To(BeEmpty())
	})

	It("is told that nothing has changed", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"1"`)
			if r.Header.Get("If-None-Match") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			writeJSON(w, http.StatusOK, Todo{ID: 1})
		})
		must(todos.Get(ctx, 1))
		must(todos.Fetch(ctx, 1))

		Expect(seen.last().String()).To(Equal("fetch Todo.get bypass, 304 after 1"))
	})

	It("is told who shares a request, and who leaves early", func(ctx SpecContext) {
		entered, release := make(chan struct{}), make(chan struct{})
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(entered)
			<-release
			writeJSON(w, http.StatusOK, Todo{ID: 1})
		})
		leaving, leave := context.WithCancel(ctx)
		left, stayed := make(chan error), make(chan error)
		go func() { _, err := todos.Get(leaving, 1); left <- err }()
		<-entered
		go func() { _, err := todos.Get(ctx, 1); stayed <- err }()
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(2))

		leave()
		Expect(<-left).To(MatchError(context.Canceled))
		close(release)
		Expect(<-stayed).To(Succeed())

		Expect(seen.all()).To(Equal([]string{
			"read Todo.get missing, 0 after 0: canceled",
			"read Todo.get missing, shared",
		}))
	}, NodeTimeout(time.Minute))

	It("is told how much of a stream was read", func(ctx SpecContext) {
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/gone" {
				http.Error(w, "gone", http.StatusGone)
				return
			}
			_, _ = io.WriteString(w, "12345")
		})
		raw := restclient.RestEndpoint[restclient.None, io.ReadCloser]("/raw", restclient.WithURLPrefix("http://api.test"))
		body := must(restclient.Fetch(client.Context(ctx), raw, restclient.None{}))
		Expect(seen.all()).To(Equal([]string{"stream /raw bypass, under way"}))

		Expect(io.ReadAll(body)).To(HaveLen(5))
		Expect(body.Close()).To(Succeed())

		Expect(seen.last().String()).To(Equal("stream /raw bypass, 200 after 1"))
		Expect(seen.last().result.Bytes).To(Equal(int64(5)))

		gone := restclient.RestEndpoint[restclient.None, io.ReadCloser]("/gone", restclient.WithURLPrefix("http://api.test"))
		_, err := restclient.Fetch(client.Context(ctx), gone, restclient.None{})
		Expect(err).To(MatchError(restclient.ErrNotFound))
		Expect(seen.last().String()).To(Equal("stream /gone bypass, 410 after 1: status"))
	})

	It("knows for whom it is", func(ctx SpecContext) {
		must(Todos.On(client.ForIdentity("ida")).Get(ctx, 1))
		must(Todos.On(client.ForIdentity("ida")).Get(ctx, 1))

		Expect(seen.told[0].op.Identity).To(Equal("ida"))
		Expect(seen.told[1].op.Identity).To(Equal("ida"))
		must(todos.Get(ctx, 1))
		Expect(seen.last().op.Identity).To(BeEmpty())
	})
})

// attemptWitness sees each request, too.
type attemptWitness struct {
	witness
	attempts []string
}

func (w *attemptWitness) Observe(next core.Transport) core.Transport {
	return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
		of, _ := ctx.Value(witnessKey{}).(string)
		w.attempts = append(w.attempts, fmt.Sprintf("%s in %s, attempt %d", r.Op, of, policy.Attempt(ctx)))
		return next.Do(ctx, r)
	})
}

var _ = Describe("An observer of the transport", func() {
	It("sees each attempt in the context of its operation", func(ctx SpecContext) {
		server, outer, inner := three(), &witness{}, &attemptWitness{}
		failures := 2
		server.set(func(w http.ResponseWriter, r *http.Request) {
			if failures--; failures >= 0 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			writeJSON(w, http.StatusOK, Todo{ID: 1})
		})
		client := start(server,
			restclient.WithObserver(outer), restclient.WithObserver(nil), restclient.WithObserver(inner),
			restclient.WithMiddleware(policy.Retry(policy.WithBackoff(time.Nanosecond, time.Nanosecond))))

		must(Todos.On(client).Get(ctx, 1))

		Expect(inner.attempts).To(Equal([]string{"Todo.get in Todo.get, attempt 1", "Todo.get in Todo.get, attempt 2", "Todo.get in Todo.get, attempt 3"}))
		Expect(outer.all()).To(Equal([]string{"read Todo.get missing, 200 after 3"}))
		Expect(inner.told[0].parent).To(Equal("Todo.get"), "it has the context of the observer before")
	})
})

// blind is an observer that does nothing.
type blind struct{}

func (blind) Served(context.Context, restclient.Operation) {}
func (blind) Start(ctx context.Context, _ restclient.Operation) (context.Context, func(restclient.Result)) {
	return ctx, nil
}

func TestObserverCostsNoAllocationOfHits(t *testing.T) {
	allocations := func(opts ...restclient.Option) float64 {
		client, err := restclient.New(httptransport.InProcess(three()), opts...)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		todos := Todos.On(client)
		if _, err := todos.Get(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(100, func() { _, _ = todos.Get(context.Background(), 1) })
	}
	without, with := allocations(), allocations(restclient.WithObserver(blind{}))
	if without != with {
		t.Errorf("a hit allocates %v times, with an observer %v times", without, with)
	}
}

var _ = Describe("A caller that leaves while a request begins", func() {
	It("gets its error without a race", func(ctx SpecContext) {
		server := three()
		client := start(server, restclient.WithMiddleware(policy.Retry()))
		server.set(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		for range 50 {
			leaving, leave := context.WithCancel(ctx)
			go leave()
			_, err := Todos.On(client).Fetch(leaving, 1)
			Expect(err).To(MatchError(context.Canceled))
		}
	})
})
