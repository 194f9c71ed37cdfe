package shape_test

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

var (
	text    = &apidoc.Schema{Types: []string{"string"}}
	integer = &apidoc.Schema{Types: []string{"integer"}}
)

func raw(s string) json.RawMessage { return json.RawMessage(s) }

func enum(values ...string) []apidoc.EnumValue {
	var list []apidoc.EnumValue
	for _, v := range values {
		list = append(list, apidoc.EnumValue{Value: raw(v)})
	}
	return list
}

func object(properties ...apidoc.Property) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"object"}, Properties: properties}
}

func allOf(parts ...*apidoc.Schema) *apidoc.Schema { return &apidoc.Schema{AllOf: parts} }

func of(ctx context.Context, s *apidoc.Schema, schemas map[string]*apidoc.Schema) *shape.Shape {
	return shape.New(ctx, apidoc.New(apidoc.Outline{}, apidoc.Memory{Schemas: schemas}, apidoc.Text{})).Of(s)
}

var _ = DescribeTable("The parts of allOf are made one",
	func(ctx SpecContext, a, b, want *apidoc.Schema, conflicts ...string) {
		got := of(ctx, allOf(a, b), nil)

		Expect(got.Schema).To(Equal(want))
		var said []string
		for _, c := range got.Conflicts {
			said = append(said, c.In(nil))
		}
		Expect(said).To(ConsistOf(conflicts))
	},
	Entry("with the properties of both",
		object(apidoc.Property{Name: "a", Schema: text}), object(apidoc.Property{Name: "b", Schema: integer}),
		object(apidoc.Property{Name: "a", Schema: text}, apidoc.Property{Name: "b", Schema: integer})),
	Entry("with the required names of both",
		&apidoc.Schema{Required: []string{"a"}, Properties: []apidoc.Property{{Name: "b", Schema: text}}}, &apidoc.Schema{Required: []string{"a", "b"}},
		&apidoc.Schema{Required: []string{"a", "b"}, Properties: []apidoc.Property{{Name: "b", Schema: text, Required: true}}}),
	Entry("with the tighter bounds",
		&apidoc.Schema{Minimum: "0", Maximum: "1e3", MinLength: new(int64(1)), MaxLength: new(int64(9))},
		&apidoc.Schema{Minimum: "0.5", Maximum: "999", MinLength: new(int64(2)), MaxLength: new(int64(7))},
		&apidoc.Schema{Minimum: "0.5", Maximum: "999", MinLength: new(int64(2)), MaxLength: new(int64(7))}),
	Entry("with the types of both",
		&apidoc.Schema{Types: []string{"number", "string"}}, &apidoc.Schema{Types: []string{"integer", "null"}}, integer),
	Entry("with the values of both",
		&apidoc.Schema{Enum: enum(`"a"`, `"b"`, `1`)}, &apidoc.Schema{Enum: enum(`"b"`, ` 1`)}, &apidoc.Schema{Enum: enum(`"b"`, `1`)},
		"The parts allow different values; only what all of them allow is listed."),
	Entry("saying when types contradict", text, integer, text,
		"The parts demand different types: string and integer. No value fits."),
	Entry("saying when values contradict",
		&apidoc.Schema{Enum: enum(`"a"`)}, &apidoc.Schema{Enum: enum(`"b"`)},
		&apidoc.Schema{Enum: enum(`"a"`), AllOf: []*apidoc.Schema{{Enum: enum(`"b"`)}}},
		"The parts allow different values and have none in common. No value fits."),
	Entry("saying when bounds contradict",
		&apidoc.Schema{Minimum: "5"}, &apidoc.Schema{Maximum: "3.5"}, &apidoc.Schema{Minimum: "5", Maximum: "3.5"},
		"No number is at least 5 and at most 3.5."),
	Entry("saying when constants contradict",
		&apidoc.Schema{Const: raw("1")}, &apidoc.Schema{Const: raw("2")}, &apidoc.Schema{Const: raw("1"), AllOf: []*apidoc.Schema{{Const: raw("2")}}},
		"The value would have to be 1 and 2 at once."),
	Entry("saying when defaults differ",
		&apidoc.Schema{Default: raw("0")}, &apidoc.Schema{Default: raw("2")}, &apidoc.Schema{Default: raw("0"), AllOf: []*apidoc.Schema{{Default: raw("2")}}},
		"The parts name different defaults: 0 and 2."),
	Entry("saying when one part shuts out another",
		&apidoc.Schema{AdditionalProperties: &apidoc.Schema{Always: new(false)}, Properties: []apidoc.Property{{Name: "a", Schema: text}}},
		&apidoc.Schema{Properties: []apidoc.Property{{Name: "b", Schema: text}}},
		&apidoc.Schema{AdditionalProperties: &apidoc.Schema{Always: new(false)}, Properties: []apidoc.Property{{Name: "a", Schema: text}, {Name: "b", Schema: text}}},
		"One part allows no properties but its own, which rules out b of another."),
	Entry("keeping what cannot be made one",
		&apidoc.Schema{Pattern: "a", OneOf: []*apidoc.Schema{text}, Not: text}, &apidoc.Schema{Pattern: "b", OneOf: []*apidoc.Schema{integer}, Not: integer, MultipleOf: "2"},
		&apidoc.Schema{
			Pattern: "a", OneOf: []*apidoc.Schema{text}, Not: text, MultipleOf: "2",
			AllOf: []*apidoc.Schema{{Pattern: "b", OneOf: []*apidoc.Schema{integer}, Not: integer}},
		}),
)

