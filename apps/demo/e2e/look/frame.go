package look

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// pages are one page of every kind, relative to the root of the reference.
var pages = []string{"", "tags/planets", "operations/book", "webhooks/POST-departed", "models/", "models/Planet", "search?q=planet", "nothing/here"}

var _ = Describe("The frame", func() {
	It("fits every width, 320 pixels and a zoom of 400 % too", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b := browsertest.Open()
		for _, address := range pages {
			b.Visit(root + address)
			for _, width := range []int64{1440, 1000, 390, 320} {
				b.Resize(width, 800)
				Expect(b.FitsWidth()).To(BeTrue(), "%s at %d pixels", address, width)
			}
		}
		b.Resize(320, 256) // 1280 by 1024 pixels at 400 %
		b.Visit(root + "operations/book")
		Expect(is(b, `document.querySelector(".topbar").offsetHeight <= 64`)).To(BeTrue(), "the bar leaves room")
	})

	It("leaves a path its room on a telephone, and puts the button below", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Expect(is(b, `(() => {
			const [frame, path, button] = [".endpoint", ".endpoint .path", ".endpoint .try-button"].map((s) => document.querySelector(s).getBoundingClientRect());
			return path.width > frame.width / 2 && button.top >= path.bottom;
		})()`)).To(BeTrue())
	})

	It("stands in three columns, the samples in view while the text scrolls", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Expect(browsertest.Eval[[]int](b, `(() => {
			const box = s => document.querySelector(s).getBoundingClientRect();
			return [box(".sidebar").width, Number(box(".text").left >= box(".sidebar").right), Number(box(".samples").left > box(".text").right)];
		})()`)).To(Equal([]int{280, 1, 1}))
		Expect(is(b, `document.querySelector(".sidebar-foot").offsetHeight < 60`)).To(BeTrue(), "the controls below the sidebar are one row")
		b.Run(chromedp.Evaluate(`window.scrollTo({top: 600, behavior: "instant"})`, nil))
		Expect(is(b, `(() => { const r = document.querySelector(".samples").getBoundingClientRect(); return r.top >= -40 && r.top < 120 })()`)).To(BeTrue())
	})

	It("opens its menu without JavaScript, and Escape closes it", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Resize(390, 844)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")
		shown := `document.querySelector(".sidebar").checkVisibility()`
		Expect(is(b, shown)).To(BeFalse())

		b.Run(browsertest.Click(".topbar-menu"))
		Eventually(func() bool { return is(b, shown) }).Should(BeTrue())
		Expect(is(b, `document.querySelector(".sidebar").contains(document.activeElement)`)).To(BeTrue(), "the focus is in it")
		b.Run(chromedp.KeyEvent(kb.Escape))
		Eventually(func() bool { return is(b, shown) }).Should(BeFalse())
		Expect(is(b, `document.activeElement.matches(".topbar-menu")`)).To(BeTrue(), "the focus is back")
	})

	It("keeps what has the focus in sight and out from below the bar", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 500)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Expect(browsertest.Eval[[]string](b, `(() => {
			const bar = document.querySelector(".topbar").getBoundingClientRect().bottom;
			const stops = [...document.querySelectorAll("main :is(a, button, summary, input, pre[tabindex])")].filter(el => el.checkVisibility());
			const hidden = [];
			for (const el of [...stops, ...stops.toReversed()]) {
				el.focus();
				const r = el.getBoundingClientRect();
				if (r.bottom <= bar || r.top >= innerHeight) hidden.push(el.outerHTML.slice(0, 80));
			}
			return stops.length > 8 ? hidden : ["only " + stops.length + " stops"];
		})()`)).To(BeEmpty())
	})

	It("has landmarks, one h1 and a link that skips to the content", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b := browsertest.Open()
		for _, address := range pages {
			b.Visit(root + address)
			Expect(browsertest.Eval[[]int](b, `["h1", "main", "nav[aria-label='Reference']", "[role='status'][data-announcer]"].map(s => document.querySelectorAll(s).length)`)).
				To(Equal([]int{1, 1, 1, 1}), address)
			b.Run(chromedp.KeyEvent(kb.Tab))
			Expect(is(b, `document.activeElement.matches(".skip") && document.activeElement.getBoundingClientRect().top >= 0`)).To(BeTrue(), "on %q", address)
		}
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() bool { return is(b, `document.activeElement.matches("main")`) }).Should(BeTrue())
	})

	It("prints the text with everything open and without controls", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")
		closed := `[...document.querySelectorAll("main details:not([open]) > :not(summary)")]`
		Expect(is(b, closed+`.length > 0 && `+closed+`.every(el => !el.checkVisibility())`)).To(BeTrue(), "there is something to open")

		b.Run(emulation.SetEmulatedMedia().WithMedia("print"))

		Expect(browsertest.Eval[[]string](b, closed+`.filter(el => !el.checkVisibility() || el.textContent.trim() && el.getBoundingClientRect().height === 0).map(el => el.outerHTML.slice(0, 200))`)).To(BeEmpty())
		Expect(is(b, `[".sidebar", ".page-tools", ".neighbours"].every(s => !document.querySelector(s)?.checkVisibility())`)).To(BeTrue())
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector(".prose a[href^=http]"), "::after").content`)).To(ContainSubstring("https://travel.example/terms"))
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor`)).To(Equal("rgb(255, 255, 255)"))
	})

	It("moves nothing for readers who want less motion", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("prefers-reduced-motion", "reduce")
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Expect(browsertest.Eval[[]string](b, `(() => {
			document.documentElement.classList.add("is-loading");
			const moving = [...document.querySelectorAll("*")].filter(el => getComputedStyle(el).transitionDuration !== "0s" || getComputedStyle(el).animationName !== "none");
			return [...moving.map(el => el.outerHTML.slice(0, 60)), getComputedStyle(document.body, "::before").animationName, getComputedStyle(document.documentElement).scrollBehavior];
		})()`)).To(Equal([]string{"none", "auto"}))
	})

	It("can be used in forced colours", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("forced-colors", "active")
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")

		Expect(browsertest.Eval[[]string](b, `[
			getComputedStyle(document.querySelector(".sidebar a[aria-current]")).outlineStyle,
			getComputedStyle(document.querySelector(".code-card")).borderTopStyle,
			getComputedStyle(document.querySelector(".button")).borderTopStyle,
		]`)).To(HaveEach("solid"))
	})
})

