package htmlrender_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
)

// linksOf are the links in the description of an operation, of a description with
// some more fields.
func linksOf(ctx SpecContext, more, text string) []string {
	GinkgoHelper()
	doc := load(ctx, more+`
tags: [{name: Pets, description: d}]
paths: {/pets: {get: {operationId: listPets, tags: [Pets], description: '`+text+`', externalDocs: {url: /more}, responses: {}}}}
components: {schemas: {Pet: {type: object, description: d}}}
`)
	return shown(ctx, doc, "listPets").Find(".text .prose a").Attributes("href")
}

var _ = DescribeTable("A link in a description leads to",
	func(ctx SpecContext, address, want string) {
		info := `openapi: 3.1.0
info: {title: T, version: '1', description: "# First steps\n\nThen."}
externalDocs: {url: https://docs.example/api/}`

		Expect(linksOf(ctx, info, "[a]("+address+")")).To(Equal([]string{want}))
	},
	Entry("the path of the documentation", "/guides/paging", "https://docs.example/guides/paging"),
	Entry("a page beside the documentation", "paging?x=1#y", "https://docs.example/api/paging?x=1#y"),
	Entry("a tag of Redoc", "#tag/Pets", "../tags/Pets"),
	Entry("an operation of Redoc", "#operation/listPets", "../operations/listPets"),
	Entry("an operation of Scalar", "#tag/pets/get/pets", "../operations/listPets"),
	Entry("a model by its reference", "#/components/schemas/Pet", "../models/Pet"),
	Entry("a heading of the introduction", "#section/First-steps", "../#description-first-steps"),
	Entry("a heading of the introduction by its own name", "#first-steps", "../#description-first-steps"),
)

var _ = Describe("Links of a description", func() {
	It("are resolved against its terms or its server when it has no documentation", func(ctx SpecContext) {
		Expect(linksOf(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1', termsOfService: 'https://terms.example/x'}", "[a](/b)")).To(Equal([]string{"https://terms.example/b"}))
		Expect(linksOf(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1'}\nservers: [{url: /v1}, {url: 'https://api.example/v2'}]", "[a](/b)")).To(Equal([]string{"https://api.example/b"}))
	})

	It("lead to what stands beside the overview when it has no address at all", func(ctx SpecContext) {
		Expect(linksOf(ctx, "", "[a](/b) [c](d) [e](//f) [g](#nowhere) [h](../i.html?j#k)")).To(Equal([]string{"/b", "../d", "../../i.html?j#k"}))
	})

	It("lead to where the documentation is in its own fields", func(ctx SpecContext) {
		doc := load(ctx, `
externalDocs: {url: https://docs.example/api/}
paths: {/pets: {get: {operationId: listPets, externalDocs: {url: /more}, responses: {}}}}
`)

		Expect(shown(ctx, doc, "listPets").Find(".see-also a").Attributes("href")).To(Equal([]string{"https://docs.example/more"}))
	})

	It("run nothing", func(ctx SpecContext) {
		Expect(linksOf(ctx, "externalDocs: {url: https://docs.example}", `[a](javascript:x) [b](/\\x.example) [c](data:x) <a href="vbscript:x">d</a> <a href="/x" onclick="y">e</a>`)).
			To(Equal([]string{"https://docs.example/x"}))
	})

	It("lead from the overview too", func(ctx SpecContext) {
		doc := load(ctx, "openapi: 3.1.0\ninfo: {title: T, version: '1', description: \"[a](#tag/Pets) [b](#b)\\n\\n# B\"}\ntags: [{name: Pets, description: d}]")
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc})

		Expect(page.Find(".prose p a").Attributes("href")).To(Equal([]string{"./tags/Pets", "#description-b"}))
	})
})
