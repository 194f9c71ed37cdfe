package credentials

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// oauth are schemes of every flow, of one provider.
func oauth(at string) object {
	scopes := object{"read": "Read pets", "write": "Change pets"}
	token := func(more object) object {
		more["tokenUrl"], more["scopes"] = at+"/token", scopes
		return more
	}
	scheme := func(kind string, flow object) object { return object{"type": "oauth2", "flows": object{kind: flow}} }
	return object{
		"code":     scheme("authorizationCode", token(object{"authorizationUrl": at + "/authorize?audience=pets"})),
		"client":   scheme("clientCredentials", token(object{})),
		"password": scheme("password", token(object{})),
		"device":   scheme("deviceAuthorization", token(object{"deviceAuthorizationUrl": at + "/device"})),
		"implicit": scheme("implicit", object{"authorizationUrl": at + "/authorize", "scopes": scopes}),
		"openid":   object{"type": "openIdConnect", "openIdConnectUrl": at + "/.well-known/openid-configuration"},
	}
}

// alternatives are one for each scheme.
func alternatives(first string) [][]object {
	list := [][]object{need(first)}
	for _, name := range []string{"code", "client", "password", "device", "implicit", "openid"} {
		if name != first {
			list = append(list, need(name))
		}
	}
	return list
}

// login is a reference, its provider, and a page that needs a scheme.
func loginPage(ctx context.Context, scheme string) (*site, *provider, *tab) {
	GinkgoHelper()
	p := startProvider()
	prefill := viewer.Authentication{OAuth2: viewer.OAuth2Credentials{ClientID: "me", Scopes: []string{"read"}}}
	s := serve(ctx, setup{Origin: api, Declared: []string{api}, Prefill: prefill, Exchange: true, Security: alternatives(scheme)}, oauth(p.url), p.url)
	return s, p, s.open()
}

// others are the tabs that a page has opened, by their addresses.
func (t *tab) others() (list []string) {
	GinkgoHelper()
	t.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		all, err := chromedp.Targets(ctx)
		mine := chromedp.FromContext(ctx).Target.TargetID
		var context string
		for _, info := range all {
			if info.TargetID == mine {
				context = string(info.BrowserContextID)
			}
		}
		for _, info := range all {
			if info.Type == "page" && info.TargetID != mine && string(info.BrowserContextID) == context {
				list = append(list, info.URL)
			}
		}
		return err
	}))
	return list
}

// openPage opens an address in another tab of the same profile.
func (t *tab) openPage(address string) {
	GinkgoHelper()
	t.Run(chromedp.ActionFunc(func(ctx context.Context) error {
		info, err := target.GetTargetInfo().WithTargetID(chromedp.FromContext(ctx).Target.TargetID).Do(cdpBrowser(ctx))
		if err != nil {
			return err
		}
		_, err = target.CreateTarget(address).WithBrowserContextID(info.BrowserContextID).Do(cdpBrowser(ctx))
		return err
	}))
}

