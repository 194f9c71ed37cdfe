package sample_test

import (
	"context"
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

var (
	text   = &apidoc.Schema{Types: []string{"string"}}
	number = &apidoc.Schema{Types: []string{"integer"}}
)

func document(schemas map[string]*apidoc.Schema, schemes ...apidoc.SecurityScheme) *apidoc.Document {
	return apidoc.New(apidoc.Outline{SecuritySchemes: schemes}, apidoc.Memory{Schemas: schemas}, apidoc.Text{})
}

func value(ctx context.Context, doc *apidoc.Document, s *apidoc.Schema, to sample.Direction) json.RawMessage {
	return sample.Make(shape.New(ctx, doc), s, sample.Options{To: to}).JSON
}

func object(properties ...apidoc.Property) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"object"}, Properties: properties}
}

// listOf is a list of what a reference leads to, by the schema of any list.
func listOf(ref string) *apidoc.Schema {
	return &apidoc.Schema{Ref: "#/some", Defs: []apidoc.Property{{Name: "item", Schema: &apidoc.Schema{DynamicAnchor: "T", Ref: ref}}}}
}

var _ = DescribeTable("Make makes a value",
	func(ctx SpecContext, s *apidoc.Schema, want string) {
		Expect(value(ctx, document(map[string]*apidoc.Schema{"#/p": object(apidoc.Property{Name: "p", Schema: number})}), s, sample.Response)).To(MatchJSON(want))
	},
	Entry("of a text", text, `"string"`),
	Entry("of a number with a minimum", &apidoc.Schema{Types: []string{"number"}, Minimum: "2.50"}, `2.50`),
	Entry("of a format", &apidoc.Schema{Types: []string{"string"}, Format: "date"}, `"2026-01-15"`),
	Entry("that the description gives", &apidoc.Schema{Types: []string{"string"}, Examples: []json.RawMessage{json.RawMessage(`"x"`)}}, `"x"`),
	Entry("of an enumeration", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: json.RawMessage(`"a"`)}}}, `"a"`),
	Entry("of a list", &apidoc.Schema{Types: []string{"array"}, Items: number}, `[1]`),
	Entry("of a list with as many items as it demands", &apidoc.Schema{Types: []string{"array"}, Items: number, MinItems: count(4), MaxItems: count(4)}, `[1,1,1,1]`),
	Entry("of a list of unique values, of which there are too few", &apidoc.Schema{Types: []string{"array"}, UniqueItems: true, MinItems: count(3), Items: &apidoc.Schema{Const: json.RawMessage(`1`)}}, `[1]`),
	Entry("of an object whose names follow a pattern", &apidoc.Schema{Types: []string{"object"}, PatternProperties: []apidoc.Property{{Name: "^S_[a-z]{2}$", Schema: number}}}, `{"S_aa":1}`),
	Entry("of an object whose names have a schema", &apidoc.Schema{Types: []string{"object"}, PropertyNames: &apidoc.Schema{Pattern: "^[0-9]{4}$"}, AdditionalProperties: number}, `{"0000":1}`),
	Entry("of an object whose names are dates", &apidoc.Schema{Types: []string{"object"}, PropertyNames: &apidoc.Schema{Types: []string{"string"}, Format: "date"}, AdditionalProperties: number}, `{"2026-01-15":1}`),
	Entry("of a reference", &apidoc.Schema{Ref: "#/p"}, `{"p":1}`),
	Entry("of a reference to nothing", &apidoc.Schema{Ref: "#/gone"}, `null`),
	Entry("of parts", &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/p"}, object(apidoc.Property{Name: "q", Schema: text})}}, `{"p":1,"q":"string"}`),
	Entry("of the first alternative", &apidoc.Schema{OneOf: []*apidoc.Schema{number, text}}, `1`),
	Entry("of no schema", nil, `null`),
	Entry("of the type that it has, whatever is said of properties or items", &apidoc.Schema{Types: []string{"array"}, Properties: []apidoc.Property{{Name: "p", Schema: number}}, Items: text}, `["string"]`),
	Entry("of a text that has items", &apidoc.Schema{Types: []string{"string"}, Items: number}, `"string"`),
	Entry("without a property that may have no value", object(apidoc.Property{Name: "a", Schema: number}, apidoc.Property{Name: "b", Schema: &apidoc.Schema{Always: new(bool)}}), `{"a":1}`),
)

