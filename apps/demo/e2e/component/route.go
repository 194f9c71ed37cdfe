package component

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/chromedp/chromedp"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("With routing=\"hash\" the element", func() {
	const element = `<h1>Host</h1><p id="mine">Mine</p><api-reference src="/docs/reference/" routing="hash"></api-reference>`

	It("says in the address of the page around which page it shows, and follows back and forward", func(ctx SpecContext) {
		s := open(ctx)
		b := s.visit(element + scriptTag)
		shows(b, "api-reference", "Mounted")

		press(b, "api-reference", ".sidebar a[href*='operations/getOrder']")
		Eventually(func() string {
			return inside[string](b, "api-reference", `root.activeElement?.textContent.trim() ?? ""`)
		}).Should(ContainSubstring("Find an order"), "it stands on the overview too")
		Expect(address(b)).To(HavePrefix("/page#/#"))

		press(b, "api-reference", "a[href*='tags/orders']")
		shows(b, "api-reference", "orders")
		Expect(address(b)).To(Equal("/page#/tags/orders"))
		press(b, "api-reference", "main a[href*='operations/getOrder']")
		shows(b, "api-reference", "Find an order")
		Expect(address(b)).To(Equal("/page#/operations/getOrder"))

		browsertest.Eval[any](b, `(history.back(), null)`)
		shows(b, "api-reference", "orders")
		Expect(address(b)).To(Equal("/page#/tags/orders"))
		browsertest.Eval[any](b, `(history.forward(), null)`)
		shows(b, "api-reference", "Find an order")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("opens the page that the address names, in links of other viewers too", func(ctx SpecContext) {
		s := open(ctx)
		s.visit(element + scriptTag)
		b := browsertest.Open()

		b.Run(chromedp.Navigate(s.address + "/page#/operations/getOrder"))
		shows(b, "api-reference", "Find an order")

		b.Run(chromedp.Navigate("about:blank"), chromedp.Navigate(s.address+"/page#tag/orders/POST/orders"))
		shows(b, "api-reference", "Place an order")
		Expect(address(b)).To(HavePrefix("/page#/operations/placeOrder"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("leaves places of the page around alone", func(ctx SpecContext) {
		s := open(ctx)
		b := s.visit(element + `<a id="link" href="#mine">Mine</a>` + scriptTag)
		shows(b, "api-reference", "Mounted")
		press(b, "api-reference", "a[href*='tags/orders']")
		shows(b, "api-reference", "orders")

		browsertest.Eval[any](b, `(document.querySelector("#link").click(), null)`)

		Consistently(func() string { return inside[string](b, "api-reference", `root.querySelector("h1").textContent`) }, "300ms").Should(ContainSubstring("orders"))
		Expect(address(b)).To(Equal("/page#mine"))
	})
})
