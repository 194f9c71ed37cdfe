package mdrender_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// operationText is the page of the operation "o" of a description.
func operationText(ctx context.Context, description string, collected bool) string {
	GinkgoHelper()
	doc, err := openapi.FromContent(description).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	op, err := doc.Operation(ctx, "o")
	Expect(err).NotTo(HaveOccurred())
	var out bytes.Buffer
	page := &core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../", Collected: collected}
	Expect(mdrender.New().Render(ctx, &out, page)).To(Succeed())
	return out.String()
}

var _ = Describe("A body that is a reference", func() {
	const pets = `
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /o:
    post:
      operationId: o
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
      responses: {"200": {description: Done, content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}}
components:
  schemas:
    Pet:
      type: object
      required: [name]
      properties:
        name: {type: string, description: What it is called.}
        owner: {$ref: "#/components/schemas/Owner"}
        parents: {type: array, items: {$ref: "#/components/schemas/Pet"}}
    Owner: {type: object, properties: {address: {$ref: "#/components/schemas/Address"}, since: {type: integer}}}
    Address: {type: object, properties: {street: {type: string}}}
`

	It("has its fields on a page of its own, and those of what they refer to", func(ctx SpecContext) {
		text := operationText(ctx, pets, false)

		request, response, _ := strings.Cut(text, "## Response 200")
		for _, part := range []string{request, response} {
			Expect(part).To(ContainSubstring("- `name` (string, required): What it is called."))
			Expect(part).To(MatchRegexp("(?m)^ +- `owner` \\(\\[Owner\\]\\(../models/Owner.md\\)\\)"))
			Expect(part).To(MatchRegexp("(?m)^ +- `since` \\(integer\\)"))
			Expect(part).NotTo(ContainSubstring("`street` (string)"))
		}
		Expect(strings.Count(request, "`name` (string")).To(Equal(1), "a model is not written inside itself")
	})

	It("has a link alone in a text of all pages", func(ctx SpecContext) {
		text := operationText(ctx, pets, true)

		Expect(text).NotTo(ContainSubstring("`since` (integer)"))
		Expect(text).To(ContainSubstring("[Pet](../models/Pet.md)"))
	})

	It("leaves room for what follows, and says where the rest is", func(ctx SpecContext) {
		var many strings.Builder
		many.WriteString("openapi: 3.1.0\ninfo: {title: Many, version: '1'}\npaths:\n  /o:\n    post:\n      operationId: o\n" +
			"      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Many'}}}}\n" +
			"      responses: {'200': {description: Done, content: {application/json: {schema: {type: object, properties: {last: {type: string}}}}}}}\n" +
			"components:\n  schemas:\n    Many:\n      type: object\n      properties:\n")
		for i := range 3000 {
			fmt.Fprintf(&many, "        p%d: {type: string}\n", i)
		}

		text := operationText(ctx, many.String(), false)

		Expect(text).To(ContainSubstring("`last` (string)"))
		Expect(text).To(ContainSubstring("- 2800 more fields: see [Many](../models/Many.md)"))
	})

	It("has samples of XML where a body is XML", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/o: {get: {operationId: o, responses: {'200': {description: Done, content: {application/xml: {schema: {type: object, xml: {name: pet}, properties: {a: {type: integer, xml: {attribute: true}}}}}}}}}}}\n", false)

		Expect(text).To(ContainSubstring("```xml\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pet a=\"1\"/>\n```"))
	})

	It("says once what several formats have in common", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/o: {get: {operationId: o, responses: {'200': {description: Done, content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}, application/xml: {schema: {type: object, properties: {a: {type: integer}}}}}}}}}}\n", false)

		Expect(strings.Count(text, "- `a` (integer)")).To(Equal(1))
		Expect(text).To(ContainSubstring("`application/xml` has the schema of `application/json`."))
		Expect(text).To(ContainSubstring("```xml\n"))
	})

	It("has samples in which a dynamic reference leads to its anchor", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/o: {get: {operationId: o, responses: {'200': {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Node'}}}}}}}}\n"+
			"components: {schemas: {Leaf: {$dynamicAnchor: leaf, type: object, properties: {v: {type: number}}}, Node: {type: object, properties: {kids: {type: array, items: {$dynamicRef: '#leaf'}}}}}}\n", false)

		Expect(text).To(ContainSubstring("```json\n{\n  \"kids\": [\n    {\n      \"v\": 1\n    }\n  ]\n}\n```"))
	})

	It("says what a dynamic reference means there", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {/o: {get: {operationId: o, responses: {'200': {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/PetPage'}}}}}}}}\n"+
			"components: {schemas: {Pet: {type: object}, Page: {$id: 'https://a.test/page', type: object, properties: {items: {type: array, items: {$dynamicRef: '#item'}}}, $defs: {item: {$dynamicAnchor: item}}},\n"+
			" PetPage: {$id: 'https://a.test/pets', $ref: page, $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Pet'}}}}}\n", false)

		Expect(text).To(ContainSubstring("`items` (array of [Pet](../models/Pet.md))"))
	})

	It("has no sample made up of bytes, nor JSON for a form", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.0.3\ninfo: {title: T, version: '1'}\npaths: {/o: {post: {operationId: o, requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {f: {type: string, format: binary}}}}}}, responses: {'200': {description: Done, content: {application/pdf: {schema: {type: string, format: binary}}, text/csv: {schema: {type: string}, example: 'a,b'}}}}}}}\n", false)

		Expect(text).NotTo(ContainSubstring("```json"))
		Expect(text).NotTo(ContainSubstring("```text\nstring\n```"))
		Expect(text).To(ContainSubstring("```text\na,b\n```"))
		Expect(text).To(ContainSubstring("--form 'f=@f.bin'"))
	})

	It("has an item of a stream", func(ctx SpecContext) {
		text := operationText(ctx, "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {/o: {get: {operationId: o, responses: {'200': {description: Done, content: {application/jsonl: {itemSchema: {type: object, properties: {a: {type: integer}}}}}}}}}}\n", false)

		Expect(text).To(ContainSubstring("```json\n{\n  \"a\": 1\n}\n```"))
	})
})

