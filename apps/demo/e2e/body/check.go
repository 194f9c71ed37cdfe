package body

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The checker of the pages", func() {
	It("says what the checker of the server says, in every case, row 67", func() {
		s := open()
		s.file("/cases.json", "application/json", readFile("../../../modules/core/jsonschema/testdata/cases.json"))
		b := s.visit("")

		type result struct {
			Count     int
			Different []string
		}
		got := browsertest.Eval[result](b, `differences()`)

		Expect(got.Different).To(BeEmpty())
		Expect(got.Count).To(BeNumerically(">", 300))
	})

	It("MS30: ends on hostile patterns after a bounded number of steps", func() {
		s := open()
		b := s.visit("")

		for pattern, steps := range map[string]int{
			`(a+)+$`: 1 << 21, `(a|a)*$`: 1 << 21, `(a|aa)+$`: 1 << 21, `([a-z]+)*=`: 1 << 21, `(x?){500}x{500}`: 1 << 21, `(.*)*(.*)*(.*)*,`: 1 << 21,
		} {
			Expect(browsertest.Eval[int](b, `(() => { const p = Pattern.compile(`+quoted(pattern)+`); p.matches("a".repeat(50000) + "!"); return p.steps; })()`)).
				To(BeNumerically("<=", steps+steps/10), pattern)
		}
		for _, pattern := range []string{`(x{1000}){1000}`, `(?<=a)b`, `(?=a)`, `(a)\1`, `((((((x{9}){9}){9}){9}){9}){9}){9}`} {
			Expect(browsertest.Eval[bool](b, `Pattern.compile(`+quoted(pattern)+`) === null`)).To(BeTrue(), pattern)
		}
		Expect(browsertest.Eval[[]string](b, `validate({items: {pattern: "(a+)+$"}}, ["a".repeat(1e6) + "!"]).notes`)).
			To(Equal([]string{"a text is too long to be checked for the pattern (a+)+$"}))
	})

	It("ends on values and schemas that are deeper than its stack", func() {
		s := open()
		b := s.visit("")

		Expect(browsertest.Eval[string](b, `(() => { let v = []; for (let i = 0; i < 1e5; i++) v = [v]; const s = {}; s.items = s; return validate(s, v).problems.at(-1)?.message ?? "none"; })()`)).
			To(Equal("is too much to check"))
		Expect(browsertest.Eval[int](b, `validate({items: {type: "string"}}, Array(1000).fill(1), {limit: 5}).problems.length`)).To(Equal(5))
	})

	DescribeTable("marks values of the body, and the list of problems leads to them, row 67", func(query string) {
		s := open()
		s.file("/order", "application/json", order)
		b := s.visit(query)
		s.show(b, "/order", "[]")

		do(b, `await press("Fold"); window.checked = await view.check({schema: {required: ["total"], properties: {items: {items: {$ref: "#/item"}}}},
			schemas: {"#/item": {properties: {price: {type: "number"}}}}, direction: "response"}); await view.mark(checked.problems)`)
		Expect(browsertest.Eval[string](b, `checked.problems.map(p => [p.pointer, p.keyword, p.message].join(" ")).join(", ")`)).
			To(Equal(` required lacks the member "total", /items/0/price type is a string, not a number`))
		Expect(text(b, ".body-problem-title")).To(Equal("2 problems"))
		Expect(text(b, "[data-announcer]")).To(Equal("2 problems in the body"))
		Expect(rows(b)[0]).To(Equal(`▾ { 5 members }lacks the member "total"`))

		do(b, `await press("/items/0/price"); await frame()`)
		Expect(browsertest.Eval[string](b, `activeRow()`)).To(Equal(`price: "3"is a string, not a number`))
		Expect(browsertest.Eval[string](b, `document.activeElement.getAttribute("role")`)).To(Equal("tree"))
		b.Shoot("body-marks")
		clean(b)
	},
		Entry("in a worker", ""),
		Entry("in the page", "?worker=no"),
	)
})
