package mock_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/mock"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// described makes a mock of one operation at /a, written as a flow of YAML.
func described(method, operation string) *mock.Mock {
	GinkgoHelper()
	m, err := mock.New(openapi.FromContent("openapi: 3.2.0\ninfo: {title: T, version: '1'}\n" +
		"paths: {/a: {" + method + ": {" + operation + ", responses: {'204': {description: d}}}}}"))
	Expect(err).NotTo(HaveOccurred())
	return m
}

var _ = DescribeTable("The mock server reads a cookie with the escapes that cookies have:",
	func(parameter, value string, want ...string) {
		m := described("get", "parameters: [{name: p, in: cookie, "+parameter+"}]")

		Expect(told(ask(m, "GET /a", "Cookie", "p="+value))).To(Equal(append([]string(nil), want...)))
	},
	Entry("a plus is one", "schema: {const: a+b}", "a+b"),
	Entry("in base64", "schema: {type: string, format: byte}", "YW+j/w=="),
	Entry("in a list", "explode: false, schema: {type: array, items: {enum: [a+b, c d]}}", "a+b,c%20d"),
	Entry("what is encoded is decoded", "schema: {const: a b}", "a%20b"),
	Entry("but not in the style of cookies", "style: cookie, schema: {const: a%20+}", "a%20+"),
	Entry("a value that does not fit", "schema: {const: a b}", "a+b", `cookie p: is not "a b"`),
)

var _ = DescribeTable("The mock server reads the style matrix, in which what is empty has a name only:",
	func(value, parameter string, want ...string) {
		m, err := mock.New(openapi.FromContent("openapi: 3.2.0\ninfo: {title: T, version: '1'}\n" +
			"paths: {'/a/{p}': {get: {parameters: [{name: p, in: path, required: true, style: matrix, " + parameter + "}], responses: {'204': {description: d}}}}}"))
		Expect(err).NotTo(HaveOccurred())

		Expect(told(ask(m, "GET /a/"+value))).To(Equal(append([]string(nil), want...)))
	},
	Entry("a text", ";p=x", "schema: {const: x}"),
	Entry("an empty text", ";p", "schema: {const: ''}"),
	Entry("an empty text with a sign before it", ";p=", "schema: {const: ''}"),
	Entry("a list", ";p=x,,y", "schema: {type: array, const: [x, '', y]}"),
	Entry("a list that explodes", ";p;p=x;p;p;p=y", "explode: true, schema: {type: array, const: ['', x, '', '', y]}"),
	Entry("an object that explodes", ";a;b=x", "explode: true, schema: {type: object, const: {a: '', b: x}}"),
	Entry("a value that does not fit", ";p", "schema: {const: x}", `path p: is not "x"`),
)

var _ = DescribeTable("The mock server reads a variable",
	func(path, parameter, sent string, want ...string) {
		m, err := mock.New(openapi.FromContent("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" +
			"paths: {'" + path + "': {get: {parameters: [{in: path, required: true, " + parameter + "}], responses: {'204': {description: d}}}}}"))
		Expect(err).NotTo(HaveOccurred())

		Expect(told(ask(m, "GET "+sent))).To(Equal(append([]string(nil), want...)))
	},
	Entry("of a part of a segment, whose items have escapes", "/y.{p}", "name: p, schema: {type: array, const: ['a,b', c]}", "/y.a%2Cb,c"),
	Entry("of a part of a segment, decoded once", "/y.{p}", "name: p, schema: {const: '%41'}", "/y.%2541"),
	Entry("of the style matrix, whose name has escapes", "/a/{+1}", "name: '+1', style: matrix, schema: {const: x}", "/a/;%2B1=x"),
	Entry("of the style matrix that explodes, whose name has escapes", "/a/{q:x}", "name: 'q:x', style: matrix, explode: true, schema: {type: array, const: [x, y]}", "/a/;q%3Ax=x;q:x=y"),
)

var _ = DescribeTable("The mock server reads a form",
	func(media, contentType, body string, want ...string) {
		name, _, _ := strings.Cut(contentType, ";")
		m := described("post", "requestBody: {content: {"+name+": {"+media+"}}}")

		Expect(told(ask(m, "POST /a", "Content-Type", contentType, "Body", body))).To(Equal(append([]string(nil), want...)))
	},
	Entry("whose fields have one schema", "schema: {type: object, additionalProperties: {type: integer}}", asForm, "a=1&b=x", "body #/b: is a string, not an integer"),
	Entry("whose fields are lists", "schema: {type: object, additionalProperties: {type: array, items: {type: integer}}}", asForm, "a=1&a=2&b=3"),
	Entry("whose fields are objects", "schema: {type: object, additionalProperties: {type: object}}", asForm, "a=%7B%7D&b=x", "body #/b: is a string, not an object"),
	Entry("with an encoding that says nothing but how a list is written", "schema: {type: object, properties: {a: {type: array, items: {type: integer}}}}, encoding: {a: {explode: false}}", asForm, "a=1,2"),
	Entry("with a list in JSON", "schema: {type: object, properties: {a: {type: array, items: {type: integer}}}}, encoding: {a: {contentType: application/json}}", asForm, "a=%5B1,2,%22x%22%5D", "body #/a/2: is a string, not an integer"),
	Entry("of parts with a list in one", "schema: {type: object, properties: {a: {type: array, items: {type: integer}}}}, encoding: {a: {style: form, explode: false}}", asParts,
		form("Content-Disposition: form-data; name=a\r\n\r\n1,2")),
)

var _ = DescribeTable("The mock server reads a value that is a list or an object, or one text,",
	func(request, parameter, header string, want ...string) {
		m := described("get", "parameters: [{name: p, "+parameter+"}]")

		Expect(told(ask(m, request, "P", header))).To(Equal(append([]string(nil), want...)))
	},
	Entry("as the text", "GET /a?p=all", "in: query, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", ""),
	Entry("as the list", "GET /a?p=1&p=2", "in: query, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", ""),
	Entry("as the list of one", "GET /a?p=1", "in: query, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", ""),
	Entry("as a number where a list has more", "GET /a?p=5", "in: query, schema: {oneOf: [{type: integer}, {type: array, minItems: 2}]}", ""),
	Entry("as the text where a list is written with commas", "GET /a?p=all", "in: query, explode: false, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", ""),
	Entry("as the text of a header", "GET /a", "in: header, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", "all"),
	Entry("as the text where an object has parameters of its own", "GET /a?p=all", "in: query, required: true, schema: {oneOf: [{const: all}, {type: object, properties: {gt: {type: integer}}}]}", ""),
	Entry("as the object", "GET /a?gt=x", "in: query, required: true, schema: {oneOf: [{const: all}, {type: object, properties: {gt: {type: integer}}}]}", "", "query p: fits none of 2 alternatives"),
	Entry("as neither", "GET /a?p=x", "in: query, schema: {oneOf: [{const: all}, {type: array, items: {type: integer}}]}", "", "query p: fits none of 2 alternatives"),
)
