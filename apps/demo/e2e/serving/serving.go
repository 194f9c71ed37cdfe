package serving

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// description is one with many operations, one of which is described by text.
func description(text string) string {
	var paths []string
	for i := range 30 {
		paths = append(paths, fmt.Sprintf(`"/things/%d": {"get": {"tags": ["thing"], "operationId": "thing%d", "summary": "Thing %d", "description": "About %d"}}`, i, i, i, i))
	}
	return `{"openapi": "3.1.0", "info": {"title": "Things", "version": "1", "description": "` + text + `\n\n## Getting started\n\nHere."},
	"tags": [{"name": "thing"}], "paths": {"/pet/{petId}": {"post": {"tags": ["thing"], "operationId": "addPet", "summary": "Add"}},
	` + strings.Join(paths, ",\n") + `}, "components": {"schemas": {"Foo": {"type": "object"}}}}`
}

// viewerOf makes a viewer that has loaded.
func viewerOf(ctx context.Context, source core.SpecSource, options ...viewer.Option) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(source, htmlrender.New(), append([]viewer.Option{viewer.WithMarkdown(mdrender.New())}, options...)...)
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return v
}

// unread counts the operations in and around the window whose bodies are not there
// yet.
const unread = `[...document.querySelectorAll("[data-entry]:not(.is-loaded)")].filter(el => {
	const r = el.getBoundingClientRect();
	return r.bottom > -innerHeight && r.top < 2 * innerHeight;
}).length`

// settled waits until nothing has moved for some frames: what comes near is laid out,
// and is not as high as it was thought to be.
const settled = `(async () => {
	for (let still = 0, last; still < 10; ) {
		await new Promise(done => requestAnimationFrame(done));
		const top = window.kept.getBoundingClientRect().top;
		still = top === last ? still + 1 : 0;
		last = top;
	}
	return true;
})()`

