package mock_test

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
)

// over sends a request over a connection.
func over(ctx context.Context, m http.Handler, path string, headers ...string) *http.Response {
	GinkgoHelper()
	server := httptest.NewServer(m)
	DeferCleanup(server.Close)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+path, nil)
	Expect(err).NotTo(HaveOccurred())
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := server.Client().Do(r)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(response.Body.Close)
	return response
}

var _ = Describe("A stream", func() {
	It("sends its first item before the others, and ends when the client goes away", func(ctx SpecContext) {
		ended := make(chan struct{})
		m := zoo(mock.WithPause(time.Hour))
		ctx2, cancel := context.WithCancel(ctx)
		response := over(ctx2, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer close(ended)
			m.ServeHTTP(w, r)
		}), "/events")

		line, err := bufio.NewReader(response.Body).ReadString('\n')
		Expect(line, err).To(Equal("id: 1\n"))
		Expect(ended).NotTo(BeClosed())
		cancel()

		Eventually(ended).WithContext(ctx).Should(BeClosed())
	}, SpecTimeout(time.Minute))

	It("is waited for no longer than the client does", func(ctx SpecContext) {
		m := zoo(mock.WithMaxWait(time.Hour))
		ask(m, "GET /pets/mine")
		ctx2, cancel := context.WithCancel(ctx)
		r := httptest.NewRequestWithContext(ctx2, http.MethodGet, "/pets/mine", nil)
		r.Header.Set("Prefer", "wait=3600")
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			m.ServeHTTP(httptest.NewRecorder(), r)
		}()

		cancel()

		Eventually(ended).WithContext(ctx).Should(BeClosed())
	}, SpecTimeout(time.Minute))
})

var _ = Describe("New", func() {
	It("says what cannot be used", func() {
		source := core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return nil, nil })
		for text, option := range map[string]mock.Option{
			"mock: the limit of bodies is negative":                        mock.WithMaxBody(-1),
			"mock: a time is negative":                                     mock.WithPause(-1),
			`mock: "app.example" is no origin such as https://app.example`: mock.WithCORS("app.example"),
		} {
			_, err := mock.New(source, option)
			Expect(err).To(MatchError(text))
		}
		_, err := mock.New(nil)
		Expect(err).To(MatchError("mock: nil SpecSource"))
	})

	It("loads once, for the first requests together", func(ctx SpecContext) {
		loads := make(chan struct{}, 100)
		m, err := mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			loads <- struct{}{}
			return apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{}), nil
		}))
		Expect(err).NotTo(HaveOccurred())
		Expect(loads).To(BeEmpty())

		var all sync.WaitGroup
		for range 20 {
			all.Go(func() { ask(m, "GET /") })
		}
		all.Wait()

		Expect(loads).To(HaveLen(1))
	})

	It("answers 503 while the description cannot be loaded, and tries again", func() {
		outcomes := []func() (*apidoc.Document, error){
			func() (*apidoc.Document, error) { return nil, errors.New("line 3: what is this") },
			func() (*apidoc.Document, error) { panic("boom") },
			func() (*apidoc.Document, error) { return nil, nil },
			func() (*apidoc.Document, error) {
				return apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{}), nil
			},
		}
		m, err := mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) {
			next := outcomes[0]
			outcomes = outcomes[1:]
			return next()
		}))
		Expect(err).NotTo(HaveOccurred())

		for _, detail := range []string{"line 3: what is this", "the source panicked: boom", "the source returned none"} {
			w := ask(m, "GET /")
			Expect(w.Code).To(Equal(503))
			Expect(w.Header().Get("Retry-After")).NotTo(BeEmpty())
			Expect(member(w, "detail")).To(Equal("The description cannot be loaded: " + detail))
		}
		Expect(ask(m, "GET /").Code).To(Equal(404))
	})
})

var _ = Describe("CORS", func() {
	It("is off unless it is asked for", func() {
		h := ask(zoo(), "GET /pets", "Origin", "https://app.example").Header()

		Expect(h).NotTo(HaveKey("Access-Control-Allow-Origin"))
	})

	It("lets pages of any origin ask and read, without credentials", func() {
		m := zoo(mock.WithCORS())
		preflight := ask(m, "OPTIONS /pets/7", "Origin", "https://app.example", "Access-Control-Request-Method", "DELETE", "Access-Control-Request-Headers", "x-key, prefer")
		Expect(preflight.Code).To(Equal(204))
		Expect(preflight.Header().Get("Access-Control-Allow-Methods")).To(ContainSubstring("DELETE"))
		Expect(preflight.Header().Get("Access-Control-Allow-Headers")).To(Equal("x-key, prefer"))

		h := ask(m, "GET /pets", "Origin", "https://app.example").Header()
		Expect(h.Get("Access-Control-Allow-Origin")).To(Equal("*"))
		Expect(h).NotTo(HaveKey("Access-Control-Allow-Credentials"))
		Expect(strings.Split(h.Get("Access-Control-Expose-Headers"), ", ")).To(ContainElements("X-Total", "Content-Type"))
		Expect(ask(m, "GET /nowhere").Header().Get("Access-Control-Allow-Origin")).To(Equal("*"))
	})

	It("lets pages of named origins read with credentials, and no others", func() {
		m := zoo(mock.WithCORS("https://app.example"))

		h := ask(m, "GET /pets", "Origin", "https://app.example").Header()
		Expect(h.Get("Access-Control-Allow-Origin")).To(Equal("https://app.example"))
		Expect(h.Get("Access-Control-Allow-Credentials")).To(Equal("true"))
		Expect(h.Values("Vary")).To(ContainElement("Origin"))
		Expect(ask(m, "GET /pets", "Origin", "https://evil.example").Header()).NotTo(HaveKey("Access-Control-Allow-Origin"))
	})
})

