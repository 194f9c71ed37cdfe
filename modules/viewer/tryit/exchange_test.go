package tryit_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// api serves a handler, closed with the spec.
func api(f http.HandlerFunc) string {
	GinkgoHelper()
	server := httptest.NewUnstartedServer(f)
	serve(server)
	return server.URL
}

var _ = Describe("An exchange", func() {
	It("sends what was written and passes what was answered", func(ctx SpecContext) {
		origin, received := upstream(func(c net.Conn, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			_, _ = fmt.Fprintf(c, "HTTP/1.0 418 I'm a teapot\r\nX-B: 2\r\nX-A: 1\r\nX-B: 3\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
		})
		s := start(nil, tryit.WithOrigins(origin))

		answer := s.send(ctx, tryit.Request{Method: "PATCH", URL: origin + "/a%2Fb/ä?q=ü&r=a%20b;c#fragment", Headers: [][]string{{"user-agent", "mine"}, {"X-A", "a"}}}, strings.NewReader("\x00\xff{}\n\n"))

		sent := received.all()[0]
		Expect(sent.Method + " " + sent.RequestURI).To(Equal("PATCH /a%2Fb/%C3%A4?q=%C3%BC&r=a%20b;c"))
		Expect(sent.Header).To(Equal(http.Header{"User-Agent": {"mine"}, "X-A": {"a"}, "Content-Length": {"6"}, "Connection": {"close"}}))
		Expect(answer.Head).To(And(HaveField("Status", 418), HaveField("StatusText", "I'm a teapot"), HaveField("HTTPVersion", "HTTP/1.0"), HaveField("NotSent", BeEmpty())))
		Expect(answer.Head.Headers).To(Equal([][]string{{"Content-Length", "6"}, {"X-A", "1"}, {"X-B", "2"}, {"X-B", "3"}}))
		Expect(string(answer.Body)).To(Equal("\x00\xff{}\n\n"))
		Expect(*answer.End).To(And(HaveField("Bytes", int64(6)), HaveField("Incomplete", false), HaveField("Truncated", false), HaveField("MS", BeNumerically(">", 0))))
	})

	DescribeTable("keeps the escapes of an address", func(ctx SpecContext, sent, want string) {
		origin, received := says("HTTP/1.1 204 No Content\r\n\r\n")

		start(nil, tryit.WithOrigins(origin)).get(ctx, origin+sent)

		Expect(received.all()).To(ConsistOf(HaveField("RequestURI", want)))
	},
		Entry("beside what a path has to escape", `/a%2Fb|{c}"<d>^`+"`", "/a%2Fb%7C%7Bc%7D%22%3Cd%3E%5E%60"),
		Entry("beside what is not ASCII", "/a%2fb/ä", "/a%2fb/%C3%A4"),
		Entry("in a query, byte by byte", "/a?b=%2F|{}'[]+%zz&&c==", "/a?b=%2F|{}'[]+%zz&&c=="),
		Entry("in an empty path, of dots and slashes too", "//a/../%2e%2e;b//?", "//a/../%2e%2e;b//?"),
	)

	It("passes the head and every part at once, while more is to come", func(ctx SpecContext) {
		next := make(chan string)
		origin := api(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for text := range next {
				_, _ = io.WriteString(w, text)
				_ = http.NewResponseController(w).Flush()
			}
		})
		s := start(nil, tryit.WithOrigins(origin))
		request, err := tryittest.NewRequest(ctx, s.url, tryit.Request{Method: "GET", URL: origin + "/"}, nil)
		Expect(err).NotTo(HaveOccurred())
		go func() { next <- "" }()
		response, err := http.DefaultClient.Do(request)
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = response.Body.Close() }()
		lines := bufio.NewScanner(response.Body)

		Expect(lines.Scan()).To(BeTrue())
		Expect(lines.Text()).To(HavePrefix(`{"status":200,`))
		for n := range 3 {
			next <- fmt.Sprintf("data: %d\n\n", n)
			Expect(lines.Scan()).To(BeTrue())
			var line tryit.Data
			Expect(json.Unmarshal(lines.Bytes(), &line)).To(Succeed())
			Expect(string(line.Data)).To(Equal(fmt.Sprintf("data: %d\n\n", n)))
		}
		close(next)
		Expect(lines.Scan()).To(BeTrue())
		Expect(lines.Text()).To(HavePrefix(`{"end":true,"bytes":27,"truncated":false,"incomplete":false,`))
	})

	It("sends a body while it comes, and passes the answer to its first part", func(ctx SpecContext) {
		origin := api(func(w http.ResponseWriter, r *http.Request) {
			_ = http.NewResponseController(w).EnableFullDuplex()
			_, _ = io.Copy(flushing{w}, r.Body)
		})
		s := start(nil, tryit.WithOrigins(origin))
		in, out := io.Pipe()
		request, err := tryittest.NewRequest(ctx, s.url, tryit.Request{Method: "POST", URL: origin + "/"}, in)
		Expect(err).NotTo(HaveOccurred())
		go func() { _, _ = io.WriteString(out, "one") }()
		response, err := http.DefaultClient.Do(request)
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = response.Body.Close() }()
		lines := bufio.NewScanner(response.Body)

		Expect(lines.Scan()).To(BeTrue()) // the head
		Expect(lines.Scan()).To(BeTrue())
		Expect(lines.Text()).To(Equal(`{"data":"b25l"}`))
		_, _ = io.WriteString(out, "two")
		Expect(lines.Scan()).To(BeTrue())
		Expect(lines.Text()).To(Equal(`{"data":"dHdv"}`))
		Expect(out.Close()).To(Succeed())
		Expect(lines.Scan()).To(BeTrue())
		Expect(lines.Text()).To(HavePrefix(`{"end":true,"bytes":6,`))
	})

	It("passes more than the default limit where another one allows it", func(ctx SpecContext) {
		body := make([]byte, tryit.DefaultLimits().AnswerBytes+1<<20)
		_, _ = rand.Read(body)
		origin := api(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
		s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.AnswerBytes = 16 << 20 }))

		answer := s.get(ctx, origin+"/")

		Expect(bytes.Equal(answer.Body, body)).To(BeTrue())
		Expect(answer.End.Truncated || answer.End.Incomplete).To(BeFalse())
	})

	It("sends as much as it may back and forth, over a connection that is used again", func(ctx SpecContext) {
		origin := api(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			_, _ = w.Write(body)
		})
		s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.RequestBytes, l.AnswerBytes = 2<<20, 2<<20 }))
		body := make([]byte, 2<<20)
		_, _ = rand.Read(body)

		for range 3 {
			Expect(bytes.Equal(s.send(ctx, tryit.Request{Method: "PUT", URL: origin + "/"}, bytes.NewReader(body)).Body, body)).To(BeTrue())
		}
	})

	It("goes over HTTP/2 between the page and the server", func(ctx SpecContext) {
		origin, received := upstream(func(c net.Conn, r *http.Request) {
			body, _ := io.ReadAll(io.LimitReader(r.Body, 5))
			_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n%s", body)
			_, _ = io.Copy(io.Discard, r.Body) // or the connection would be reset
		})
		p, err := tryit.NewProxy(tryit.WithOrigins(origin), tryit.WithLimits(quick))
		Expect(err).NotTo(HaveOccurred())
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.ServeRequest(w, r, nil) }))
		server.EnableHTTP2 = true
		server.StartTLS()
		DeferCleanup(server.Close)

		for n, body := range []io.Reader{strings.NewReader("hello"), strings.NewReader("hello" + strings.Repeat("x", 1<<20)), io.LimitReader(strings.NewReader("hello, slowly"), 13)} {
			request, err := tryittest.NewRequest(ctx, server.URL, tryit.Request{Method: "POST", URL: origin + "/"}, body)
			Expect(err).NotTo(HaveOccurred())
			response, err := server.Client().Do(request)
			Expect(err).NotTo(HaveOccurred())
			Expect(response.ProtoMajor).To(Equal(2))
			answer, err := tryittest.Read(response)
			Expect(err).NotTo(HaveOccurred())
			Expect(response.Body.Close()).To(Succeed())
			Expect(string(answer.Body)).To(Equal("hello"))
			Expect(answer.End.Incomplete).To(BeFalse())
			Expect(received.all()).To(HaveLen(n + 1))
		}
	})

	It("passes trailers", func(ctx SpecContext) {
		answer := of(ctx, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n")

		Expect(answer.End.Trailers).To(Equal([][]string{{"X-Sum", "7"}}))
	})

	It("tells how long the name, the connection, TLS and the first byte took", func(ctx SpecContext) {
		const wait = 30 * time.Millisecond
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(wait)
			_, _ = io.WriteString(w, "ok")
		}))
		DeferCleanup(server.Close)
		origin := "https://example.com" + server.URL[strings.LastIndexByte(server.URL, ':'):]
		trusting := tryit.WithTLS(server.Client().Transport.(*http.Transport).TLSClientConfig)
		s := start(nil, tryit.WithOrigins(origin), trusting, tryit.WithResolver(resolver([]string{"127.0.0.1"})))

		answer := s.get(ctx, origin+"/")

		t := answer.Head.Timing
		Expect([]float64{t.DNS, t.Connect, t.TLS}).To(HaveEach(BeNumerically(">", 0)))
		Expect(t.FirstByte).To(BeNumerically(">=", wait.Milliseconds()))
		Expect(answer.End.MS).To(BeNumerically(">=", t.DNS+t.Connect+t.TLS+t.FirstByte-1))
		Expect(string(answer.Body)).To(Equal("ok"))
	})

	It("is 502 with a certificate that is not trusted", func(ctx SpecContext) {
		server := httptest.NewUnstartedServer(http.NotFoundHandler())
		server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, 0)
		server.StartTLS()
		DeferCleanup(server.Close)

		Expect(code(start(nil, tryit.WithOrigins(server.URL)).get(ctx, server.URL+"/"))).To(Equal("unreachable"))
	})
})

