package tryit_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// The specs of this file are about hostile clients of the proxy.

// empty is an upstream that answers with nothing.
const empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

// ask sends a request with headers changed, as pairs; an empty value takes one
// away.
func (s *setup) ask(ctx context.Context, address string, headers ...string) *tryittest.Answer {
	GinkgoHelper()
	request, err := tryittest.NewRequest(ctx, s.url, tryit.Request{Method: "GET", URL: address}, nil)
	Expect(err).NotTo(HaveOccurred())
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			request.Header.Del(headers[i])
		}
	}
	answer, err := tryittest.Do(request)
	Expect(err).NotTo(HaveOccurred())
	return answer
}

var _ = Describe("A request whose first line comes slowly", func() {
	It("is 400 at the deadline, and gives its place to others", func(ctx SpecContext) {
		s := start(nil, with(func(l *tryit.Limits) { l.FirstByte, l.Concurrent = patience, 1 }))
		started := time.Now()

		for _, line := range []string{`{"method":`, ""} {
			Expect(s.raw("POST / HTTP/1.1\r\n" + admitted + "Content-Length: 100\r\n\r\n" + line)).To(Equal(400))
		}

		Expect(time.Since(started)).To(BeNumerically("<", 2*tryit.DefaultLimits().FirstByte), "the deadline is not that of the defaults")
	})
})

var _ = Describe("A body that stops coming after it was answered", func() {
	It("gives its place to others, though the client stays", func(ctx SpecContext) {
		origin, _ := upstream(func(c net.Conn, _ *http.Request) {
			_, _ = io.WriteString(c, empty)
			_, _ = c.Read(make([]byte, 1))
		})
		s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.Concurrent = 1 }))
		line := fmt.Sprintf(`{"method":"POST","url":"%s/"}`+"\nx", origin)
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(c.Close)
		_, err = fmt.Fprintf(c, "POST / HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n", admitted, len(line), line)
		Expect(err).NotTo(HaveOccurred())

		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		Expect(err).NotTo(HaveOccurred())
		answer, err := tryittest.Read(response)

		Expect(err).NotTo(HaveOccurred())
		Expect(answer.End.Incomplete).To(BeFalse())
		Eventually(func() int { return s.ask(ctx, "http://none.example").Status }).WithContext(ctx).
			WithTimeout(25*time.Second).Should(Equal(403), "before what is idle ends by itself")
	})
})

var _ = Describe("A body", func() {
	It("of more than the limit is 413, with and without a length, and the connection to the target is closed", func(ctx SpecContext) {
		gone := make(chan struct{}, 2)
		origin, received := upstream(func(_ net.Conn, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			gone <- struct{}{}
		})
		s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.RequestBytes = 100_000 }))
		r := tryit.Request{Method: "POST", URL: origin + "/"}

		known := s.send(ctx, r, strings.NewReader(strings.Repeat("x", 100_001)))
		Expect(received.all()).To(BeEmpty())
		unknown := s.send(ctx, r, io.LimitReader(bytes.NewReader(make([]byte, 200_000)), 150_000))

		Expect([]string{code(known), code(unknown)}).To(HaveEach("too-large"))
		Expect(known.Status).To(Equal(http.StatusRequestEntityTooLarge))
		Eventually(gone).WithContext(ctx).Should(Receive())
	})
})

var _ = DescribeTable("A request that is not of our type is 415:", func(ctx SpecContext, name, value string) {
	origin, received := says(empty)

	answer := start(nil, tryit.WithOrigins(origin)).ask(ctx, origin+"/", name, value)

	Expect(code(answer)).To(Equal("type"))
	Expect(answer.Status).To(Equal(http.StatusUnsupportedMediaType))
	Expect(received.all()).To(BeEmpty())
},
	Entry("compressed", "Content-Encoding", "gzip"), Entry("a form", "Content-Type", "application/x-www-form-urlencoded"), Entry("a form with files", "Content-Type", "multipart/form-data; boundary=x"),
	Entry("text", "Content-Type", "text/plain"), Entry("JSON", "Content-Type", "application/json"), Entry("nothing", "Content-Type", ""),
)

