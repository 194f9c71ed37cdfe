package htmlrender_test

import (
	"context"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// load reads a description of OpenAPI 3.1, or of the version it names itself.
func load(ctx context.Context, text string) *apidoc.Document {
	GinkgoHelper()
	if len(text) < 8 || text[:8] != "openapi:" {
		text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" + text
	}
	doc, err := openapi.FromContent(text).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

// shown is the page of an operation of a description.
func shown(ctx context.Context, doc *apidoc.Document, slug string) htmltest.Nodes {
	GinkgoHelper()
	op, err := doc.Operation(ctx, slug)
	Expect(err).NotTo(HaveOccurred())
	return render(ctx, &core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../", Settings: authoring})
}

// navTree is what the sidebar lists: groups, then tags, without the overview.
func navTree(page htmltest.Nodes) []string {
	list := append(page.Find(".nav-group-name").Texts(), page.Find(".nav-tag").Texts()...)
	return slices.DeleteFunc(list, func(text string) bool { return text == "Introduction" })
}

var _ = DescribeTable("The sidebar",
	func(ctx SpecContext, text string, want ...string) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, text)})

		Expect(navTree(page)).To(Equal(want))
	},
	Entry("puts a tag that is not declared behind the others", `
tags: [{name: b, description: d}]
paths: {/x: {get: {tags: [a], responses: {}}}}
`, "b", "a"),
	Entry("lists operations without a tag apart, with a declared tag named default too", `
tags: [{name: default}]
paths: {/x: {get: {summary: untagged, responses: {}}, put: {tags: [default], responses: {}}}}
`, "More operations", "default"),
	Entry("shows an operation in both of its tags", `
paths: {/x: {get: {tags: [a, b], responses: {}}}}
`, "a", "b"),
	Entry("puts what stands in no group into one of its own", `
x-tagGroups: [{name: G, tags: [alpha]}]
tags: [{name: alpha, description: d}, {name: gamma, description: d}]
paths: {/x: {get: {summary: ZgammaOp, tags: [gamma], responses: {}}, put: {summary: ZundeclaredTagOp, tags: [undeclared], responses: {}}, post: {summary: ZuntaggedOp, responses: {}}}}
`, "G", "Other", "More operations", "alpha", "gamma", "undeclared"),
	Entry("hides a group of unknown tags and an empty one", `
x-tagGroups: [{name: Ghosts, tags: [ghost]}, {name: Empty, tags: []}, {name: G, tags: [a]}]
tags: [{name: a, description: d}]
`, "G", "a"),
	Entry("keeps webhooks and models in reach beside groups", `
x-tagGroups: [{name: G, tags: [a]}]
tags: [{name: a, description: d}]
webhooks: {w: {post: {responses: {}}}}
components: {schemas: {M: {type: object}}}
`, "G", "Webhooks", "Models", "a"),
	Entry("leaves out a tag without operations and description", `
tags: [{name: empty}, {name: described, description: d}]
`, "described"),
	Entry("shows the display name before the summary of OpenAPI 3.2, and that before the name", `openapi: 3.2.0
info: {title: T, version: '1'}
tags: [{name: a, summary: Summary, x-displayName: Display, description: d}, {name: b, summary: Summary, description: d}, {name: c, description: d}]
paths: {}
`, "Display", "Summary", "c"),
	Entry("puts nested tags below their parents, in their group", `openapi: 3.2.0
info: {title: T, version: '1'}
x-tagGroups: [{name: G, tags: [Moons]}]
tags: [{name: Moons, parent: Planets, description: d}, {name: Planets, parent: Galaxy}, {name: Galaxy}, {name: Loop, parent: Loop, description: d}]
paths: {}
`, "G", "Other", "Galaxy", "Planets", "Moons", "Loop"),
	Entry("leaves out a tag that is a badge of operations of other tags", `openapi: 3.2.0
info: {title: T, version: '1'}
tags: [{name: beta, kind: badge, description: d}, {name: pets}]
paths: {/x: {get: {tags: [beta, pets], responses: {}}}}
`, "pets"),
)

