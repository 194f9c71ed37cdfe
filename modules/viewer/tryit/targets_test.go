package tryit_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard/guardtest"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// The specs of this file are about targets that a proxy must not reach. Nothing is
// sent to them: a recorder stands before every connection, and lets those to this
// machine through only.

// forbidden are hosts that no request may be sent to.
func forbidden() []string {
	return append(guardtest.Hosts(), "2130706433", "0x7f.1", "0177.0.0.1", "127.1", "localhost.", "127.0.0.1.")
}

func forbiddenEntries() []TableEntry {
	var entries []TableEntry
	for _, host := range forbidden() {
		entries = append(entries, Entry(host, host))
	}
	return entries
}

var _ = DescribeTable("A host that must not be reached is refused, declared or not, with one text:", func(ctx SpecContext, host string) {
	address := "http://" + host + "/"
	undeclared := start([]string{"http://api.example"})
	byDescription := start([]string{address})

	for _, s := range []*setup{undeclared, byDescription} {
		answer := s.get(ctx, address)

		Expect(answer.Status).To(Equal(http.StatusForbidden))
		Expect(*answer.Problem).To(Equal(tryit.Problem{
			Type: "about:blank", Status: 403, Code: "refused", Title: "Requests are not sent to this address: it is none of the API's servers.",
		}))
		Expect(s.dialled.Seen()).To(BeEmpty())
	}
}, forbiddenEntries())

var _ = DescribeTable("An address is refused whatever else it holds:", func(ctx SpecContext, address string) {
	s := start([]string{"http://example.com", "http://127.0.0.1"})

	Expect(code(s.get(ctx, address))).To(Equal("refused"))
	Expect(s.dialled.Seen()).To(BeEmpty())
},
	Entry("a host as the name of a user", "http://example.com@127.0.0.1/"),
	Entry("a host in the fragment", "http://127.0.0.1#@example.com/"),
	Entry("a name with its password", "http://a:b@example.com/"),
	Entry("an empty name", "http://@example.com/"),
	Entry("an allowed host with a dot behind it", "http://example.com./"),
	Entry("the port of SSH on an allowed host", "http://example.com:22/"),
	Entry("that of mail", "http://example.com:25/"),
	Entry("that of Redis", "http://example.com:6379/"),
	Entry("that of memcached", "http://example.com:11211/"),
	Entry("that of https by http", "http://example.com:443/"),
	Entry("the other scheme", "https://example.com/"),
	Entry("credentials of a cloud", "http://169.254.169.254/latest/meta-data/"),
)

var _ = DescribeTable("What is no address of http is answered with 400:", func(ctx SpecContext, address string) {
	s := start([]string{"http://example.com", "http://host", address})

	answer := s.get(ctx, address)

	Expect(code(answer)).To(Equal("invalid"))
	Expect(answer.Status).To(Equal(http.StatusBadRequest))
	Expect(s.dialled.Seen()).To(BeEmpty())
},
	Entry("file:", "file:///etc/passwd"), Entry("ftp:", "ftp://example.com/"), Entry("gopher:", "gopher://example.com/"),
	Entry("unix:", "unix:///run/x.sock"), Entry("data:", "data:text/plain,x"), Entry("ws:", "ws://example.com/"),
	Entry("without a scheme", "//example.com/"), Entry("one slash", "http:/example.com"), Entry("no slash", "http:example.com"),
	Entry("nothing", ""), Entry("no host", "http:///x"), Entry("a path", "/etc/passwd"),
	Entry("a tab in the host", "http://exam\tple.com/"), Entry("CR LF", "http://example.com\r\nX: y/"), Entry("NUL", "http://example.com\x00/"),
	Entry("a space", "http://example.com /"), Entry("a space before", " http://example.com/"), Entry("a back slash", `http://example.com\@127.0.0.1/`),
	Entry("%00", "http://example.com%00/"), Entry("%2e", "http://example%2ecom/"), Entry("a name in brackets", "http://[example.com]/"),
	Entry("a port below zero", "http://example.com:-1/"), Entry("a port that is too large", "http://example.com:99999/"), Entry("two ports", "http://example.com:80:80/"),
	Entry("a port with a sign", "http://example.com:+80/"), Entry("port 0", "http://example.com:0/"), Entry("an empty port", "http://example.com:/"),
	Entry("a zone", "http://[fe80::1%25lo]/"), Entry("CR LF in the path", "http://example.com/a\r\nHost: b"), Entry("a back slash in the path", `http://example.com/\a`),
	Entry("an escape that is none", "http://example.com/%zz"),
	Entry("300 labels", "http://"+strings.Repeat("a.", 300)+"com/"), Entry("a label of 64 bytes", "http://"+strings.Repeat("a", 64)+".com/"),
	Entry("punycode of ASCII", "http://xn--example-.com/"), Entry("an empty label", "http://example..com/"), Entry("punycode that is none", "http://xn--zz\u00df.com/"),
)

