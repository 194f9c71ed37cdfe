package console

import (
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("The form of a body and its text", func() {
	It("are in step: scalars, objects, lists, maps, alternatives", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")
		text := func() string {
			return eval(b, `t.press("Text"); const text = t.body().value; t.press("Form"); return JSON.stringify(JSON.parse(text, (_, v, c) => typeof v === "string" ? v : c?.source ?? v))`)
		}

		eval(b, `t.press("Form"); t.body = () => t.dialog().querySelector(".try-body-place .try-body")`)
		Expect(eval(b, `return t.control("name").value + t.control("size").value + t.dialog().querySelector(".try-body-place [data-name=id]")`)).To(Equal("Box1.50null"))
		eval(b, `t.type(t.control("name"), "Café"); t.type(t.control("on"), "false")`)
		Expect(text()).To(Equal(`{"name":"Café","size":"1.50","on":"false"}`))

		eval(b, `t.row("owner").querySelector(".try-toggle").click(); t.type(t.control("email"), "a@b.c")`)
		eval(b, `t.row("labels").querySelector(".try-toggle").click(); t.row("labels").querySelector(".try-add").click();
			t.type(t.row("labels").querySelector(".try-key"), "k/~"); t.type(t.row("labels").querySelector(".try-field .try-input"), "v")`)
		eval(b, `const shape = t.row("shape"); shape.querySelector(".try-toggle").click(); t.type(shape.querySelector("select"), "Square"); t.type(t.control("side", shape), "2.50")`)
		eval(b, `const parts = t.row("parts"); parts.querySelector(".try-toggle").click(); parts.querySelector(".try-group > .try-add").click(); t.type(t.control("name", parts), "Lid")`)
		Expect(text()).To(Equal(`{"name":"Café","size":"1.50","on":"false","owner":{"email":"a@b.c"},"parts":[{"name":"Lid"}],"labels":{"k/~":"v"},"shape":{"side":"2.50"}}`))

		eval(b, `t.press("Text"); t.type(t.body(), '{"shape":{"radius":1.0},"new":[1],"name":"x"}'); t.press("Form")`)
		Expect(eval(b, `return t.row("shape").querySelector("select").value + t.control("radius").value + t.control("name").value + t.row("owner").classList.contains("is-off")`)).To(Equal("Circle1.0xtrue"))
		eval(b, `t.type(t.control("name"), "y")`)
		Expect(text()).To(Equal(`{"shape":{"radius":"1.0"},"new":["1"],"name":"y"}`), "the order and what the schema does not know stay")
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("tell where the text is no JSON, and keep it", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")

		eval(b, `t.type(t.body(), '{\n  "name": "é",,\n}')`)
		Expect(eval(b, `return t.dialog().querySelector(".try-body + .try-problem").textContent`)).To(Equal("Line 2, column 15: A name in quotes has to stand here."))
		Expect(eval(b, `return t.body().getAttribute("aria-invalid")`)).To(Equal("true"))
		eval(b, `t.press("Form")`)
		Expect(eval(b, `return t.body().value.length + t.dialog().querySelector("[data-try-live]").textContent`)).To(Equal("19The text is not JSON, so it has no form."))
	})

	It("send files in parts, under the names that readers gave them", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "upload")

		eval(b, `t.press("Send")`)
		Expect(eval(b, `return t.dialog().querySelector(".try-wrong").textContent`)).To(HavePrefix("One value is not as described."))
		eval(b, `const input = t.row("photo").querySelector("input[type=file]"), list = new DataTransfer();
			list.items.add(new File([new Uint8Array([0, 255, 13, 10])], 'a "b".png', {type: "image/png"}));
			input.files = list.files; input.dispatchEvent(new Event("change")); t.press("Send")`)

		got := a.Last(1)
		Expect(got.Body).To(ContainSubstring("Content-Disposition: form-data; name=\"photo\"; filename=\"a _b_.png\"\r\nContent-Type: image/png\r\n\r\n\x00\xff\r\n\r\n--"))
		Expect(got.Body).To(ContainSubstring("name=\"title\"\r\n\r\nA \"title\" é\r\n"))
		Expect(strings.Count(got.Body, `name="tags"`)).To(Equal(2))
		Eventually(func() string { return eval(b, `return t.dialog().querySelector(".try-sample code").textContent`) }).Should(ContainSubstring(`photo=@a _b_.png`))
	})

	It("send parts in XML, which readers can change, with their headers, and parts in a style", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, `
openapi: 3.1.0
info: {title: Parts, version: "1"}
servers: [{url: "`+address+`"}]
paths:
  /parts:
    post:
      operationId: parts
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: {type: object, required: [pet, deep], properties: {pet: {$ref: "#/components/schemas/Pet"}, deep: {type: object, properties: {n: {type: integer, example: 1}}}}}
            encoding:
              pet: {contentType: application/xml, headers: {X-Sum: {required: true, example: abc, schema: {type: string}}}}
              deep: {style: deepObject, explode: true}
      responses: {"201": {description: Made, content: {application/json: {}}}}
components: {schemas: {Pet: {type: object, properties: {name: {type: string, example: Rex}}}}}
`, viewer.Configuration{}), "parts")

		Expect(eval(b, `return t.control("pet").value`)).To(ContainSubstring("<name>Rex</name>"))
		eval(b, `t.type(t.control("pet"), t.control("pet").value.replace("Rex", "Ida")); t.press("Send")`)

		got := a.Last(1)
		Expect(got.Body).To(ContainSubstring("name=\"pet\"\r\nContent-Type: application/xml\r\nX-Sum: abc\r\n\r\n<?xml"))
		Expect(got.Body).To(ContainSubstring("<name>Ida</name>"))
		Expect(got.Body).To(ContainSubstring("name=\"deep[n]\"\r\n\r\n1\r\n"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("send lists within lists of Swagger 2.0 with the separators of their formats", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, `
swagger: "2.0"
info: {title: Lists, version: "1"}
host: `+strings.TrimPrefix(address, "http://")+`
schemes: [http]
paths:
  /lists/{path}:
    get:
      operationId: lists
      parameters:
        - {name: path, in: path, required: true, type: array, collectionFormat: pipes, items: {type: string}, x-example: [a, b]}
        - {name: q, in: query, required: true, type: array, collectionFormat: pipes, items: {type: array, items: {type: integer}}, x-example: [[1, 2], [3]]}
      responses: {200: {description: Found}}
`, viewer.Configuration{}), "lists")

		eval(b, `t.press("Send")`)

		Expect(a.Last(1).Target).To(HaveSuffix("/lists/a%7Cb?q=1%2C2%7C3"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})

var _ = Describe("What is not as described", func() {
	It("is told in the language of the page", func(ctx SpecContext) {
		_, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{Language: "de"}), "putThing")

		eval(b, `t.type(t.control("id"), "0"); t.type(t.control("q"), "ab"); t.type(t.body(), '{"size":0,"name":"much too long a name"}'); t.press("Senden")`)

		Expect(eval(b, `return [...t.dialog().querySelectorAll(".try-problem:not([hidden])")].map((p) => p.textContent).join("|")`)).
			To(Equal("Das ist 0, weniger als das Minimum 1.|Das hat 2 Zeichen, mindestens 3 sind verlangt.|" +
				"Zeile 1, /name: Das hat 20 Zeichen, höchstens 12 sind erlaubt.\nZeile 1, /size: Das ist 0, nicht mehr als 0."))
	})

	It("is not sent: it is marked, told and shown, and can be sent all the same", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		try(b, serve(ctx, things(address), viewer.Configuration{}), "putThing")

		eval(b, `t.type(t.control("id"), "0"); t.type(t.control("q"), "ab"); t.type(t.body(), '{"size":0,"name":"much too long a name"}'); t.press("Send")`)

		problems := eval(b, `return [...t.dialog().querySelectorAll(".try-problem:not([hidden])")].map((p) => p.textContent).join("|")`)
		Expect(problems).To(Equal("This is 0, below the minimum 1.|This has 2 character(s), at least 3 are wanted.|" +
			"Line 1, /name: This has 20 character(s), at most 12 are allowed.\nLine 1, /size: This is 0, not more than 0."))
		Expect(eval(b, `return document.activeElement === t.control("id") && t.control("id").getAttribute("aria-invalid")`)).To(Equal("true"))
		Expect(eval(b, `return t.dialog().querySelector("[data-try-live]").textContent`)).To(Equal("4 values are not as described."))
		Expect(a.Count()).To(BeZero())
		Eventually(b.Axe).Should(BeEmpty())
		b.Shoot("console-wrong")

		eval(b, `t.press("Send anyway")`)
		Expect(a.Last(1).Target).To(Equal("/things/0?q=ab"))

		eval(b, `t.press("Reset to examples")`)
		Expect(eval(b, `return t.control("id").value + t.control("q").value + t.dialog().querySelectorAll("[aria-invalid]").length`)).To(Equal("70"))
	})
})

