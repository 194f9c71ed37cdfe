package viewer_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// askedToken is an exchange of tokens that notes which schemes it is given.
type askedToken struct {
	mu      sync.Mutex
	schemes []string
	tokens  []string // addresses
}

func (a *askedToken) ServeToken(w http.ResponseWriter, _ *http.Request, schemes []apidoc.SecurityScheme) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.schemes = nil
	for _, s := range schemes {
		a.schemes = append(a.schemes, s.Name)
		for _, f := range s.Flows {
			a.tokens = append(a.tokens, f.TokenURL)
		}
	}
	_, _ = io.WriteString(w, "asked")
}

const withSchemes = `
openapi: 3.1.0
info: {title: Schemes, version: "1"}
paths: {/a: {get: {operationId: a}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    login: {type: oauth2, flows: {password: {tokenUrl: https://id.example/token, scopes: {}}}}
`

var _ = Describe("WithTokenExchange", func() {
	It("is off by default, and needs an exchange", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(ask(v, "POST", "/_/token").Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(get(v, "/_/token").Code).To(Equal(http.StatusNotFound))
		_, err := viewer.New(zoo, htmlrender.New(), viewer.WithTokenExchange(nil))
		Expect(err).To(MatchError(ContainSubstring("nil TokenExchange")))
	})

	It("gives the exchange the schemes of the description, and nothing else to send to", func(ctx SpecContext) {
		x := &askedToken{}
		v := start(ctx, openapi.FromContent(withSchemes), viewer.WithTokenExchange(x))

		Expect(ask(v, "POST", "/_/token").Body.String()).To(Equal("asked"))

		Expect(x.schemes).To(Equal([]string{"key", "login"}))
		Expect(ask(v, "POST", "/_/request").Code).To(Equal(http.StatusMethodNotAllowed))
	})

	It("gives it whole addresses where the description has those that are relative to its server", func(ctx SpecContext) {
		x := &askedToken{}
		v := start(ctx, openapi.FromContent(strings.Replace(withSchemes, "https://id.example/token", "token", 1)+"servers: [{url: 'https://api.example/v1/'}]\n"), viewer.WithTokenExchange(x))

		Expect(ask(v, "POST", "/_/token").Body.String()).To(Equal("asked"))

		Expect(x.tokens).To(Equal([]string{"https://api.example/v1/token"}))
	})

	It("gives it nothing of what visitors send", func(ctx SpecContext) {
		x := &askedToken{}
		v := start(ctx, openapi.FromContent(withSchemes), viewer.WithTokenExchange(x), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))
		root := rootOf(post(v, strings.ReplaceAll(withSchemes, "login:", "evil:"), nil))

		Expect(get(v, root).Code).To(Equal(http.StatusOK))
		Expect(ask(v, "POST", root+"_/token").Code).To(Equal(http.StatusMethodNotAllowed))
		Expect(x.schemes).To(BeNil())
		Expect(ask(v, "POST", "/_/token").Body.String()).To(Equal("asked"))
		Expect(x.schemes).To(Equal([]string{"key", "login"}))
	})
})

var _ = Describe("The page that a login ends at", func() {
	It("is the same whatever is in its address, is kept nowhere, and names no other host", func(ctx SpecContext) {
		v := start(ctx, zoo)

		plain := get(v, "/_/oauth")
		hostile := get(v, "/_/oauth?code=%3Cscript%3Ealert(1)%3C/script%3E&state=x&error=y")

		Expect(plain.Code).To(Equal(http.StatusOK))
		Expect(hostile.Body.String()).To(Equal(plain.Body.String()))
		Expect(plain.Body.String()).NotTo(ContainSubstring("://"))
		Expect(plain.Body.String()).To(MatchRegexp(`<script src="\.\./assets/login\.js\?v=\w+" integrity="sha384-[^"]+" defer>`))
		h := plain.Header()
		Expect(h.Get("Cache-Control")).To(Equal("no-store"))
		Expect(h.Get("Referrer-Policy")).To(Equal("no-referrer"))
		Expect(h.Get("X-Robots-Tag")).To(Equal("noindex"))
		Expect(h.Get("Content-Security-Policy")).To(HavePrefix("default-src 'none'; script-src 'self'"))
	})

	It("is in the language of the reader, or in the one of all pages", func(ctx SpecContext) {
		asked := httptest.NewRequest(http.MethodGet, "/_/oauth", http.NoBody)
		asked.Header.Set("Accept-Language", "ar, de;q=0.5")

		readers := httptest.NewRecorder()
		start(ctx, zoo).ServeHTTP(readers, asked)
		fixed := httptest.NewRecorder()
		start(ctx, zoo, viewer.WithConfiguration(viewer.Configuration{Language: "de"})).ServeHTTP(fixed, asked)

		Expect(readers.Header().Values("Vary")).To(ContainElement("Accept-Language"))
		Expect(readers.Body.String()).To(And(ContainSubstring(`<html lang="ar" dir="rtl">`), ContainSubstring("<h1>تسجيل الدخول</h1>")))
		Expect(readers.Body.String()).To(MatchRegexp(`(?s)assets/words-ar\.js.*assets/login\.js`), "words are there before the script that says them")
		Expect(fixed.Header().Values("Vary")).NotTo(ContainElement("Accept-Language"))
		Expect(fixed.Body.String()).To(And(ContainSubstring(`<html lang="de" dir="ltr">`), ContainSubstring("<h1>Anmelden</h1>"), ContainSubstring("assets/words-de.js")))
	})
})
