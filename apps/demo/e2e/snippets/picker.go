package snippets

import (
	"os"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

func shop() string {
	GinkgoHelper()
	text, err := os.ReadFile("snippets/testdata/shop.yaml")
	Expect(err).NotTo(HaveOccurred())
	return string(text)
}

// visit opens an operation and waits for the picker.
func visit(b *browsertest.Browser, root, operation string) {
	GinkgoHelper()
	b.Visit(root + "operations/" + operation)
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `!!document.querySelector("[data-request-card][data-ready]")`)
	}).Should(BeTrue())
}

const (
	code    = `document.querySelector(".request-view code").textContent`
	pressed = `[...document.querySelectorAll('.client-tile[aria-pressed="true"]')].map(e => e.textContent).join()`
	tiles   = `[...document.querySelectorAll(".client-tiles button")].map(e => e.textContent)`
)

func click(b *browsertest.Browser, text string) {
	GinkgoHelper()
	Eventually(func() (bool, error) {
		return browsertest.Ask[bool](b, `(() => { const e = [...document.querySelectorAll(".request-view button")].find(e => e.textContent === "`+text+`"); e?.click(); return !!e; })()`)
	}).Should(BeTrue(), text)
}

func see(b *browsertest.Browser, script string) AsyncAssertion {
	return Eventually(func() (string, error) { return browsertest.Ask[string](b, script) })
}