var _ = Describe("The console by keyboard", func() {
	It("opens, sends and closes, and gives the focus back", func(ctx SpecContext) {
		a, address := newAPI(false)
		b := browsertest.Open()
		b.Visit(serve(ctx, things(address), viewer.Configuration{}) + "/operations/putThing")
		browsertest.Eval[bool](b, helpers)
		browsertest.Eval[bool](b, `document.querySelector("[data-try]").focus(), true`)

		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() string { return eval(b, `return !!t.dialog() && document.activeElement === t.credential("key")`) }).Should(Equal("true"))
		for range 40 {
			if eval(b, `return document.activeElement.closest("[data-name]")?.dataset.name`) == "q" {
				break
			}
			b.Run(chromedp.KeyEvent(kb.Tab))
			Expect(eval(b, `return t.dialog().contains(document.activeElement) || document.activeElement === document.body`)).To(Equal("true"))
		}
		b.Run(chromedp.KeyEvent("from keys"))
		b.Run(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2)))
		Expect(a.Last(1).Target).To(Equal("/things/7?q=from%20keys"))
		Eventually(func() string { return eval(b, `return t.summary()`) }).Should(MatchRegexp("^201.* bytes$"))
		b.Run(chromedp.KeyEvent(kb.Escape))

		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `!t.dialog() && document.activeElement.matches("[data-try]")`)
		}).Should(BeTrue())
		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() string { return eval(b, `return t.dialog() && t.control("q").value`) }).Should(Equal("from keys"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