func text(b *browsertest.Browser, selector string) func() (string, error) {
	return func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector(`+"`"+selector+"`"+`)?.textContent ?? ""`)
	}
}

func path(b *browsertest.Browser) func() string {
	return func() string { return browsertest.Eval[string](b, `location.pathname + location.hash`) }
}

var _ = Describe("A page whose description changes", func() {
	It("shows the change without being loaded again, where the reader is", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "api.json")
		write := func(text string) { Expect(os.WriteFile(file, []byte(text), 0o600)).To(Succeed()) }
		write(description("First."))
		source, err := openapi.FromFile(file)
		Expect(err).NotTo(HaveOccurred())
		v := viewerOf(ctx, source, viewer.WithWatch(100*time.Millisecond))
		defer v.Close() // the server waits for streams
		b := browsertest.Open()
		b.Visit(browsertest.Serve(v) + "/")
		b.Run(chromedp.Evaluate(`window.same = true; const links = document.querySelectorAll("main a[href='./operations/thing20']"); links[0].focus({preventScroll: true}); links[0].scrollIntoView({block: "center"}); window.kept = links[0]`, nil))
		Eventually(func() (int, error) { return browsertest.Ask[int](b, unread) }).Should(BeZero())
		browsertest.Eval[bool](b, settled)
		browsertest.Eval[float64](b, `window.top0 = window.kept.getBoundingClientRect().top`)

		write(description("Second, which is longer.\\n\\nMuch longer.\\n\\nBy three paragraphs."))

		Eventually(text(b, "main .prose")).WithContext(ctx).Should(HavePrefix("Second"))
		Expect(browsertest.Eval[bool](b, `window.same && document.activeElement === window.kept && window.kept.isConnected`)).To(BeTrue())
		Expect(browsertest.Eval[float64](b, `Math.abs(window.kept.getBoundingClientRect().top - window.top0)`)).To(BeNumerically("<", 2))
		Expect(browsertest.Eval[float64](b, `window.scrollY`)).To(BeNumerically(">", 100))

		write("{\"openapi\":\n  oops")
		Eventually(text(b, "[data-stale]")).WithContext(ctx).Should(ContainSubstring("line 2, column 3"))
		Expect(text(b, "main .prose")()).To(HavePrefix("Second"))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("serving-stale")

		write(description("Third."))
		Eventually(text(b, "main .prose")).WithContext(ctx).Should(HavePrefix("Third"))
		Expect(text(b, "[data-stale]")()).To(BeEmpty())
		Expect(browsertest.Eval[bool](b, `window.same`)).To(BeTrue())
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("A page of a description that is still read", func() {
	var (
		step    chan core.Progress
		release chan struct{}
		v       *viewer.Viewer
	)

	BeforeEach(func() {
		step, release = make(chan core.Progress), make(chan struct{})
		var err error
		v, err = viewer.New(core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			for {
				select {
				case p := <-step:
					core.ReportProgress(ctx, p)
				case <-release:
					return openapi.FromContent(description("Late.")).Load(ctx)
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
		}), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		step <- core.Progress{Phase: "Reading the file", Bytes: 1_000_000, Total: 4_000_000}
	})

	It("shows how far that is and then what was asked for", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(v) + "/operations/addPet")
		Eventually(text(b, "[data-progress-text]")).WithContext(ctx).Should(Equal("Reading the file: 1.0 MB of 4.0 MB"))
		b.Run(chromedp.Evaluate(`window.stayed = true`, nil))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("serving-loading")

		step <- core.Progress{Phase: "Reading the file", Bytes: 3_000_000, Total: 4_000_000}

		Eventually(text(b, "[data-progress-text]")).WithContext(ctx).Should(Equal("Reading the file: 3.0 MB of 4.0 MB"))
		Consistently(func() bool { return browsertest.Eval[bool](b, `window.stayed === true`) }).
			WithContext(ctx).WithTimeout(2*time.Second).Should(BeTrue(), "the page is not loaded again while it waits")
		close(release)
		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Add"))
	})

	It("comes without scripts too", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(browsertest.Serve(v) + "/operations/addPet")

		close(release)

		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Add"))
	})

	It("comes where the server has no place for another reader who waits", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/_/events") {
				http.Error(w, "too many", http.StatusServiceUnavailable)
				return
			}
			v.ServeHTTP(w, r)
		})) + "/operations/addPet")

		close(release)

		Eventually(text(b, "h1")).WithContext(ctx).Should(Equal("Add"))
	})
})

var _ = Describe("A link of another viewer", func() {
	It("leads to the operation, the model or the heading it meant", func(ctx SpecContext) {
		address := browsertest.Serve(http.StripPrefix("/docs", viewerOf(ctx, openapi.FromContent(description("First.")))))
		b := browsertest.Open()
		for hash, want := range map[string]string{
			"#tag/thing/post/pet/{petId}":          "/docs/operations/addPet",
			"#tag/thing/POST/pet/{petId}":          "/docs/operations/addPet",
			"#/thing/addPet":                       "/docs/operations/addPet",
			"#operation/addPet":                    "/docs/operations/addPet",
			"#tag/thing/operation/addPet":          "/docs/operations/addPet",
			"#tag/thing/paths/~1pet~1{petId}/post": "/docs/operations/addPet",
			"#model/foo":                           "/docs/models/Foo",
			"#model/Foo":                           "/docs/models/Foo",
		} {
			b.Run(chromedp.Navigate("about:blank"))
			b.Visit(address + "/docs/" + hash)
			Eventually(path(b)).WithContext(ctx).Should(Equal(want+"#content"), hash)
			Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).WithContext(ctx).Should(Equal("content"))
		}
		b.Run(chromedp.Navigate("about:blank"))
		b.Visit(address + "/docs/#description/getting-started")
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.textContent`) }).WithContext(ctx).Should(ContainSubstring("Getting started"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

// log is a handler that notes the statuses of all answers.
type log struct {
	http.Handler
	mu     sync.Mutex
	status []string
}

func (l *log) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	noted := &noting{ResponseWriter: w, status: http.StatusOK}
	l.Handler.ServeHTTP(noted, r)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status = append(l.status, fmt.Sprint(noted.status, " ", r.URL.Path))
}

func (l *log) bad() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var bad []string
	for _, s := range l.status {
		if s >= "4" {
			bad = append(bad, s)
		}
	}
	return bad
}

