package htmlrender_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var _ = Describe("A link of a response", func() {
	It("leads to its operation and says what it passes", func(ctx SpecContext) {
		doc := load(ctx, `paths:
  /a: {post: {operationId: make, responses: {"201": {description: d, links: {
    byID: {operationId: read, parameters: {id: $response.body#/id}}, byRef: {operationRef: "#/paths/~1b/get"}, away: {operationRef: "https://example.com/x#/paths/~1b/get"}, nowhere: {operationId: ghost}}}}}}
  /b: {get: {operationId: read, summary: Read it, responses: {}}}
`)
		links := shown(ctx, doc, "make").Find(".response .schema-row")

		Expect(links.Find(".schema-type a").Attributes("href")).To(Equal([]string{"../operations/read", "../operations/read", "https://example.com/x#/paths/~1b/get"}))
		Expect(links.Find(".facts li").Texts()).To(Equal([]string{`id "$response.body#/id"`}))
		Expect(links.Texts()[3]).To(Equal("nowhere leads to ghost"))
	})
})

var _ = Describe("Further documentation", func() {
	It("has what is said about it beside its link, however long", func(ctx SpecContext) {
		docs := `{url: "https://docs.example/more", description: "` + strings.Repeat("More about it. ", 10) + `"}`
		page := shown(ctx, load(ctx, `paths:
  /a: {get: {operationId: o, externalDocs: `+docs+`, parameters: [{name: p, in: query, schema: {type: object, externalDocs: `+docs+`}}], responses: {}}}
`), "o")

		Expect(page.Find(".see-also .prose")).To(HaveLen(2))
		Expect(page.Find("main p").Texts()).NotTo(ContainElement(""))
	})
})

var _ = Describe("The headings of the descriptions on a page", func() {
	It("have an anchor each, whatever they are called", func(ctx SpecContext) {
		page := shown(ctx, load(ctx, `paths:
  /a: {get: {operationId: o, description: "# 2 Errors", parameters: [{name: p, in: query, description: "# Errors", schema: {type: string}}], responses: {}}}
`), "o")

		ids := page.Find(".prose [id]").Attributes("id")
		Expect(ids).To(HaveLen(2))
		Expect(ids[0]).NotTo(Equal(ids[1]))
	})
})

var _ = Describe("A callback", func() {
	const text = `paths:
  /a:
    post:
      operationId: o
      responses: {}
      callbacks:
        done:
          "{$url}":
            post:
              operationId: inner
              deprecated: true
              tags: [t]
              x-badges: [{name: Beta, color: red}]
              security: [{}]
              servers: [{url: https://callback.example.com}]
              parameters: [{name: p, in: query, schema: {type: string}}]
              requestBody: {required: true, content: {application/json: {schema: {type: string}}}}
              responses: {"200": {description: Thanks, headers: {X-Seen: {schema: {type: string}}}}}
              callbacks: {again: {"{$url}/2": {put: {summary: Deep, responses: {}}}}}
`
	It("shows an address of a server that is empty", func(ctx SpecContext) {
		page := shown(ctx, load(ctx, strings.ReplaceAll(text, "https://callback.example.com", "''")), "o")

		Expect(page.Find(".callback .server-url").Text()).To(Equal(`""`))
	})

	It("shows everything that an operation has", func(ctx SpecContext) {
		callback := shown(ctx, load(ctx, text), "o").Find(".callback")

		Expect(callback.Find("h4").Texts()).To(Equal([]string{
			"Authentication", "Query parameters", "Request body", "Responses", "Callbacks", "Servers",
		}))
		Expect(callback.Find(".badge").Texts()).To(Equal([]string{"Deprecated", "Beta", "t"}))
		Expect(callback.Find(".badge-red").Text()).To(Equal("Beta"))
		Expect(callback.Find(".operation-id code").Text()).To(Equal("inner"))
		Expect(callback.Find(".server-url").Text()).To(Equal("https://callback.example.com"))
		Expect(callback.Find(".callback summary").Text()).To(Equal("PUT again {$url}/2"))
	})

	It("is one of a bounded number, all of them named", func(ctx SpecContext) {
		o := &apidoc.Operation{}
		for range 60 {
			o.Callbacks = append(o.Callbacks, apidoc.Callback{Name: "c", Expression: "e", Operations: []apidoc.Operation{{OperationSummary: apidoc.OperationSummary{Method: "GET"}}}})
		}

		page := render(ctx, operationPage(o, nil))

		Expect(page.Find(".callback")).To(HaveLen(40))
		Expect(strings.Count(page.Find("section.section").Text(), "GET c e")).To(Equal(60))
	})
})

