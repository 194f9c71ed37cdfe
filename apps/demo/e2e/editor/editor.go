package editor

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("The editor", func() {
	It("shows the line of an error and keeps the last good view, which follows when it is corrected", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := edit(address + "operations/getAnimal")
		Expect(status(b)()).To(Equal("No changes yet."))
		b.Shoot("editor-open")

		cursor(b, "Find an animal")
		typeText(b, " by number")
		Eventually(heading(b)).Should(Equal("Find an animal by number"))
		Expect(status(b)()).To(Equal("Valid, 2 operations"))
		Expect(browsertest.Eval[string](b, `location.pathname`)).To(Equal("/docs/reference/operations/getAnimal"))

		typeText(b, ": [x")
		Eventually(status(b)).Should(MatchRegexp(`^Line 1[67], column \d+: `))
		Expect(heading(b)()).To(Equal("Find an animal by number"))
		Expect(browsertest.Eval[string](b, `document.querySelector(".editor-banner:not([hidden])").textContent`)).To(ContainSubstring("last one that could be"))
		b.Shoot("editor-error")

		erase(b, len(": [x by number"))
		typeText(b, " again")
		Eventually(heading(b)).Should(Equal("Find an animal again"))
		Expect(status(b)()).To(Equal("Valid, 2 operations"))
		Expect(browsertest.Eval[bool](b, `document.querySelector(".editor-banner").hidden`)).To(BeTrue())
		Expect(violations(b)).To(BeEmpty())
	})

	It("leads to the place of an error, whatever is before it", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := edit(address)
		cursor(b, "title: Zoo")
		typeText(b, " Füße 🐾: [")
		Eventually(status(b)).Should(MatchRegexp(`^Line 3, column \d+: `))
		cursor(b, "version: 1.0.0")

		press(b, ".editor-jump")
		ready(b)
		typeText(b, "|")

		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("[data-editor-field]").shadowRoot.querySelector(".cm-activeLine").textContent`)
		}).Should(Equal("  title: Zoo Füße 🐾|: ["))
	})
})
