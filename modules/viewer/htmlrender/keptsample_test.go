package htmlrender_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// writtenBy is the page of an operation as a renderer writes it.
func writtenBy(ctx context.Context, r *htmlrender.Renderer, doc *apidoc.Document, slug string, choices map[string]int) string {
	GinkgoHelper()
	op, err := doc.Operation(ctx, slug)
	Expect(err).NotTo(HaveOccurred())
	var out bytes.Buffer
	Expect(r.Render(ctx, &out, &core.Page{Kind: core.PageOperation, Document: doc, Operation: op, Root: "../", Choices: choices})).To(Succeed())
	return out.String()
}

var _ = Describe("An example of a schema that several pages have", func() {
	const description = `
openapi: 3.1.0
info: {title: Errors, version: "1"}
paths:
  /plain:
    post:
      operationId: plain
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}
      responses: {"400": {description: Wrong, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}}
  /again: {get: {operationId: again, responses: {"400": {description: Wrong, content: {application/json: {schema: {$ref: "#/components/schemas/Error"}}}}}}}
  /xml: {get: {operationId: xml, responses: {"400": {description: Wrong, content: {application/xml: {schema: {$ref: "#/components/schemas/Error"}}}}}}}
  /beside:
    get:
      operationId: beside
      responses: {"400": {description: Wrong, content: {application/json: {schema: {$ref: "#/components/schemas/Error", examples: [{code: 7}]}}}}}
  /choice: {get: {operationId: choice, responses: {"200": {description: Right, content: {application/json: {schema: {$ref: "#/components/schemas/Choice"}}}}}}}
components:
  schemas:
    Error:
      type: object
      properties:
        code: {type: integer, example: 5}
        id: {type: string, readOnly: true, example: read}
        secret: {type: string, writeOnly: true, example: written}
    Choice:
      type: object
      properties:
        owner: {oneOf: [{type: string, example: one}, {type: string, example: two}]}
`

	It("is the same as on a page of its own, in whatever order they are asked for", func(ctx SpecContext) {
		doc := load(ctx, description)
		shared := htmlrender.New()
		slugs := []string{"plain", "again", "xml", "beside", "choice"}
		chosen := map[string]int{"response.200.application-json.owner": 1}

		for round := range 3 {
			for i := range slugs {
				slug := slugs[(i+round)%len(slugs)]
				Expect(writtenBy(ctx, shared, doc, slug, nil)).To(Equal(writtenBy(ctx, htmlrender.New(), doc, slug, nil)), slug)
				Expect(writtenBy(ctx, shared, doc, slug, chosen)).To(Equal(writtenBy(ctx, htmlrender.New(), doc, slug, chosen)), slug)
			}
		}
	})

	It("is whole after a page that had no room for it", worktest.Large, func(ctx SpecContext) {
		var text strings.Builder
		text.WriteString("openapi: 3.1.0\ninfo: {title: Parts, version: '1'}\npaths:\n")
		text.WriteString("  /many:\n    get:\n      operationId: many\n      responses:\n")
		for i := range 22 {
			fmt.Fprintf(&text, "        '%d': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/S%d'}}}}\n", 400+i, i)
		}
		text.WriteString("  /last:\n    get:\n      operationId: last\n      responses:\n        '400': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/S21'}}}}\n")
		text.WriteString("components:\n  schemas:\n")
		for i := range 22 {
			fmt.Fprintf(&text, "    S%d:\n      properties:\n", i)
			for j := range 6 {
				fmt.Fprintf(&text, "        p%d:\n          allOf:\n", j)
				for k := range 400 {
					fmt.Fprintf(&text, "            - {properties: {a%d: {type: string}}}\n", k)
				}
			}
		}
		doc, shared := load(ctx, text.String()), htmlrender.New()

		many := writtenBy(ctx, shared, doc, "many", nil)

		Expect(many).To(Equal(writtenBy(ctx, htmlrender.New(), doc, "many", nil)))
		Expect(writtenBy(ctx, shared, doc, "last", nil)).To(Equal(writtenBy(ctx, htmlrender.New(), doc, "last", nil)))
	})

	It("is in colours where the page has colours left, as on a page of its own", func(ctx SpecContext) {
		var text strings.Builder
		text.WriteString("openapi: 3.1.0\ninfo: {title: Colours, version: '1'}\npaths:\n")
		for p := range 2 {
			fmt.Fprintf(&text, "  /p%d:\n    get:\n      operationId: p%d\n      responses:\n", p, p)
			for i := range 10 {
				fmt.Fprintf(&text, "        '%d': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/S%d'}}}}\n", 400+i, (i+5*p)%10)
			}
		}
		text.WriteString("components:\n  schemas:\n")
		for i := range 10 {
			fmt.Fprintf(&text, "    S%d:\n      properties:\n", i)
			for j := range 60 {
				fmt.Fprintf(&text, "        p%d: {type: string}\n", j)
			}
		}
		doc, shared := load(ctx, text.String()), htmlrender.New()

		for range 2 {
			for _, slug := range []string{"p0", "p1"} {
				page := writtenBy(ctx, shared, doc, slug, nil)
				Expect(page).To(Equal(writtenBy(ctx, htmlrender.New(), doc, slug, nil)))
				Expect(strings.Count(page, `<span class="t-`)).To(BeNumerically("<=", 1200))
			}
		}
	})
})
