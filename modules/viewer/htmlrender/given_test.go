package htmlrender_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = DescribeTable("An example that a description gives is shown as it is sent:",
	func(ctx SpecContext, version, media, given, want string) {
		doc := load(ctx, "openapi: "+version+`
info: {title: T, version: '1'}
paths: {/a: {get: {operationId: a, responses: {'200': {description: d, content: {'`+media+`': `+given+`}}}}}}
`)

		Expect(shown(ctx, doc, "a").Find("pre").Texts()).To(ContainElement(want))
	},
	Entry("text", "3.1.0", "text/csv", `{example: "a,b\n1,2"}`, "a,b 1,2"),
	Entry("text with a name", "3.1.0", "text/plain", `{examples: {one: {value: "Hello"}}}`, "Hello"),
	Entry("JSON in a text is a text", "3.1.0", "application/json", `{example: "Hello"}`, `"Hello"`),
	Entry("a value of OpenAPI 3.2", "3.2.0", "application/json", `{examples: {one: {dataValue: 7, serializedValue: "7.0"}}}`, "7"),
	Entry("what is sent, of OpenAPI 3.2", "3.2.0", "application/xml", `{examples: {one: {dataValue: {a: 1}, serializedValue: "<b/>"}}}`, "< b />"),
	Entry("lines of JSON", "3.1.0", "application/jsonl", `{example: [{a: 1}, {a: 2}]}`, `{ "a" : 1 } { "a" : 2 }`),
	Entry("lines of JSON as they are sent, of OpenAPI 3.2", "3.2.0", "application/jsonl", `{examples: {one: {dataValue: [{a: 1}], serializedValue: '{"a": 1.0}'}}}`, `{ "a" : 1.0 }`),
	Entry("what is sent alone", "3.2.0", "application/json", `{schema: {type: integer}, examples: {one: {serializedValue: "7.0"}}}`, "7.0"),
)
