package mock_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const ordering = `
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      parameters: [{name: limit, in: query, schema: {type: integer, maximum: 100}}]
      responses:
        "200": {description: Orders}
        "400": {$ref: "#/components/responses/Problem"}
        "404": {$ref: "#/components/responses/Problem"}
        default: {$ref: "#/components/responses/Problem"}
components:
  responses: {Problem: {description: Wrong, content: {application/problem+json: {schema: {$ref: "#/components/schemas/Problem"}}}}}
  schemas: {Problem: {type: object, properties: {title: {type: string}, status: {type: integer}, detail: {type: string}}}}
`

var _ = DescribeTable("A problem that the description has tells of the answer",
	func(request, prefer string, status int, title, detail string) {
		m, err := mock.New(openapi.FromContent(ordering), mock.WithPause(0))
		Expect(err).NotTo(HaveOccurred())

		w := ask(m, request, "Prefer", prefer)

		Expect(w.Code).To(Equal(status))
		Expect(member(w, "status")).To(Equal(float64(status)))
		Expect(member(w, "title")).To(Equal(title))
		Expect(member(w, "detail")).To(Equal(detail))
	},
	Entry("which fault a request has", "GET /orders?limit=200", "", 400, "Bad Request", "query limit: is 200, above the maximum 100"),
	Entry("the status that is asked for", "GET /orders", "code=404", 404, "Not Found", "string"),
	Entry("that of a default", "GET /orders", "code=503", 503, "Service Unavailable", "string"),
)
