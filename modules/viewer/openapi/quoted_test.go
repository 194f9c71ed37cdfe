package openapi_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("The example of a body that stands in quotes as a whole is",
	func(ctx SpecContext, format, schema, example, want string) {
		schemas := "components:\n  schemas:\n    Text: {type: string}\n    Thing: {type: object}\n"
		content := fmt.Sprintf("        content: {%s: {%s, example: %s, examples: {named: {value: %s}}}}\n", format, schema, example, example)
		doc := loadText(ctx, head+schemas+"paths:\n  /a:\n    post:\n      operationId: a\n      requestBody:\n"+content+"      responses:\n        \"200\":\n"+content)
		op, err := doc.Operation(ctx, "a")
		Expect(err).NotTo(HaveOccurred())

		for _, m := range append(op.RequestBody.Content, op.Responses[0].Content...) {
			Expect(m.Example).To(MatchJSON(want))
			Expect(m.Examples[0].Value).To(MatchJSON(want))
		}
	},
	Entry("the object that it spells", "application/json", "schema: {$ref: '#/components/schemas/Thing'}", `'{ "a": 1 }'`, `{"a":1}`),
	Entry("the list that it spells", "application/vnd.a+json", "schema: {type: array}", `'[1, {"a": 2}]'`, `[1,{"a":2}]`),
	Entry("what it spells, where there is no schema", "application/json", "x-a: 1", `' {"a": null}'`, `{"a":null}`),
	Entry("itself where texts are described", "application/json", "schema: {type: string}", `'{"a": 1}'`, `"{\"a\": 1}"`),
	Entry("itself where texts are among what is described", "application/json", "schema: {type: [object, string]}", `'{"a": 1}'`, `"{\"a\": 1}"`),
	Entry("itself where a reference leads to texts", "application/json", "schema: {$ref: '#/components/schemas/Text'}", `'{"a": 1}'`, `"{\"a\": 1}"`),
	Entry("itself where the body is no JSON", "application/xml", "schema: {type: object}", `'{"a": 1}'`, `"{\"a\": 1}"`),
	Entry("itself where it is no JSON", "application/json", "schema: {type: object}", `'{a: 1}'`, `"{a: 1}"`),
	Entry("itself where it spells no object and no list", "application/json", "schema: {type: object}", `'17'`, `"17"`),
)

var _ = It("reads examples of Swagger 2.0 that stand in quotes for what they spell", func(ctx SpecContext) {
	doc := loadText(ctx, `swagger: "2.0"
info: {title: A, version: "1"}
paths:
  /a:
    post:
      operationId: a
      parameters: [{name: b, in: body, schema: {type: object}, x-example: '{"a": 1}'}]
      responses: {"200": {description: d, schema: {type: object}, examples: {application/json: '{"b": 2}', application/problem+json: '{"c": 3}'}}}
`)
	op, err := doc.Operation(ctx, "a")
	Expect(err).NotTo(HaveOccurred())

	Expect(op.RequestBody.Content[0].Example).To(MatchJSON(`{"a":1}`))
	Expect(op.Responses[0].Content[0].Example).To(MatchJSON(`{"b":2}`))
	Expect(op.Responses[0].Content[1].Example).To(MatchJSON(`{"c":3}`))
})