var _ = Describe("A badge that is a tag", func() {
	It("is shown at the operation, and leads to its own page", func(ctx SpecContext) {
		page := shown(ctx, load(ctx, `openapi: 3.2.0
info: {title: T, version: '1'}
tags: [{name: beta, kind: badge, summary: Beta programme}, {name: pets, summary: Pets}]
paths: {/x: {get: {operationId: getX, tags: [beta, pets], responses: {}}}}
`), "getX")

		Expect(page.Find("main a[href=../tags/beta]").Texts()).To(Equal([]string{"Beta programme"}))
		Expect(page.Find(".breadcrumb a").Texts()).To(ContainElement("Pets"))
	})
})

var _ = Describe("What an author adds", func() {
	It("is links beside those of the information, when they may be links", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, `openapi: 3.1.0
info:
  title: T
  version: '1'
  x-scalar-links: [{name: Privacy, url: https://example.com/privacy}, {name: Bad, url: "javascript:alert(1)"}, 7]
paths: {}
`)})

		Expect(page.Find(".info-links").Text()).To(Equal("Links Privacy Bad javascript:alert(1)"))
		Expect(page.Find(".info-links a").Attributes("href")).To(HaveExactElements("https://example.com/privacy"))
		Expect(page.Find("main [data-extensions]")).To(BeEmpty())
	})

	It("is libraries, with their descriptions and what to copy", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: load(ctx, `openapi: 3.1.0
info:
  title: T
  version: '1'
  x-scalar-sdk-installation: [{lang: Node, description: "Install **it**.", source: npm install it}, {lang: Go, description: Later.}]
paths: {}
`)})

		card := page.Find("aside .code-card")
		Expect(card.Find(".sample-title").Texts()).To(HaveExactElements("Node", "Go"))
		Expect(card.Find(".sample-text strong").Text()).To(Equal("it"))
		Expect(card.Find("code").Exact()).To(Equal("npm install it"))
	})

	It("is models below the tags that they name", func(ctx SpecContext) {
		doc := load(ctx, "tags: [{name: a, description: d}, {name: b, description: d}]\npaths: {}\ncomponents: {schemas: {M: {x-tags: [a]}, N: {}}}\n")
		models := func(tag int, settings core.Settings) []string {
			page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[tag], Root: "../", Settings: settings})
			return page.Find("main .model-line").Texts()
		}

		Expect(models(0, core.Settings{})).To(HaveExactElements("M"))
		Expect(models(1, core.Settings{})).To(BeEmpty())
		Expect(models(0, core.Settings{HideModels: true})).To(BeEmpty())
	})
})

var _ = Describe("The operation of two tags", func() {
	It("is one page, with the second tag linked", func(ctx SpecContext) {
		doc := load(ctx, "tags: [{name: a}, {name: b, x-displayName: Bee}]\npaths: {/x: {get: {operationId: o, tags: [a, b], responses: {}}}}\n")

		page := shown(ctx, doc, "o")

		Expect(page.Find(".breadcrumb a").Texts()).To(Equal([]string{"T", "a"}))
		Expect(page.Find("a.badge").Texts()).To(Equal([]string{"Bee"}))
		Expect(page.Find("a.badge").Attributes("href")).To(Equal([]string{"../tags/b"}))
	})
})

