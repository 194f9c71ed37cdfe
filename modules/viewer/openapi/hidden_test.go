package openapi_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// secret is a description in which everything is there once more, hidden.
const secret = `openapi: 3.1.0
info: {title: T, version: "1"}
security: [{open: []}, {closed: []}, {open: [], closed: []}, {byRef: []}, {}]
tags:
  - {name: shown}
  - {name: hidden, description: internal, FLAG: true}
x-tagGroups: [{name: G, tags: [shown, hidden]}]
paths:
  /a:
    get: {operationId: inBoth, tags: [shown, hidden], responses: {}}
    put: {operationId: inHidden, tags: [hidden], responses: {}}
    post: {operationId: operation, FLAG: true, responses: {}}
    patch:
      operationId: untagged
      parameters:
        - {name: open, in: query, schema: {type: string}}
        - {name: closed, in: query, FLAG: true, schema: {type: string}}
        - {$ref: "#/components/parameters/Hidden"}
        - {$ref: "#/components/parameters/Open", FLAG: true}
      callbacks:
        closed: {"{$url}": {post: {FLAG: true, responses: {}}}}
      responses: {}
  /b: {FLAG: true, get: {responses: {}}}
  /c: {$ref: "#/components/pathItems/Item", FLAG: true}
  /d: {$ref: "#/components/pathItems/Hidden"}
webhooks:
  shown: {post: {responses: {}}}
  hiddenItem: {FLAG: true, post: {responses: {}}}
  hiddenOperation: {post: {FLAG: true, responses: {}}}
  hiddenTag: {post: {tags: [hidden], responses: {}}}
components:
  parameters:
    Hidden: {name: hidden, in: query, FLAG: true}
    Open: {name: beside, in: query}
  pathItems:
    Item: {get: {operationId: item, responses: {}}}
    Hidden: {FLAG: true, get: {operationId: hiddenItem, responses: {}}}
  securitySchemes:
    open: {type: oauth2, flows: {password: {tokenUrl: https://example.com, scopes: {}}, implicit: {FLAG: true, authorizationUrl: https://example.com, scopes: {}}}}
    closed: {type: http, scheme: basic, FLAG: true}
    byRef: {$ref: "#/components/securitySchemes/open", FLAG: true}
  schemas:
    Shown:
      type: object
      required: [open, closed]
      properties:
        open: {type: string}
        closed: {type: string, FLAG: true}
        beside: {$ref: "#/components/schemas/Hidden", FLAG: true}
      oneOf: [{title: open}, {title: closed, FLAG: true}]
    Hidden: {type: object, FLAG: true}
`

var _ = DescribeTable("What is internal is hidden wherever it stands",
	func(ctx SpecContext, flag string) {
		doc := loadText(ctx, replaceFlag(secret, flag))

		Expect(doc.Tags).To(HaveExactElements(HaveField("Name", "shown")))
		Expect(doc.Groups).To(Equal([]apidoc.TagGroup{{Name: "G", Tags: []string{"shown"}}}))
		Expect(doc.Operations).To(HaveExactElements(
			And(HaveField("ID", "inBoth"), HaveField("Tags", []string{"shown"})), HaveField("ID", "untagged")))
		Expect(doc.Webhooks).To(HaveExactElements(HaveField("Path", "shown")))
		Expect(doc.Models).To(HaveExactElements(HaveField("Name", "Shown")))
		Expect(doc.SecuritySchemes).To(HaveExactElements(
			And(HaveField("Name", "open"), HaveField("Flows", HaveExactElements(HaveField("Kind", "password"))), HaveField("Extensions", BeEmpty()))))
		open := apidoc.RequiredScheme{Name: "open"}
		Expect(doc.Security).To(Equal([]apidoc.SecurityRequirement{
			{Schemes: []apidoc.RequiredScheme{open}}, {Schemes: []apidoc.RequiredScheme{open}}, {},
		}))
		Expect(doc.Problems).To(BeEmpty())

		op, err := doc.Operation(ctx, "untagged")
		Expect(err).NotTo(HaveOccurred())
		Expect(op.Parameters).To(HaveExactElements(HaveField("Name", "open")))
		Expect(op.Security).To(Equal(doc.Security))
		Expect(op.Callbacks).To(HaveExactElements(HaveField("Operations", BeEmpty())))

		s, err := doc.Schema(ctx, "#/components/schemas/Shown")
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Properties).To(HaveExactElements(HaveField("Name", "open")))
		Expect(s.Required).To(Equal([]string{"open"}))
		Expect(s.OneOf).To(HaveExactElements(HaveField("Title", "open")))
	},
	Entry("as x-internal", "x-internal"),
	Entry("as its alias x-scalar-ignore", "x-scalar-ignore"),
)

var _ = Describe("What is called internal and is not", func() {
	It("is shown", func(ctx SpecContext) {
		doc := loadText(ctx, head+`tags: [{name: t, x-internal: "true"}]
paths: {/a: {get: {tags: [t], x-internal: "yes", responses: {}}, put: {x-scalar-ignore: false, responses: {}}}}
`)

		Expect(doc.Operations).To(HaveLen(2))
		Expect(doc.Tags).To(HaveLen(1))
	})
})

var _ = Describe("Tag groups", func() {
	It("say which of them are empty and which tags do not exist", func(ctx SpecContext) {
		doc := loadText(ctx, head+`x-tagGroups: [{name: None, tags: []}, {name: Unknown, tags: [ghost]}, {name: Real, tags: [a]}]
tags: [{name: a, description: d}, {name: b, description: d}]
`)

		Expect(doc.Groups).To(Equal([]apidoc.TagGroup{{Name: "Real", Tags: []string{"a"}}, {Name: "Other", Tags: []string{"b"}}}))
		Expect(doc.Problems).To(HaveExactElements(
			And(HaveField("Message", `the group "None" has no tags`), HaveField("Line", Not(BeZero()))),
			HaveField("Message", ContainSubstring(`"ghost"`))))
	})

	It("match the name of a tag and not its display name", func(ctx SpecContext) {
		doc := loadText(ctx, head+`x-tagGroups: [{name: G, tags: [Shown]}, {name: H, tags: [t]}]
tags: [{name: t, x-displayName: Shown, summary: Summary, description: d}]
`)

		Expect(doc.Groups).To(Equal([]apidoc.TagGroup{{Name: "H", Tags: []string{"t"}}}))
		Expect(doc.TagNamed("t").DisplayName).To(Equal("Shown"))
	})

	It("take a tag below another in with it", func(ctx SpecContext) {
		const groups = "x-tagGroups: [{name: G, tags: [a]}]\n"
		nested := loadText(ctx, "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {}\n"+groups+"tags: [{name: b, parent: a}, {name: a}]\n")
		circle := loadText(ctx, "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths: {}\n"+groups+"tags: [{name: b, parent: a}, {name: a, parent: b}]\n")

		Expect(nested.Groups).To(Equal([]apidoc.TagGroup{{Name: "G", Tags: []string{"a", "b"}}}))
		Expect(circle.Groups).To(Equal([]apidoc.TagGroup{{Name: "G", Tags: []string{"a"}}, {Name: "Other", Tags: []string{"b"}}}))
		Expect(circle.Problems).To(HaveLen(2))
	})
})
