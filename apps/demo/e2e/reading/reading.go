package reading

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// watchShifts notes how much moves by itself, and the longest task. Shifts are
// added up as browsers do for cumulative layout shift (CLS): those of a window of
// at most five seconds without a second of rest in it; the worst window counts.
const watchShifts = `window.shifts = 0; window.longest = 0; window.shifted = [];
	{
		let sum = 0, first = -Infinity, last = -Infinity;
		new PerformanceObserver(list => { for (const e of list.getEntries()) {
			if (e.hadRecentInput) continue;
			if (e.startTime - last > 1000 || e.startTime - first > 5000) { sum = 0; first = e.startTime; }
			last = e.startTime;
			sum += e.value;
			const at = r => [r.x, r.y, r.width, r.height].map(Math.round).join(" ");
			window.shifted.push(e.value.toFixed(4) + " after " + Math.round(e.startTime) + " ms: " +
				e.sources.map(s => (s.node?.nodeName ?? "gone") + "." + (s.node?.className ?? "") + " " + at(s.previousRect) + " -> " + at(s.currentRect)).join(", "));
			window.shifts = Math.max(window.shifts, sum);
		} }).observe({type: "layout-shift", buffered: true});
	}
	new PerformanceObserver(list => { for (const e of list.getEntries()) window.longest = Math.max(window.longest, e.duration); }).observe({type: "longtask", buffered: true});
	true`

// shifts says what watchShifts has noted.
func shifts(b *browsertest.Browser) func() string {
	return func() string { return strings.Join(browsertest.Eval[[]string](b, `window.shifted`), "\n") }
}

// comeNear is a script's function that waits until the bodies have come that the page
// reads ahead, however long the machine takes for it: those of one and a half windows. What
// is laid out may turn out lower than it was thought to be, so more comes into view than a
// step.
const comeNear = `
	const ahead = 1.4 * innerHeight;
	const absent = ahead => [...document.querySelectorAll("[data-entry]:not(.is-loaded)")].filter(el => {
		const r = el.getBoundingClientRect();
		return r.bottom > 40 - ahead && r.top < innerHeight - 40 + ahead;
	}).length;
	const comeNear = async () => {
		do {
			while (absent(ahead)) await new Promise(r => setTimeout(r, 25));
			await new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)));
		} while (absent(ahead));
	};`

// readDown scrolls to the end and says how often a body was not there when it
// came into view, and the most elements that there were.
const readDown = `(async () => {` + comeNear + `
	let missing = 0, most = 0;
	const step = 700;
	for (let at = 0; at < document.documentElement.scrollHeight - innerHeight; at += step) {
		scrollTo(0, at);
		if (at) missing += absent(0);
		await comeNear();
		most = Math.max(most, document.getElementsByTagName("*").length);
	}
	return [missing, most];
})()`

// readUp scrolls up and says how far what is in view has moved by itself, and how
// many bodies have come.
const readUp = `(async () => {` + comeNear + `
	let worst = 0;
	const seen = new Set();
	const look = () => document.querySelectorAll("[data-entry].is-loaded").forEach(el => seen.add(el));
	look();
	const first = seen.size;
	for (let i = 0; i < 16; i++) {
		scrollBy(0, -400);
		await new Promise(r => requestAnimationFrame(r));
		const mark = [...document.querySelectorAll(".entry h3")].find(h => h.getBoundingClientRect().top > 0);
		const before = mark.getBoundingClientRect().top;
		await comeNear();
		worst = Math.max(worst, Math.abs(mark.getBoundingClientRect().top - before));
		look();
	}
	return [worst, seen.size - first];
})()`

// withoutAnchors makes the browser one that moves what is in view when something
// above it changes. The sheet of the viewer has rows laid out at once for such browsers.
const withoutAnchors = `(() => {
	const supports = CSS.supports.bind(CSS);
	CSS.supports = (...all) => all[0] !== "overflow-anchor" && supports(...all);
	addEventListener("DOMContentLoaded", () => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync("* { overflow-anchor: none !important } .schema-row { content-visibility: visible !important }");
		document.adoptedStyleSheets = [sheet];
	});
})()`

