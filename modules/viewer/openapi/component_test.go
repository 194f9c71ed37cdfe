package openapi_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const withComponents = `
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [{$ref: "#/components/parameters/Used"}]
      responses:
        "200": {content: {application/json: {schema: {$ref: "#/components/responses/Within/content/a~1b/schema"}}}}
components:
  x-own: 1
  schemas: {Unused: {}}
  securitySchemes: {unused: {type: http, scheme: basic}}
  parameters:
    x-note: {name: n, in: query}
    Used: {name: used, in: query, schema: {type: string}}
    Limit: {name: limit, in: query, description: How many., schema: {type: integer}}
    Alias: {$ref: "#/components/parameters/Target", description: Beside.}
    Target: {name: target, in: header, schema: {type: string}}
    Hidden: {name: hidden, in: query, x-internal: true}
    HiddenBehind: {$ref: "#/components/parameters/Hidden"}
    Broken: {description: A half.}
  responses:
    Within: {description: In it., headers: {X: {$ref: "#/components/headers/Held"}}, content: {a/b: {schema: {type: string}}}}
  headers: {Held: {schema: {type: string}}}
  examples:
    raw: {value: {$ref: "#/components/parameters/Limit"}}
  pathItems:
    Empty: {summary: Nothing yet.}
    Item: {get: {operationId: inItem, responses: {}}}
  callbacks: {Back: {"{$url}": {post: {responses: {}}}}}
  odd: {kept: true}
`

var _ = Describe("Components", func() {
	list := func(doc *apidoc.Document) []string {
		var slugs []string
		for _, c := range doc.Components {
			slugs = append(slugs, c.Slug)
		}
		return slugs
	}

	It("are those that nothing refers to and that are not internal", func(ctx SpecContext) {
		Expect(list(loadText(ctx, withComponents))).To(ConsistOf(
			"parameters-Limit", "parameters-Alias", "parameters-Broken", "responses-Within", "examples-raw",
			"pathItems-Empty", "pathItems-Item", "callbacks-Back",
		))
	})

	It("are read as what they are", func(ctx SpecContext) {
		doc := loadText(ctx, withComponents)
		read := func(slug string) *apidoc.Component {
			GinkgoHelper()
			c, err := doc.Component(ctx, slug)
			Expect(err).NotTo(HaveOccurred())
			return c
		}

		Expect(read("parameters-Limit").Parameter).To(And(HaveField("Name", "limit"), HaveField("Description", "How many.")))
		Expect(read("parameters-Alias")).To(And(HaveField("Parameter.Name", "target"), HaveField("Parameter.Description", "Beside."), HaveField("Description", "Beside.")))
		Expect(read("parameters-Broken")).To(And(HaveField("Parameter", BeNil()), HaveField("Description", "A half.")))
		Expect(read("responses-Within").Response).To(And(HaveField("Status", "Within"), HaveField("Headers", HaveLen(1))))
		Expect(read("examples-raw").Example).To(HaveField("Name", "raw"))
		Expect(read("pathItems-Empty").Extensions).To(HaveExactElements(HaveField("Name", "summary")))
		Expect(read("pathItems-Item").Operations).To(HaveExactElements(HaveField("ID", "inItem")))
		Expect(read("callbacks-Back").Callbacks).To(HaveExactElements(HaveField("Expression", "{$url}")))
	})

	It("are there without parsing when the outline was kept", func(ctx SpecContext) {
		dir := GinkgoT().TempDir()
		for range 2 { // the second time from the snapshot
			doc, err := openapi.FromContent(withComponents, openapi.WithCacheDir(dir)).Load(ctx)
			Expect(err).NotTo(HaveOccurred())

			Expect(list(doc)).To(HaveLen(8))
			Expect(doc.Component(ctx, "parameters-Limit")).To(HaveField("Parameter.Name", "limit"))
		}
	})

	It("of Swagger 2.0 are parameters and responses", func(ctx SpecContext) {
		doc := loadText(ctx, `{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{},
			"parameters":{"B":{"name":"b","in":"body","schema":{"type":"string"}},"Q":{"name":"q","in":"query","type":"string"}},
			"responses":{"R":{"description":"Done."}}}`)

		Expect(list(doc)).To(HaveExactElements("parameters-B", "parameters-Q", "responses-R"))
		Expect(doc.Component(ctx, "parameters-B")).To(HaveField("RequestBody.Content", HaveLen(1)))
		Expect(doc.Component(ctx, "parameters-Q")).To(HaveField("Parameter.Name", "q"))
	})
})