var _ = Describe("The mode", func() {
	ground := `getComputedStyle(document.body).backgroundColor`

	It("is that of the system without JavaScript, or what darkMode says", func(ctx SpecContext) {
		system, dark := serve(ctx, travel, viewer.Configuration{}), serve(ctx, travel, viewer.Configuration{DarkMode: new(true)})
		b := browsertest.Open()
		b.WithoutScript()
		b.Prefer("prefers-color-scheme", "dark")
		b.Visit(system)
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(15, 15, 15)"))
		b.Prefer("prefers-color-scheme", "light")
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(255, 255, 255)"))
		b.Visit(dark)
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(15, 15, 15)"))
	})

	It("is chosen with a button, remembered, and there before anything is drawn", func(ctx SpecContext) {
		root := serve(ctx, travel, viewer.Configuration{})
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", "light")
		b.Visit(root)
		Expect(text(b, "[data-mode-toggle]")).To(Equal("System"))
		b.Run(browsertest.Click("[data-mode-toggle]"), browsertest.Click("[data-mode-toggle]"))
		Expect(text(b, "[data-mode-toggle]")).To(Equal("Dark"))
		Expect(text(b, "[data-announcer]")).To(Equal("Theme: Dark"))

		b.Run(atFirst(`window.seen = document.documentElement.className + " " + document.documentElement.dataset.mode`))
		b.Visit(root + "operations/book")

		Expect(strings.Fields(browsertest.Eval[string](b, `window.seen`))).To(ContainElements("dark-mode", "dark"), "before the body is there")
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(15, 15, 15)"))
	})

	It("is the operator's where readers have no choice, and follows the system where he has made none", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", "light")
		root := serve(ctx, travel, viewer.Configuration{HideDarkModeToggle: true})
		b.Visit(root)
		b.Run(chromedp.Evaluate(`localStorage.setItem("trefoil-mode", "dark")`, nil))
		b.Visit(root + "operations/book")
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(255, 255, 255)"))

		b.Prefer("prefers-color-scheme", "dark")

		Eventually(func() string { return browsertest.Eval[string](b, ground) }).Should(Equal("rgb(15, 15, 15)"))
		b.Visit(serve(ctx, travel, viewer.Configuration{ForceDarkModeState: "light"}))
		Expect(browsertest.Eval[string](b, ground)).To(Equal("rgb(255, 255, 255)"))
	})
})

// atFirst runs a script in later pages as soon as there is a body, which is
// before anything can be drawn.
func atFirst(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(`new MutationObserver((_, o) => {
			if (document.body) { o.disconnect(); ` + script + ` }
		}).observe(document, {childList: true, subtree: true})`).Do(ctx)
		return err
	})
}