var _ = Describe("A shape", func() {
	schemas := map[string]*apidoc.Schema{
		"#/Pet": {Title: "A pet", Description: "Lives here", Types: []string{"object"}, Properties: []apidoc.Property{{Name: "name", Schema: text}}},
		"#/Dog": {AllOf: []*apidoc.Schema{{Ref: "#/Pet"}, object(apidoc.Property{Name: "bark", Schema: text})}},
		"#/Tag": {Types: []string{"object"}, Properties: []apidoc.Property{{Name: "tag", Schema: text}}},
		"#/Bad": {AllOf: []*apidoc.Schema{{Ref: "#/Gone"}}},
	}

	It("names the parts and where a property comes from", func(ctx SpecContext) {
		s := of(ctx, &apidoc.Schema{Ref: "#/Dog"}, schemas)

		Expect(s.Ref).To(Equal("#/Dog"))
		Expect(s.Parts).To(Equal([]shape.Part{{Ref: "#/Pet", Title: "A pet"}}))
		Expect(s.Description).To(Equal("Lives here"))
		Expect(s.Origin("name")).To(Equal("#/Pet"))
		Expect(s.Origin("bark")).To(BeEmpty())
		Expect(s.Conflicts).To(BeEmpty())
	})

	It("is that of its only part when it adds nothing but words", func(ctx SpecContext) {
		s := of(ctx, &apidoc.Schema{Description: "Mine", AllOf: []*apidoc.Schema{{Ref: "#/Pet"}}}, schemas)

		Expect(s.Ref).To(Equal("#/Pet"))
		Expect(s.Description).To(Equal("Mine"))
		Expect(s.Parts).To(BeEmpty())
		Expect(s.Origin("name")).To(BeEmpty())
		Expect(s.Schema.Title).To(Equal("A pet"))
	})

	It("is that of its only part when the others add nothing but words, in any order", func(ctx SpecContext) {
		for _, parts := range [][]*apidoc.Schema{
			{{Ref: "#/Pet"}, {Description: "Mine"}},
			{{Description: "Mine"}, {Ref: "#/Pet"}},
		} {
			s := of(ctx, &apidoc.Schema{AllOf: parts}, schemas)

			Expect(s.Ref).To(Equal("#/Pet"))
			Expect(s.Description).To(Equal("Mine"))
			Expect(s.Parts).To(BeEmpty())
			Expect(s.Origin("name")).To(BeEmpty())
			Expect(s.Schema.Title).To(Equal("A pet"))
		}
		Expect(of(ctx, &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/Pet"}, {Description: "Mine", Required: []string{"name"}}}}, schemas).Ref).To(BeEmpty())
	})

	It("has what stands beside a reference", func(ctx SpecContext) {
		s := of(ctx, &apidoc.Schema{Ref: "#/Pet", Title: "Mine", Deprecated: true, Properties: []apidoc.Property{{Name: "age", Schema: integer}}}, schemas)

		Expect(s.Ref).To(Equal("#/Pet"))
		Expect(s.Schema.Title).To(Equal("Mine"))
		Expect(s.Schema.Deprecated).To(BeTrue())
		Expect(s.Schema.Properties).To(HaveLen(2))
		Expect(s.Description).To(Equal("Lives here"))
	})

	It("has what stands beside each reference on the way", func(ctx SpecContext) {
		s := of(ctx, &apidoc.Schema{Ref: "#/Named"}, map[string]*apidoc.Schema{
			"#/Named": {Ref: "#/Text", MinLength: new(int64(2)), Description: "Named"}, "#/Text": {Types: []string{"string"}, MaxLength: new(int64(5))},
		})

		Expect(s.Ref).To(Equal("#/Named"))
		Expect(s.Schema).To(Equal(&apidoc.Schema{Types: []string{"string"}, MinLength: new(int64(2)), MaxLength: new(int64(5)), Description: "Named"}))
	})

	It("follows dynamic references that lead somewhere", func(ctx SpecContext) {
		schemas := map[string]*apidoc.Schema{"#node": {Types: []string{"string"}}, "#/Node": {DynamicRef: "#node"}}

		Expect(of(ctx, &apidoc.Schema{DynamicRef: "#node"}, schemas)).To(And(HaveField("Ref", "#node"), HaveField("Schema.Types", []string{"string"})))
		Expect(of(ctx, &apidoc.Schema{Ref: "#/Node"}, schemas)).To(And(HaveField("Ref", "#/Node"), HaveField("Schema.Types", []string{"string"})))
		Expect(of(ctx, allOf(&apidoc.Schema{DynamicRef: "#node"}, &apidoc.Schema{Title: "Mine"}), schemas)).To(HaveField("Schema.Types", []string{"string"}))
		Expect(of(ctx, &apidoc.Schema{DynamicRef: "#gone"}, schemas)).To(And(HaveField("Ref", ""), HaveField("Broken", "")))
	})

	It("makes a property of two parts one when it is asked for", func(ctx SpecContext) {
		r := shape.New(ctx, apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{}))
		s := r.Of(allOf(
			object(apidoc.Property{Name: "a", Schema: &apidoc.Schema{Minimum: "1"}}),
			object(apidoc.Property{Name: "a", Schema: &apidoc.Schema{Maximum: "2"}, Required: true})))

		Expect(s.Schema.Properties).To(HaveLen(1))
		Expect(s.Schema.Properties[0].Required).To(BeTrue())
		Expect(r.Of(s.Schema.Properties[0].Schema).Schema).To(Equal(&apidoc.Schema{Minimum: "1", Maximum: "2"}))
	})

	It("keeps a property that another part says nothing about", func(ctx SpecContext) {
		always, text := true, &apidoc.Schema{Types: []string{"string"}}
		for _, other := range []*apidoc.Schema{{Always: &always}, {}} {
			Expect(of(ctx, allOf(object(apidoc.Property{Name: "a", Schema: text}), object(apidoc.Property{Name: "a", Schema: other})), nil).Schema.Properties[0].Schema).To(BeIdenticalTo(text))
			Expect(of(ctx, allOf(object(apidoc.Property{Name: "a", Schema: other}), object(apidoc.Property{Name: "a", Schema: text})), nil).Schema.Properties[0].Schema).To(BeIdenticalTo(text))
		}
	})

	It("has the descriptions of its parts when it has none itself", func(ctx SpecContext) {
		about := func(text string) *apidoc.Schema { return &apidoc.Schema{Description: text} }
		r := shape.New(ctx, apidoc.New(apidoc.Outline{}, apidoc.Memory{Schemas: schemas}, apidoc.Text{}))
		twice := r.Of(allOf(object(apidoc.Property{Name: "a", Schema: about("First")}), object(apidoc.Property{Name: "a", Schema: about("Second")})))

		Expect(r.Of(twice.Schema.Properties[0].Schema).Description).To(Equal("First\n\nSecond"))
		Expect(r.Of(twice.Schema.Properties[0].Schema).Parts).To(BeEmpty())
		Expect(r.Of(allOf(about("Same"), about("Same"))).Description).To(Equal("Same"))
		Expect(r.Of(allOf(&apidoc.Schema{Ref: "#/Pet"}, about("A dog"))).Description).To(Equal("A dog"))
		Expect(r.Of(&apidoc.Schema{Description: "Mine", AllOf: []*apidoc.Schema{about("A part"), text}}).Description).To(Equal("Mine"))
	})

	It("has the description of the only part that has one", func(ctx SpecContext) {
		s := of(ctx, allOf(&apidoc.Schema{Ref: "#/Pet"}, &apidoc.Schema{Ref: "#/Tag"}), schemas)

		Expect(s.Description).To(Equal("Lives here"))
		Expect(s.Parts).To(Equal([]shape.Part{{Ref: "#/Pet", Title: "A pet"}, {Ref: "#/Tag"}}))
	})

	It("says which reference leads nowhere", func(ctx SpecContext) {
		Expect(of(ctx, &apidoc.Schema{Ref: "#/Gone"}, schemas).Broken).To(Equal("#/Gone"))
		Expect(of(ctx, &apidoc.Schema{Ref: "#/Bad"}, schemas).Broken).To(Equal("#/Gone"))
	})

	It("says when null is allowed in vain", func(ctx SpecContext) {
		s := of(ctx, &apidoc.Schema{Types: []string{"object", "null"}, AllOf: []*apidoc.Schema{{Ref: "#/Pet"}}}, schemas)

		Expect(s.Schema.Types).To(Equal([]string{"object"}))
		Expect(s.Conflicts).To(HaveLen(1))
	})

	It("ends references that lead round in a circle", func(ctx SpecContext) {
		round := map[string]*apidoc.Schema{
			"#/a": {Ref: "#/b"}, "#/b": {Ref: "#/a"},
			"#/c": {AllOf: []*apidoc.Schema{{Ref: "#/c"}, {Ref: "#/d"}}}, "#/d": {AllOf: []*apidoc.Schema{{Ref: "#/c"}, text}},
		}

		Expect(of(ctx, &apidoc.Schema{Ref: "#/a"}, round).Broken).NotTo(BeEmpty())
		Expect(of(ctx, &apidoc.Schema{Ref: "#/c"}, round).Schema.Types).To(Equal([]string{"string"}))
	})

	It("costs what is written when parts unfold into 2^40", func(ctx SpecContext) {
		bomb := map[string]*apidoc.Schema{"#/40": object(apidoc.Property{Name: "last", Schema: text})}
		for i := range 40 {
			next := &apidoc.Schema{Ref: fmt.Sprintf("#/%d", i+1)}
			bomb[fmt.Sprintf("#/%d", i)] = allOf(next, next, &apidoc.Schema{AllOf: []*apidoc.Schema{next, next}})
		}
		reads := 0
		doc := apidoc.New(apidoc.Outline{}, counting{apidoc.Memory{Schemas: bomb}, &reads}, apidoc.Text{})

		s := shape.New(ctx, doc).Of(&apidoc.Schema{Ref: "#/0"})

		Expect(s.Schema.Properties).To(HaveLen(1))
		Expect(reads).To(Equal(41), "each schema is read once")
	}, NodeTimeout(time.Minute))

	It("keeps the parts that are too many as parts", func(ctx SpecContext) {
		var parts []*apidoc.Schema
		for i := range 2000 {
			parts = append(parts, object(apidoc.Property{Name: fmt.Sprint(i), Schema: text}))
		}

		s := of(ctx, allOf(parts...), nil)

		Expect(len(s.Schema.Properties) + len(s.Schema.AllOf)).To(Equal(2000))
	})
})

func ExampleResolver_Of() {
	pet := object(apidoc.Property{Name: "name", Schema: text})
	doc := apidoc.New(apidoc.Outline{}, apidoc.Memory{Schemas: map[string]*apidoc.Schema{"#/Pet": pet}}, apidoc.Text{})
	dog := &apidoc.Schema{AllOf: []*apidoc.Schema{{Ref: "#/Pet"}, object(apidoc.Property{Name: "bark", Schema: text})}}

	s := shape.New(context.Background(), doc).Of(dog)

	for _, p := range s.Schema.Properties {
		fmt.Println(p.Name, s.Origin(p.Name))
	}
	// Output:
	// name #/Pet
	// bark
}

// counting counts the schemas that are read.
type counting struct {
	apidoc.Reader
	reads *int
}

func (c counting) ReadSchema(ctx context.Context, ref string) (*apidoc.Schema, error) {
	*c.reads++
	return c.Reader.ReadSchema(ctx, ref)
}