var _ = Describe("A login", func() {
	It("with a code and PKCE gets a token that the provider lets no page read", func(ctx SpecContext) {
		s, p, t := loginPage(ctx, "code")

		t.press("code", "Log in")
		t.waitFor("code", "Logged in.")

		Expect(t.authorize(api).Headers).To(Equal(bearer(accessToken + "1")))
		asked, redeemed := p.last("/authorize").Form, p.last("/token")
		Expect(asked).To(And(HaveKeyWithValue("response_type", []string{"code"}), HaveKeyWithValue("code_challenge_method", []string{"S256"}),
			HaveKeyWithValue("client_id", []string{"me"}), HaveKeyWithValue("scope", []string{"read"}), HaveKeyWithValue("audience", []string{"pets"}),
			HaveKeyWithValue("redirect_uri", []string{s.url + "/_/oauth"})))
		Expect(asked.Get("state")).To(HaveLen(43))
		Expect(redeemed.Form.Get("code_verifier")).To(HaveLen(43))
		Expect(redeemed.Origin).To(BeEmpty()) // the server has asked, not the page
		Expect(p.last("/authorize").Referer).To(BeEmpty())

		// Neither the token nor the code is for anybody else.
		Expect(t.authorize(other).Headers).To(BeEmpty())
		Expect(t.authorize(p.url).Headers).To(BeEmpty())
		for _, address := range t.others() {
			Expect(address).NotTo(ContainSubstring(loginCode))
		}
		t.clean()
	})

	DescribeTable("gets a token by every other flow",
		func(ctx SpecContext, scheme, start string, fill func(t *tab), check func(p *provider)) {
			_, p, t := loginPage(ctx, scheme)
			p.set(func() { p.pending = 1 })
			fill(t)

			t.press(scheme, start)
			t.waitFor(scheme, "Logged in.")

			Expect(t.authorize(api).Headers).To(Equal(bearer(accessToken + "1")))
			check(p)
			t.clean()
		},
		Entry("client credentials", "client", "Get a token", func(t *tab) { t.fill("client", "clientSecret", "canary-client") }, func(p *provider) {
			Expect(p.last("/token").Form).To(HaveKeyWithValue("scope", []string{"read"}))
			Expect(p.last("/token").Form).NotTo(HaveKey("client_secret"))
		}),
		Entry("a password", "password", "Log in", func(t *tab) {
			t.fill("password", "username", "reader")
			t.fill("password", "password", "canary-login")
		}, func(p *provider) { Expect(p.last("/token").Form).To(HaveKeyWithValue("client_id", []string{"me"})) }),
		Entry("a device, which waits", "device", "Log in", func(*tab) {}, func(p *provider) { Expect(p.count("/token")).To(Equal(2)) }),
		Entry("the implicit flow, where there is nothing else", "implicit", "Log in with the implicit flow all the same", func(*tab) {}, func(p *provider) {
			Expect(p.count("/token")).To(BeZero())
		}),
		Entry("OpenID Connect", "openid", "Log in", func(*tab) {}, func(p *provider) {
			Expect(p.last("/authorize").Form).To(And(HaveKeyWithValue("scope", []string{"openid read"}), HaveKeyWithValue("response_mode", []string{"fragment"})))
			Expect(p.last("/token").Form.Get("code_verifier")).To(HaveLen(43))
		}),
	)

	It("of a device shows the code and where to enter it, and can be given up", func(ctx SpecContext) {
		_, p, t := loginPage(ctx, "device")
		p.set(func() { p.pending = 1000 })

		t.press("device", "Log in")
		Eventually(func() string { return t.text(".credential-task") }).Should(ContainSubstring("ABCD-EFGH"))
		Expect(browsertest.Eval[[]string](t.Browser, `(a => [a.href, a.rel])(document.querySelector(".credential-task a"))`)).To(Equal([]string{p.url + "/verify", "noopener noreferrer"}))
		t.press("device", "Give up")

		t.waitFor("device", "given up")
		Expect(t.authorize(api).Headers).To(BeEmpty())
		t.clean()
	})

	It("shows how long a token is good for, renews it before it is used, and ends", func(ctx SpecContext) {
		_, p, t := loginPage(ctx, "code")
		left := func() string { return t.text(`[data-scheme="code"] .credential-login`) }
		p.set(func() { p.life = 9 }) // less than how early it is renewed
		t.press("code", "Log in")
		Eventually(left).Should(MatchRegexp(`Expires in [1-9] s\.`))
		t.waitFor("code", "Logged in.")

		p.set(func() { p.life = 3600 })
		Expect(t.authorize(api).Headers).To(Equal(bearer(accessToken + "2")))
		Expect(p.last("/token").Form).To(And(HaveKeyWithValue("grant_type", []string{"refresh_token"}), HaveKeyWithValue("refresh_token", []string{refreshToken + "1"})))
		Expect(left()).To(MatchRegexp(`Expires in (60|59) min\.`))
		Expect(t.authorize(api).Headers).To(Equal(bearer(accessToken + "2"))) // it is not renewed again
		Expect(p.count("/token")).To(Equal(2))

		t.press("code", "Renew")
		Eventually(func() [][]string { return t.authorize(api).Headers }).Should(Equal(bearer(accessToken + "3")))
		Expect(t.authorize(other).Headers).To(BeEmpty()) // it stays with its origin

		p.set(func() { p.refreshes, p.life = map[string]bool{}, 1 })
		t.press("code", "Renew")
		t.waitFor("code", "invalid_grant")
		t.press("code", "Forget")
		Expect(t.authorize(api).Headers).To(BeEmpty())
		t.clean()
	})

	It("sends no token that has expired for good", func(ctx SpecContext) {
		_, p, t := loginPage(ctx, "client")
		p.set(func() { p.life = 1 })
		t.fill("client", "clientSecret", "canary-client")
		t.press("client", "Get a token")
		t.waitFor("client", "Logged in.")
		p.set(func() { p.refreshes = map[string]bool{} })

		Eventually(func() authorized { return t.authorize(api) }).WithPolling(200 * time.Millisecond).Should(And(
			HaveField("Headers", BeEmpty()), HaveField("Withheld", ConsistOf(HaveField("Reason", ContainSubstring("expired"))))))
	})
})

