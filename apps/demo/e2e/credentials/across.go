package credentials

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// shelves has operations that need one of two keys, one of another origin, and one that
// needs nothing.
const shelves = `
openapi: 3.1.0
info: {title: Shelves, version: "1"}
servers: [{url: "https://api.example"}]
security: [{key: []}, {token: []}]
paths:
  /a: {get: {operationId: first, summary: The first, responses: {}}}
  /b: {get: {operationId: second, summary: The second, responses: {}}}
  /c: {get: {operationId: away, summary: Elsewhere, servers: [{url: "https://other.example"}], responses: {}}}
  /d: {get: {operationId: open, summary: Open, security: [], responses: {}}}
components: {securitySchemes: {key: {type: apiKey, in: query, name: key}, token: {type: http, scheme: bearer}}}
`

// copied is what the sample of the page gives to the clipboard.
func copied(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `new Promise((done) => {
		Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: (text) => (done(text), Promise.resolve()) } });
		document.querySelector("main .request-view [aria-label='Copy the sample']").click();
	})`)
}

// sampleOf is the sample of the page, in the end.
func sampleOf(b *browsertest.Browser) AsyncAssertion {
	return Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("main .request-view code")?.textContent ?? ""`)
	})
}

// follow goes to another page without loading it.
func follow(b *browsertest.Browser, slug, title string) {
	GinkgoHelper()
	browsertest.Eval[any](b, fmt.Sprintf(`document.querySelector('a[href$="operations/%s"]').click()`, slug))
	Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("main h1").textContent`)
	}).Should(Equal(title))
}

// begins is the alternative that the console of the page begins with, and its token.
func begins(b *browsertest.Browser) []string {
	GinkgoHelper()
	b.Run(browsertest.Click("[data-try]"), chromedp.WaitVisible("dialog.console[open]", chromedp.ByQuery))
	got := browsertest.Eval[[]string](b, `[...document.querySelectorAll("dialog[open] [data-scheme]")].map((el) => el.dataset.scheme + "=" + el.querySelector("input").value)`)
	browsertest.Eval[any](b, `document.querySelector("dialog[open]").close()`)
	return got
}

var _ = Describe("Credentials that were given once", func() {
	serveShelves := func(ctx context.Context) (string, *transcript) {
		t, apart := &transcript{}, false
		return browsertest.Serve(t.of(browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: shelves}, Continuous: &apart}))), t
	}

	It("on the overview are used by the consoles and samples of all pages, for their origin", func(ctx SpecContext) {
		root, answers := serveShelves(ctx)
		b := browsertest.Open()
		b.Visit(root)
		b.Run(browsertest.Click("[data-authenticate]"), chromedp.WaitVisible(".samples .credentials", chromedp.ByQuery))
		b.Run(browsertest.Click(`//label[normalize-space() = "token"]/input`))
		b.Type(`[data-scheme=token] [data-credential]`, "t0k-canary")
		Expect(browsertest.Eval[string](b, `document.querySelector("[data-scheme=token]").innerText`)).To(ContainSubstring("Sent to https://api.example only."))
		b.Shoot("credentials-overview")
		Eventually(b.Axe).Should(BeEmpty())

		follow(b, "second", "The second")
		sampleOf(b).Should(And(ContainSubstring("https://api.example/b"), ContainSubstring("Bearer ********"), Not(ContainSubstring("key="))))
		Expect(begins(b)).To(Equal([]string{"token=t0k-canary"}))
		Expect(copied(b)).To(ContainSubstring("Bearer t0k-canary"))
		b.Shoot("credentials-sample")
		b.Run(browsertest.Click(`main .request-view [aria-label="Copy with credentials"]`))
		Expect(copied(b)).To(And(ContainSubstring("Bearer YOUR_SECRET_TOKEN"), Not(ContainSubstring("canary"))))
		Eventually(b.Axe).Should(BeEmpty())
		b.Resize(390, 844)
		Expect(b.FitsWidth()).To(BeTrue())
		b.Shoot("credentials-sample-narrow")
		b.Resize(1440, 900)

		follow(b, "away", "Elsewhere")
		sampleOf(b).Should(ContainSubstring("YOUR_TOKEN"))
		Consistently(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("main .request-view code").textContent`)
		}, "200ms").Should(And(ContainSubstring("https://other.example"), Not(ContainSubstring("********"))))
		follow(b, "open", "Open")
		sampleOf(b).Should(And(ContainSubstring("/d"), Not(ContainSubstring("Authorization"))))

		Expect(browsertest.Eval[string](b, `document.documentElement.outerHTML + location.href`)).NotTo(ContainSubstring("t0k-canary"))
		for at, answer := range answers.read() {
			Expect(answer + at).NotTo(ContainSubstring("t0k-canary"))
		}
		Expect(strings.Join(b.Requests(), "\n")).NotTo(ContainSubstring("t0k-canary"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("in a console are used by the next one, until they are forgotten", func(ctx SpecContext) {
		root, _ := serveShelves(ctx)
		b := browsertest.Open()
		b.Visit(root + "/operations/first")
		sampleOf(b).Should(ContainSubstring("key=YOUR_TOKEN"))
		b.Run(browsertest.Click("[data-try]"), chromedp.WaitVisible("dialog.console[open]", chromedp.ByQuery))
		b.Type(`dialog[open] [data-scheme=key] [data-credential]`, "k&1")
		browsertest.Eval[any](b, `document.querySelector("dialog[open]").close()`)

		follow(b, "second", "The second")
		sampleOf(b).Should(ContainSubstring("/b?key=********"))
		Expect(copied(b)).To(ContainSubstring("/b?key=k%261"))
		Expect(begins(b)).To(Equal([]string{"key=k&1"}))
		b.Run(browsertest.Click("[data-try]"), chromedp.WaitVisible("dialog.console[open]", chromedp.ByQuery))
		b.Run(browsertest.Click(`//dialog[@open]//button[.="Forget everything"]`))
		browsertest.Eval[any](b, `document.querySelector("dialog[open]").close()`)

		follow(b, "first", "The first")
		sampleOf(b).Should(ContainSubstring("key=YOUR_TOKEN"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
