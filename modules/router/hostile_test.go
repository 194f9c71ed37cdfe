package router_test

import (
	"bufio"
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
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

// connect opens a connection that fails the spec rather than hang.
func connect(address string) net.Conn {
	GinkgoHelper()
	conn, err := net.Dial("tcp", address)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { _ = conn.Close() })
	Expect(conn.SetDeadline(time.Now().Add(patience))).To(Succeed())
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

// isHangUp reports whether reading has ended because the server closed the
// connection: in order, or by a reset because it had not read everything.
func isHangUp(err error) bool { return !errors.Is(err, os.ErrDeadlineExceeded) }

// target is a router under attack, which counts the requests that reach it.
type target struct {
	*fixture
	address string
	hits    atomic.Int64
}

// attacked are the routes of a target.
func attacked(hits *atomic.Int64) router.Controllers {
	type search struct {
		Q string `query:"q"`
	}
	params := func(c *router.Context) error {
		hits.Add(1)
		params, err := c.Params()
		if err != nil {
			return err
		}
		return c.Render(len(params))
	}
	return router.Controllers{
		"GET /":      params,
		"POST /":     params,
		"GET /next":  params,
		"POST /echo": func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) },
		"GET /in":    router.In(func(_ *router.Context, in *search) (string, error) { return in.Q, nil }),
	}
}