var _ = Describe("An attack on a login", func() {
	// waiting is a login at a page that never answers.
	waiting := func(ctx context.Context, schemes func(at string) object, scheme string) (*site, *tab, func() string) {
		states := make(chan string, 1)
		silent := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if state := r.URL.Query().Get("state"); state != "" {
				states <- state
			}
			_, _ = fmt.Fprint(w, "<title>Provider</title><h1>Log in</h1>")
		}))
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Exchange: true, Security: [][]object{need(scheme)}}, schemes(silent), silent)
		t := s.open()
		t.press(scheme, "Log in")
		return s, t, func() (state string) {
			Eventually(states).WithContext(ctx).Should(Receive(&state))
			return state
		}
	}

	It("T6: with another state, and with a message from another origin, is not heard", func(ctx SpecContext) {
		s, t, state := waiting(ctx, oauth, "code")
		real := state()
		evil := browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = fmt.Fprintf(w, `<title>Evil</title><h1>Evil</h1><script>
				const answer = [["state", %q], ["code", "evil"], ["access_token", "evil"]];
				new BroadcastChannel("trefoil-login-" + %q).postMessage(answer);
				location.hash = "sent";
			</script>`, real, real)
		}))

		t.openPage(s.url + "/_/oauth?code=evil&state=guessed")
		t.openPage(s.url + "/_/oauth?code=evil")
		t.openPage(evil)

		Eventually(func() []string { return t.others() }).Should(ContainElement(evil + "/#sent"))
		Eventually(func() []string { return t.others() }).ShouldNot(ContainElement(ContainSubstring("code=evil"))) // the address bars are clean
		Consistently(func() string { return t.status("code") }).WithTimeout(time.Second).Should(Equal("Waiting for the provider …"))
		Expect(t.authorize(api).Headers).To(BeEmpty())
	})

	It("T6: with a code that has been used is heard by nobody, and the page says so", func(ctx SpecContext) {
		s, p, t := loginPage(ctx, "code")
		t.press("code", "Log in")
		t.waitFor("code", "Logged in.")
		code, state := p.last("/token").Form.Get("code"), p.last("/authorize").Form.Get("state")
		Expect(code).To(HavePrefix(loginCode))
		replay := s.open()

		replay.Run(chromedp.Navigate(s.url + "/_/oauth?code=" + code + "&state=" + state))

		Eventually(func() string { return replay.text("[data-login]") }).Should(HavePrefix("No page waits for this login."))
		Expect(browsertest.Eval[string](replay.Browser, `location.href`)).To(Equal(s.url + "/_/oauth"))
		Expect(p.count("/token")).To(Equal(1))
		Expect(replay.Axe()).To(BeEmpty())
		Expect(replay.Troubles()).To(BeEmpty())
		Expect(t.authorize(api).Headers).To(Equal(bearer(accessToken + "1")))
	})

	DescribeTable("T6: that mixes providers up is found out",
		func(ctx SpecContext, scheme string) {
			_, p, t := loginPage(ctx, scheme)
			p.set(func() { p.issuer = "https://other-provider.example" })

			t.press(scheme, "Log in")

			t.waitFor(scheme, "of another provider")
			Expect(p.count("/token")).To(BeZero())
			Expect(t.authorize(api).Headers).To(BeEmpty())
		},
		Entry("when the provider is known by its addresses", "code"),
		Entry("when it says who it is", "openid"),
	)

	It("T6: with a reply that refuses is shown as text", func(ctx SpecContext) {
		s, t, state := waiting(ctx, oauth, "code")

		t.openPage(s.url + "/_/oauth?error=access_denied&error_description=%3Cimg+src=x+onerror=alert(1)%3E&state=" + state())

		t.waitFor("code", "The provider says: access_denied: <img src=x onerror=alert(1)>")
		Expect(browsertest.Eval[int](t.Browser, `document.querySelectorAll("#here img").length`)).To(BeZero())
	})

	It("T6: by the page of a provider gets no hold of the window that it was opened from", func(ctx SpecContext) {
		_, t, state := waiting(ctx, oauth, "code")
		state()

		var opener bool
		t.Run(chromedp.ActionFunc(func(ctx context.Context) error {
			all, err := chromedp.Targets(ctx)
			for _, info := range all {
				if info.Title == "Provider" || strings.Contains(info.URL, "/authorize") {
					opener = opener || info.OpenerID != "" && info.CanAccessOpener
				}
			}
			return err
		}))
		Expect(opener).To(BeFalse())
	})

	DescribeTable("MS6: with an address that is none of the web is refused with a message",
		func(ctx SpecContext, scheme object, start string) {
			s := serve(ctx, setup{Origin: api, Declared: []string{api}, Exchange: true, Security: [][]object{need("bad")}}, object{"bad": scheme})
			t := s.open()
			if start != "" {
				t.press("bad", start)
				t.waitFor("bad", "The description names no address of the web")
			}

			Expect(t.others()).To(BeEmpty())
			Expect(browsertest.Eval[string](t.Browser, `location.href`)).To(Equal(s.url + "/try"))
			Expect(browsertest.Eval[bool](t.Browser, `"taken" in window`)).To(BeFalse())
			Expect(t.authorize(api).Headers).To(BeEmpty())
			t.clean()
		},
		Entry("authorizationUrl", object{"type": "oauth2", "flows": object{"authorizationCode": object{"authorizationUrl": "javascript:window.taken=1", "tokenUrl": "https://id.example/t", "scopes": object{}}}}, "Log in"),
		Entry("tokenUrl", object{"type": "oauth2", "flows": object{"clientCredentials": object{"tokenUrl": "javascript:window.taken=1", "scopes": object{}}}}, "Get a token"),
		Entry("deviceAuthorizationUrl", object{"type": "oauth2", "flows": object{"deviceAuthorization": object{"deviceAuthorizationUrl": "data:text/html,x", "tokenUrl": "https://id.example/t", "scopes": object{}}}}, "Log in"),
		Entry("openIdConnectUrl", object{"type": "openIdConnect", "openIdConnectUrl": "javascript:window.taken=1"}, "Log in"),
	)

	It("T5: that has a secret sent to a tokenUrl of another origin gets nothing", func(ctx SpecContext) {
		p, evil := startProvider(), startProvider()
		schemes := oauth(p.url)
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Exchange: true, Security: [][]object{need("client")}}, schemes, p.url, evil.url)
		t := s.open()
		// A page that has been changed sends what it likes: the server finds the address on its own.
		status := browsertest.Eval[[]int](t.Browser, fmt.Sprintf(`(async () => {
			const send = async (body) => (await fetch("_/token", {method: "POST", headers: {"Trefoil-Request": "1", "Content-Type": "application/vnd.trefoil.token"}, body: JSON.stringify(body)})).status;
			const known = {scheme: "client", flow: "clientCredentials", endpoint: "token", form: [["grant_type", "client_credentials"]]};
			return [await send({...known, url: %[1]q}), await send({...known, scheme: %[1]q}), await send({...known, endpoint: %[1]q})];
		})()`, evil.url+"/token"))

		Expect(status).To(Equal([]int{400, 403, 400}))
		Expect(evil.all()).To(BeEmpty())
		Expect(p.all()).To(BeEmpty())
	})

	DescribeTable("T8: by a provider that answers with nonsense gets it nowhere",
		func(ctx SpecContext, scheme, start, path, answer, said string) {
			var hostile string
			hostile = browsertest.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == path {
					_, _ = io.WriteString(w, strings.ReplaceAll(answer, "SELF", hostile))
				}
			}))
			s := serve(ctx, setup{Origin: api, Declared: []string{api}, Exchange: true, Security: [][]object{need(scheme)}}, oauth(hostile), hostile)
			t := s.open()

			t.press(scheme, start)

			t.waitFor(scheme, said)
			Expect(t.others()).To(BeEmpty())
			Expect(t.authorize(api).Headers).To(BeEmpty())
			Expect(browsertest.Eval[int](t.Browser, `document.querySelectorAll("#here a, #here img").length`)).To(BeZero())
			t.clean()
		},
		Entry("a page", "client", "Get a token", "/token", "<script>alert(1)</script>", "no token that can be used"),
		Entry("a token of another kind", "client", "Get a token", "/token", `{"access_token":"a","token_type":"mac"}`, "no token that can be used"),
		Entry("a token that is none", "client", "Get a token", "/token", `{"access_token":{"a":1},"token_type":"bearer"}`, "no token that can be used"),
		Entry("too much", "client", "Get a token", "/token", `{"access_token":"`+strings.Repeat("a", 2<<20)+`"}`, "cut off"),
		Entry("MS6: a script to enter a code at", "device", "Log in", "/device", `{"device_code":"a","user_code":"b","verification_uri":"javascript:alert(1)"}`, "begins no login"),
		Entry("MS6: a script to log in at", "openid", "Log in", "/.well-known/openid-configuration",
			`{"issuer":"SELF","authorization_endpoint":"javascript:alert(1)","token_endpoint":"SELF/token"}`, "no address of the web to log in at"),
		Entry("the name of another", "openid", "Log in", "/.well-known/openid-configuration", `{"issuer":"https://id.example","authorization_endpoint":"SELF/authorize"}`, "does not say who it is"),
	)

	It("needs a provider that pages may ask, or the server", func(ctx SpecContext) {
		p := startProvider()
		s := serve(ctx, setup{Origin: api, Declared: []string{api}, Security: [][]object{need("client")}}, oauth(p.url), p.url)
		t := s.open()

		t.press("client", "Get a token")

		t.waitFor("client", "does not let pages ask it")
		Expect(p.all()).To(BeEmpty())
	})
})
