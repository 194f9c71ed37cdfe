package console

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// inField makes what looks into the field of a body.
const inField = `t.field = () => t.dialog().querySelector(".try-json:not([hidden])")?.shadowRoot;
t.offered = () => [...t.field()?.querySelectorAll(".cm-tooltip-autocomplete li") ?? []].map((el) => el.querySelector(".cm-completionLabel").textContent).join();
t.clear = () => { t.press("Text"); t.type(t.body(), ""); t.field().querySelector(".cm-content").focus(); }; true`

// field opens the console of an operation with a field in colours.
func field(ctx SpecContext, b *browsertest.Browser) *api {
	GinkgoHelper()
	a, address := newAPI(false)
	try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
	browsertest.Eval[bool](b, inField)
	has(b, `t.field() instanceof ShadowRoot`)
	return a
}

var _ = Describe("A body in JSON", func() {
	It("is in colours, and what is typed is what is sent", func(ctx SpecContext) {
		b := browsertest.Open()
		a := field(ctx, b)
		Expect(eval(b, `return t.field().querySelector(".cm-content").innerText.replace(/\s/g, "")`)).To(Equal(`{"name":"Box","size":1.50}`))
		has(b, `new Set([...t.field().querySelectorAll(".cm-line span")].map((el) => getComputedStyle(el).color)).size >= 3`)
		Expect(eval(b, `return t.body().checkVisibility()`)).To(Equal("false"))
		b.Shoot("console-json")
		Eventually(b.Axe).Should(BeEmpty())

		eval(b, `t.clear()`)
		b.Run(chromedp.KeyEvent(`{"name": "Crate`), chromedp.KeyEvent(kb.Tab))
		has(b, `!document.activeElement.matches(".try-json")`) // Tab leaves it
		Expect(eval(b, `return t.body().value`)).To(Equal(`{"name": "Crate"}`))
		eval(b, `t.type(t.control("q"), "node"); t.field().querySelector(".cm-content").focus()`)
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		Expect(a.Last(1).Body).To(Equal(`{"name": "Crate"}`))
		Expect(b.Inline()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("offers members and values of the schema, with what the description says of them", func(ctx SpecContext) {
		b := browsertest.Open()
		field(ctx, b)
		eval(b, `t.clear()`)
		b.Run(chromedp.KeyEvent("{"))
		has(b, `t.offered() === "name,size,on,owner,parts,labels,shape"`)
		has(b, `t.field().querySelector(".cm-completionInfo")?.textContent === "What it is called"`)
		b.Shoot("console-completion")
		Eventually(b.Axe).Should(BeEmpty())
		pause(b)
		enter(b)
		b.Run(chromedp.KeyEvent("Box"), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(`, "o`))
		Eventually(func() string { return eval(b, `return t.offered() + " in " + t.body().value`) }).Should(Equal(`on,owner in {"name": "Box", "o"}`))
		pause(b)
		enter(b)
		has(b, `t.offered() === "true,false"`)
		pause(b)
		b.Run(chromedp.KeyEvent(kb.ArrowDown))
		pause(b)
		enter(b)
		has(b, `t.body().value === '{"name": "Box", "on": false}'`)

		b.Run(chromedp.KeyEvent(`, "ow`))
		has(b, `t.offered() === "owner"`)
		b.Run(chromedp.KeyEvent(kb.Escape))
		has(b, `t.offered() === "" && t.dialog() !== null`) // Escape closes no more than the list
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("offers variables, follows the form, and says what is wrong", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		field(ctx, b)
		eval(b, `t.press("Form"); t.type(t.control("name"), "From the form"); t.press("Text")`)
		has(b, `t.field().querySelector(".cm-content").innerText.includes("From the form")`)
		eval(b, `t.clear()`)
		b.Run(chromedp.KeyEvent(`{"name": "{{`))
		has(b, `t.offered().includes("$uuid")`)
		b.Shoot("console-json-narrow")
		Expect(b.FitsWidth()).To(BeTrue())
		b.Run(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("x"))
		has(b, `t.body().value.includes("{{x")`)
		eval(b, `t.type(t.body(), "{oops")`)
		has(b, `t.field().querySelector(".cm-content").getAttribute("aria-invalid") === "true" && /^Line 1/.test(t.field().querySelector(".cm-content").getAttribute("aria-description"))`)
		Expect(b.Troubles()).To(BeEmpty())
	})
})

// pause waits until a list takes keys: it does so only when a reader can have seen it.
func pause(b *browsertest.Browser) {
	GinkgoHelper()
	eval(b, `t.since = performance.now()`)
	has(b, `performance.now() - t.since > 100`)
}

// enter presses Enter as a keyboard does: what a page prevents gives no character.
func enter(b *browsertest.Browser) {
	GinkgoHelper()
	key := func(of input.KeyType) *input.DispatchKeyEventParams {
		return input.DispatchKeyEvent(of).WithKey("Enter").WithCode("Enter").WithWindowsVirtualKeyCode(13)
	}
	b.Run(key(input.KeyDown).WithText("\r"), key(input.KeyUp))
}
