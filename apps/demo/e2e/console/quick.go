package console

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// wants is a description whose operations need one thing each.
const wants = `
openapi: 3.1.0
info: {title: Wants, version: "1"}
servers: [{url: "ADDRESS"}]
paths:
  /nothing: {get: {operationId: nothing, summary: Nothing, parameters: [{name: q, in: query, required: true, schema: {type: string}, example: a}]}}
  /key: {get: {operationId: key, summary: Key, security: [{key: []}], parameters: [{name: q, in: query, required: true, schema: {type: string}}]}}
  /value: {get: {operationId: value, summary: Value, parameters: [{name: a, in: query, schema: {type: string}}, {name: q, in: query, required: true, schema: {type: string, maxLength: 20}}]}}
  /text: {post: {operationId: text, summary: Text, requestBody: {required: true, content: {text/plain: {schema: {type: string, minLength: 0}, example: ""}}}}}
  /file: {post: {operationId: file, summary: File, requestBody: {required: true, content: {multipart/form-data: {schema: {type: object, required: [f], properties: {n: {type: string}, f: {type: string, contentMediaType: image/png}}}}}}}}
  /made: {post: {operationId: made, summary: Made, responses: {"201": {description: Made, links: {read: {operationId: value, parameters: {q: "$response.body#/method"}}, write: {operationId: made}, half: {operationId: value, parameters: {q: "$response.body#/nowhere"}}}}}}}
  /slow: {get: {operationId: slow, summary: Slow}}
  /report: {get: {operationId: report, summary: Report, security: [{provider: []}]}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, provider: {type: oauth2, flows: {clientCredentials: {tokenUrl: "ADDRESS/token", scopes: {}}}}}}
`

