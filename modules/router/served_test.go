package router_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

// engines are all engines there are, by name.
var engines = map[string]func() router.Engine{
	"trie":     trierouter.Engine,
	"ServeMux": muxrouter.Engine,
	"gin":      func() router.Engine { return ginrouter.Engine() },
}

// sharedLog is a log that is read while it is written.
type sharedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *sharedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *sharedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// to is the option that logs into l, Debug included.
func (l *sharedLog) to() router.Option {
	return router.WithLogger(slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug})))
}

// served is a router behind a real listener.
type served struct {
	*router.Router
	log    *sharedLog
	base   string
	client *http.Client
	ended  chan error // of Serve
}

// newServed starts a router at a free port of the loopback interface, and stops it
// at the end of the spec, when no goroutine of it may be left.
func newServed(register func(r *router.Router), opts ...router.Option) *served {
	GinkgoHelper()
	before := goleak.IgnoreCurrent()
	s := &served{log: &sharedLog{}, ended: make(chan error, 1)}
	s.Router = router.New(append([]router.Option{s.log.to(), router.WithAddress("127.0.0.1:0")}, opts...)...)
	register(s.Router)
	l, err := s.Listen()
	Expect(err).NotTo(HaveOccurred())
	s.base = "http://" + s.Address()
	transport := &http.Transport{}
	s.client = &http.Client{Transport: transport, Timeout: 30 * time.Second}
	go func() { s.ended <- s.Serve(l) }()
	DeferCleanup(func(ctx SpecContext) {
		transport.CloseIdleConnections()
		Expect(s.Stop(ctx)).To(Succeed())
		eventually(ctx, s.ended).Should(Receive(BeNil()))
		eventually(ctx, func() error { return goleak.Find(before) }).Should(Succeed())
	})
	return s
}

// get asks for a path and returns the whole answer.
func (s *served) get(path string, header ...string) (*http.Response, string) {
	GinkgoHelper()
	return s.do(http.MethodGet, path, nil, header...)
}

func (s *served) do(method, path string, body io.Reader, header ...string) (*http.Response, string) {
	GinkgoHelper()
	req, err := http.NewRequest(method, s.base+path, body)
	Expect(err).NotTo(HaveOccurred())
	for i := 0; i < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	res, err := s.client.Do(req)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	Expect(err).NotTo(HaveOccurred())
	return res, string(text)
}

// dial opens a connection of its own, closed at the end of the spec.
func (s *served) dial() net.Conn {
	GinkgoHelper()
	conn, err := net.Dial("tcp", s.Address())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { _ = conn.Close() })
	Expect(conn.SetDeadline(time.Now().Add(patience))).To(Succeed())
	return conn
}

// decoded is the body of a JSON answer.
func decoded(body string) map[string]any {
	GinkgoHelper()
	var v map[string]any
	Expect(json.Unmarshal([]byte(body), &v)).To(Succeed(), body)
	return v
}

// counter counts what happens to requests.
type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[name]++
}

func (c *counter) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[name]
}

// throws tells what a request ends with when it panics, nil when it does not.
func throws(h http.Handler, r *http.Request) (v any) {
	defer func() { v = recover() }()
	h.ServeHTTP(httptest.NewRecorder(), r)
	return nil
}

// patience ends what hangs.
const patience = 2 * time.Minute

// eventually is Eventually that ends, whatever the time limit of the spec.
func eventually(ctx context.Context, actual any) AsyncAssertion {
	GinkgoHelper()
	return Eventually(ctx, actual).WithTimeout(patience)
}
