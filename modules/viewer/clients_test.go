package viewer_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

// The specs of this file are about hostile clients of the handler.

// raw sends bytes to a server that serves h, and returns the status of its
// answer, 0 when it closes the connection without one.
func raw(h http.Handler, request string) int {
	GinkgoHelper()
	server := httptest.NewServer(h)
	DeferCleanup(server.Close)
	connection, err := net.Dial("tcp", server.Listener.Addr().String())
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = connection.Close() }()
	go func() { _, _ = connection.Write([]byte(request)) }()
	response, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return 0
	}
	_ = response.Body.Close()
	return response.StatusCode
}

var _ = DescribeTable("A hostile request is answered at once:",
	func(ctx SpecContext, request string, status int) {
		v := start(ctx, zoo)

		Expect(raw(v, request)).To(Equal(status))

		alive(v)
	},
	Entry("a header of 2 MB", "GET / HTTP/1.1\r\nHost: localhost\r\nX: "+strings.Repeat("a", 2<<20)+"\r\n\r\n", 431),
	Entry("100,000 cookies", "GET / HTTP/1.1\r\nHost: localhost\r\n"+strings.Repeat("Cookie: a=b\r\n", 100_000)+"\r\n", 431),
	Entry("10,000 query parameters", "GET /?"+strings.Repeat("q=a&", 10_000)+" HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
	Entry("CONNECT", "CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n\r\n", 405),
	Entry("TRACE", "TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
	Entry("OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 200), // by net/http, without a body
	Entry("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 405),
	Entry("an absolute address", "GET http://localhost/ HTTP/1.1\r\nHost: e.example\r\n\r\n", 200),
	Entry("an absolute address of another host", "GET http://e.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
	Entry("a climbing asset", "GET /assets/..%2f..%2fgo.mod HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
	Entry("a climbing asset with escaped dots", "GET /assets/%2e%2e/%2e%2e/go.mod HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
	Entry("a climbing asset with back slashes", "GET /assets/..\\..\\go.mod HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
	Entry("two slashes", "GET //assets//reference.css HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
	Entry("a semicolon", "GET /assets/reference.css;x HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
	Entry("a NUL", "GET /assets/reference.css%00.js HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
)

var _ = Describe("A request for another host", func() {
	hosts := viewer.WithHosts("docs.example", "docs.example:8443")

	DescribeTable("is answered where the hosts are named",
		func(ctx SpecContext, host string, status int) {
			v := start(ctx, zoo, hosts)
			r := httptest.NewRequest("GET", "/", nil)
			r.Host = host
			w := httptest.NewRecorder()

			v.ServeHTTP(w, r)

			Expect(w.Code).To(Equal(status))
			Expect(w.Header().Get("Content-Security-Policy")).NotTo(BeEmpty())
		},
		Entry("with 421", "evil.example", http.StatusMisdirectedRequest), Entry("with 421 for another port", "docs.example:1", http.StatusMisdirectedRequest),
		Entry("as ours in capitals", "DOCS.example", http.StatusOK), Entry("as ours with its port", "docs.example:8443", http.StatusOK),
	)

	It("is answered where they are not, and others than this machine reach the viewer", func(ctx SpecContext) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = "any.example"
		w := httptest.NewRecorder()

		start(ctx, zoo).ServeHTTP(w, r)

		Expect(w.Code).To(Equal(http.StatusOK))
	})

	DescribeTable("is answered by a viewer that is reached over loopback",
		func(ctx SpecContext, host string, status int, options ...viewer.Option) {
			v := start(ctx, zoo, append(options, viewer.WithMock(), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))...)
			for _, request := range []string{"GET /", "GET /openapi.json", "GET /sitemap.xml", "POST /_/mock/x", "POST /_d/", "GET /_d/x/"} {
				method, path, _ := strings.Cut(request, " ")
				r := httptest.NewRequest(method, path, nil)
				r.Host = host
				r.Header.Set("X-Forwarded-Host", "localhost")
				w := httptest.NewRecorder()

				v.ServeHTTP(w, r.WithContext(context.WithValue(ctx, http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080})))

				Expect(w.Code == http.StatusMisdirectedRequest).To(Equal(status == http.StatusMisdirectedRequest), "%s: %d", request, w.Code)
				if status == http.StatusMisdirectedRequest {
					Expect(w.Body.String()).To(And(ContainSubstring("WithHosts"), ContainSubstring("localhost")))
				}
			}
		},
		Entry("with 421", "evil.example", 421), Entry("with 421 with its port", "evil.example:8080", 421), Entry("with 421 however it begins", "127.0.0.1.evil.example", 421),
		Entry("with 421 however it ends", "evil-localhost", 421), Entry("with 421 although a header names us", "evil.example", 421, viewer.WithForwardedHeaders()),
		Entry("as localhost", "localhost:8080", 200), Entry("as localhost in capitals", "LOCALHOST", 200), Entry("as a name below localhost", "docs.localhost:8080", 200),
		Entry("as its address", "127.0.0.1:8080", 200), Entry("as that of IPv6", "[::1]:8080", 200), Entry("as an address that no name leads to", "192.0.2.7:8080", 200),
		Entry("without a host, which no browser sends", "", 200),
		Entry("as the public one", "docs.example", 200, viewer.WithPublicURL("https://docs.example/api/")), Entry("as the public one with a port", "docs.example:443", 200, viewer.WithPublicURL("https://docs.example/api/")),
		Entry("as one that is named", "docs.example", 200, viewer.WithHosts("docs.example")),
	)

	DescribeTable("is refused as an option when it is no name",
		func(name string) {
			for _, option := range []viewer.Option{viewer.WithHosts(name), viewer.WithImageHosts(name)} {
				_, err := viewer.New(zoo, htmlrender.New(), option)
				Expect(err).To(MatchError(ContainSubstring("is no name of a host")))
			}
		},
		Entry("nothing", ""), Entry("an address", "https://e.example"), Entry("a path", "e.example/a"), Entry("any", "*"),
		Entry("any below", "*.e.example"), Entry("two", "a.example b.example"), Entry("a directive", "a.example; script-src *"), Entry("quotes", "'unsafe-inline'"),
	)
})

var _ = Describe("The hosts of images", func() {
	It("are in the policy, by https alone", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithImageHosts("img.example", "cdn.example:8443"))

		Expect(get(v, "/").Header().Get("Content-Security-Policy")).To(ContainSubstring("; img-src 'self' data: https://img.example https://cdn.example:8443 blob:; "), "blob: is for what the console shows")
	})
})

var _ = Describe("A heavy description", func() {
	It("is read once, however many ask for its pages at once", func(ctx SpecContext) {
		var loads atomic.Int32
		v := start(ctx, core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			loads.Add(1)
			return coretest.Document(), nil
		}))

		answered := make(chan int)
		for range 100 {
			go func() { answered <- get(v, "/").Code }()
		}
		for range 100 {
			Expect(<-answered).To(Equal(http.StatusOK))
		}

		Expect(loads.Load()).To(Equal(int32(1)))
	})
})

var _ = Describe("What a client sends", func() {
	It("is escaped and cut where it is logged", func(ctx SpecContext) {
		var log bytes.Buffer
		v, err := viewer.New(zoo, brokenRenderer{}, viewer.WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Eventually(v.Ready()).WithContext(ctx).Should(BeClosed())

		get(v, "/operations/a%0d%0alevel=INFO%20forged%1b[31m"+strings.Repeat("x", 1<<20), "User-Agent", strings.Repeat("u", 1<<20))

		Expect(log.Len()).To(And(BeNumerically(">", 0), BeNumerically("<", 4096)))
		Expect(log.String()).NotTo(ContainSubstring("\x1b"))
		for line := range strings.Lines(log.String()) {
			Expect(line).NotTo(HavePrefix("level=INFO forged"))
		}
	})
})

// brokenRenderer writes no page.
type brokenRenderer struct{}

func (brokenRenderer) MediaType() string { return "text/html" }

func (brokenRenderer) Render(context.Context, io.Writer, *core.Page) error { return errors.New("no") }

var _ = DescribeTable("The headers that protect stand on",
	func(ctx SpecContext, method, path string) {
		h := ask(start(ctx, zoo, viewer.WithBasePath("/docs")), method, path).Header()

		Expect(h.Get("Cross-Origin-Opener-Policy")).To(Equal("same-origin-allow-popups"))
		Expect(h.Get("Cross-Origin-Resource-Policy")).To(Equal("same-origin"))
		Expect(h.Get("Permissions-Policy")).To(And(ContainSubstring("camera=()"), ContainSubstring("geolocation=()")))
		Expect(h.Get("X-Content-Type-Options")).To(Equal("nosniff"))
		Expect(h.Get("Referrer-Policy")).To(Equal("no-referrer"))
		Expect(h.Get("Content-Security-Policy")).To(And(HavePrefix("default-src 'none'; "), Not(ContainSubstring("unsafe")), Not(ContainSubstring("*"))))
	},
	Entry("a page", "GET", "/docs/"), Entry("a missing page", "GET", "/docs/nope"), Entry("an asset", "GET", "/docs/assets/reference.css"),
	Entry("a missing asset", "GET", "/docs/assets/nope"), Entry("the description", "GET", "/docs/openapi.json"), Entry("results of a search", "GET", "/docs/search?q=a"),
	Entry("a redirect", "GET", "/docs"), Entry("a refused method", "DELETE", "/docs/"), Entry("the head of a page", "HEAD", "/docs/"),
)
