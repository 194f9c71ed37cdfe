package openapi_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// readSchema reads a schema that is written in YAML, in a description of a
// version.
func readSchema(ctx SpecContext, version, schema string) *apidoc.Schema {
	GinkgoHelper()
	text := "openapi: " + version + "\ninfo: {title: T, version: '1'}\ncomponents: {schemas: {S: " + schema + "}}\n"
	ref := "#/components/schemas/S"
	if version == "2.0" {
		text = "swagger: '2.0'\ninfo: {title: T, version: '1'}\ndefinitions: {S: " + schema + "}\n"
		ref = "#/definitions/S"
	}
	s, err := loadText(ctx, text).Schema(ctx, ref)
	Expect(err).NotTo(HaveOccurred())
	return s
}

func number(n int64) *int64 { return &n }

var _ = Describe("A schema", func() {
	It("has everything of OpenAPI 3.0", func(ctx SpecContext) {
		model, err := loadSample(ctx, "library-3.0.json").Model(ctx, "Book")

		Expect(err).NotTo(HaveOccurred())
		never := false
		Expect(model.Schema).To(Equal(&apidoc.Schema{
			Types: []string{"object", "null"}, Title: "A book", Description: "Paper", Required: []string{"id", "ghost"},
			Properties: []apidoc.Property{
				{Name: "id", Required: true, Schema: &apidoc.Schema{Types: []string{"integer"}, ReadOnly: true, Examples: []json.RawMessage{raw("7")}}},
				{Name: "title", Schema: &apidoc.Schema{Types: []string{"string", "null"}, MinLength: number(1), MaxLength: number(200), Pattern: `^\S`, Default: raw(`""`)}},
				{Name: "price", Schema: &apidoc.Schema{Types: []string{"number"}, MultipleOf: "0.010", Minimum: "0.0", Maximum: "1e3"}},
				{Name: "format", Schema: &apidoc.Schema{Types: []string{"string"}, Enum: []apidoc.EnumValue{
					{Value: raw(`"paper"`), Name: "Paper", Description: "To hold"}, {Value: raw(`"audio"`), Name: "Audio"}, {Value: raw("null")},
				}}},
				{Name: "author", Schema: &apidoc.Schema{Ref: "#/components/schemas/Author", Description: "Who wrote it"}},
				{Name: "similar", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/components/schemas/Book"}, MinItems: number(0), MaxItems: number(10), UniqueItems: true}},
				{Name: "anything", Schema: &apidoc.Schema{Extensions: []apidoc.Extension{{Name: "nullable", Value: raw("true")}}}},
			},
			AdditionalProperties: &apidoc.Schema{Always: &never}, MinProperties: number(1),
			ExternalDocs: &apidoc.ExternalDocs{URL: "https://example.com/book"},
			XML:          &apidoc.XML{Name: "book", Namespace: "urn:b", Prefix: "b", Wrapped: true},
			Extensions:   []apidoc.Extension{{Name: "x-table", Value: raw(`"books"`)}, {Name: "madeUp", Value: raw(`{"b":1,"a":2}`)}},
		}))
	})

	It("has alternatives and a discriminator", func(ctx SpecContext) {
		s, err := loadSample(ctx, "library-3.0.json").Schema(ctx, "#/components/schemas/Author")

		Expect(err).NotTo(HaveOccurred())
		Expect(s).To(Equal(&apidoc.Schema{
			OneOf: []*apidoc.Schema{{Ref: "#/components/schemas/Person"}, {Ref: "#/components/schemas/Company"}},
			Discriminator: &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{
				{Value: "p", Ref: "#/components/schemas/Person"}, {Value: "c", Ref: "#/components/schemas/Company"},
			}},
		}))
	})

	It("has everything of OpenAPI 3.1", func(ctx SpecContext) {
		s, err := loadSample(ctx, "library-3.1.yaml").Schema(ctx, "#/components/schemas/Everything")

		Expect(err).NotTo(HaveOccurred())
		never := &apidoc.Schema{Always: new(false)}
		Expect(s).To(Equal(&apidoc.Schema{
			ID: "https://example.com/schemas/everything", Anchor: "everything", Comment: "For tools", Types: []string{"object", "null"},
			Properties: []apidoc.Property{
				{Name: "list", Schema: &apidoc.Schema{
					Types: []string{"array"}, PrefixItems: []*apidoc.Schema{{Types: []string{"string"}}, {Types: []string{"integer"}}}, Items: never,
					Contains: &apidoc.Schema{Const: raw("null")}, MinContains: number(1), MaxContains: number(2), UnevaluatedItems: never,
				}},
				{Name: "range", Schema: &apidoc.Schema{Types: []string{"number"}, ExclusiveMinimum: "0", ExclusiveMaximum: "1.0"}},
				{Name: "file", Schema: &apidoc.Schema{
					Types: []string{"string"}, ContentEncoding: "base64", ContentMediaType: "image/png", ContentSchema: &apidoc.Schema{Types: []string{"object"}},
				}},
				{Name: "dynamic", Schema: &apidoc.Schema{DynamicRef: "#node"}},
				{Name: "anchored", Schema: &apidoc.Schema{Ref: "#/components/schemas/Everything/$defs/leaf"}},
			},
			PatternProperties: []apidoc.Property{{Name: "^x-", Schema: &apidoc.Schema{}}},
			PropertyNames:     &apidoc.Schema{Pattern: "^[a-z]+$"}, UnevaluatedProperties: never,
			DependentRequired: []apidoc.Dependency{{Property: "list", Requires: []string{"range"}}},
			DependentSchemas:  []apidoc.Property{{Name: "file", Schema: &apidoc.Schema{Required: []string{"range"}}}},
			If:                &apidoc.Schema{Required: []string{"list"}}, Then: &apidoc.Schema{MinProperties: number(1)}, Else: &apidoc.Schema{MaxProperties: number(9)},
			Examples: []json.RawMessage{raw(`{"a":1}`), raw("null")},
			Defs: []apidoc.Property{{Name: "leaf", Schema: &apidoc.Schema{
				Anchor: "leaf", DynamicAnchor: "node", Types: []string{"string"}, WriteOnly: true,
			}}},
		}))
	})

	DescribeTable("is found by every kind of reference",
		func(ctx SpecContext, ref string, matcher OmegaMatcher) {
			s, err := loadSample(ctx, "library-3.1.yaml").Schema(ctx, ref)

			Expect(err).NotTo(HaveOccurred())
			Expect(s).To(matcher)
		},
		Entry("a name", "#/components/schemas/Never", HaveField("Always", HaveValue(BeFalse()))),
		Entry("a longer pointer", "#/components/schemas/Everything/properties/range", HaveField("Types", []string{"number"})),
		Entry("a pointer with percent-encoding", "#/components/schemas/Everything/%24defs/leaf", HaveField("Anchor", "leaf")),
		Entry("a pointer through a list", "#/components/schemas/Everything/properties/list/prefixItems/1", HaveField("Types", []string{"integer"})),
		Entry("an anchor", "#leaf", HaveField("WriteOnly", true)),
		Entry("a dynamic anchor", "#node", HaveField("WriteOnly", true)),
		Entry("an $id", "https://example.com/schemas/everything", HaveField("Anchor", "everything")),
		Entry("a pointer below an $id", "https://example.com/schemas/everything#/properties/range", HaveField("Types", []string{"number"})),
		Entry("an anchor below an $id", "https://example.com/schemas/everything#leaf", HaveField("WriteOnly", true)),
	)

	DescribeTable("is not found where there is none",
		func(ctx SpecContext, ref string) {
			_, err := loadSample(ctx, "library-3.1.yaml").Schema(ctx, ref)

			Expect(err).To(MatchError(apidoc.ErrNotFound))
		},
		Entry("an unknown name", "#/components/schemas/Nobody"),
		Entry("a list", "#/components/schemas/Everything/properties/list/prefixItems"),
		Entry("text", "#/info/title"),
		Entry("an unknown anchor", "#nobody"),
		Entry("nothing", ""),
		Entry("a path", "/components/schemas/Everything"),
		Entry("a file", "file:///etc/passwd"),
		Entry("a file beside", "library-3.0.json#/components/schemas/Book"),
		Entry("JSONPath", "$..properties"),
		Entry("JSONPath behind a hash", "#$..properties"),
		Entry("another host", "http://127.0.0.1:1/schema.json"),
	)

	DescribeTable("is translated from older dialects",
		func(ctx SpecContext, version, schema string, want apidoc.Schema) {
			Expect(readSchema(ctx, version, schema)).To(Equal(&want))
		},
		Entry("exclusiveMinimum beside minimum", "3.0.0", "{minimum: 1, exclusiveMinimum: true}", apidoc.Schema{ExclusiveMinimum: "1"}),
		Entry("exclusiveMaximum false", "3.0.0", "{maximum: 1, exclusiveMaximum: false}", apidoc.Schema{Maximum: "1"}),
		Entry("a type beside a reference", "3.0.0", "{$ref: '#/components/schemas/S', type: string, description: D}",
			apidoc.Schema{Ref: "#/components/schemas/S", Description: "D", Extensions: []apidoc.Extension{{Name: "type", Value: raw(`"string"`)}}}),
		Entry("a type beside a reference, which counts since then", "3.1.0", "{$ref: '#/components/schemas/S', type: string}",
			apidoc.Schema{Ref: "#/components/schemas/S", Types: []string{"string"}}),
		Entry("nullable beside a type", "3.0.0", "{type: string, nullable: true}", apidoc.Schema{Types: []string{"string", "null"}}),
		Entry("nullable false", "3.0.0", "{type: string, nullable: false}", apidoc.Schema{Types: []string{"string"}}),
		Entry("nullable in 3.1, where it means nothing", "3.1.0", "{type: string, nullable: true}",
			apidoc.Schema{Types: []string{"string"}, Extensions: []apidoc.Extension{{Name: "nullable", Value: raw("true")}}}),
		Entry("x-nullable", "2.0", "{type: string, x-nullable: true}", apidoc.Schema{Types: []string{"string", "null"}}),
		Entry("the type file", "2.0", "{type: file}", apidoc.Schema{Types: []string{"string"}, Format: "binary"}),
		Entry("a discriminator that is a name", "2.0", "{discriminator: kind}", apidoc.Schema{Discriminator: &apidoc.Discriminator{Property: "kind"}}),
		Entry("an example", "2.0", "{example: {b: 1, a: 2}}", apidoc.Schema{Examples: []json.RawMessage{raw(`{"b":1,"a":2}`)}}),
		Entry("items that are a list", "3.0.0", "{items: [{type: string}]}", apidoc.Schema{PrefixItems: []*apidoc.Schema{{Types: []string{"string"}}}}),
		Entry("dependencies", "3.0.0", "{dependencies: {a: [b], c: {type: object}}}", apidoc.Schema{
			DependentRequired: []apidoc.Dependency{{Property: "a", Requires: []string{"b"}}},
			DependentSchemas:  []apidoc.Property{{Name: "c", Schema: &apidoc.Schema{Types: []string{"object"}}}},
		}),
		Entry("definitions", "3.0.0", "{definitions: {a: {type: object}}}", apidoc.Schema{Defs: []apidoc.Property{{Name: "a", Schema: &apidoc.Schema{Types: []string{"object"}}}}}),
	)

	DescribeTable("keeps what is of the wrong kind",
		func(ctx SpecContext, schema, name, value string) {
			Expect(readSchema(ctx, "3.1.0", schema)).To(HaveField("Extensions", []apidoc.Extension{{Name: name, Value: raw(value)}}))
		},
		Entry("text as a bound", "{minimum: '5'}", "minimum", `"5"`),
		Entry("a length that is too large", "{maxLength: 99999999999999999999}", "maxLength", "99999999999999999999"),
		Entry("a length that is no integer", "{maxLength: 1.5}", "maxLength", "1.5"),
		Entry("required as a boolean", "{required: true}", "required", "true"),
		Entry("a list as properties", "{properties: [a]}", "properties", `["a"]`),
		Entry("a reference that is a number", "{$ref: 1}", "$ref", "1"),
		Entry("examples that are a map", "{examples: {a: 1}}", "examples", `{"a":1}`),
		Entry("an object as title", "{title: {a: b}}", "title", `{"a":"b"}`),
		Entry("an unknown keyword", "{$vocabulary: {a: true}}", "$vocabulary", `{"a":true}`),
	)

	It("hides internal properties", func(ctx SpecContext) {
		Expect(readSchema(ctx, "3.1.0", "{required: [a, b], properties: {a: {x-internal: true}, b: {}}}")).To(Equal(&apidoc.Schema{
			Required: []string{"b"}, Properties: []apidoc.Property{{Name: "b", Required: true, Schema: &apidoc.Schema{}}},
		}))
	})

	DescribeTable("has the pattern that is meant between slashes",
		func(ctx SpecContext, written, want string) {
			Expect(readSchema(ctx, "3.1.0", "{pattern: '"+written+"'}").Pattern).To(Equal(want))
		},
		Entry("with both ends of a text", `/^a\/b$/`, `^a\/b$`),
		Entry("with the beginning alone", `/^a/`, `^a`),
		Entry("with the end alone", `/a$/`, `a$`),
		Entry("with flags, of which some mean something", `/^a$/gi`, `(?i:^a$)`),
		Entry("but not of a path", `/a/`, `/a/`),
		Entry("but not of a dollar", `/a\$/`, `/a\$/`),
		Entry("but not with one slash", `/^a`, `/^a`),
		Entry("but not with what is no flag", `/^a$/path`, `/^a$/path`),
	)

	DescribeTable("has a count however its number is written",
		func(ctx SpecContext, written string, want *int64) {
			for _, version := range []string{"2.0", "3.0.3", "3.1.0"} {
				Expect(readSchema(ctx, version, "{maxLength: "+written+"}").MaxLength).To(Equal(want))
			}
		},
		Entry("with a fraction of zero", "2.0", number(2)),
		Entry("with an exponent", "1e3", number(1000)),
		Entry("but not with another fraction", "2.5", nil),
		Entry("but not beyond all that can be counted", "1e300", nil),
	)

	It("allows nothing with an enumeration of nothing", func(ctx SpecContext) {
		Expect(readSchema(ctx, "3.1.0", "{type: string, enum: []}")).To(Equal(&apidoc.Schema{Types: []string{"string"}, Always: new(false)}))
	})

	DescribeTable("has the enumeration of its items there",
		func(ctx SpecContext, written string, want *apidoc.Schema) {
			Expect(readSchema(ctx, "3.1.0", written)).To(Equal(want))
		},
		Entry("which have none", "{type: array, enum: [a, b], x-enum-varnames: [A, B], items: {type: string}}", &apidoc.Schema{
			Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"string"}, Enum: []apidoc.EnumValue{{Value: raw(`"a"`), Name: "A"}, {Value: raw(`"b"`), Name: "B"}}},
		}),
		Entry("which are a reference", "{type: [array, 'null'], enum: [a], items: {$ref: '#/components/schemas/S'}}", &apidoc.Schema{
			Types: []string{"array", "null"}, Items: &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/components/schemas/S"}}, Enum: []apidoc.EnumValue{{Value: raw(`"a"`)}}},
		}),
		Entry("which the list does not describe", "{type: array, enum: [1]}", &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: raw("1")}}}}),
		Entry("unless they have one", "{type: array, enum: [1], items: {enum: [2]}}", &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: raw("2")}}}}),
		Entry("but not one of lists", "{type: array, enum: [[1], [2]]}", &apidoc.Schema{Types: []string{"array"}, Enum: []apidoc.EnumValue{{Value: raw("[1]")}, {Value: raw("[2]")}}}),
		Entry("but not one of several types", "{type: [array, string], enum: [a]}", &apidoc.Schema{Types: []string{"array", "string"}, Enum: []apidoc.EnumValue{{Value: raw(`"a"`)}}}),
	)

	It("ends with its context", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.1.yaml")
		ended, cancel := context.WithCancel(ctx)
		cancel()

		_, err := doc.Schema(ended, "#/components/schemas/Never")
		Expect(err).To(MatchError(context.Canceled))
		_, err = doc.Operation(ended, doc.Operations[0].Slug)
		Expect(err).To(MatchError(context.Canceled))
	})

	It("is read by many at once", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")
		results := make(chan error, 32)

		for range cap(results) {
			go func() {
				_, err := doc.Schema(ctx, "#/components/schemas/Book")
				results <- err
			}()
		}

		for range cap(results) {
			Expect(<-results).To(Succeed())
		}
	})
})
