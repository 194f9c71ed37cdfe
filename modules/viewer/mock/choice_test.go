package mock_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// shared has operations that share a path and a method.
const shared = `openapi: 3.1.0
info: {title: Shared, version: "1"}
servers: [{url: //a.example/v1}]
paths:
  /#create:
    post:
      parameters: [{name: X-Target, in: header, required: true, schema: {enum: [create]}}]
      responses: {"201": {description: made}}
  /#delete:
    post:
      parameters: [{name: X-Target, in: header, required: true, schema: {enum: [delete]}}]
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [id], properties: {id: {type: integer}}}}}}
      responses: {"204": {description: gone}}
  /#stream:
    post:
      parameters: [{name: X-Target, in: header, required: true, schema: {enum: [stream]}}]
      requestBody: {required: true, content: {application/octet-stream: {}}}
      responses: {"202": {description: taken}}
  /files/{id}:
    get:
      parameters: [{name: id, in: path, required: true, schema: {type: string, format: uuid}}]
      responses: {"200": {description: by its id}}
  /files/{name}:
    parameters: [{name: name, in: path, required: true, schema: {type: string}}]
    get:
      responses: {"203": {description: by its name}}
    delete:
      responses: {"204": {description: gone}}
  /files/mine:
    get:
      responses: {"206": {description: mine}}
  /pictures?key={KEY}&size=small:
    get:
      parameters: [{name: KEY, in: path, required: true, schema: {type: integer}}]
      responses: {"200": {description: small}}
`

var _ = DescribeTable("Among operations of one path and method, a request is for the first that it fits:",
	func(request string, headers []string, status int, violations ...string) {
		m, err := mock.New(openapi.FromContent(shared), mock.WithPause(0))
		Expect(err).NotTo(HaveOccurred())

		w := ask(m, request, headers...)

		Expect(w.Code).To(Equal(status), w.Body.String())
		Expect(told(w)).To(ConsistOf(violations))
	},
	Entry("the first", "POST /v1/", []string{"X-Target", "create"}, 201),
	Entry("by a header", "POST /v1/", []string{"X-Target", "delete", "Content-Type", "application/json", "Body", `{"id":1}`}, 204),
	Entry("by the format of a body", "POST /v1/", []string{"X-Target", "stream", "Content-Type", "application/octet-stream", "Body", "x"}, 202),
	Entry("by the variables of the path", "GET /v1/files/a.txt", nil, 203),
	Entry("by the variables of the path, the first", "GET /v1/files/6d1f33c5-2ddc-4c57-8a50-50e48bf6f3d4", nil, 200),
	Entry("names the faults of the operation that a header tells where the request has faults for each", "POST /v1/", []string{"X-Target", "delete", "Content-Type", "application/json", "Body", `{}`}, 400, `body #/id: is required`),
	Entry("names the faults of the first operation where the request is equally far from each", "POST /v1/", []string{"X-Target", "other"}, 400, `header X-Target: is none of "create"`),
	Entry("a concrete path for its own method", "GET /v1/files/mine", nil, 206),
	Entry("a path with a variable for a method that the concrete one lacks", "DELETE /v1/files/mine", nil, 204),
	Entry("a method that neither has", "PUT /v1/files/mine", nil, 405),
	Entry("a variable in the query of its path", "GET /pictures?key=1&size=small", nil, 200),
	Entry("a variable in the query of its path that does not fit", "GET /pictures?key=x&size=small", nil, 400, `path KEY: is a string, not an integer`),
)

var _ = It("finds the operation that a request is for where requests are not checked", func() {
	m, err := mock.New(openapi.FromContent(shared), mock.WithPause(0), mock.WithoutChecks())
	Expect(err).NotTo(HaveOccurred())

	Expect(ask(m, "POST /", "X-Target", "stream", "Content-Type", "application/octet-stream", "Body", "x").Code).To(Equal(202))
	Expect(ask(m, "POST /", "X-Target", "other").Code).To(Equal(201))
})
