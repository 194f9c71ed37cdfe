package openapi_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func replaceFlag(text, flag string) string { return strings.ReplaceAll(text, "FLAG", flag) }

// extended is the only operation of a description, with more members.
func extended(ctx SpecContext, members string) *apidoc.Operation {
	GinkgoHelper()
	doc := loadText(ctx, head+"paths:\n  /a:\n    get:\n      operationId: a\n      responses: {}\n"+members)
	op, err := doc.Operation(ctx, "a")
	Expect(err).NotTo(HaveOccurred())
	return op
}

var _ = DescribeTable("Samples of the author are those of the most important source",
	func(ctx SpecContext, sources string, want ...apidoc.CodeSample) {
		op := extended(ctx, sources)

		Expect(op.CodeSamples).To(Equal(want))
		Expect(op.Extensions).To(BeEmpty())
	},
	Entry("x-scalar-examples before all others", `
      x-codeSamples: [{lang: go, source: no}]
      x-scalar-examples: [{lang: go, label: L, source: yes, example: e, contentType: text/plain}]
`, apidoc.CodeSample{Language: "go", Label: "L", Source: "yes", Example: "e", ContentType: "text/plain"}),
	Entry("x-stainless-snippets, by language, before the examples", `
      x-stainless-examples: {python: no}
      x-stainless-snippets: {python: a(), go: {code: b()}}
`, apidoc.CodeSample{Language: "python", Source: "a()"}, apidoc.CodeSample{Language: "go", Source: "b()"}),
	Entry("x-stainless-examples before those of another site", `
      x-readme: {code-samples: [{language: shell, code: no}]}
      x-stainless-examples: {python: yes()}
`, apidoc.CodeSample{Language: "python", Source: "yes()"}),
	Entry("x-readme before x-codeSamples", `
      x-codeSamples: [{lang: go, source: no}]
      x-readme: {code-samples: [{language: shell, name: N, code: yes}]}
`, apidoc.CodeSample{Language: "shell", Label: "N", Source: "yes"}),
	Entry("x-codeSamples before its other spellings", `
      x-custom-examples: [{lang: go, source: no}]
      x-code-samples: [{lang: go, source: no}]
      x-codeSamples: [{lang: go, source: yes}]
`, apidoc.CodeSample{Language: "go", Source: "yes"}),
	Entry("the next source where one has none", `
      x-scalar-examples: []
      x-codeSamples: [{lang: go}]
      x-custom-examples: [{lang: go, source: yes}]
`, apidoc.CodeSample{Language: "go", Source: "yes"}),
)

var _ = Describe("Badges", func() {
	It("are names, with a colour and a side", func(ctx SpecContext) {
		op := extended(ctx, "      x-badges: [{name: Beta, color: red, position: before}, Plain, {color: blue}]\n      x-scalar-stability: experimental\n")

		Expect(op.Badges).To(Equal([]apidoc.Badge{{Name: "Beta", Color: "red", Before: true}, {Name: "Plain"}, {Name: "experimental"}}))
		Expect(op.Deprecated).To(BeFalse())
	})

	It("are none where the stability is deprecated, which the operation is then", func(ctx SpecContext) {
		op := extended(ctx, "      x-scalar-stability: deprecated\n")

		Expect(op.Badges).To(BeEmpty())
		Expect(op.Deprecated).To(BeTrue())
	})
})

var _ = DescribeTable("An operation that goes away says when and what replaces it",
	func(ctx SpecContext, members string, want apidoc.Retirement) {
		op := extended(ctx, members)

		Expect(op.Retirement).To(HaveValue(Equal(want)))
		Expect(op.Extensions).To(BeEmpty())
	},
	Entry("in extensions", "      x-sunset: 2027-06-30\n      x-deprecated-at: 2026-01-01\n      x-replaced-by: b\n      x-deprecated-reason: old\n",
		apidoc.Retirement{Since: "2026-01-01", Sunset: "2027-06-30", Replacement: "b", Reason: "old"}),
	Entry("in one extension", "      x-deprecation: {date: 2026-01-01, sunset: 2027-06-30, replacement: GET /b, reason: old}\n",
		apidoc.Retirement{Since: "2026-01-01", Sunset: "2027-06-30", Replacement: "GET /b", Reason: "old"}),
)

var _ = Describe("The header fields Sunset and Deprecation", func() {
	It("say it where the extensions do not", func(ctx SpecContext) {
		doc := loadText(ctx, head+`paths: {/a: {get: {operationId: a, responses: {"200": {description: d, headers: {
  Sunset: {example: "Wed, 30 Jun 2027 00:00:00 GMT"}, deprecation: {schema: {const: "@1767225600"}}}}}}}}
`)
		op, err := doc.Operation(ctx, "a")

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Retirement).To(HaveValue(Equal(apidoc.Retirement{Since: "@1767225600", Sunset: "Wed, 30 Jun 2027 00:00:00 GMT"})))
	})

	It("say nothing without a value, nor does an operation without any of this", func(ctx SpecContext) {
		Expect(extended(ctx, "").Retirement).To(BeNil())
	})
})

var _ = Describe("Extensions of schemas and scopes", func() {
	const text = head + `components:
  schemas:
    S:
      x-additionalPropertiesName: currency
      additionalProperties: {type: number}
      properties: {c: {type: string}, b: {type: string, x-order: 2}, a: {$ref: "#/components/schemas/S", x-order: 1}}
  securitySchemes:
    o:
      type: oauth2
      x-default-scopes: [read]
      x-defaultClientId: everywhere
      flows:
        implicit: {authorizationUrl: https://e.example, x-default-scopes: [write], x-scalar-client-id: here, scopes: {read: r, write: w, admin: a}}
        password: {tokenUrl: https://e.example, x-client-id: there}
        clientCredentials: {tokenUrl: https://e.example}
`
	It("name additional properties and order the others", func(ctx SpecContext) {
		s, err := loadText(ctx, text).Schema(ctx, "#/components/schemas/S")

		Expect(err).NotTo(HaveOccurred())
		Expect(s.AdditionalName).To(Equal("currency"))
		Expect(s.Extensions).To(BeEmpty())
		Expect(s.Properties).To(HaveExactElements(HaveField("Name", "a"), HaveField("Name", "b"), HaveField("Name", "c")))
	})

	It("mark the scopes that are asked for by default", func(ctx SpecContext) {
		Expect(loadText(ctx, text).SecuritySchemes[0].Flows[0].Scopes).To(Equal([]apidoc.Scope{
			{Name: "read", Description: "r", Default: true}, {Name: "write", Description: "w", Default: true}, {Name: "admin", Description: "a"},
		}))
	})

	It("name the client that logs in", func(ctx SpecContext) {
		s := loadText(ctx, text).SecuritySchemes[0]

		Expect(s.ClientID).To(Equal("everywhere"))
		Expect(s.Flows).To(HaveExactElements(HaveField("ClientID", "here"), HaveField("ClientID", "there"), HaveField("ClientID", "")))
		Expect(append(s.Extensions, s.Flows[0].Extensions...)).To(BeEmpty())
	})
})
