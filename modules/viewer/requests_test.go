package viewer_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// asked is a proxy that notes which servers it is given.
type asked struct {
	mu      sync.Mutex
	servers []string
	context context.Context
}

func (a *asked) ServeRequest(w http.ResponseWriter, r *http.Request, servers []apidoc.Server) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.servers, a.context = nil, r.Context()
	for _, s := range servers {
		a.servers = append(a.servers, s.URL)
	}
	_, _ = io.WriteString(w, "asked")
}

// withServers declares servers of the document, of a path and of operations.
const withServers = `
openapi: 3.1.0
info: {title: Servers, version: "1"}
servers: [{url: https://api.example}, {url: /relative}]
paths:
  /a: {get: {operationId: a}}
  /b:
    servers: [{url: https://path.example}]
    get: {operationId: b}
    put: {operationId: c, servers: [{url: https://operation.example}]}
    post: {operationId: d, servers: [{url: https://operation.example}]}
  /hidden: {get: {x-internal: true, operationId: e, servers: [{url: https://hidden.example}]}}
webhooks:
  w: {post: {operationId: w, servers: [{url: https://webhook.example}]}}
`

var _ = Describe("WithRequestProxy", func() {
	It("is off by default", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(ask(v, "POST", "/_/request").Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(get(v, "/_/request").Code).To(Equal(http.StatusNotFound))
	})

	It("needs a proxy", func() {
		_, err := viewer.New(zoo, htmlrender.New(), viewer.WithRequestProxy(nil))

		Expect(err).To(MatchError(ContainSubstring("nil RequestProxy")))
	})

	It("gives the proxy every server that the description declares for requests", func(ctx SpecContext) {
		p := &asked{}
		v := start(ctx, openapi.FromContent(withServers), viewer.WithRequestProxy(p))

		Expect(ask(v, "POST", "/_/request").Body.String()).To(Equal("asked"))

		Expect(p.servers).To(ConsistOf("https://api.example", "/relative", "https://path.example", "https://operation.example"))
	})

	It("gives it those of Swagger 2.0, and of baseServerURL", func(ctx SpecContext) {
		p := &asked{}
		v := start(ctx, openapi.FromContent(`{"swagger":"2.0","info":{"title":"S","version":"1"},"host":"api.example","basePath":"/v1","schemes":["https","http"],"paths":{"/a":{"get":{"schemes":["http"]}}}}`), viewer.WithRequestProxy(p))
		ask(v, "POST", "/_/request")
		Expect(p.servers).To(ConsistOf("https://api.example/v1", "http://api.example/v1"))

		v = start(ctx, openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"S","version":"1"},"servers":[{"url":"/v1"}],"paths":{}}`),
			viewer.WithConfiguration(viewer.Configuration{BaseServerURL: "https://base.example"}), viewer.WithRequestProxy(p))
		ask(v, "POST", "/_/request")
		Expect(p.servers).To(ConsistOf("https://base.example/v1"))
	})

	It("gives it what the description says now, and nothing while there is none", func(ctx SpecContext) {
		p := &asked{}
		text := `{"openapi":"3.1.0"`
		v := start(ctx, sourceFunc(func(ctx context.Context) (*apidoc.Document, error) { return openapi.FromContent(text).Load(ctx) }), viewer.WithRequestProxy(p))
		ask(v, "POST", "/_/request")
		Expect(p.servers).To(BeEmpty())

		for _, host := range []string{"one", "two"} {
			text = fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"S","version":"1"},"servers":[{"url":"https://%s.example"}],"paths":{}}`, host)
			Expect(v.Reload(ctx)).To(Succeed())
			ask(v, "POST", "/_/request")
			Expect(p.servers).To(Equal([]string{"https://" + host + ".example"}))
		}
	})

	It("answers wherever the reference is mounted, and in a collection for each member", func(ctx SpecContext) {
		p := &asked{}
		v := start(ctx, zoo, viewer.WithRequestProxy(p))
		mux := http.NewServeMux()
		mux.Handle("/docs/api/", v)
		Expect(ask(mux, "POST", "/docs/api/_/request").Body.String()).To(Equal("asked"))
		Expect(ask(mux, "POST", "/docs/api/x/_/request").Code).To(Equal(http.StatusMethodNotAllowed))

		c, err := viewer.NewCollection(viewer.Member{Name: "v1", Viewer: v}, viewer.Member{Name: "v2", Viewer: start(ctx, zoo)})
		Expect(err).NotTo(HaveOccurred())
		Expect(ask(c, "POST", "/v1/_/request").Body.String()).To(Equal("asked"))
		Expect(ask(c, "POST", "/v2/_/request").Code).To(Equal(http.StatusMethodNotAllowed))
	})

	It("is not there for another host", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithRequestProxy(&asked{}), viewer.WithHosts("docs.example"))
		r := httptest.NewRequest("POST", "/_/request", nil)
		r.Host = "evil.example"
		w := httptest.NewRecorder()

		v.ServeHTTP(w, r)

		Expect(w.Code).To(Equal(http.StatusMisdirectedRequest))
	})

	It("ends what is on its way when the viewer is closed", func(ctx SpecContext) {
		waiting := make(chan struct{})
		v := start(ctx, zoo, viewer.WithRequestProxy(proxyFunc(func(_ http.ResponseWriter, r *http.Request) {
			close(waiting)
			<-r.Context().Done()
		})))
		done := make(chan struct{})
		go func() {
			defer close(done)
			ask(v, "POST", "/_/request")
		}()
		Eventually(waiting).WithContext(ctx).Should(BeClosed())

		Expect(v.Close()).To(Succeed())

		Eventually(done).WithContext(ctx).Should(BeClosed())
	})
})

