package htmlrender_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var _ = DescribeTable("The type of a reference says what the model is, then its name:",
	func(ctx SpecContext, s *apidoc.Schema, want string) {
		uuid := &apidoc.Schema{Types: []string{"string"}, Format: "uuid"}
		schemas := map[string]*apidoc.Schema{
			"#/m/EventId": uuid,
			"#/m/Alias":   {Ref: "#/m/EventId"},
			"#/m/Maybe":   {Types: []string{"string", "null"}},
			"#/m/Ids":     {Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/m/EventId"}},
			"#/m/Pets":    {Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/m/Pet"}},
			"#/m/Mood":    {Types: []string{"string"}, Enum: []apidoc.EnumValue{{Value: raw(`"calm"`)}}},
			"#/m/Named":   {AllOf: []*apidoc.Schema{{Ref: "#/m/EventId"}}, Description: "Another"},
			"#/m/Tree":    {Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/m/Tree"}},
			"#/m/Pet":     object(prop("id", uuid)),
		}
		var models []apidoc.ModelSummary
		for ref := range schemas {
			models = append(models, apidoc.ModelSummary{Name: ref[len("#/m/"):], Ref: ref})
		}

		page := bodyOf(ctx, object(prop("a", s)), schemas, models...)

		Expect(page.Find(".response .schema-head").Texts()[0]).To(Equal("a " + want))
	},
	Entry("a text", &apidoc.Schema{Ref: "#/m/EventId"}, "string · uuid EventId"),
	Entry("a reference to a reference", &apidoc.Schema{Ref: "#/m/Alias"}, "string · uuid Alias"),
	Entry("a text that may be null", &apidoc.Schema{Ref: "#/m/Maybe"}, "string or null Maybe"),
	Entry("values", &apidoc.Schema{Ref: "#/m/Mood"}, "string Mood"),
	Entry("a list", &apidoc.Schema{Ref: "#/m/Ids"}, "array of EventId Ids"),
	Entry("a list of models", &apidoc.Schema{Ref: "#/m/Pets"}, "array of Pet Pets { id }"),
	Entry("items", &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: "#/m/EventId"}}, "array of string · uuid EventId"),
	Entry("a combination of one", &apidoc.Schema{Ref: "#/m/Named"}, "string · uuid Named"),
	Entry("a list of itself", &apidoc.Schema{Ref: "#/m/Tree"}, "array of Tree Tree"),
	Entry("an object", &apidoc.Schema{Ref: "#/m/Pet"}, "Pet { id }"),
	Entry("nothing", &apidoc.Schema{Ref: "#/m/Gone"}, "Gone"),
)
