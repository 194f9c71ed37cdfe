package openapi_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// loadSample loads a file of testdata.
func loadSample(ctx SpecContext, name string) *apidoc.Document {
	GinkgoHelper()
	source, err := openapi.FromFile("testdata/" + name)
	Expect(err).NotTo(HaveOccurred())
	doc, err := source.Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

// loadText loads a text.
func loadText(ctx SpecContext, text string) *apidoc.Document {
	GinkgoHelper()
	doc, err := openapi.FromContent(text).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

func raw(text string) json.RawMessage { return json.RawMessage(text) }

var _ = Describe("The outline", func() {
	It("holds everything of info", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")

		Expect(doc.SpecVersion).To(Equal("3.0.3"))
		Expect(doc.Info).To(Equal(apidoc.Info{
			Title: "Library", Version: "2.1", Description: "Books **over** HTTP", TermsOfService: "https://example.com/terms",
			Contact:    &apidoc.Contact{Name: "Desk", URL: "https://example.com", Email: "desk@example.com"},
			License:    &apidoc.License{Name: "MIT"},
			Extensions: []apidoc.Extension{{Name: "x-audience", Value: raw(`"public"`)}},
		}))
		Expect(doc.ExternalDocs).To(Equal(&apidoc.ExternalDocs{URL: "https://example.com/docs", Description: "More"}))
		Expect(doc.Problems).To(BeEmpty())
	})

	It("holds what OpenAPI 3.1 adds to info", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.1.yaml")

		Expect(doc.Info.Summary).To(Equal("Books"))
		Expect(doc.Info.License).To(Equal(&apidoc.License{Name: "Apache 2.0", Identifier: "Apache-2.0"}))
		Expect(doc.Text.MediaType).To(Equal("application/yaml"))
	})

	It("holds servers with their variables", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")

		Expect(doc.Servers).To(Equal([]apidoc.Server{
			{
				URL: "https://{region}.example.com/{base}", Description: "Live",
				Variables: []apidoc.ServerVariable{
					{Name: "region", Default: "eu", Enum: []string{"eu", "us"}, Description: "Where"}, {Name: "base", Default: "v2"},
				},
				Extensions: []apidoc.Extension{{Name: "x-tier", Value: raw("1")}},
			},
			{URL: "/local"},
		}))
	})

	It("makes servers of host, basePath and schemes", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-v2.yaml")

		Expect(doc.Servers).To(Equal([]apidoc.Server{{URL: "https://api.example.com:8443/v1"}, {URL: "http://api.example.com:8443/v1"}}))
	})

	DescribeTable("makes the servers of Swagger 2.0",
		func(ctx SpecContext, members string, urls ...string) {
			doc := loadText(ctx, `{"swagger":"2.0","info":{}`+members+`}`)

			got := []string{}
			for _, s := range doc.Servers {
				got = append(got, s.URL)
			}
			Expect(got).To(HaveExactElements(urls))
		},
		Entry("from nothing", ""),
		Entry("from a base path", `,"basePath":"/v1"`, "/v1"),
		Entry("from a base path without a slash", `,"basePath":"v1/"`, "/v1/"),
		Entry("from a host and a base path without a slash", `,"host":"example.com","basePath":"v1"`, "https://example.com/v1"),
		Entry("from a host with a path", `,"host":"example.com/api/","basePath":"/v1"`, "https://example.com/api/v1"),
		Entry("from a host with a scheme", `,"host":"http://example.com"`, "http://example.com"),
		Entry("from a host with a scheme beside others", `,"host":"http://example.com/","schemes":["wss"]`, "wss://example.com"),
		Entry("from a host, with https", `,"host":"example.com"`, "https://example.com"),
		Entry("from a WebSocket scheme", `,"host":"example.com","schemes":["wss"]`, "wss://example.com"),
	)

	It("holds the operations in their order", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")

		Expect(doc.Operations).To(HaveExactElements(
			apidoc.OperationSummary{Slug: "getBook", ID: "getBook", Method: "GET", Path: "/books/{id}", Tags: []string{"books"}, Deprecated: true, Pointer: "/paths/~1books~1{id}/get"},
			apidoc.OperationSummary{Slug: "putBook", ID: "putBook", Method: "PUT", Path: "/books/{id}", Pointer: "/paths/~1books~1{id}/put"},
			And(HaveField("Path", "/copies/{id}"), HaveField("Method", "GET"), HaveField("Pointer", "/paths/~1copies~1{id}/get")),
			And(HaveField("Path", "/copies/{id}"), HaveField("Method", "PUT")),
		))
	})

	It("takes no name that is empty for a tag", func(ctx SpecContext) {
		doc := loadText(ctx, head+"paths: {/a: {get: {tags: ['', a]}}, /b: {get: {tags: ['']}}}\ncomponents: {schemas: {S: {x-tags: ['', a]}}}\n")

		Expect(doc.Tags).To(HaveExactElements(HaveField("Name", "a")))
		Expect(doc.Operations).To(HaveExactElements(HaveField("Tags", []string{"a"}), HaveField("Tags", BeEmpty())))
		Expect(doc.Models).To(HaveExactElements(HaveField("Tags", []string{"a"})))
	})

	It("holds webhooks", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.1.yaml")

		Expect(doc.Webhooks).To(Equal([]apidoc.OperationSummary{{
			Slug: "bookAdded", ID: "bookAdded", Method: "POST", Path: "bookAdded", Summary: "A book was added", Tags: []string{"events"}, Pointer: "/webhooks/bookAdded/post",
		}}))
		hook, err := doc.Webhook(ctx, "bookAdded")
		Expect(err).NotTo(HaveOccurred())
		Expect(hook.RequestBody.Content).To(HaveExactElements(HaveField("Schema.Always", HaveValue(BeTrue()))))
	})

	It("holds the methods of OpenAPI 3.2", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.2.yaml")

		Expect(doc.Operations).To(HaveExactElements(
			And(HaveField("Method", "QUERY"), HaveField("ID", "queryBooks")),
			And(HaveField("Method", "COPY"), HaveField("Pointer", "/paths/~1books/additionalOperations/COPY")),
		))
		copied, err := doc.Operation(ctx, "copyBooks")
		Expect(err).NotTo(HaveOccurred())
		Expect(copied.Responses).To(HaveExactElements(HaveField("Description", "Copied")))
	})

	It("holds the models, whose references point at themselves", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")

		Expect(doc.Models).To(ContainElement(apidoc.ModelSummary{
			Slug: "Book", Name: "Book", Ref: "#/components/schemas/Book", Title: "A book", Description: "Paper",
		}))
		Expect(doc.Models).To(ContainElement(And(HaveField("Name", "Company"), HaveField("Deprecated", true))))
		odd := doc.ModelOf("#/components/schemas/odd~1name~0x")
		Expect(odd).To(HaveField("Name", "odd/name~x"))
		Expect(doc.Model(ctx, odd.Slug)).To(HaveField("Schema.Types", []string{"string"}))
	})

	It("holds security schemes", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.0.json")

		Expect(doc.SecuritySchemes).To(Equal([]apidoc.SecurityScheme{
			{Name: "key", Type: apidoc.APIKey, ParameterName: "k", In: apidoc.InQuery},
			{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer", BearerFormat: "JWT"},
			{Name: "oidc", Type: apidoc.OpenIDConnect, OpenIDConnectURL: "https://example.com/oidc"},
			{Name: "oauth", Type: apidoc.OAuth2, Description: "OAuth", Flows: []apidoc.OAuthFlow{
				{Kind: "implicit", AuthorizationURL: "https://example.com/a", Scopes: []apidoc.Scope{{Name: "read", Description: "See"}}},
				{Kind: "clientCredentials", TokenURL: "https://example.com/t", RefreshURL: "https://example.com/r", Extensions: []apidoc.Extension{{Name: "x-usePkce", Value: raw(`"SHA-256"`)}}},
			}},
		}))
		Expect(doc.Security).To(Equal([]apidoc.SecurityRequirement{
			{Schemes: []apidoc.RequiredScheme{{Name: "key"}}}, {Schemes: []apidoc.RequiredScheme{{Name: "oauth", Scopes: []string{"read"}}}}, {},
		}))
	})

	It("translates the security schemes of Swagger 2.0", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-v2.yaml")

		Expect(doc.SecuritySchemes).To(Equal([]apidoc.SecurityScheme{
			{Name: "login", Type: apidoc.HTTPAuth, Scheme: "basic", Description: "Name and password"},
			{Name: "key", Type: apidoc.APIKey, ParameterName: "X-Key", In: apidoc.InHeader},
			{Name: "oauth", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{{
				Kind: "authorizationCode", AuthorizationURL: "https://example.com/auth", TokenURL: "https://example.com/token",
				Scopes: []apidoc.Scope{{Name: "read", Description: "See books"}, {Name: "write", Description: "Change books"}},
			}}},
		}))
	})

	It("holds what OpenAPI 3.2 adds to security schemes and servers", func(ctx SpecContext) {
		doc := loadSample(ctx, "library-3.2.yaml")

		Expect(doc.Servers).To(HaveExactElements(HaveField("Name", "live")))
		Expect(doc.SecuritySchemes).To(Equal([]apidoc.SecurityScheme{{
			Name: "device", Type: apidoc.OAuth2, Deprecated: true, MetadataURL: "https://example.com/meta",
			Flows: []apidoc.OAuthFlow{{Kind: "deviceAuthorization", DeviceAuthorizationURL: "https://example.com/device", TokenURL: "https://example.com/t"}},
		}}))
	})
})

