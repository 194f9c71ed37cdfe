package viewer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// readings counts what is read of a description behind its outline.
type readings struct {
	doc   *apidoc.Document
	count *atomic.Int64
}

func (r readings) ReadOperation(ctx context.Context, o *apidoc.OperationSummary) (*apidoc.Operation, error) {
	r.count.Add(1)
	if r.doc.WebhookSummary(o.Slug) == o {
		return r.doc.Webhook(ctx, o.Slug)
	}
	return r.doc.Operation(ctx, o.Slug)
}

func (r readings) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	r.count.Add(1)
	return r.doc.Schema(ctx, ref)
}

// observed is a source of a description whose readings are counted.
func observed(text string) (source core.SpecSource, count *atomic.Int64) {
	count = &atomic.Int64{}
	return core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
		doc, err := openapi.FromContent(text).Load(ctx)
		if err != nil {
			return nil, err
		}
		return apidoc.New(doc.Outline, readings{doc, count}, doc.Text), nil
	}), count
}

// two is a description of an operation with a server of its own and of one with a
// relative server.
const two = `
openapi: 3.1.0
info: {title: Two, version: "1"}
servers: [{url: https://api.example/v1}]
paths:
  /elsewhere:
    get: {operationId: elsewhere, servers: [{url: "https://files.example/v1"}], responses: {"200": {description: Done}}}
  /here:
    get: {operationId: here, servers: [{url: /v1}], responses: {"200": {description: Done}}}
`

var _ = Describe("A page that is kept", func() {
	DescribeTable("is sent without reading anything of the description",
		func(ctx SpecContext, path string, headers ...string) {
			source, count := observed(two)
			v := start(ctx, source, viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL(publicURL))
			viewer.Settle(v)
			first := get(v, path, headers...)
			Expect(first.Code).To(Equal(http.StatusOK))
			before := count.Load()

			again := get(v, path, headers...)

			Expect(count.Load()).To(Equal(before))
			Expect(again.Header()).To(Equal(first.Header()))
			Expect(again.Body.Bytes()).To(Equal(first.Body.Bytes()))
		},
		Entry("in HTML", "/operations/elsewhere"),
		Entry("in Markdown", "/operations/elsewhere.md"),
		Entry("in Markdown that is asked for", "/operations/elsewhere", "Accept", "text/markdown"),
		Entry("as a part", "/operations/elsewhere?part"),
		Entry("as an operation of a page of several", "/?entry=operations/elsewhere"),
		Entry("as what a console needs", "/operations/elsewhere?part=console"),
		Entry("as how it looks in Go", "/operations/elsewhere?part=go"),
	)

	It("reads the models of a description once for how all operations look in Go", func(ctx SpecContext) {
		var models strings.Builder
		for i := range 100 {
			fmt.Fprintf(&models, "    M%d: {type: object}\n", i)
		}
		source, count := observed(two + "components:\n  schemas:\n" + models.String())
		v := start(ctx, source)
		viewer.Settle(v)
		Expect(get(v, "/operations/elsewhere?part=go").Code).To(Equal(http.StatusOK))
		before := count.Load()

		Expect(get(v, "/operations/here?part=go").Code).To(Equal(http.StatusOK))

		Expect(count.Load() - before).To(BeNumerically("<", 5))
	})

	It("has samples for the host that it was asked at", func(ctx SpecContext) {
		source, count := observed(two)
		v := start(ctx, source)
		viewer.Settle(v)
		at := func(host string) string {
			r := httptest.NewRequest(http.MethodGet, "/operations/here", nil)
			r.Host = host
			w := httptest.NewRecorder()
			v.ServeHTTP(w, r)
			return w.Body.String()
		}

		for range 2 {
			Expect(at("localhost:8080")).To(ContainSubstring("http://localhost:8080/v1/here"))
			Expect(at("127.0.0.1")).To(ContainSubstring("http://127.0.0.1/v1/here"))
			Expect(at("unnamed.example")).To(ContainSubstring("https://your-server.example/v1/here"))
		}

		before := count.Load()
		at("localhost:8080")
		at("unnamed.example")
		Expect(count.Load()).To(Equal(before))
	})

	It("may connect to the servers that are known by now", func(ctx SpecContext) {
		source, _ := observed(two)
		v := start(ctx, source)
		early := get(v, "/operations/elsewhere").Header().Get("Content-Security-Policy")
		Expect(early).To(ContainSubstring("connect-src 'self' https://api.example https://files.example;"))
		viewer.Settle(v)

		Expect(get(v, "/operations/elsewhere").Header().Get("Content-Security-Policy")).To(Equal(early))
		Expect(get(v, "/operations/here").Header().Get("Content-Security-Policy")).To(Equal(early))
	})

	It("costs at most 30 allocations", Serial, worktest.Large, func(ctx SpecContext) {
		if worktest.RaceDetector {
			Skip("the race detector allocates")
		}
		v := start(ctx, zoo)
		viewer.Settle(v)
		ask := reader(v, "/operations/feed")
		ask()

		Expect(testing.AllocsPerRun(100, ask)).To(BeNumerically("<=", 30))
	})
})

// reader asks for a page with gzip, as browsers do, and throws the answer away.
func reader(h http.Handler, path string) func() {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	r.Header.Set("Accept-Language", "en-US,en;q=0.9")
	return func() { h.ServeHTTP(nobody{http.Header{}}, r) }
}

func BenchmarkCachedPage(b *testing.B) {
	v, err := viewer.New(zoo, htmlrender.New())
	if err == nil {
		err = v.Wait(b.Context())
	}
	if err != nil {
		b.Fatal(fmt.Errorf("load the sample: %w", err))
	}
	defer func() { _ = v.Close() }()
	ask := reader(v, "/operations/feed")
	ask()
	b.ReportAllocs()
	for b.Loop() {
		ask()
	}
}