// raw sends bytes to a proxy, and returns the status of its answer, 0 for none.
func (s *setup) raw(request string) int {
	GinkgoHelper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = c.Close() }()
	_, err = io.WriteString(c, request)
	Expect(err).NotTo(HaveOccurred())
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// admitted is what a request has to say about itself.
const admitted = "Host: x\r\nTrefoil-Request: 1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/vnd.trefoil.request\r\n"

var _ = DescribeTable("A request that can be read in two ways, or is for another proxy, reaches nothing:", func(text string, status int) {
	origin, received := says(empty)
	s := start(nil, tryit.WithOrigins(origin))
	line := fmt.Sprintf(`{"method":"GET","url":"%s/"}`+"\n", origin)

	text = strings.NewReplacer("ADMITTED", admitted, "LENGTH", fmt.Sprint(len(line)), "LINE", line).Replace(text)

	Expect(s.raw(text)).To(Equal(status))
	Expect(received.all()).To(BeEmpty())
},
	Entry("two lengths", "POST / HTTP/1.1\r\nADMITTEDContent-Length: LENGTH\r\nContent-Length: 1\r\n\r\nLINE", 400),
	Entry("a length with a sign", "POST / HTTP/1.1\r\nADMITTEDContent-Length: +LENGTH\r\n\r\nLINE", 400),
	Entry("two hosts", "POST / HTTP/1.1\r\nADMITTEDHost: y\r\nContent-Length: LENGTH\r\n\r\nLINE", 400),
	Entry("a space before a colon", "POST / HTTP/1.1\r\nADMITTEDContent-Length : LENGTH\r\n\r\nLINE", 400),
	Entry("NUL", "POST / HTTP/1.1\r\nADMITTEDX: \x00\r\nContent-Length: LENGTH\r\n\r\nLINE", 400),
	Entry("a coding that is not known", "POST / HTTP/1.1\r\nADMITTEDTransfer-Encoding: xyz\r\n\r\nLINE", 501),
	Entry("CONNECT", "CONNECT e.example:443 HTTP/1.1\r\nADMITTED\r\n", 405), Entry("TRACE", "TRACE / HTTP/1.1\r\nADMITTED\r\n", 405),
	Entry("OPTIONS, as a browser asks before it sends", "OPTIONS / HTTP/1.1\r\nADMITTED\r\n", 405), Entry("GET", "GET /?url=http://127.0.0.1/ HTTP/1.1\r\nADMITTED\r\n", 405),
	Entry("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 405),
)

var _ = DescribeTable("A method that is for proxies is not sent:", func(ctx SpecContext, method string) {
	origin, received := says(empty)

	Expect(code(start(nil, tryit.WithOrigins(origin)).send(ctx, tryit.Request{Method: method, URL: origin + "/"}, nil))).To(Equal("invalid"))
	Expect(received.all()).To(BeEmpty())
},
	Entry("CONNECT", "CONNECT"), Entry("TRACE", "TRACE"), Entry("TRACE in small letters", "trace"), Entry("TRACK", "TRACK"), Entry("PRI", "PRI"), Entry("none", ""),
	Entry("two words", "GET /a"), Entry("a line", "GET\r\nX: y"), Entry("a long one", strings.Repeat("A", 41)),
)

var _ = DescribeTable("A request that no page of this origin has sent is 403:", func(ctx SpecContext, headers ...string) {
	origin, received := says(empty)

	answer := start(nil, tryit.WithOrigins(origin)).ask(ctx, origin+"/", headers...)

	Expect(code(answer)).To(Equal("origin"))
	Expect(answer.Status).To(Equal(http.StatusForbidden))
	Expect(answer.Header).NotTo(HaveKey(HavePrefix("Access-Control-")))
	Expect(received.all()).To(BeEmpty())
},
	Entry("from another site", "Sec-Fetch-Site", "cross-site"), Entry("from another host of the site", "Sec-Fetch-Site", "same-site"), Entry("from the bar of addresses", "Sec-Fetch-Site", "none"),
	Entry("without our header", "Trefoil-Request", ""), Entry("from nowhere", "Origin", "null"), Entry("from nowhere, by an old browser", "Sec-Fetch-Site", "", "Origin", "null"),
	Entry("from another origin, by an old browser", "Sec-Fetch-Site", "", "Origin", "http://e.example"), Entry("by no browser", "Sec-Fetch-Site", ""),
	Entry("as a form", "Sec-Fetch-Site", "cross-site", "Content-Type", "text/plain", "Trefoil-Request", ""),
)

var _ = Describe("A page of this origin", func() {
	It("is let in in an old browser, or without https, by its Origin", func(ctx SpecContext) {
		origin, _ := says(empty)
		s := start(nil, tryit.WithOrigins(origin))

		Expect(s.ask(ctx, origin+"/", "Sec-Fetch-Site", "", "Origin", s.url).Head.Status).To(Equal(200))
	})
})

var _ = Describe("The client that is counted", func() {
	two := func(l *tryit.Limits) { l.ClientPerMinute = 2 }
	// statuses sends three requests that say where they come from.
	statuses := func(ctx context.Context, forwarded []string, options ...tryit.Option) (list []int) {
		origin, _ := says(empty)
		s := start(nil, append([]tryit.Option{tryit.WithOrigins(origin), with(two)}, options...)...)
		for _, f := range forwarded {
			list = append(list, s.ask(ctx, origin+"/", "X-Forwarded-For", f).Status)
		}
		return list
	}

	It("is that of the connection, whatever a header says", func(ctx SpecContext) {
		Expect(statuses(ctx, []string{"1.1.1.1", "2.2.2.2", "3.3.3.3"})).To(Equal([]int{200, 200, 429}))
	})

	It("is the last one that no trusted proxy is", func(ctx SpecContext) {
		trusted := tryit.WithTrustedProxies("127.0.0.0/8", "10.0.0.0/8")

		Expect(statuses(ctx, []string{"1.1.1.1", "2.2.2.2", "3.3.3.3"}, trusted)).To(Equal([]int{200, 200, 200}))
		Expect(statuses(ctx, []string{"1.1.1.1, 9.9.9.9, 10.0.0.1", "2.2.2.2, 9.9.9.9", "9.9.9.9, 10.1.1.1, 10.2.2.2"}, trusted)).To(Equal([]int{200, 200, 429}))
		Expect(statuses(ctx, []string{"", "nonsense", "nonsense"}, trusted)).To(Equal([]int{200, 200, 429}))
		Expect(statuses(ctx, []string{"1.1.1.1, ::1", "2.2.2.2, ::1", "3.3.3.3, 2001:db8::1"}, trusted, tryit.WithTrustedProxies("::1/128"))).To(Equal([]int{200, 200, 200}))
	})
})

var _ = Describe("One client", func() {
	It("gets 429 after its share, and 10,000 requests take no memory", func(ctx SpecContext) {
		origin, received := says(empty)
		s := start(nil, tryit.WithOrigins(origin), with(func(l *tryit.Limits) { l.ClientPerMinute = 20 }))
		send := func() int { // without a connection, most of the cost of what is refused
			request, err := tryittest.NewRequest(ctx, "http://docs.example/_/request", tryit.Request{Method: "GET", URL: origin + "/"}, nil)
			Expect(err).NotTo(HaveOccurred())
			w := httptest.NewRecorder()
			s.proxy.ServeRequest(w, request, nil)
			return w.Code
		}
		counts := map[int]int{}
		for range 100 {
			counts[send()]++
		}
		before := heap()

		for range 9_900 {
			counts[send()]++
		}

		Expect(counts[200]+counts[429]).To(Equal(10_000), "%v", counts)
		Expect(counts[200]).To(BeNumerically("~", 20, 30), "20 at once, and one more in three seconds")
		Expect(len(received.all())).To(Equal(counts[200]))
		Expect(heap() - before).To(BeNumerically("<", 4<<20))
	})

	It("has some requests on their way at the same time, as all have together", func(ctx SpecContext) {
		origin, received := upstream(func(c net.Conn, _ *http.Request) { _, _ = c.Read(make([]byte, 1)) })
		for _, limit := range []struct {
			change func(*tryit.Limits)
			code   string
		}{
			{func(l *tryit.Limits) { l.ClientConcurrent = 1 }, "limited"}, {func(l *tryit.Limits) { l.Concurrent = 1 }, "busy"},
		} {
			s := start(nil, tryit.WithOrigins(origin), with(limit.change))
			waiting, stop := context.WithCancel(ctx)
			seen := len(received.all())
			go func() { _, _ = tryittest.Send(waiting, s.url, tryit.Request{Method: "GET", URL: origin + "/"}, nil) }()
			Eventually(received.all).WithContext(ctx).Should(HaveLen(seen + 1))

			answer := s.get(ctx, origin+"/")

			Expect(code(answer)).To(Equal(limit.code))
			Expect(answer.Header.Get("Retry-After")).NotTo(BeEmpty())
			stop()
			Eventually(func() int { return s.ask(ctx, "http://none.example").Status }).WithContext(ctx).Should(Equal(403), "there is room again")
		}
	})

	It("gets 429 for a server that all have asked enough", func(ctx SpecContext) {
		one, _ := says(empty)
		other, _ := says(empty)
		s := start(nil, tryit.WithOrigins(one, other), with(func(l *tryit.Limits) { l.TargetPerMinute = 1 }))

		Expect(s.get(ctx, one+"/").Status).To(Equal(200))
		Expect(code(s.get(ctx, one+"/"))).To(Equal("limited"))
		Expect(s.get(ctx, other+"/").Status).To(Equal(200))
	})
})

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

var _ = DescribeTable("A client that goes ends the request to the target within a second:", func(ctx SpecContext, answer string, body io.Reader) {
	arrived, gone := make(chan struct{}), make(chan time.Time, 1)
	origin, _ := upstream(func(c net.Conn, _ *http.Request) {
		_, _ = io.WriteString(c, answer)
		close(arrived)
		_, _ = io.Copy(io.Discard, c) // ends when the other side does
		gone <- time.Now()
	})
	s := start(nil, tryit.WithOrigins(origin))
	client, leave := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = tryittest.Send(client, s.url, tryit.Request{Method: "POST", URL: origin + "/"}, body)
	}()
	Eventually(arrived).WithContext(ctx).Should(BeClosed())

	left := time.Now()
	leave()

	var at time.Time
	Eventually(gone).WithContext(ctx).Should(Receive(&at))
	Expect(at.Sub(left)).To(BeNumerically("<=", time.Second))
	Eventually(done).WithContext(ctx).Should(BeClosed())
},
	Entry("before the head", "", nil), Entry("in the body", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n", nil),
	Entry("after a body was sent", "", strings.NewReader("hello")), Entry("while it sends", "", &endless{}),
	Entry("while it sends and is answered", "HTTP/1.1 200 OK\r\n\r\nhello", &endless{}),
)

// endless is a body that comes slowly.
type endless struct{}

func (*endless) Read(p []byte) (int, error) {
	time.Sleep(10 * time.Millisecond)
	return copy(p, "x"), nil
}

var _ = Describe("Headers about a connection, or about who sends", func() {
	It("are not sent, and are named", func(ctx SpecContext) {
		origin, received := says("HTTP/1.1 200 OK\r\nConnection: X-Hop\r\nX-Hop: a\r\nKeep-Alive: timeout=5\r\nX-Kept: b\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
		s := start(nil, tryit.WithOrigins(origin))

		answer := s.send(ctx, tryit.Request{Method: "POST", URL: origin + "/", Headers: [][]string{
			{"Connection", "Authorization, X-Guard"},
			{"authorization", "secret"},
			{"X-Guard", "a"},
			{"Transfer-Encoding", "chunked"},
			{"Trailer", "Transfer-Encoding"},
			{"Expect", "100-continue"},
			{"Upgrade", "h2c"},
			{"TE", "trailers"},
			{"Host", "e.example"},
			{"Content-Length", "1"},
			{"Origin", "http://e.example"},
			{"Referer", "http://e.example"},
			{"Sec-Fetch-Site", "same-origin"},
			{"X-Forwarded-For", "1.1.1.1"},
			{"X_Forwarded_Host", "e.example"},
			{"Forwarded", "for=1.1.1.1"},
			{"X-Real-IP", "1.1.1.1"},
			{"Proxy-Authorization", "a"},
			{"Cookie", "a=b"},
			{"X-Plain", "c"},
			{"x-plain", "d"},
		}}, strings.NewReader("hello"))

		sent := received.all()[0]
		Expect(sent.Header).To(Equal(http.Header{"Cookie": {"a=b"}, "X-Plain": {"c", "d"}, "User-Agent": {"Trefoil"}, "Connection": {"close"}, "Content-Length": {"5"}}))
		Expect(sent.Host).To(Equal(strings.TrimPrefix(origin, "http://")))
		Expect(answer.Head.NotSent).To(Equal([]string{
			"Authorization", "Connection", "Content-Length", "Expect", "Forwarded", "Host", "Origin", "Proxy-Authorization", "Referer", "Sec-Fetch-Site", "Te", "Trailer", "Transfer-Encoding",
			"Upgrade", "X-Forwarded-For", "X-Guard", "X-Real-Ip", "X_forwarded_host",
		}))
		Expect(answer.Head.NotPassed).To(Equal([]string{"Connection", "Keep-Alive", "Proxy-Authenticate", "X-Hop"}))
		Expect(answer.Head.Headers).To(Equal([][]string{{"Content-Length", "0"}, {"X-Kept", "b"}}))
	})

	It("of the reference itself are never sent: its cookies and its credentials stay", func(ctx SpecContext) {
		origin, received := says(empty)
		s := start(nil, tryit.WithOrigins(origin))

		s.ask(ctx, origin+"/", "Cookie", "session=ours", "Authorization", "Basic ours", "X-Forwarded-For", "1.1.1.1", "Accept-Language", "eo", "User-Agent", "browser")

		Expect(received.all()[0].Header).To(Equal(http.Header{"User-Agent": {"Trefoil"}, "Connection": {"close"}}))
	})
})

var _ = DescribeTable("A first line that is wrong is 400:", func(ctx SpecContext, line string) {
	origin, received := says(empty)
	s := start(nil, tryit.WithOrigins(origin))
	request, err := tryittest.NewRawRequest(ctx, s.url, []byte(strings.ReplaceAll(line, "ORIGIN", origin)), nil)
	Expect(err).NotTo(HaveOccurred())

	answer, err := tryittest.Do(request)

	Expect(err).NotTo(HaveOccurred())
	Expect(code(answer)).To(Equal("invalid"))
	Expect(received.all()).To(BeEmpty())
},
	Entry("nothing", ""), Entry("no JSON", "GET ORIGIN/\n"), Entry("no end", `{"method":"GET","url":"ORIGIN/"}`), Entry("a list", "[]\n"), Entry("null", "null\n"),
	Entry("a field that is not known", `{"method":"GET","url":"ORIGIN/","proxy":"x"}`+"\n"), Entry("two objects", `{"method":"GET","url":"ORIGIN/"}{}`+"\n"),
	Entry("a header of three", `{"method":"GET","url":"ORIGIN/","headers":[["a","b","c"]]}`+"\n"), Entry("a header of one", `{"method":"GET","url":"ORIGIN/","headers":[["a"]]}`+"\n"),
	Entry("a header with a line", `{"method":"GET","url":"ORIGIN/","headers":[["a","b\r\nc: d"]]}`+"\n"), Entry("a name of a header with a space", `{"method":"GET","url":"ORIGIN/","headers":[["a b","c"]]}`+"\n"),
	Entry("a header without a name", `{"method":"GET","url":"ORIGIN/","headers":[["","c"]]}`+"\n"), Entry("201 headers", `{"method":"GET","url":"ORIGIN/","headers":[`+strings.Repeat(`["a","b"],`, 200)+`["a","b"]]}`+"\n"),
)

var _ = DescribeTable("What is too long is told of:", func(ctx SpecContext, path, header int, words string) {
	origin, received := says(empty)
	r := tryit.Request{Method: "GET", URL: origin + "/" + strings.Repeat("a", path), Headers: [][]string{{"A", strings.Repeat("b", header)}}}

	answer := start(nil, tryit.WithOrigins(origin)).send(ctx, r, nil)

	Expect(code(answer)).To(Equal("invalid"))
	Expect(answer.Problem.Title).To(Equal(words))
	Expect(received.all()).To(BeEmpty())
},
	Entry("an address", 32<<10, 0, "The URL is too long: it may have 32 KiB."),
	Entry("an address with headers", 30<<10, 40<<10, "The URL and the headers are too long: together they may have 64 KiB."),
)
