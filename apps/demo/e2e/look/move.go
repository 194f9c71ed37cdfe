package look

import (
	"context"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// mark notes in the page that it was not loaded again since.
const mark = `window.stayed = true`

// noteFirstFrame notes whether the list of the sidebar, the samples and what follows them
// are rendered in the first frame that has them, which need not be the same one.
const noteFirstFrame = `{
	const parts = ["[data-nav]", ".columns > .samples", ".columns > .samples ~ .text"], found = {};
	requestAnimationFrame(function look() {
		for (const part of parts.filter(part => document.styleSheets.length > 0 && document.querySelector(part)))
			found[part] ??= getComputedStyle(document.querySelector(part)).contentVisibility;
		if (Object.keys(found).length === parts.length) window.atFirst = parts.map(part => found[part]).join();
		else requestAnimationFrame(look);
	});
}`

var _ = Describe("A link of the reference", func() {
	var b *browsertest.Browser
	BeforeEach(func() { b = browsertest.Open() })
	AfterEach(func() { Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy") })

	It("swaps the content, and the reader stays oriented", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b.Visit(root)
		b.Run(chromedp.Evaluate(mark, nil), browsertest.Click(`main a[href$="operations/book"]`))

		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Book a seat"))
		Expect(is(b, `window.stayed === true`)).To(BeTrue(), "the page was not loaded again")
		Expect(browsertest.Eval[string](b, `location.href`)).To(Equal(root + "operations/book"))
		Expect(browsertest.Eval[string](b, `document.title`)).To(Equal("Book a seat · Interplanetary Travel"))
		Expect(is(b, `document.activeElement === document.querySelector("main h1") && scrollY === 0`)).To(BeTrue(), "the heading has the focus")
		Expect(text(b, "[data-announcer]")).To(Equal("Book a seat · Interplanetary Travel"))
		Expect(text(b, ".sidebar [aria-current=page]")).To(Equal("Book a seatPOST"))
		Expect(is(b, `!document.querySelector("main [data-copy]").hidden`)).To(BeTrue(), "components of the new content work")
		Expect(is(b, `[...document.querySelectorAll("a[href]")].filter(a => a.origin === location.origin).every(a => a.href.startsWith(new URL("../", location.href).href))`)).To(BeTrue(), "no address points elsewhere")
	})

	It("is undone by Back, which scrolls to where the page was left", func(ctx SpecContext) {
		b.Resize(1440, 500)
		b.Visit(serve(ctx, travel, viewer.Configuration{}))
		b.Run(chromedp.Evaluate(mark+`; window.scrollTo({top: 400, behavior: "instant"})`, nil))
		// The browser may have moved it since, so that what is in view stays there when fonts come.
		left := browsertest.Eval[int](b, `(() => {
			const at = Math.round(scrollY);
			document.querySelector('main a[href$="operations/addPlanet"]').click();
			return at;
		})()`)
		Expect(left).To(BeNumerically("~", 400, 20))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Add a planet"))
		Expect(browsertest.Eval[int](b, `scrollY`)).To(BeZero())

		b.Run(chromedp.Evaluate(`history.back()`, nil))

		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Interplanetary Travel"))
		Eventually(func() (int, error) { return browsertest.Ask[int](b, `Math.round(scrollY)`) }).Should(Equal(left))
		Expect(is(b, `window.stayed === true`)).To(BeTrue())
		b.Run(chromedp.Evaluate(`history.forward()`, nil))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Add a planet"))
	})

	It("opens what a part of a page is folded in", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b.Visit(root + "operations/listPlanets")
		b.Run(chromedp.Evaluate(mark, nil), browsertest.Click(`main a[href*="#security-key"]`))

		Eventually(func() bool { return is(b, `document.querySelector("#security-key")?.open === true`) }).Should(BeTrue())
		Expect(is(b, `window.stayed === true && location.hash === "#security-key"`)).To(BeTrue())
	})

	It("is loaded the ordinary way when the server does not answer with a page", func(ctx SpecContext) {
		var broken atomic.Bool
		target, err := url.Parse(serve(ctx, travel, viewer.Configuration{}))
		Expect(err).NotTo(HaveOccurred())
		proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: target.Scheme, Host: target.Host})
		root := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if broken.Load() && r.Header.Get("Sec-Fetch-Dest") == "empty" {
				w.WriteHeader(http.StatusNoContent)
				return
			}
			proxy.ServeHTTP(w, r)
		})) + "/docs/"
		b.Visit(root)
		broken.Store(true)
		b.Run(chromedp.Evaluate(mark, nil), browsertest.Click(`main a[href$="operations/book"]`))

		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Book a seat"))
		Expect(is(b, `window.stayed === undefined`)).To(BeTrue())
	})
})