var _ = Describe("Any extension", func() {
	It("is in the page, folded up, with its value as it is", func(ctx SpecContext) {
		doc := load(ctx, "paths: {/x: {get: {operationId: o, x-vendor: {a: [1, ZvendorExtValue]}, responses: {}}, x-item: '<b>'}}\n")

		page := shown(ctx, doc, "o")
		folded := page.Find("[data-extensions]")

		Expect(folded.Find("summary").Texts()).To(Equal([]string{"1 extension", "1 extension"}))
		Expect(folded.Find("dt").Texts()).To(Equal([]string{"x-vendor", "x-item"}))
		Expect(folded.Find("dd").Texts()).To(Equal([]string{`{ "a": [ 1, "ZvendorExtValue" ] }`, `"<b>"`}))
		Expect(folded.Attributes("open")).To(Equal([]string{"", ""}))
	})

	It("is on no page for readers", func(ctx SpecContext) {
		s := &apidoc.Schema{Types: []string{"string"}, Comment: "later", Extensions: []apidoc.Extension{{Name: "x-a", Value: raw("1")}}}
		o := &apidoc.Operation{Extensions: s.Extensions, Parameters: []apidoc.Parameter{{Name: "q", In: apidoc.InQuery, Schema: s}}}

		page := render(ctx, operationPage(o, nil))

		Expect(page.Find("[data-extensions]")).To(BeEmpty())
		Expect(page.Find(".section").Text()).To(Equal("Query parameters q string"))
	})

	It("is one of a bounded number", func(ctx SpecContext) {
		o := &apidoc.Operation{}
		for range 1000 {
			o.Extensions = append(o.Extensions, apidoc.Extension{Name: "x-a", Value: []byte("1")})
		}

		one := operationPage(o, nil)
		one.Settings = authoring
		page := render(ctx, one)

		Expect(page.Find("[data-extensions] dt")).To(HaveLen(100))
		Expect(page.Find("[data-extensions] .muted").Text()).To(Equal("and 900 more"))
	})
})

var _ = Describe("An operation that goes away", func() {
	It("says when, and leads to what replaces it", func(ctx SpecContext) {
		doc := load(ctx, `paths:
  /old: {get: {operationId: old, deprecated: true, x-sunset: 2027-06-30, x-deprecated-at: "@1767225600", x-replaced-by: GET /new, x-deprecated-reason: "**slow**", responses: {}}}
  /new: {get: {operationId: new, responses: {}}}
`)
		notice := shown(ctx, doc, "old").Find("[data-retirement]")

		Expect(notice.Find("dt").Texts()).To(Equal([]string{"Deprecated since", "Goes away", "Use instead"}))
		Expect(notice.Find("time").Attributes("datetime")).To(Equal([]string{"2026-01-01", "2027-06-30"}))
		Expect(notice.Find("a").Attributes("href")).To(Equal([]string{"../operations/new"}))
		Expect(notice.Find("strong").Text()).To(Equal("slow"))
	})

	DescribeTable("reads dates as they are written",
		func(ctx SpecContext, text, want string) {
			page := render(ctx, operationPage(&apidoc.Operation{Retirement: &apidoc.Retirement{Sunset: text}}, nil))

			Expect(page.Find("[data-retirement] dd").Text()).To(Equal(want))
		},
		Entry("an HTTP date", "Wed, 30 Jun 2027 23:59:59 GMT", "2027-06-30"),
		Entry("a point in time", "2027-06-30T10:00:00Z", "2027-06-30"),
		Entry("no date at all", "next year", "next year"),
	)

	DescribeTable("finds its replacement",
		func(ctx SpecContext, text, href string) {
			doc := load(ctx, "paths:\n  /a: {get: {operationId: a, x-replaced-by: '"+text+"', responses: {}}}\n  /b: {put: {operationId: b, responses: {}}}\n")

			Expect(shown(ctx, doc, "a").Find("[data-retirement] a").Attributes("href")).To(Equal([]string{href}))
		},
		Entry("by operationId", "b", "../operations/b"),
		Entry("by method and path", "put /b", "../operations/b"),
		Entry("by path", "/b", "../operations/b"),
		Entry("by reference", "#/paths/~1b/put", "../operations/b"),
		Entry("by address", "https://example.com/new", "https://example.com/new"),
	)

	It("shows an address that may not be a link as text", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{Retirement: &apidoc.Retirement{Replacement: "javascript:alert(1)"}}, nil))

		Expect(page.Find("[data-retirement] a")).To(BeEmpty())
		Expect(page.Find("[data-retirement] dd").Text()).To(Equal("javascript:alert(1)"))
	})
})
