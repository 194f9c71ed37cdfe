package component_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The element", func() {
	It("Row 29: shows a mounted reference and goes from page to page within itself", func(ctx SpecContext) {
		s := open(ctx)

		b := s.visit(`<h1>Host</h1><api-reference src="/docs/reference/"></api-reference>` + scriptTag)

		shows(b, "api-reference", "Mounted")
		Expect(inside[bool](b, "api-reference", `root.querySelector(".sidebar a[href*='operations/']") ? true : (root.querySelector("[data-nav-tag] > details").open = true)`)).To(BeTrue())
		Eventually(func() bool {
			return inside[bool](b, "api-reference", `root.querySelector("a[href*='operations/getOrder']") !== null`)
		}).Should(BeTrue())
		inside[any](b, "api-reference", `root.querySelector("a[href*='operations/getOrder']").click()`)
		shows(b, "api-reference", "Find an order")
		b.Shoot("component")
		Expect(browsertest.Eval[string](b, `location.pathname + location.hash`)).To(Equal("/page"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
