package safety

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markup "github.com/yuin/goldmark/renderer/html"

	"github.com/trefoil-go/trefoil/apps/demo/app"
	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// noteRuns defines H in every page and frame. The page that holds the frames notes
// the numbers of the payloads that call it. A document of another origin, such as
// that of a data address, has nothing of the reference and cannot reach the page.
func noteRuns(b *browsertest.Browser) {
	GinkgoHelper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.ran = []; window.H = (n) => { top.ran.push(n ?? -1); }; window.alert = () => {};`).Do(ctx)
		return err
	}))
}

// serve serves a description, which has been loaded when it returns.
func serve(ctx context.Context, text string) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(text), app.Pages())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return v
}

const policy = "Content-Security-Policy"

// inlineOnly is the policy of a page in which all that a description says may run.
// The viewer's own scripts and styles, which have no part in this and cost most of
// the time, are not loaded.
const inlineOnly = "script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data: blob:"

// under serves h with another policy than its own.
func under(other string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&replaced{ResponseWriter: w, policy: other}, r)
	})
}

type replaced struct {
	http.ResponseWriter
	policy string
}

func (r *replaced) WriteHeader(status int) {
	r.Header().Set(policy, r.policy)
	r.ResponseWriter.WriteHeader(status)
}

func (r *replaced) Write(p []byte) (int, error) {
	r.Header().Set(policy, r.policy)
	return r.ResponseWriter.Write(p)
}

// framed serves a page that holds others, for many at a time. They must be ready
// to be framed.
func framed(h http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", h)
	mux.HandleFunc("/frames", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><link rel=icon href='data:,'><body>")
		for _, address := range r.URL.Query()["p"] {
			fmt.Fprintf(w, "<iframe src='%s'></iframe>", html.EscapeString(address))
		}
	})
	return mux
}

// verdict is what the frames of a page say: which payloads ran, which addresses a
// click would run, and how many frames have shown a page.
type verdict struct {
	Ran   []int
	Bad   []string
	Shown int
}

const askFrames = `(() => { const v = {Ran: window.ran, Bad: [], Shown: 0};
	for (const f of document.querySelectorAll("iframe")) {
		const d = f.contentDocument;
		if (d.querySelector("main h1")) v.Shown++;
		for (const e of d.querySelectorAll("*")) for (const a of e.attributes) {
			if (/^on|^style$|^srcdoc$|^formaction$/i.test(a.name)) v.Bad.push(a.name);
			if (/^(href|src|action|data|xlink:href|poster|srcset)$/i.test(a.name) && /^[\u0000-\u0020]*(javascript|data|vbscript)\s*:./i.test(a.value.replace(/[\t\n\r]/g, "")) && e.rel !== "icon") v.Bad.push(a.value);
		}
	}
	return v; })()`

// show shows pages, some at a time, in which nothing may run or wait for a click.
func show(b *browsertest.Browser, server string, pages []string) {
	GinkgoHelper()
	for some := range slices.Chunk(pages, atOnce) {
		b.Run(chromedp.Navigate(server + "/frames?" + url.Values{"p": some}.Encode()))
		Expect(browsertest.Eval[verdict](b, askFrames)).To(Equal(verdict{Ran: []int{}, Bad: []string{}, Shown: len(some)}), strings.Join(some, " "))
	}
}

// componentKinds are the pages of unused components, without their numbers.
var componentKinds = []string{"parameters-P", "responses-R", "examples-E", "links-L", "callbacks-C", "pathItems-I", "headers-H", "requestBodies-B"}

// atOnce is how many pages are shown at the same time.
const atOnce = 36

// parted are the pages of a description of parts that are lists of all of them.
func parted(root string) []string {
	return []string{root, root + "models/", root + "search?q=H", root + "components/"}
}

// partPages are the pages of the parts of a description with a number.
func partPages(root string, i int) []string {
	return []string{
		fmt.Sprint(root, "operations/op", i), fmt.Sprint(root, "webhooks/hook", i), fmt.Sprint(root, "models/M", i), fmt.Sprint(root, "tags/t", i),
		fmt.Sprint(root, "components/", componentKinds[i%len(componentKinds)], i),
	}
}

var _ = Describe("0 of the payloads run", func() {
	It("in a page without policy, in any text, name or address", func(ctx SpecContext) {
		list := payloads()
		mux := http.NewServeMux()
		mux.Handle("/parts/", http.StripPrefix("/parts", serve(ctx, parts(list))))
		mux.Handle("/joined/", http.StripPrefix("/joined", serve(ctx, parts(joined(list)))))
		pages := append(parted("/parts/"), "/joined/")
		for i, p := range list {
			root := fmt.Sprint("/whole", i)
			mux.Handle(root+"/", http.StripPrefix(root, serve(ctx, whole(p))))
			pages = append(pages, root+"/")
		}
		for i := range joined(list) {
			pages = append(pages, fmt.Sprint("/parts/tags/g", i, "?reading=whole"))
			pages = append(pages, partPages("/joined/", i)...)
		}
		b := browsertest.Open()
		noteRuns(b)

		show(b, browsertest.Serve(framed(under(inlineOnly, mux))), pages)

		AddReportEntry(fmt.Sprintf("%d payloads on %d pages, 0 ran without policy", len(list), len(pages)))
	})

	It("nothing of them even reaches the policy while the scripts of the viewer work on them", func(ctx SpecContext) {
		list := joined(payloads())
		v := serve(ctx, parts(list))
		mux := http.NewServeMux()
		mux.Handle("/joined/", http.StripPrefix("/joined", v))
		pages := parted("/joined/")
		for i, p := range list {
			root := fmt.Sprint("/whole", i)
			mux.Handle(root+"/", http.StripPrefix(root, serve(ctx, whole(p))))
			pages = append(pages, root+"/")
			pages = append(pages, partPages("/joined/", i)...)
		}
		b := browsertest.Open()
		noteRuns(b)

		show(b, browsertest.Serve(framed(under(framablePolicy(v), mux))), pages)

		Expect(b.Troubles()).To(BeEmpty(), "the policy had something to stop")
		Expect(b.Hosts()).To(HaveLen(1))
	})

	It("in a page that takes them as they are, under the policy alone", func(ctx SpecContext) {
		list := payloads()
		answer := framablePolicy(serve(ctx, parts(list[:1])))
		Expect(answer).To(ContainSubstring("require-trusted-types-for 'script'"))
		b := browsertest.Open()
		noteRuns(b)

		control := run(b, list, "")
		guarded := run(b, list, answer)

		AddReportEntry(fmt.Sprintf("of %d payloads %d ran without policy, %d with it", len(list), len(control), len(guarded)))
		Expect(guarded).To(BeEmpty())
		Expect(len(control)).To(BeNumerically(">=", len(list)*6/10), "or they prove nothing")
	})
})

// framablePolicy returns the policy that a viewer sends, changed so that pages of the
// same origin may frame the page.
func framablePolicy(h http.Handler) string {
	GinkgoHelper()
	const alone, framed = "frame-ancestors 'none'", "frame-ancestors 'self'"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	sent := w.Header().Get(policy)
	Expect(sent).To(ContainSubstring(alone))
	return strings.Replace(sent, alone, framed, 1)
}

// run shows every payload in a frame of its own that takes it as it is, as text and
// as Markdown, clicks on everything, and returns the names of those that ran.
func run(b *browsertest.Browser, list []payload, policyText string) []string {
	GinkgoHelper()
	pages := make([]string, len(list))
	for i := range list {
		pages[i] = fmt.Sprint("/", i)
	}
	b.Run(chromedp.Navigate(browsertest.Serve(framed(naive(list, policyText))) + "/frames?" + url.Values{"p": pages}.Encode()))
	Expect(browsertest.Eval[int](b, `[...document.querySelectorAll("iframe")].filter((f) => f.contentDocument?.title.startsWith("x")).length`)).To(Equal(len(list)), "frames that show a payload")
	var ran []string
	for _, i := range browsertest.Eval[[]int](b, provoke) {
		ran = append(ran, list[i].name)
	}
	return ran
}

// provoke clicks on what leads nowhere else in every frame, and waits for what
// takes a moment. Of the frames of a page, only one gets its focus by itself.
const provoke = `(async () => {
	const elsewhere = (d, address) => { try { return !/^(javascript|data):$/.test(new URL(address, d.baseURI).protocol); } catch { return true; } };
	const documents = [...document.querySelectorAll("iframe")].map((f) => f.contentDocument).filter((d) => d);
	for (const d of documents) {
		d.addEventListener("click", (e) => { const a = e.target.closest?.("a"); if (a && elsewhere(d, a.getAttribute("href") ?? a.getAttribute("xlink:href") ?? "")) e.preventDefault(); });
		d.addEventListener("submit", (e) => { if (elsewhere(d, e.submitter?.getAttribute("formaction") ?? e.target.getAttribute("action") ?? "")) e.preventDefault(); });
	}
	for (let i = 0; i < 5; i++) {
		for (const d of documents) {
			d.querySelector("[autofocus]")?.focus();
			for (const e of d.querySelectorAll("a,button,summary,input,p[onclick],h1,pre,[onmouseover],text")) {
				e.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
				e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
			}
		}
		await new Promise((done) => requestAnimationFrame(done));
		await new Promise((done) => setTimeout(done, 20));
	}
	return [...new Set(window.ran)].sort((a, b) => a - b);
})()`

// naive serves pages that hold a payload as it is. Everything else is missing.
func naive(list []payload, policyText string) http.Handler {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote), goldmark.WithRendererOptions(markup.WithUnsafe()))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if policyText != "" {
			w.Header().Set(policy, policyText)
		}
		i := -1
		if _, err := fmt.Sscanf(r.URL.Path, "/%d", &i); err != nil || i < 0 || i >= len(list) {
			http.NotFound(w, r)
			return
		}
		var out bytes.Buffer
		_ = md.Convert([]byte(list[i].text), &out)
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, "<!doctype html><title>x</title><body>%s<hr>%s", out.String(), list[i].text)
	})
}
