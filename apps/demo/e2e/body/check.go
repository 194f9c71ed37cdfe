package body

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The checker of the pages", func() {
	DescribeTable("marks values of the body, and the list of problems leads to them", func(query string) {
		s := open()
		s.file("/order", "application/json", order)
		b := s.visit(query)
		s.show(b, "/order", "[]")

		do(b, `await press("Fold"); window.checked = await view.check({schema: {required: ["total"], properties: {items: {items: {$ref: "#/item"}}}},
			schemas: {"#/item": {properties: {price: {type: "number"}}}}, direction: "response"}); await view.mark(checked.problems)`)
		Expect(browsertest.Eval[string](b, `checked.problems.map(p => [p.pointer, p.keyword, p.message].join(" ")).join(", ")`)).
			To(Equal(` required lacks the member "total", /items/0/price type is a string, not a number`))
		Eventually(text).WithArguments(b, ".body-problem-title").Should(Equal("2 problems"))
		Eventually(text).WithArguments(b, "[data-announcer]").Should(Equal("2 problems in the body"))
		Eventually(first).WithArguments(b).Should(Equal(`▾ { 5 members }lacks the member "total"`))

		do(b, `await press("/items/0/price"); await frame()`)
		Eventually(activeRow).WithArguments(b).Should(Equal(`price: "3"is a string, not a number`))
		Expect(browsertest.Eval[string](b, `document.activeElement.getAttribute("role")`)).To(Equal("tree"))
		b.Shoot("body-marks")
		clean(b)
	},
		Entry("in a worker", ""),
		Entry("in the page", "?worker=no"),
	)
})
