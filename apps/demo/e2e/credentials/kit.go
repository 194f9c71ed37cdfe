package credentials

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

// object is JSON.
type object map[string]any

// setup is what a page shows. It is written into the page's own file, as the
// server of a console does.
type setup struct {
	Schemes  object                `json:"schemes"`
	Security [][]object            `json:"security"`
	Prefill  viewer.Authentication `json:"prefill"`
	Declared []string              `json:"declared"`
	Origin   string                `json:"origin"`
	Exchange bool                  `json:"exchange"`

	servers []string // that requests may be sent to
}

// Servers of an API, of which nothing is asked.
const (
	api   = "https://api.example"
	other = "https://other.example"
)

// site is a reference with a page that asks for credentials.
type site struct {
	url string
	log *gbytes.Buffer
}

// place is where a page of the reference holds the part.
const place = `<h1>Try</h1><section id="here" aria-label="Authentication"></section>`

const script = `import { mountCredentials } from "./built/credentials.js";
const setup = await (await fetch("setup.json")).json();
let origin = setup.origin;
window.changes = 0;
window.heard = [];
addEventListener("securitypolicyviolation", (e) => window.heard.push(e.violatedDirective));
const credentials = mountCredentials(document.querySelector("#here"), setup.schemes, setup.security, setup.prefill, {
	root: new URL("./", location.href).href, home: new URL("./", location.href).href, exchange: setup.exchange, declared: new Set(setup.declared), origin: () => origin, changed: () => window.changes++,
});
window.authorize = (to) => credentials.authorize(to ?? origin);
window.go = (to) => { origin = to; credentials.update(); };
document.querySelector("h1").dataset.ready = "";`

// serve serves a reference whose description declares schemes.
func serve(ctx context.Context, s setup, schemes object, origins ...string) *site {
	GinkgoHelper()
	list := &site{log: gbytes.NewBuffer()}
	logger := slog.New(slog.NewTextHandler(list.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	description, err := json.Marshal(object{"openapi": "3.1.0", "info": object{"title": "Try", "version": "1"}, "paths": object{}, "components": object{"securitySchemes": schemes}})
	Expect(err).NotTo(HaveOccurred())
	proxy, err := tryit.NewProxy(tryit.WithOrigins(append(origins, s.servers...)...), tryit.WithLogger(logger))
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(openapi.FromContent(string(description)), htmlrender.New(),
		viewer.WithTokenExchange(proxy), viewer.WithRequestProxy(proxy), viewer.WithLogger(logger))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	s.Schemes = written(v.Document().SecuritySchemes)
	list.url = browsertest.Serve(list.handler(v, s))
	return list
}

var (
	content = regexp.MustCompile(`(?s)(<main[^>]*>).*</main>`)
	head    = regexp.MustCompile(`</head>`)
)

// handler serves the reference, and its first page once more with the part in
// place of the content, below the same policy.
func (s *site) handler(v http.Handler, with setup) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/try":
			whole := httptest.NewRecorder()
			first := httptest.NewRequestWithContext(r.Context(), "GET", "/", nil)
			first.Host = r.Host
			v.ServeHTTP(whole, first)
			maps.Copy(w.Header(), whole.Header())
			w.Header().Del("Content-Length")
			text := content.ReplaceAllString(whole.Body.String(), "${1}"+place+"</main>")
			_, _ = io.WriteString(w, head.ReplaceAllString(text, `<link rel="stylesheet" href="assets/credentials.css"><script type="module" src="try.js"></script></head>`))
		case "/try.js":
			w.Header().Set("Content-Type", "text/javascript")
			_, _ = io.WriteString(w, script)
		case "/built/credentials.js":
			http.ServeFile(w, r, "testdata/built/credentials.js")
		case "/setup.json":
			_ = json.NewEncoder(w).Encode(with)
		default:
			v.ServeHTTP(w, r)
		}
	})
}

