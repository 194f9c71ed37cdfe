package viewer_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const refusing = `
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      operationId: list
      responses:
        "404": {$ref: "#/components/responses/Problem"}
        "409": {$ref: "#/components/responses/Problem"}
        default: {$ref: "#/components/responses/Problem"}
components:
  responses: {Problem: {description: Wrong, content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}}
  schemas: {Problem: {type: object, properties: {title: {type: string}, status: {type: integer}}}}
`

var _ = It("The samples of one problem have the status of each response", func(ctx SpecContext) {
	v := start(ctx, openapi.FromContent(refusing), viewer.WithMarkdown(mdrender.New()))

	page := read(v, "/operations/list").Find("main").Exact()
	text := got(v, "/operations/list.md")

	for _, shown := range []string{page, text} {
		Expect(shown).To(And(ContainSubstring(`"status": 404`), ContainSubstring(`"title": "Conflict"`), ContainSubstring(`"status": 409`), ContainSubstring(`"status": 500`)))
	}
})
