package router_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

const (
	short   = 200 * time.Millisecond // a bound of the server that a spec runs into
	patient = 10 * time.Second       // how long a spec waits for the server
)

// connect opens a connection that fails the spec rather than hang.
func connect(address string) net.Conn {
	GinkgoHelper()
	conn, err := net.Dial("tcp", address)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { _ = conn.Close() })
	Expect(conn.SetDeadline(time.Now().Add(patient))).To(Succeed())
	return conn
}

// say sends bytes and returns everything that is answered until the server
// closes the connection.
func say(address, request string) string {
	GinkgoHelper()
	conn := connect(address)
	go func() { _, _ = io.WriteString(conn, request) }() // the server may hang up on it
	answer, err := io.ReadAll(conn)
	if !isHangUp(err) {
		Fail(fmt.Sprintf("%q, then %v", answer, err))
	}
	return string(answer)
}

// isHangUp tells whether reading has ended because the server closed the
// connection: in order, or by a reset because it had not read everything.
func isHangUp(err error) bool { return !errors.Is(err, os.ErrDeadlineExceeded) }

// trickle sends text again and again until the connection is closed.
func trickle(conn net.Conn, text string, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for range tick.C {
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
	}
}

// target is a router under attack, which counts the requests that reach it.
type target struct {
	*fixture
	address string
	hits    atomic.Int64
}