var _ = Describe("The extensions", func() {
	It("give the API a logo", func(ctx SpecContext) {
		doc := loadSample(ctx, "extensions.yaml")

		Expect(doc.Info.Logo).To(Equal(&apidoc.Logo{URL: "https://example.com/logo.svg", AltText: "Logo", Href: "https://example.com", BackgroundColor: "#fff"}))
		Expect(doc.Extensions).To(Equal([]apidoc.Extension{{Name: "x-root", Value: raw(`{"b":1,"a":2}`)}, {Name: "x-paths", Value: raw(`"ignored"`)}}))
	})

	It("replace the displayed name of a tag", func(ctx SpecContext) {
		doc := loadSample(ctx, "extensions.yaml")

		Expect(doc.TagNamed("users")).To(Equal(&apidoc.Tag{
			Name: "users", Slug: "users", DisplayName: "People", Extensions: []apidoc.Extension{{Name: "x-color", Value: raw(`"red"`)}},
		}))
		Expect(loadSample(ctx, "library-3.2.yaml").Tags).To(HaveExactElements(
			And(HaveField("DisplayName", "Books and more"), HaveField("Kind", "nav")), And(HaveField("DisplayName", "novels"), HaveField("Parent", "books"))))
	})

	DescribeTable("group tags under either spelling",
		func(ctx SpecContext, name string) {
			doc := loadText(ctx, head+name+": [{name: G, tags: [b]}]\ntags: [{name: a}, {name: b}]\n")

			Expect(doc.Groups).To(Equal([]apidoc.TagGroup{{Name: "G", Tags: []string{"b"}}, {Name: "Other", Tags: []string{"a"}}}))
			Expect(doc.Extensions).To(BeEmpty())
		},
		Entry("as the example spells it", "x-tagGroups"),
		Entry("as the prose spells it", "x-tagGroup"),
	)

	It("group what exists and put the rest in a group of its own", func(ctx SpecContext) {
		doc := loadSample(ctx, "extensions.yaml")

		Expect(doc.Groups).To(Equal([]apidoc.TagGroup{
			{Name: "Public", Tags: []string{"users", "pets"}}, {Name: "Other", Tags: []string{"left", "undeclared"}},
		}))
		Expect(doc.Problems).To(HaveExactElements(
			HaveField("Message", ContainSubstring(`"nowhere"`)), HaveField("Message", ContainSubstring(`"alsoNowhere"`))))
	})

	It("hide operations, path items and schemas", func(ctx SpecContext) {
		doc := loadSample(ctx, "extensions.yaml")

		Expect(doc.Operations).To(HaveExactElements(
			And(HaveField("Method", "GET"), HaveField("Path", "/users")),
			And(HaveField("Method", "PUT"), HaveField("Path", "/users")),
			HaveField("Path", "/health"),
		))
		Expect(doc.Models).To(HaveExactElements(HaveField("Name", "Shown")))
	})

	It("hide parameters and give code samples", func(ctx SpecContext) {
		doc := loadSample(ctx, "extensions.yaml")

		op, err := doc.Operation(ctx, doc.Operations[0].Slug)

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Parameters).To(HaveExactElements(HaveField("Name", "open")))
		Expect(op.CodeSamples).To(Equal([]apidoc.CodeSample{{Language: "Go", Label: "Plain", Source: "users.List()"}, {Language: "Shell", Source: "curl"}}))
		Expect(op.Badges).To(Equal([]apidoc.Badge{{Name: "beta"}}))
		Expect(op.Extensions).To(BeEmpty())
	})
})