// proxyFunc is a proxy made of a function.
type proxyFunc func(http.ResponseWriter, *http.Request)

func (f proxyFunc) ServeRequest(w http.ResponseWriter, r *http.Request, _ []apidoc.Server) { f(w, r) }

// sourceFunc is a source made of a function.
type sourceFunc func(context.Context) (*apidoc.Document, error)

func (f sourceFunc) Load(ctx context.Context) (*apidoc.Document, error) { return f(ctx) }

var _ = Describe("A description that a visitor has sent", func() {
	It("adds nothing to where requests are sent, and has no proxy of its own", func(ctx SpecContext) {
		hits := 0
		target := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits++ }))
		DeferCleanup(target.Close)
		proxy, err := tryit.NewProxy(tryit.WithLimits(tryit.Limits{FirstByte: time.Second}))
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, zoo, viewer.WithRequestProxy(proxy), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))
		root := rootOf(post(v, `{"openapi":"3.1.0","info":{"title":"S","version":"1"},"servers":[{"url":"`+target.URL+`"}],"paths":{}}`, nil))
		send := func(endpoint string) *httptest.ResponseRecorder {
			request, err := tryittest.NewRequest(ctx, "http://docs.example"+endpoint, tryit.Request{Method: "GET", URL: target.URL + "/"}, nil)
			Expect(err).NotTo(HaveOccurred())
			w := httptest.NewRecorder()
			v.ServeHTTP(w, request)
			return w
		}

		answer, err := tryittest.Read(send("/_/request").Result())

		Expect(err).NotTo(HaveOccurred())
		Expect(answer.Problem.Code).To(Equal(tryit.CodeRefused))
		Expect(send(root + "_/request").Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(hits).To(BeZero())
	})
})

var _ = Describe("An answer of the proxy", func() {
	It("is inert behind a viewer too, and 403 for what clouds keep credentials behind", func(ctx SpecContext) {
		proxy, err := tryit.NewProxy()
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"S","version":"1"},"servers":[{"url":"http://169.254.169.254"}],"paths":{}}`), viewer.WithRequestProxy(proxy))
		request, err := tryittest.NewRequest(ctx, "http://docs.example/_/request", tryit.Request{Method: "GET", URL: "http://169.254.169.254/latest/meta-data/"}, nil)
		Expect(err).NotTo(HaveOccurred())
		w := httptest.NewRecorder()

		v.ServeHTTP(w, request)

		Expect(w.Code).To(Equal(http.StatusForbidden))
		h := w.Header()
		Expect(h["Content-Security-Policy"]).To(Equal([]string{"sandbox; default-src 'none'"}))
		Expect(h["Cache-Control"]).To(Equal([]string{"no-store"}))
		Expect(h["X-Content-Type-Options"]).To(Equal([]string{"nosniff"}))
		Expect(h.Get("Content-Disposition")).To(HavePrefix("attachment"))
		Expect(h).NotTo(HaveKey(HavePrefix("Access-Control")))
	})
})
