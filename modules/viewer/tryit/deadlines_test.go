package tryit_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// The tests of this file run in bubbles, where time passes when everything waits.
// The deadlines are the default ones.

// slowly writes a text byte by byte.
func slowly(c net.Conn, text string, every time.Duration) {
	for i := range len(text) {
		if _, err := c.Write([]byte{text[i]}); err != nil {
			return
		}
		time.Sleep(every)
	}
}

// timed asks an upstream in memory, and says how long that took.
func timed(t *testing.T, g Gomega, upstream func(c net.Conn)) (answer *tryittest.Answer, took time.Duration) {
	t.Helper()
	const origin = "http://api.example"
	p, err := tryit.NewProxy(tryit.WithOrigins(origin), tryit.WithDial(func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() {
			defer func() { _ = there.Close() }()
			if _, err := http.ReadRequest(bufio.NewReader(there)); err == nil {
				upstream(there)
			}
		}()
		return here, nil
	}))
	g.Expect(err).NotTo(HaveOccurred())
	request, err := tryittest.NewRequest(t.Context(), "http://docs.example/_/request", tryit.Request{Method: "GET", URL: origin + "/"}, nil)
	g.Expect(err).NotTo(HaveOccurred())
	w, started := httptest.NewRecorder(), time.Now()

	p.ServeRequest(w, request, nil)

	took = time.Since(started)
	answer, err = tryittest.Read(w.Result())
	g.Expect(err).NotTo(HaveOccurred())
	return answer, took
}

func TestAnUpstreamThatIsSlow(t *testing.T) {
	limits := tryit.DefaultLimits()
	NewWithT(t).Expect(limits.FirstByte).To(BeNumerically("<=", 10*time.Second))
	isLate := func(g Gomega, answer *tryittest.Answer) {
		g.Expect(answer.Problem).To(HaveField("Code", "timeout"))
		g.Expect(answer.Problem).To(HaveField("Status", http.StatusGatewayTimeout))
		g.Expect(answer.Status).To(Equal(http.StatusGatewayTimeout))
	}
	tests := map[string]struct {
		upstream func(c net.Conn) // which ends when the other side closes the connection
		took     time.Duration
		check    func(g Gomega, answer *tryittest.Answer)
	}{
		"is 504 at the deadline when it never answers": {
			func(c net.Conn) { _, _ = c.Read(make([]byte, 1)) }, limits.FirstByte, isLate,
		},
		"is 504 at the deadline when its head comes byte by byte": {
			func(c net.Conn) { slowly(c, "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("y", 1000), 50*time.Millisecond) }, limits.FirstByte, isLate,
		},
		"is cut off at the deadline for all of it when its body comes byte by byte": {
			func(c net.Conn) {
				slowly(c, "HTTP/1.1 200 OK\r\n\r\n", 0)
				slowly(c, strings.Repeat("y", 10_000), time.Second)
			}, limits.Total,
			func(g Gomega, answer *tryittest.Answer) {
				g.Expect(*answer.End).To(And(HaveField("Incomplete", true), HaveField("Reason", "time")))
				g.Expect(len(answer.Body)).To(BeNumerically("~", limits.Total.Seconds(), 1))
			},
		},
		"is cut off when nothing comes any more": {
			func(c net.Conn) {
				_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nbegin")
				_, _ = c.Read(make([]byte, 1))
			}, limits.Idle,
			func(g Gomega, answer *tryittest.Answer) {
				g.Expect(string(answer.Body)).To(Equal("begin"))
				g.Expect(*answer.End).To(And(HaveField("Incomplete", true), HaveField("Reason", "idle"), HaveField("Bytes", int64(5))))
			},
		},
	}
	for text, test := range tests {
		t.Run(text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, gone := NewWithT(t), make(chan struct{})

				answer, took := timed(t, g, func(c net.Conn) {
					defer close(gone)
					test.upstream(c)
				})

				test.check(g, answer)
				g.Expect(took).To(Equal(test.took))
				time.Sleep(time.Second)
				synctest.Wait()
				g.Expect(gone).To(BeClosed(), "the connection is let go")
			})
		})
	}
}

// hasty is a connection to a target that takes the beginning of a request, and
// resets the connection after its answer.
type hasty struct {
	net.Conn
	answer io.Reader
	begun  bool
	reset  chan struct{}
	once   sync.Once
}

func (c *hasty) Write(p []byte) (int, error) {
	if !c.begun {
		c.begun = true
		return len(p), nil
	}
	c.once.Do(func() { close(c.reset) })
	return 0, syscall.EPIPE
}

// Read reads the answer later than the request was found to be refused.
func (c *hasty) Read(p []byte) (int, error) {
	<-c.reset
	time.Sleep(time.Millisecond)
	return c.answer.Read(p)
}

func (c *hasty) Close() error {
	c.once.Do(func() { close(c.reset) })
	return c.Conn.Close()
}