var _ = Describe("On an origin with pages", func() {
	It("answers are sandboxed, and nothing of the description makes a browser do anything", func() {
		w := ask(zoo(mock.WithSharedOrigin()), "GET /pets", "X-Key", "k")

		Expect(w.Code).To(Equal(200))
		h := w.Header()
		Expect(h.Get("Content-Security-Policy")).To(HavePrefix("sandbox; default-src 'none'"))
		Expect(h.Get("X-Content-Type-Options")).To(Equal("nosniff"))
		Expect(h.Get("X-Total")).To(Equal("7"))
		Expect(h.Values("Mock-Withheld")).To(HaveExactElements("Set-Cookie", "Location", "Link", "X-Accel-Redirect", "Content-Length"))
		for _, name := range []string{"Set-Cookie", "Location", "Link", "X-Accel-Redirect"} {
			Expect(h).NotTo(HaveKey(name))
		}
	})

	DescribeTable("a header of the description is",
		func(name string, sent bool) {
			header := apidoc.Header{Name: name, Example: []byte(`"x"`)}
			op := &apidoc.Operation{Responses: []apidoc.Response{{Status: "200", Headers: []apidoc.Header{header}}}}
			doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{{Method: "GET", Path: "/", Pointer: "p"}}}, apidoc.Memory{Operations: map[string]*apidoc.Operation{"p": op}}, apidoc.Text{})
			m, err := mock.New(core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil }), mock.WithSharedOrigin())
			Expect(err).NotTo(HaveOccurred())

			Expect(ask(m, "GET /").Header().Get(name) == "x").To(Equal(sent))
		},
		Entry("sent: X-Request-Id", "X-Request-Id", true), Entry("sent: RateLimit-Limit", "RateLimit-Limit", true), Entry("sent: ETag", "ETag", true),
		Entry("withheld: Set-Cookie", "set-cookie", false), Entry("withheld: Clear-Site-Data", "Clear-Site-Data", false),
		Entry("withheld: Location", "Location", false), Entry("withheld: Refresh", "Refresh", false), Entry("withheld: Service-Worker-Allowed", "Service-Worker-Allowed", false),
		Entry("withheld: Access-Control-Allow-Origin", "Access-Control-Allow-Origin", false), Entry("withheld: Content-Security-Policy", "Content-Security-Policy", false),
		Entry("withheld: Content-Security-Policy-Report-Only", "Content-Security-Policy-Report-Only", false), Entry("withheld: Content-Disposition", "Content-Disposition", false),
		Entry("withheld: WWW-Authenticate", "WWW-Authenticate", false), Entry("withheld: Report-To", "Report-To", false), Entry("withheld: NEL", "NEL", false),
		Entry("withheld: Strict-Transport-Security", "Strict-Transport-Security", false), Entry("withheld: Alt-Svc", "Alt-Svc", false),
		Entry("withheld: X-Content-Type-Options", "X-Content-Type-Options", false), Entry("withheld: X-Frame-Options", "X-Frame-Options", false),
		Entry("withheld: X-Accel-Buffering", "X-Accel-Buffering", false), Entry("withheld: X-Sendfile", "X-Sendfile", false),
		Entry("withheld: one that is not known", "Future-Browser-Feature", false), Entry("withheld: Content-Encoding", "Content-Encoding", false),
		Entry("withheld: no name", "a b: c", false),
	)

	It("scripts are plain text, and no request for one is answered", func() {
		m := zoo(mock.WithSharedOrigin())
		w := ask(m, "GET /html", "Accept", "text/javascript")
		Expect(w.Header().Get("Content-Type")).To(Equal("text/plain; charset=utf-8"))
		Expect(w.Header().Values("Mock-Withheld")).To(HaveExactElements("Content-Type"))
		Expect(ask(zoo(), "GET /html", "Accept", "text/javascript").Header().Get("Content-Type")).To(Equal("text/javascript"))

		for _, destination := range []string{"script", "style", "worker", "serviceworker", "iframe", "object", "embed"} {
			Expect(ask(m, "GET /html", "Sec-Fetch-Dest", destination).Code).To(Equal(403), destination)
		}
		Expect(ask(m, "GET /html", "Sec-Fetch-Dest", "document").Code).To(Equal(200))
		Expect(ask(m, "GET /html", "Sec-Fetch-Dest", "empty").Code).To(Equal(200))
	})

	It("no challenge opens a dialog", func() {
		h := ask(zoo(mock.WithSharedOrigin()), "POST /pets").Header()

		Expect(h.Values("WWW-Authenticate")).To(ContainElement(HavePrefix("xBasic ")))
		Expect(h.Values("WWW-Authenticate")).NotTo(ContainElement(HavePrefix("Basic")))
	})
})
