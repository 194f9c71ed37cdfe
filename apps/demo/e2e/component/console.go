package component

import (
	"io"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// shop is an API that notes what it gets.
type shop struct {
	browsertest.Requests
	address string
	gone    chan struct{} // receives when a request for order 0 has been given up
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	browsertest.Admit(w, r)
	if r.Method == http.MethodOptions {
		return
	}
	s.Note(r)
	if strings.HasSuffix(r.URL.Path, "/orders/0") {
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		s.gone <- struct{}{}
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"total": 12345678901234567890}`)
}

// openShop makes a site with the reference of an API.
func openShop(ctx SpecContext, options ...viewer.Option) (*shop, *site) {
	GinkgoHelper()
	api := &shop{gone: make(chan struct{}, 1)}
	api.address = browsertest.Serve(api)
	s := openOf(ctx, strings.ReplaceAll(described("Mounted"), "https://api.example", api.address), options...)
	s.policy = strings.Replace(ui.BodyPolicy(policy), "connect-src 'self'", "connect-src 'self' "+api.address, 1)
	return api, s
}

// consoleOf opens the console of the operation that an element shows.
func consoleOf(b *browsertest.Browser, selector string) {
	GinkgoHelper()
	Eventually(func() bool {
		return inside[bool](b, selector, `root.querySelector("[data-try]")?.checkVisibility({visibilityProperty: true}) ?? false`)
	}).Should(BeTrue())
	inside[any](b, selector, `(root.querySelector("[data-try]").focus(), null)`)
	b.Run(chromedp.KeyEvent(kb.Enter))
	Eventually(func() bool { return inside[bool](b, selector, `root.querySelector("dialog.console[open]") !== null`) }).Should(BeTrue())
}

// typed types into a control of the console of an element.
func typed(b *browsertest.Browser, selector, control, text string) {
	GinkgoHelper()
	inside[any](b, selector, `(root.querySelector("dialog.console[open] `+control+`").select(), null)`)
	b.Run(chromedp.KeyEvent(text))
}

// pressIn presses a button of the open console of an element.
func pressIn(b *browsertest.Browser, selector, text string) {
	GinkgoHelper()
	inside[any](b, selector, `([...root.querySelectorAll("dialog.console[open] button")].find((el) => el.textContent === `+quoted(text)+`).click(), null)`)
}

// in is the text of something in the open console of an element.
func in(b *browsertest.Browser, selector, inner string) func() string {
	return func() string {
		return inside[string](b, selector, `root.querySelector("dialog.console[open] `+inner+`")?.textContent ?? ""`)
	}
}

const idControl = `[data-name=id] .try-control .try-input`

var _ = Describe("The console of an element", func() {
	It("sends requests, beside another one and under the sheet and the policy of the page around", func(ctx SpecContext) {
		api, s := openShop(ctx)
		s.files["/hostile.css"] = hostile
		b := s.visit(`<link rel="stylesheet" href="/hostile.css"><h1>Host</h1>` +
			`<api-reference id="a" src="/docs/reference/operations/getOrder"></api-reference><api-reference id="b" src="/docs/reference/operations/getOrder"></api-reference>` + scriptTag)
		shows(b, "#a", "Find an order")
		shows(b, "#b", "Find an order")

		consoleOf(b, "#a")
		Expect(inside[bool](b, "#b", `root.querySelector("dialog.console") === null`)).To(BeTrue())
		typed(b, "#a", "[data-scheme=token] input", "s3cret")
		typed(b, "#a", idControl, "42")
		Eventually(in(b, "#a", ".try-sample code")).Should(And(ContainSubstring("/v1/orders/42"), ContainSubstring("Bearer ********")))
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))

		got := api.Last(1)
		Expect(got.Target).To(Equal("/v1/orders/42"))
		Expect(got.Header.Get("Authorization")).To(Equal("Bearer s3cret"))
		Eventually(in(b, "#a", ".try-summary")).Should(ContainSubstring("200 OK"))
		Eventually(in(b, "#a", ".body-view")).Should(ContainSubstring("12345678901234567890"))
		Expect(inside[bool](b, "#a", `root.activeElement.matches("dialog.console *")`)).To(BeTrue(), "the focus stays in the console")
		Eventually(in(b, "#a", "[data-announcer]")).Should(HaveSuffix("It is as described."))
		typed(b, "#a", ".body-tools input", "total"+kb.Enter)
		Eventually(in(b, "#a", "[data-announcer]")).Should(Equal("Place 1 of 1 place"), "it is heard where it is")
		Expect(mine(b, "#a", "dialog.console", "border-top-width")).To(Equal("0px"))
		Expect(mine(b, "#a", "dialog.console h2", "text-transform")).To(Equal("none"))
		Expect(inside[[]int](b, "#a", `(({right, height}) => [Math.round(right), Math.round(height)])(root.querySelector("dialog.console").getBoundingClientRect())`)).To(Equal([]int{1440, 900}))
		b.Shoot("component-console")

		By("keeping a history")
		inside[any](b, "#a", `(root.querySelectorAll("dialog.console[open] [role=tab]")[1].focus(), null)`)
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(in(b, "#a", ".past-row")).Should(ContainSubstring("/orders/42"))

		By("going where it came from")
		b.Run(chromedp.KeyEvent(kb.Escape))
		Eventually(func() bool {
			return inside[bool](b, "#a", `root.querySelector("dialog.console[open]") === null && root.activeElement === root.querySelector("[data-try]")`)
		}).Should(BeTrue())
		Eventually(func() string {
			return inside[string](b, "#a", `root.querySelector("main [data-request-card] code").textContent`)
		}).Should(ContainSubstring("/orders/42"))
		Expect(inside[string](b, "#b", `root.querySelector("main [data-request-card] code").textContent`)).To(ContainSubstring("/orders/7"))
		consoleOf(b, "#b")
		Expect(inside[string](b, "#b", `root.querySelector("dialog.console[open] `+idControl+`").value`)).To(Equal("7"))
		b.Run(chromedp.KeyEvent(kb.Escape))
		consoleOf(b, "#a")
		Expect(inside[string](b, "#a", `root.querySelector("dialog.console[open] `+idControl+`").value`)).To(Equal("42"), "what was typed is there again")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("has no fault that axe knows, wide and narrow, light and dark", func(ctx SpecContext) {
		_, s := openShop(ctx)
		b := s.visit(`<header><h1>Host</h1></header><api-reference src="/docs/reference/operations/placeOrder"></api-reference>` + scriptTag)
		shows(b, "api-reference", "Place an order")
		consoleOf(b, "api-reference")
		pressIn(b, "api-reference", "Send")
		Eventually(in(b, "api-reference", ".body-view")).Should(ContainSubstring("12345678901234567890"))

		for _, mode := range []string{"light", "dark"} {
			b.Prefer("prefers-color-scheme", mode)
			for _, width := range []int64{1440, 390} {
				b.Resize(width, 844)
				Eventually(b.Axe).Should(BeEmpty(), "%s, %d", mode, width)
				Expect(b.FitsWidth()).To(BeTrue())
			}
			b.Shoot("component-console-" + mode)
		}
	})

	It("says that the policy of the page around stops a request", func(ctx SpecContext) {
		api, s := openShop(ctx)
		s.policy = policy
		b := s.visit(`<h1>Host</h1><api-reference src="/docs/reference/operations/getOrder"></api-reference>` + scriptTag)
		shows(b, "api-reference", "Find an order")

		consoleOf(b, "api-reference")
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))

		Eventually(in(b, "api-reference", ".try-result")).Should(ContainSubstring(" to connect-src."))
		Expect(api.Count()).To(BeZero())
	})

	It("gives up a request when the element is removed", func(ctx SpecContext) {
		api, s := openShop(ctx)
		b := s.visit(`<h1>Host</h1><api-reference src="/docs/reference/operations/getOrder"></api-reference>` + scriptTag)
		shows(b, "api-reference", "Find an order")
		consoleOf(b, "api-reference")
		typed(b, "api-reference", idControl, "0")
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
		api.Last(1)

		browsertest.Eval[any](b, `(document.querySelector("api-reference").remove(), null)`)

		Eventually(api.gone).WithContext(ctx).Should(Receive())
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("tries what the page has sent: under its policy, in its page only, and back from logins by way of the viewer", func(ctx SpecContext) {
		api, s := openShop(ctx, visitors())
		own := strings.ReplaceAll(described("Sent"), "https://api.example", api.address)
		own = strings.Replace(own, `{"type": "http", "scheme": "bearer"}`, `{"type": "oauth2", "flows": {"authorizationCode": {"authorizationUrl": "https://id.example/login", "tokenUrl": "https://id.example/token", "scopes": {}}}}`, 1)
		b := s.visit(`<h1>Host</h1>` + configured(map[string]any{
			"spec":           map[string]any{"content": own},
			"authentication": map[string]any{"oAuth2": map[string]any{"clientId": "shop"}},
		}, "") + scriptTag)
		shows(b, "api-reference", "Sent")
		press(b, "api-reference", "main a[href*='operations/getOrder']")
		shows(b, "api-reference", "Find an order")

		consoleOf(b, "api-reference")
		Expect(in(b, "api-reference", ".try-menu")()).NotTo(ContainSubstring("Copy link"), "nobody else has the description")
		browsertest.Eval[any](b, `(window.open = (address) => { window.opened = address; return null; }, null)`)
		pressIn(b, "api-reference", "Log in")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `new URL(window.opened ?? "x:y").searchParams.get("redirect_uri") ?? ""`)
		}).
			Should(Equal(s.address + "/docs/reference/_/oauth"))
		typed(b, "api-reference", idControl, "42")
		pressIn(b, "api-reference", "Send")
		Expect(api.Last(1).Target).To(Equal("/v1/orders/42"))
		Eventually(in(b, "api-reference", ".try-summary")).Should(ContainSubstring("200 OK"))
		Expect(b.Troubles()).To(BeEmpty())

		page := inside[string](b, "api-reference", `root.querySelector("#nav a[aria-current]").href`)
		Expect(page).To(ContainSubstring("/docs/reference/_d/"))
		browsertest.Eval[any](b, `(location.href = `+quoted(page)+`, null)`)
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("h1")?.textContent ?? ""`)
		}).Should(Equal("Find an order"))
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.querySelector(".client-tile") !== null`)
		}).Should(BeTrue(), "its scripts have run")
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-try]").checkVisibility({visibilityProperty: true})`)).To(BeFalse())
	})
})
