package tryit_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"sync"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard/guardtest"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// environmentProxy is what the environment of the specs names as the proxy of
// everything that is not of this machine.
const environmentProxy = "127.0.0.1:9"

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY"} {
		if err := os.Setenv(name, "http://"+environmentProxy); err != nil { // net/http reads them once
			panic(err)
		}
	}
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction(
		"github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

// setup is a proxy behind a server.
type setup struct {
	proxy   *tryit.Proxy
	url     string // where requests are sent
	dialled *guardtest.Recorder
}

// quick are limits that specs do not wait for, impatient ones those that they do.
var (
	quick     = tryit.Limits{FirstByte: time.Minute, Idle: time.Minute, Total: 5 * time.Minute, ClientPerMinute: 10_000, TargetPerMinute: 10_000}
	impatient = with(func(l *tryit.Limits) { l.FirstByte, l.Idle = patience, patience })
)

const patience = 400 * time.Millisecond

// with are the quick limits with others changed.
func with(change func(*tryit.Limits)) tryit.Option {
	limits := quick
	change(&limits)
	return tryit.WithLimits(limits)
}

// start serves a proxy for servers that a description declares. It is quick and
// knows no names, unless options say otherwise.
func start(servers []string, options ...tryit.Option) *setup {
	GinkgoHelper()
	var declared []apidoc.Server
	for _, s := range servers {
		declared = append(declared, apidoc.Server{URL: s})
	}
	r := &guardtest.Recorder{Loopback: true}
	all := append([]tryit.Option{tryit.WithObserver(r.Observe), tryit.WithLimits(quick), tryit.WithResolver(resolver(nil))}, options...)
	p, err := tryit.NewProxy(all...)
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.ServeRequest(w, r, declared) }))
	serve(server)
	return &setup{proxy: p, url: server.URL, dialled: r}
}

// serve starts a server, which must have nothing to complain about until the spec
// has ended: handlers that panic tell nobody else.
func serve(server *httptest.Server) {
	complaints := gbytes.NewBuffer()
	server.Config.ErrorLog = log.New(complaints, "", 0)
	server.Start()
	DeferCleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		server.Close()
		Expect(string(complaints.Contents())).To(BeEmpty())
	})
}

// get sends a request without a body.
func (s *setup) get(ctx context.Context, address string, headers ...[]string) *tryittest.Answer {
	GinkgoHelper()
	return s.send(ctx, tryit.Request{Method: "GET", URL: address, Headers: headers}, nil)
}

func (s *setup) send(ctx context.Context, r tryit.Request, body io.Reader) *tryittest.Answer {
	GinkgoHelper()
	answer, err := tryittest.Send(ctx, s.url, r, body)
	Expect(err).NotTo(HaveOccurred())
	return answer
}

// code is that of the problem of an answer, with its status.
func code(a *tryittest.Answer) string {
	GinkgoHelper()
	Expect(a.Problem).NotTo(BeNil(), "the target has answered: %+v", a.Head)
	Expect(a.Problem.Status).To(Equal(a.Status))
	return a.Problem.Code
}

// upstream is a server that answers each connection as f does, and is closed with
// the spec. It returns its origin, and what was received of each connection.
func upstream(f func(c net.Conn, r *http.Request)) (origin string, received *requests) {
	GinkgoHelper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Expect(err).NotTo(HaveOccurred())
	received = &requests{}
	var all sync.WaitGroup
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	all.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open[c] = true
			mu.Unlock()
			all.Go(func() {
				defer func() { _ = c.Close() }()
				r, err := http.ReadRequest(bufio.NewReader(c))
				if err == nil {
					received.add(r)
					f(c, r)
				}
			})
		}
	})
	DeferCleanup(func() {
		_ = listener.Close()
		mu.Lock()
		for c := range open {
			_ = c.Close()
		}
		mu.Unlock()
		all.Wait()
	})
	return "http://" + listener.Addr().String(), received
}

// says is an upstream that writes a text and closes the connection.
func says(text string) (origin string, received *requests) {
	return upstream(func(c net.Conn, _ *http.Request) { _, _ = io.WriteString(c, text) })
}

// requests are what an upstream has received.
type requests = requestsOf[*http.Request]

// requestsOf is a list that several may add to.
type requestsOf[T any] struct {
	mu   sync.Mutex
	list []T
}

func (r *requestsOf[T]) add(one T) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, one)
}

func (r *requestsOf[T]) all() []T {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]T{}, r.list...)
}

// resolver answers every name with the next of some addresses of IPv4, and says
// that there is none when there are none.
func resolver(addresses []string) *net.Resolver {
	var mu sync.Mutex
	asked := 0
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			defer func() { _ = there.Close() }()
			for {
				var size [2]byte
				if _, err := io.ReadFull(there, size[:]); err != nil {
					return
				}
				query := make([]byte, int(size[0])<<8|int(size[1]))
				if _, err := io.ReadFull(there, query); err != nil {
					return
				}
				answer := ""
				if kind := questionType(query); kind == 1 && len(addresses) > 0 {
					mu.Lock()
					answer = addresses[min(asked, len(addresses)-1)]
					asked++
					mu.Unlock()
				}
				reply := dnsReply(query, answer)
				if _, err := there.Write(append([]byte{byte(len(reply) >> 8), byte(len(reply))}, reply...)); err != nil {
					return
				}
			}
		}()
		return here, nil
	}}
}

// questionEnd is where the question of a query ends.
func questionEnd(query []byte) int {
	i := 12
	for query[i] != 0 {
		i += int(query[i]) + 1
	}
	return i + 5
}

func questionType(query []byte) byte { return query[questionEnd(query)-3] }

// dnsReply answers a query with an address that may be kept for no time at all.
func dnsReply(query []byte, address string) []byte {
	end := questionEnd(query)
	reply := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, query[12:end]...)
	if address == "" {
		return reply
	}
	reply[7] = 1
	ip := netip.MustParseAddr(address).As4()
	return append(append(reply, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4), ip[:]...)
}

// lastLine sends a request and keeps the end of the answer alone.
func lastLine(request *http.Request) *tryittest.Answer {
	GinkgoHelper()
	response, err := http.DefaultClient.Do(request)
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = response.Body.Close() }()
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(make([]byte, 0, 128<<10), 1<<20)
	var last []byte
	for lines.Scan() {
		last = append(last[:0], lines.Bytes()...)
	}
	answer := &tryittest.Answer{Status: response.StatusCode, End: &tryit.End{}}
	Expect(json.Unmarshal(last, answer.End)).To(Succeed())
	return answer
}
