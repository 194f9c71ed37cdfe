package openapi_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// withIdentifiers are schemas of which one refers to another, as %s.
const withIdentifiers = `
openapi: 3.2.0
$self: https://example.com/api/v1.yaml
info: {title: T, version: "1"}
paths: {}
components:
  schemas:
    Outside: {$ref: '%[1]s'}
    Root:
      $id: https://example.com/schemas/root.json
      properties:
        within: {$ref: '%[2]s'}
        nested: {$id: deep/nested.json, properties: {within: {$ref: '%[3]s'}}, $defs: {x: {title: x of nested}, named: {$anchor: named, title: anchor of nested}}}
        beside: {$id: other/, $ref: '%[4]s'}
      $defs:
        x: {title: x of root}
        named: {$anchor: named, title: anchor of root}
    Item: {$id: https://example.com/schemas/item.json, title: item}
    Deep: {$id: 'https://example.com/schemas/deep/item.json', title: deep item}
    Other: {$id: 'https://example.com/schemas/other/item.json', title: other item}
    Own: {$id: item.json, title: item of the description}
    Urn: {$id: 'urn:example:urn', title: urn}
    Named: {$anchor: named, title: anchor of the description}
    x: {title: x of the description}
`

var _ = Describe("References of a schema with an $id", func() {
	read := func(ctx SpecContext, at int, ref string) (*apidoc.Document, *apidoc.Schema) {
		GinkgoHelper()
		refs := []any{"#/components/schemas/x", "#/$defs/x", "#/$defs/x", "../item.json"}
		refs[at] = ref
		doc := loadText(ctx, fmt.Sprintf(withIdentifiers, refs...))
		places := []string{"Outside", "Root/properties/within", "Root/properties/nested/properties/within", "Root/properties/beside"}
		s, err := doc.Schema(ctx, "#/components/schemas/"+places[at])
		Expect(err).NotTo(HaveOccurred())
		return doc, s
	}
	const outside, root, nested, beside = 0, 1, 2, 3

	DescribeTable("are relative to it:",
		func(ctx SpecContext, at int, ref, pointer string) {
			doc, s := read(ctx, at, ref)

			Expect(s.Ref).To(Equal("#/components/schemas/" + pointer))
			Expect(doc.Schema(ctx, s.Ref)).NotTo(BeNil())
			Expect(doc.Problems).To(BeEmpty())
		},
		Entry("a pointer", root, "#/$defs/x", "Root/$defs/x"),
		Entry("a pointer with percent-encoding", root, "#/%24defs/x", "Root/$defs/x"),
		Entry("the schema itself", root, "#", "Root"),
		Entry("an anchor", root, "#named", "Root/$defs/named"),
		Entry("a file beside it", root, "item.json", "Item"),
		Entry("a file below it", root, "deep/item.json", "Deep"),
		Entry("an absolute path", root, "/schemas/item.json", "Item"),
		Entry("a whole address", root, "https://example.com/schemas/item.json", "Item"),
		Entry("an empty fragment", root, "item.json#", "Item"),
		Entry("a name that is no address of the web", root, "urn:example:urn", "Urn"),
		Entry("an $id within it", root, "deep/nested.json", "Root/properties/nested"),
		Entry("a pointer in an $id within it", root, "deep/nested.json#/$defs/x", "Root/properties/nested/$defs/x"),
		Entry("an anchor in an $id within it", root, "deep/nested.json#named", "Root/properties/nested/$defs/named"),
		Entry("a pointer, from an $id within another", nested, "#/$defs/x", "Root/properties/nested/$defs/x"),
		Entry("an anchor, from an $id within another", nested, "#named", "Root/properties/nested/$defs/named"),
		Entry("a file, from an $id within another", nested, "item.json", "Deep"),
		Entry("the outer schema, from an $id within another", nested, "../root.json#named", "Root/$defs/named"),
		Entry("a file, beside the $id itself", beside, "item.json", "Other"),
		Entry("an anchor, from outside", outside, "#named", "Named"),
		Entry("a whole address, from outside", outside, "https://example.com/schemas/root.json#/$defs/x", "Root/$defs/x"),
		Entry("a file, which is one beside the description", outside, "item.json", "Own"),
		Entry("the description by its own address", outside, "https://example.com/api/v1.yaml#/components/schemas/Item", "Item"),
		Entry("the description by its name", outside, "v1.yaml#/components/schemas/Item", "Item"),
		Entry("the description from within a schema", root, "../api/v1.yaml#/components/schemas/x", "x"),
	)

	It("lead to what the whole description has where the schema has nothing, with a remark", func(ctx SpecContext) {
		doc, s := read(ctx, root, "#/components/schemas/Item")

		Expect(s.Ref).To(Equal("#/components/schemas/Item"))
		Expect(doc.Problems).To(HaveExactElements(And(
			HaveField("Message", ContainSubstring("relative to the $id")), HaveField("Read", true),
			HaveField("Pointer", "/components/schemas/Root/properties/within/$ref"),
		)))
	})

	It("are found wrong when they lead nowhere", func(ctx SpecContext) {
		doc, _ := read(ctx, root, "missing.json")

		Expect(doc.Problems).To(HaveExactElements(HaveField("Message", `the reference "missing.json" leads out of the description and is not followed`)))
	})

	It("are found wrong when they lead back to themselves", func(ctx SpecContext) {
		doc := loadText(ctx, head+"components: {schemas: {A: {$id: 'https://example.com/a', $ref: b}, B: {$id: 'https://example.com/b', $ref: a}}}\n")

		Expect(doc.Problems).To(HaveEach(HaveField("Message", HaveSuffix("leads back to itself"))))
		Expect(doc.Problems).NotTo(BeEmpty())
	})

	It("count as uses of the model that they name", func(ctx SpecContext) {
		doc := loadText(ctx, head+"components: {schemas: {A: {$id: 'https://example.com/a', items: {$ref: b}}, B: {$id: 'https://example.com/b'}}}\n")

		Expect(doc.Uses(ctx, "#/components/schemas/B")).To(HaveField("Direct.Models", HaveLen(1)))
	})

	It("are those of a discriminator too", func(ctx SpecContext) {
		doc := loadText(ctx, head+`components: {schemas: {
  A: {$id: 'https://example.com/a', oneOf: [{$ref: b}], discriminator: {propertyName: k, mapping: {one: b, two: C}, defaultMapping: b}},
  B: {$id: 'https://example.com/b'}, C: {}}}`)

		s, err := doc.Schema(ctx, "#/components/schemas/A")
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Discriminator).To(And(
			HaveField("DefaultMapping", "#/components/schemas/B"),
			HaveField("Mapping", HaveExactElements(apidoc.Mapping{Value: "one", Ref: "#/components/schemas/B"}, apidoc.Mapping{Value: "two", Ref: "#/components/schemas/C"})),
		))
	})

	It("keep the anchor when they are dynamic", func(ctx SpecContext) {
		doc := loadText(ctx, head+`components: {schemas: {
  Tree: {$id: 'https://example.com/tree', $dynamicAnchor: node, title: tree, items: {$dynamicRef: '#node'}},
  Strict: {$id: 'https://example.com/strict', $dynamicAnchor: node, title: strict, items: {$dynamicRef: '#node'}}}}`)

		s, err := doc.Schema(ctx, "#/components/schemas/Strict")
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Items.DynamicRef).To(HaveSuffix("#node"))
		Expect(doc.Schema(ctx, s.Items.DynamicRef)).To(HaveField("Title", "strict"))
	})

	It("that are parameters name the description by its address", func(ctx SpecContext) {
		doc := loadText(ctx, strings.Replace(strings.Replace(withComponents, "openapi: 3.1.0", "openapi: 3.2.0\n$self: https://example.com/api", 1),
			`[{$ref: "#/components/parameters/Used"}]`, `[{$ref: "https://example.com/api#/components/parameters/Used"}]`, 1))

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)
		Expect(err).NotTo(HaveOccurred())
		Expect(op.Parameters).To(HaveExactElements(HaveField("Name", "used")))
		Expect(doc.Problems).To(BeEmpty())
	})
})
