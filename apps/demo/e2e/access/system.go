package access

import (
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// pages are the kinds of pages that readers are most on.
var pages = []string{"", "operations/pick", "models/Tree", "search?q=tree"}

// small lists the controls whose target is smaller than 24 pixels: links in a line
// of text are none, and a label is as good as its field.
const small = `(() => {
	const target = el => el.matches("input[type=radio], input[type=checkbox]") ? el.closest("label") ?? el : el;
	const inText = el => getComputedStyle(el).display === "inline" && [...el.parentElement.childNodes].some(n => n !== el && n.textContent.trim());
	const controls = [...document.querySelectorAll("a[href], button, input, select, summary, [role=option]")].filter(el => el.checkVisibility() && el.getBoundingClientRect().width > 0 && !el.matches(".skip") && !inText(el));
	const found = controls.filter(el => (r => r.width < 24 || r.height < 24)(target(el).getBoundingClientRect()));
	// A smaller one is enough when a circle of 24 pixels around its middle meets no other.
	const middle = el => (r => ({x: r.left + r.width / 2, y: r.top + r.height / 2}))(target(el).getBoundingClientRect());
	const near = (el, other) => {
		const m = middle(el), r = target(other).getBoundingClientRect();
		return Math.hypot(m.x - Math.max(r.left, Math.min(m.x, r.right)), m.y - Math.max(r.top, Math.min(m.y, r.bottom))) < 12;
	};
	return [...(controls.length < 10 ? ["only " + controls.length] : []),
		...found.filter(el => controls.some(other => other !== el && !other.contains(el) && !el.contains(other) && target(other) !== target(el) && near(el, other))).map(el => { const r = target(el).getBoundingClientRect(); return Math.round(r.width) + "x" + Math.round(r.height) + " " + el.outerHTML.slice(0, 110) })];
})()`

var _ = Describe("What readers ask their system for", func() {
	It("2.5.8: controls are 24 pixels, or far from others", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{})
		b := browsertest.Open()
		for _, width := range []int64{1440, 390} {
			b.Resize(width, 844)
			for _, address := range pages {
				b.Visit(root + address)
				Expect(browsertest.Eval[[]string](b, small)).To(BeEmpty(), "%q at %d pixels", address, width)
			}
			b.Visit(root + "operations/pick")
			b.Run(chromedp.Evaluate(`document.querySelectorAll("main details:not([open], .alternative)").forEach(d => { d.name = ""; d.open = true })`, nil))
			Expect(browsertest.Eval[[]string](b, small)).To(BeEmpty(), "unfolded at %d pixels", width)
		}
		b.Run(chromedp.Evaluate(`(() => { const a = document.querySelector("main button"); for (const el of [a, a.cloneNode(true)]) { el.style.cssText = "width: 16px; height: 16px; min-height: 0; padding: 0; position: fixed; left: 50px; top: " + (el === a ? 50 : 66) + "px"; document.body.append(el) } })()`, nil))
		Expect(browsertest.Eval[[]string](b, small)).To(HaveLen(2), "two that are too small and too near are found")
	})

	It("1.4.10: at a zoom of 400 % there is one column, and nothing is lost", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{})
		b := browsertest.Open()
		b.Resize(320, 256)
		for _, address := range pages {
			b.Visit(root + address)
			Expect(b.FitsWidth()).To(BeTrue(), address)
			Expect(is(b, `document.querySelector(".topbar").offsetHeight <= 64`)).To(BeTrue(), "the bar leaves room")
			Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("main *")].filter(el => el.checkVisibility() && el.children.length === 0 && el.textContent.trim() && !el.closest("pre, .table-frame, .announcer, svg, math")).
				filter(el => (r => r.width > 0 && (r.right > innerWidth + 1 || r.left < -1))(el.getBoundingClientRect())).map(el => el.outerHTML.slice(0, 100))`)).To(BeEmpty(), address)
		}
		b.Run(browsertest.Click(".topbar-menu"))
		Eventually(func() bool { return is(b, `document.querySelector(".sidebar").checkVisibility()`) }).Should(BeTrue())
		Expect(is(b, `(list => { list.scrollTop = 1e6; return list.scrollTop > 0 && document.querySelector(".sidebar-foot").getBoundingClientRect().bottom <= innerHeight })(document.querySelector(".sidebar-list"))`)).To(BeTrue(), "the menu scrolls")
	})

	It("1.4.12: texts may be spaced wider", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{CustomCSS: `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`})
		b := browsertest.Open()
		for _, width := range []int64{1440, 320} {
			b.Resize(width, 800)
			for _, address := range pages {
				b.Visit(root + address)
				Expect(is(b, `getComputedStyle(document.querySelector("h1")).letterSpacing !== "normal" && parseFloat(getComputedStyle(document.querySelector("h1")).letterSpacing) > 1`)).To(BeTrue())
				Expect(b.FitsWidth()).To(BeTrue(), "%q at %d pixels", address, width)
				Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("button, summary, .badge, .button, .method, .chip, h1, h2, h3, label")].filter(el => el.checkVisibility() && getComputedStyle(el).overflow !== "visible" && (el.scrollWidth > el.clientWidth + 1 || el.scrollHeight > el.clientHeight + 1)).map(el => el.outerHTML.slice(0, 120))`)).To(BeEmpty(), "%q at %d pixels", address, width)
			}
		}
	})

	It("forced colours: what is chosen, what has the focus and where things end can be seen", func(ctx SpecContext) {
		root := serve(ctx, orchard, viewer.Configuration{})
		b := browsertest.Open()
		b.Prefer("forced-colors", "active")
		b.Visit(root + "operations/pick")
		Eventually(func() bool { return is(b, `document.querySelector(".client-tile") !== null`) }).Should(BeTrue())
		b.Run(chromedp.Evaluate(`document.querySelectorAll("main details:not([open], [name], .alternative)").forEach(d => { d.open = true })`, nil))
		b.Shoot("forced-colours-operation")

		Expect(browsertest.Eval[map[string]string](b, `Object.fromEntries([".sidebar [aria-current=page]", ".client-tile[aria-pressed=true]", ".choice-control input:checked + span"].map(s => [s, getComputedStyle(document.querySelector(s)).outlineStyle]))`)).To(HaveEach("solid"))
		Expect(browsertest.Eval[map[string]string](b, `Object.fromEntries([".client-tile[aria-pressed=false]", ".choice-control input:not(:checked) + span", ".sidebar .nav-link:not([aria-current])"].map(s => [s, getComputedStyle(document.querySelector(s)).outlineStyle]))`)).To(HaveEach("none"))
		Expect(browsertest.Eval[[]string](b, `[".code-card", ".endpoint", ".badge", ".copy-button"].map(s => getComputedStyle(document.querySelector("main " + s)).borderTopStyle)`)).To(HaveEach("solid"))
		Expect(is(b, `CSS.highlights.size === 0 && document.querySelector(".request-view .code").textContent.includes("// picks")`)).To(BeTrue(), "colours of code would be shown as a selection")
		Expect(browsertest.Eval[map[string]string](b, `Object.fromEntries([".sample[open]", ".sample:not([open])"].map(s => [s, getComputedStyle(document.querySelector(".has-tabs > " + s + " > summary")).borderBottomColor]))`)).
			To(Equal(map[string]string{".sample[open]": "rgb(0, 0, 159)", ".sample:not([open])": "rgb(255, 255, 255)"}), "the line below the tab that is open")
		b.Run(browsertest.Focus(".client-tile[aria-pressed=true]"), chromedp.KeyEvent(kb.Tab))
		Expect(browsertest.Eval[[]string](b, `(focused => [focused, document.querySelector(".client-tile[aria-pressed=true]")].map(el => el.className + ": " + getComputedStyle(el).outline))(document.activeElement)`)).
			To(Equal([]string{"client-tile: rgb(0, 0, 0) solid 3px", "client-tile is-authored: rgba(5, 0, 73, 0.8) solid 2px"}), "the focus differs from the choice")

		b.Visit(root)
		b.Run(chromedp.Evaluate(`document.getElementById("description-limits").scrollIntoView({behavior: "instant"})`, nil))
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `(el => el ? getComputedStyle(el).outlineStyle : "")(document.querySelector(".sidebar [aria-current=location]"))`)
		}).Should(Equal("solid"))
	})
})
