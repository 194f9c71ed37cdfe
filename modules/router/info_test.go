package router_test

import (
	"fmt"
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("What is said about the API as a whole", func() {
	It("stands in the description", func() {
		f := newFixture(router.WithDocument("/openapi.json"), router.WithInfo(router.Info{
			Title: "Wood", Version: "2.1.0", TermsOfService: "https://wood.example/terms",
			Contact: &apidoc.Contact{Name: "Ida", URL: "/people/ida", Email: "ida@wood.example"},
			License: &apidoc.License{Name: "MIT License", Identifier: "MIT"},
			Servers: []apidoc.Server{
				{URL: "https://{place}.wood.example:{port}/v1", Description: "All of it.", Variables: []apidoc.ServerVariable{
					{Name: "place", Default: "here", Enum: []string{"here", "there"}}, {Name: "port", Default: "443"},
				}},
				{URL: "/"},
			},
			Tags:         []apidoc.Tag{{Name: "users", Description: "Who may enter.", ExternalDocs: &apidoc.ExternalDocs{URL: "people.html"}}},
			ExternalDocs: &apidoc.ExternalDocs{URL: "https://wood.example/docs", Description: "More."},
		}))
		f.Register(router.Controllers{"GET /users": list, "GET /animals": nothing})

		doc := parse(f.get("/openapi.json").Body.String())

		Expect(at(doc, "info")).To(Equal(parse(`{"title": "Wood", "version": "2.1.0", "termsOfService": "https://wood.example/terms",
			"contact": {"name": "Ida", "url": "/people/ida", "email": "ida@wood.example"},
			"license": {"name": "MIT License", "identifier": "MIT"}}`)))
		Expect(at(doc, "servers")).To(Equal(parse(`[
			{"url": "https://{place}.wood.example:{port}/v1", "description": "All of it.", "variables": {
				"place": {"default": "here", "enum": ["here", "there"]}, "port": {"default": "443"}}},
			{"url": "/"}]`)))
		Expect(at(doc, "tags")).To(Equal(parse(`[{"name": "users", "description": "Who may enter.", "externalDocs": {"url": "people.html"}}]`)))
		Expect(at(doc, "externalDocs")).To(Equal(parse(`{"url": "https://wood.example/docs", "description": "More."}`)))
	})

	DescribeTable("is a mistake of the table",
		func(info router.Info, message string) {
			f := newFixture(router.WithInfo(info))
			register(f, "GET /users", list)

			Expect(f.mistakes()).To(ConsistOf("router.Info." + message))
		},
		Entry("when a licence has no name", router.Info{License: &apidoc.License{Identifier: "MIT"}}, "License.Name: it is empty: a licence needs a name"),
		Entry("when a licence is named twice", router.Info{License: &apidoc.License{Name: "MIT", Identifier: "MIT", URL: "https://mit.example"}},
			`License: it has the identifier "MIT" and the URL "https://mit.example": leave one out`),
		Entry("when a link runs something", router.Info{TermsOfService: "javascript:alert(1)"}, `TermsOfService: "javascript:alert(1)" is no URL of http or https`),
		Entry("when a contact cannot be reached", router.Info{Contact: &apidoc.Contact{Email: "ida"}}, `Contact.Email: "ida" is no e-mail address`),
		Entry("when a server has no address", router.Info{Servers: []apidoc.Server{{}}}, "Servers[0].URL: it is empty: a server needs an address, such as / for the host of the description"),
		Entry("when a server has a query", router.Info{Servers: []apidoc.Server{{URL: "/"}, {URL: "/v1?a=b"}}}, `Servers[1].URL: "/v1?a=b" is no URL without query and fragment`),
		Entry("when a variable is not there", router.Info{Servers: []apidoc.Server{{URL: "https://{place}.example"}}},
			`Servers[0].URL: "https://{place}.example" has a variable {place} that Variables does not have`),
		Entry("when a variable is not used", router.Info{Servers: []apidoc.Server{{URL: "/", Variables: []apidoc.ServerVariable{{Name: "a", Default: "b"}}}}},
			`Servers[0].Variables a: "/" has no {a}`),
		Entry("when a default is not allowed", router.Info{Servers: []apidoc.Server{{URL: "/{a}", Variables: []apidoc.ServerVariable{{Name: "a", Default: "b", Enum: []string{"c"}}}}}},
			`Servers[0].Variables a: the default "b" is none of ["c"]`),
		Entry("when a tag has no name", router.Info{Tags: []apidoc.Tag{{Description: "Whose?"}}}, "Tags[0].Name: it is empty: a tag needs a name"),
		Entry("when a tag is there twice", router.Info{Tags: []apidoc.Tag{{Name: "users"}, {Name: "users"}}}, `Tags[1].Name: there are several tags "users"`),
		Entry("when documentation has no address", router.Info{ExternalDocs: &apidoc.ExternalDocs{}}, "ExternalDocs.URL: it is empty: documentation needs an address"),
	)
})

// amount is a number of cents that is a text in JSON.
type amount int

func (a amount) MarshalJSON() ([]byte, error) {
	return fmt.Appendf(nil, `"%d.%02d"`, a/100, a%100), nil
}

func (a *amount) UnmarshalJSON(text []byte) error {
	var whole, cents int
	_, err := fmt.Sscanf(string(text), `"%d.%d"`, &whole, &cents)
	*a = amount(whole*100 + cents)
	return err
}

var _ = Describe("What is said about a type that encodes itself", func() {
	text := &apidoc.Schema{Types: []string{"string"}, Pattern: `^[0-9]+\.[0-9]{2}$`}

	It("stands wherever the type does", func() {
		type order struct {
			Price amount             `json:"price" doc:"In euros."`
			Taxes map[string]amount  `json:"taxes"`
			Tip   *amount            `json:"tip"`
			Rest  router.Opt[amount] `json:"rest,omitzero"`
			Left  []amount           `json:"left" minItems:"1"`
		}
		f := newFixture(router.WithDocument("/openapi.json"), router.WithEnvironment(router.Test), router.WithInfo(router.Info{Types: map[reflect.Type]*apidoc.Schema{reflect.TypeFor[amount](): text}}))
		register(f, "POST /orders", router.In(func(_ *router.Context, in *order) (order, error) { return *in, nil }))

		w := f.do("POST", "/orders", `{"price":"1.50","taxes":{"a":"0.10"},"tip":null,"left":["2.00"]}`, "Content-Type", "application/json")
		Expect(w.Body.String()).To(Equal(`{"price":"1.50","taxes":{"a":"0.10"},"tip":null,"left":["2.00"]}`))
		schemas := at(parse(f.get("/openapi.json").Body.String()), "components", "schemas")
		Expect(at(schemas, "order", "properties")).To(Equal(parse(`{
			"price": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$", "description": "In euros."},
			"taxes": {"type": "object", "additionalProperties": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$"}},
			"tip": {"type": ["string", "null"], "pattern": "^[0-9]+\\.[0-9]{2}$"},
			"rest": {"type": ["string", "null"], "pattern": "^[0-9]+\\.[0-9]{2}$"},
			"left": {"type": "array", "items": {"type": "string", "pattern": "^[0-9]+\\.[0-9]{2}$"}, "minItems": 1}}`)))
		Expect(at(schemas, "orderInput", "properties", "price")).To(HaveKeyWithValue("type", "string"))
	})

	DescribeTable("is a mistake of the table",
		func(t reflect.Type, s *apidoc.Schema, message string) {
			f := newFixture(router.WithInfo(router.Info{Types: map[reflect.Type]*apidoc.Schema{t: s}}))
			register(f, "GET /users", list)

			Expect(f.mistakes()).To(ConsistOf("router.Info.Types: " + message))
		},
		Entry("when it has fields for that", reflect.TypeFor[user](), text, "router_test.user: it does not encode itself: its fields and tags describe it"),
		Entry("when it is a pointer", reflect.TypeFor[*amount](), text, "*router_test.amount: it is a pointer: describe what it points to"),
		Entry("when nothing is said", reflect.TypeFor[amount](), nil, "router_test.amount: its schema has no Types"),
		Entry("when the type of JSON is not said", reflect.TypeFor[amount](), &apidoc.Schema{Format: "decimal"}, "router_test.amount: its schema has no Types"),
	)
})