func newTarget(opts ...router.Option) *target {
	GinkgoHelper()
	t := &target{fixture: newFixture(append([]router.Option{router.WithAddress(loopback)}, opts...)...)}
	t.Register(attacked(&t.hits))
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

	DescribeTable("smuggles no second request: the first is refused, or the connection ends behind it",
		func(request, status string, hits int) {
			t := newTarget()

			answer := say(t.address, request+"GET /next HTTP/1.1\r\nHost: x\r\n\r\n")

			Expect(answer).To(HavePrefix("HTTP/1.1 " + status + " "))
			Expect(strings.Count(answer, "HTTP/1.1 ")).To(Equal(1), answer)
			Expect(t.hits.Load()).To(BeEquivalentTo(hits))
		},
		Entry("TE.TE", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), "501", 0),
		Entry("TE.TE in one line", post("Transfer-Encoding: chunked, identity", "0\r\n\r\n"), "501", 0),
		Entry("an unknown transfer coding", post("Transfer-Encoding: xchunked", "0\r\n\r\n"), "501", 0),
		Entry("a vertical tab before chunked", post("Transfer-Encoding: \x0bchunked", "0\r\n\r\n"), "400", 0),
		Entry("two lengths", post("Content-Length: 0\r\nContent-Length: 5", ""), "400", 0),
		Entry("a list of lengths", post("Content-Length: 0, 5", ""), "400", 0),
		Entry("a length with a sign", post("Content-Length: +0", ""), "400", 0),
		Entry("a negative length", post("Content-Length: -1", ""), "400", 0),
		Entry("a hexadecimal length", post("Content-Length: 0x0", ""), "400", 0),
		Entry("two Hosts", post("Host: y\r\nContent-Length: 0", ""), "400", 0),
		Entry("a space before the colon", post("Content-Length : 0", ""), "400", 0),
		Entry("a NUL in a value", post("X: a\x00b", ""), "400", 0),
		Entry("a NUL in a name", post("X\x00: a", ""), "400", 0),
		Entry("a bare CR in a value", post("X: a\rY: b", ""), "400", 0),
		Entry("Transfer-Encoding announced as a trailer", post("Transfer-Encoding: chunked\r\nTrailer: Transfer-Encoding", "0\r\n\r\n"), "400", 0),
		Entry("no Host", "GET / HTTP/1.1\r\n\r\n", "400", 0),
		Entry("a Host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "400", 0),
		Entry("a Host with a slash", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "400", 0),
		Entry("an unknown expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n", "417", 0),
		Entry("HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "400", 0),
		Entry("another version", "GET / HTTP/3.0\r\nHost: x\r\n\r\n", "505", 0),
		Entry("no version", "GET /\r\n", "400", 0),
	)

	// RFC 9112, section 6.1, wants the connection closed behind such a request;
	// net/http removes the length before a handler could see it.
	It("has its chunks counted where it sends a length too", func() {
		t := newTarget()

		answer := say(t.address, post("Content-Length: 6\r\nTransfer-Encoding: chunked", "0\r\n\r\n")+"X"+get("/next"))

		Expect(answer).To(HavePrefix("HTTP/1.1 200 "))
		Expect(answer).To(ContainSubstring("HTTP/1.1 405 "), "the byte behind the last chunk begins another method")
		Expect(t.hits.Load()).To(Equal(int64(1)))
	})

	It("is served its own path for a target in absolute form", func() {
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
		Entry("CONNECT", "CONNECT evil.example:443", "400"),
		Entry("CONNECT of a path", "CONNECT /", "405"),
		Entry("TRACE", "TRACE /", "405"),
		Entry("OPTIONS of the server, which net/http answers without a body", "OPTIONS *", "200"),
		Entry("a method of its own", "HACK /", "405"),
	)

	It("cannot hide a header by naming it in Connection", func() {
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

	It("is told to continue only by a controller that reads its body", func() {
		t := newTarget()
		const header = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"

		Expect(say(t.address, "POST /"+header+"{}")).To(HavePrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "))
		Expect(say(t.address, "POST /echo"+header+"{}")).To(HavePrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "))
		Expect(say(t.address, "POST /nowhere"+header)).To(HavePrefix("HTTP/1.1 404 "))
	})

	It("that hangs up ends the context of its request within a second, and nothing is written", func(ctx SpecContext) {
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

// TestTooMuchIsRefused is in a bubble because net/http waits behind an answer to
// a request that it does not read to the end.
func TestTooMuchIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, request, status string
		opts                  []router.Option
	}{
		{"a header of 2 MB", get("/", "X: "+strings.Repeat("x", 2<<20)), "431", nil},
		{"a header of 80 KB", get("/", "X: "+strings.Repeat("x", 80<<10)), "431", nil},
		{"a request line of 2 MB", get("/" + strings.Repeat("x", 2<<20)), "431", nil},
		{"10,000 header lines", get("/", counted(10_000, "H%d: v")...), "431", nil},
		{"100,000 cookies", get("/", "Cookie: "+strings.Join(counted(100_000, "c%d=v"), "; ")), "431", nil},
		{"10,000 pairs in the query of Params", get("/?" + short10k()), "400", nil},
		{"10,000 pairs in the query of In", get("/in?" + short10k()), "400", nil},
		{"pairs up to the limit are not", get("/?" + strings.Join(counted(256, "p%d"), "&")), "200", []router.Option{router.WithMaxHeader(1 << 10)}},
		{"a header above the limit that is set", get("/", "X: "+strings.Repeat("x", 8<<10)), "431", []router.Option{router.WithMaxHeader(1 << 10)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				conn := newPiped(t, attacked(new(atomic.Int64)), c.opts...).connect(t)
				go func() { _, _ = io.WriteString(conn, c.request) }() // the server may hang up on it

				answer, err := io.ReadAll(conn)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(string(answer)).To(HavePrefix("HTTP/1.1 " + c.status + " "))
			})
		})
	}
}

// trickle sends text again and again until the connection is closed.
func trickle(conn net.Conn, text string, every time.Duration) {
	for {
		if _, err := io.WriteString(conn, text); err != nil {
			return
		}
		time.Sleep(every)
	}
}

func TestAHeaderThatNeverEndsHoldsNoneOf500Connections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		var hits atomic.Int64
		p := newPiped(t, router.Controllers{"GET /": func(*router.Context) error { hits.Add(1); return nil }}, router.WithReadHeaderTimeout(serverTimeout))
		var attack sync.WaitGroup
		for range 500 {
			conn := p.connect(t)
			attack.Go(func() { trickle(conn, "GET / HTTP/1.1\r\nHost: x\r\nX: ", serverTimeout/4) })
			attack.Go(func() {
				_, _ = io.Copy(io.Discard, conn)
				_ = conn.Close()
			})
		}

		res, _ := p.get(t, "/")
		g.Expect(res.StatusCode).To(Equal(204))
		g.Expect(time.Since(begun)).To(BeZero(), "nobody is kept out")
		attack.Wait()
		g.Expect(time.Since(begun)).To(BeNumerically("~", serverTimeout, serverTimeout/2))
		g.Expect(hits.Load()).To(Equal(int64(1)))
	})
}

func TestABodyThatTakesTooLongIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		p := newPiped(t, router.Controllers{"POST /": func(c *router.Context) error { _, err := c.Params(); return err }}, router.WithReadTimeout(serverTimeout))
		conn := p.connect(t)
		_, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
		g.Expect(err).NotTo(HaveOccurred())
		var sending sync.WaitGroup
		sending.Go(func() { trickle(conn, " ", serverTimeout/8) })

		answer, err := io.ReadAll(conn)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(string(answer)).To(HavePrefix("HTTP/1.1 408 "))
		g.Expect(time.Since(begun)).To(BeNumerically("~", serverTimeout, serverTimeout/2))
		sending.Wait()
	})
}

