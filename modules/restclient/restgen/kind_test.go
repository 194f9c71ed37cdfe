package restgen_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// base is a schema that leads to its kinds by the member kind.
func base(to []string, properties ...apidoc.Property) *apidoc.Schema {
	return with(object(properties...), func(s *apidoc.Schema) {
		s.Discriminator = &apidoc.Discriminator{Property: "kind"}
		for _, name := range to {
			s.Discriminator.Mapping = append(s.Discriminator.Mapping, apidoc.Mapping{Value: name, Ref: "#/components/schemas/" + name})
		}
	})
}

// kindOf is a kind of a base.
func kindOf(base string, properties ...apidoc.Property) *apidoc.Schema {
	return &apidoc.Schema{AllOf: []*apidoc.Schema{ref(base), object(properties...)}}
}

// animals describes an API of a base with kinds, one of which has kinds itself.
func animals() *description {
	bool := typed("boolean", "")
	return describe().
		schema("Pet", base([]string{"Cat", "Dog", "Same"}, required("id", number), required("kind", text))).
		schema("Cat", kindOf("Pet", required("lives", number), optional("tag", text), required("age", text), optional("friend", ref("Pet")))).
		schema("Dog", with(kindOf("Pet", required("barks", bool), optional("tag", text), required("age", bool)), func(s *apidoc.Schema) {
			s.Discriminator = base([]string{"Pug", "Dog"}).Discriminator
		})).
		schema("Pug", kindOf("Dog", optional("size", enum("s", "m")))).
		schema("Same", &apidoc.Schema{AllOf: []*apidoc.Schema{ref("Pet")}}).
		call("getPet", "GET", "/pets/{id}", nil, ref("Pet"), inPath("id", number)).
		call("listPets", "GET", "/pets", nil, arrayOf(ref("Pet"))).
		call("getCat", "GET", "/cat", nil, ref("Cat"))
}

var _ = Describe("A base whose discriminator leads to its kinds", func() {
	It("has the members of all of them, pointers where only a kind needs them", func() {
		code := generate(animals())

		Expect(code).To(ContainSubstring("type Pet struct {\nID int64 `json:\"id,omitzero\"`\nKind string `json:\"kind\"`\n" +
			"Lives *int64 `json:\"lives,omitzero\"`\nTag string `json:\"tag,omitzero\"`\nAge StringOrBoolean `json:\"age,omitzero\"`\n" +
			"Friend restclient.Ref[Pet] `json:\"friend,omitzero\"`\n" +
			"Barks *bool `json:\"barks,omitzero\"`\nSize PetSize `json:\"size,omitzero\"`\n}"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Pet, int64, restclient.None](\"/pets/:id\")"))
	})

	It("has the members of what inherits from it, where it has no mapping", func() {
		code := generate(describe().
			schema("Pet", base(nil, required("kind", text))).
			schema("Cat", kindOf("Pet", required("lives", number))).
			schema("Lion", kindOf("Cat", optional("mane", text))).
			schema("Dog", with(object(required("barks", text)), func(s *apidoc.Schema) { s.AllOf = []*apidoc.Schema{ref("Pet")} })).
			call("listPets", "GET", "/pets", nil, arrayOf(ref("Pet"))).
			call("getCat", "GET", "/cat", nil, ref("Cat")))

		Expect(code).To(ContainSubstring("type Pet struct {\nKind string `json:\"kind\"`\nLives *int64 `json:\"lives,omitzero\"`\n" +
			"Mane string `json:\"mane,omitzero\"`\nBarks *string `json:\"barks,omitzero\"`\n}"))
		Expect(code).To(ContainSubstring("type Cat struct {\nKind string `json:\"kind\"`\nLives int64 `json:\"lives\"`\nMane string `json:\"mane,omitzero\"`\n}"), "a kind with kinds is a base, too")
	})

	It("has the members of the kind that other values mean", func() {
		code := generate(animals().schema("Pet", with(base([]string{"Cat"}, required("kind", text)), func(s *apidoc.Schema) { s.Discriminator.DefaultMapping = "#/components/schemas/Stray" })).
			schema("Stray", kindOf("Pet", optional("street", text))))

		Expect(code).To(ContainSubstring("Street string `json:\"street,omitzero\"`"))
	})

	It("leaves its kinds as they are", func() {
		Expect(generate(animals())).To(ContainSubstring("type Cat struct {\nID int64 `json:\"id\"`\nKind string `json:\"kind\"`\nLives int64 `json:\"lives\"`\n" +
			"Tag string `json:\"tag,omitzero\"`\nAge string `json:\"age\"`\nFriend *Pet `json:\"friend,omitzero\"`\n}"))
	})

	It("says so where they are too many", func() {
		d, names := describe(), []string{}
		for i := range 65 {
			name := fmt.Sprintf("Kind%d", i)
			names = append(names, name)
			d.schema(name, kindOf("Base", optional(name, text)))
		}
		d.schema("Base", base(names, required("kind", text))).call("get", "GET", "/a", nil, ref("Base"))

		Expect(generate(d)).To(ContainSubstring("// Base lacks the members of its 65 kinds.\ntype Base struct {\nKind string `json:\"kind\"`\n}"))
	})
})
