package component

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// hostile is a sheet of a page that styles everything in sight.
const hostile = `html { font-size: 62.5%; } * { color: rgb(255, 0, 0) !important; font-family: fantasy; text-transform: uppercase; letter-spacing: 5px; }
	h1, a, button, input, dialog { border: 9px solid lime; display: inline; } .reference, .content, .sidebar { display: none; }`

// mine says how something inside looks.
func mine(b *browsertest.Browser, selector, inner, property string) string {
	GinkgoHelper()
	return inside[string](b, selector, `getComputedStyle(root.querySelector(`+quoted(inner)+`)).getPropertyValue(`+quoted(property)+`)`)
}

var _ = Describe("The element", func() {
	It("shows a mounted reference and goes from page to page within itself", func(ctx SpecContext) {
		s := open(ctx)

		b := s.visit(`<h1 id="content">Host</h1><api-reference src="/docs/reference/"></api-reference>` + scriptTag)

		shows(b, "api-reference", "Mounted")
		By("following links")
		press(b, "api-reference", "a[href*='tags/orders']")
		shows(b, "api-reference", "orders")
		press(b, "api-reference", "main a[href*='operations/getOrder']")
		shows(b, "api-reference", "Find an order")
		Expect(inside[bool](b, "api-reference", `root.activeElement === root.querySelector("h1")`)).To(BeTrue(), "the focus is at the new heading")
		Expect(inside[string](b, "api-reference", `root.querySelector("[data-announcer]").textContent`)).To(ContainSubstring("Find an order"))
		Eventually(func() bool { return inside[bool](b, "api-reference", `root.querySelector(".client-tile") !== null`) }).Should(BeTrue(), "samples have their picker")
		b.Shoot("component")
		press(b, "api-reference", "button.skip")
		Expect(inside[bool](b, "api-reference", `root.activeElement === root.querySelector("#content")`)).To(BeTrue())

		By("searching")
		inside[any](b, "api-reference", `(root.querySelector("dialog[data-search-dialog]").showModal(), root.querySelector("[data-search-input]").value = "place", root.querySelector("[data-search-input]").dispatchEvent(new Event("input", {bubbles: true})), null)`)
		Eventually(func() string {
			return inside[string](b, "api-reference", `root.querySelector("[data-search-list]").textContent`)
		}).Should(ContainSubstring("Place an order"))
		press(b, "api-reference", "[data-search-list] a.result")
		shows(b, "api-reference", "Place an order")
		inside[any](b, "api-reference", `(root.querySelector(".sidebar-search input").value = "total", root.querySelector("form.sidebar-search").requestSubmit(), null)`)
		shows(b, "api-reference", "Search")

		By("leaving the page around as it was")
		Expect(browsertest.Eval[string](b, `location.pathname + location.hash + document.title + history.length`)).To(HavePrefix("/pageHost"))
		Expect(browsertest.Eval[string](b, `document.getElementById("content").textContent`)).To(Equal("Host"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("[style], style").length`)).To(BeZero())
		Expect(b.FitsWidth()).To(BeTrue())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("two show different descriptions, themes and modes, and nothing leaks in or out", func(ctx SpecContext) {
		s := open(ctx, visitors())
		s.files["/hostile.css"] = hostile

		b := s.visit(`<link rel="stylesheet" href="/hostile.css"><h1>Host</h1>` +
			configured(map[string]any{"spec": map[string]any{"content": described("First")}, "theme": "moon", "darkMode": false}, `id="a"`) +
			configured(map[string]any{"spec": map[string]any{"content": described("Second")}, "theme": "purple", "darkMode": true}, `id="b"`) + scriptTag)

		shows(b, "#a", "First")
		shows(b, "#b", "Second")
		Expect(mine(b, "#a", ".reference", "background-color")).To(Equal("rgb(204, 201, 179)"))
		Expect(mine(b, "#b", ".reference", "background-color")).To(Equal("rgb(21, 23, 28)"))
		for _, id := range []string{"#a", "#b"} {
			Expect(mine(b, id, "h1", "color")).NotTo(Equal("rgb(255, 0, 0)"))
			Expect(mine(b, id, "main p", "color")).NotTo(Equal("rgb(255, 0, 0)"))
			Expect(mine(b, id, ".reference", "font-size")).To(Equal("16px"))
			Expect(mine(b, id, "h1", "border-top-width")).To(Equal("0px"))
			Expect(mine(b, id, "h1", "text-transform")).To(Equal("none"))
			Expect(mine(b, id, "main p", "font-family")).NotTo(ContainSubstring("fantasy"))
			Expect(inside[int](b, id, `root.querySelectorAll("#content").length`)).To(Equal(1))
		}
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("h1")).backgroundColor + getComputedStyle(document.body).margin`)).To(Equal("rgba(0, 0, 0, 0)8px"))
		Expect(browsertest.Eval[bool](b, `document.getElementById("content") === null`)).To(BeTrue())
		b.Shoot("two-components")

		By("keeping what happens in one out of the other")
		press(b, "#a", "a[href*='tags/orders']")
		shows(b, "#a", "orders")
		shows(b, "#b", "Second")
		press(b, "#b", "[data-mode-toggle]")
		Expect(mine(b, "#a", ".reference", "background-color")).To(Equal("rgb(204, 201, 179)"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("leaves no listener, timer or observer behind when it is removed", func(ctx SpecContext) {
		s := open(ctx)
		s.files["/count.js"] = counting

		b := s.visit(`<h1>Host</h1><script src="/count.js"></script>` + scriptTag)
		before := browsertest.Eval[string](b, `living()`)
		for range 2 {
			browsertest.Eval[any](b, `(() => { const el = document.createElement("api-reference"); el.setAttribute("src", "/docs/reference/"); el.setAttribute("routing", "hash"); document.body.append(el); return null })()`)
			shows(b, "api-reference", "Mounted")
			Expect(browsertest.Eval[string](b, `living()`)).NotTo(Equal(before), "the counting counts")
			press(b, "api-reference", "main a[href*='operations/getOrder']")
			shows(b, "api-reference", "Find an order")
			Eventually(func() (int, error) { return browsertest.Ask[int](b, painted) }).ShouldNot(BeZero())
			browsertest.Eval[any](b, `(document.querySelector("api-reference").remove(), location.hash = "", null)`)
		}

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `living()`) }).Should(Equal(before))
		Expect(browsertest.Eval[int](b, painted)).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("says what to do when its server takes no descriptions", func(ctx SpecContext) {
		s := open(ctx)

		b := s.visit(`<h1>Host</h1>` + configured(map[string]any{"spec": map[string]any{"content": described("Nowhere")}}, "") + scriptTag)

		shows(b, "api-reference", "WithVisitorDescriptions")
		Expect(inside[string](b, "api-reference", `root.querySelector("[role=alert]").textContent`)).To(ContainSubstring("name a mounted reference with src"))
	})

	It("is there with import, when its configuration came before its script, and begins at the page that src names", func(ctx SpecContext) {
		s := open(ctx, visitors())
		s.files["/early.js"] = `document.querySelector("#early").configuration = {spec: {content: ` + described("Early") + `}};`
		s.files["/main.js"] = `import "/docs/reference/assets/api-reference.js";`

		b := s.visit(`<h1>Host</h1><api-reference id="early"></api-reference><api-reference id="deep" src="/docs/reference/operations/getOrder"></api-reference>` +
			`<script src="/early.js"></script><script type="module" src="/main.js"></script>`)

		shows(b, "#early", "Early")
		shows(b, "#deep", "Find an order")
		press(b, "#deep", ".sidebar-title")
		shows(b, "#deep", "Mounted")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("keeps the page when the text changes, and shows the overview when there is no such page any more", func(ctx SpecContext) {
		s := open(ctx, visitors())
		b := s.visit(`<h1>Host</h1>` + configured(map[string]any{"spec": map[string]any{"content": described("One")}}, "") + scriptTag)
		press(b, "api-reference", "main a[href*='operations/getOrder']")
		shows(b, "api-reference", "Find an order")

		without := strings.ReplaceAll(described("Two"), "getOrder", "fetchOrder")
		browsertest.Eval[any](b, `(document.querySelector("api-reference").configuration = {spec: {content: `+quoted(without)+`}}, null)`)

		shows(b, "api-reference", "Two")
	})

	It("says where a description is wrong", func(ctx SpecContext) {
		s := open(ctx, visitors())

		b := s.visit(`<h1>Host</h1>` + configured(map[string]any{"spec": map[string]any{"content": "openapi: 3.1.0\ninfo: {title: [}\n"}}, "") + scriptTag)

		shows(b, "api-reference", "line 2")
	})
})

// painted counts the ranges that samples are coloured by.
const painted = `[...CSS.highlights.values()].reduce((n, h) => n + h.size, 0)`

// counting wraps what begins and ends listeners outside of elements, timers and
// observers, and tells what is alive.
var counting = strings.TrimSpace(`
(() => {
  const listeners = new Set(), timers = new Set(), observers = new Set();
  for (const target of [window, document, MediaQueryList.prototype]) {
    const { addEventListener, removeEventListener } = target;
    const named = (self, type, f) => [...listeners].find((l) => l.self === self && l.type === type && l.f === f);
    target.addEventListener = function (type, f, options) {
      const self = this ?? window, entry = { self, type, f };
      listeners.add(entry);
      options?.signal?.addEventListener("abort", () => listeners.delete(entry));
      return addEventListener.call(self, type, options?.once ? (e) => (listeners.delete(entry), f.call(self, e)) : f, options);
    };
    target.removeEventListener = function (type, f, options) {
      listeners.delete(named(this ?? window, type, f));
      return removeEventListener.call(this ?? window, type, f, options);
    };
  }
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  window.setTimeout = (f, after) => { const id = setTimeout(() => (timers.delete(id), f()), after); timers.add(id); return id; };
  window.clearTimeout = (id) => (timers.delete(id), clearTimeout(id));
  window.setInterval = (f, every) => { const id = setInterval(f, every); timers.add(id); return id; };
  window.clearInterval = (id) => (timers.delete(id), clearInterval(id));
  for (const name of ["MutationObserver", "IntersectionObserver", "ResizeObserver"]) {
    window[name] = class extends window[name] {
      observe(...args) { observers.add(this); return super.observe(...args); }
      disconnect() { observers.delete(this); return super.disconnect(); }
    };
  }
  window.living = () => [listeners.size, timers.size, observers.size].join();
})();
`)
