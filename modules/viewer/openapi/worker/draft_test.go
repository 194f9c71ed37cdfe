package worker_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

// hostile is a renderer with a fault in it, which a description can have: what its
// title says is done when a page of an operation is written.
type hostile struct{ core.Renderer }

func (h hostile) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	if page.Operation != nil {
		_, err := misbehave(ctx, []byte(page.Document.Info.Title), openapi.Limits{Bytes: 1})
		if title := page.Document.Info.Title; title == "open" || title == "who" {
			return err
		}
	}
	return h.Renderer.Render(ctx, w, page)
}

// titled is a description with a title and one operation.
func titled(title string) string { return strings.Replace(small, "Small", title, 1) }

// openDraft opens a description until the spec ends.
func openDraft(ctx context.Context, j *worker.Judge, text string) viewer.OpenDraft {
	GinkgoHelper()
	d, err := j.OpenDraft(ctx, viewer.Draft{Text: text, Limits: openapi.UntrustedLimits(), Markdown: true})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(d.Close)
	return d
}

func request(ctx context.Context, path string) *http.Request {
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://draft/"+path, nil)
	r.RequestURI = ""
	return r
}

// ask asks a draft for a page.
func ask(ctx context.Context, d viewer.OpenDraft, path string) (*http.Response, string, error) {
	answer, err := d.RoundTrip(request(ctx, path))
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	return answer, string(body), err
}

var _ = Describe("A draft in a worker", func() {
	It("has the outline of the description, and its pages as this process would make them", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), small)
		here, err := viewer.NewDraftViewer(ctx, viewer.Draft{Text: small, Limits: openapi.UntrustedLimits(), Markdown: true}, htmlrender.New(), mdrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(here.Close)

		Expect(d.Outline()).To(Equal(viewer.DraftOutline{Title: "Small", Operations: 1}))
		for _, path := range []string{"", "operations/a", "operations/a.md", "operations/a?part=console", "search?q=a", "llms.txt", "llms-full.txt", "openapi.yaml", "no/page", "%2e%2e/x", "/x"} {
			answer, body, err := ask(ctx, d, path)
			Expect(err).NotTo(HaveOccurred(), path)
			w := httptest.NewRecorder()
			here.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://draft/"+path, nil))
			Expect(body).To(Equal(w.Body.String()), path)
			Expect(answer.StatusCode).To(Equal(w.Code), path)
			Expect(answer.Header.Get("ETag")).To(Equal(w.Header().Get("ETag")))
		}
		Expect(d.Memory()).To(BeNumerically(">", 1<<20))
	})

	It("answers many requests at a time", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), small)
		var all sync.WaitGroup
		for range 64 {
			all.Go(func() {
				defer GinkgoRecover()
				answer, body, err := ask(ctx, d, "operations/a")
				Expect(err).NotTo(HaveOccurred())
				Expect(answer.StatusCode).To(Equal(http.StatusOK))
				Expect(body).To(HaveSuffix("</html>"))
			})
		}
		all.Wait()
	})

	It("is refused like any text", func(ctx SpecContext) {
		for text, want := range map[string]string{"{": "the text ends where a name", "overflow": "nested in a way"} {
			_, err := judge().OpenDraft(ctx, viewer.Draft{Text: text, Limits: openapi.UntrustedLimits()})

			Expect(message(err)).To(ContainSubstring(want), text)
		}
		_, err := judge(worker.WithCPU(200*time.Millisecond)).OpenDraft(ctx, viewer.Draft{Text: "spin", Limits: openapi.UntrustedLimits()})
		Expect(message(err)).To(ContainSubstring("more than 200ms of processor time"))
	})

	DescribeTable("that dies while a page is made is an error, and others live on,",
		func(ctx SpecContext, title, want string, options ...worker.Option) {
			j := judge(options...)
			good, bad := openDraft(ctx, j, small), openDraft(ctx, j, titled(title))
			_, _, err := ask(ctx, bad, "")
			Expect(err).NotTo(HaveOccurred(), "its overview is harmless")

			_, _, err = ask(ctx, bad, "operations/a")

			Expect(message(err)).To(ContainSubstring(want))
			_, _, err = ask(ctx, bad, "")
			Expect(message(err)).To(ContainSubstring(want), "it stays dead")
			_, body, err := ask(ctx, good, "operations/a")
			Expect(err).NotTo(HaveOccurred())
			Expect(body).To(ContainSubstring("Small"))
		},
		Entry("of an endless loop", "spin", "making the page takes more than 300ms of processor time", worker.WithCPU(300*time.Millisecond)),
		Entry("of memory, little by little", "eat", "making the page takes more than 256 MiB of memory"),
		Entry("of memory, all at once", "eat at once", "making the page takes more than 256 MiB of memory"),
		Entry("of a stack overflow", "overflow", "nested in a way"),
		Entry("of its own will", "exit", "making the page has ended its process"),
	)

	It("that makes a page for ever is killed in time", func(ctx SpecContext) {
		d := openDraft(ctx, judge(worker.WithTimeout(5*time.Second)), titled("wait"))

		_, _, err := ask(ctx, d, "operations/a")

		Expect(message(err)).To(Equal("making the page takes longer than 5s"))
	})

	It("says nothing but answers", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), titled("talk"))

		_, _, err := ask(ctx, d, "operations/a")

		Expect(err).To(HaveOccurred())
	})

	It("is as confined as it was when it read the text", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), titled("open"))

		_, body, err := ask(ctx, d, "operations/a")

		Expect(err).NotTo(HaveOccurred())
		Expect(body).To(ContainSubstring("operation not permitted"))
	})

	It("may take its time for each page", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), titled("churn"))

		for range 4 {
			_, _, err := ask(ctx, d, "operations/a")
			Expect(err).NotTo(HaveOccurred())
		}
	})

	It("ends with Close, in the middle of a page, too", func(ctx SpecContext) {
		d := openDraft(ctx, judge(), titled("wait"))
		failed := make(chan error, 1)
		go func() {
			_, _, err := ask(ctx, d, "operations/a")
			failed <- err
		}()

		Expect(d.Close()).To(Succeed())

		Expect(<-failed).To(MatchError(ContainSubstring("closed")))
		_, _, err := ask(ctx, d, "")
		Expect(err).To(MatchError(ContainSubstring("closed")))
	})

	It("is not kept for who has gone while it was read", func(ctx SpecContext) {
		asking, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
		defer cancel()

		_, err := judge().OpenDraft(asking, viewer.Draft{Text: "wait", Limits: openapi.UntrustedLimits()})

		Expect(err).To(MatchError(context.DeadlineExceeded))
	})
})