var _ = Describe("The sidebar", func() {
	It("has tags below tags, in the group of the tag on top", func(ctx SpecContext) {
		nested := strings.Replace(travel, "{name: moons,", "{name: moons, parent: planets,", 1)
		b := browsertest.Open()
		b.Visit(serve(ctx, nested, viewer.Configuration{}) + "operations/listMoons")

		Expect(text(b, `[data-nav-tag="planets"] [data-nav-tag="moons"] > a`)).To(Equal("moons"))
		Expect(is(b, `document.querySelector('[data-nav-tag="moons"] a[aria-current=page]').checkVisibility()`)).To(BeTrue(), "both are open")
		Expect(is(b, `document.querySelector('[data-nav-group="Places"] [data-nav-tag="planets"] [data-nav-tag="moons"]') !== null`)).To(BeTrue())
	})

	It("marks the page and has it in view, with tags below groups", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(1440, 500)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "models/Problem")

		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".sidebar .nav-group-name")].map(e => e.textContent)`)).
			To(Equal([]string{"Places", "Trade", "Other", "More operations", "Webhooks", "Models"}))
		Expect(text(b, ".sidebar [aria-current=page]")).To(Equal("Problem"))
		Expect(is(b, `(() => { const list = document.querySelector("[data-nav]").getBoundingClientRect(), at = document.querySelector(".sidebar [aria-current]").getBoundingClientRect(); return at.top >= list.top && at.bottom <= list.bottom })()`)).To(BeTrue())
	})

	It("has its list a frame after the text, with the link of the page in view", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(1440, 500)
		b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(noteFirstFrame).Do(ctx)
			return err
		}))

		b.Visit(serve(ctx, large(), viewer.Configuration{}) + "operations/get199")

		Eventually(func() string { return browsertest.Eval[string](b, `window.atFirst ?? ""`) }).Should(HavePrefix("hidden,"))
		Eventually(func() bool {
			return is(b, `getComputedStyle(document.querySelector("[data-nav]")).contentVisibility === "visible"`)
		}).Should(BeTrue())
		Eventually(func() bool {
			return is(b, `(() => { const list = document.querySelector("[data-nav]").getBoundingClientRect(), at = document.querySelector(".sidebar [aria-current]").getBoundingClientRect(); return at.top >= list.top && at.bottom <= list.bottom })()`)
		}).Should(BeTrue())
	})

	It("comes with the whole page where the address names a place in it", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(noteFirstFrame).Do(ctx)
			return err
		}))
		root := serve(ctx, travel, viewer.Configuration{})

		b.Visit(root + "operations/listMoons")
		Eventually(func() string { return browsertest.Eval[string](b, `window.atFirst ?? ""`) }).Should(HaveSuffix("hidden,hidden"))

		b.Visit(root + "operations/book#response.201")
		Eventually(func() string { return browsertest.Eval[string](b, `window.atFirst ?? ""`) }).Should(HaveSuffix("visible,visible"))
	})

	It("has its list with the text without JavaScript", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(serve(ctx, large(), viewer.Configuration{}))

		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("[data-nav]")).animationName`)).To(Equal("none"))
	})

	It("holds the open topic alone, and fetches another when it is opened", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, large(), viewer.Configuration{}) + "operations/get050")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".nav-link .method").length`)).To(Equal(40), "those of one topic")

		b.Run(browsertest.Click(`[data-nav-tag="topic-3"] summary`))

		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `document.querySelectorAll(".nav-link .method").length`)
		}).Should(Equal(80))
		b.Run(chromedp.Evaluate(mark, nil), chromedp.Evaluate(`document.querySelector('.sidebar a[href$="operations/get130"]').click()`, nil))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Get thing 130"))
		Expect(is(b, `window.stayed && document.querySelector('[data-nav-tag="topic-1"] > details').open`)).To(BeTrue(), "what was open stays open")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".sidebar [aria-current]").length`)).To(Equal(1))
	})

	It("leads to the page of a topic without JavaScript", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(serve(ctx, large(), viewer.Configuration{}))
		b.Run(browsertest.Click(`[data-nav-tag="topic-3"] summary`))
		Expect(text(b, `[data-nav-tag="topic-3"] .nav-more`)).To(Equal("All 40 operations"))
		b.Run(browsertest.Click(`[data-nav-tag="topic-3"] .nav-more`))

		Eventually(func() string { return text(b, "main h1") }).Should(Equal("topic 3"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll('[data-nav-tag="topic-3"] .nav-link .method').length`)).To(Equal(40))
	})

	It("is walked with arrows, Home and End", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}))
		b.Run(chromedp.Evaluate(`document.querySelector('[data-nav-tag="bookings"] > a').focus()`, nil), chromedp.KeyEvent(kb.ArrowDown))
		Expect(text(b, ":focus")).To(Equal("Book a seatPOST"))
		b.Run(chromedp.KeyEvent(kb.ArrowUp), chromedp.KeyEvent(kb.ArrowLeft))
		Expect(is(b, `document.querySelector('[data-nav-tag="bookings"] > details').open`)).To(BeFalse())
		b.Run(chromedp.KeyEvent(kb.Home))
		Expect(text(b, ":focus")).To(Equal("Introduction"))
		b.Run(chromedp.KeyEvent(kb.End))
		Expect(text(b, ":focus")).To(Equal("Models"))
	})
})

var _ = Describe("Keys", func() {
	It("are listed by a dialog, and each presses a control", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", "light")
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/listPlanets")
		b.Run(chromedp.KeyEvent("?"))
		Expect(is(b, `document.querySelector("[data-keys]").open`)).To(BeTrue())
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("[data-keys] dd")].map(e => e.textContent.replace(/\s+/g, ""))`)).
			To(Equal([]string{"CtrlK", "j", "k", "o", "r", "CtrlEnter", "l", "m", "t", "?", "Esc", "CtrlEnter", "Enter", "{{", "?", "Esc"}))
		b.Run(chromedp.KeyEvent(kb.Escape))
		Expect(is(b, `document.querySelector("[data-keys]").open`)).To(BeFalse())

		b.Run(chromedp.KeyEvent("j"))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Add a planet"))
		b.Run(chromedp.KeyEvent("k"))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("List planets"))
		b.Run(chromedp.KeyEvent("o"))
		Eventually(func() string { return text(b, "main h1") }).Should(Equal("Interplanetary Travel"))
		b.Run(chromedp.KeyEvent("t"))
		Expect(browsertest.Eval[string](b, `document.documentElement.dataset.mode`)).To(Equal("light"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("of a single letter are not for those who type, and can be turned off", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b := browsertest.Open()
		b.Visit(root + "search?q=planet")
		b.Run(browsertest.Focus(".search-page input"), chromedp.KeyEvent("j"))
		Expect(browsertest.Eval[string](b, `document.querySelector(".search-page input").value`)).To(ContainSubstring("j"))

		b.Visit(root + "operations/listPlanets")
		b.Run(browsertest.Click("[data-keys-open]"), browsertest.Click("[data-keys-switch]"), chromedp.KeyEvent(kb.Escape))
		b.Visit(root + "operations/listPlanets")
		b.Run(browsertest.Focus("main a"), chromedp.KeyEvent("t"), chromedp.KeyEvent("?"))
		Expect(is(b, `document.documentElement.dataset.mode === "" && !document.querySelector("[data-keys]").open`)).To(BeTrue())
	})
})