var _ = Describe("A page of several operations", func() {
	var b *browsertest.Browser

	BeforeEach(func() { b = browsertest.Open() })

	AfterEach(func() { Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy") })

	It("holds a small description whole, also without a script", func(ctx SpecContext) {
		url := serve(ctx, api(9))
		b.WithoutScript()
		b.Visit(url)

		text := browsertest.Eval[string](b, `document.querySelector("main").innerText`)
		for i := range 9 {
			Expect(text).To(ContainSubstring(fmt.Sprintf("Get thing number %03d", i)))
			Expect(text).To(ContainSubstring(fmt.Sprintf("Thing %03d is a thing", i)))
		}
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[data-entry-part] .endpoint, .entry .endpoint").length`)).To(Equal(9))
		Expect(browsertest.Eval[int](b, `[...document.querySelectorAll(".entry-body")].filter(el => el.getBoundingClientRect().height < 200).length`)).To(BeZero(), "no blank area")
		Expect(b.Inline()).To(BeZero())
		b.Shoot("continuous")
		b.Visit(url + "tags/topic0")
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".entry h3 a")].map(a => a.getAttribute("href"))`)).To(ContainElement("../operations/thing008"))
	})

	It("is read from top to bottom where a tag is large: nothing jumps, and the page stays below 5,000 elements", func(ctx SpecContext) {
		url := serve(ctx, api(180))
		b.Visit(url + "tags/topic1")
		browsertest.Eval[bool](b, watchShifts)
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".entry").length`)).To(Equal(60))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[data-entry]:not(.is-loaded)").length`)).To(BeNumerically(">", 10), "bodies are left to later")

		down := browsertest.Eval[[]int](b, readDown)
		settled(b)

		Expect(down[0]).To(BeZero(), "bodies that were not there when they came into view")
		Expect(down[1]).To(BeNumerically("<=", 5000), "elements")
		Expect(browsertest.Eval[float64](b, `window.shifts`)).To(BeNumerically("<=", 0.02), shifts(b))
		AddReportEntry("reading down", fmt.Sprintf("missing %d, elements %d, shift %.4f, longest task %.0f ms", down[0], down[1],
			browsertest.Eval[float64](b, `window.shifts`), browsertest.Eval[float64](b, `window.longest`)))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[data-entry].is-loaded").length`)).To(BeNumerically("<", 60), "far bodies are put away")
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.hash`) }).Should(HavePrefix("#operation.thing11"))
		Expect(b.Axe()).To(BeEmpty())
	})

	DescribeTable("is entered by a deep link at the top, and reading up from there moves nothing",
		func(ctx SpecContext, before string) {
			url := serve(ctx, api(180))
			b.Run(chromedp.ActionFunc(func(c context.Context) error {
				_, err := page.AddScriptToEvaluateOnNewDocument(before).Do(c)
				return err
			}))
			b.Visit(url + "tags/topic1#operation.thing090")
			settled(b)
			Eventually(top).WithArguments(b, "operation.thing090").Should(BeNumerically("~", 8, 8.5), "at most 16 px below the top")

			drift := browsertest.Eval[[]float64](b, readUp)

			Expect(drift[0]).To(BeNumerically("<=", 5))
			Expect(drift[1]).To(BeNumerically(">=", 3), "bodies that came meanwhile")
		},
		Entry("where the browser keeps what is in view", `true`),
		Entry("where it does not", withoutAnchors),
	)

	It("moves nothing while it is made for a deep link", func(ctx SpecContext) {
		url := serve(ctx, api(180))
		b.Visit(url + "tags/topic1#operation.thing090.parameter.query.filter2")
		settled(b)
		Eventually(top).WithArguments(b, "operation.thing090.parameter.query.filter2").Should(BeNumerically("~", 8, 8.5))
		b.Visit(url + "?")
		b.Visit(url + "tags/topic1#operation.thing090")
		browsertest.Eval[bool](b, watchShifts)
		settled(b)

		Expect(browsertest.Eval[float64](b, `new Promise(r => setTimeout(() => r(window.shifts), 500))`)).To(BeNumerically("<=", 0.02), shifts(b))
	})

	It("has a sidebar that leads, follows and comes back", func(ctx SpecContext) {
		url := serve(ctx, api(180))
		b.Visit(url + "tags/topic1")
		steps := browsertest.Eval[int](b, `history.length`)

		b.Run(browsertest.Click(`[data-nav] a[href$="operations/thing075"]`))
		settled(b)

		Eventually(top).WithArguments(b, "operation.thing075").Should(BeNumerically("~", 8, 8.5))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.pathname + location.hash`) }).Should(Equal("/tags/topic1#operation.thing075"))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).Should(Equal("operation.thing075"))
		Eventually(func() string { return located(b) }).Should(HaveSuffix("operations/thing075"))
		Expect(browsertest.Eval[int](b, `history.length`)).To(Equal(steps + 1))

		browsertest.Eval[bool](b, `document.getElementById("operation.thing078").scrollIntoView() === undefined`)
		Eventually(func() string { return located(b) }).Should(HaveSuffix("operations/thing078"))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.hash`) }).Should(Equal("#operation.thing078"))
		Expect(browsertest.Eval[int](b, `history.length`)).To(Equal(steps+1), "reading adds no steps")
		Expect(browsertest.Eval[bool](b, `(() => {
			const r = document.querySelector("[data-nav] a[aria-current=location]").getBoundingClientRect();
			const n = document.querySelector("[data-nav]").getBoundingClientRect();
			return r.top >= n.top && r.bottom <= n.bottom;
		})()`)).To(BeTrue(), "the item is in view")

		Eventually(func() (bool, error) { return browsertest.Ask[bool](b, `history.state?.entry === "operation.thing078"`) }).Should(BeTrue())
		at := top(b, "operation.thing078")
		b.Run(browsertest.Click(`#operation\.thing078 a`))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.querySelector("h1").innerText`) }).Should(Equal("Get thing number 078"))
		browsertest.Eval[bool](b, `history.back() === undefined`)
		Eventually(top).WithArguments(b, "operation.thing078").Should(BeNumerically("~", at, 5), "Back restores the position")
	})

	It("lets the browser find titles and paths of all operations, and text in closed details", func(ctx SpecContext) {
		url := serve(ctx, api(180))
		b.Visit(url + "tags/topic1")

		Expect(browsertest.Eval[[]bool](b, `["Get thing number 119", "/things118/", "hidden061", "no such words"].map(text => {
			getSelection().removeAllRanges();
			return window.find(text);
		})`)).To(Equal([]bool{true, true, true, false}))
	})

	It("holds everything for print", func(ctx SpecContext) {
		url := serve(ctx, api(180))
		b.Visit(url + "tags/topic1?reading=whole")

		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[data-entry-part]").length`)).To(Equal(60))
		b.Run(printed())
		Expect(browsertest.Eval[[]string](b, `[".sidebar", ".page-tools"].map(s => getComputedStyle(document.querySelector(s)).display)`)).To(HaveEach("none"))
	})

	It("lays operations out when the reader comes near", func(ctx SpecContext) {
		laidOut := func() (bool, error) {
			return browsertest.Ask[bool](b, `[...document.querySelectorAll(".entry-body > *")].at(-1).checkVisibility({contentVisibilityAuto: true})`)
		}
		b.Visit(serve(ctx, api(9)))
		settled(b)
		Expect(laidOut()).To(BeFalse())

		b.Run(chromedp.Evaluate(`document.getElementById("operation.thing008").scrollIntoView({behavior: "instant"})`, nil))

		Eventually(laidOut).Should(BeTrue())
		Expect(top(b, "operation.thing008")).To(BeNumerically("<=", 700))
	})

	It("fits a small window, where the bar does not hide the heading", func(ctx SpecContext) {
		url := serve(ctx, api(9))
		b.Resize(320, 700)
		b.Visit(url + "#operation.thing004")
		settled(b)

		Expect(b.FitsWidth()).To(BeTrue())
		bar := browsertest.Eval[float64](b, `document.querySelector(".topbar").getBoundingClientRect().bottom`)
		Eventually(top).WithArguments(b, "operation.thing004").Should(And(BeNumerically(">=", bar), BeNumerically("<=", bar+16.5)))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("continuous")
	})
})

// located is the link of the sidebar to what is read.
func located(b *browsertest.Browser) string {
	GinkgoHelper()
	return strings.TrimPrefix(browsertest.Eval[string](b, `document.querySelector("[data-nav] a[aria-current=location]")?.href ?? ""`), "http://")
}