var _ = It("A header says how its values are written, where this is not usual", func(ctx SpecContext) {
	text := operationText(ctx, `{"swagger":"2.0","info":{"title":"a","version":"1"},"paths":{"/o":{"get":{"operationId":"o","responses":{"200":{"description":"Done","headers":{
		"X-Piped":{"type":"array","items":{"type":"string"},"collectionFormat":"pipes"},"X-Usual":{"type":"array","items":{"type":"string"}}}}}}}}}`, false)

	Expect(text).To(ContainSubstring("- Header `X-Piped` (array of string, style pipeDelimited)\n"))
	Expect(text).To(ContainSubstring("- Header `X-Usual` (array of string)\n"))
})

var _ = Describe("A long enumeration", func() {
	const codes = `
openapi: 3.1.0
info: {title: Codes, version: "1"}
paths:
  /o: {post: {operationId: o, parameters: [{name: inline, in: query, schema: {type: string, enum: [%[1]s]}}], requestBody: {content: {application/json: {schema: {type: object, properties: {code: {$ref: "#/components/schemas/Code"}}}}}}, responses: {}}}
components: {schemas: {Code: {type: string, enum: [%[1]s], x-enum-descriptions: {v148: The last but one}}}}
`
	description := func() string {
		values := make([]string, 150)
		for i := range values {
			values[i] = fmt.Sprintf("v%d", i)
		}
		return fmt.Sprintf(codes, strings.Join(values, ", "))
	}

	It("says how many values are not on the page, and where they are", func(ctx SpecContext) {
		text := operationText(ctx, description(), false)

		Expect(text).To(ContainSubstring("  - 50 more values: see [Code](../models/Code.md)"))
		Expect(text).To(ContainSubstring("  - 50 more values: in the description, not on this page"))
		Expect(text).NotTo(ContainSubstring("v100"))
	})

	It("has all of its values on its own page", func(ctx SpecContext) {
		doc, err := openapi.FromContent(description()).Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		model, err := doc.Model(ctx, "Code")
		Expect(err).NotTo(HaveOccurred())

		text := render(&core.Page{Kind: core.PageModel, Document: doc, Model: model, Root: "../"})

		Expect(text).To(ContainSubstring(`"v99"`))
		Expect(text).To(ContainSubstring(`or one of: ` + "`" + `"v100", "v101"`))
		Expect(text).To(ContainSubstring("`\"v148\"`: The last but one"))
		Expect(text).To(ContainSubstring(`"v149"`))
		Expect(text).NotTo(ContainSubstring("more values"))
	})
})
