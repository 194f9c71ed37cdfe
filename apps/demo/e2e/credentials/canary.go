package credentials

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// recorder is a server that keeps everything that it is sent. It lets every page
// ask it.
type recorder struct {
	mu   sync.Mutex
	seen []string
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	whole, _ := httputil.DumpRequest(request, true)
	r.seen = append(r.seen, string(whole))
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", request.Header.Get("Access-Control-Request-Headers"))
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, "{}")
}

func (r *recorder) all() string { return strings.Join(r.requests(), "\n") }

func (r *recorder) requests() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seen)
}

// typed are the secrets of a reader and of a provider, filled those of an operator.
var (
	typed = []string{
		"canary-basic", "canary-bearer", "canary-header", "canary-query", "canary-cookie",
		loginCode, accessToken, refreshToken, "canary-client",
	}
	filled = []string{"canary-filled-key", "canary-filled-user", "canary-filled-token"}
)

// found are those of secrets that a text holds, as they are or encoded.
func found(text string, secrets []string) (list []string) {
	for _, secret := range secrets {
		if slices.ContainsFunc(encoded(secret), func(form string) bool { return strings.Contains(text, form) }) {
			list = append(list, secret)
		}
	}
	return list
}

// encoded are the forms in which a secret may be hidden: behind any text, in
// base64, the bytes that it shares with its neighbours left out.
func encoded(secret string) []string {
	forms := []string{secret, url.QueryEscape(secret), strings.ReplaceAll(secret, "-", `\u002d`)}
	for shift := range 3 {
		code := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("x", shift) + secret))
		forms = append(forms, code[(shift*8+5)/6:len(code)-1])
	}
	return forms
}

// stored is everything that a page finds where a browser keeps things.
const stored = `(async () => JSON.stringify([
	Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, (await indexedDB.databases()).map((d) => d.name),
	await Promise.all((await caches.keys()).map(async (name) => [name, ...(await (await caches.open(name)).keys()).map((r) => r.url)])),
	window.name, JSON.stringify(history.state),
]))()`

// shown is the document, without the data from which samples are made: it holds
// what the operator fills in.
const shown = `(() => {
	const copy = document.documentElement.cloneNode(true);
	copy.querySelectorAll("script[type='application/json']").forEach((data) => data.remove());
	return copy.outerHTML;
})()`

// everywhere is where no secret may be.
func everywhere(s *reference, d *desk, p *provider, own, stranger *recorder) map[string]string {
	GinkgoHelper()
	var referers, elsewhere []string
	for _, a := range p.all() {
		referers = append(referers, a.Referer)
	}
	for line := range strings.SplitSeq(own.all()+"\n"+stranger.all(), "\n") {
		if strings.HasPrefix(line, "Referer:") {
			referers = append(referers, line)
		}
	}
	for _, address := range d.Requests() { // an API key belongs into those to its API
		if u, err := url.Parse(address); err != nil || u.Host != hostOf(own) {
			elsewhere = append(elsewhere, address)
		}
	}
	return map[string]string{
		"logs":         s.lines(),
		"storages":     browsertest.Eval[string](d.Browser, stored),
		"address bars": strings.Join(append(d.others(), browsertest.Eval[string](d.Browser, `location.href`)), "\n"),
		"history":      d.history(),
		"messages":     d.messages(),
		"addresses":    strings.Join(elsewhere, "\n"),
		"referers":     strings.Join(append(referers, s.asked()...), "\n"),
		"strangers":    stranger.all(),
		"the document": browsertest.Eval[string](d.Browser, shown),
	}
}

// needed are the alternatives of the operation, and the secrets that an API gets
// with each of them: a request has one header Authorization.
var needed = []struct{ schemes, secrets []string }{
	{[]string{"basic", "cookie", "filled-key", "header", "query"}, []string{"canary-header", "canary-query", "canary-basic", "canary-filled-key", "canary-cookie"}},
	{[]string{"bearer"}, []string{"canary-bearer"}},
	{[]string{"code"}, []string{accessToken}},
	{[]string{"client"}, []string{accessToken}},
	{[]string{"filled-user"}, []string{"canary-filled-user"}},
	{[]string{"filled-token"}, []string{"canary-filled-token"}},
}