var _ = DescribeTable("Make makes a list of values that are unique, where it has to be",
	func(ctx SpecContext, item *apidoc.Schema) {
		list := &apidoc.Schema{Types: []string{"array"}, UniqueItems: true, MinItems: count(3), Items: item}

		made := value(ctx, document(nil), list, sample.Response)

		Expect(jsonschema.New(nil).Check(made, list, "").Faults).To(BeEmpty(), string(made))
		Expect(value(ctx, document(nil), list, sample.Response)).To(Equal(made))
	},
	Entry("texts", text),
	Entry("values of an enumeration", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: json.RawMessage(`"a"`)}, {Value: json.RawMessage(`"b"`)}, {Value: json.RawMessage(`"c"`)}}}),
	Entry("objects", object(apidoc.Property{Name: "id", Schema: number})),
)

var _ = Describe("OfMedia", func() {
	It("takes the first example that does not stand elsewhere", func(ctx SpecContext) {
		m := &apidoc.MediaType{Schema: text, Examples: []apidoc.Example{{ExternalValue: "https://e.example/1"}, {Value: json.RawMessage(`"b"`)}}}

		Expect(sample.OfMedia(shape.New(ctx, document(nil)), m, sample.Options{})).To(MatchJSON(`"b"`))
	})
})

var _ = Describe("Make", func() {
	It("follows dynamic references", func(ctx SpecContext) {
		node := &apidoc.Schema{DynamicRef: "#node"}
		tree := object(apidoc.Property{Name: "next", Schema: node},
			apidoc.Property{Name: "all", Required: true, Schema: &apidoc.Schema{Types: []string{"array"}, Items: node}})
		doc := document(map[string]*apidoc.Schema{"#/tree": tree, "#node": tree})

		Expect(value(ctx, doc, &apidoc.Schema{Ref: "#/tree"}, sample.Response)).To(MatchJSON(`{"next":{"all":[]},"all":[{"all":[]}]}`))
	})

	DescribeTable("follows dynamic references to the outermost anchor",
		func(ctx SpecContext, s *apidoc.Schema, want string) {
			some := object(apidoc.Property{Name: "items", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{DynamicRef: "some#T"}}})
			some.Defs = []apidoc.Property{{Name: "T", Schema: &apidoc.Schema{DynamicAnchor: "T", Types: []string{"boolean"}}}}
			tree := object(apidoc.Property{Name: "next", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{DynamicRef: "tree#node"}}})
			tree.DynamicAnchor = "node"
			strict := object(apidoc.Property{Name: "own", Required: true, Schema: number})
			strict.Ref, strict.DynamicAnchor = "#/tree", "node"
			doc := document(map[string]*apidoc.Schema{
				"#/some": some, "some#T": some.Defs[0].Schema, "#/pet": object(apidoc.Property{Name: "id", Schema: number}),
				"#/pets": listOf("#/pet"), "#/tree": tree, "tree#node": tree, "#/strict": strict,
			})

			made := value(ctx, doc, s, sample.Response)

			Expect(made).To(MatchJSON(want))
			checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) {
				target, err := doc.Schema(ctx, ref)
				return target, err == nil
			})
			Expect(checker.Check(made, s, "").Faults).To(BeEmpty())
		},
		Entry("in $defs beside the reference", listOf("#/pet"), `{"items":[{"id":1}]}`),
		Entry("in $defs of what the reference leads to", &apidoc.Schema{Ref: "#/pets"}, `{"items":[{"id":1}]}`),
		Entry("in what the sample stands in", object(apidoc.Property{Name: "page", Schema: &apidoc.Schema{Ref: "#/pets"}}), `{"page":{"items":[{"id":1}]}}`),
		Entry("of the schema that extends another", &apidoc.Schema{Ref: "#/strict"}, `{"own":1,"next":[]}`),
		Entry("of its own where no outer schema has one", &apidoc.Schema{Ref: "#/some"}, `{"items":[true]}`),
	)

	It("ends recursive schemas", func(ctx SpecContext) {
		doc := document(map[string]*apidoc.Schema{"#/n": object(
			apidoc.Property{Name: "next", Schema: &apidoc.Schema{Ref: "#/n"}},
			apidoc.Property{Name: "all", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/n"}}},
		)})

		Expect(value(ctx, doc, &apidoc.Schema{Ref: "#/n"}, sample.Response)).To(MatchJSON(`{"all":[]}`))
	})

	It("ends schemas that grow without end", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{}
		for level := range 40 {
			s := &apidoc.Schema{Types: []string{"object"}}
			for i := range 20 {
				s.Properties = append(s.Properties, apidoc.Property{Name: fmt.Sprint(i), Schema: &apidoc.Schema{Ref: fmt.Sprintf("#/%d", level+1)}})
			}
			schemas[fmt.Sprintf("#/%d", level)] = s
		}

		Expect(len(value(ctx, document(schemas), &apidoc.Schema{Ref: "#/0"}, sample.Response))).To(BeNumerically("<", 20_000))
	})

	It("leaves out what the direction does not have", func(ctx SpecContext) {
		s := object(
			apidoc.Property{Name: "id", Schema: &apidoc.Schema{Types: []string{"integer"}, ReadOnly: true}},
			apidoc.Property{Name: "secret", Schema: &apidoc.Schema{Types: []string{"integer"}, WriteOnly: true}},
		)

		Expect(value(ctx, document(nil), s, sample.Request)).To(MatchJSON(`{"secret":1}`))
		Expect(value(ctx, document(nil), s, sample.Response)).To(MatchJSON(`{"id":1}`))
	})
})

