package look_test

import (
	"fmt"
	"os"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// contrasts checks a page in every theme and both modes. What a theme changes is
// colours, so only the rules about colours are run each time.
const contrasts = `(async (where, themes) => {
	const root = document.documentElement, found = [];
	for (const theme of themes) for (const mode of ["light", "dark"]) {
		root.className = "theme-" + theme;
		root.dataset.mode = mode;
		const result = await axe.run(where, {runOnly: ["color-contrast", "link-in-text-block"]});
		const known = result.passes.length + result.violations.length;
		if (known === 0) found.push(theme + " " + mode + ": nothing was checked");
		for (const v of result.violations) for (const n of v.nodes) found.push(theme + " " + mode + ": " + v.id + " " + n.html.slice(0, 100) + " " + (n.any[0]?.message ?? "").slice(0, 160));
	}
	return found.slice(0, 12);
})`

// together puts the content of a page of each kind into this one, and returns how
// many there are then.
const together = `(async () => {
	for (const address of ["operations/book", "models/Planet", "search?q=planet"]) {
		const request = new XMLHttpRequest();
		request.open("GET", address);
		request.responseType = "document";
		await new Promise(done => { request.onload = done; request.send() });
		const content = request.response.querySelector("main");
		document.querySelector("main").append(...content.childNodes);
	}
	return document.querySelectorAll("main h1").length;
})()`

// open makes the page as long as everything in it: what is folded counts too.
const open = `document.querySelectorAll("details:not([open])").forEach(d => { d.name = ""; d.open = true }); document.querySelectorAll("main [hidden]").forEach(e => e.hidden = false)`

var _ = Describe("Row 90: axe-core finds nothing", func() {
	var b *browsertest.Browser
	var root string

	BeforeEach(func(ctx SpecContext) {
		if os.Getenv(browsertest.AxeFile) == "" {
			Skip("there is no axe-core: set " + browsertest.AxeFile)
		}
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
		b.Run(chromedp.Evaluate(`document.querySelector("[data-search-dialog]").showModal()`, nil), chromedp.KeyEvent("planet"))
		Eventually(func() bool { return is(b, `document.querySelector("[data-search-list]").children.length > 2`) }).Should(BeTrue())
		Expect(b.Axe()).To(BeEmpty(), "search")

		b.Visit(root + "operations/book")
		b.Run(chromedp.KeyEvent("?"))
		Expect(is(b, `document.querySelector("[data-keys]").open`)).To(BeTrue())
		Expect(b.Axe()).To(BeEmpty(), "keys")

		b.Resize(390, 844)
		b.Visit(root + "operations/book")
		b.Run(chromedp.Click(".topbar-menu", chromedp.ByQuery))
		Eventually(func() bool { return is(b, `document.querySelector("main").inert`) }).Should(BeTrue(), "the page behind cannot be reached")
		Expect(b.Axe()).To(BeEmpty(), "menu")
	})

	It("Row 91: in the colours of every theme, light and dark", func() {
		axe, err := os.ReadFile(os.Getenv(browsertest.AxeFile))
		Expect(err).NotTo(HaveOccurred())
		themes := "["
		for _, theme := range viewer.Themes() {
			themes += fmt.Sprintf("%q,", theme)
		}
		b.Visit(root)
		Expect(browsertest.Eval[int](b, together)).To(Equal(4), "an overview, an operation, a model and a search")
		b.Run(chromedp.Evaluate(open, nil), chromedp.Evaluate(string(axe), nil))
		Expect(browsertest.Eval[[]string](b, contrasts+`(document.body, `+themes+`])`)).To(BeEmpty())

		b.Resize(390, 844) // what is there only in a narrow window
		Expect(browsertest.Eval[[]string](b, contrasts+`(".topbar", `+themes+`])`)).To(BeEmpty())
	})
})