// flushing sends what is written to it at once.
type flushing struct{ http.ResponseWriter }

func (f flushing) Write(p []byte) (int, error) {
	n, err := f.ResponseWriter.Write(p)
	_ = http.NewResponseController(f.ResponseWriter).Flush()
	return n, err
}

// canaries are secrets that must be in no line of a log.
func canaries() []string {
	list := make([]string, 12)
	for i := range list {
		list[i] = fmt.Sprintf("canary%02d%s", i, rand.Text())
	}
	return list
}

var _ = Describe("A body that nobody reads to its end", func() {
	It("is never taken for the next request", func(ctx SpecContext) {
		origin, _ := says("HTTP/1.1 999 Odd\r\n\r\n")
		s := start(nil, tryit.WithOrigins(origin))
		const late = "GET /smuggled HTTP/1.1\r\nHost: api.example\r\n\r\n"
		line, err := json.Marshal(tryit.Request{Method: "POST", URL: origin + "/"})
		Expect(err).NotTo(HaveOccurred())
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		Expect(err).NotTo(HaveOccurred())
		defer func() { _ = c.Close() }()
		_, err = fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: docs.example\r\nSec-Fetch-Site: same-origin\r\n%s: 1\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s\n",
			tryit.RequestHeader, tryit.RequestType, len(line)+1+len(late), line)
		Expect(err).NotTo(HaveOccurred())
		in := bufio.NewReader(c)
		response, err := http.ReadResponse(in, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(response.StatusCode).To(Equal(http.StatusBadGateway))
		_, _ = io.Copy(io.Discard, response.Body)

		_, _ = io.WriteString(c, late)

		Expect(response.Close).To(BeTrue(), "the connection ends with the answer")
		_, err = http.ReadResponse(in, nil)
		Expect(err).To(HaveOccurred())
	}, SpecTimeout(time.Minute))
})

