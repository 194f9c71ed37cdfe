package credentials

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// simple are schemes without a provider.
var simple = object{
	"header": object{"type": "apiKey", "in": "header", "name": "X-Key", "description": "<img src=x onerror=alert(1)> A key."},
	"query":  object{"type": "apiKey", "in": "query", "name": "key"},
	"cookie": object{"type": "apiKey", "in": "cookie", "name": "session"},
	"basic":  object{"type": "http", "scheme": "Basic"},
	"bearer": object{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
	"digest": object{"type": "http", "scheme": "Digest"},
	"mtls":   object{"type": "mutualTLS"},
}

var _ = Describe("Credentials", func() {
	It("are asked for by alternatives, said when they are missing, and placed where a scheme wants them", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Security: [][]object{need("header", "query", "cookie", "mtls"), need("basic"), need("bearer"), {}}}, simple)
		t := s.open()

		Expect(browsertest.Eval[[]string](t.Browser, `[...document.querySelectorAll(".credential-alternatives label")].map((l) => l.innerText.trim())`)).
			To(Equal([]string{"header and query and cookie and mtls", "basic", "bearer", "Nothing"}))
		Expect(t.authorize(api).Headers).To(BeEmpty()) // nothing is needed, so nothing is asked for
		Expect(t.authorize(api).Withheld).To(BeEmpty())

		t.Run(browsertest.Click(`input[value="0"]`))
		Expect(t.text(".credentials > .credential-status")).To(Equal("Still needed: a key for header, a key for query, a key for cookie."))
		t.fill("header", "token", "h1")
		t.fill("query", "token", "q&1")
		Expect(t.text(".credentials > .credential-status")).To(Equal("Still needed: a key for cookie."))
		Expect(t.authorize(api).Withheld).To(HaveLen(2))
		t.fill("cookie", "token", "c1")
		Expect(t.text(".credentials > .credential-status")).To(BeEmpty())
		a := t.authorize(api)
		Expect(a.Headers).To(Equal([][]string{{"X-Key", "h1"}}))
		Expect(a.Query).To(Equal([][]string{{"key", "q&1"}}))
		Expect(a.Cookies).To(Equal([][]string{{"session", "c1"}}))
		Expect(a.Withheld).To(HaveLen(1))
		Expect(a.Withheld[0].Scheme).To(Equal("mtls"))

		t.Run(browsertest.Click(`input[value="1"]`))
		t.fill("basic", "username", "Jürgen")
		t.fill("basic", "password", "p:w")
		Expect(t.authorize(api).Headers).To(Equal([][]string{{"Authorization", "Basic SsO8cmdlbjpwOnc="}}))

		t.Run(browsertest.Click(`input[value="2"]`))
		t.fill("bearer", "token", "b1")
		Expect(t.authorize(api).Headers).To(Equal(bearer("b1")))
		t.fill("bearer", "token", "смысл")
		Expect(t.authorize(api).Headers).To(BeEmpty())
		Expect(t.authorize(api).Withheld[0].Reason).To(ContainSubstring("cannot be sent"))

		t.Run(browsertest.Click(`input[value="0"]`)) // what was typed is still there
		Expect(t.authorize(api).Query).To(Equal([][]string{{"key", "q&1"}}))
		Expect(browsertest.Eval[int](t.Browser, `document.querySelectorAll("#here img").length`)).To(BeZero())
		t.clean()
	})

	It("A4: begin with what the operator fills in, each field for itself, single schemes first", func(ctx SpecContext) {
		a := viewer.Authentication{PreferredSecurityScheme: "digest"}
		a.APIKey.Token = "key-of-all"
		a.HTTP.Basic = viewer.BasicCredentials{Username: "me", Password: "of-all"}
		a.HTTP.Bearer.Token = "bearer-of-all"
		a.SecuritySchemes = map[string]viewer.SchemeCredentials{"query": {Token: "own-key"}, "basic": {Password: "own"}}
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Prefill: a, Security: [][]object{need("basic"), need("digest", "header", "query"), {}}}, simple)
		t := s.open()

		got := t.authorize(api)
		Expect(got.Headers).To(Equal([][]string{{"Authorization", "Digest bearer-of-all"}, {"X-Key", "key-of-all"}}))
		Expect(got.Query).To(Equal([][]string{{"key", "own-key"}}))
		t.Run(browsertest.Click(`input[value="0"]`))
		Expect(t.authorize(api).Headers).To(Equal([][]string{{"Authorization", "Basic bWU6b3du"}})) // me:own

		Expect(t.authorize(other).Headers).To(BeEmpty())
		Expect(t.authorize(other).Withheld[0].Reason).To(Equal("The user name with its password is not sent to " + other + ": it is for " + api + "."))
		t.press("basic", "Forget")
		Expect(t.authorize(api).Headers).To(BeEmpty())
		t.clean()
	})

	It("T5: go to the origin that they were given for, and the page says what it withholds", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Declared: []string{api, other}, Prefill: viewer.Authentication{HTTP: viewer.HTTPCredentials{Basic: viewer.BasicCredentials{Username: "me", Password: "filled"}}}, Security: [][]object{need("header", "basic")}}, simple)
		t := s.open()
		t.fill("header", "token", "typed")

		browsertest.Eval[any](t.Browser, fmt.Sprintf(`window.go(%q)`, other))

		Expect(t.text(`[data-scheme="header"] .is-withheld`)).To(Equal("Withheld. The API key is not sent to " + other + ": it is for " + api + "."))
		got := t.authorize(other)
		Expect(got.Headers).To(Equal([][]string{{"Authorization", "Basic bWU6ZmlsbGVk"}})) // both origins are the operator's
		Expect(got.Withheld).To(HaveLen(1))
		for _, near := range []string{"http://api.example", "https://api.example:8443", "https://api.example.evil.example", "https://API.example/", "null", ""} {
			Expect(t.authorize(near).Headers).To(BeEmpty(), near)
			Expect(t.authorize(near).Withheld).To(HaveLen(2), near)
		}

		t.press("header", "Send it to "+other+" too")
		Expect(t.authorize(other).Headers).To(ContainElement([]string{"X-Key", "typed"}))
		Expect(t.authorize(api).Headers).To(ContainElement([]string{"X-Key", "typed"}))

		browsertest.Eval[any](t.Browser, `window.go("https://third.example")`)
		t.fill("basic", "username", "x") // the password that was filled in does not come along
		Expect(t.authorize("https://third.example").Headers).To(Equal([][]string{{"Authorization", "Basic eDo="}}))
		t.clean()
	})

	It("of two schemes for one header the first is sent, and the page says so of the other", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Security: [][]object{need("basic", "bearer", "header")}}, simple)
		t := s.open()
		t.fill("basic", "username", "me")
		t.fill("bearer", "token", "b1")
		t.fill("header", "token", "h1")

		got := t.authorize(api)
		Expect(got.Headers).To(Equal([][]string{{"Authorization", "Basic bWU6"}, {"X-Key", "h1"}}))
		Expect(got.Withheld).To(HaveLen(1))
		Expect(t.text(`[data-scheme="bearer"] .is-withheld`)).To(Equal("Withheld. A request has this header once, and basic fills it."))
		t.clean()
	})

	It("stay in memory, in the tab when that is wanted, and go when they are to go", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Security: [][]object{need("header")}}, simple)
		t := s.open()
		kept := func() string {
			return browsertest.Eval[string](t.Browser, `JSON.stringify(Object.entries(sessionStorage)) + JSON.stringify(Object.entries(localStorage)) + document.cookie`)
		}
		remember := `//label[contains(., "Remember in this tab")]/input`

		t.fill("header", "token", "kept-key")
		Expect(kept()).NotTo(ContainSubstring("kept-key"))
		t.visit(s)
		Expect(t.authorize(api).Headers).To(BeEmpty())

		t.fill("header", "token", "kept-key")
		t.Run(browsertest.Click(remember))
		Expect(kept()).To(ContainSubstring("kept-key"))
		Expect(browsertest.Eval[[]string](t.Browser, `Object.values(localStorage)`)).NotTo(ContainElement(ContainSubstring("kept-key")))
		t.visit(s)
		Expect(t.authorize(api).Headers).To(Equal([][]string{{"X-Key", "kept-key"}}))
		Expect(t.authorize(other).Headers).To(BeEmpty()) // where it may go is kept too

		t.Run(browsertest.Click(remember))
		Expect(kept()).NotTo(ContainSubstring("kept-key"))
		Expect(t.authorize(api).Headers).To(HaveLen(1))
		t.Run(browsertest.Click(`//button[.="Forget everything"]`))
		Expect(t.authorize(api).Headers).To(BeEmpty())
		Expect(browsertest.Eval[string](t.Browser, `document.querySelector("[data-announcer]").textContent`)).To(Equal("All credentials are forgotten"))
		t.clean()
	})

	It("that a tab remembers are not used when the description has changed", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Security: [][]object{need("header")}}, simple)
		t := s.open()
		t.fill("header", "token", "kept-key")
		t.Run(browsertest.Click(`//label[contains(., "Remember in this tab")]/input`))

		Expect(browsertest.Eval[string](t.Browser, `(() => {
			const key = Object.keys(sessionStorage).find(k => k.startsWith("trefoil:credentials:"));
			sessionStorage.setItem(key, sessionStorage.getItem(key).replace("X-Key", "X-Before"));
			return sessionStorage.getItem(key);
		})()`)).To(ContainSubstring("X-Before"))
		t.visit(s)

		Expect(t.authorize(api).Headers).To(BeEmpty())
	})

	It("are masked until they are asked for, work by keyboard, and pass axe on every screen", func(ctx SpecContext) {
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Security: [][]object{need("header", "basic"), need("login")}}, object{
			"header": simple["header"], "basic": simple["basic"],
			"login": object{"type": "oauth2", "flows": object{"authorizationCode": object{
				"authorizationUrl": "https://id.example/authorize", "tokenUrl": "https://id.example/token",
				"scopes": object{"read:pets": "Read pets", "write:pets": "Change pets"},
			}, "deviceAuthorization": object{"deviceAuthorizationUrl": "https://id.example/d", "tokenUrl": "https://id.example/token", "scopes": object{}}}},
		})
		t := s.open()

		t.Run(browsertest.Focus(`input[value="0"]`), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("secret-key"))
		Expect(t.authorize(api).Headers).To(ContainElement([]string{"X-Key", "secret-key"}))
		Expect(browsertest.Eval[string](t.Browser, `document.activeElement.type`)).To(Equal("password"))
		Expect(browsertest.Eval[string](t.Browser, `document.documentElement.outerHTML`)).NotTo(ContainSubstring("secret-key"))
		t.Run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(" "))
		Expect(browsertest.Eval[[]string](t.Browser, `[document.activeElement.textContent, document.activeElement.getAttribute("aria-pressed"), document.querySelector("[data-scheme=header] input").type]`)).
			To(Equal([]string{"Show", "true", "text"}))
		t.Shoot("credentials-simple")
		Expect(t.Axe()).To(BeEmpty())

		for _, width := range []int64{1440, 320} {
			t.Resize(width, 1000)
			for _, mode := range []string{"light", "dark"} {
				t.Prefer("prefers-color-scheme", mode)
				t.visit(s) // colours move for a moment
				t.Run(browsertest.Click(`input[value="1"]`))
				Expect(t.Axe()).To(BeEmpty(), mode)
				t.Shoot("credentials-login-" + mode)
			}
			Expect(t.FitsWidth()).To(BeTrue())
		}
		t.Prefer("forced-colors", "active")
		t.visit(s)
		Expect(t.Axe()).To(BeEmpty())
		Expect(t.Inline()).To(BeZero())
		t.clean()
	})
})
