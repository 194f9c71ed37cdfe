package mock_test

import (
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
