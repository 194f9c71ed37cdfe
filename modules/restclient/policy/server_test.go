package policy_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
)

// TestMain reports every goroutine that outlives the tests.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

// spec is one behaviour whose time is fake.
type spec struct {
	text string
	run  func(g Gomega, ctx context.Context)
}

func inBubbles(t *testing.T, specs []spec) {
	t.Helper()
	for _, s := range specs {
		t.Run(s.text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { s.run(NewWithT(t), t.Context()) })
		})
	}
}

const (
	api   = "https://api.test/todos/1"
	reset = -1 // stands for a connection that is lost
	dial  = -2 // stands for a connection that cannot be made
)

// seen is one request as the server got it.
type seen struct {
	Method string
	Header http.Header
	Body   string
	After  time.Duration
}

// server is a transport to a server that answers by a script, whose last line
// repeats. It reads the whole body of each request, and counts the bodies of
// responses that nobody has closed.
type server struct {
	script []int // statuses, reset or dial
	header http.Header
	answer func(ctx context.Context, n int, r *core.Request) (*core.Response, error) // instead of script

	ignoreBodyErrors bool // answers to half a request

	start time.Time
	open  atomic.Int64
	mu    sync.Mutex
	seen  []seen
}

func serving(script ...int) *server { return &server{script: script, start: time.Now()} }

func (s *server) Do(ctx context.Context, r *core.Request) (*core.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	body, err := readBody(r)
	if err != nil && !s.ignoreBodyErrors {
		return nil, err
	}
	s.mu.Lock()
	s.seen = append(s.seen, seen{r.Method, r.Header.Clone(), body, time.Since(s.start)})
	n := len(s.seen)
	s.mu.Unlock()
	if s.answer != nil {
		return s.answer(ctx, n, r)
	}
	return s.reply(s.script[min(n, len(s.script))-1])
}

func readBody(r *core.Request) (string, error) {
	if r.Body == nil {
		return "", nil
	}
	body, err := r.Body()
	if err != nil {
		return "", err
	}
	defer body.Close()
	b, err := io.ReadAll(body)
	return string(b), err
}

func (s *server) reply(status int) (*core.Response, error) {
	switch status {
	case reset:
		return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
	case dial:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	}
	s.open.Add(1)
	header := s.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	return &core.Response{Status: status, Header: header, ContentLength: 5, Body: &body{Reader: strings.NewReader("hello"), open: &s.open}}, nil
}

// body counts itself out when it is closed.
type body struct {
	io.Reader
	once sync.Once
	open *atomic.Int64
}

func (b *body) Close() error {
	b.once.Do(func() { b.open.Add(-1) })
	return nil
}

func (s *server) requests() []seen {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]seen(nil), s.seen...)
}

func (s *server) count() int { return len(s.requests()) }

// times are when requests came, after the start of the server.
func (s *server) times() []time.Duration {
	var times []time.Duration
	for _, r := range s.requests() {
		times = append(times, r.After)
	}
	return times
}

func request(method string) *core.Request { return &core.Request{Method: method, URL: api} }

func withBody(method, text string) *core.Request {
	r := request(method)
	r.ContentLength = int64(len(text))
	r.Body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader([]byte(text))), nil }
	return r
}

// withBodyOnce is a request whose body can be opened once only.
func withBodyOnce(method string) *core.Request {
	r := withBody(method, "once")
	open, opened := r.Body, 0
	r.Body = func() (io.ReadCloser, error) {
		if opened++; opened > 1 {
			return nil, errors.New("gone")
		}
		return open()
	}
	return r
}

// do sends r and closes what comes back.
func do(ctx context.Context, t core.Transport, r *core.Request) (int, error) {
	res, err := t.Do(ctx, r)
	if err != nil {
		return 0, err
	}
	_, _ = io.Copy(io.Discard, res.Body)
	return res.Status, res.Body.Close()
}

// half is a jitter without chance.
func half() float64 { return 0.5 }