// written are schemes as a console gets them.
func written(schemes []apidoc.SecurityScheme) object {
	all := object{}
	for _, s := range schemes {
		flows := []object{}
		for _, f := range s.Flows {
			scopes := []object{}
			for _, scope := range f.Scopes {
				scopes = append(scopes, object{"name": scope.Name, "description": scope.Description, "default": scope.Default})
			}
			flows = append(flows, object{
				"kind": f.Kind, "authorizationUrl": f.AuthorizationURL, "deviceAuthorizationUrl": f.DeviceAuthorizationURL,
				"tokenUrl": f.TokenURL, "refreshUrl": f.RefreshURL, "scopes": scopes,
			})
		}
		all[s.Name] = object{
			"type": s.Type, "in": s.In, "name": s.ParameterName, "scheme": s.Scheme, "bearerFormat": s.BearerFormat, "flows": flows,
			"openIdConnectUrl": s.OpenIDConnectURL, "description": s.Description,
		}
	}
	return all
}

// need is an alternative that needs schemes.
func need(names ...string) []object {
	list := []object{}
	for _, name := range names {
		list = append(list, object{"scheme": name, "scopes": []string{}})
	}
	return list
}

// tab is a page that asks for credentials.
type tab struct{ *browsertest.Browser }

func (s *site) open() *tab {
	GinkgoHelper()
	t := &tab{browsertest.Open()}
	t.visit(s)
	return t
}

func (t *tab) visit(s *site) {
	GinkgoHelper()
	t.Run(chromedp.Navigate(s.url+"/try"), chromedp.WaitReady("[data-ready]", chromedp.ByQuery))
}

// fill types into a field of a scheme.
func (t *tab) fill(scheme, key, value string) {
	GinkgoHelper()
	at := fmt.Sprintf(`[data-scheme=%q] [data-credential=%q]`, scheme, key)
	browsertest.Eval[any](t.Browser, fmt.Sprintf(`document.querySelector(%q).select()`, at))
	t.Run(chromedp.KeyEvent(value))
}

// press presses the button of a scheme that begins with a text.
func (t *tab) press(scheme, text string) {
	GinkgoHelper()
	t.Run(browsertest.Click(fmt.Sprintf(`//*[@data-scheme=%q]//button[starts-with(normalize-space(), %q) and not(@hidden)]`, scheme, text)))
}

// status is what a scheme says of its login.
func (t *tab) status(scheme string) string {
	GinkgoHelper()
	return browsertest.Eval[string](t.Browser, fmt.Sprintf(`document.querySelector('[data-scheme=%q] .credential-status').textContent`, scheme))
}

func (t *tab) waitFor(scheme, status string) {
	GinkgoHelper()
	Eventually(func() string { return t.status(scheme) }).Should(ContainSubstring(status))
}

func (t *tab) text(selector string) string {
	GinkgoHelper()
	return browsertest.Eval[string](t.Browser, fmt.Sprintf(`document.querySelector(%q).innerText`, selector))
}

// authorized is what a request is given.
type authorized struct {
	Headers, Query, Cookies [][]string
	Withheld                []struct{ Scheme, Reason string }
}

func (t *tab) authorize(origin string) authorized {
	GinkgoHelper()
	return browsertest.Eval[authorized](t.Browser, fmt.Sprintf(`window.authorize(%q)`, origin))
}

// bearer are the headers of a token.
func bearer(token string) [][]string { return [][]string{{"Authorization", "Bearer " + token}} }

// clean expects that nothing has been complained about.
func (t *tab) clean() {
	GinkgoHelper()
	Expect(browsertest.Eval[[]string](t.Browser, `window.heard`)).To(BeEmpty())
	Expect(t.Troubles()).To(BeEmpty())
}

// lines are what a log holds.
func (s *site) lines() string { return string(bytes.Clone(s.log.Contents())) }

// cdpBrowser is a context to ask the browser itself in.
func cdpBrowser(ctx context.Context) context.Context {
	return cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
}
