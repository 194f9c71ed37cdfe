package tryit_test

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// The specs of this file are about hostile upstreams.

// of is an answer that one upstream gives to GET.
func of(ctx SpecContext, text string, options ...tryit.Option) *tryittest.Answer {
	GinkgoHelper()
	origin, _ := says(text)
	return start(nil, append([]tryit.Option{tryit.WithOrigins(origin)}, options...)...).get(ctx, origin+"/")
}

var _ = Describe("A body", func() {
	small := with(func(l *tryit.Limits) { l.AnswerBytes = 100_000 })

	It("without an end is truncated, and its connection closed", func(ctx SpecContext) {
		gone := make(chan struct{})
		origin, _ := upstream(func(c net.Conn, _ *http.Request) {
			defer close(gone)
			_, err := io.WriteString(c, "HTTP/1.1 200 OK\r\n\r\n")
			for err == nil {
				_, err = c.Write(bytes.Repeat([]byte("y"), 4096))
			}
		})

		answer := start(nil, tryit.WithOrigins(origin), small).get(ctx, origin+"/")

		Expect(answer.Body).To(HaveLen(100_000))
		Expect(*answer.End).To(And(HaveField("Truncated", true), HaveField("Incomplete", false), HaveField("Bytes", int64(100_000))))
		Eventually(gone).WithContext(ctx).Should(BeClosed())
	})

	DescribeTable("of a length", func(ctx SpecContext, length int, truncated bool) {
		answer := of(ctx, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", length, strings.Repeat("y", length)), small)

		Expect(answer.Body).To(HaveLen(min(length, 100_000)))
		Expect(*answer.End).To(And(HaveField("Truncated", truncated), HaveField("Incomplete", false)))
	}, Entry("at the limit is whole", 100_000, false), Entry("of one byte more is truncated", 100_001, true))

	It("is bounded at 10 MiB by default", func() {
		Expect(tryit.DefaultLimits().AnswerBytes).To(Equal(int64(10 << 20)))
		Expect(tryit.DefaultLimits().RequestBytes).To(Equal(int64(10 << 20)))
	})
})

var _ = Describe("A body that breaks off", func() {
	It("is marked as incomplete", func(ctx SpecContext) {
		answer := of(ctx, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nab")

		Expect(string(answer.Body)).To(Equal("ab"))
		Expect(*answer.End).To(And(HaveField("Incomplete", true), HaveField("Reason", "broken")))
	})
})

var _ = DescribeTable("Lengths that contradict are never a whole answer:", func(ctx SpecContext, header, body, want string) {
	answer := of(ctx, "HTTP/1.1 200 OK\r\n"+header+"\r\n"+body)

	if want == "" {
		Expect(answer.Status == http.StatusBadGateway || answer.End != nil && answer.End.Incomplete).To(BeTrue(), "%+v", answer)
		return
	}
	Expect(string(answer.Body)).To(Equal(want))
	Expect(answer.End.Incomplete).To(BeFalse())
},
	Entry("two of them", "Content-Length: 5\r\nContent-Length: 2\r\n", "hello", ""), Entry("a negative one", "Content-Length: -5\r\n", "hello", ""),
	Entry("one with a sign", "Content-Length: +5\r\n", "hello", ""), Entry("the largest", "Content-Length: 9223372036854775807\r\n", "hello", ""),
	Entry("a size of a chunk that is none", "Transfer-Encoding: chunked\r\n", "zz\r\nhello\r\n0\r\n\r\n", ""), Entry("a chunk that is cut", "Transfer-Encoding: chunked\r\n", "5\r\nhe", ""),
	Entry("chunks without the last", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n", ""), Entry("a coding that is not known", "Transfer-Encoding: xyz\r\n", "hello", ""),
	Entry("a length beside chunks: the chunks", "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n", "hello"),
)

var _ = DescribeTable("An answer that is none is 502:", func(ctx SpecContext, text string) {
	answer := of(ctx, text)

	Expect(code(answer)).To(Equal("unreachable"))
	Expect(answer.Status).To(Equal(http.StatusBadGateway))
},
	Entry("CR in a header", "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n"), Entry("NUL", "HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n"),
	Entry("a bare LF", "HTTP/1.1 200 OK\r\nX: a\nY: b\r\n\r\n"), Entry("bare LFs only", "HTTP/1.1 200 OK\nX: a\n\nhello"),
	Entry("a header of 11 MiB", "HTTP/1.1 200 OK\r\nX: "+strings.Repeat("a", 11<<20)+"\r\n\r\n"),
	Entry("10,000 headers", "HTTP/1.1 200 OK\r\n"+strings.Repeat("a:b\r\n", 10_000)+"\r\n"), Entry("a name with a space", "HTTP/1.1 200 OK\r\nX Y: a\r\n\r\n"),
	Entry("101 to h2c", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\nsecret"),
	Entry("101 to websocket", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
	Entry("HTTP/0.9", "<html>hello</html>"), Entry("nothing", ""), Entry("an alert of TLS", "\x15\x03\x01\x00\x02\x02\x46"),
	Entry("half a status line", "HTTP/1.1 2"), Entry("HTTP/2 in letters", "HTTP/2 200\r\n\r\n"),
	Entry("999", "HTTP/1.1 999 What\r\n\r\n"), Entry("1000", "HTTP/1.1 1000 What\r\n\r\n"), Entry("600", "HTTP/1.1 600 What\r\n\r\n"),
	Entry("000", "HTTP/1.1 000 What\r\n\r\n"), Entry("frames of HTTP/2", "\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"),
	Entry("a trailer that frames", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Transfer-Encoding\r\n\r\n0\r\n\r\n"),
)

var _ = Describe("A connection that is reset after the head", func() {
	It("is 502, as nothing was answered", func(ctx SpecContext) {
		origin, _ := upstream(func(c net.Conn, _ *http.Request) {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
			_ = c.(*net.TCPConn).SetLinger(0)
		})

		Expect(code(start(nil, tryit.WithOrigins(origin)).get(ctx, origin+"/"))).To(Equal("unreachable"))
	})
})

var _ = Describe("A status with informational ones before it", func() {
	It("is the one that counts", func(ctx SpecContext) {
		answer := of(ctx, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 599 Odd\r\nContent-Length: 0\r\n\r\n")

		Expect(answer.Head).To(And(HaveField("Status", 599), HaveField("StatusText", "Odd")))
		Expect(answer.Values("Link")).To(BeEmpty())
	})
})

// risky are headers that must do nothing to the reference.
var risky = map[string]string{
	"Set-Cookie": "a=b; Path=/", "Clear-Site-Data": `"*"`, "Strict-Transport-Security": "max-age=1", "Refresh": "0; url=/evil", "Location": "/evil",
	"Content-Security-Policy": "script-src *", "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true", "Service-Worker-Allowed": "/",
	"Link": "</evil.js>; rel=preload", "Sourcemap": "/evil.map", "Nel": "{}", "Report-To": "{}", "Content-Type": "text/html", "Cache-Control": "public", "X-Content-Type-Options": "x",
}

var _ = DescribeTable("What an upstream says about itself is data, and no header of ours:", func(ctx SpecContext, media, body string) {
	text := "HTTP/1.1 200 OK\r\n"
	for name, value := range risky {
		if name == "Content-Type" {
			value = media
		}
		text += name + ": " + value + "\r\n"
	}
	answer := of(ctx, fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", text, len(body), body))

	for name, value := range risky {
		if name == "Content-Type" {
			value = media
		}
		Expect(answer.Values(name)).To(Equal([]string{value}), name)
	}
	answer.Header.Del("Date")
	Expect(answer.Header).To(Equal(http.Header{
		"Content-Type": {"application/octet-stream"}, "Content-Disposition": {`attachment; filename="answer.ndjson"`}, "X-Content-Type-Options": {"nosniff"},
		"Content-Security-Policy": {"sandbox; default-src 'none'"}, "Cache-Control": {"no-store"}, "Cross-Origin-Resource-Policy": {"same-origin"},
		"Referrer-Policy": {"no-referrer"}, "X-Robots-Tag": {"noindex"}, "X-Accel-Buffering": {"no"},
	}))
	Expect(string(answer.Body)).To(Equal(body))
},
	Entry("HTML", "text/html", "<script>H()</script>"), Entry("SVG", "image/svg+xml", "<svg onload=H()></svg>"), Entry("a script", "text/javascript", "H()"),
)

var _ = DescribeTable("A name for saving is made harmless:", func(ctx SpecContext, disposition, want string) {
	answer := of(ctx, "HTTP/1.1 200 OK\r\nContent-Disposition: "+disposition+"\r\nContent-Length: 0\r\n\r\n")

	Expect(answer.Head.Filename).To(Equal(want))
	Expect(answer.Values("Content-Disposition")).To(Equal([]string{disposition}))
},
	Entry("plain", `attachment; filename="report.pdf"`, "report.pdf"), Entry("climbing", `attachment; filename="../../x"`, "x"), Entry("of the root", `attachment; filename="/etc/passwd"`, "passwd"),
	Entry("of Windows", `attachment; filename="..\\..\\a.exe"`, "a.exe"), Entry("of a stream", `attachment; filename="a:b?.txt"`, "a_b_.txt"), Entry("hidden", `attachment; filename=".bashrc"`, "bashrc"),
	Entry("dots", `attachment; filename=".."`, ""), Entry("none", `inline`, ""), Entry("broken", `attachment; filename="`, ""),
	Entry("turned round", `attachment; filename*=UTF-8''a%E2%80%AEfdp.exe`, "afdp.exe"), Entry("long", `attachment; filename="`+strings.Repeat("ä", 100)+`"`, strings.Repeat("ä", 60)),
)

var _ = DescribeTable("Bytes after an answer belong to no other:", func(ctx SpecContext, method, text string) {
	origin, received := says(text + "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
	s := start(nil, tryit.WithOrigins(origin))

	for n := range 3 {
		answer := s.send(ctx, tryit.Request{Method: method, URL: origin + "/"}, nil)

		Expect(string(answer.Body)).NotTo(ContainSubstring("secret"))
		Expect(*answer.End).To(And(HaveField("Incomplete", false), HaveField("Bytes", int64(len(answer.Body)))))
		Expect(received.all()).To(HaveLen(n+1), "each has a connection of its own")
	}
},
	Entry("204 with a body", "GET", "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello"), Entry("304 with a body", "GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nhello"),
	Entry("HEAD with a body", "HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"), Entry("the next answer at once", "GET", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
)

var _ = Describe("A body that is no text", func() {
	It("is passed byte by byte", func(ctx SpecContext) {
		body := "{\"a\":\"\xff\xfe\x00\x80\"}"

		answer := of(ctx, fmt.Sprintf("HTTP/1.1 200 tr\xe8s bien\r\nContent-Type: application/json; charset=utf-8\r\nX: \xfe\r\nX: \u00fe\r\nContent-Disposition: attachment; filename=\"caf\xe9.txt\"\r\nContent-Length: %d\r\n\r\n%s", len(body), body))

		Expect(string(answer.Body)).To(Equal(body))
		Expect(answer.Values("X")).To(Equal([]string{"\u00fe", "\u00fe"}), "of ISO 8859-1, and of UTF-8")
		Expect(answer.Head).To(And(HaveField("StatusText", "tr\u00e8s bien"), HaveField("Filename", "caf\u00e9.txt")))
	})
})

var _ = Describe("JSON of 1 MiB, 100,000 deep", func() {
	It("is passed like any other", func(ctx SpecContext) {
		body := strings.Repeat("[", 100_000) + `"` + strings.Repeat("x", 1<<20) + `"` + strings.Repeat("]", 100_000)

		answer := of(ctx, fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body))

		Expect(string(answer.Body) == body).To(BeTrue())
		Expect(answer.End.Truncated).To(BeFalse())
	})
})

var _ = Describe("An upstream of HTTP/2 alone", func() {
	It("is one error, without another attempt", func(ctx SpecContext) {
		server := httptest.NewUnstartedServer(http.NotFoundHandler())
		server.Config.ErrorLog = log.New(io.Discard, "", 0)
		server.TLS = &tls.Config{NextProtos: []string{"h2"}}
		server.Config.Protocols = new(http.Protocols)
		server.Config.Protocols.SetHTTP2(true)
		server.StartTLS()
		DeferCleanup(server.Close)
		s := start(nil, tryit.WithOrigins(server.URL), tryit.WithTLS(server.Client().Transport.(*http.Transport).TLSClientConfig))

		Expect(code(s.get(ctx, server.URL+"/"))).To(Equal("unreachable"))
		Expect(s.dialled.Seen()).To(HaveLen(1))
	})
})
