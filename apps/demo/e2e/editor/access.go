package editor

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// inside reports whether the focus is in the text of the editor.
func inside(b *browsertest.Browser) bool {
	GinkgoHelper()
	return browsertest.Eval[bool](b, `document.activeElement?.matches("[data-editor-field]") ?? false`)
}

func firstLine(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `document.querySelector("[data-editor-field]").shadowRoot.querySelector(".cm-line").textContent`)
}

var _ = Describe("The editor by itself", func() {
	It("loads what it consists of when it is opened, and says nothing without a script", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := browsertest.Open()
		b.Visit(address + "operations/getAnimal")
		Expect(strings.Join(b.Requests(), " ")).NotTo(ContainSubstring("editor"))

		open(b)

		loaded := func() (names []string) {
			for _, r := range b.Requests() {
				if _, name, found := strings.Cut(r, "assets/editor"); found {
					name, _, _ = strings.Cut(name, "?")
					names = append(names, "editor"+name)
				}
			}
			return names
		}
		Eventually(loaded).Should(ConsistOf("editor.js", "editor.css", "editor-field.js"))

		b = browsertest.Open()
		b.WithoutScript()
		b.Visit(address)
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor-open]").checkVisibility()`)).To(BeFalse())
	})

	It("works with the keyboard alone, and Escape and Tab lead out of it", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := browsertest.Open()
		b.Visit(address + "operations/getAnimal")
		browsertest.Eval[any](b, watched)
		browsertest.Eval[any](b, `(document.querySelector("[data-editor-open]").focus(), null)`)
		b.Run(chromedp.KeyEvent(kb.Enter))
		ready(b)
		Expect(browsertest.Eval[string](b, `(() => { const root = document.querySelector("[data-editor-field]").shadowRoot, el = root.activeElement; return root.getElementById(el.getAttribute("aria-describedby")).textContent })()`)).
			To(ContainSubstring("press Escape, then Tab"))

		b.Run(chromedp.KeyEvent(kb.End))
		typeText(b, " # j?")
		b.Run(chromedp.KeyEvent(kb.Tab))
		Expect(inside(b)).To(BeTrue(), "Tab indents")
		Expect(firstLine(b)).To(Equal("  openapi: 3.1.0 # j?"))
		b.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(input.ModifierShift)))
		Expect(firstLine(b)).To(Equal("openapi: 3.1.0 # j?"))
		Eventually(status(b)).Should(HavePrefix("Valid"))
		Expect(heading(b)()).To(Equal("Find an animal"), "keys of the page are letters here")
		Expect(browsertest.Eval[bool](b, `document.querySelector("dialog[open]") === null`)).To(BeTrue())

		b.Run(chromedp.KeyEvent("f", chromedp.KeyModifiers(input.ModifierCtrl)))
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.querySelector("[data-editor-field]").shadowRoot.querySelector(".cm-search") !== null`)
		}).Should(BeTrue())
		Expect(b.Axe()).To(BeEmpty())
		b.Run(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent(kb.Tab))
		Expect(inside(b)).To(BeFalse())
		Expect(browsertest.Eval[string](b, `document.activeElement.getAttribute("role")`)).To(Equal("separator"))

		before := browsertest.Eval[float64](b, `document.querySelector("[data-editor]").offsetWidth`)
		b.Run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
		Expect(browsertest.Eval[float64](b, `document.querySelector("[data-editor]").offsetWidth`)).To(BeNumerically("~", before+0.04*1440, 12))
		Expect(browsertest.Eval[string](b, `document.activeElement.getAttribute("aria-valuenow")`)).To(Equal("50"))

		browsertest.Eval[any](b, `(document.querySelector(".editor-close").focus(), null)`)
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.activeElement.matches("[data-editor-open]")`)
		}).Should(BeTrue())
		Expect(violations(b)).To(BeEmpty())
	})

	DescribeTable("has an edge that follows the pointer and the arrows, and a text from left to right,",
		func(ctx SpecContext, language string) {
			address, _ := serve(ctx, zoo, func(c *viewer.Configuration) { c.Language = language })
			b := edit(address)
			middle := func() float64 {
				return browsertest.Eval[float64](b, `(({left, width}) => left + width / 2)(document.querySelector(".editor-divider").getBoundingClientRect())`)
			}
			drag := func(x float64) {
				b.Run(chromedp.MouseEvent(input.MousePressed, middle(), 450, chromedp.ButtonLeft), chromedp.MouseEvent(input.MouseMoved, x, 450, chromedp.ButtonLeft), chromedp.MouseEvent(input.MouseReleased, x, 450, chromedp.ButtonLeft))
			}
			Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("[data-editor-field]").shadowRoot.querySelector(".cm-content")).direction`)).To(Equal("ltr"))

			for _, x := range []float64{600, 800} {
				drag(x)
				Expect(middle()).To(BeNumerically("~", x, 12))
			}
			b.Run(browsertest.Focus(".editor-divider"))
			before := middle()
			b.Run(chromedp.KeyEvent(kb.ArrowLeft))
			Expect(middle()).To(BeNumerically("~", before-0.02*1440, 6))
			b.Run(chromedp.KeyEvent(kb.ArrowRight))
			Expect(middle()).To(BeNumerically("~", before, 6))
		},
		Entry("in English", "en"),
		Entry("in Arabic", "ar"),
	)

	DescribeTable("has nothing that axe-core objects to, and fits the window",
		func(ctx SpecContext, width int64, colours, theme string) {
			address, _ := serve(ctx, strings.Replace(zoo, "type: integer}}\n", "type: integer}}\n        - {}\n", 1), func(c *viewer.Configuration) { c.Theme = viewer.Theme(theme) })
			b := browsertest.Open()
			b.Resize(width, 900)
			b.Prefer("prefers-color-scheme", colours)
			b.Visit(address + "operations/getAnimal")
			browsertest.Eval[any](b, watched)
			open(b)
			check := func(name string) {
				Expect(b.Axe()).To(BeEmpty(), name)
				Expect(b.FitsWidth()).To(BeTrue(), name)
				b.Shoot("editor-" + name + "-" + colours + "-" + theme)
			}

			cursor(b, "title: Zoo")
			typeText(b, "s")
			Eventually(status(b)).Should(Equal("2 operations, 1 problem"))
			check("problems")
			typeText(b, ": [")
			Eventually(status(b)).Should(HavePrefix("Line "))
			check("error")
			if width < 1000 {
				Expect(browsertest.Eval[bool](b, `document.querySelector("main").checkVisibility()`)).To(BeFalse())
				press(b, "[data-editor-pane=preview]")
				Expect(browsertest.Eval[bool](b, `document.querySelector("main").checkVisibility() && !document.querySelector("[data-editor-field]").checkVisibility()`)).To(BeTrue())
				check("preview")
			}
			Expect(violations(b)).To(BeEmpty())
		},
		Entry("wide, light", int64(1440), "light", "default"),
		Entry("wide, dark", int64(1440), "dark", "default"),
		Entry("narrow, light", int64(390), "light", "default"),
		Entry("narrow, dark", int64(390), "dark", "default"),
		Entry("moon", int64(1440), "light", "moon"),
		Entry("kepler", int64(1440), "dark", "kepler"),
	)
})