func newTarget(opts ...router.Option) *target {
	GinkgoHelper()
	t := &target{fixture: newFixture(append([]router.Option{router.WithAddress(loopback)}, opts...)...)}
	type search struct {
		Q string `query:"q"`
	}
	params := func(c *router.Context) error {
		t.hits.Add(1)
		params, err := c.Params()
		if err != nil {
			return err
		}
		return c.Render(len(params))
	}
	t.Register(router.Controllers{
		"GET /":     params,
		"POST /":    params,
		"GET /next": params,
		"GET /in":   router.In(func(_ *router.Context, in *search) (string, error) { return in.Q, nil }),
	})
	_, stopped := serve(t.fixture)
	t.address = t.Address()
	DeferCleanup(func(ctx SpecContext) {
		Expect(t.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})
	return t
}

var _ = Describe("A hostile client", func() {
	BeforeEach(expectNoLeaks)

	It("holds none of 500 connections whose header never ends, and keeps nobody out [HC1]", func(ctx SpecContext) {
		t := newTarget(router.WithReadHeaderTimeout(short))
		var attack sync.WaitGroup
		var held atomic.Int64
		held.Store(500)
		for range 500 {
			conn := connect(t.address)
			_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n")
			Expect(err).NotTo(HaveOccurred())
			attack.Go(func() { trickle(conn, "X: y\r\n", short/4) })
			attack.Go(func() {
				if _, err := io.Copy(io.Discard, conn); isHangUp(err) {
					held.Add(-1)
				}
				_ = conn.Close()
			})
		}

		status, _ := fetch("http://" + t.address + "/")

		Expect(status).To(Equal(200))
		attack.Wait()
		Expect(held.Load()).To(BeZero())
		Expect(t.hits.Load()).To(Equal(int64(1)))
	}, NodeTimeout(time.Minute))

	It("is cut when its body takes too long [HC2]", func() {
		t := newTarget(router.WithReadTimeout(short))
		conn := connect(t.address)
		_, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())
		var sending sync.WaitGroup
		sending.Go(func() { trickle(conn, " ", short/8) })

		answer, err := io.ReadAll(conn)

		Expect(isHangUp(err)).To(BeTrue())
		Expect(string(answer)).To(HavePrefix("HTTP/1.1 408 "))
		sending.Wait()
	})

	It("is cut when it does not read a page of 10 MiB [HC2]", func(ctx SpecContext) {
		written := make(chan error, 1)
		f := newFixture(router.WithAddress(loopback), router.WithWriteTimeout(short))
		register(f, "GET /page", func(w http.ResponseWriter, _ *http.Request) {
			_, err := w.Write(make([]byte, 10<<20))
			written <- err
		})
		_, stopped := serve(f)
		conn := connect(f.Address())
		_, err := io.WriteString(conn, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
		Expect(err).NotTo(HaveOccurred())

		Eventually(ctx, written).Should(Receive(MatchError(os.ErrDeadlineExceeded)))

		read, err := io.Copy(io.Discard, conn)
		Expect(isHangUp(err)).To(BeTrue())
		Expect(read).To(BeNumerically("<", 10<<20))
		Expect(f.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
	})

	DescribeTable("is refused what is too much",
		func(request func() string, status string) {
			t := newTarget()

			Expect(say(t.address, request())).To(HavePrefix("HTTP/1.1 " + status + " "))
		},
		Entry("a header of 2 MB [HC3]", func() string { return get("/", "X: "+strings.Repeat("x", 2<<20)) }, "431"),
		Entry("a request line of 2 MB [HC3]", func() string { return get("/" + strings.Repeat("x", 2<<20)) }, "431"),
		Entry("10,000 header lines [HC3]", func() string { return get("/", counted(10_000, "H%d: v")...) }, "431"),
		Entry("100,000 cookies [HC3]", func() string { return get("/", "Cookie: "+strings.Join(counted(100_000, "c%d=v"), "; ")) }, "431"),
		Entry("10,000 pairs in the query of Params [HC3]", func() string { return get("/?" + short10k()) }, "400"),
		Entry("10,000 pairs in the query of In [HC3]", func() string { return get("/in?" + short10k()) }, "400"),
	)

	It("is served up to the limit of pairs, and the header limit is an option [HC3]", func() {
		t := newTarget(router.WithMaxHeader(1 << 10))

		Expect(say(t.address, get("/?"+strings.Join(counted(256, "p%d"), "&")))).To(HavePrefix("HTTP/1.1 200 "))
		Expect(say(t.address, get("/", "X: "+strings.Repeat("x", 8<<10)))).To(HavePrefix("HTTP/1.1 431 "))
	})

	DescribeTable("smuggles no second request: the first is refused, or the connection ends behind it",
		func(request, status string, hits int) {
			t := newTarget()

			answer := say(t.address, request+"GET /next HTTP/1.1\r\nHost: x\r\n\r\n")

			Expect(answer).To(HavePrefix("HTTP/1.1 " + status + " "))
			Expect(strings.Count(answer, "HTTP/1.1 ")).To(Equal(1), answer)
			Expect(t.hits.Load()).To(BeEquivalentTo(hits))
		},
		Entry("TE.TE [HC6]", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), "501", 0),
		Entry("TE.TE in one line [HC6]", post("Transfer-Encoding: chunked, identity", "0\r\n\r\n"), "501", 0),
		Entry("an unknown transfer coding [HC6]", post("Transfer-Encoding: xchunked", "0\r\n\r\n"), "501", 0),
		Entry("a vertical tab before chunked [HC6]", post("Transfer-Encoding: \x0bchunked", "0\r\n\r\n"), "400", 0),
		Entry("two lengths [HC6]", post("Content-Length: 0\r\nContent-Length: 5", ""), "400", 0),
		Entry("a list of lengths [HC6]", post("Content-Length: 0, 5", ""), "400", 0),
		Entry("a length with a sign [HC6]", post("Content-Length: +0", ""), "400", 0),
		Entry("a negative length [HC6]", post("Content-Length: -1", ""), "400", 0),
		Entry("a hexadecimal length [HC6]", post("Content-Length: 0x0", ""), "400", 0),
		Entry("two Hosts [HC6]", post("Host: y\r\nContent-Length: 0", ""), "400", 0),
		Entry("a space before the colon [HC6]", post("Content-Length : 0", ""), "400", 0),
		Entry("a NUL in a value [HC6]", post("X: a\x00b", ""), "400", 0),
		Entry("a NUL in a name [HC6]", post("X\x00: a", ""), "400", 0),
		Entry("a bare CR in a value [HC6]", post("X: a\rY: b", ""), "400", 0),
		Entry("Transfer-Encoding announced as a trailer [HC14]", post("Transfer-Encoding: chunked\r\nTrailer: Transfer-Encoding", "0\r\n\r\n"), "400", 0),
		Entry("no Host [HC6]", "GET / HTTP/1.1\r\n\r\n", "400", 0),
		Entry("a Host with a space [HC6]", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400", 0),
		Entry("a Host with a slash [HC6]", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400", 0),
		Entry("an unknown expectation [HC14]", "GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n", "417", 0),
		Entry("HTTP/2 without asking [HC7]", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400", 0),
		Entry("another version [HC6]", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", "505", 0),
		Entry("no version [HC6]", "GET /\r\n", "400", 0),
	)

	// RFC 9112, section 6.1, wants the connection closed behind such a request;
	// net/http removes the length before a handler could see it.
	It("has its chunks counted where it sends a length too [HC6]", func() {
		t := newTarget()

		answer := say(t.address, post("Content-Length: 6\r\nTransfer-Encoding: chunked", "0\r\n\r\n")+"X"+get("/next"))

		Expect(answer).To(HavePrefix("HTTP/1.1 200 "))
		Expect(answer).To(ContainSubstring("HTTP/1.1 405 "), "the byte behind the last chunk begins another method")
		Expect(t.hits.Load()).To(Equal(int64(1)))
	})

	It("is served its own path for a target in absolute form [HC6]", func() {
		t := newTarget()

		Expect(say(t.address, "GET http://evil.example/?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).To(HaveSuffix("\r\n\r\n1"))
		Expect(t.hits.Load()).To(Equal(int64(1)))
	})

	DescribeTable("gets nothing through methods that are for proxies",
		func(line, status string) {
			t := newTarget()

			answer := say(t.address, line+" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")

			Expect(answer).To(HavePrefix("HTTP/1.1 " + status + " "))
			Expect(t.hits.Load()).To(BeZero())
		},
		Entry("CONNECT [HC7]", "CONNECT evil.example:443", "400"),
		Entry("CONNECT of a path [HC7]", "CONNECT /", "405"),
		Entry("TRACE [HC7]", "TRACE /", "405"),
		Entry("OPTIONS of the server, which net/http answers without a body [HC7]", "OPTIONS *", "200"),
		Entry("a method of its own [HC7]", "HACK /", "405"),
	)

	It("cannot hide a header by naming it in Connection [HC14]", func() {
		f := newFixture(router.WithAddress(loopback))
		register(f, "GET /", func(c *router.Context) error { return c.Render(c.Header("Authorization") + c.Header("X-Guard")) })
		_, stopped := serve(f)
		DeferCleanup(func(ctx SpecContext) {
			Expect(f.Stop(ctx)).To(Succeed())
			Eventually(ctx, stopped).Should(Receive(BeNil()))
		})

		answer := say(f.Address(), get("/", "Authorization: a", "X-Guard: b", "Connection: Authorization, X-Guard"))

		Expect(answer).To(HaveSuffix("\r\n\r\n\"ab\""))
	})

	It("is told to continue only by a controller that reads its body [HC14]", func() {
		t := newTarget()
		const header = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"

		Expect(say(t.address, "POST /"+header+"{}")).To(HavePrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "))
		Expect(say(t.address, "POST /nowhere"+header)).To(HavePrefix("HTTP/1.1 404 "))
	})

	It("that hangs up ends the context of its request within a second, and nothing is written [HC13, RF10]", func(ctx SpecContext) {
		f := newFixture(router.WithAddress(loopback))
		entered, ended := make(chan struct{}), make(chan error, 1)
		register(f, "GET /", func(c *router.Context) error {
			close(entered)
			<-c.Context().Done()
			ended <- c.Context().Err()
			return c.Context().Err()
		})
		_, stopped := serve(f)
		conn := connect(f.Address())
		_, err := io.WriteString(conn, get("/"))
		Expect(err).NotTo(HaveOccurred())
		Eventually(ctx, entered).Should(BeClosed())

		Expect(conn.Close()).To(Succeed())

		Eventually(ended).Should(Receive(MatchError(context.Canceled)))
		Expect(f.Stop(ctx)).To(Succeed())
		Eventually(ctx, stopped).Should(Receive(BeNil()))
		Expect(f.log.String()).To(ContainSubstring("level=DEBUG msg=\"request failed\" status=499"))
		Expect(f.log.String()).NotTo(ContainSubstring("level=WARN"))
	})
})

// get is a request whose connection ends behind its answer.
func get(target string, header ...string) string {
	header = append(header, "Connection: close")
	return "GET " + target + " HTTP/1.1\r\nHost: x\r\n" + strings.Join(header, "\r\n") + "\r\n\r\n"
}

func post(header, body string) string {
	return "POST / HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n" + body
}

func counted(n int, format string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(format, i)
	}
	return list
}

// short10k is a query of 10,000 pairs that is shorter than a header may be.
func short10k() string { return strings.TrimSuffix(strings.Repeat("a&", 10_000), "&") }
