package viewer_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const mockable = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{
	"/a/{id}":{"get":{"operationId":"a","servers":[{"url":"https://a.example/v1"}],"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
		"responses":{"200":{"description":"ok","content":{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"string"}}}}}},"404":{"description":"no","content":{"application/json":{"example":"gone"}}}}},
		"put":{"operationId":"b","responses":{"204":{"description":"ok"}}}},
	"/":{"get":{"operationId":"root","responses":{"200":{"description":"ok","content":{"text/plain":{"example":"root"}}}}}}}}`

var _ = Describe("WithMock", func() {
	It("answers requests of the description", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(mockable), viewer.WithMock())

		w := get(v, "/_/mock/v1/a/7")
		Expect(w.Code).To(Equal(200))
		Expect(w.Body.String()).To(MatchJSON(`{"id":"7"}`))
		Expect(w.Header().Get("Content-Security-Policy")).To(HavePrefix("sandbox"))
		Expect(get(v, "/_/mock/a/7", "Prefer", "code=404").Body.String()).To(MatchJSON(`"gone"`))
		Expect(get(v, "/_/mock/a/7%2F8").Body.String()).To(MatchJSON(`{"id":"7/8"}`))
		Expect(ask(v, http.MethodPut, "/_/mock/a/7").Code).To(Equal(204))
		Expect(get(v, "/_/mock").Body.String()).To(HavePrefix("root"))
		Expect(get(v, "/_/mocking/a").Code).To(Equal(404))
		Expect(ask(v, http.MethodPut, "/operations/a").Code).To(Equal(405))
	})

	It("answers wherever the viewer is mounted", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(mockable), viewer.WithMock())
		c, err := viewer.NewCollection(viewer.Member{Name: "v1", Title: "One", Viewer: v})
		Expect(err).NotTo(HaveOccurred())
		mux := http.NewServeMux()
		mux.Handle("/reference/", http.StripPrefix("/reference", v))
		mux.Handle("/all/", c)

		for _, path := range []string{"/reference/_/mock/a/7%2F8", "/all/v1/_/mock/a/7%2F8"} {
			Expect(get(mux, path).Body.String()).To(MatchJSON(`{"id":"7/8"}`), path)
		}
	})

	It("is one more server on the pages, and none without it", func(ctx SpecContext) {
		source := openapi.FromContent(mockable)
		v := start(ctx, source, viewer.WithMock())

		Expect(read(v, "/").Find(".server-url").Texts()).To(Equal([]string{"/", "_/mock", "https://a.example/v1", "_/mock"}))
		Expect(read(v, "/operations/a").Find(".server-url").Texts()).To(Equal([]string{"https://a.example/v1", "_/mock"}))
		Expect(read(v, "/operations/a").Find("[aria-label=Request]").Text()).To(ContainSubstring("https://a.example/v1/a/"))
		Expect(read(v, "/operations/b").Find("[aria-label=Request]").Text()).To(ContainSubstring("https://your-server.example/a/"))
		Expect(get(v, "/openapi.json").Body.String()).NotTo(ContainSubstring("mock"))

		public := start(ctx, source, viewer.WithMock(), viewer.WithPublicURL("https://docs.example/api"))
		Expect(read(public, "/operations/a").Find(".server-url").Texts()).To(ContainElement("https://docs.example/api/_/mock"))

		plain := start(ctx, source)
		Expect(read(plain, "/operations/a").Text()).NotTo(ContainSubstring("Mock"))
		Expect(get(plain, "/_/mock/a/7").Code).To(Equal(404))
	})

	It("takes the options of the mock server but for what keeps the pages safe", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(mockable), viewer.WithMock(mock.WithoutEcho()))
		Expect(get(v, "/_/mock/a/7").Body.String()).To(MatchJSON(`{"id":"string"}`))

		_, err := viewer.New(openapi.FromContent(mockable), htmlrender.New(), viewer.WithMock(mock.WithMaxBody(-1)))
		Expect(err).To(MatchError(ContainSubstring("limit of bodies")))
	})

	It("leaves the components that nothing refers to where they are", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(`{"openapi":"3.1.0","info":{"title":"x","version":"1"},"components":{"parameters":{"Limit":{"name":"limit","in":"query"}}}}`), viewer.WithMock())

		Expect(get(v, "/components/parameters-Limit").Code).To(Equal(200))
	})

	It("follows the description", func(ctx SpecContext) {
		text := mockable
		v := start(ctx, core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) { return openapi.FromContent(text).Load(ctx) }), viewer.WithMock())
		Expect(get(v, "/_/mock/now").Code).To(Equal(404))
		text = `{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"/now":{"get":{"responses":{"200":{"description":"ok"}}}}}}`

		Expect(v.Reload(ctx)).To(Succeed())

		Expect(get(v, "/_/mock/now").Code).To(Equal(200))
		Expect(get(v, "/_/mock/a/7").Code).To(Equal(404))
	})

	It("answers 503 while there is no description", func(ctx SpecContext) {
		held := make(chan struct{})
		v, err := viewer.New(core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			<-held
			return openapi.FromContent(mockable).Load(ctx)
		}), htmlrender.New(), viewer.WithMock())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(get(v, "/_/mock/a/7").Code).To(Equal(503))
		close(held)
		Eventually(v.Ready()).WithContext(ctx).Should(BeClosed())
		Expect(get(v, "/_/mock/a/7").Code).To(Equal(200))
	}, SpecTimeout(time.Minute))

	It("is only for the hosts that the reference is for", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(mockable), viewer.WithMock(), viewer.WithHosts("docs.example"))
		r := httptest.NewRequest(http.MethodGet, "http://evil.example/_/mock/a/7", nil)
		w := httptest.NewRecorder()

		v.ServeHTTP(w, r)

		Expect(w.Code).To(Equal(http.StatusMisdirectedRequest))
	})
})
