package safety

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	markup "github.com/yuin/goldmark/renderer/html"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// countCalls defines H in every page and frame.
func countCalls(b *browsertest.Browser) {
	GinkgoHelper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`window.H = () => { window.H.calls++; }; window.H.calls = 0; window.alert = () => {};`).Do(ctx)
		return err
	}))
}

// serve serves a description, which has been loaded when it returns.
func serve(ctx context.Context, text string) *viewer.Viewer {
	GinkgoHelper()
	v, err := viewer.New(openapi.FromContent(text), htmlrender.New())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return v
}

// without serves h without its policy: what is left is what the pages say.
func without(policy string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(&stripped{ResponseWriter: w, name: policy}, r)
	})
}

type stripped struct {
	http.ResponseWriter
	name string
}

func (s *stripped) WriteHeader(status int) {
	s.Header().Del(s.name)
	s.ResponseWriter.WriteHeader(status)
}

func (s *stripped) Write(p []byte) (int, error) {
	s.Header().Del(s.name)
	return s.ResponseWriter.Write(p)
}

const policy = "Content-Security-Policy"

// framed serves a page that holds others, for many at a time. They must be ready
// to be framed.
func framed(h http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", h)
	mux.HandleFunc("/frames", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, "<!doctype html><body>")
		for _, address := range r.URL.Query()["p"] {
			fmt.Fprintf(w, "<iframe src='%s'></iframe>", html.EscapeString(address))
		}
	})
	return mux
}

// verdict is what the frames of a page say: how many calls there were, which
// addresses a click would run, and how many frames have shown a page.
type verdict struct {
	Calls int
	Bad   []string
	Shown int
}

const askFrames = `(() => { const v = {Calls: window.H.calls, Bad: [], Shown: 0};
	for (const f of document.querySelectorAll("iframe")) {
		const d = f.contentDocument;
		v.Calls += f.contentWindow.H?.calls ?? 0;
		if (d.querySelector("main h1")) v.Shown++;
		for (const e of d.querySelectorAll("*")) for (const a of e.attributes) {
			if (/^on|^style$|^srcdoc$|^formaction$/i.test(a.name)) v.Bad.push(a.name);
			if (/^(href|src|action|data|xlink:href|poster|srcset)$/i.test(a.name) && /^[\u0000-\u0020]*(javascript|data|vbscript)\s*:./i.test(a.value.replace(/[\t\n\r]/g, "")) && e.rel !== "icon") v.Bad.push(a.value);
		}
	}
	return v; })()`

// componentKinds are the pages of unused components, without their numbers.
var componentKinds = []string{"parameters-P", "responses-R", "examples-E", "links-L", "callbacks-C", "pathItems-I", "headers-H", "requestBodies-B"}

// atOnce is how many pages are shown at the same time.
const atOnce = 24

