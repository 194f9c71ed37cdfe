package access

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// walk prepares a page for a walk with the Tab key: what takes the focus is noted
// with everything that is wrong with it.
const walk = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
	// rgba is a colour as the browser paints it.
	const rgba = text => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = text;
		canvas.fillRect(0, 0, 1, 1);
		const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
		return {r, g, b, a: a / 255};
	};
	const over = (top, under) => ({r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a), b: top.b * top.a + under.b * (1 - top.a), a: 1});
	const ground = el => {
		const layers = [];
		for (let at = el; at; at = at.parentElement) layers.unshift(rgba(getComputedStyle(at).backgroundColor));
		return layers.reduce((under, top) => over(top, under), rgba("Canvas"));
	};
	const light = c => [c.r, c.g, c.b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
	const name = el => el.outerHTML.slice(0, 110);
	// marked is the element that has the outline: a field may have it around it, and
	// of a radio button its text has it.
	const marked = el => (el.matches("input") ? [el, el.nextElementSibling, el.parentElement, el.parentElement.parentElement] : [el]).find(e => {
		if (!e) return false;
		const s = getComputedStyle(e);
		return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2;
	});
	const indicator = el => {
		const m = marked(el);
		if (!m) return "no outline";
		const s = getComputedStyle(m), around = ground(parseFloat(s.outlineOffset) < 0 ? m : m.parentElement);
		const ratio = contrast(over(rgba(s.outlineColor), around), around);
		return ratio >= 3 ? "" : "outline of " + ratio.toFixed(2);
	};
	const stops = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
	const reachable = el => el.tabIndex >= 0 && !el.disabled && !el.closest("[inert]") && el.checkVisibility({visibilityProperty: true})
		&& !(el.type === "radio" && !el.checked);
	window.walked = {seen: [], wrong: []};
	const again = window.indicator;
	window.indicator = indicator;
	if (!again) document.addEventListener("focusin", ({target}) => {
		const {seen, wrong} = walked;
		if (walked.done) return;
		if (seen.includes(target)) { walked.done = true; return; } // who is kept somewhere misses the rest
		const last = seen.at(-1);
		const follows = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
		const round = last && follows(target, seen[0]) && !walked.round; // a walk may begin anywhere
		if (round) walked.round = true;
		else if (last && !follows(last, target)) wrong.push("out of order: " + name(target));
		seen.push(target);
		const r = target.getBoundingClientRect();
		const box = target.matches("input[type=radio], input[type=checkbox]") ? target.parentElement.getBoundingClientRect() : r;
		if (box.width < 8 || box.height < 8) wrong.push("too small to be seen: " + name(target));
		if (box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth) wrong.push("out of sight: " + name(target));
		const trouble = round ? "" : indicator(target); // outlines come late when the focus comes round
		if (trouble) wrong.push(trouble + ": " + name(target));
		if (target.tabIndex > 0) wrong.push("an order of its own: " + name(target));
	});
	window.missed = (root = document) => [...root.querySelectorAll(stops)].filter(el => reachable(el) && !walked.seen.includes(el)).map(name);
	document.activeElement?.blur();
	return [...document.querySelectorAll(stops)].filter(reachable).length;
})()`

// ready brings the next card into view that its script has not completed, and
// reports whether there is none.
const ready = `(() => {
	const card = document.querySelector("[data-request-card]:not([data-ready])");
	card?.scrollIntoView({behavior: "instant"});
	return card === null;
})()`

// tabs presses Tab until the focus is where it began, and returns how many
// elements it was on.
func tabs(b *browsertest.Browser, atMost int) int {
	GinkgoHelper()
	for range atMost/25 + 2 {
		b.Run(chromedp.KeyEvent(strings.Repeat(kb.Tab, 25)))
		if is(b, `walked.done === true`) {
			break
		}
	}
	Expect(is(b, `walked.done === true`)).To(BeTrue(), "the focus comes round")
	return browsertest.Eval[int](b, `walked.seen.length`)
}

var _ = Describe("With the Tab key alone", func() {
	DescribeTable("everything is reached, in order and in sight",
		func(ctx SpecContext, address string, width int, atLeast int, kinds ...string) {
			root := serve(ctx, orchard, viewer.Configuration{})
			b := browsertest.Open()
			b.Prefer("prefers-reduced-motion", "reduce")
			b.Resize(int64(width), 844)
			b.Visit(root + address)
			b.Run(chromedp.Evaluate(`document.querySelectorAll("main details:not([open], [name], .alternative)").forEach(d => { d.open = true })`, nil))
			Eventually(func() bool { return is(b, ready) }).Should(BeTrue(), "scripts have put everything there")
			b.Run(chromedp.Evaluate(`window.scrollTo({top: 0, behavior: "instant"})`, nil))
			stops := browsertest.Eval[int](b, walk)
			Expect(stops).To(BeNumerically(">=", atLeast))
			reached := tabs(b, 2*stops)

			Expect(browsertest.Eval[[]string](b, `missed()`)).To(BeEmpty())
			Expect(browsertest.Eval[[]string](b, `walked.wrong`)).To(BeEmpty())
			Expect(reached).To(BeNumerically(">=", atLeast))
			for _, kind := range kinds {
				Expect(is(b, fmt.Sprintf("walked.seen.some(el => el.matches(%q))", kind))).To(BeTrue(), kind)
			}
			Expect(b.Troubles()).To(BeEmpty())
		},
		Entry("on the overview", "", 1440, 60, ".skip", ".sidebar-search input", ".nav-group-name", ".nav-toggle", "[data-mode-toggle]", "[data-keys-open]", ".heading-link", ".prose .table-frame", ".prose pre", "main summary", "[data-copy-markdown]"),
		Entry("on an operation", "operations/pick", 1440, 60, ".endpoint [data-copy]", "main summary", ".choice-control input", ".sample summary", ".client-tile", ".client-more", ".request-variant", "pre.code", ".copy-button", ".part-link"),
		Entry("on a model", "models/Tree", 1440, 30, ".schema-anchor", "main summary", "pre.code"),
		Entry("on the page of the search", "search?q=tree", 1440, 20, ".search-page input", "main a[href]"),
		Entry("on an operation in a narrow window", "operations/pick", 390, 30, ".topbar-menu", ".topbar-search", ".client-tile"),
	)

	It("a page that is wrong is found to be so", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, orchard, viewer.Configuration{}) + "search?q=tree")
		b.Run(chromedp.Evaluate(`(() => {
			const add = (tag, put) => { const el = document.createElement(tag); el.textContent = tag; put(el); document.querySelector("main").append(el); return el };
			add("button", el => { el.style.outline = "none" });
			add("button", el => { el.style.outline = "2px solid color-mix(in srgb, Canvas 90%, CanvasText)" });
			add("button", el => { el.tabIndex = 1 });
			add("button", el => { el.style.position = "fixed"; el.style.top = "-90px" });
			add("div", el => { el.setAttribute("tabindex", "0"); el.addEventListener("focus", () => el.hidden = true) });
		})()`, nil))
		tabs(b, 2*browsertest.Eval[int](b, walk))

		Expect(browsertest.Eval[[]string](b, `walked.wrong.map(text => text.split(":")[0].replace(/of [\d.]+/, "of little"))`)).
			To(ContainElements("no outline", "outline of little", "an order of its own", "out of sight"))
	})

	It("the menu of a narrow window is walked, and Escape leaves it", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		b.Resize(390, 844)
		b.Visit(serve(ctx, orchard, viewer.Configuration{}) + "operations/pick")
		b.Run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab))
		Expect(is(b, `document.activeElement.matches(".topbar-menu")`)).To(BeTrue())
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() bool { return is(b, `document.activeElement.matches(".sidebar-close")`) }).Should(BeTrue())

		browsertest.Eval[int](b, walk)
		tabs(b, 200)

		Expect(browsertest.Eval[[]string](b, `missed()`)).To(BeEmpty())
		Expect(browsertest.Eval[[]string](b, `walked.wrong`)).To(BeEmpty())
		Expect(browsertest.Eval[int](b, `walked.seen.filter(el => el.closest(".sidebar")).length`)).To(BeNumerically(">=", 20))
		Expect(browsertest.Eval[int](b, `walked.seen.filter(el => el.closest("main")).length`)).To(BeZero())
		b.Run(chromedp.KeyEvent(kb.Escape))
		Eventually(func() bool { return is(b, `document.querySelector(".sidebar").checkVisibility()`) }).Should(BeFalse())
	})

	It("the list of clients is opened, searched, walked and left", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, orchard, viewer.Configuration{}) + "operations/pick")
		Eventually(func() bool { return is(b, `document.querySelector(".client-more") !== null`) }).Should(BeTrue())
		b.Run(browsertest.Focus(".client-more"), chromedp.KeyEvent(kb.Enter))
		Eventually(func() bool { return is(b, `document.activeElement.matches(".client-search")`) }).Should(BeTrue())
		b.Run(chromedp.KeyEvent("rust"), chromedp.KeyEvent(kb.ArrowDown))
		Eventually(func() bool {
			return is(b, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.textContent.includes("reqwest")`)
		}).Should(BeTrue())
		b.Run(chromedp.KeyEvent(kb.Escape))
		Eventually(func() bool { return is(b, `document.activeElement.matches(".client-more")`) }).Should(BeTrue(), "the focus is back")
	})

	It("2.4.13: what has the focus is outlined with a contrast of 3 in every theme", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		b.Visit(serve(ctx, orchard, viewer.Configuration{}) + "operations/pick")
		Eventually(func() bool { return is(b, `document.querySelector(".client-more") !== null`) }).Should(BeTrue())
		browsertest.Eval[int](b, walk)
		b.Run(chromedp.KeyEvent(kb.Tab)) // outlines are for those who use the keyboard
		for _, theme := range viewer.Themes() {
			Expect(browsertest.Eval[[]string](b, fmt.Sprintf(`(theme => {
				const root = document.documentElement, wrong = [];
				const stops = [...document.querySelectorAll("a[href], button, summary, input, select, pre[tabindex]")].filter(el => el.tabIndex >= 0 && el.checkVisibility());
				if (stops.length < 40) wrong.push("only " + stops.length + " stops");
				for (const mode of ["light", "dark"]) {
					root.className = "theme-" + theme + " " + mode + "-mode";
					root.dataset.mode = mode;
					for (const el of stops) {
						el.focus();
						const trouble = el.matches(":focus-visible") ? indicator(el) : "not visible";
						if (trouble) wrong.push(mode + " " + trouble + ": " + el.outerHTML.slice(0, 100));
					}
				}
				return wrong.slice(0, 8);
			})(%q)`, theme))).To(BeEmpty(), string(theme))
		}
	})
})
