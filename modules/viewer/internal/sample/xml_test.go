package sample_test

import (
	"encoding/json"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

func named(s *apidoc.Schema, x apidoc.XML) *apidoc.Schema {
	about := *s
	about.XML = &x
	return &about
}

func list(of *apidoc.Schema) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"array"}, Items: of}
}

var _ = DescribeTable("XML writes a value",
	func(ctx SpecContext, s *apidoc.Schema, value, want string) {
		schemas := map[string]*apidoc.Schema{
			"#/schemas/Pet": object(apidoc.Property{Name: "id", Schema: number}),
			"#pet":          named(object(apidoc.Property{Name: "id", Schema: named(number, apidoc.XML{Attribute: true, Name: "key"})}), apidoc.XML{Name: "animal"}),
		}

		got := sample.XML(shape.New(ctx, document(schemas)), s, json.RawMessage(value))

		Expect(string(got)).To(Equal(want))
	},
	Entry("under the name of its model", &apidoc.Schema{Ref: "#/schemas/Pet"}, `{"id":1}`,
		head+"<Pet>\n  <id>1</id>\n</Pet>"),
	Entry("under a name, a prefix and a namespace", named(object(apidoc.Property{Name: "id", Schema: number}), apidoc.XML{Name: "animal", Prefix: "z", Namespace: "urn:z&"}), `{"id":1}`,
		head+"<z:animal xmlns:z=\"urn:z&amp;\">\n  <id>1</id>\n</z:animal>"),
	Entry("with attributes", named(object(
		apidoc.Property{Name: "id", Schema: named(number, apidoc.XML{Attribute: true, Name: "key"})}, apidoc.Property{Name: "n", Schema: text}), apidoc.XML{Name: "a"}), `{"id":1,"n":"<&"}`,
		head+"<a key=\"1\">\n  <n>&lt;&amp;</n>\n</a>"),
	Entry("with lists as they are", named(object(apidoc.Property{Name: "tags", Schema: list(named(text, apidoc.XML{Name: "tag"}))}), apidoc.XML{Name: "a"}), `{"tags":["x","y"]}`,
		head+"<a>\n  <tag>x</tag>\n  <tag>y</tag>\n</a>"),
	Entry("with wrapped lists", named(object(apidoc.Property{Name: "tags", Schema: named(list(text), apidoc.XML{Wrapped: true})}), apidoc.XML{Name: "a"}), `{"tags":["x"]}`,
		head+"<a>\n  <tags>\n    <tags>x</tags>\n  </tags>\n</a>"),
	Entry("with the node types of OpenAPI 3.2", named(object(
		apidoc.Property{Name: "k", Schema: named(text, apidoc.XML{NodeType: "attribute"})}, apidoc.Property{Name: "t", Schema: named(text, apidoc.XML{NodeType: "cdata"})}), apidoc.XML{Name: "a"}), `{"k":"v","t":"<b>"}`,
		head+"<a k=\"v\"><![CDATA[<b>]]></a>"),
	Entry("that is a list at its top", list(&apidoc.Schema{Ref: "#/schemas/Pet"}), `[{"id":1}]`,
		head+"<root>\n  <root>\n    <id>1</id>\n  </root>\n</root>"),
	Entry("behind a dynamic reference", object(apidoc.Property{Name: "pet", Schema: &apidoc.Schema{DynamicRef: "#pet"}}), `{"pet":{"id":1}}`,
		head+"<root>\n  <animal key=\"1\"/>\n</root>"),
	Entry("that is XML already", text, `"<a/>"`, `<a/>`),
	Entry("whose names XML does not allow", object(apidoc.Property{Name: "1 a<", Schema: text}), `{"1 a<":null}`,
		head+"<root>\n  <_1_a_/>\n</root>"),
)

const head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

