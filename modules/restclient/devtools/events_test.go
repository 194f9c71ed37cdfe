package devtools_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/restclient/devtools"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// follow returns the data of the events of a site, until the stream ends.
func (s *site) follow(ctx context.Context) <-chan string {
	GinkgoHelper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"events", nil)
	Expect(err).NotTo(HaveOccurred())
	res, err := http.DefaultClient.Do(req)
	Expect(err).NotTo(HaveOccurred())
	Expect(res.Header.Get("Content-Type")).To(Equal("text/event-stream"))
	events := make(chan string, 10_000)
	go func() {
		defer close(events)
		defer func() { _ = res.Body.Close() }()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				events <- data
			}
		}
	}()
	return events
}

var _ = Describe("The events", func() {
	var s *site

	BeforeEach(func() { s = newSite() })

	It("tell of commits", func(ctx SpecContext) {
		events := s.follow(ctx)

		must(s.todos.Get(ctx, 1))
		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{"commit":2}`)))

		must(s.todos.Get(ctx, 2))
		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{"commit":3}`)))
	}, NodeTimeout(time.Minute))

	It("tell of a reset, and of commits after it", func(ctx SpecContext) {
		events := s.follow(ctx)

		s.client.Reset(ctx)
		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{"commit":0}`)))

		must(s.todos.Get(ctx, 2))
		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{"commit":2}`)))
	}, NodeTimeout(time.Minute))

	It("tell of calls that come and go", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/9", restfake.Always(restfake.Hang()))
		s := newSiteOf(fake)
		events := s.follow(ctx)
		asking, leave := context.WithCancel(ctx)
		go func() { _, _ = s.todos.Get(asking, 9) }()

		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{}`)))
		leave()
		Eventually(events).WithContext(ctx).Should(Receive(Equal(`{}`)))
	}, NodeTimeout(time.Minute))

	It("tell of a call that begins as they do", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/9", restfake.Always(restfake.Hang()))
		s := newSiteOf(fake)
		asking, leave := context.WithCancel(ctx)
		defer leave()
		w := &greeted{httptest.NewRecorder(), sync.OnceFunc(func() {
			go func() { _, _ = s.todos.Get(asking, 9) }()
			for len(s.client.Inspect().Calls) == 0 {
				runtime.Gosched()
			}
		}), make(chan string, 100)}
		r := httptest.NewRequestWithContext(asking, http.MethodGet, "/events", nil)
		r.RemoteAddr, r.Host = "127.0.0.1:999", "localhost"
		go devtools.Handler(s.client).ServeHTTP(w, r)

		Eventually(w.written).WithContext(ctx).Should(Receive(HaveSuffix("data: {}\n\n")))
	}, NodeTimeout(time.Minute))

	It("end with the server", func(ctx SpecContext) {
		events := s.follow(ctx)

		Expect(s.server.Config.Shutdown(ctx)).To(Succeed())

		Eventually(events).WithContext(ctx).Should(BeClosed())
	}, NodeTimeout(time.Minute))

	It("are for a bounded number of pages", func(ctx SpecContext) {
		asking, leave := context.WithCancel(ctx)
		defer leave()
		var all []<-chan string
		for range 32 {
			all = append(all, s.follow(asking))
		}

		refused := s.get(ctx, "events")
		Expect(refused.status).To(Equal(http.StatusServiceUnavailable))
		Expect(refused.header.Get("Retry-After")).To(Equal("5"))

		leave()
		for _, events := range all {
			Eventually(events).WithContext(ctx).Should(BeClosed())
		}
		Eventually(func() error {
			ctx, leave := context.WithCancel(ctx)
			defer leave()
			events := s.follow(ctx)
			must(s.todos.Fetch(ctx, 1))
			<-events
			return nil
		}).WithContext(ctx).Should(Succeed())
	}, NodeTimeout(time.Minute))
})

// greeted is a connection that does something when the first text arrives.
type greeted struct {
	*httptest.ResponseRecorder
	first   func()
	written chan string
}

func (g *greeted) Write(p []byte) (int, error) {
	g.first()
	g.written <- string(p)
	return len(p), nil
}

// stuck is a connection that takes nothing until it is opened.
type stuck struct {
	*httptest.ResponseRecorder
	writing chan struct{} // receives when the first event is written
	open    chan struct{}
}

func (s *stuck) Write(p []byte) (int, error) {
	if bytes.HasPrefix(p, []byte("event:")) {
		select {
		case s.writing <- struct{}{}:
		default:
		}
		<-s.open
	}
	return len(p), nil
}

var _ = Describe("A page that takes no events", func() {
	It("is dropped, and writers never wait for it", func(ctx SpecContext) {
		s := newSite()
		h := devtools.Handler(s.client)
		w := &stuck{httptest.NewRecorder(), make(chan struct{}, 1), make(chan struct{})}
		r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", nil)
		r.RemoteAddr, r.Host = "127.0.0.1:999", "localhost"
		leaks := goleak.IgnoreCurrent()
		done := make(chan struct{})
		go func() { h.ServeHTTP(w, r); close(done) }()
		must(s.todos.Fetch(ctx, 1))
		Eventually(func() bool {
			s.put(Todo{ID: 1, Title: time.Now().String()})
			must(s.todos.Fetch(ctx, 1))
			return len(w.writing) == 1
		}).WithContext(ctx).Should(BeTrue())

		for i := range 200 {
			s.put(Todo{ID: 1, Title: fmt.Sprint(i)})
			must(s.todos.Fetch(ctx, 1))
		}
		close(w.open)

		Eventually(done).WithContext(ctx).Should(BeClosed())
		Eventually(func() error { return goleak.Find(leaks) }).WithContext(ctx).Should(Succeed())
	}, NodeTimeout(time.Minute))
})
