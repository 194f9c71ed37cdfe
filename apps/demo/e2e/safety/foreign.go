package safety

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// foreign is a server that a page has no business with. It counts who asks it.
func foreign() (address string, asked *atomic.Int32) {
	asked = &atomic.Int32{}
	return browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusNoContent)
	})), asked
}

// tempting is the description that uses every field, with another host in all of
// its addresses and something to load from there in its introduction.
func tempting(host string) string {
	GinkgoHelper()
	text, err := os.ReadFile("../../../modules/viewer/testdata/torture-3.1.yaml")
	Expect(err).NotTo(HaveOccurred())
	lures := strings.ReplaceAll(`![pixel](HOST/a.png) <img src='HOST/b.png' srcset='HOST/c.png 2x'> <link rel='stylesheet' href='HOST/d.css'>`+
		` <script src='HOST/e.js'></script> <iframe src='HOST/f'></iframe> <video poster='HOST/g.png' src='HOST/h.mp4'></video>`+
		` <div style='background:url(HOST/i.png)'>x</div>`, "HOST", host)
	described := strings.ReplaceAll(string(text), "https://example.com", host)
	for _, word := range []string{"PbOperationDescription", "PbTagDescription", "PbModelDescription", "PbWebhookDescription"} {
		described = strings.ReplaceAll(described, "description: "+word+"\n", `description: "`+word+" "+lures+"\"\n")
	}
	return strings.Replace(described, "PbInfoDescription with", "PbInfoDescription "+lures+" with", 1)
}

// clickOn clicks on the first element that a selector names.
func clickOn(b *browsertest.Browser, selector string) {
	GinkgoHelper()
	Expect(browsertest.Eval[bool](b, "(() => { const e = document.querySelector(`"+selector+"`); e?.click(); return !!e; })()")).To(BeTrue(), selector)
}

// heading waits for the page with a heading.
func heading(b *browsertest.Browser, text string) {
	GinkgoHelper()
	Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("main h1")?.textContent ?? ""`)
	}).Should(Equal(text))
}

func count(b *browsertest.Browser, selector string) int {
	GinkgoHelper()
	return browsertest.Eval[int](b, "document.querySelectorAll(`"+selector+"`).length")
}

// hoverAll moves over every link of the page, which may be fetched ahead, and waits as
// long as a page does before it fetches.
const hoverAll = `(async () => {
	document.querySelectorAll("a[href]").forEach(a => a.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, pointerType: "mouse"})));
	await new Promise(done => setTimeout(done, 100));
})()`

// unfold opens everything, and what is fetched when it is opened.
const unfold = `document.querySelectorAll("main details").forEach(d => { d.open = true })`

func typeIntoSearch(b *browsertest.Browser, query string) {
	GinkgoHelper()
	b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey("k").WithCode("KeyK").WithWindowsVirtualKeyCode('K').Do(ctx)
	}), browsertest.Shown(`[data-search-input]`), chromedp.KeyEvent(query))
	Eventually(func() int { return count(b, "[data-search-list] [role=option]") }).Should(BeNumerically(">", 0))
}

var _ = Describe("A reference asks no other host", func() {
	It("while a reader clicks through all of it", func(ctx SpecContext) {
		other, asked := foreign()
		v, err := viewer.New(openapi.FromContent(tempting(other)), htmlrender.New(), viewer.WithMarkdown(mdrender.New()),
			viewer.WithConfiguration(viewer.Configuration{CustomCSS: ".reference { --x: 1 }"}))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		server := browsertest.Serve(v)
		b := browsertest.Open()
		b.Visit(server + "/")
		Expect(count(b, `main a[href^="`+other+`"]`)).To(BeNumerically(">", 5), "it is the description that names the other host")

		By("reading every kind of page")
		for _, step := range [][2]string{
			{`nav a[href$="tags/PbTagName"]`, "PbTagDisplayName"},
			{`main a[href$="operations/PbOperationId"]`, "PbOperationSummary"},
			{`nav a[href$="webhooks/PbWebhookId"]`, "PbWebhookSummary"},
			{`nav a[href$="models/"]`, "Models"},
			{`nav a[href$="models/PbModelNumbers"]`, "PbModelTitle"},
			{`nav a[href$="components/"]`, "Unused components"},
			{`main a[href$="components/responses-PbUnusedResponse"]`, "PbUnusedResponse"},
		} {
			clickOn(b, step[0])
			heading(b, step[1])
			b.Run(chromedp.Evaluate(unfold, nil))
			browsertest.Eval[any](b, hoverAll)
		}

		By("searching")
		typeIntoSearch(b, "PbQueryDescription")
		b.Run(chromedp.KeyEvent(kb.Enter))
		heading(b, "PbOperationSummary")

		By("choosing another language, mode and example")
		Eventually(func() int { return count(b, "[data-request-card][data-ready] .client-tile") }).Should(BeNumerically(">", 2))
		clickOn(b, ".client-tile:nth-of-type(4)")
		clickOn(b, "[data-mode-toggle]")
		clickOn(b, "[data-mode-toggle]")
		b.Run(chromedp.KeyEvent("?"), chromedp.KeyEvent(kb.Escape), chromedp.Evaluate(unfold, nil))

		By("loading it anew, printing it, and reading it as Markdown")
		b.Visit(server + "/operations/PbOperationId")
		b.Run(chromedp.Evaluate(`dispatchEvent(new Event("beforeprint")); dispatchEvent(new Event("afterprint"))`, nil))
		b.Run(chromedp.Navigate(server + "/search?q=planet"))
		b.Run(chromedp.Navigate(server + "/operations/PbOperationId.md"))

		own, err := url.Parse(server)
		Expect(err).NotTo(HaveOccurred())
		Expect(len(b.Requests())).To(BeNumerically(">", 25), "the log holds what was asked for")
		Expect(b.Hosts()).To(HaveExactElements(own.Host))
		Expect(asked.Load()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty(), "the policy had something to stop")
	})

	It("which these specs would see", func() {
		other, asked := foreign()
		page := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><link rel=icon href="data:,"><h1>x</h1><img src="%s/pixel.png"><img src="http://tracker.example/pixel.png">`, other)
		}))
		b := browsertest.Open()
		b.Visit(page)

		Eventually(asked.Load).Should(BeEquivalentTo(1))
		Eventually(b.Hosts).Should(ConsistOf(strings.TrimPrefix(page, "http://"), strings.TrimPrefix(other, "http://"), "tracker.example"))
	})
})