var _ = Describe("Make", func() {
	made := func(ctx SpecContext, s *apidoc.Schema, schemas map[string]*apidoc.Schema, o sample.Options) sample.Sample {
		return sample.Make(shape.New(ctx, document(schemas)), s, o)
	}
	schemas := map[string]*apidoc.Schema{
		"#/Cat": object(apidoc.Property{Name: "kind", Schema: text}, apidoc.Property{Name: "purrs", Schema: number}),
		"#/Dog": object(apidoc.Property{Name: "kind", Schema: text}, apidoc.Property{Name: "barks", Schema: number}),
	}
	pet := &apidoc.Schema{
		Discriminator: &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "d", Ref: "#/Dog"}}},
		OneOf:         []*apidoc.Schema{{Ref: "#/Cat"}, {Ref: "#/Dog"}},
	}

	It("takes the alternative that is chosen, with the value that stands for it", func(ctx SpecContext) {
		s := object(apidoc.Property{Name: "pets", Schema: list(pet)})

		Expect(made(ctx, s, schemas, sample.Options{Place: "b"}).JSON).To(MatchJSON(`{"pets":[{"kind":"Cat","purrs":1}]}`))
		Expect(made(ctx, s, schemas, sample.Options{Place: "b", Choices: map[string]int{"b.pets": 1}}).JSON).To(MatchJSON(`{"pets":[{"kind":"d","barks":1}]}`))
	})

	It("has what stands beside the alternatives", func(ctx SpecContext) {
		s := *pet
		s.Properties = []apidoc.Property{{Name: "id", Schema: number}}

		Expect(made(ctx, &s, schemas, sample.Options{}).JSON).To(MatchJSON(`{"id":1,"kind":"Cat","purrs":1}`))
	})

	It("leaves what a direction does not have out of given objects too", func(ctx SpecContext) {
		s := object(apidoc.Property{Name: "id", Schema: &apidoc.Schema{ReadOnly: true}}, apidoc.Property{Name: "b", Schema: text})
		s.Examples = []json.RawMessage{json.RawMessage(`{"id": 1, "b": "x"}`)}

		Expect(made(ctx, s, nil, sample.Options{To: sample.Request}).JSON).To(MatchJSON(`{"b":"x"}`))
		Expect(made(ctx, s, nil, sample.Options{To: sample.Both}).JSON).To(MatchJSON(`{"id":1,"b":"x"}`))
	})

	It("says that it is shortened", func(ctx SpecContext) {
		wide := object()
		for range 1000 {
			wide.Properties = append(wide.Properties, apidoc.Property{Name: "a", Schema: text})
		}

		Expect(made(ctx, wide, nil, sample.Options{}).Shortened).To(BeTrue())
		Expect(made(ctx, pet, schemas, sample.Options{}).Shortened).To(BeFalse())
	})

	It("has each member of its upper levels, however many stand below the first", func(ctx SpecContext) {
		of := func(each *apidoc.Schema) *apidoc.Schema {
			s := object()
			for i := range 10 {
				s.Properties = append(s.Properties, apidoc.Property{Name: "p" + strconv.Itoa(i), Schema: each})
			}
			return s
		}
		var levels map[string]map[string]map[string]any

		sample := made(ctx, of(of(of(of(text)))), nil, sample.Options{})

		Expect(json.Unmarshal(sample.JSON, &levels)).To(Succeed())
		Expect(levels).To(HaveLen(10))
		Expect(levels).To(HaveEach(HaveLen(10)))
		Expect(levels["p0"]["p0"]).NotTo(BeEmpty(), "there is room for more")
		Expect(levels["p1"]).To(HaveEach(BeEmpty()), "which is used up")
		Expect(sample.Shortened).To(BeTrue())
	})

	It("ends parts and alternatives that unfold into 2^40", func(ctx SpecContext) {
		bomb := map[string]*apidoc.Schema{}
		for i := range 40 {
			next := &apidoc.Schema{Ref: "#/" + string(rune('A'+i+1))}
			bomb["#/"+string(rune('A'+i))] = &apidoc.Schema{
				AllOf: []*apidoc.Schema{next, next}, OneOf: []*apidoc.Schema{next, next},
				Properties: []apidoc.Property{{Name: "a", Schema: next}, {Name: "b", Schema: next}},
			}
		}

		got := made(ctx, &apidoc.Schema{Ref: "#/A"}, bomb, sample.Options{})

		Expect(len(got.JSON)).To(BeNumerically("<", 200_000))
		Expect(json.Valid(got.JSON)).To(BeTrue())
	}, NodeTimeout(time.Minute))
})