// canarySite is a reference whose operation needs ten schemes, what its API and a
// stranger get, and the provider of its tokens.
func canarySite(ctx context.Context) (s *reference, p *provider, own, stranger *recorder, strangerURL string) {
	GinkgoHelper()
	p, own, stranger = startProvider(), &recorder{}, &recorder{}
	apiURL, strangerURL := browsertest.Serve(own), browsertest.Serve(stranger)
	schemes := oauth(p.url)
	for name, scheme := range simple {
		schemes[name] = scheme
	}
	schemes["filled-key"] = object{"type": "apiKey", "in": "header", "name": "X-Filled"}
	schemes["filled-user"] = object{"type": "http", "scheme": "basic"}
	schemes["filled-token"] = object{"type": "oauth2", "flows": object{"authorizationCode": object{"authorizationUrl": p.url + "/authorize", "tokenUrl": p.url + "/token", "scopes": object{}}}}
	prefill := viewer.Authentication{SecuritySchemes: map[string]viewer.SchemeCredentials{
		"filled-key": {Token: "canary-filled-key"}, "filled-user": {Username: "me", Password: "canary-filled-user"}, "filled-token": {Token: "canary-filled-token"},
	}}
	prefill.OAuth2.ClientID = "me"
	return serveReference(ctx, schemes, prefill, apiURL, strangerURL, p.url), p, own, stranger, strangerURL
}

// alternative chooses one of the alternatives.
func (d *desk) alternative(schemes []string) {
	GinkgoHelper()
	d.Run(browsertest.Click(fmt.Sprintf(`//dialog[@open]//*[contains(@class, "credential-alternatives")]//label[normalize-space() = %q]/input`, strings.Join(schemes, " and "))))
}

// give types and gets the secrets of a reader for one of the alternatives.
func (d *desk) give(ctx context.Context, p *provider, schemes []string) {
	GinkgoHelper()
	d.alternative(schemes)
	for _, scheme := range schemes {
		switch scheme {
		case "header", "query", "cookie", "bearer":
			d.fill(scheme, "token", "canary-"+scheme)
		case "basic":
			d.fill("basic", "username", "me")
			d.fill("basic", "password", "canary-basic")
		case "client":
			d.fill("client", "clientSecret", "canary-client")
			d.press("client", "Get a token")
			d.waitFor("client", "Logged in.")
		case "code":
			d.press("code", "Log in")
			d.waitFor("code", "Logged in.")
			d.press("code", "Renew")
			Eventually(func() string { return p.last("/token").Form.Get("grant_type") }).WithContext(ctx).Should(Equal("refresh_token"))
			d.waitFor("code", "Logged in.")
		}
	}
}

var _ = Describe("12 secrets in a console", func() {
	It("go to the API and the provider, and are nowhere else", func(ctx SpecContext) {
		s, p, own, stranger, strangerURL := canarySite(ctx)
		d := s.openConsole()

		By("sending them by way of the server and directly")
		for _, alternative := range needed {
			d.give(ctx, p, alternative.schemes)
			d.choose("How to send", "By way of the server")
			before := len(own.requests())
			d.send(`^200 .* bytes$`)
			d.choose("How to send", "Directly")
			d.send(`^200 .* bytes$`)
			got := own.requests()[before:]
			Expect(got).To(HaveLen(3))
			Expect(found(got[0], slices.Concat(typed, filled))).To(ConsistOf(alternative.secrets))
			Expect(got[1]).To(HavePrefix("OPTIONS"))
			Expect(found(got[2], slices.Concat(typed, filled))).To(ConsistOf(without(alternative.secrets, "canary-cookie")), "pages set no cookies of other origins")
		}
		Expect(p.last("/token").Form).To(HaveKeyWithValue("grant_type", []string{"client_credentials"}))
		Expect(p.all()).To(ContainElement(HaveField("Form", HaveKeyWithValue("code", ContainElement(HavePrefix(loginCode))))))
		Expect(p.all()).To(ContainElement(HaveField("Form", HaveKeyWithValue("refresh_token", ContainElement(HavePrefix(refreshToken))))))
		Expect(p.all()).To(ContainElement(HaveField("Authorization", ContainSubstring(base64.StdEncoding.EncodeToString([]byte("me:canary-client"))))))

		By("sending to a server that nothing was given for")
		d.port(strangerURL)
		for i, alternative := range needed {
			d.alternative(alternative.schemes)
			d.choose("How to send", "Directly")
			d.send(`^This page may not connect to ` + strangerURL)
			Expect(stranger.requests()).To(HaveLen(i))
			d.choose("How to send", "By way of the server")
			d.send(`^200 .* bytes$`)
			Expect(stranger.requests()).To(HaveLen(i + 1))
		}
		Expect(stranger.all()).To(HavePrefix("GET /pets HTTP/1.1"))

		By("looking everywhere")
		for where, text := range everywhere(s, d, p, own, stranger) {
			Expect(found(text, slices.Concat(typed, filled))).To(BeEmpty(), where)
		}
		Expect(s.lines()).To(ContainSubstring("request sent"))
		Expect(d.Hosts()).To(ConsistOf(strings.TrimPrefix(s.url, "http://"), hostOf(own)), "the policy stops requests for others before they are made")
		Expect(d.Troubles()).To(HaveEach(ContainSubstring("Content Security Policy")), "it was stopped by the policy")
		s.holdsNoMore(ctx)

		By("hiding one where none may be")
		plant(ctx, s, d, strangerURL)
		Eventually(func() (blind []string) {
			for where, text := range everywhere(s, d, p, own, stranger) {
				if len(found(text, []string{"canary-bearer"})) == 0 {
					blind = append(blind, where)
				}
			}
			return blind
		}).WithContext(ctx).Should(BeEmpty()) // a tab shows its address when it has got there
	})

	It("are gone when the page is left, stay with the tab when that is wanted, until they are forgotten", func(ctx SpecContext) {
		s, _, own, _, _ := canarySite(ctx)
		d := s.openConsole()
		kept := func() []string {
			return found(browsertest.Eval[string](d.Browser, stored), slices.Concat(typed, filled))
		}
		missing := func() string { return d.text("dialog[open] .credentials > .credential-status") }
		d.alternative(needed[0].schemes)
		const remember = `//dialog[@open]//*[contains(@class, "credentials")]//label[contains(., "Remember in this tab")]/input`

		d.fill("header", "token", "canary-header")
		Expect(kept()).To(BeEmpty())
		d.console(s)
		Expect(missing()).To(ContainSubstring("a key for header"))

		d.fill("header", "token", "canary-header")
		d.Run(browsertest.Click(remember))
		Expect(kept()).To(Equal([]string{"canary-header"}))
		Expect(browsertest.Eval[string](d.Browser, `JSON.stringify(localStorage)`)).NotTo(ContainSubstring("canary"))
		d.console(s)
		Expect(missing()).NotTo(ContainSubstring("a key for header"))
		d.send(`^200 .* bytes$`)
		Expect(found(own.all(), []string{"canary-header"})).To(HaveLen(1))

		d.button("Forget everything")
		Expect(missing()).To(ContainSubstring("a key for header"))
		Expect(kept()).To(BeEmpty())
		d.console(s)
		Expect(missing()).To(ContainSubstring("a key for header"))
		Expect(d.Troubles()).To(BeEmpty())
	})
})