var _ = Describe("The log", func() {
	It("holds none of 12 secrets, however an exchange ends", func(ctx SpecContext) {
		c := canaries()
		log := gbytes.NewBuffer()
		logger := tryit.WithLogger(slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		headers := [][]string{
			{"Authorization", "Basic " + c[0]}, {"X-Api-Key", c[1]}, {"Cookie", "k=" + c[2]}, {"Proxy-Authorization", c[3]}, {"Connection", c[4]}, {"X-Client-Secret", c[5]},
		}
		path := fmt.Sprintf("/%s?api_key=%s&code=%s#%s", c[6], c[7], c[8], c[9])
		body := c[10]
		echo := func(head string) string {
			origin, _ := says(head + "X: " + c[11] + "\r\nContent-Length: 40\r\n\r\n" + c[11])
			return origin
		}
		silent, _ := upstream(func(conn net.Conn, _ *http.Request) { _, _ = io.Copy(io.Discard, conn) })
		endings := []string{
			echo("HTTP/1.1 200 OK\r\n"), echo("HTTP/1.1 999 " + c[11] + "\r\n"), echo(c[11]), echo("HTTP/1.1 302 Found\r\nLocation: javascript:" + c[11] + "\r\n"),
			echo("HTTP/1.1 302 Found\r\nLocation: http://e.example/" + c[11] + "\r\n"), echo("HTTP/1.1 307 Found\r\nLocation: /?" + c[11] + "\r\n"), echo("HTTP/1.1 200 OK\r\n" + c[11] + "\r\n"),
			silent, "http://" + c[7] + ".example", "http://a:" + c[3] + "@127.0.0.1", "http://[" + c[7] + "]", "http://nowhere.example",
		}
		s := start([]string{"http://nowhere.example"}, tryit.WithOrigins(endings[:8]...), logger, impatient)

		statuses := map[int]bool{}
		for _, origin := range endings {
			statuses[s.send(ctx, tryit.Request{Method: "POST", URL: origin + path, Headers: headers}, strings.NewReader(body)).Status] = true
		}
		statuses[s.send(ctx, tryit.Request{Method: "POST " + c[0], URL: endings[0], Headers: headers}, nil).Status] = true

		Expect(statuses).To(And(HaveKey(200), HaveKey(400), HaveKey(403), HaveKey(502), HaveKey(504)))
		lines := func() int { return bytes.Count(log.Contents(), []byte("\n")) }
		Eventually(lines).Should(Equal(len(endings)+1), "the last line may come after its answer")
		Expect(string(log.Contents())).To(And(ContainSubstring("method=POST"), ContainSubstring("origin="+endings[0]), ContainSubstring("code=timeout")))
		for _, canary := range c {
			Expect(strings.Contains(strings.ToLower(string(log.Contents())), strings.ToLower(canary))).To(BeFalse(), canary)
		}
	})
})

var _ = Describe("Close of a request's context", func() {
	It("ends the exchange, as a viewer does that is closed", func(ctx SpecContext) {
		arrived := make(chan struct{})
		origin, _ := upstream(func(c net.Conn, _ *http.Request) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\nhello")
			close(arrived)
			_, _ = c.Read(make([]byte, 1))
		})
		p, err := tryit.NewProxy(tryit.WithOrigins(origin), tryit.WithLimits(quick))
		Expect(err).NotTo(HaveOccurred())
		life, end := context.WithCancel(ctx)
		request, err := tryittest.NewRequest(life, "http://docs.example/_/request", tryit.Request{Method: "GET", URL: origin + "/"}, nil)
		Expect(err).NotTo(HaveOccurred())
		w := httptest.NewRecorder()
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.ServeRequest(w, request, nil)
		}()
		Eventually(arrived).WithContext(ctx).Should(BeClosed())

		end()

		Eventually(done).WithContext(ctx).Should(BeClosed())
	})
})
