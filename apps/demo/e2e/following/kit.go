package following

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// serve serves the reference of the users of an API, and returns its address.
func serve(ctx context.Context, api string) string {
	GinkgoHelper()
	return browsertest.Serve(browsertest.Reference(ctx, strings.ReplaceAll(users, "ADDRESS", api)))
}

// api notes what it gets. What it answers is a user with a number that no browser
// can count to.
type api struct{ browsertest.Requests }

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if browsertest.Admit(w, r) {
		return
	}
	a.Note(r)
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("X-Next", "page/2")
	if r.Method == http.MethodPost {
		w.WriteHeader(http.StatusCreated)
	}
	_, _ = io.WriteString(w, `{"id":12345678901234567891,"name":"Ada","tags":["a/b","c"],"nested":{"a/b":{"~":"deep"}},"none":null,"token":"s3cr3t-value"}`)
}

func newAPI() (*api, string) {
	a := &api{}
	return a, browsertest.Serve(a)
}

const users = `
openapi: 3.1.0
info: {title: Users, version: "1"}
servers: [{url: "ADDRESS/one", description: The first}, {url: "ADDRESS/two"}, {url: "ADDRESS/{stage}", variables: {stage: {default: dev}}}, {url: "http://{host}", variables: {host: {default: api.example}}}]
paths:
  /users:
    post:
      operationId: addUser
      summary: Add a user
      security: [{key: []}]
      parameters:
        - {name: trace, in: query, schema: {type: string}, example: t-1}
        - {name: X-Client, in: header, schema: {type: string}, example: cli}
        - {name: X-Api-Key, in: header, schema: {type: string}}
        - {name: pin, in: query, schema: {type: string, format: password}}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [name]
              properties:
                name: {type: string}
                age: {type: integer, minimum: 1}
                password: {type: string, format: password}
                code: {type: string, writeOnly: true}
                owner: {type: object, properties: {secret: {type: string, writeOnly: true}, mail: {type: string}}}
            example: {name: Ada}
      responses:
        "201":
          description: Added
          content: {application/json: {schema: {type: object}}}
          links:
            one:
              operationId: getUser
              description: The user that was added
              server: {url: "ADDRESS/two"}
              parameters: {path.id: "$response.body#/id", query.id: "$response.body#/nested/a~1b/~0", trace: "$request.query.trace", note: "user-{$response.body#/id} of {$method} {$statusCode}", page: "$response.header.x-next", lost: "$response.body#/nowhere", none: "$response.body#/none"}
            copy: {operationId: addUser, requestBody: {name: "$request.body#/name", age: 7, tags: "$response.body#/tags"}, server: {url: "https://elsewhere.example"}}
            away: {operationId: nobody}
  /users/{id}:
    get:
      operationId: getUser
      summary: Get a user
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: id, in: query, schema: {type: string}}
        - {name: trace, in: query, schema: {type: string}}
        - {name: note, in: header, schema: {type: string}}
        - {name: page, in: query, schema: {type: string}}
        - {name: limit, in: query, schema: {type: integer, maximum: 50}}
      responses: {"200": {description: The user, content: {application/json: {schema: {type: object}}}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
`

const helpers = `window.t = {
	dialog: () => document.querySelector("dialog.console[open]"),
	row: (name, n) => t.dialog().querySelectorAll('.console-request [data-name="' + name + '"]')[n ?? 0],
	control: (name, n) => t.row(name, n).querySelector(".try-control .try-input"),
	type: (el, text) => { el.focus(); el.value = text; el.dispatchEvent(new Event(el.matches("select") ? "change" : "input", {bubbles: true})); },
	find: (text) => [...t.dialog().querySelectorAll("button")].find((b) => b.textContent === text && !b.closest("[hidden]")),
	press: (text) => t.find(text).click(),
	body: () => t.dialog().querySelector(".try-body"),
	text: (selector) => t.dialog().querySelector(selector)?.textContent ?? "",
	all: (selector) => [...t.dialog().querySelectorAll(selector)].map((el) => el.textContent),
	preview: () => t.text(".try-preview"),
}; true`

// try opens the console of an operation.
func try(b *browsertest.Browser, root, slug string) {
	GinkgoHelper()
	b.Visit(root + "/operations/" + slug)
	browsertest.Eval[bool](b, helpers)
	browsertest.Eval[bool](b, `document.querySelector("[data-try]").click(), true`)
	opened(b)
}

func opened(b *browsertest.Browser) {
	GinkgoHelper()
	Eventually(func() (bool, error) { return browsertest.Ask[bool](b, `!!t.dialog()`) }).Should(BeTrue())
}

// eval runs a script that looks into the console.
func eval(b *browsertest.Browser, script string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, "(async () => String(await (async () => {"+script+"})()))()")
}

// send sends, once what was sent before has been answered.
func send(b *browsertest.Browser) {
	GinkgoHelper()
	shown(b, `!!t.find("Send")`).Should(Equal("true"))
	eval(b, `t.press("Send")`)
}

// press presses keys, one after the other.
func press(b *browsertest.Browser, keys ...string) {
	GinkgoHelper()
	codes := map[string]string{"ArrowDown": kb.ArrowDown, "ArrowUp": kb.ArrowUp, "Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab, "Backspace": kb.Backspace}
	for _, key := range keys {
		b.Run(chromedp.KeyEvent(cmp.Or(codes[key], key)))
	}
}

// shown is what a script says, in the end.
func shown(b *browsertest.Browser, script string) AsyncAssertion {
	GinkgoHelper()
	return Eventually(func() string { return eval(b, "return "+script) })
}
