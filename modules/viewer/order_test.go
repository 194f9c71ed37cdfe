package viewer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// shelves describes an operation with two responses and a model, and more operations than
// a sidebar shows at once.
func shelves(operations int) string {
	var b strings.Builder
	b.WriteString(`
openapi: 3.1.0
info: {title: Shelves, version: "1"}
tags: [{name: books}, {name: others}]
components: {schemas: {Book: {type: object, required: [title], properties: {pages: {type: integer}, author: {type: string}, title: {type: string}, Born: {type: string}}}}}
paths:
  /books: {get: {operationId: list, summary: All books, tags: [books], responses: {"200": {description: Yes, content: {application/json: {schema: {$ref: "#/components/schemas/Book"}}}}, "404": {description: No}}}}
`)
	for i := range operations {
		fmt.Fprintf(&b, "  /others/%d: {get: {operationId: o%d, summary: Other %d, tags: [others], responses: {}}}\n", i, i, i)
	}
	return b.String()
}

var _ = Describe("A configuration of another reference", func() {
	page := func(ctx context.Context, operations int, c viewer.Configuration, path string) (found func(selector string) []string) {
		v := start(ctx, openapi.FromContent(shelves(operations)), viewer.WithConfiguration(c))
		nodes := read(v, path)
		return func(selector string) (texts []string) {
			for _, n := range nodes.Find(selector) {
				texts = append(texts, strings.Join(strings.Fields(htmltest.Nodes{n}.Text()), ""))
			}
			return texts
		}
	}

	DescribeTable("orders the properties of a schema, in pages and in what is kept of them",
		func(ctx SpecContext, c viewer.Configuration, want ...string) {
			Expect(page(ctx, 1, c, "/models/Book")(".text .schema-name")).To(Equal(want))
			Expect(page(ctx, 1, c, "/operations/list")(".response .schema-name")).To(Equal(want))
		},
		Entry("by default as the description, those that are required first", viewer.Configuration{}, "title", "pages", "author", "Born"),
		Entry("by name", viewer.Configuration{OrderSchemaPropertiesBy: "alpha"}, "title", "author", "Born", "pages"),
		Entry("by name alone", viewer.Configuration{OrderSchemaPropertiesBy: "alpha", OrderRequiredPropertiesFirst: new(false)}, "author", "Born", "pages", "title"),
		Entry("as the description alone", viewer.Configuration{OrderSchemaPropertiesBy: "preserve", OrderRequiredPropertiesFirst: new(false)}, "pages", "author", "title", "Born"),
	)

	It("names operations by their paths in the sidebar", func(ctx SpecContext) {
		Expect(page(ctx, 1, viewer.Configuration{OperationTitleSource: "path"}, "/tags/books")(".nav-link .nav-text")).To(Equal([]string{"/books", "/others/0", "Book"}))
		Expect(page(ctx, 1, viewer.Configuration{OperationTitleSource: "path"}, "/operations/list")("h1")).To(Equal([]string{"Allbooks"}))
		Expect(page(ctx, 1, viewer.Configuration{OperationTitleSource: "summary"}, "/tags/books")(".nav-link .nav-text")).To(Equal([]string{"Allbooks", "Other0", "Book"}))
	})

	It("opens all responses", func(ctx SpecContext) {
		open := func(c viewer.Configuration) int {
			v := start(ctx, openapi.FromContent(shelves(1)), viewer.WithConfiguration(c))
			return len(read(v, "/operations/list").Find("section[aria-label=Responses] details[open]").Find(".response-body"))
		}

		Expect(open(viewer.Configuration{})).To(Equal(1))
		Expect(open(viewer.Configuration{ExpandAllResponses: true})).To(Equal(2))
	})

	It("opens all tags of the sidebar, as long as there are not too many operations", func(ctx SpecContext) {
		Expect(page(ctx, 150, viewer.Configuration{}, "/operations/list")("[data-nav-tag=others] .method")).To(BeEmpty())
		Expect(page(ctx, 150, viewer.Configuration{DefaultOpenAllTags: true}, "/operations/list")("[data-nav-tag=others] details[open] .method")).To(HaveLen(120), "as many as a list has")
		Expect(page(ctx, 401, viewer.Configuration{DefaultOpenAllTags: true}, "/operations/list")("[data-nav-tag=others] details[open]")).To(BeEmpty())
	})

	DescribeTable("is refused with a value that there is not",
		func(c viewer.Configuration, field, message string) {
			var err *viewer.FieldError
			Expect(errors.As(c.Validate(), &err)).To(BeTrue())
			Expect(*err).To(Equal(viewer.FieldError{Field: field, Message: message}))
		},
		Entry("titles", viewer.Configuration{OperationTitleSource: "id"}, "operationTitleSource", `there is no title "id"; use summary or path`),
		Entry("properties", viewer.Configuration{OrderSchemaPropertiesBy: "size"}, "orderSchemaPropertiesBy", `there is no order "size"; use alpha or preserve`),
	)
})