type noting struct {
	http.ResponseWriter
	status int
}

func (n *noting) WriteHeader(status int) { n.status = status; n.ResponseWriter.WriteHeader(status) }

var _ = DescribeTable("Below a path nothing is missing",
	func(ctx SpecContext, mount func(v http.Handler) http.Handler, options ...viewer.Option) {
		l := &log{Handler: mount(viewerOf(ctx, openapi.FromContent(description("First.")), options...))}
		address := browsertest.Serve(l)
		b := browsertest.Open()

		b.Visit(address + "/a/b")
		for _, link := range []string{"main a[href$='operations/thing3']", "a[href$='tags/thing']", ".sidebar-title"} {
			b.Run(chromedp.Evaluate(`document.querySelector(`+"`"+link+"`"+`).click()`, nil), browsertest.Shown("h1"))
		}

		Eventually(path(b)).WithContext(ctx).Should(Equal("/a/b/"))
		Expect(l.bad()).To(BeEmpty())
		Expect(b.Troubles()).To(BeEmpty())
	},
	Entry("with the path stripped", func(v http.Handler) http.Handler { return http.StripPrefix("/a/b", v) }),
	Entry("on a ServeMux", func(v http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle("/a/b/", v)
		return mux
	}),
	Entry("with the path named", func(v http.Handler) http.Handler { return v }, viewer.WithBasePath("/a/b")),
)

var _ = Describe("An export", func() {
	It("works as one file without a network, with scripts and without", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "reference.html")
		f, err := os.Create(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(export.Single(ctx, viewerOf(ctx, openapi.FromContent(description("First."))), f)).To(Succeed())
		Expect(f.Close()).To(Succeed())
		address := (&url.URL{Scheme: "file", Path: file}).String()
		shown := `[...document.querySelectorAll("main h1")].filter(h => h.checkVisibility()).map(h => h.textContent).join()`

		for _, script := range []bool{true, false} {
			b := browsertest.Open()
			if !script {
				b.WithoutScript()
			}
			b.Run(chromedp.Navigate(address), browsertest.Shown("#overview h1"))
			Expect(browsertest.Eval[string](b, shown)).To(Equal("Things"))
			b.Run(browsertest.Click("#overview a[href='#operations/thing3']"))
			Eventually(func() (string, error) { return browsertest.Ask[string](b, shown) }).WithContext(ctx).Should(Equal("Thing 3"))
			b.Shoot("serving-single")
			Expect(b.Requests()).To(HaveEach(SatisfyAny(HavePrefix("file:"), HavePrefix("data:"))))
			Expect(b.Troubles()).To(BeEmpty())
		}
	})

	It("filters the list of the one file", func(ctx SpecContext) {
		file := filepath.Join(GinkgoT().TempDir(), "reference.html")
		f, err := os.Create(file)
		Expect(err).NotTo(HaveOccurred())
		Expect(export.Single(ctx, viewerOf(ctx, openapi.FromContent(description("First."))), f)).To(Succeed())
		Expect(f.Close()).To(Succeed())
		b := browsertest.Open()
		b.Run(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()+"#operations/addPet"), browsertest.Shown("main .single-page h1"))
		Expect(text(b, "main .single-page h1")()).To(Equal("Add"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("main .single-page").length`)).To(Equal(2))

		b.Type("[data-filter]", "thing 17")

		Eventually(func() ([]string, error) {
			return browsertest.Ask[[]string](b, `[...document.querySelectorAll("#nav li")].filter(e => e.checkVisibility()).map(e => e.textContent)`)
		}).Should(Equal([]string{"Thing 17GET"}))
		Expect(b.Axe()).To(BeEmpty())
	})
})