// hostOf is the host that a server has been asked as.
func hostOf(r *recorder) string {
	_, rest, _ := strings.Cut(r.all(), "\nHost: ")
	host, _, _ := strings.Cut(rest, "\r")
	return host
}

// without returns a list but for one of it.
func without(list []string, one string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == one })
}

// asked are the Referers that the server of the reference has got.
func (s *reference) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.referers)
}

// holdsNoMore expects that the server of the reference has sent no secret but what
// the operator fills in, where it is needed, and tokens to who asked for them.
func (s *reference) holdsNoMore(ctx context.Context) {
	GinkgoHelper()
	for _, path := range []string{"/", "/openapi.json", "/llms-full.txt", "/operations/pets.md", "/search?q=canary", "/_/health"} {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
		Expect(err).NotTo(HaveOccurred())
		response, err := http.DefaultClient.Do(request)
		Expect(err).NotTo(HaveOccurred())
		Expect(response.Body.Close()).To(Succeed())
	}
	answers := s.read()
	for at, answer := range answers {
		switch at {
		case "/?", "/operations/pets?", "/operations/pets?console": // samples and the console are filled in
			Expect(found(answer, typed)).To(BeEmpty(), at)
		case "/_/token?":
			continue // which the page reads
		case "/_/request?": // which names the address that has answered
			Expect(found(answer, slices.Concat(without(typed, "canary-query"), filled))).To(BeEmpty(), at)
		default:
			Expect(found(answer, slices.Concat(typed, filled))).To(BeEmpty(), at)
		}
	}
	Expect(len(answers)).To(BeNumerically(">", 12))
	Expect(found(answers["/operations/pets?console"], filled)).To(ConsistOf(filled), "the console needs them")
}

// plant puts a secret where none may be.
func plant(ctx context.Context, s *reference, d *desk, stranger string) {
	GinkgoHelper()
	_, err := s.log.Write([]byte("canary-bearer\n"))
	Expect(err).NotTo(HaveOccurred())
	browsertest.Eval[any](d.Browser, `(() => {
		sessionStorage.control = document.body.dataset.control = "canary-bearer";
		console.log("canary-bearer");
		history.pushState(null, "", "#canary-bearer");
		history.pushState(null, "", location.pathname);
	})()`)
	browsertest.Eval[string](d.Browser, `fetch("../assets/none?canary-bearer").then((r) => r.text())`)
	d.openPage(s.url + "/?canary-bearer")
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, stranger+"/canary-bearer", nil)
	Expect(err).NotTo(HaveOccurred())
	request.Header.Set("Referer", s.url+"/canary-bearer")
	response, err := http.DefaultClient.Do(request)
	Expect(err).NotTo(HaveOccurred())
	Expect(response.Body.Close()).To(Succeed())
}
