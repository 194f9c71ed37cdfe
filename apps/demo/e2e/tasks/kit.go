package tasks

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
)

const books = `
openapi: 3.1.0
info: {title: Books, version: "1"}
servers: [{url: "ADDRESS"}]
paths:
  /books:
    post:
      operationId: addBook
      summary: Add a book
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Book"}, example: {title: Emma}}}}
      responses:
        "201":
          description: Added
          content: {application/json: {schema: {type: object}}}
          links: {one: {operationId: getBook, parameters: {id: "$response.body#/id"}}}
  /books/{id}:
    get:
      operationId: getBook
      summary: Get a book
      security: [{login: []}, {key: []}]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 1}]
      responses: {"200": {description: The book}}
    put:
      operationId: putBook
      summary: Change a book
      parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 1}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Book"}, example: {title: Emma}}}}
      responses: {"200": {description: Changed}}
    delete:
      operationId: deleteBook
      summary: Remove a book
      security: [{login: []}, {key: []}]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}, example: 1}]
      responses: {"200": {description: Removed}}
  /search:
    get:
      operationId: search
      summary: Search
      parameters: [{name: q, in: query, required: true, schema: {type: string}, example: emma}]
      responses: {"200": {description: Found}, "422": {description: Not understood}}
  /covers:
    post:
      operationId: upload
      summary: Upload a cover
      requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [cover], properties: {cover: {type: string, contentMediaType: image/png}}}}}}
      responses: {"200": {description: Kept}}
  /events: {get: {operationId: events, summary: Listen, responses: {"200": {description: Events, content: {text/event-stream: {}}}}}}
  /slow: {get: {operationId: slow, summary: Wait, responses: {"200": {description: Late}}}}
  /reports: {get: {operationId: report, summary: Report, security: [{key: []}, {provider: []}], responses: {"200": {description: It}}}}
components:
  schemas: {Book: {type: object, required: [title], properties: {title: {type: string}, pages: {type: integer}}}}
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    login: {type: http, scheme: basic}
    provider: {type: oauth2, flows: {clientCredentials: {tokenUrl: "PROVIDER/token", scopes: {}}}}
`

// library is the API. It never answers requests for /slow.
type library struct{ browsertest.Requests }

func (l *library) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.Note(r)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == "/slow":
		<-r.Context().Done()
	case r.URL.Path == "/events":
		h.Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: {\"n\":1}\n\n")
	case r.URL.Path == "/token":
		_, _ = io.WriteString(w, `{"access_token":"given","token_type":"Bearer","expires_in":3600}`)
	case r.URL.Path == "/search" && r.URL.Query().Get("q") == "emma":
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = io.WriteString(w, `{"detail":"q is too common"}`)
	case r.Method == http.MethodPost:
		w.WriteHeader(http.StatusCreated)
		fallthrough
	default:
		_, _ = io.WriteString(w, `{"id":41,"title":"Emma"}`)
	}
}

// serve serves the API, and its reference below /docs.
func serve(ctx context.Context) (*library, string) {
	GinkgoHelper()
	l, mux := &library{}, http.NewServeMux()
	address, provider := browsertest.Serve(mux), browsertest.Serve(l)
	proxy, err := tryit.NewProxy(tryit.WithOrigins(provider))
	Expect(err).NotTo(HaveOccurred())
	mux.Handle("/docs/", http.StripPrefix("/docs", browsertest.Reference(ctx, strings.NewReplacer("ADDRESS", address, "PROVIDER", provider).Replace(books), viewer.WithTokenExchange(proxy))))
	mux.Handle("/", l)
	return l, address + "/docs/"
}

// hand does what a reader does, and counts it: a press, a choice, and a field that is
// filled in, however long, are one action each.
type hand struct {
	*browsertest.Browser
	*library
	actions int
}

// press presses what has a text in the console: a button, an item of a menu, a choice.
func (h *hand) press(text string) {
	GinkgoHelper()
	h.on(fmt.Sprintf(`//dialog[@open]//*[self::button or self::summary or self::label][normalize-space() = %q][not(ancestor-or-self::*[@hidden])]`, text))
}

// on presses what a selector names.
func (h *hand) on(selector string) {
	GinkgoHelper()
	h.actions++
	h.Run(browsertest.Click(selector))
}

// key presses a key.
func (h *hand) key(code string) {
	GinkgoHelper()
	h.actions++
	h.Run(chromedp.KeyEvent(code))
}

// beside presses what a selector names beside the console.
func (h *hand) beside(selector string) {
	GinkgoHelper()
	h.actions++
	h.Run(browsertest.ClickPlace(selector))
}

// fill puts a text in the place of what stands in a field.
func (h *hand) fill(selector, text string) {
	GinkgoHelper()
	h.actions++
	h.Run(browsertest.Focus(selector), chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(text))
}

// body puts a text in the place of the body.
func (h *hand) body(text string) {
	GinkgoHelper()
	h.actions++
	const field = `document.querySelector("dialog[open] .try-json:not([hidden])")?.shadowRoot?.querySelector(".cm-content")`
	h.until(field + ` != null`)
	browsertest.Eval[bool](h.Browser, field+`.focus(), true`)
	h.Run(chromedp.KeyEvent("a", chromedp.KeyModifiers(input.ModifierCtrl)), chromedp.KeyEvent(kb.Backspace), chromedp.ActionFunc(func(ctx context.Context) error { return input.InsertText(text).Do(ctx) }))
}

// until waits for something that the reader waits for.
func (h *hand) until(condition string) {
	GinkgoHelper()
	Eventually(func() (bool, error) { return browsertest.Ask[bool](h.Browser, condition) }).Should(BeTrue(), condition)
}

// answered waits for an answer, or for what else the console says.
func (h *hand) answered(words string) {
	GinkgoHelper()
	Eventually(func() (string, error) {
		return browsertest.Ask[string](h.Browser, `document.querySelector("dialog[open] .try-send").hidden ? "sending" : document.querySelector("dialog[open] .try-summary").textContent`)
	}).Should(MatchRegexp(words))
}
