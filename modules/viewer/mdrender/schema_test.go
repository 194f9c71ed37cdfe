package mdrender_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// operationLines are the lines of the page of the first operation of a description
// of OpenAPI 3.1.
func operationLines(ctx context.Context, text string) []string {
	GinkgoHelper()
	doc, err := openapi.FromContent("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" + text).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	op, err := doc.Operation(ctx, doc.Operations[0].Slug)
	Expect(err).NotTo(HaveOccurred())
	return strings.Split(render(&core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../"}), "\n")
}

var _ = Describe("A reference in Markdown", func() {
	It("says the type of the model, then its name, and its limits", func(ctx SpecContext) {
		lines := operationLines(ctx, `
paths: {/x: {get: {parameters: [{name: id, in: query, schema: {$ref: '#/components/schemas/EventId'}}], responses: {'200': {description: d, content: {application/json: {schema: {properties: {
  a: {$ref: '#/components/schemas/EventId'}, b: {$ref: '#/components/schemas/Ids'}, c: {type: array, items: {$ref: '#/components/schemas/EventId'}}}}}}}}}}}
components: {schemas: {EventId: {type: string, format: uuid, description: Of an event, maxLength: 36}, Ids: {type: array, items: {$ref: '#/components/schemas/EventId'}}}}
`)

		Expect(lines).To(ContainElements(
			"- `id` (query, string · uuid [EventId](../models/EventId.md)): Of an event. Length `at most 36 characters`.",
			"  - `a` (string · uuid [EventId](../models/EventId.md)): Of an event. Length `at most 36 characters`.",
			"  - `b` (array of [EventId](../models/EventId.md) [Ids](../models/Ids.md))",
			"  - `c` (array of string · uuid [EventId](../models/EventId.md))",
		))
	})

	It("shows an address of a server that is empty", func(ctx SpecContext) {
		Expect(operationLines(ctx, "paths: {/x: {get: {servers: [{url: '', description: d}], responses: {}}}}\n")).To(ContainElement("- `\"\"`: d"))
	})

	It("shows names that are empty", func(ctx SpecContext) {
		lines := operationLines(ctx, `
paths: {/x: {post: {requestBody: {content: {application/json: {schema: {required: ["", a], properties: {"": {type: string}}, oneOf: [{$ref: '#/components/schemas/Cat'}], discriminator: {propertyName: a, mapping: {"": Cat}}}}}}, responses: {'204': {description: d}}}}}
components: {schemas: {Cat: {type: object}}}
`)

		Expect(lines).To(ContainElements("  - `\"\"` (string, required)", "    - `\"\"`: [Cat](../models/Cat.md)"))
	})

	It("says what a schema demands in the words of the pages in HTML", func(ctx SpecContext) {
		lines := operationLines(ctx, `
paths: {/x: {get: {parameters: [
  {name: a, in: query, schema: {type: string, minLength: 1, maxLength: 20, $id: "https://x.example/a"}},
  {name: b, in: query, schema: {oneOf: [{type: string}, {type: integer}], default: 5}},
  {name: c, in: query, schema: {type: object, required: [k, l], additionalProperties: false}}], responses: {'204': {description: d}}}}}
`)

		Expect(lines).To(ContainElements(
			"- `a` (query, string): Length `1 to 20 characters`. $id `https://x.example/a`.",
			"- `b` (query, string or integer): Default `5`.",
			"- `c` (query, object): Requires `k, l`. Other properties `not allowed`.",
		))
	})

	It("says once that a value may be null, and has the other extensions", func(ctx SpecContext) {
		lines := operationLines(ctx, `
paths: {/x: {get: {parameters: [{name: a, in: query, schema: {anyOf: [{type: string}, {type: integer}], x-nullable: true, x-order: 3, x-unit: m}}], responses: {'204': {description: d}}}}}
`)

		Expect(lines).To(ContainElement("- `a` (query, string or integer or null)"))
		Expect(lines).To(ContainElement(ContainSubstring("Extension `x-unit`")))
		Expect(lines).NotTo(ContainElement(Or(ContainSubstring("x-nullable"), ContainSubstring("x-order"))))
	})
})

var _ = Describe("What schemas consist of", func() {
	It("is said once, and items have their numbers", func(ctx SpecContext) {
		lines := operationLines(ctx, `
paths: {/x: {get: {parameters: [{name: a, in: query, schema: {type: array, prefixItems: [{type: string}, {type: integer}], items: false}},
  {name: b, in: query, schema: {type: object, patternProperties: {^a: {type: integer}, ^b: true}, additionalProperties: false}},
  {name: c, in: query, schema: {type: object, additionalProperties: true, propertyNames: true, not: false}},
  {name: d, in: query, schema: {type: array, prefixItems: [{type: string}], items: {type: integer}}}], responses: {'204': {description: d}}}}}
`)

		from := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "- `a`") })
		Expect(lines[from : from+10]).To(Equal([]string{
			"- `a` (query, array): Other items `not allowed`.",
			"  - item 1 (string)",
			"  - item 2 (integer)",
			"- `b` (query, object): Other properties `not allowed`.",
			"  - any property that matches `^a` (integer)",
			"  - any property that matches `^b` (any)",
			"- `c` (query, object): Other properties `allowed`. Names of properties `allowed`. Not `nothing`.",
			"- `d` (query, array)",
			"  - item 1 (string)",
			"  - other items (integer)",
		}))
	})
})

var _ = Describe("Fields inside of fields", func() {
	// nested is an object of so many levels, in the shape of one line.
	nested := func(levels int) string {
		return strings.Repeat("{type: object, properties: {in: ", levels) + "{type: string, description: Innermost}" + strings.Repeat("}}", levels)
	}
	body := func(schema string) string {
		return "paths: {/x: {get: {responses: {'200': {description: d, content: {application/json: {schema: " + schema + "}}}}}}}\n"
	}

	It("are written however deep people nest them", func(ctx SpecContext) {
		Expect(operationLines(ctx, body(nested(12)))).To(ContainElement(strings.Repeat("  ", 12) + "- `in` (string): Innermost."))
	})

	It("end with a line that says where the rest is", func(ctx SpecContext) {
		lines := operationLines(ctx, body(nested(40)))

		Expect(lines).NotTo(ContainElement(ContainSubstring("Innermost")))
		Expect(lines).To(ContainElement(HaveSuffix("- what is inside of it is in the description, not on this page")))
	})

	It("end where a list is its own item", func(ctx SpecContext) {
		lines := operationLines(ctx, body("{$ref: '#/components/schemas/Tree'}")+"components: {schemas: {Tree: {type: array, description: A tree, minItems: 1, items: {$ref: '#/components/schemas/Tree'}}}}\n")

		Expect(lines).To(ContainElement(HavePrefix("- array")))
		Expect(strings.Count(strings.Join(lines, "\n"), "A tree")).To(BeNumerically("<", 3))
	})

	It("are counted, and a page that is full says so", func(ctx SpecContext) {
		var many strings.Builder
		for i := range 2100 {
			fmt.Fprintf(&many, "p%d: {type: string}, ", i)
		}

		lines := operationLines(ctx, body("{type: object, properties: {"+many.String()+"}}"))

		Expect(lines).To(ContainElement("This page holds 2000 lines of schemas and lists at most. The rest is in the description."))
		Expect(operationLines(ctx, body(nested(2)))).NotTo(ContainElement(HavePrefix("This page holds")))
	})
})
