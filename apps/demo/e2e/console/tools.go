package console

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// has waits until a condition holds in the console.
func has(b *browsertest.Browser, condition string) {
	GinkgoHelper()
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, condition) }).Should(BeTrue(), condition)
}

var _ = Describe("The menu of a console", func() {
	const at = `document.activeElement.textContent`

	It("opens and closes by keyboard, and gives the focus back", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
		items := eval(b, `return [...t.dialog().querySelectorAll("[role=menuitem]")].map((el) => el.textContent).join()`)
		Expect(items).To(Equal("Reset to examples,Use every field,Variables,History,Sample code,Keyboard shortcuts"))

		b.Run(browsertest.Focus(".try-menu > summary"), chromedp.KeyEvent(kb.Enter))
		has(b, at+` === "Reset to examples"`)
		b.Run(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown))
		has(b, at+` === "Variables"`)
		b.Run(chromedp.KeyEvent(kb.End), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowUp))
		has(b, at+` === "Keyboard shortcuts"`)
		b.Shoot("console-menu")
		Eventually(b.Axe).Should(BeEmpty())
		b.Run(chromedp.KeyEvent(kb.Escape))
		has(b, at+` === "More" && !document.querySelector(".try-menu").open && t.dialog() !== null`)

		b.Run(chromedp.KeyEvent(kb.ArrowUp))
		has(b, at+` === "Keyboard shortcuts"`)
		b.Run(chromedp.KeyEvent(kb.Tab))
		has(b, `!document.querySelector(".try-menu").open`)
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("leads to the variables, to the history, and to the keys of the console", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		b.Resize(390, 844)
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
		b.Run(browsertest.Click(".try-menu > summary"))
		b.Shoot("console-menu-narrow")
		Expect(b.FitsWidth()).To(BeTrue())

		eval(b, `t.press("Variables")`)
		has(b, `document.activeElement.closest("details")?.open && document.activeElement.textContent.startsWith("Variables")`)
		eval(b, `t.press("History")`)
		has(b, `document.activeElement.matches("[role=tab][aria-selected=true]") && document.activeElement.textContent === "History"`)

		b.Run(chromedp.KeyEvent("?"))
		has(b, `document.querySelector("[data-keys]").open`)
		Expect(eval(b, `return document.querySelector("[data-keys]").innerText`)).To(MatchRegexp(`(?s)While you try an operation.*Send`))
		b.Shoot("console-keys")
		Eventually(b.Axe).Should(BeEmpty())
		b.Run(chromedp.KeyEvent(kb.Escape))
		has(b, `!document.querySelector("[data-keys]").open && t.dialog() !== null`)
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("Headers and query parameters of the reader's own", func() {
	It("are sent, stand in the samples, and come back from the history", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "slow")
		eval(b, `t.own = (kind, name, value) => {
			t.press("Add " + kind);
			const [its, of] = [...t.dialog().querySelectorAll(".try-own-row")].at(-1).querySelectorAll("input");
			t.type(its, name); t.type(of, value);
		}`)

		eval(b, `t.own("header", "X-Own", "a b"); t.own("query parameter", "page size", "1&2")`)
		has(b, `document.querySelector("dialog[open] .try-sample pre")?.textContent.includes("X-Own: a b") ?? false`)
		b.Shoot("console-own")
		Eventually(b.Axe).Should(BeEmpty())
		eval(b, `t.press("Send")`)
		got := a.Last(1)
		Expect(got.Target).To(Equal("/slow?page%20size=1%262"))
		Expect(got.Header.Get("X-Own")).To(Equal("a b"))
		eval(b, `t.press("Cancel")`)
		Eventually(a.gone).Should(Receive())

		eval(b, `t.press("Reset to examples")`)
		Expect(eval(b, `return t.dialog().querySelectorAll(".try-own-row").length`)).To(Equal("0"))
		eval(b, `t.press("History")`)
		has(b, `[...document.querySelectorAll("dialog[open] .past-panel button")].some((el) => el.textContent.includes("/slow"))`)
		eval(b, `[...t.dialog().querySelectorAll(".past-panel button")].find((el) => el.textContent.includes("/slow")).click()`)
		has(b, `[...document.querySelectorAll("dialog[open] button")].some((el) => el.textContent === "Put into the form")`)
		eval(b, `t.press("Put into the form")`)
		has(b, `document.querySelectorAll("dialog[open] .try-own-row").length === 2`)
		Expect(eval(b, `return [...t.dialog().querySelectorAll(".try-own-row input")].map((el) => el.value).join("|")`)).To(Equal("X-Own|a b|page size|1&2"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("are told of when browsers do not send them, or the form has them already", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		b.Resize(390, 844)
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
		eval(b, `t.press("Add header")`)
		for name, words := range map[string]string{
			"Cookie": "Browsers do not let pages send this header.", "no name": "A header cannot have this name.",
			"content-type": "The format of the body decides on it.", "x-trace": "The form has a field for it.", "X-Free": "",
		} {
			eval(b, `t.type(t.dialog().querySelector(".try-own-row input"), "`+name+`")`)
			Expect(eval(b, `return t.dialog().querySelector(".try-own-row .try-problem").textContent`)).To(Equal(words), name)
		}
		eval(b, `t.type(t.dialog().querySelector(".try-own-row input"), "Host"); t.type(t.control("q"), "node"); t.scheme("login"); t.press("Send")`)
		has(b, `document.activeElement.matches(".try-own-row [aria-invalid=true]")`)
		b.Shoot("console-own-narrow")
		Expect(b.FitsWidth()).To(BeTrue())
		Eventually(b.Axe).Should(BeEmpty())
		Expect(a.Count()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})
})
