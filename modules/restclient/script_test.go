package restclient_test

import (
	"bytes"
	"context"
	"io"
	"iter"
	"net/http"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// script is a server without a network, for tests in the time of synctest: it
// answers after a delay and remembers when it was asked.
type script struct {
	mu     sync.Mutex
	began  time.Time
	delay  time.Duration
	n      int
	asked  []time.Duration
	calls  []string
	answer func(n int, r *core.Request) (status int, body string)
	header http.Header
}

func newScript(answer func(n int, r *core.Request) (int, string)) *script {
	return &script{began: time.Now(), answer: answer, header: http.Header{"Content-Type": {"application/json"}}}
}

func (s *script) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	s.mu.Lock()
	s.asked = append(s.asked, time.Since(s.began))
	s.calls = append(s.calls, r.Method+" "+r.URL[len("http://api.test"):])
	s.n++
	n, answer := s.n, s.answer
	s.mu.Unlock()
	select {
	case <-time.After(s.delay):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	status, body := answer(n, r)
	return &core.Response{Status: status, Header: s.header, Body: io.NopCloser(bytes.NewBufferString(body)), ContentLength: int64(len(body))}, nil
}

func (s *script) set(answer func(n int, r *core.Request) (int, string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// times returns when it was asked since the last call of times.
func (s *script) times() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	asked := s.asked
	s.asked = nil
	return asked
}

func (s *script) seen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

func clientFor(t *testing.T, transport core.Transport, opts ...restclient.Option) (*restclient.Client, context.Context) {
	t.Helper()
	client, err := restclient.New(transport, opts...)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	t.Cleanup(client.Close)
	return client, client.Context(t.Context())
}

// inProcess makes a client of a handler, in a bubble.
func inProcess(t *testing.T, h http.HandlerFunc, opts ...restclient.Option) (*restclient.Client, context.Context) {
	t.Helper()
	transport := httptransport.InProcess(h)
	t.Cleanup(transport.Wait)
	return clientFor(t, transport, append([]restclient.Option{restclient.WithBaseURL("http://api.test")}, opts...)...)
}

// loop ranges over a sequence in the background, and keeps what it yields.
type loop[V any] struct {
	cancel context.CancelFunc
	done   chan struct{}

	mu     sync.Mutex
	values []V
	errs   []error
}

func follow[V any](ctx context.Context, seq func(context.Context) iter.Seq2[V, error]) *loop[V] {
	ctx, cancel := context.WithCancel(ctx)
	l := &loop[V]{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(l.done)
		for v, err := range seq(ctx) {
			l.mu.Lock()
			if err != nil {
				l.errs = append(l.errs, err)
			} else {
				l.values = append(l.values, v)
			}
			l.mu.Unlock()
		}
	}()
	return l
}

func (l *loop[V]) stop() {
	l.cancel()
	<-l.done
}

// got returns what was yielded since the last call.
func (l *loop[V]) got() ([]V, []error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	values, errs := l.values, l.errs
	l.values, l.errs = nil, nil
	return values, errs
}