func TestAClientThatDoesNotReadAPageIsCut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun, written := NewWithT(t), time.Now(), make(chan error, 1)
		p := newPiped(t, router.Controllers{"GET /page": func(w http.ResponseWriter, _ *http.Request) {
			_, err := w.Write(make([]byte, 10<<20))
			written <- err
		}}, router.WithWriteTimeout(serverTimeout))
		conn := p.connect(t)
		_, err := io.WriteString(conn, "GET /page HTTP/1.1\r\nHost: x\r\n\r\n")
		g.Expect(err).NotTo(HaveOccurred())

		g.Expect(<-written).To(MatchError(os.ErrDeadlineExceeded))

		g.Expect(time.Since(begun)).To(Equal(serverTimeout))
		read, err := io.Copy(io.Discard, conn)
		g.Expect(err).NotTo(HaveOccurred(), "the server has hung up")
		g.Expect(read).To(BeNumerically("<", 10<<20))
	})
}

func TestABodyThatSaysItIsTooLongIsNotAskedFor(t *testing.T) {
	for _, c := range []struct{ path, mediaType string }{
		{"/json", "application/json"}, {"/params", "application/json"}, {"/form", "application/x-www-form-urlencoded"}, {"/form", "multipart/form-data; boundary=b"}, {"/raw", "text/csv"},
	} {
		t.Run(c.path+" "+c.mediaType, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, begun := NewWithT(t), time.Now()
				p := newPiped(t, router.Controllers{
					"POST /json":   router.In(takeNumber),
					"POST /params": func(c *router.Context) error { _, err := c.Params(); return err },
					"POST /form": router.In(func(*router.Context, *struct {
						Name string `form:"name"`
					},
					) (router.None, error) {
						return router.None{}, nil
					}),
					"POST /raw": router.In(func(_ *router.Context, in *struct {
						Body io.Reader `body:"text/csv"`
					},
					) (router.None, error) {
						_, err := io.ReadAll(in.Body)
						return router.None{}, err
					}),
				}, router.WithMaxBody(1024), router.WithMaxUpload(1024))
				conn := p.connect(t)
				_, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: %s\r\nContent-Length: 1025\r\n\r\n", c.path, c.mediaType)
				g.Expect(err).NotTo(HaveOccurred())

				res, err := http.ReadResponse(bufio.NewReader(conn), nil)

				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(res.StatusCode).To(Equal(413))
				g.Expect(res.Close).To(BeTrue())
				g.Expect(time.Since(begun)).To(BeZero())
			})
		})
	}
}

func TestABodyThatIsTooLongIsRefusedAtOnceAndTheConnectionClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begun := NewWithT(t), time.Now()
		p := newPiped(t, router.Controllers{"POST /x": router.In(takeNumber)}, router.WithMaxBody(1024))
		conn := p.connect(t)
		_, err := fmt.Fprintf(conn, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n%s\r\n", strings.Repeat(" ", 0x800))
		g.Expect(err).NotTo(HaveOccurred())

		reader := bufio.NewReader(conn) // the client holds the rest back
		res, err := http.ReadResponse(reader, nil)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(res.StatusCode).To(Equal(413))
		g.Expect(res.Close).To(BeTrue())
		g.Expect(time.Since(begun)).To(BeZero())
		_, err = io.Copy(io.Discard, res.Body)
		g.Expect(err).NotTo(HaveOccurred())
		_, err = reader.ReadByte()
		g.Expect(err).To(MatchError(io.EOF))
		g.Expect(time.Since(begun)).To(Equal(time.Second), "not the 30 seconds that a body may take")
	})
}