var _ = Describe("0 of the payloads run", func() {
	It("Row 19, MS1-MS16: in a page without policy, in any text, name or address", func(ctx SpecContext) {
		list := payloads()
		mux := http.NewServeMux()
		mux.Handle("/parts/", http.StripPrefix("/parts", serve(ctx, parts(list))))
		mux.Handle("/joined/", http.StripPrefix("/joined", serve(ctx, parts(joined(list)))))
		pages := []string{"/parts/", "/parts/models/", "/parts/search?q=H", "/parts/components/", "/joined/"}
		for i, p := range list {
			mux.Handle(fmt.Sprint("/whole", i, "/"), http.StripPrefix(fmt.Sprint("/whole", i), serve(ctx, whole(p))))
			pages = append(pages, fmt.Sprint("/whole", i, "/"), fmt.Sprint("/parts/operations/op", i))
		}
		for i := range joined(list) {
			pages = append(pages, fmt.Sprint("/joined/webhooks/hook", i), fmt.Sprint("/joined/models/M", i), fmt.Sprint("/joined/tags/t", i))
			pages = append(pages, fmt.Sprint("/joined/components/", componentKinds[i%len(componentKinds)], i))
		}
		server := browsertest.Serve(framed(without(policy, mux)))
		b := browsertest.Open()
		countCalls(b)

		for first := 0; first < len(pages); first += atOnce {
			some := pages[first:min(first+atOnce, len(pages))]
			b.Run(chromedp.Navigate(server + "/frames?" + url.Values{"p": some}.Encode()))
			Expect(browsertest.Eval[verdict](b, askFrames)).To(Equal(verdict{Bad: []string{}, Shown: len(some)}), strings.Join(some, " "))
		}
		AddReportEntry(fmt.Sprintf("%d payloads on %d pages, 0 ran without policy", len(list), len(pages)))
	})

	It("nothing of them even reaches the policy", func(ctx SpecContext) {
		list := joined(payloads())
		server := browsertest.Serve(serve(ctx, parts(list)))
		b := browsertest.Open()
		countCalls(b)

		for i := range list {
			b.Run(chromedp.Navigate(fmt.Sprint(server, "/operations/op", i)))
			Expect(browsertest.Eval[int](b, `H.calls`)).To(BeZero())
		}

		Expect(b.Troubles()).To(BeEmpty(), "the policy had something to stop")
		Expect(b.Hosts()).To(HaveLen(1))
	})

	It("Row 18: in a page that takes them as they are, under the policy alone", func(ctx SpecContext) {
		list := payloads()
		answer := policyOf(serve(ctx, parts(list[:1])))
		Expect(answer).To(ContainSubstring("require-trusted-types-for 'script'"))
		b := browsertest.Open()
		countCalls(b)

		control := run(b, list, "")
		guarded := run(b, list, answer)

		AddReportEntry(fmt.Sprintf("of %d payloads %d ran without policy, %d with it", len(list), len(control), len(guarded)))
		Expect(guarded).To(BeEmpty())
		Expect(len(control)).To(BeNumerically(">=", len(list)*6/10), "or they prove nothing")
	})
})

// policyOf is the policy that a viewer sends.
func policyOf(h http.Handler) string {
	GinkgoHelper()
	response, err := http.Get(browsertest.Serve(h) + "/")
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = response.Body.Close() }()
	return response.Header.Get(policy)
}

// run shows every payload in a page of its own that takes it as it is, as text
// and as Markdown, clicks on everything, and returns the names of those that ran.
func run(b *browsertest.Browser, list []payload, policyText string) []string {
	GinkgoHelper()
	server := browsertest.Serve(naive(list, policyText))
	var ran []string
	for i, p := range list {
		b.Run(chromedp.Navigate(fmt.Sprint(server, "/", i)))
		if browsertest.Eval[int](b, provoke) > 0 {
			ran = append(ran, p.name)
		}
	}
	return ran
}

// provoke clicks on what leads nowhere else, and waits for what takes a moment.
const provoke = `(async () => {
	const elsewhere = (address) => { try { return !/^(javascript|data):$/.test(new URL(address, document.baseURI).protocol); } catch { return true; } };
	addEventListener("click", (e) => { const a = e.target.closest?.("a"); if (a && elsewhere(a.getAttribute("href") ?? a.getAttribute("xlink:href") ?? "")) e.preventDefault(); });
	addEventListener("submit", (e) => { if (elsewhere(e.submitter?.getAttribute("formaction") ?? e.target.getAttribute("action") ?? "")) e.preventDefault(); });
	for (let i = 0; i < 5 && H.calls == 0; i++) {
		for (const e of document.querySelectorAll("a,button,summary,input,p[onclick],h1,pre,[onmouseover],text")) {
			e.dispatchEvent(new MouseEvent("mouseover", {bubbles: true}));
			e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
		}
		await new Promise((done) => setTimeout(done, 20));
	}
	return H.calls;
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