var redirects = []int{301, 302, 303, 307, 308}

var _ = DescribeTable("A redirect to a host that must not be reached is not followed:", func(ctx SpecContext, host string) {
	for _, status := range redirects {
		origin, received := says(fmt.Sprintf("HTTP/1.1 %d Moved\r\nLocation: http://%s/\r\nContent-Length: 0\r\n\r\n", status, host))
		s := start([]string{"http://" + host}, tryit.WithOrigins(origin))

		answer := s.get(ctx, origin+"/", []string{"Authorization", "Bearer canary"})

		if answer.Problem != nil {
			Expect(code(answer)).To(Equal("redirect"))
		} else {
			Expect(answer.Head.Status).To(Equal(status))
			Expect(answer.Head.NotPassed).To(ContainElement("Location"))
			Expect(answer.Values("Location")).To(BeEmpty())
		}
		Expect(received.all()).To(HaveLen(1))
		Expect(s.dialled.Seen()).To(Equal([]string{strings.TrimPrefix(origin, "http://")}))
	}
}, forbiddenEntries())

var _ = DescribeTable("A redirect to another origin carries nothing there:", func(ctx SpecContext, to string, problem string) {
	for _, status := range redirects {
		elsewhere, there := says("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret")
		port := elsewhere[strings.LastIndexByte(elsewhere, ':')+1:]
		origin, here := says(fmt.Sprintf("HTTP/1.1 %d Moved\r\nLocation: %s\r\nContent-Length: 4\r\n\r\nmove", status, strings.ReplaceAll(to, "PORT", port)))
		s := start(nil, tryit.WithOrigins(origin, elsewhere, "http://localhost:"+port))

		answer := s.send(ctx, tryit.Request{Method: "POST", URL: origin + "/a", Headers: [][]string{
			{"Authorization", "Bearer canary"}, {"Cookie", "session=canary"}, {"X-Api-Key", "canary"},
		}}, strings.NewReader("canary"))

		if problem != "" {
			Expect(code(answer)).To(Equal(problem))
		} else {
			Expect(answer.Head.Status).To(Equal(status))
			Expect(answer.Head.URL).To(Equal(origin + "/a"))
			Expect(answer.Values("Location")).To(BeEmpty())
			Expect(answer.Head.NotPassed).To(ContainElement("Location"))
			Expect(string(answer.Body)).To(Equal("move"))
		}
		Expect(here.all()).To(HaveLen(1))
		Expect(there.all()).To(BeEmpty())
		Expect(s.dialled.Seen()).To(HaveLen(1))
	}
},
	Entry("another port", "http://127.0.0.1:PORT/", ""), Entry("without a scheme", "//127.0.0.1:PORT/", ""), Entry("in capitals", "HTTP://127.0.0.1:PORT/", ""),
	Entry("by https", "https://127.0.0.1:PORT/", ""), Entry("a name of the same machine", "http://localhost:PORT/", ""), Entry("another address of it", "http://127.0.0.2:PORT/", ""),
	Entry("its address of IPv6", "http://[::1]:PORT/", ""), Entry("the public internet", "http://example.com/", ""), Entry("a name that is not ASCII", "http://b\u00fccher.example/", ""), Entry("back slashes", `\\127.0.0.1:PORT\`, "redirect"),
	Entry("a name of a user", "http://a:b@127.0.0.1:PORT/", "redirect"), Entry("a decimal address", "http://2130706433:PORT/", "redirect"),
)

var _ = DescribeTable("A redirect that leads nowhere is 502:", func(ctx SpecContext, header string, times int) {
	origin, received := says("HTTP/1.1 302 Found\r\n" + header + "Content-Length: 0\r\n\r\n")
	s := start(nil, tryit.WithOrigins(origin))

	answer := s.get(ctx, origin+"/")

	Expect(code(answer)).To(Equal("redirect"))
	Expect(answer.Status).To(Equal(http.StatusBadGateway))
	Expect(received.all()).To(HaveLen(times))
},
	Entry("a loop", "Location: /\r\n", 4), Entry("without a Location", "", 1), Entry("two of them", "Location: /a\r\nLocation: /b\r\n", 1),
	Entry("to javascript:", "Location: javascript:alert(1)\r\n", 1), Entry("to file:", "Location: file:///etc/passwd\r\n", 1), Entry("to nothing", "Location: http://\r\n", 1),
	Entry("to what is no address", "Location: /%zz\r\n", 1),
)

var _ = Describe("A redirect within the origin", func() {
	// hops is a server that redirects n times.
	hops := func(n, status int) (string, *requests) {
		return upstream(func(c net.Conn, r *http.Request) {
			var at int
			_, _ = fmt.Sscanf(r.URL.Path, "/%d", &at)
			if at == n {
				_, _ = fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")
				return
			}
			_, _ = fmt.Fprintf(c, "HTTP/1.1 %d Moved\r\nLocation: /%d\r\nContent-Length: 0\r\n\r\n", status, at+1)
		})
	}

	It("is followed three times", func(ctx SpecContext) {
		origin, received := hops(3, 307)
		s := start(nil, tryit.WithOrigins(origin))

		answer := s.get(ctx, origin+"/0", []string{"Authorization", "mine"})

		Expect(string(answer.Body)).To(Equal("here"))
		Expect(answer.Head).To(And(HaveField("Redirects", 3), HaveField("URL", origin+"/3")))
		for _, r := range received.all() {
			Expect(r.Header.Get("Authorization")).To(Equal("mine"))
		}
	})

	It("is not followed a fourth time", func(ctx SpecContext) {
		origin, received := hops(4, 302)

		Expect(code(start(nil, tryit.WithOrigins(origin)).get(ctx, origin+"/0"))).To(Equal("redirect"))
		Expect(received.all()).To(HaveLen(4))
	})

	DescribeTable("leads to where a browser would go", func(ctx SpecContext, location, want string) {
		origin, received := upstream(func(c net.Conn, r *http.Request) {
			if r.URL.RawQuery == "q" {
				_, _ = fmt.Fprintf(c, "HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n", location)
				return
			}
			_, _ = fmt.Fprint(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")
		})

		answer := start(nil, tryit.WithOrigins(origin)).get(ctx, origin+"/a/b?q")

		Expect(answer.Head.URL).To(Equal(origin + want))
		Expect(received.all()).To(HaveLen(2))
		Expect(received.all()[1].RequestURI).To(Equal(want))
	},
		Entry("beside the page", "c?d", "/a/c?d"), Entry("above it", "../c", "/c"), Entry("without its fragment", "/c#d", "/c"), Entry("another query", "?c", "/a/b?c"),
		Entry("with an escaped slash beside what has to be escaped", "/c%2Fd|e f", "/c%2Fd%7Ce%20f"), Entry("with a space in the query", "/c?d e", "/c?d%20e"),
		Entry("with bytes that are no UTF-8", "/\xfc?\xfc", "/%FC?%FC"), Entry("with an address in the query", "/c?d=http://e/?f", "/c?d=http://e/?f"),
	)

	DescribeTable("is followed after a body", func(ctx SpecContext, method string, status int, want string) {
		origin, received := hops(1, status)
		s := start(nil, tryit.WithOrigins(origin))

		answer := s.send(ctx, tryit.Request{Method: method, URL: origin + "/0", Headers: [][]string{{"Content-Type", "text/plain"}}}, strings.NewReader("body"))

		all := received.all()
		Expect(all[len(all)-1].Method).To(Equal(want))
		if want == "GET" {
			Expect(all[1].Header).NotTo(HaveKey("Content-Type"))
			Expect(string(answer.Body)).To(Equal("here"))
			return
		}
		Expect(all).To(HaveLen(1))
		Expect(answer.Head.Status).To(Equal(status), "a body cannot be sent again, so the answer is passed")
		Expect(answer.Values("Location")).To(Equal([]string{"/1"}))
	},
		Entry("with GET", "POST", 303, "GET"), Entry("with GET, as browsers do", "POST", 302, "GET"), Entry("with GET after PUT", "PUT", 303, "GET"),
		Entry("not at all with 307", "POST", 307, "POST"), Entry("not at all after PUT", "PUT", 301, "PUT"),
	)
})

var _ = Describe("A name that leads elsewhere the second time", func() {
	It("is refused when it is connected to", func(ctx SpecContext) {
		s := start([]string{"http://rebind.example"}, tryit.WithResolver(resolver([]string{"93.184.216.34", "127.0.0.1"})))

		Expect(code(s.get(ctx, "http://rebind.example/"))).To(Equal("unreachable"), "the recorder has stopped the connection")
		Expect(code(s.get(ctx, "http://rebind.example/"))).To(Equal("refused"))

		Expect(s.dialled.Seen()).To(Equal([]string{"93.184.216.34:80"}))
	})

	It("is refused for an origin of the operator too when it leads to credentials of a cloud", func(ctx SpecContext) {
		s := start(nil, tryit.WithOrigins("http://rebind.example"), tryit.WithResolver(resolver([]string{"10.0.0.1", "169.254.169.254"})))

		Expect(code(s.get(ctx, "http://rebind.example/"))).To(Equal("unreachable"))
		Expect(code(s.get(ctx, "http://rebind.example/"))).To(Equal("refused"))

		Expect(s.dialled.Seen()).To(Equal([]string{"10.0.0.1:80"}))
	})
})

// own serves a proxy that the operator has pointed at itself.
func own(option ...tryit.Option) string {
	GinkgoHelper()
	server := httptest.NewUnstartedServer(nil)
	address := "http://" + server.Listener.Addr().String()
	p, err := tryit.NewProxy(append([]tryit.Option{tryit.WithOrigins(address), tryit.WithLimits(quick)}, option...)...)
	Expect(err).NotTo(HaveOccurred())
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.ServeRequest(w, r, nil) })
	serve(server)
	return address
}

var _ = Describe("The server itself", func() {
	It("is refused, by any of its addresses", func(ctx SpecContext) {
		r := &guardtest.Recorder{Loopback: true}
		address := own(tryit.WithObserver(r.Observe))
		_, port, _ := net.SplitHostPort(strings.TrimPrefix(address, "http://"))

		answer, err := tryittest.Send(ctx, address, tryit.Request{Method: "GET", URL: address + "/"}, nil)

		Expect(err).NotTo(HaveOccurred())
		Expect(code(answer)).To(Equal("refused"))
		for _, other := range []string{"http://localhost:" + port, "http://127.0.0.2:" + port} {
			s := own(tryit.WithOrigins(other), tryit.WithObserver(r.Observe))
			answer, err := tryittest.Send(ctx, s, tryit.Request{Method: "GET", URL: s + "/"}, nil)
			Expect(err).NotTo(HaveOccurred())
			Expect(code(answer)).To(Equal("refused"))
		}
		Expect(r.Seen()).To(BeEmpty())
	})

	It("does not take a request that another proxy sends, so that none goes round", func(ctx SpecContext) {
		second := own()
		first := start(nil, tryit.WithOrigins(second))

		answer := first.send(ctx, tryit.Request{Method: "POST", URL: second + "/", Headers: [][]string{
			{tryit.RequestHeader, "1"}, {"Content-Type", tryit.RequestType}, {"Sec-Fetch-Site", "same-origin"}, {"Origin", second},
		}}, strings.NewReader(`{"method":"GET","url":"http://127.0.0.1/"}`+"\n"))

		Expect(answer.Head.Status).To(Equal(http.StatusForbidden))
		Expect(answer.Head.NotSent).To(Equal([]string{"Origin", "Sec-Fetch-Site", "Trefoil-Request"}))
		Expect(string(answer.Body)).To(ContainSubstring(`"code":"origin"`))
	})
})

// timedOut is the error of a port that does not answer.
type timedOut struct{}

func (timedOut) Error() string   { return "i/o timeout" }
func (timedOut) Timeout() bool   { return true }
func (timedOut) Temporary() bool { return true }

var _ = Describe("A port on an allowed host", func() {
	It("is answered for in the same way when it is closed, filtered, or of something else", func(ctx SpecContext) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		Expect(err).NotTo(HaveOccurred())
		closed := "http://" + listener.Addr().String()
		Expect(listener.Close()).To(Succeed())
		ssh, _ := says("SSH-2.0-OpenSSH_9.9\r\n")
		mail, _ := says("220 mail.example ESMTP\r\n")
		binary, _ := says("\x00\x01\x02\x03\x00")
		silent, _ := says("")
		filtered := tryit.WithObserver(func(netip.AddrPort) error { return timedOut{} })

		var answers []string
		for _, s := range []struct {
			origin string
			option tryit.Option
		}{{origin: closed}, {origin: ssh}, {origin: mail}, {origin: binary}, {origin: silent}, {closed, filtered}, {"https" + strings.TrimPrefix(ssh, "http"), nil}} {
			options := []tryit.Option{tryit.WithOrigins(s.origin)}
			if s.option != nil {
				options = append(options, s.option)
			}
			answer := start(nil, options...).get(ctx, s.origin+"/")
			answer.Header.Del("Date")
			answers = append(answers, fmt.Sprint(answer.Status, answer.Header, *answer.Problem))
		}

		Expect(answers).To(HaveEach(Equal(answers[0])))
		Expect(answers[0]).To(HavePrefix("502 "))
	})
})

var _ = Describe("Variables of the environment that name a proxy", func() {
	It("are ignored", func(ctx SpecContext) {
		Expect(http.ProxyFromEnvironment(httptest.NewRequest("GET", "http://api.example/", nil))).To(HaveField("Host", environmentProxy), "TestMain has set them")
		s := start([]string{"http://api.example"}, tryit.WithResolver(resolver([]string{"93.184.216.34"})))

		Expect(code(s.get(ctx, "http://api.example/"))).To(Equal("unreachable"))
		Expect(s.dialled.Seen()).To(Equal([]string{"93.184.216.34:80"}))
	})
})