var _ = Describe("The buttons of a page", func() {
	It("copy the path as it is", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/listMoons")
		b.Run(chromedp.Evaluate(`navigator.clipboard.writeText = async text => { window.copied = text }`, nil), browsertest.Click(".endpoint [data-copy]"))

		Eventually(func() string { return text(b, "[data-announcer]") }).Should(Equal("Copied"))
		Expect(browsertest.Eval[string](b, `window.copied`)).To(Equal("/planets/{planetId}/moons"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".path wbr").length`)).To(Equal(2))
	})

	It("copy its address, and its text in Markdown, and say so", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b := browsertest.Open()
		b.Visit(root + "operations/book")
		Expect(is(b, `[...document.querySelectorAll(".page-tools button")].every(el => { const r = el.getBoundingClientRect(); return el.contains(document.elementFromPoint(r.left + r.width / 2, r.bottom - 3)) })`)).To(BeTrue(), "nothing lies over them")
		b.Run(chromedp.Evaluate(`navigator.clipboard.write = async items => { window.copied = await (await items[0].getType("text/plain")).text() }`, nil))

		b.Run(browsertest.Click("[data-copy-link]"))
		Eventually(func() string { return text(b, "[data-announcer]") }).Should(Equal("Link copied"))
		Expect(browsertest.Eval[string](b, `window.copied`)).To(Equal(root + "operations/book"))

		b.Run(browsertest.Click("[data-copy-markdown]"))
		Eventually(func() string { return text(b, "[data-announcer]") }).Should(Equal("Markdown copied"))
		Expect(browsertest.Eval[string](b, `window.copied`)).To(And(ContainSubstring("# Book a seat"), ContainSubstring("/bookings")))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
