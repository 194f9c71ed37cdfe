package restgen_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// oneOf is a schema of several types.
func oneOf(all ...*apidoc.Schema) *apidoc.Schema { return &apidoc.Schema{OneOf: all} }

// kinds describes an API with schemas of which some have a member that tells them apart.
func kinds() *description {
	return describe().
		schema("Card", object(required("object", enum("card")), required("last4", text))).
		schema("Bank", object(required("object", enum("bank", "sepa")), required("name", text))).
		schema("Member", ref("User")).
		schema("Coin", object(required("object", &apidoc.Schema{Const: json.RawMessage(`"coin"`)}))).
		schema("Cash", object(required("object", enum("cash")))).
		schema("User", object(required("login", text), optional("name", text))).
		schema("Team", object(required("name", text), optional("size", number)))
}

var _ = Describe("A schema of several types", func() {
	thing := func(s *apidoc.Schema) string {
		return generate(kinds().schema("Thing", object(required("x", s))).call("getThing", "GET", "/thing", nil, ref("Thing")))
	}

	It("is stored as a whole where it is a result, whatever entities are in it", func() {
		code := generate(describe().schema("Ship", object(optional("id", number))).
			call("getShip", "GET", "/ships/{id}", nil, ref("Ship"), inPath("id", number)).
			call("addShips", "POST", "/ships", nil, oneOf(object(required("ship", ref("Ship"))), object(required("ships", arrayOf(ref("Ship")))))))

		Expect(code).To(ContainSubstring("func (e Ship) PK() int64"))
		Expect(code).To(ContainSubstring("var AddShips = restclient.RestMutation[restclient.None, restclient.None, AddShipsResult](\"/ships\")\n"))
	})

	DescribeTable("is a struct of which one field is set",
		func(s *apidoc.Schema, want string) { Expect(thing(s)).To(ContainSubstring(want)) },
		Entry("of constants of a member", anyOf(ref("Card"), ref("Bank"), ref("Coin")),
			"// CardOrBankOrCoin is one of its fields, which the member object tells apart.\ntype CardOrBankOrCoin struct {\n"+
				"Card *Card `union:\"object,object=card\"`\nBank *Bank `union:\"object,object=bank|sepa\"`\nCoin *Coin `union:\"object,object=coin\"`\n"+
				"Other json.RawMessage `union:\"any\"` // of no type that the description has\n}\n\n"+
				"// MarshalJSON writes the field that is set.\nfunc (u CardOrBankOrCoin) MarshalJSON() ([]byte, error) { return union.Marshal(u) }\n\n"+
				"// UnmarshalJSON sets the field that data is for.\nfunc (u *CardOrBankOrCoin) UnmarshalJSON(data []byte) error { return union.Unmarshal(data, u) }\n"),
		Entry("named after the field where there are many", anyOf(ref("Card"), ref("Bank"), ref("Coin"), ref("Cash")), "type ThingX struct {\nCard *Card `union:\"object,object=card\"`"),
		Entry("of a discriminator with its mapping",
			with(oneOf(ref("User"), ref("Team")), func(s *apidoc.Schema) {
				s.Discriminator = &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "u", Ref: "#/components/schemas/User"}, {Value: "person", Ref: "User"}, {Value: "t", Ref: "Team"}}}
			}),
			"User *User `union:\"object,kind=u|person\"`\nTeam *Team `union:\"object,kind=t\"`"),
		Entry("of a discriminator with one for other values, which comes last, and is without the member, too",
			with(oneOf(ref("User"), ref("Team"), ref("Cash")), func(s *apidoc.Schema) {
				s.Discriminator = &apidoc.Discriminator{Property: "kind", Mapping: []apidoc.Mapping{{Value: "u", Ref: "User"}}, DefaultMapping: "#/components/schemas/User"}
			}),
			"Team *Team `union:\"object,kind=Team\"`\nCash *Cash `union:\"object,kind=Cash\"`\nUser *User `union:\"object\"`"),
		Entry("of a discriminator without one, which has the names of the schemas",
			with(oneOf(ref("User"), ref("Team")), func(s *apidoc.Schema) { s.Discriminator = &apidoc.Discriminator{Property: "kind"} }),
			"User *User `union:\"object,kind=User\"`\nTeam *Team `union:\"object,kind=Team\"`"),
		Entry("of a discriminator without one, by which the union names a schema that is another one",
			with(oneOf(ref("Member"), ref("Team")), func(s *apidoc.Schema) { s.Discriminator = &apidoc.Discriminator{Property: "kind"} }),
			"User *User `union:\"object,kind=Member\"`\nTeam *Team `union:\"object,kind=Team\"`"),
		Entry("of a member that only one of them has and needs, the other one last", oneOf(ref("Team"), ref("User")),
			"User *User `union:\"object,login\"`\nTeam *Team `union:\"object\"`"),
		Entry("of kinds of JSON", oneOf(typed("integer", ""), text, typed("boolean", ""), arrayOf(text)),
			"type ThingX struct {\nNumber *int `union:\"number\"`\nString *string `union:\"string\"`\nBoolean *bool `union:\"boolean\"`\nArray []string `union:\"array\"`"),
		Entry("of kinds that are there twice", oneOf(enum("a"), typed("integer", ""), text, typed("number", "")), "type StringOrNumber struct {\nString *string `union:\"string\"`\nNumber *float64 `union:\"number\"`"),
		Entry("of a key and objects", anyOf(text, ref("Card"), ref("Bank")), "type StringOrCardOrBank struct {\nString *string `union:\"string\"`\nCard *Card `union:\"object,object=card\"`"),
		Entry("of a map", oneOf(text, &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: text}), "String *string `union:\"string\"`\nObject map[string]string `union:\"object\"`"),
		Entry("of objects without a name", oneOf(object(required("type", enum("dog")), optional("barks", number)), object(required("type", enum("cat")), optional("lives", number))),
			"type ThingX struct {\nDog *ThingXDog `union:\"object,type=dog\"`\nCat *ThingXCat `union:\"object,type=cat\"`"),
		Entry("of a union in it", oneOf(text, oneOf(ref("Card"), typed("integer", ""))), "String *string `union:\"string\"`\nCard *Card `union:\"object\"`\nNumber *int `union:\"number\"`"),
	)

	It("is told apart by numbers as RFC 8785 writes them", func() {
		version := func(number string) *apidoc.Schema {
			return object(required("version", &apidoc.Schema{Types: []string{"number"}, Const: json.RawMessage(number)}))
		}

		code := thing(oneOf(version("1.0"), version("2.50")))

		Expect(code).To(ContainSubstring("`union:\"object,version=1\"`"))
		Expect(code).To(ContainSubstring("`union:\"object,version=2.5\"`"))
	})

	It("may be null without a pointer, which is the same as empty", func() {
		Expect(thing(anyOf(ref("Card"), ref("Bank"), typed("null", "")))).To(ContainSubstring("X CardOrBank `json:\"x\"`"))
	})

	It("is declared once where it occurs twice", func() {
		code := generate(kinds().schema("Thing", object(required("x", oneOf(ref("Card"), ref("Bank"))), required("y", oneOf(ref("Card"), ref("Bank"))))).
			call("getThing", "GET", "/thing", nil, ref("Thing")))

		Expect(code).To(ContainSubstring("X CardOrBank `json:\"x\"`\nY CardOrBank `json:\"y\"`"))
		Expect(code).NotTo(ContainSubstring("CardOrBank2"))
	})

	It("has its own name in the description", func() {
		code := generate(kinds().schema("Source", oneOf(ref("Card"), ref("Bank"))).call("get", "GET", "/source", nil, ref("Source")).call("all", "GET", "/all", nil, arrayOf(ref("Source"))))

		Expect(code).To(ContainSubstring("type Source struct"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, Source](\"/source\")"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, []Source](\"/all\")"))
	})

	DescribeTable("is raw JSON when nothing tells them apart",
		func(s *apidoc.Schema) {
			Expect(thing(s)).To(ContainSubstring("X json.RawMessage `json:\"x\"`"))
		},
		Entry("objects of the same members", oneOf(object(optional("a", number)), object(optional("a", text)))),
		Entry("a constant that both have", oneOf(object(required("t", enum("a", "b"))), object(required("t", enum("b", "c"))))),
		Entry("a constant that no tag can hold", oneOf(object(required("t", enum("a|b"))), object(required("t", enum("c"))))),
		Entry("lists", oneOf(arrayOf(text), arrayOf(number))),
		Entry("one that can be anything", oneOf(text, &apidoc.Schema{Ref: "#/components/schemas/Ghost"})),
	)

	It("is no parameter of a query, which is a text as before", func() {
		code := generate(kinds().schema("Either", oneOf(text, arrayOf(text))).
			call("list", "GET", "/a", nil, ref("Either"), inQuery("q", oneOf(text, arrayOf(text))), inQuery("r", ref("Either"))))

		Expect(code).To(ContainSubstring("Q string `query:\"q,omitempty\"`\nR string `query:\"r,omitempty\"`"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[ListArgs, Either]"))
	})
})

