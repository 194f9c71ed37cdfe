package router_test

import (
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
