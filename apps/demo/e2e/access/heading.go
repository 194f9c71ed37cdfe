package access

import (
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("A5: Headings of descriptions", func() {
	const here = `document.querySelector(".sidebar [aria-current=location]")?.textContent.trim() ?? ""`
	// atTop says whether a heading stands where a link to it brings it.
	atTop := func(b *browsertest.Browser, id string) bool {
		GinkgoHelper()
		return is(b, `(() => { const top = document.getElementById("`+id+`").getBoundingClientRect().top; return top >= 0 && top < 140 })()`)
	}

	It("are in the sidebar, lead to their place and are marked while they are read", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{})
		b := browsertest.Open()
		b.Resize(1440, 500)
		b.Visit(root + "operations/cut")
		Expect(is(b, `document.querySelector("[data-nav-introduction] > details").open`)).To(BeFalse())

		b.Visit(root)
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("[data-nav-introduction] .nav-link")].map(e => e.textContent.trim())`)).
			To(Equal([]string{"Getting started", "Keys", "Limits", "Errors"}))
		b.Run(chromedp.Evaluate(`window.stayed = true; document.querySelector('[data-nav-introduction] a[href$="#description-limits"]').click()`, nil))
		Eventually(func() bool { return atTop(b, "description-limits") }).Should(BeTrue())
		Expect(is(b, `location.hash === "#description-limits"`)).To(BeTrue())
		Eventually(func() (string, error) { return browsertest.Ask[string](b, here) }).Should(Equal("Limits"))

		b.Run(chromedp.Evaluate(`document.getElementById("description-getting-started").scrollIntoView({behavior: "instant"})`, nil))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, here) }).Should(Equal("Getting started"))
		Eventually(func() bool { return is(b, `location.hash === "#description-getting-started"`) }).Should(BeTrue())
		b.Run(chromedp.Evaluate(`window.scrollTo({top: 0, behavior: "instant"})`, nil))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, here) }).Should(BeEmpty())
		b.Run(chromedp.Evaluate(`document.querySelector(".tag-section h2").scrollIntoView({behavior: "instant"})`, nil))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, here) }).ShouldNot(Equal("Errors"), "the introduction is over")

		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".sidebar [aria-current=page]").length`)).To(Equal(1))
		Expect(is(b, `window.stayed`)).To(BeTrue())
	})

	It("are led to from other pages and from the search, those of tags too", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{})
		b := browsertest.Open()
		b.Resize(1440, 500)
		b.Visit(root + "operations/cut")
		b.Run(chromedp.Evaluate(`window.stayed = true; document.querySelector('.sidebar a[href$="#description-keys"]').click()`, nil))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Orchard"))
		Eventually(func() bool { return atTop(b, "description-keys") }).Should(BeTrue())
		Expect(is(b, `window.stayed`)).To(BeTrue())
		Eventually(func() (string, error) { return browsertest.Ask[string](b, here) }).Should(Equal("Keys"))

		b.WithoutScript()
		b.Visit(root + "search?q=rotation")
		b.Run(browsertest.Click(`main a[href$="#description-rotation"]`))
		Eventually(func() bool { return is(b, `document.getElementById("description-rotation") !== null`) }).Should(BeTrue())
		Eventually(func() bool { return atTop(b, "description-rotation") }).Should(BeTrue())

		b.Visit(root + "search?q=ages")
		b.Run(browsertest.Click(`main a[href$="tags/trees#description-ages"]`))
		Eventually(func() bool { return is(b, `document.querySelector("main h1")?.textContent === "trees"`) }).Should(BeTrue())
		Expect(text(b, `[data-nav-tag="trees"] .nav-link`)).To(Equal("Ages"))
	})

	It("close the menu of a narrow window when they are chosen", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, orchard, viewer.Configuration{}))
		b.Run(browsertest.Click(".topbar-menu"), browsertest.Click(`.sidebar a[href$="#description-errors"]`))

		Eventually(func() bool { return is(b, `document.querySelector(".sidebar").checkVisibility()`) }).Should(BeFalse())
		Eventually(func() bool { return atTop(b, "description-errors") }).Should(BeTrue())
		Expect(is(b, `document.activeElement.id === "description-errors"`)).To(BeTrue(), "the focus is where the reader is")
	})
})
