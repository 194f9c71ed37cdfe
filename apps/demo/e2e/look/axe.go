package look

import (
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// open makes the page as long as everything in it: what is folded counts too.
const open = `document.querySelectorAll("details:not([open])").forEach(d => { d.name = ""; d.open = true }); document.querySelectorAll("main [hidden]").forEach(e => e.hidden = false)`

var _ = Describe("axe-core finds nothing", func() {
	var b *browsertest.Browser
	var root string

	BeforeEach(func(ctx SpecContext) {
		browsertest.NeedAxe()
		root = serve(ctx, travel, viewer.Configuration{})
		b = browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
	})

	for _, width := range []int64{1440, 390} {
		It(fmt.Sprintf("at %d pixels, on every kind of page, folded and open", width), func() {
			b.Resize(width, 844)
			for _, address := range pages {
				b.Visit(root + address)
				Expect(b.Axe()).To(BeEmpty(), address)
			}
			b.Visit(root + "operations/book")
			b.Run(chromedp.Evaluate(open, nil))
			Expect(b.Axe()).To(BeEmpty(), "everything open")
		})
	}

	It("with the search, the keys or the menu open", func() {
		b.Visit(root + "operations/book")
		b.Run(chromedp.Evaluate(`document.querySelector("[data-search-dialog]").showModal()`, nil), input.InsertText("planet"))
		Eventually(func() bool { return is(b, `document.querySelector("[data-search-list]").children.length > 2`) }).Should(BeTrue())
		Expect(b.Axe()).To(BeEmpty(), "search")

		b.Visit(root + "operations/book")
		b.Run(chromedp.KeyEvent("?"))
		Expect(is(b, `document.querySelector("[data-keys]").open`)).To(BeTrue())
		Expect(b.Axe()).To(BeEmpty(), "keys")

		b.Resize(390, 844)
		b.Visit(root + "operations/book")
		b.Run(browsertest.Click(".topbar-menu"))
		Eventually(func() bool { return is(b, `document.querySelector("main").inert`) }).Should(BeTrue(), "the page behind cannot be reached")
		Expect(b.Axe()).To(BeEmpty(), "menu")
	})
})
