package tryit_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
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