func TestAnAnswerThatComesBeforeTheBodyHasBeenSentIsPassed(t *testing.T) {
	tests := map[string]struct{ answer, code string }{
		"though the target takes no more":            {"HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 6\r\n\r\n10 MiB", ""},
		"unless the target closes without an answer": {"", "unreachable"},
	}
	for text, test := range tests {
		t.Run(text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				const origin = "http://api.example"
				p, err := tryit.NewProxy(tryit.WithOrigins(origin), tryit.WithDial(func(context.Context, string, string) (net.Conn, error) {
					here, _ := net.Pipe()
					return &hasty{Conn: here, answer: strings.NewReader(test.answer), reset: make(chan struct{})}, nil
				}))
				g.Expect(err).NotTo(HaveOccurred())
				body := strings.NewReader(strings.Repeat("x", 1<<20))
				request, err := tryittest.NewRequest(t.Context(), "http://docs.example/_/request", tryit.Request{Method: "POST", URL: origin + "/"}, body)
				g.Expect(err).NotTo(HaveOccurred())
				w := httptest.NewRecorder()

				p.ServeRequest(w, request, nil)

				answer, err := tryittest.Read(w.Result())
				g.Expect(err).NotTo(HaveOccurred())
				if test.code != "" {
					g.Expect(answer.Problem).To(HaveField("Code", test.code))
					return
				}
				g.Expect(answer.Problem).To(BeNil())
				g.Expect(answer.Head.Status).To(Equal(http.StatusRequestEntityTooLarge))
				g.Expect(string(answer.Body)).To(Equal("10 MiB"))
			})
		})
	}
}

func TestANameThatLeadsToNothingOrIsNotAnsweredIsOneErrorWithinTheDeadline(t *testing.T) {
	silent := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	_, _ = resolver(nil).LookupHost(t.Context(), "api.example") // what net reads of the system once belongs to no bubble
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		ask := func(names *net.Resolver) (answer *tryittest.Answer, took time.Duration) {
			p, err := tryit.NewProxy(tryit.WithOrigins("http://api.example"), tryit.WithResolver(names))
			g.Expect(err).NotTo(HaveOccurred())
			started := time.Now()
			answer = visitor(t, p, "192.0.2.1:1", "/")
			return answer, time.Since(started)
		}

		nothing, _ := ask(resolver(nil))
		hanging, took := ask(silent)

		g.Expect(nothing.Status).To(Equal(http.StatusBadGateway))
		g.Expect(*hanging.Problem).To(Equal(*nothing.Problem))
		g.Expect(took).To(And(BeNumerically(">", 0), BeNumerically("<=", tryit.DefaultLimits().FirstByte)))
	})
}

// visitor asks for a path of an API in the name of an address.
func visitor(t *testing.T, p *tryit.Proxy, address, path string) *tryittest.Answer {
	r, err := tryittest.NewRequest(t.Context(), "http://docs.example/_/request", tryit.Request{Method: "GET", URL: "http://api.example" + path}, nil)
	if err != nil {
		panic(err)
	}
	r.RemoteAddr = address
	w := httptest.NewRecorder()
	p.ServeRequest(w, r, nil)
	answer, err := tryittest.Read(w.Result())
	if err != nil {
		panic(err)
	}
	return answer
}

func TestAnAnswerThatDripsHoldsAPlaceOnlyWhileNobodyElseNeedsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		p, err := tryit.NewProxy(tryit.WithOrigins("http://api.example"), tryit.WithDial(func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			go func() {
				defer func() { _ = there.Close() }()
				request, err := http.ReadRequest(bufio.NewReader(there))
				if err != nil {
					return
				}
				slowly(there, "HTTP/1.1 200 OK\r\n\r\n", 0)
				switch request.URL.Path {
				case "/drip":
					slowly(there, strings.Repeat("y", 10_000), time.Second)
				case "/steady":
					for range 60 {
						_, _ = there.Write([]byte(strings.Repeat("y", 1000)))
						time.Sleep(time.Second)
					}
				default:
					_, _ = io.WriteString(there, "ok")
				}
			}()
			return here, nil
		}))
		g.Expect(err).NotTo(HaveOccurred())
		ended := make(chan *tryittest.Answer, 64)
		steady := make(chan *tryittest.Answer, 1)
		go func() { steady <- visitor(t, p, "192.0.2.1:1", "/steady") }()
		for i := range 63 {
			go func() { ended <- visitor(t, p, "198.51.100."+strconv.Itoa(1+i/8)+":1", "/drip") }()
		}
		time.Sleep(5 * time.Second)
		g.Expect(visitor(t, p, "203.0.113.1:1", "/").Problem).To(HaveField("Code", tryit.CodeBusy), "all have just begun")
		time.Sleep(20 * time.Second)

		others := make(chan *tryittest.Answer, 5)
		for range 5 {
			go func() { others <- visitor(t, p, "203.0.113.2:1", "/") }()
		}
		for range 5 {
			g.Expect(string((<-others).Body)).To(Equal("ok"))
		}
		synctest.Wait()
		g.Expect(len(ended)).To(And(BeNumerically(">=", 1), BeNumerically("<=", 5)), "as few as are needed")
		g.Expect(*(<-ended).End).To(And(HaveField("Incomplete", true), HaveField("Reason", "busy")))
		answer := <-steady
		g.Expect(answer.Body).To(HaveLen(60_000))
		g.Expect(answer.End.Incomplete).To(BeFalse())
		time.Sleep(10 * time.Minute)
		synctest.Wait()
	})
}
