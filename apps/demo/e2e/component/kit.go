package component

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// described returns a description with a title, and one of everything that a field
// of the configuration shows or hides.
func described(title string) string {
	return strings.ReplaceAll(`{
  "openapi": "3.1.0",
  "info": {"title": "TITLE", "version": "1.0", "description": "About TITLE."},
  "servers": [{"url": "https://api.example/v1"}],
  "tags": [{"name": "orders", "description": "All of TITLE."}],
  "paths": {
    "/orders": {"post": {
      "operationId": "placeOrder", "summary": "Place an order", "tags": ["orders"],
      "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
      "responses": {"201": {"description": "It"}}
    }},
    "/orders/{id}": {"get": {
      "operationId": "getOrder", "summary": "Find an order", "tags": ["orders"], "security": [{"token": []}],
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}, "example": "7"}],
      "responses": {"200": {"description": "It", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}}
    }}
  },
  "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}, "schemas": {"Order": {"type": "object", "properties": {"total": {"type": "integer"}}}}}
}`, "TITLE", title)
}

// policy is that of a page that allows nothing but its own files.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src 'self' data:; " +
	"require-trusted-types-for 'script'; trusted-types 'none'"

// site is a site with a reference at /docs/reference/, pages and other files.
type site struct {
	address string
	files   map[string]string
	policy  string // of the pages
}

// open makes a site; its reference takes descriptions with WithVisitorDescriptions
// among the options.
func open(ctx context.Context, options ...viewer.Option) *site {
	GinkgoHelper()
	return openOf(ctx, described("Mounted"), options...)
}

// openOf makes a site with the reference of a description.
func openOf(ctx context.Context, description string, options ...viewer.Option) *site {
	GinkgoHelper()
	v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: description}}, options...)
	s := &site{files: map[string]string{}, policy: policy}
	mux := http.NewServeMux()
	mux.Handle("/docs/reference/", v)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		text, ok := s.files[r.URL.Path]
		w.Header().Set("Content-Security-Policy", s.policy)
		switch {
		case !ok:
			http.NotFound(w, r)
			return
		case strings.HasSuffix(r.URL.Path, ".js"):
			w.Header().Set("Content-Type", "text/javascript")
		case strings.HasSuffix(r.URL.Path, ".css"):
			w.Header().Set("Content-Type", "text/css")
		case strings.HasSuffix(r.URL.Path, ".json"):
			w.Header().Set("Content-Type", "application/json")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		fmt.Fprint(w, text)
	})
	s.address = browsertest.Serve(mux)
	return s
}

// visitors is the option that takes descriptions.
func visitors() viewer.Option {
	return viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{})
}

const scriptTag = `<script src="/docs/reference/assets/api-reference.js"></script>`

// visit opens a page of the site with a body. The scripts of the page come last.
func (s *site) visit(body string) *browsertest.Browser {
	GinkgoHelper()
	s.files["/page"] = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Host</title>` +
		`<link rel="stylesheet" href="/docs/reference/assets/api-reference.css"></head><body>` + body + `</body></html>`
	b := browsertest.Open()
	b.Visit(s.address + "/page")
	return b
}

// configured is an element with a configuration.
func configured(configuration map[string]any, attributes string) string {
	text, err := json.Marshal(configuration)
	Expect(err).NotTo(HaveOccurred())
	return `<api-reference ` + attributes + ` configuration="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;", "<", "&lt;").Replace(string(text)) + `"></api-reference>`
}

// shows waits until the element that a selector finds shows a heading.
func shows(b *browsertest.Browser, selector, heading string) {
	GinkgoHelper()
	Eventually(func() string {
		return inside[string](b, selector, `root.querySelector("h1")?.textContent.trim() ?? root.textContent.trim()`)
	}).Should(ContainSubstring(heading))
}

// inside evaluates an expression in which root is the shadow root of an element.
func inside[T any](b *browsertest.Browser, selector, expression string) T {
	GinkgoHelper()
	return browsertest.Eval[T](b, `(() => { const el = document.querySelector(`+quoted(selector)+`); const root = el.shadowRoot; return `+expression+` })()`)
}

func quoted(text string) string {
	data, _ := json.Marshal(text)
	return string(data)
}

// press clicks on the first thing of an element that a selector finds, when it is
// there.
func press(b *browsertest.Browser, selector, inner string) {
	GinkgoHelper()
	Eventually(func() bool { return inside[bool](b, selector, `root.querySelector(`+quoted(inner)+`) !== null`) }).Should(BeTrue(), inner)
	inside[any](b, selector, `(root.querySelector(`+quoted(inner)+`).click(), null)`)
}

// address is that of the page around.
func address(b *browsertest.Browser) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, `location.pathname + location.search + location.hash`)
}