var _ = Describe("A description with mistakes", func() {
	It("shows what can be read, and lists the mistakes with line and column", func(ctx SpecContext) {
		doc := load(ctx, `tags: nothing
paths:
  /good: {get: {summary: Still here, responses: {"200": {$ref: "#/components/responses/Gone"}}}}
  /bad: 5
`)
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc, Settings: authoring})

		Expect(page.Find("[data-problems] .problem-place").Texts()).To(Equal([]string{"line 3, column 7", "line 5, column 64", "line 6, column 9"}))
		Expect(page.Find("[data-problems] li").Texts()).To(ContainElement(ContainSubstring("leads nowhere")))
		Expect(page.Find(".entry-title h3").Texts()).To(Equal([]string{"Still here"}))
	})
})

var _ = Describe("Authentication", func() {
	It("says which alternatives there are, what each needs together, and how it is sent", func(ctx SpecContext) {
		doc := load(ctx, `paths: {/a: {get: {operationId: o, security: [{key: [], oauth: [read]}, {}, {ghost: []}], responses: {}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, oauth: {type: oauth2, flows: {}}}}
`)
		rows := shown(ctx, doc, "o").Find(".requirements li")

		Expect(rows.Texts()).To(Equal([]string{"key API key in header X-Key and oauth OAuth 2.0 read", "or no authentication", "or ghost"}))
		Expect(rows.Find("a").Attributes("href")).To(Equal([]string{"../#security-key", "../#security-oauth"}), "the ghost is not declared")
	})

	It("says where a key goes in the language of the page", func(ctx SpecContext) {
		doc := load(ctx, `paths: {/a: {get: {operationId: o, security: [{key: []}], responses: {}}}}
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
`)
		op, err := doc.Operation(ctx, "o")
		Expect(err).NotTo(HaveOccurred())
		page := render(ctx, &core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../", Settings: core.Settings{Language: "fr"}})

		Expect(page.Find(".requirements li").Text()).To(ContainSubstring("en-tête X-Key"))
	})
})

var _ = Describe("Parameters", func() {
	It("show zero, false and the empty text, and say how they are written where that is not the usual way", func(ctx SpecContext) {
		doc := load(ctx, `paths: {/a: {get: {operationId: o, responses: {}, parameters: [
  {name: usual, in: query, schema: {type: array}}, {name: joined, in: query, explode: false, schema: {type: array}},
  {name: deep, in: query, style: deepObject, explode: true, schema: {type: object}}, {name: matrix, in: path, style: matrix, schema: {type: string}},
  {name: zero, in: cookie, schema: {type: integer, minimum: 0, default: 0}}, {name: empty, in: header, schema: {type: string, default: ""}}, {name: no, in: header, example: false, schema: {type: boolean, default: false}}]}}}
`)
		rows := shown(ctx, doc, "o").Find(".section .schema-row").Texts()

		Expect(rows).To(Equal([]string{
			"matrix string required style matrix explode false",
			"usual array", "joined array style form explode false", "deep object style deepObject explode true",
			`empty string default ""`, "no boolean Example false default false", "zero integer default 0 at least 0",
		}))
	})
})

var _ = Describe("A logo", func() {
	It("is an image where it is part of the description", func(ctx SpecContext) {
		page := render(ctx, overviewWithLogo("data:image/png;base64,iVBORw0KGgo="))

		Expect(page.Find("img").Attributes("src")).To(Equal([]string{"data:image/png;base64,iVBORw0KGgo="}))
		Expect(page.Find("img").Attributes("alt")).To(Equal([]string{"Zoo"}))
	})

	DescribeTable("is a link or a text where it is not, since nothing is loaded from other hosts",
		func(ctx SpecContext, address string, links int) {
			page := render(ctx, overviewWithLogo(address))

			Expect(page.Find("img")).To(BeEmpty())
			Expect(page.Find(".info-links a")).To(HaveLen(links))
		},
		Entry("on another host", "https://example.com/logo.png", 1),
		Entry("a page", "data:text/html;base64,PGI+", 0),
		Entry("not in base64", "data:image/svg+xml,<svg/>", 0),
		Entry("with more than an image", `data:image/png;x="y";base64,iVBORw0KGgo=`, 0),
		Entry("script", "javascript:alert(1)", 0),
	)
})

func overviewWithLogo(address string) *core.Page {
	doc := apidoc.New(apidoc.Outline{Info: apidoc.Info{Logo: &apidoc.Logo{URL: address, AltText: "Zoo"}}}, apidoc.Memory{}, apidoc.Text{})
	return &core.Page{Kind: core.PageOverview, Document: doc}
}
