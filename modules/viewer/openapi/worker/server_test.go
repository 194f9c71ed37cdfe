package worker_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// serving makes a viewer that shows what visitors send.
func serving(ctx context.Context, j *worker.Judge) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(small), htmlrender.New(), viewer.WithVisitorDescriptions(j, viewer.VisitorLimits{}))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return v
}

// visit sends a description to a viewer and returns where its pages are.
func visit(v *viewer.Viewer, text string, configuration any) string {
	GinkgoHelper()
	body, err := json.Marshal(map[string]any{"content": text, "configuration": configuration})
	Expect(err).NotTo(HaveOccurred())
	r := httptest.NewRequest(http.MethodPost, "/_d/", strings.NewReader(string(body)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Trefoil-Description", "1")
	w := httptest.NewRecorder()
	v.ServeHTTP(w, r)
	Expect(w.Code).To(Equal(http.StatusOK), w.Body.String())
	var sent struct{ Root string }
	Expect(json.Unmarshal(w.Body.Bytes(), &sent)).To(Succeed())
	return "/" + sent.Root
}

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// nowhere counts what is written to it.
type nowhere struct {
	header http.Header
	bytes  int
}

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) WriteHeader(int)             {}
func (n *nowhere) Write(p []byte) (int, error) { n.bytes += len(p); return len(p), nil }

var _ = Describe("A server whose visitors' descriptions are in workers", func() {
	It("shows them as they were configured, compressed, conditionally and in Markdown", func(ctx SpecContext) {
		v := serving(ctx, judge())
		no := false
		root := visit(v, small, viewer.Configuration{
			Theme: viewer.ThemeMoon, HiddenClients: viewer.HideClients("shell"), FeaturedClients: []string{}, WithDefaultFonts: &no, Layout: "classic",
		})

		page := get(v, root+"operations/a", "Accept-Encoding", "gzip")

		h := page.Header()
		Expect([]string{h.Get("Content-Encoding"), h.Get("X-Robots-Tag"), h.Get("Trefoil-Memory")}).To(Equal([]string{"gzip", "noindex", ""}))
		Expect(get(v, root+"operations/a", "Accept-Encoding", "gzip", "If-None-Match", h.Get("ETag")).Code).To(Equal(http.StatusNotModified))
		plain := get(v, root+"operations/a").Body.String()
		Expect(plain).To(And(ContainSubstring("theme-moon"), ContainSubstring("without-sidebar"), Not(ContainSubstring("fonts.css")), Not(ContainSubstring(`"key":"shell"`))))
		Expect(get(v, root+"_/events").Code).To(Equal(http.StatusNoContent))
		r := httptest.NewRequest(http.MethodHead, root+"operations/a", nil)
		w := httptest.NewRecorder()
		v.ServeHTTP(w, r)
		Expect(w.Body.Len()).To(BeZero())
		Expect(w.Header().Get("Content-Length")).To(Equal(fmt.Sprint(len(plain))))
	})

	It("is harmed by no page of them, and no other of them is", func(ctx SpecContext) {
		v := serving(ctx, judge(worker.WithCPU(400*time.Millisecond)))
		good := visit(v, titled("Good"), nil)
		bad := map[string]string{}
		for _, title := range []string{"spin", "eat at once", "overflow", "exit"} {
			bad[title] = visit(v, titled(title), nil)
		}
		var all sync.WaitGroup
		codes := make(chan int, len(bad))
		for _, root := range bad {
			all.Go(func() { codes <- get(v, root+"operations/a").Code })
		}

		Expect(get(v, "/operations/a").Code).To(Equal(http.StatusOK))
		Expect(get(v, good+"operations/a").Code).To(Equal(http.StatusOK))

		all.Wait()
		for range bad {
			Expect(<-codes).To(Equal(http.StatusServiceUnavailable))
		}
		Expect(get(v, bad["exit"]).Code).To(Equal(http.StatusNotFound))
		Expect(get(v, good+"operations/a").Code).To(Equal(http.StatusOK))
	})

	It("allocates no more for a page than its length asks for, whatever is in it", Serial, worktest.Large, func(ctx SpecContext) {
		if worktest.RaceDetector {
			Skip("what a page costs is counted without the race detector, which allocates too")
		}
		v := serving(ctx, judge())
		texts := []string{
			small,
			head + "components: {schemas: {A: {description: '" + strings.Repeat("long *text* ", 5000) + "'}}}\npaths: {/a: {get: {operationId: a, parameters: [" + times(500, "{name: p@, in: query, schema: {$ref: '#/components/schemas/A'}}, ") + "]}}}\n",
			head + "paths: {/a: {get: {operationId: a, description: '" + strings.Repeat("| a ", 20_000) + "'}}}\n",
			head + "paths: {/a: {get: {operationId: a, x-b: [" + strings.Repeat("{a: 1}, ", 10_000) + "1]}}}\n",
		}
		for _, text := range texts {
			var root string
			sent := worktest.Allocated(func() { root = visit(v, text, nil) })
			out := &nowhere{header: http.Header{}}

			allocated := worktest.Allocated(func() { v.ServeHTTP(out, httptest.NewRequest(http.MethodGet, root+"operations/a", nil)) })

			AddReportEntry(fmt.Sprintf("%d bytes, a page of %d bytes: %d bytes allocated, %d when it was sent", len(text), out.bytes, allocated, sent))
			Expect(allocated).To(BeNumerically("<", 256<<10+out.bytes), "the buffers of what passes through")
			Expect(sent).To(BeNumerically("<", 1<<20+20*len(text)))
		}
	})
})