var _ = Describe("A console that is opened", func() {
	DescribeTable("begins with what has to be given first",
		func(ctx SpecContext, slug, at string) {
			b := browsertest.Open()
			try(b, serve(ctx, replaced(wants, "http://127.0.0.1:1"), viewer.Configuration{}), slug)

			has(b, `t.dialog().contains(document.activeElement) && document.activeElement.matches("`+at+`")`)
		},
		Entry("a credential", "key", "[data-scheme=key] input"),
		Entry("a parameter", "value", "[data-name=q] .try-control .try-input"),
		Entry("a text", "text", ".try-body"),
		Entry("a file", "file", "[data-name=f] input[type=file]"),
		Entry("nothing: the title has the focus", "nothing", "h2"),
	)

	It("gives way to a link beside it that is pressed", func(ctx SpecContext) {
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, "http://127.0.0.1:1"), viewer.Configuration{}), "nothing")

		b.Run(browsertest.ClickPlace(`nav a[href$="operations/slow"]`))

		has(b, `!t.dialog() && document.querySelector("main h1").textContent === "Slow"`)
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("A request that is sent from the page", func() {
	It("is that of the sample, by the button and by keys that are not meant for a link", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		b.Visit(serve(ctx, replaced(wants, address), viewer.Configuration{}) + "/operations/nothing")
		browsertest.Eval[bool](b, helpers)
		b.Run(browsertest.Click("main [data-send]"))
		Expect(a.Last(1).Target).To(Equal("/nothing?q=a"))
		has(b, `/^201/.test(t.summary()) && !t.dialog().querySelector(".try-send").hidden`)
		b.Run(chromedp.KeyEvent(kb.Escape))
		has(b, `!t.dialog() && document.activeElement.matches("[data-send]")`)

		browsertest.Eval[bool](b, `document.activeElement.blur(), true`)
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		Expect(a.Last(2).Target).To(Equal("/nothing?q=a"))
		has(b, `!t.dialog().querySelector(".try-send").hidden`)
		b.Run(chromedp.KeyEvent(kb.Escape))
		has(b, `!t.dialog()`)

		browsertest.Eval[bool](b, `document.addEventListener("keydown", (event) => { window.taken = event.defaultPrevented; event.preventDefault() }), document.querySelector("nav a[href$='operations/slow']").focus(), true`)
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(input.ModifierCtrl)))
		has(b, `window.taken === false && !t.dialog()`)
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("waits for credentials and for values that it lacks, and goes with Enter then", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		b.Visit(serve(ctx, replaced(wants, address), viewer.Configuration{}) + "/operations/key")
		browsertest.Eval[bool](b, helpers)

		b.Run(browsertest.Click("main [data-send]"))
		has(b, `!!t.dialog() && document.activeElement === t.credential("key")`)
		b.Run(chromedp.KeyEvent("k-1"), chromedp.KeyEvent(kb.Enter))
		has(b, `document.activeElement === t.control("q") && t.control("q").getAttribute("aria-invalid") === "true"`)
		Expect(a.Count()).To(BeZero())
		b.Run(chromedp.KeyEvent("emma"), chromedp.KeyEvent(kb.Enter))

		got := a.Last(1)
		Expect(got.Target).To(Equal("/key?q=emma"))
		Expect(got.Header.Get("X-Key")).To(Equal("k-1"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("A request that needs a token", func() {
	It("is not sent when the provider gives none", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, address), viewer.Configuration{}), "report")
		has(b, `document.activeElement.dataset.credential === "clientId"`)

		eval(b, `t.type(t.credential("provider", 0), "me"); t.type(t.credential("provider", 1), "s"); t.press("Send")`)

		has(b, `t.summary() === "The provider has given no token."`)
		Expect(eval(b, `return t.dialog().querySelector("[data-scheme=provider]").textContent`)).To(ContainSubstring("The provider has sent no token that can be used here."))
		Expect(a.Last(1).Target).To(Equal("/token"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("Escape", func() {
	It("cancels what is being sent, and closes the console only then", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, address), viewer.Configuration{}), "slow")
		eval(b, `t.press("Send")`)
		a.Last(1)
		has(b, `t.dialog().querySelector(".try-keys").textContent === "Esc"`)

		b.Run(chromedp.KeyEvent(kb.Escape))
		Eventually(a.gone).Should(Receive())
		has(b, `t.summary() === "Cancelled." && t.dialog().querySelector(".try-keys").textContent === "Ctrl Enter"`)
		b.Run(chromedp.KeyEvent(kb.Escape))

		has(b, `!t.dialog()`)
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("Enter", func() {
	It("sends nothing while a variable is named", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, address), viewer.Configuration{}), "value")
		eval(b, `t.press("Variables"); t.press("Add variable")`)
		has(b, `document.activeElement.matches(".try-variable input")`)

		b.Run(chromedp.KeyEvent("who"), chromedp.KeyEvent(kb.Enter))

		Expect(eval(b, `return t.dialog().querySelectorAll("[aria-invalid]").length + t.summary()`)).To(Equal("0Nothing has been sent yet."))
		Expect(a.Count()).To(BeZero())
	})
})

var _ = Describe("A link of a response that is followed", func() {
	It("reads at once what it leads to when it has brought everything, and no more than fills in otherwise", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, address), viewer.Configuration{}), "made")
		eval(b, `t.press("Send")`)
		has(b, `t.dialog().querySelectorAll(".try-follow").length === 3`)

		eval(b, `t.press("Follow: read")`)
		Expect(a.Last(2).Target).To(Equal("/value?q=POST"))
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^201.* bytes$"))

		for link, title := range map[string]string{"half": "Value", "write": "Made"} {
			has(b, `[...t.dialog().querySelectorAll("button")].some((el) => el.textContent === "Back to that answer") || t.dialog().querySelector(".try-follow") !== null`)
			eval(b, `const back = [...t.dialog().querySelectorAll("button")].find((el) => el.textContent === "Back to that answer"); back?.click()`)
			has(b, `t.dialog()?.querySelector("h2").textContent === "Made"`)
			eval(b, `t.press("Follow: `+link+`")`)
			has(b, `t.dialog()?.querySelector("h2").textContent === "`+title+`" && t.dialog().querySelector(".try-arrival").textContent.includes("The link `+link+` of")`)
		}
		Expect(a.Count()).To(Equal(2))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("A value of an answer that is saved as a variable", func() {
	It("has a name at once, which can be changed, and takes no other's", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, replaced(wants, address), viewer.Configuration{}), "nothing")
		eval(b, `t.variables = () => [...t.dialog().querySelectorAll(".try-variable")].map((row) => [...row.querySelectorAll(".try-input")].map((el) => el.value).join("=")).join()
			t.save = async (member) => {
				[...t.dialog().querySelectorAll(".body-row")].find((el) => el.textContent.includes(member)).click();
				while (!t.dialog().querySelector(".body-row[aria-selected=true]")?.textContent.includes(member)) await new Promise((done) => setTimeout(done, 20));
				[...t.dialog().querySelectorAll(".body-button")].find((el) => el.textContent === "Save as variable").click();
			}; t.press("Send")`)
		has(b, `t.dialog().querySelectorAll(".body-row").length > 2 && !t.dialog().querySelector(".try-send").hidden`)

		eval(b, `await t.save("method")`)
		has(b, `t.variables() === "method=GET"`)
		eval(b, `t.type(document.activeElement, "verb"); t.press("Save variable")`)
		has(b, `t.variables() === "verb=GET"`)
		eval(b, `t.press("Add variable")`)
		eval(b, `const [name, value] = [...t.dialog().querySelectorAll(".try-variable")].at(-1).querySelectorAll(".try-input"); t.type(name, "n"); t.type(value, "mine")`)
		eval(b, `await t.save("n:")`)
		has(b, `document.activeElement.value === "n" && document.activeElement.closest(".try-extract") !== null`)

		Expect(eval(b, `return t.variables()`)).To(Equal("verb=GET,n=mine"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
