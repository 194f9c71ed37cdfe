package console

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// serve serves the reference of a description, and returns its address.
func serve(ctx context.Context, description string, c viewer.Configuration, options ...viewer.Option) string {
	GinkgoHelper()
	return browsertest.Serve(browsertest.Reference(ctx, description, append([]viewer.Option{viewer.WithConfiguration(c)}, options...)...))
}

// api is an API that notes what it gets, and answers with it.
type api struct {
	browsertest.Requests
	closed bool          // to pages of other origins
	gone   chan struct{} // receives when a request for /slow has been given up
	tear   chan struct{} // tears the answers to requests for /torn
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !a.closed {
		browsertest.Admit(w, r)
	}
	if r.Method == http.MethodOptions {
		return
	}
	a.Note(r)
	switch r.URL.Path {
	case "/slow":
		_, _ = io.WriteString(w, "begun\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		a.gone <- struct{}{}
	case "/torn":
		_, _ = io.WriteString(w, "begun\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-a.tear:
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	case "/moved":
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	default:
		h := w.Header()
		h.Set("Content-Type", "application/json")
		h.Set("Set-Cookie", "seen=1; Path=/")
		w.WriteHeader(http.StatusCreated)
		_, _ = fmt.Fprintf(w, `{"method":%q,"n":12345678901234567890.10}`, r.Method)
	}
}

func newAPI(closed bool) (*api, string) {
	a := &api{closed: closed, gone: make(chan struct{}, 4), tear: make(chan struct{})}
	return a, browsertest.Serve(a)
}

// things is a description of an API with something of everything.
func things(address string) string { return replaced(thingsText, address) }

// replaced is a description of the API at an address.
func replaced(description, address string) string {
	return strings.ReplaceAll(description, "ADDRESS", address)
}

const thingsText = `
openapi: 3.1.0
info: {title: Things, version: "1"}
servers: [{url: "ADDRESS", description: The test}, {url: "ADDRESS/{version}", variables: {version: {default: v1, enum: [v1, v2], description: Which one}}}]
paths:
  /things/{id}:
    put:
      operationId: putThing
      summary: Put a thing
      security: [{key: []}, {login: []}, {both: [], key: []}]
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}, example: 7}
        - {name: q, in: query, required: true, description: What to look for, schema: {type: string, minLength: 3}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}, style: pipeDelimited, explode: false}
        - {name: filter, in: query, schema: {type: object, properties: {from: {type: string, format: date}, deep: {type: boolean}}}, style: deepObject, explode: true}
        - {name: kind, in: query, deprecated: true, schema: {type: string, enum: [small, large]}}
        - {name: X-Trace, in: header, schema: {type: string}}
        - {name: session, in: cookie, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {$ref: "#/components/schemas/Thing"}
            examples: {small: {summary: A small one, value: {name: Box, size: 1.50}}, large: {summary: A large one, value: {name: House, size: 100}}}
      responses: {"201": {description: Put, content: {application/json: {schema: {type: object}}}}}
  /upload:
    post:
      operationId: upload
      summary: Upload
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [title, photo], properties: {title: {type: string}, photo: {type: string, contentMediaType: image/png}, tags: {type: array, items: {type: string}}}}
            encoding: {photo: {contentType: image/png}}
            example: {title: "A \"title\" é", photo: "", tags: [a, b]}
          application/x-www-form-urlencoded: {schema: {type: object, properties: {a: {type: string}, b: {type: integer}}}, example: {a: "x y&z", b: 1}}
          application/octet-stream: {schema: {type: string, format: binary}}
  /slow: {get: {operationId: slow, summary: Wait}}
  /torn: {get: {operationId: torn, summary: Tear}}
  /moved: {get: {operationId: moved, summary: Move}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: Of your account}
    login: {type: http, scheme: basic}
    both: {type: apiKey, in: query, name: token}
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 12, description: What it is called}
        size: {type: number, exclusiveMinimum: 0}
        id: {type: integer, readOnly: true}
        on: {type: boolean}
        owner: {$ref: "#/components/schemas/Owner"}
        parts: {type: array, items: {$ref: "#/components/schemas/Thing"}}
        labels: {type: object, additionalProperties: {type: string}}
        shape:
          oneOf: [{$ref: "#/components/schemas/Circle"}, {$ref: "#/components/schemas/Square"}]
    Owner: {type: object, required: [email], properties: {email: {type: string, format: email}}}
    Circle: {type: object, required: [radius], additionalProperties: false, properties: {radius: {type: number}}}
    Square: {type: object, required: [side], additionalProperties: false, properties: {side: {type: number}}}
`

// page is a page with helpers that look into the console.
const helpers = `window.t = {
	dialog: () => document.querySelector("dialog.console[open]"),
	row: (name, within) => (within ?? t.dialog()).querySelector('[data-name="' + name + '"]'),
	control: (name, within) => t.row(name, within).querySelector(".try-control .try-input"),
	type: (el, text) => { el.focus(); el.value = text; el.dispatchEvent(new Event(el.matches("select") ? "change" : "input", {bubbles: true})); },
	press: (text) => [...t.dialog().querySelectorAll("button")].find((b) => b.textContent === text && !b.closest("[hidden]")).click(),
	scheme: (name) => [...t.dialog().querySelectorAll(".credential-alternatives label")].find((l) => l.textContent === name).querySelector("input").click(),
	credential: (name, n) => t.dialog().querySelectorAll("[data-scheme=" + name + "] input")[n ?? 0],
	body: () => t.dialog().querySelector(".try-body"),
	summary: () => t.dialog().querySelector(".try-summary").textContent,
}; true`

// try opens the console of an operation.
func try(b *browsertest.Browser, root, slug string) {
	GinkgoHelper()
	b.Visit(root + "/operations/" + slug)
	openConsole(b)
}

func openConsole(b *browsertest.Browser) {
	GinkgoHelper()
	browsertest.Eval[bool](b, helpers)
	browsertest.Eval[bool](b, `document.querySelector("[data-try]").click(), true`)
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, `!!t.dialog()`) }).Should(BeTrue())
}

// eval runs a script that looks into the console.
func eval(b *browsertest.Browser, script string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, "(async () => String(await (async () => {"+script+"})()))()")
}
