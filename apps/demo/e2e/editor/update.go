package editor

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("What the editor tells", func() {
	It("calls onSpecUpdate once for each change, in Go and in the browser, with the new text", func(ctx SpecContext) {
		address, updates := serve(ctx, zoo)
		b := edit(address + "operations/getAnimal")
		inBrowser := func() []string { return browsertest.Eval[[]string](b, `window.updates`) }
		Expect(inBrowser()).To(BeEmpty())

		cursor(b, "Find an animal")
		typeText(b, "!")
		first := strings.Replace(zoo, "Find an animal", "Find an animal!", 1)
		Eventually(heading(b)).Should(Equal("Find an animal!"))
		Expect(updates.all()).To(Equal([]string{first}))
		Expect(inBrowser()).To(Equal([]string{first}))

		typeText(b, ": [")
		second := strings.Replace(first, "animal!", "animal!: [", 1)
		Eventually(status(b)).Should(HavePrefix("Line "))
		Expect(updates.all()).To(Equal([]string{first, second}), "what cannot be read is a change too")
		Expect(inBrowser()).To(Equal(updates.all()))

		browsertest.Eval[any](b, `(document.execCommand("insertText", false, "x"), document.execCommand("delete"), null)`)
		Consistently(updates.all, "800ms").Should(HaveLen(2), "what is as it was is no change")
		Expect(violations(b)).To(BeEmpty())
	})
})
