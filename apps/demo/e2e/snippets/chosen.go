package snippets

import (
	"context"
	"net/http"
	"strings"
	"sync"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// places is a description of two operations and two servers.
const places = `openapi: 3.1.0
info: {title: Places, version: '1'}
servers:
  - {url: 'https://live.example', description: Live}
  - {url: 'https://{region}.test.example/{version}', variables: {region: {default: eu, enum: [eu, us]}, version: {default: v1}}}
paths:
  /a: {get: {operationId: one, responses: {}}}
  /b: {get: {operationId: two, responses: {}}}
  /c: {get: {operationId: own, servers: [{url: 'https://own.example'}], responses: {}}}
`

var _ = Describe("The server that a reader chooses", func() {
	const (
		sample = `document.querySelector(".request-view code")?.textContent ?? ""`
		radio  = `document.querySelector("[data-server*=test] input[type=radio]")`
	)
	var (
		b    *browsertest.Browser
		root string
	)
	BeforeEach(func(ctx SpecContext) {
		root = serve(ctx, places, viewer.Configuration{})
		b = browsertest.Open()
	})
	AfterEach(func() { Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy") })

	It("on the overview is that of the samples and consoles of all pages", func() {
		b.Visit(root)
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, radio+` !== null`) }).Should(BeTrue())
		Expect(b.Axe()).To(BeEmpty())
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-server*=live] input").checked`)).To(BeTrue())
		browsertest.Eval[bool](b, `(() => { const s = document.querySelector("[data-server*=test] select"); s.value = "us"; s.dispatchEvent(new Event("change")); return true; })()`)
		Expect(browsertest.Eval[bool](b, radio+`.checked`)).To(BeTrue())
		b.Shoot("server-chosen")

		visit(b, root, "two")
		see(b, sample).Should(Equal("curl 'https://us.test.example/v1/b'"))
		Expect(browsertest.Eval[bool](b, radio+`.checked`)).To(BeTrue())

		b.Run(browsertest.Click(".try-button"))
		see(b, `document.querySelector(".console .try-preview")?.textContent ?? ""`).Should(ContainSubstring("https://us.test.example/v1/b"))
	})

	// choose chooses the second server in the console, which the samples of the page have then.
	choose := func() {
		GinkgoHelper()
		visit(b, root, "one")
		see(b, sample).Should(Equal("curl 'https://live.example/a'"))
		b.Run(browsertest.Click(".try-button"), browsertest.Shown(`.console select[aria-label="Server"]`))
		browsertest.Eval[bool](b, `(() => { const s = document.querySelector('.console select[aria-label="Server"]'); s.selectedIndex = 1; s.dispatchEvent(new Event("change")); return true; })()`)

		see(b, sample).Should(Equal("curl 'https://eu.test.example/v1/a'"))
		Expect(browsertest.Eval[bool](b, radio+`.checked`)).To(BeTrue())
	}

	It("in a console changes the samples of the page", func() { choose() })

	It("lasts for the page where the browser keeps nothing, as the client does", func() {
		b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := cdp.AddScriptToEvaluateOnNewDocument(`for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, {get() { throw new DOMException("It is refused.", "SecurityError"); }});`).Do(ctx)
			return err
		}))
		choose()
		b.Run(chromedp.KeyEvent(kb.Escape), browsertest.Click(`//button[@aria-pressed and text()="Python"]`))
		see(b, sample).Should(HavePrefix("import requests"))
	})

	It("is that of samples that have not come when it is chosen", func(ctx SpecContext) {
		asked, late := make(chan struct{}, 1), make(chan struct{})
		come := sync.OnceFunc(func() { close(late) })
		v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: places}})
		slow := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "client-shell") {
				asked <- struct{}{}
				<-late
			}
			v.ServeHTTP(w, r)
		}))
		DeferCleanup(come)
		b.Visit(slow + "/")
		Eventually(asked).WithContext(ctx).Should(Receive())

		b.Run(browsertest.Click("[data-server*=test] input[type=radio]"))
		come()

		see(b, sample).Should(Equal("curl 'https://eu.test.example/v1/a'"))
	})

	It("is not that of an operation with servers of its own", func() {
		b.Visit(root)
		b.Run(browsertest.Click("[data-server*=test] input[type=radio]"))

		visit(b, root, "own")
		see(b, sample).Should(Equal("curl 'https://own.example/c'"))
	})
})
