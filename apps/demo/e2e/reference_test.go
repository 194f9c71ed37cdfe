package e2e_test

import (
	"context"
	"net/url"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The reference in a browser", func() {
	var d *demo
	var b *browsertest.Browser

	BeforeEach(func(ctx SpecContext) {
		d = startDemo("")
		Expect(d.viewer.Wait(ctx)).To(Succeed())
		b = browsertest.Open()
	})

	AfterEach(func() {
		own, err := url.Parse(d.url)
		Expect(err).NotTo(HaveOccurred())
		Expect(b.Hosts()).To(ConsistOf(own.Host), "requests stay on the origin")
		Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy")
	})

	It("leads from the overview to an operation", func() {
		b.Visit(d.url + "/reference/")
		b.Run(
			browsertest.Click(`main a[href$="operations/book"]`),
			browsertest.Shown(`main h1`),
		)

		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("main h1").textContent.trim()`)
		}).Should(Equal("Book a trip"))
		Expect(browsertest.Eval[string](b, `document.querySelector("nav [aria-current=page]").textContent`)).To(ContainSubstring("Book a trip"))
		Expect(browsertest.Eval[string](b, `document.querySelector("main").innerText`)).To(And(ContainSubstring("passenger"), ContainSubstring("201"), ContainSubstring("basic")))
	})

	It("can be read without JavaScript", func() {
		b.Run(
			emulation.SetScriptExecutionDisabled(true),
			chromedp.Navigate(d.url+"/reference/"),
			browsertest.Shown(`main h1`),
		)
		var text string
		b.Run(chromedp.Text("main", &text, chromedp.ByQuery))
		Expect(text).To(And(ContainSubstring("List planets"), ContainSubstring("/bookings/{id}/passport")))

		b.Run(
			chromedp.SetValue(`form[role=search] input, form[action*=search] input`, "passport", chromedp.ByQuery),
			chromedp.Submit(`form[action*=search]`, chromedp.ByQuery),
			browsertest.Shown(`main a[href$="operations/attachPassport"]`),
		)
	})

	It("finds what is searched for, by keys alone", func() {
		b.Visit(d.url + "/reference/operations/listTrips")
		b.Run(
			browsertest.Focus(`main a`),
			ctrlK(),
			browsertest.Shown(`[data-search-input]`),
			chromedp.KeyEvent("passport"),
			browsertest.Shown(`[data-search-list] a[href$="operations/attachPassport"]`),
			chromedp.KeyEvent(kb.Escape),
		)
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.querySelector("[data-search-dialog]").open`)
		}).Should(BeFalse())
		Expect(browsertest.Eval[bool](b, `document.querySelector("main").contains(document.activeElement)`)).To(BeTrue(), "the focus is back")

		b.Run(
			ctrlK(),
			chromedp.KeyEvent("passport"),
			browsertest.Shown(`[data-search-list] a[href$="operations/attachPassport"]`),
			chromedp.KeyEvent(kb.Enter),
		)
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.pathname`) }).Should(Equal("/reference/operations/attachPassport"))
	})

	It("runs no inline script but the one that sets its colours, and has no inline style", func() {
		b.Run(chromedp.Navigate(d.url + "/reference/operations/book"))

		Expect(b.Inline()).To(BeZero())
	})

	DescribeTable("fits a window that is",
		func(width int64) {
			b.Run(
				emulation.SetDeviceMetricsOverride(width, 800, 1, false),
				chromedp.Navigate(d.url+"/reference/operations/book"),
			)
			Expect(browsertest.Eval[bool](b, `document.documentElement.scrollWidth <= document.documentElement.clientWidth`)).To(BeTrue())
		},
		Entry("wide", int64(1440)),
		Entry("that of a phone", int64(390)),
		Entry("as narrow as can be", int64(320)),
	)
})

func ctrlK() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey("k").WithCode("KeyK").WithWindowsVirtualKeyCode(75).Do(ctx)
	})
}
