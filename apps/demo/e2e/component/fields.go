package component

import (
	"context"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// field is an element for each way to say what it shows: a text, and a mounted
// reference.
func field(s *site, name string, value any) *browsertest.Browser {
	GinkgoHelper()
	sent := map[string]any{"spec": map[string]any{"content": described("Sent")}}
	own := map[string]any{}
	if name != "" {
		sent[name], own[name] = value, value
	}
	b := s.visit(`<h1>Host</h1>` + configured(sent, `id="sent"`) + configured(own, `id="mounted" src="/docs/reference/"`) + scriptTag)
	shows(b, "#sent", "Sent")
	shows(b, "#mounted", "Mounted")
	return b
}

var _ = Describe("The configuration of an element", func() {
	DescribeTable("has an effect, field by field",
		func(ctx SpecContext, name string, value any, selector, page, check string) {
			s := open(ctx, visitors())
			b := field(s, name, value)
			for id := range strings.FieldsSeq(selector) {
				if page != "" {
					press(b, id, "main a[href*='"+page+"']")
				}
				Eventually(func() bool { return inside[bool](b, id, "Boolean("+check+")") }).Should(BeTrue(), id+": "+check)
			}
			Expect(b.Troubles()).To(BeEmpty())
		},
		Entry("theme", "theme", "saturn", "#sent #mounted", "", `root.querySelector(".api-reference").matches(".theme-saturn") && getComputedStyle(root.querySelector(".reference")).backgroundColor === "rgb(243, 243, 238)"`),
		Entry("darkMode", "darkMode", true, "#sent #mounted", "", `getComputedStyle(root.querySelector(".reference")).backgroundColor === "rgb(15, 15, 15)" && root.querySelector(".dark-mode") !== null`),
		Entry("showSidebar", "showSidebar", false, "#sent #mounted", "", `root.querySelector("[data-sidebar]") === null && root.querySelector("main").getBoundingClientRect().left < 200`),
		Entry("hideDownloadButton", "hideDownloadButton", true, "#sent #mounted", "", `[...root.querySelectorAll(".download-button")].every(el => !el.checkVisibility())`),
		Entry("customCss", "customCss", `:root { --scalar-color-1: rgb(1, 2, 3) } body { outline: 3px solid rgb(4, 5, 6) }`, "#sent #mounted", "", `getComputedStyle(root.querySelector("h1")).color === "rgb(1, 2, 3)" && getComputedStyle(root.querySelector(".reference")).outlineColor === "rgb(4, 5, 6)" && getComputedStyle(document.body).outlineStyle === "none"`),
		Entry("withDefaultFonts", "withDefaultFonts", false, "#sent #mounted", "", `!getComputedStyle(root.querySelector("h1")).fontFamily.includes("Inter")`),
		Entry("nothing", "", nil, "#sent #mounted", "", `getComputedStyle(root.querySelector("h1")).fontFamily.includes("Inter") && root.querySelector("[data-nav-group=Models]") !== null && root.querySelector(".download-button").checkVisibility() && root.querySelector("[data-sidebar]") !== null`),
		Entry("hideModels", "hideModels", true, "#sent", "", `root.querySelector("a[href*='models/']") === null`),
		Entry("hideSearch", "hideSearch", true, "#sent", "", `root.querySelector("[data-search-dialog]") === null`),
		Entry("hiddenClients", "hiddenClients", []string{"ruby"}, "#sent", "operations/getOrder", `root.querySelector(".client-tile") !== null && ![...root.querySelectorAll(".client-tile")].some(el => el.textContent.includes("Ruby"))`),
		Entry("hideTestRequestButton", "hideTestRequestButton", true, "#sent", "operations/getOrder", `root.querySelector("h1").textContent === "Find an order" && root.querySelector("[data-try]") === null`),
		Entry("authentication", "authentication", map[string]any{"http": map[string]any{"bearer": map[string]any{"token": "T-42"}}}, "#sent", "operations/getOrder", `root.querySelector("[data-request-card] script")?.textContent.includes(btoa("Bearer T-42")) && !root.querySelector("main").innerText.includes("T-42")`),
	)

	It("calls onSpecUpdate when the text has changed, and stays on the page", func(ctx SpecContext) {
		s := open(ctx, visitors())
		s.files["/set.js"] = `const el = document.createElement("api-reference"); window.updates = [];
			window.show = (content) => { el.configuration = { spec: { content }, onSpecUpdate: (text) => updates.push(text) }; };
			show(() => (` + described("Before") + `)); document.body.append(el);`
		b := s.visit(`<h1>Host</h1>` + scriptTag + `<script src="/set.js"></script>`)
		shows(b, "api-reference", "Before")
		press(b, "api-reference", "main a[href*='operations/getOrder']")
		shows(b, "api-reference", "Find an order")
		Expect(browsertest.Eval[int](b, `updates.length`)).To(BeZero())

		after := strings.Replace(described("After"), "Find an order", "Look an order up", 1)
		browsertest.Eval[any](b, `(show(`+quoted(after)+`), null)`)

		shows(b, "api-reference", "Look an order up")
		Expect(browsertest.Eval[[]string](b, `updates`)).To(Equal([]string{after}))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("opens the search with searchHotKey in the element with the focus, and from anywhere when it is alone", func(ctx SpecContext) {
		s := open(ctx)
		one := configured(map[string]any{"searchHotKey": "l"}, `id="a" src="/docs/reference/"`)
		two := configured(map[string]any{"searchHotKey": "l"}, `id="b" src="/docs/reference/"`)
		b := s.visit(`<h1>Host</h1>` + one + two + scriptTag)
		shows(b, "#a", "Mounted")
		shows(b, "#b", "Mounted")
		opened := func(id string) bool { return inside[bool](b, id, `root.querySelector("dialog[open]") !== null`) }

		b.Run(ctrl("l"))
		Consistently(func() bool { return opened("#a") || opened("#b") }, "200ms").Should(BeFalse())

		inside[any](b, "#b", `(root.querySelector("main a").focus(), null)`)
		b.Run(ctrl("l"))
		Eventually(func() bool { return opened("#b") }).Should(BeTrue())
		Expect(opened("#a")).To(BeFalse())
		inside[any](b, "#b", `(root.querySelector("dialog[open]").close(), el.remove(), null)`)

		browsertest.Eval[any](b, `(document.activeElement.blur?.(), null)`)
		b.Run(ctrl("l"))
		Eventually(func() bool { return opened("#a") }).Should(BeTrue())
	})

	It("shows a reference in its language, and a text in that of the configuration", func(ctx SpecContext) {
		s := open(ctx, visitors(), viewer.WithConfiguration(viewer.Configuration{Language: "ar"}))
		german := configured(map[string]any{"language": "de", "spec": map[string]any{"content": described("Own")}}, `id="b"`)
		b := s.visit(`<h1>Host</h1><api-reference id="a" src="/docs/reference/"></api-reference>` + scriptTag)
		shows(b, "#a", "Mounted")

		Expect(inside[string](b, "#a", `getComputedStyle(root.querySelector("main")).direction + " " + root.querySelector(".api-reference").lang`)).To(Equal("rtl ar"))
		Eventually(func() string { return inside[string](b, "#a", `root.querySelector("[data-mode-label]").textContent`) }).Should(Equal("النظام"))
		Expect(b.Troubles()).To(BeEmpty())

		b = s.visit(`<h1>Host</h1>` + german + scriptTag)
		shows(b, "#b", "Own")
		Expect(inside[string](b, "#b", `root.querySelector(".api-reference").lang`)).To(Equal("de"))
		Expect(inside[string](b, "#b", `root.querySelector("[data-authenticate]").textContent`)).To(Equal("Zugangsdaten eingeben"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("sends a description again that the server has forgotten", func(ctx SpecContext) {
		s := open(ctx, viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{Kept: 1}))
		b := s.visit(`<h1>Host</h1>` + configured(map[string]any{"spec": map[string]any{"content": described("Kept")}}, `id="a"`) + scriptTag)
		shows(b, "#a", "Kept")
		browsertest.Eval[any](b, `(() => { const el = document.createElement("api-reference"); el.id = "b"; el.configuration = {spec: {content: `+described("Newer")+`}}; document.body.append(el); return null })()`)
		shows(b, "#b", "Newer")

		press(b, "#a", "main a[href*='operations/getOrder']")

		shows(b, "#a", "Find an order")
	})

	It("fits into a narrow place of a wide page, and has no fault that axe knows", func(ctx SpecContext) {
		s := open(ctx)
		s.files["/narrow.css"] = `main { width: 420px; height: 600px; overflow: auto; } api-reference { --api-reference-height: 600px; }`
		b := s.visit(`<link rel="stylesheet" href="/narrow.css"><header><h1>Host</h1></header><api-reference src="/docs/reference/"></api-reference>` + scriptTag)
		shows(b, "api-reference", "Mounted")
		Expect(b.Troubles()).To(BeEmpty())
		Expect(b.Axe()).To(BeEmpty())
		ofAxe := len(b.Troubles()) // it may style what it measures, which the policy stops

		inside[any](b, "api-reference", `(() => { const main = document.createElement("main"); root.querySelector("h1").id = "before"; main.append(el); document.body.append(main); return null })()`)
		Eventually(func() bool { return inside[bool](b, "api-reference", `root.getElementById("before") === null`) }).Should(BeTrue(), "what it shows is loaded again")
		shows(b, "api-reference", "Mounted")
		Eventually(mine).WithArguments(b, "api-reference", ".topbar", "display").Should(Equal("flex"), "its sheet is loaded again")
		Expect(inside[int](b, "api-reference", `Math.round(root.querySelector("main").getBoundingClientRect().right - el.getBoundingClientRect().left)`)).To(BeNumerically("<=", 420))
		press(b, "api-reference", ".topbar-menu")
		Expect(inside[bool](b, "api-reference", `root.querySelector("[data-sidebar]").matches(":popover-open")`)).To(BeTrue())
		Expect(inside[[]int](b, "api-reference", `(({width, height}) => [Math.round(width), Math.round(height)])(root.querySelector("[data-sidebar]").getBoundingClientRect())`)).To(Equal([]int{336, 900}))
		b.Shoot("narrow-component")
		Expect(b.Troubles()[ofAxe:]).To(BeEmpty())
	})
})

// ctrl presses a letter together with Ctrl.
func ctrl(letter string) chromedp.Action {
	code := int64(strings.ToUpper(letter)[0])
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchKeyEvent(input.KeyDown).WithModifiers(input.ModifierCtrl).WithKey(letter).
			WithCode("Key" + strings.ToUpper(letter)).WithWindowsVirtualKeyCode(code).Do(ctx)
	})
}