// raw are values of a description.
func raw(values ...string) (list []json.RawMessage) {
	for _, v := range values {
		list = append(list, json.RawMessage(v))
	}
	return list
}

// enum is an enumeration of a description.
func enum(values ...string) (list []apidoc.EnumValue) {
	for _, v := range values {
		list = append(list, apidoc.EnumValue{Value: json.RawMessage(v)})
	}
	return list
}

var _ = DescribeTable("A sample has what its schema accepts,",
	func(ctx SpecContext, s *apidoc.Schema, want string) {
		role := func(s apidoc.Schema) *apidoc.Schema {
			return object(apidoc.Property{Name: "role", Schema: &s, Required: true})
		}
		doc := document(map[string]*apidoc.Schema{
			"#/m/UserMessage":   role(apidoc.Schema{Types: []string{"string"}, Enum: enum(`"user"`)}),
			"#/m/SystemMessage": role(apidoc.Schema{Const: json.RawMessage(`"system"`)}),
			"#/m/AnyMessage":    role(apidoc.Schema{Types: []string{"string"}}),
			"#/m/Pet": {
				Types: []string{"object"}, Properties: []apidoc.Property{{Name: "kind", Required: true, Schema: text}},
				Discriminator: &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "cat", Ref: "#/m/Cat"}}},
			},
			"#/m/Cat":    {AllOf: []*apidoc.Schema{{Ref: "#/m/Pet"}, object(apidoc.Property{Name: "lives", Schema: number})}},
			"#/m/Kitten": {AllOf: []*apidoc.Schema{{Ref: "#/m/Cat"}, object(apidoc.Property{Name: "age", Schema: number})}},
			"#/m/Tree": object(apidoc.Property{Name: "id", Schema: number},
				apidoc.Property{Name: "forks", Schema: &apidoc.Schema{Types: []string{"array"}, MinItems: count(2), Items: &apidoc.Schema{Ref: "#/m/Tree"}}}),
		})

		got := value(ctx, doc, s, sample.Both)

		Expect(got).To(MatchJSON(want))
		checker := jsonschema.New(func(ref string) (*apidoc.Schema, bool) { s, err := doc.Schema(ctx, ref); return s, err == nil })
		Expect(checker.Check(got, s, "").Faults).To(BeEmpty())
	},
	Entry("where a discriminator is an enumeration", told("role", "#/m/UserMessage"), `{"role":"user"}`),
	Entry("where a discriminator is a constant", told("role", "#/m/SystemMessage"), `{"role":"system"}`),
	Entry("where a discriminator is any text", told("role", "#/m/AnyMessage"), `{"role":"AnyMessage"}`),
	Entry("where the base of a schema has a discriminator that is mapped", &apidoc.Schema{Ref: "#/m/Cat"}, `{"kind":"cat","lives":1}`),
	Entry("where the base of its base has a discriminator", &apidoc.Schema{Ref: "#/m/Kitten"}, `{"kind":"Kitten","lives":1,"age":1}`),
	Entry("where a list that leads back may not be empty", &apidoc.Schema{Ref: "#/m/Tree"}, `{"id":1}`),
	Entry("where an example has another type", &apidoc.Schema{Types: []string{"integer"}, Examples: raw(`"ten"`, `12`)}, `12`),
	Entry("where a text is given as a number", &apidoc.Schema{Types: []string{"string"}, Examples: raw(`20.04`)}, `"20.04"`),
	Entry("where a number is given as a text", &apidoc.Schema{Types: []string{"integer"}, Examples: raw(`"1336867200"`)}, `1336867200`),
	Entry("where an example is none of the values", &apidoc.Schema{Types: []string{"string"}, Examples: raw(`"\"git\""`), Enum: enum(`"svn"`)}, `"svn"`),
	Entry("where an example is too short", &apidoc.Schema{Types: []string{"string"}, Examples: raw(`"sha"`), Pattern: "^[a-f]{4}$"}, `"aaaa"`),
	Entry("where no example has the format", &apidoc.Schema{Types: []string{"string"}, Examples: raw(`"Monday"`), Format: "date"}, `"2026-01-15"`),
	Entry("where a member of an example is refused", &apidoc.Schema{Types: []string{"object"}, Examples: raw(`{"at":"Monday","b":2}`), Properties: []apidoc.Property{
		{Name: "at", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "date"}},
	}}, `{"at":"2026-01-15","b":2}`),
	Entry("where an example lacks a member", &apidoc.Schema{Types: []string{"object"}, Examples: raw(`{"b":2}`), Required: []string{"a"}, Properties: []apidoc.Property{
		{Name: "a", Schema: number, Required: true}, {Name: "b", Schema: number},
	}}, `{"b":2,"a":1}`),
	Entry("where an item of an example is refused", &apidoc.Schema{Types: []string{"array"}, Items: number, Examples: raw(`[3,"x"]`)}, `[3,1]`),
	Entry("where a list is given as its item", &apidoc.Schema{Types: []string{"array"}, Items: text, Examples: raw(`"a"`)}, `["a"]`),
	Entry("where names follow a pattern and no others are allowed", &apidoc.Schema{Types: []string{"object"}, PatternProperties: []apidoc.Property{{Name: "^x-[a-z]+$", Schema: number}}, AdditionalProperties: &apidoc.Schema{Always: new(bool)}}, `{"x-a":1}`),
	Entry("where no name is known that is allowed", &apidoc.Schema{Types: []string{"object"}, PatternProperties: []apidoc.Property{{Name: "^(?<=x)$", Schema: number}}, AdditionalProperties: &apidoc.Schema{Always: new(bool)}}, `{}`),
	Entry("where names have a pattern", &apidoc.Schema{Types: []string{"object"}, PropertyNames: &apidoc.Schema{Pattern: "^[A-Z]{2}$"}, AdditionalProperties: number}, `{"AA":1}`),
	Entry("where a text holds JSON", &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/json", ContentSchema: object(apidoc.Property{Name: "a", Schema: number})}, `"{\"a\":1}"`),
	Entry("where a text holds JSON in base64", &apidoc.Schema{Types: []string{"string"}, ContentEncoding: "base64", ContentMediaType: "application/json", ContentSchema: object(apidoc.Property{Name: "a", Schema: number})}, `"eyJhIjoxfQ=="`),
	Entry("where a required member is not described", &apidoc.Schema{Types: []string{"object"}, Required: []string{"a"}}, `{"a":null}`),
	Entry("where the alternatives differ in what they require", &apidoc.Schema{
		Types: []string{"object"}, Properties: []apidoc.Property{{Name: "id", Schema: number}, {Name: "owner", Schema: text}, {Name: "note", Schema: text}},
		OneOf: []*apidoc.Schema{{Required: []string{"id"}}, {Required: []string{"owner"}}},
	}, `{"id":1,"note":"string"}`),
)

// told is a schema whose alternatives are told apart by a property.
func told(property string, refs ...string) *apidoc.Schema {
	s := &apidoc.Schema{Discriminator: &apidoc.Discriminator{Property: property}}
	for _, ref := range refs {
		s.OneOf = append(s.OneOf, &apidoc.Schema{Ref: ref})
	}
	return s
}

func ExampleMake() {
	s := &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{{Name: "id", Schema: number}}}

	made := sample.Make(shape.New(context.Background(), document(nil)), s, sample.Options{To: sample.Response})

	fmt.Printf("%s\n", made.JSON)
	// Output:
	// {
	//   "id": 1
	// }
}