// collars describes entities of two types in a list, each of which a path leads to.
func collars() *description {
	pet := func(kind string) *apidoc.Schema {
		return object(required("id", text), required("kind", enum(kind)), optional("owner", ref("Owner")))
	}
	return describe().schema("Dog", pet("dog")).schema("Cat", pet("cat")).
		schema("Owner", object(required("id", text), optional("pet", oneOf(ref("Dog"), ref("Cat"))))).
		schema("Home", object(required("id", text), required("pets", arrayOf(oneOf(text, ref("Dog"), ref("Cat")))))).
		call("getDog", "GET", "/dogs/{id}", nil, ref("Dog"), inPath("id", text)).
		call("getCat", "GET", "/cats/{id}", nil, ref("Cat"), inPath("id", text)).
		call("getHome", "GET", "/homes/{id}", nil, ref("Home"), inPath("id", text)).
		call("all", "GET", "/pets", nil, arrayOf(oneOf(text, ref("Dog"), ref("Cat"))))
}

var _ = Describe("Entities of several types", func() {
	It("are a OneOf, which restclient stores", func() {
		code := generate(collars())

		Expect(code).To(ContainSubstring("// StringOrDogOrCat is one of Dog, Cat, which the member kind tells apart.\ntype StringOrDogOrCat interface{ PK() string }\n\n" +
			"// StringOrDogOrCatUnion declares the types of StringOrDogOrCat.\nfunc StringOrDogOrCatUnion() restclient.Nested {\nreturn restclient.UnionOf[StringOrDogOrCat](\"kind\",\n" +
			"restclient.Case(\"dog\", restclient.EntityOf[Dog]()),\nrestclient.Case(\"cat\", restclient.EntityOf[Cat]()))\n}"))
		Expect(code).To(ContainSubstring("Pets []restclient.OneOf[StringOrDogOrCat] `json:\"pets\"`"))
		Expect(code).To(ContainSubstring("func (Home) Nested() []restclient.Nested {\nreturn []restclient.Nested{StringOrDogOrCatUnion()}\n}"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, []restclient.OneOf[StringOrDogOrCat]](\"/pets\",\nrestclient.WithSchema(restclient.ObjectOf[[]restclient.OneOf[StringOrDogOrCat]](StringOrDogOrCatUnion())))"))
	})

	It("are a struct where an entity would hold itself", func() {
		d := collars().call("getOwner", "GET", "/owners/{id}", nil, ref("Owner"), inPath("id", text))

		code := generate(d)

		Expect(code).To(ContainSubstring("Pet DogOrCat `json:\"pet,omitzero\"`"))
		Expect(code).To(ContainSubstring("type DogOrCat struct {\nDog *Dog `union:\"object,kind=dog\"`\nCat *Cat `union:\"object,kind=cat\"`"))
	})
})
