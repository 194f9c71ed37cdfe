package htmlrender_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

const dynamic = `
paths:
  /pets: {get: {operationId: pets, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/PetPage'}}}}}}}
  /any: {get: {operationId: any, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}}}}
  /inline: {get: {operationId: inline, responses: {'200': {description: d, content: {application/json: {schema: {
    $ref: '#/components/schemas/Page', $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Toy'}}}}}}}}}
components:
  schemas:
    Pet: {type: object, properties: {name: {type: string}}}
    Toy: {type: object, properties: {sound: {type: string}}}
    Page:
      $id: https://example.com/page
      type: object
      properties: {items: {type: array, items: {$dynamicRef: '#item'}}, first: {$dynamicRef: '#item', description: Of all}}
      $defs: {item: {$dynamicAnchor: item}}
    PetPage: {$id: https://example.com/pets, $ref: page, $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Pet'}}}
    Tree: {$id: https://example.com/tree, $dynamicAnchor: node, type: object, properties: {children: {type: array, items: {$dynamicRef: '#node'}}}}
    StrictTree: {$id: https://example.com/strict, $dynamicAnchor: node, $ref: tree, unevaluatedProperties: false}
`

var _ = Describe("A dynamic reference on a page", func() {
	var doc *apidoc.Document
	types := func(page htmltest.Nodes) []string { return page.Find(".schema .schema-type").Texts() }
	model := func(ctx SpecContext, name string) htmltest.Nodes {
		m, err := doc.Model(ctx, doc.ModelOf("#/components/schemas/"+name).Slug)
		Expect(err).NotTo(HaveOccurred())
		return render(ctx, &core.Page{Kind: core.PageModel, Document: doc, Model: m, Root: "../"})
	}

	BeforeEach(func(ctx SpecContext) { doc = load(ctx, dynamic) })

	It("is what the schema of the model says that it is", func(ctx SpecContext) {
		page := model(ctx, "PetPage")

		Expect(types(page)).To(ContainElements("array of Pet", "Pet"))
		Expect(page.Find(".schema .schema-type a").Attributes("href")).To(ContainElement("../models/Pet"))
	})

	It("is that in the body of an operation, too", func(ctx SpecContext) {
		Expect(types(shown(ctx, doc, "pets"))).To(ContainElements("array of Pet", "Pet"))
		Expect(types(shown(ctx, doc, "inline"))).To(ContainElements("array of Toy", "Toy"))
	})

	It("is anything where no other schema says what it is", func(ctx SpecContext) {
		Expect(types(shown(ctx, doc, "any"))).To(ContainElement("array of any"))
	})

	It("is the schema that extends the one with the anchor", func(ctx SpecContext) {
		Expect(types(model(ctx, "StrictTree"))).To(ContainElement("array of StrictTree"))
		Expect(types(model(ctx, "Tree"))).To(ContainElement("array of Tree"))
	})
})
