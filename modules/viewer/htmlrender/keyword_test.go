package htmlrender_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

var (
	text    = &apidoc.Schema{Types: []string{"string"}}
	integer = &apidoc.Schema{Types: []string{"integer"}}
	nothing = &apidoc.Schema{Always: new(false)}
	all     = &apidoc.Schema{Always: new(true)}
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func prop(name string, s *apidoc.Schema) apidoc.Property {
	return apidoc.Property{Name: name, Schema: s}
}

func object(properties ...apidoc.Property) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"object"}, Properties: properties}
}

// schemaText is the text of a schema as the body of a response.
func schemaText(ctx SpecContext, s *apidoc.Schema) string {
	GinkgoHelper()
	return bodyOf(ctx, s, nil).Find("details.media").Text()
}

// bodyOf is the page of an operation that answers with a schema.
func bodyOf(ctx SpecContext, s *apidoc.Schema, schemas map[string]*apidoc.Schema, models ...apidoc.ModelSummary) htmltest.Nodes {
	GinkgoHelper()
	page := operationPage(&apidoc.Operation{
		OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/"},
		Responses:        []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "j", Schema: s}}}},
	}, schemas, models...)
	page.Settings = authoring
	return render(ctx, page)
}

var _ = DescribeTable("The page says what a keyword of JSON Schema says",
	func(ctx SpecContext, s *apidoc.Schema, want string) {
		Expect(strings.TrimPrefix(schemaText(ctx, s), "j ")).To(Equal(want))
	},
	Entry("type", text, "string"),
	Entry("type with several types", &apidoc.Schema{Types: []string{"string", "integer", "null"}}, "string or integer or null"),
	Entry("true", all, "any"),
	Entry("false", nothing, "nothing"),
	Entry("nullable without a type", &apidoc.Schema{Extensions: []apidoc.Extension{{Name: "nullable", Value: raw("true")}}}, "any or null"),
	Entry("format", &apidoc.Schema{Types: []string{"string"}, Format: "uuid"}, "string · uuid"),
	Entry("title", object(prop("a", &apidoc.Schema{Title: "T", Types: []string{"string"}})), "object a string T"),
	Entry("description", &apidoc.Schema{Types: []string{"string"}, Description: "D *e*"}, "string D e"),
	Entry("const", &apidoc.Schema{Const: raw(`{"a":0}`)}, `value always {"a":0}`),
	Entry("enum with names and descriptions", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: raw("1"), Name: "One", Description: "First"}, {Value: raw("null")}}},
		"value 1 One First null"),
	Entry("examples", &apidoc.Schema{Types: []string{"integer"}, Examples: []json.RawMessage{raw("0"), raw("7")}}, "integer Example 0 7"),
	Entry("default false", &apidoc.Schema{Types: []string{"boolean"}, Default: raw("false")}, "boolean default false"),
	Entry("default empty", &apidoc.Schema{Types: []string{"string"}, Default: raw(`""`)}, `string default ""`),
	Entry("default 0 and minimum 0", &apidoc.Schema{Types: []string{"integer"}, Default: raw("0"), Minimum: "0"}, "integer default 0 at least 0"),
	Entry("default null", &apidoc.Schema{Default: raw("null")}, "any default null"),
	Entry("bounds of numbers", &apidoc.Schema{Types: []string{"number"}, ExclusiveMinimum: "0", Maximum: "1e3", MultipleOf: "0.10"},
		"number more than 0 at most 1e3 multiple of 0.10"),
	Entry("exclusiveMaximum", &apidoc.Schema{Types: []string{"number"}, ExclusiveMaximum: "0"}, "number less than 0"),
	Entry("minLength, maxLength and pattern", &apidoc.Schema{Types: []string{"string"}, MinLength: new(int64(0)), MaxLength: new(int64(9)), Pattern: "^a"},
		"string length 0 to 9 characters pattern ^a"),
	Entry("minItems, maxItems and uniqueItems", &apidoc.Schema{Types: []string{"array"}, MinItems: new(int64(2)), MaxItems: new(int64(2)), UniqueItems: true},
		"array items exactly 2 items unique"),
	Entry("minProperties and maxProperties", &apidoc.Schema{Types: []string{"object"}, MinProperties: new(int64(1)), MaxProperties: new(int64(3))},
		"object properties 1 to 3"),
	Entry("items", &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"string"}, MaxLength: new(int64(3))}},
		"array of string Each item length at most 3 characters"),
	Entry("items that are objects", &apidoc.Schema{Types: []string{"array"}, Items: object(prop("a", text))}, "array of object a string"),
	Entry("items false", &apidoc.Schema{Types: []string{"array"}, Items: nothing}, "array items not allowed"),
	Entry("prefixItems with items", &apidoc.Schema{Types: []string{"array"}, PrefixItems: []*apidoc.Schema{text, integer}, Items: nothing},
		"array other items not allowed Items in order [0] string [1] integer"),
	Entry("contains, minContains and maxContains", &apidoc.Schema{Types: []string{"array"}, Contains: integer, MinContains: new(int64(0)), MaxContains: new(int64(2))},
		"array Contains 0 to 2 of integer"),
	Entry("minContains without contains", &apidoc.Schema{Types: []string{"array"}, MinContains: new(int64(2))}, "array matching items at least 2"),
	Entry("unevaluatedItems", &apidoc.Schema{Types: []string{"array"}, UnevaluatedItems: integer}, "array Items that nothing else describes integer"),
	Entry("unevaluatedItems false", &apidoc.Schema{Types: []string{"array"}, UnevaluatedItems: nothing}, "array undescribed items not allowed"),
	Entry("required without properties", &apidoc.Schema{Required: []string{"a", "b"}}, "any requires a, b"),
	Entry("required of what properties lacks", &apidoc.Schema{Required: []string{"b"}, Properties: []apidoc.Property{prop("a", text)}}, "object b any required a string"),
	Entry("a property whose name is empty", &apidoc.Schema{Properties: []apidoc.Property{prop("", text)}}, `object "" string`),
	Entry("patternProperties", &apidoc.Schema{Types: []string{"object"}, PatternProperties: []apidoc.Property{prop("^x-", text)}},
		"object Properties by pattern ^x- string"),
	Entry("additionalProperties", &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: integer}, "map of integer Other properties any name integer"),
	Entry("additionalProperties with a name", &apidoc.Schema{
		Types: []string{"object"}, AdditionalProperties: integer, AdditionalName: "planet",
	}, "map of integer Other properties planet integer"),
	Entry("additionalProperties false", &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: nothing}, "object other properties not allowed"),
	Entry("additionalProperties true", &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: all}, "object other properties allowed"),
	Entry("unevaluatedProperties", &apidoc.Schema{Types: []string{"object"}, UnevaluatedProperties: integer}, "object Properties that nothing else describes integer"),
	Entry("propertyNames", &apidoc.Schema{Types: []string{"object"}, PropertyNames: &apidoc.Schema{Pattern: "^[a-z]$"}},
		"object Names of properties any pattern ^[a-z]$"),
	Entry("dependentRequired", &apidoc.Schema{Types: []string{"object"}, DependentRequired: []apidoc.Dependency{{Property: "card", Requires: []string{"name", "street"}}}},
		"object When card is present, name and street are required."),
	Entry("dependentSchemas", &apidoc.Schema{Types: []string{"object"}, DependentSchemas: []apidoc.Property{prop("card", &apidoc.Schema{Required: []string{"zip"}})}},
		"object When card is present any requires zip"),
	Entry("if, then and else", &apidoc.Schema{
		If:   &apidoc.Schema{Properties: []apidoc.Property{prop("country", &apidoc.Schema{Const: raw(`"US"`)})}},
		Then: &apidoc.Schema{Required: []string{"zip"}}, Else: &apidoc.Schema{Properties: []apidoc.Property{prop("n", &apidoc.Schema{Minimum: "0"})}},
	}, `any If country is "US", then zip is present; otherwise n is at least 0. If object { country } 1 property country value always "US" Then any requires zip Otherwise object { n } 1 property n any at least 0`),
	Entry("not", &apidoc.Schema{Types: []string{"string"}, Not: &apidoc.Schema{Const: raw(`"x"`)}}, `string Must not match value always "x"`),
	Entry("not true", &apidoc.Schema{Not: all}, "any not anything"),
	Entry("contentEncoding, contentMediaType and contentSchema", &apidoc.Schema{
		Types: []string{"string"}, ContentEncoding: "base64", ContentMediaType: "image/png", ContentSchema: integer,
	}, "string encoding base64 content image/png Content, decoded integer"),
	Entry("$id, $anchor, $dynamicAnchor and $comment", &apidoc.Schema{ID: "urn:i", Anchor: "a", DynamicAnchor: "d", Comment: "c"},
		"any $id, $anchor, $dynamicAnchor, … $id urn:i $anchor a $dynamicAnchor d $comment c"),
	Entry("$dynamicRef", &apidoc.Schema{DynamicRef: "#node"}, "node dynamic reference #node"),
	Entry("$defs", &apidoc.Schema{Types: []string{"object"}, Defs: []apidoc.Property{prop("d", text)}}, "object Definitions d string"),
	Entry("externalDocs", &apidoc.Schema{Types: []string{"string"}, ExternalDocs: &apidoc.ExternalDocs{URL: "https://e.example", Description: "More"}}, "string More"),
	Entry("deprecated, readOnly and writeOnly", &apidoc.Schema{Types: []string{"string"}, Deprecated: true, ReadOnly: true, WriteOnly: true},
		"string deprecated read-only write-only"),
	Entry("xml", &apidoc.Schema{Types: []string{"string"}, XML: &apidoc.XML{Name: "n", Namespace: "urn:n", Prefix: "p", Attribute: true, Wrapped: true, NodeType: "cdata"}},
		"string XML name p:n XML namespace urn:n XML attribute XML wrapped XML node cdata"),
	Entry("discriminator", &apidoc.Schema{Types: []string{"object"}, Discriminator: &apidoc.Discriminator{
		Property: "kind", Mapping: []apidoc.Mapping{{Value: "c", Ref: "#/components/schemas/Cat"}}, DefaultMapping: "#/components/schemas/Dog",
	}}, "object told apart by kind c is Cat any other value is Dog"),
	Entry("extensions and unknown keywords", &apidoc.Schema{Types: []string{"string"}, Extensions: []apidoc.Extension{{Name: "x-a", Value: raw(`[1]`)}, {Name: "odd", Value: raw(`"v"`)}}},
		`string x-a, odd x-a [1] odd "v"`),
	Entry("oneOf of plain values", &apidoc.Schema{OneOf: []*apidoc.Schema{{Types: []string{"string"}, MaxLength: new(int64(2))}, integer}},
		"string or integer string length at most 2 characters integer"),
	Entry("oneOf of objects", &apidoc.Schema{OneOf: []*apidoc.Schema{{Title: "A", Types: []string{"object"}, Properties: []apidoc.Property{prop("a", text)}}, object(prop("b", integer))}},
		"A or object One of A object a string object b integer"),
	Entry("anyOf with null", &apidoc.Schema{AnyOf: []*apidoc.Schema{object(prop("a", text)), {Types: []string{"null"}}}}, "object or null a string"),
	Entry("oneOf and anyOf", &apidoc.Schema{
		OneOf: []*apidoc.Schema{object(prop("a", text)), text}, AnyOf: []*apidoc.Schema{object(prop("b", text)), text},
	}, "object or string One of object a string string Any of object b string string"),
	Entry("allOf", &apidoc.Schema{AllOf: []*apidoc.Schema{object(prop("a", text)), {Description: "Second", Properties: []apidoc.Property{prop("b", integer)}}}},
		"object Second a string b integer"),
)