var _ = Describe("The picker of clients", func() {
	It("shows tiles and a list, is used by keyboard, and remembers", func(ctx SpecContext) {
		root := serve(ctx, shop(), viewer.Configuration{})
		b := browsertest.Open()
		visit(b, root, "list")
		Expect(browsertest.Eval[[]string](b, tiles)).To(Equal([]string{"Shell", "Ruby", "Node.js", "PHP", "Python", "Go", "Trefoil", "More"}))
		Expect(browsertest.Eval[string](b, pressed)).To(Equal("Shell"))
		Expect(browsertest.Eval[string](b, code)).To(HavePrefix("curl 'https://shop.example/v1/orders?key=YOUR_TOKEN'"))

		By("choosing a tile")
		click(b, "Go")
		see(b, code).Should(HavePrefix("package main\n"))
		Expect(browsertest.Eval[string](b, pressed)).To(Equal("Go"))

		By("finding a client with the keyboard alone")
		b.Run(browsertest.Focus(".client-more"), chromedp.KeyEvent(kb.Enter))
		see(b, `document.activeElement.getAttribute("role") ?? ""`).Should(Equal("combobox"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".client-option").length`)).To(Equal(48))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("client-list")
		b.Run(chromedp.KeyEvent("okhttp"), chromedp.KeyEvent(kb.ArrowDown))
		see(b, `document.getElementById(document.activeElement.getAttribute("aria-activedescendant"))?.parentElement.getAttribute("aria-label") ?? ""`).Should(Equal("Kotlin"))
		browsertest.Eval[bool](b, `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true, cancelable: true}))`)
		see(b, code).Should(ContainSubstring("fun main() {"))
		see(b, `document.activeElement.textContent`).Should(Equal("Kotlin OkHttp"))

		By("closing the list with Escape")
		b.Run(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("zzz"))
		see(b, `document.querySelector(".client-none")?.textContent ?? ""`).Should(Equal("No client has this name."))
		b.Run(chromedp.KeyEvent(kb.Escape))
		see(b, `document.activeElement.textContent`).Should(Equal("Kotlin OkHttp"))
		Expect(browsertest.Eval[bool](b, `document.querySelector(".client-list").hidden`)).To(BeTrue())

		By("remembering it for other pages")
		Expect(browsertest.Eval[string](b, `localStorage.getItem("trefoil.client")`)).To(Equal("kotlin/okhttp"))
		b.Run(chromedp.Reload())
		see(b, `document.querySelector(".request-view code")?.textContent ?? ""`).Should(ContainSubstring("fun main() {"))
		Expect(b.Axe()).To(BeEmpty())

		By("following a link of the sidebar")
		browsertest.Eval[bool](b, `(() => { document.querySelector('nav a[href$="create"]').click(); return true; })()`)
		see(b, `document.querySelector("h1").textContent`).Should(Equal("create"))
		see(b, `document.querySelector(".request-view code")?.textContent ?? ""`).Should(And(ContainSubstring("fun main() {"), ContainSubstring(`"POST"`)))
		Expect(b.Troubles()).To(BeEmpty())
		Expect(b.Inline()).To(BeZero())
	})

	It("shrinks and grows the sample, wraps it, colours it, and fits a telephone", func(ctx SpecContext) {
		root := serve(ctx, shop(), viewer.Configuration{DefaultHTTPClient: viewer.HTTPClient{TargetKey: "python"}, FeaturedClients: []string{"python/requests", "go", "nope"}})
		b := browsertest.Open()
		visit(b, root, "list")
		Expect(browsertest.Eval[[]string](b, tiles)).To(Equal([]string{"Python", "Go", "More"}))
		Expect(browsertest.Eval[string](b, code)).To(HavePrefix("import requests"))
		Expect(browsertest.Eval[int](b, `CSS.highlights.get("sample-string").size`)).To(BeNumerically(">", 2))

		choose := func(label string) string {
			return `(() => { const s = document.querySelector(".request-variant"); s.value = "` + label + `"; s.dispatchEvent(new Event("change")); return s.value; })()`
		}
		Expect(browsertest.Eval[string](b, choose("All fields"))).To(Equal("All fields"))
		see(b, code).Should(ContainSubstring(`"limit": "20"`))
		Expect(browsertest.Eval[string](b, choose("Usual fields"))).To(Equal("Usual fields"))
		see(b, code).ShouldNot(ContainSubstring(`"limit": "20"`))

		click(b, "Wrap")
		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector(".request-view pre")).whiteSpaceCollapse + document.querySelector(".sample-tool").ariaPressed`)).To(Equal("preservetrue"))
		b.Resize(320, 800)
		Expect(b.FitsWidth()).To(BeTrue())
		b.Shoot("client-phone")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("has tabs for the samples of the author, which come first", func(ctx SpecContext) {
		root := serve(ctx, shop(), viewer.Configuration{})
		b := browsertest.Open()
		visit(b, root, "create")
		Expect(browsertest.Eval[[]string](b, tiles)).To(Equal([]string{"Our SDK", "PHP", "Shell", "Ruby", "Node.js", "Python", "More"}))
		Expect(browsertest.Eval[string](b, code)).To(Equal("order := shop.Create(<>)\n// \"it's\" done"))
		Expect(browsertest.Eval[string](b, pressed)).To(Equal("Our SDK"))
		click(b, "Shell")
		see(b, code).Should(HavePrefix("curl "))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("client-author")
	})

	It("leaves curl and the samples of the author readable without a script", func(ctx SpecContext) {
		root := serve(ctx, shop(), viewer.Configuration{})
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(root + "operations/create")
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".request-card summary")].map(e => e.textContent.trim())`)).To(Equal([]string{"Our SDK", "PHP", "curl"}))
		Expect(browsertest.Eval[string](b, `document.querySelector("[data-curl] code").textContent`)).To(HavePrefix("curl 'https://shop.example/v1/orders'"))
	})
})

var _ = Describe("Credentials that are filled in", func() {
	It("are masked in the page and real in what is copied", func(ctx SpecContext) {
		root := serve(ctx, shop(), viewer.Configuration{Authentication: viewer.Authentication{
			PreferredSecurityScheme: "key", APIKey: viewer.APIKeyCredentials{Token: "canary&1"}, HTTP: viewer.HTTPCredentials{Bearer: viewer.BearerCredentials{Token: "canary2"}},
		}})
		b := browsertest.Open()
		visit(b, root, "list")
		Expect(browsertest.Eval[string](b, code)).To(Equal("curl 'https://shop.example/v1/orders?key=********' \\\n  --header 'Authorization: Bearer ********'"))
		Expect(browsertest.Eval[bool](b, `document.documentElement.outerHTML.includes("canary")`)).To(BeFalse())

		browsertest.Eval[bool](b, `(() => { navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }; return true; })()`)
		click(b, "Copy")

		see(b, `window.copied ?? ""`).Should(Equal("curl 'https://shop.example/v1/orders?key=canary%261' \\\n  --header 'Authorization: Bearer canary2'"))
		see(b, `document.querySelector("[data-announcer]").textContent`).Should(Equal("Copied"))
		Expect(browsertest.Eval[bool](b, `document.documentElement.outerHTML.includes("canary")`)).To(BeFalse())
	})
})

// hiding is the reference of the shop with some clients hidden, as JSON says which.
// An empty text says nothing.
func hiding(ctx SpecContext, text string) string {
	GinkgoHelper()
	var c viewer.Configuration
	if text != "" {
		c.HiddenClients = new(viewer.HiddenClients)
		Expect(c.HiddenClients.UnmarshalJSON([]byte(text))).To(Succeed())
	}
	return serve(ctx, shop(), c)
}

var _ = DescribeTable("hiddenClients",
	func(ctx SpecContext, text string, count int, gone ...string) {
		left := read(hiding(ctx, text), "list").data.clients()

		Expect(left).To(HaveLen(count))
		for _, key := range gone {
			Expect(left).NotTo(ContainElement(key))
		}
	},
	Entry("absent: Unirest for Node is hidden", "", 48, "node/unirest"),
	Entry("[]: all are shown", `[]`, 49),
	Entry("true: no client is left", `true`, 0),
	Entry("a client, in every language", `["fetch"]`, 47, "js/fetch", "node/fetch"),
	Entry("a language", `["php"]`, 44, "php/curl", "php/guzzle"),
	Entry("one client of a language", `["php/curl"]`, 48, "php/curl"),
	Entry("a language in an object", `{"node":true}`, 42, "node/undici", "node/fetch"),
	Entry("clients in an object", `{"php":["curl","php/guzzle"]}`, 47, "php/curl", "php/guzzle"),
	Entry("false and names that are not known", `{"php":false,"cobol":true,"go":["nope"]}`, 49),
	Entry("all clients of a language", `["shell/curl","httpie","wget"]`, 46, "shell/curl", "shell/wget"),
)

var _ = Describe("A list of clients of which some are hidden", func() {
	It("shows those that are left, and no group without any", func(ctx SpecContext) {
		b := browsertest.Open()
		for _, text := range []string{"", `["shell/curl","httpie","wget"]`} {
			root := hiding(ctx, text)
			visit(b, root, "list")
			b.Run(browsertest.Click(".client-more"))

			Expect(browsertest.Eval[int](b, `document.querySelectorAll(".client-option").length`)).To(Equal(len(read(root, "list").data.clients())))
			Expect(browsertest.Eval[[]int](b, `[...document.querySelectorAll(".client-group")].map(g => g.querySelectorAll(".client-option").length)`)).To(And(Not(BeEmpty()), HaveEach(BeNumerically(">", 0))))
		}
	})

	It("has no card where none is left", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(hiding(ctx, `true`) + "operations/list")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".request-card").length`)).To(BeZero())
	})
})
