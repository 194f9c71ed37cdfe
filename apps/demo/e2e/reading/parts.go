package reading

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

// pets has two operations that take one of two bodies, within a list of pets.
const pets = `
openapi: 3.1.0
info: {title: Pets, version: '1'}
paths:
  /one: {post: {operationId: one, requestBody: &body {content: {application/json: {schema: {$ref: '#/components/schemas/Box'}}}}, responses: {'200': {description: Fine}}}}
  /two: {post: {operationId: two, requestBody: *body, responses: {'200': {description: Fine}}}}
components:
  schemas:
    Box: {type: object, properties: {pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}}}
    Cat: {type: object, properties: {purrs: {type: boolean}}}
    Dog: {type: object, properties: {barks: {type: boolean}}}
`

var _ = Describe("Parts of one operation among several", func() {
	It("a chosen alternative changes the example of its own operation alone", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, pets))
		example := func(operation string) string {
			return browsertest.Eval[string](b, `document.querySelector("[data-entry*='`+operation+`'] [data-examples='example.example-body'] details[open] [data-copy-source]").textContent`)
		}
		Expect(example("two")).To(ContainSubstring("purrs"))
		b.Run(browsertest.Click(`[id="operation.two.request-body.application-json.pet"] > .schema-more > summary`))
		b.Run(browsertest.Click(`[data-entry*="two"] .choice-control label:nth-child(2)`))

		Eventually(example).WithArguments("two").Should(And(ContainSubstring("barks"), Not(ContainSubstring("purrs"))))
		Expect(example("one")).To(ContainSubstring("purrs"))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("the link that a reader copies leads to the operation that is read", func(ctx SpecContext) {
		b := browsertest.Open()
		url := serve(ctx, api(20))
		b.Visit(url)
		b.Run(browsertest.Click(`[data-nav] a[href$="operations/thing010"]`))

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.href`) }).Should(Equal(url + "#operation.thing010"))
		b.Visit(url + "?again#operation.thing010")
		Eventually(top).WithArguments(b, "operation.thing010").Should(BeNumerically("~", 8, 8.5))
	})
})