var _ = Describe("A long enumeration", func() {
	It("shows 20 values, has the others behind a control, and ends", func(ctx SpecContext) {
		s := &apidoc.Schema{Types: []string{"string"}}
		for i := range 2000 {
			s.Enum = append(s.Enum, apidoc.EnumValue{Value: raw(fmt.Sprintf("%d", i))})
		}

		page := bodyOf(ctx, s, nil)

		Expect(page.Find(".enum-values .enum li")[:20].Text()).To(HaveSuffix("18 19"))
		Expect(page.Find(".enum-more summary").Text()).To(Equal("Show 600 of 2000 values"))
		Expect(len(page.Find(".enum-more li"))).To(BeNumerically(">", 400))
		Expect(page.Find(".enum-more p").Text()).To(ContainSubstring("more are in the description"))
	})

	It("leads to the pages that have all of them", func(ctx SpecContext) {
		var values []string
		for i := range 1500 {
			values = append(values, fmt.Sprintf("v%d", i))
		}
		doc := load(ctx, `
openapi: 3.1.0
info: {title: Codes, version: "1"}
paths: {/a: {post: {operationId: send, requestBody: {content: {application/json: {schema: {type: object, properties: {code: {$ref: "#/components/schemas/Code"}}}}}}, responses: {}}}}
components: {schemas: {Code: {type: string, enum: [`+strings.Join(values, ", ")+`]}}}
`)
		op, err := doc.Operation(ctx, "send")
		Expect(err).NotTo(HaveOccurred())
		model, err := doc.Model(ctx, "Code")
		Expect(err).NotTo(HaveOccurred())

		page := render(ctx, &core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../"})
		Expect(page.Find(".enum-more p").Text()).To(ContainSubstring("900 more are in the description, not on this page. Show Code"))
		Expect(page.Find(".enum-more p a").Attributes("href")).To(Equal([]string{"../models/Code"}))
		var own []string
		for number := range 3 {
			part := render(ctx, &core.Page{Kind: core.PageModel, Document: doc, Model: model, Root: "../", Number: number + 1})
			own = append(own, part.Find(".text .enum code").Texts()...)
			Expect(part.Find(".enum-more p")).To(BeEmpty())
			Expect(part.Find("nav.pages a")).NotTo(BeEmpty())
		}
		for i, v := range values {
			values[i] = strconv.Quote(v)
		}
		Expect(own).To(Equal(values))
	})
})

var _ = Describe("The direction of a body", func() {
	It("leaves out what is not sent, in the schema and in the example", func(ctx SpecContext) {
		s := object(prop("id", &apidoc.Schema{Types: []string{"integer"}, ReadOnly: true}), prop("secret", &apidoc.Schema{Ref: "#/secret"}), prop("name", text))
		schemas := map[string]*apidoc.Schema{"#/secret": {Types: []string{"string"}, WriteOnly: true}}
		content := []apidoc.MediaType{{Name: "application/json", Schema: s}}
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/"},
			RequestBody:      &apidoc.RequestBody{Content: content}, Responses: []apidoc.Response{{Status: "200", Content: content}},
		}, schemas))

		Expect(page.Find("section[aria-label=Request.body] .schema-name").Texts()).To(BeEmpty())
		Expect(page.Find(".media .schema-name").Texts()).To(Equal([]string{"secret", "name", "id", "name"}))
		Expect(page.Find("[data-examples=example.example-body] .t-name").Texts()).To(Equal([]string{`"secret"`, `"name"`}))
		Expect(page.Find("[data-examples=example.response] .t-name").Texts()).To(Equal([]string{`"id"`, `"name"`}))
	})

	It("shows all of a model with marks", func(ctx SpecContext) {
		s := object(prop("id", &apidoc.Schema{ReadOnly: true}), prop("secret", &apidoc.Schema{WriteOnly: true}))
		page := modelPage(ctx, "M", map[string]*apidoc.Schema{"#/m/M": s})

		Expect(render(ctx, page).Find(".text .schema-head").Texts()).To(Equal([]string{"id any read-only", "secret any write-only"}))
	})
})

// modelPage is the page of a model among those whose references are given.
func modelPage(ctx SpecContext, name string, schemas map[string]*apidoc.Schema, children ...string) *core.Page {
	GinkgoHelper()
	var models []apidoc.ModelSummary
	for ref := range schemas {
		models = append(models, apidoc.ModelSummary{Name: ref[strings.LastIndexByte(ref, '/')+1:], Ref: ref})
	}
	doc := apidoc.New(apidoc.Outline{Models: models}, knowing{apidoc.Memory{Schemas: schemas}, children}, apidoc.Text{})
	m, err := doc.Model(ctx, name)
	Expect(err).NotTo(HaveOccurred())
	return &core.Page{Kind: core.PageModel, Document: doc, Model: m, Root: "../"}
}
