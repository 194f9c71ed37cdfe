package export

import (
	"strconv"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// goTo shows a page of the one file.
func goTo(b *browsertest.Browser, id string) {
	GinkgoHelper()
	b.Run(chromedp.Evaluate(`location.hash = "#" + encodeURI(`+strconv.Quote(id)+`)`, nil))
	Eventually(func() (string, error) {
		return browsertest.Ask[string](b, `document.querySelector("#nav a[aria-current]")?.hash.slice(1) ?? decodeURIComponent(location.hash.slice(1))`)
	}).ShouldNot(BeEmpty())
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `document.querySelector("#overview").hidden && document.querySelectorAll("main > .single-page").length === 2`)
	}).Should(BeTrue(), id)
}

// left is what is not as it is on a server: what was not moved into place, ids that
// are missing or stand twice, links that lead nowhere.
const left = `(() => {
	const page = document.querySelector("main > .single-page:not(#overview)");
	const ids = [...document.querySelectorAll("[id]")].filter(e => e.tagName !== "NOSCRIPT").map(e => e.id);
	const known = new Set([...ids, ...[...document.querySelectorAll("noscript[data-page]")].map(e => e.id)]);
	return [
		...[...page.querySelectorAll("[data-same], [data-at]:not([id]), a:not([href])")].map(e => e.outerHTML.slice(0, 120)),
		...ids.filter((id, i) => ids.indexOf(id) !== i),
		...[...page.querySelectorAll("a[href^='#']")].map(a => decodeURIComponent(a.hash.slice(1))).filter(id => !known.has(id) && (id.split(":")[0] === page.id || !known.has(id.split(":")[0]))),
	];
})()`

var _ = Describe("One file", func() {
	It("has no dead control, and holds on every page what the page shows", func(ctx SpecContext) {
		b := browsertest.Open()
		var sum used
		for _, description := range []string{torture, zoo, "export/testdata/shop.yaml"} {
			address := single(ctx, description)
			b.Run(chromedp.Navigate("about:blank"))
			b.Visit(address)
			all := browsertest.Eval[[]string](b, `[...document.querySelectorAll("noscript[data-page]")].map(e => e.id)`)
			Expect(len(all)).To(BeNumerically(">", 4))
			for _, id := range all[:min(len(all), 30)] {
				goTo(b, id)
				Expect(browsertest.Eval[[]string](b, left)).To(BeEmpty(), id)
				u := browsertest.Eval[used](b, use)
				Expect(u.Dead).To(BeEmpty(), id)
				sum.Details += u.Details
				sum.Radio += u.Radio + u.Select
				sum.Copy += u.Copy
			}
			Expect(b.Requests()).To(HaveEach(SatisfyAny(HavePrefix("file:"), HavePrefix("data:"), Equal("about:blank"))))
		}

		Expect(sum.Details).To(BeNumerically(">", 50))
		Expect(sum.Radio).To(BeNumerically(">", 3))
		Expect(sum.Copy).To(BeNumerically(">", 10))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("shows the fields of a model where they are used, and links to them without scripts", func(ctx SpecContext) {
		address := single(ctx, "export/testdata/shop.yaml")
		b := browsertest.Open()
		b.Visit(address + "#operations/listItems")
		names := `[...document.querySelectorAll("main > .single-page:not(#overview) li[id] code.schema-name")].map(e => e.textContent).join()`
		Eventually(func() (string, error) { return browsertest.Ask[string](b, names) }).Should(ContainSubstring("amount,parts"))
		b.Run(chromedp.Evaluate(`[...document.querySelectorAll("a.schema-anchor")].find(a => a.textContent === "amount").click()`, nil))
		Expect(b.Troubles()).To(BeEmpty())

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `decodeURIComponent(location.hash)`) }).Should(Equal("#operations/listItems:response.200.application-json.amount"))

		plain := browsertest.Open()
		plain.WithoutScript()
		plain.Run(chromedp.Navigate(address+"#operations/listItems"), browsertest.Shown("noscript:target h1"))
		Expect(text(plain, "noscript:target h1")()).To(Equal("What is in a basket"))
	})

	It("leads to a part of a page by its address, opens what that is in, and goes back", func(ctx SpecContext) {
		address := single(ctx, torture)
		b := browsertest.Open()
		b.Visit(address)
		find := `[...document.querySelectorAll("noscript[data-page]")].flatMap(s => [...s.textContent.matchAll(/class=media id="([^"]*)"><summary>/g)].map(m => m[1])).at(-1)`
		part := browsertest.Eval[string](b, find)
		Expect(part).NotTo(BeEmpty())

		b.Run(chromedp.Navigate("about:blank"))
		b.Visit(address + "#" + part)

		at := `(() => { const e = document.getElementById(` + strconv.Quote(part) + `); return !!e?.open && e.contains(document.activeElement) && e.getBoundingClientRect().top < innerHeight })()`
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, at) }).Should(BeTrue())
		b.Run(chromedp.Evaluate(`location.hash = "#overview"`, nil))
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, `document.querySelector("#overview").hidden`) }).Should(BeFalse())
		b.Run(chromedp.NavigateBack())
		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, at) }).Should(BeTrue())
		Expect(b.Troubles()).To(BeEmpty())
	})
})
