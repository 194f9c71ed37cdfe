package editor

import (
	"strings"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

func undo() chromedp.Action {
	return chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl))
}

// path is the address of the page, below the reference.
func path(b *browsertest.Browser) string {
	GinkgoHelper()
	return strings.TrimPrefix(browsertest.Eval[string](b, `location.pathname`), "/docs/reference/")
}

var _ = Describe("The pages beside the editor", func() {
	It("stay at the operation, go to the overview when it is gone, and come back with it", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := edit(address + "operations/getAnimal")

		cursor(b, "operationId: getAnimal")
		typeText(b, "s")
		Eventually(heading(b)).Should(Equal("Zoo"))
		Expect(path(b)).To(BeEmpty())
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor-field]").matches(":focus-within")`)).To(BeTrue(), "the reader goes on typing")

		b.Run(undo())
		Eventually(heading(b)).Should(Equal("Find an animal"))
		Expect(path(b)).To(Equal("operations/getAnimal"))
	})

	It("are those of the draft wherever links, the search and lists lead, and those of the reference when it is closed", func(ctx SpecContext) {
		address, _ := serve(ctx, zoo)
		b := edit(address + "operations/getAnimal")
		cursor(b, "List animals")
		typeText(b, " of mine")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("[data-nav]").textContent`)
		}).Should(ContainSubstring("List animals of mine"))

		press(b, "main a[href$='operations/listAnimals']")
		Eventually(heading(b)).Should(Equal("List animals of mine"))
		Expect(path(b)).To(Equal("operations/listAnimals"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("main a[href*='_d/'], [data-nav] a[href*='_d/']").length`)).To(BeZero(), "links are those that readers know")
		press(b, "[data-search-open]")
		b.Run(chromedp.KeyEvent("mine"))
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("[data-search-dialog]").innerText`)
		}).Should(ContainSubstring("List animals of mine"))
		b.Run(chromedp.KeyEvent(kb.Escape))

		press(b, ".editor-close")
		Eventually(heading(b)).Should(Equal("List animals"))
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor]") === null && !document.body.matches(".is-editing, .is-draft")`)).To(BeTrue())
		Expect(browsertest.Eval[string](b, `document.body.getAttribute("style") ?? ""`)).To(BeEmpty())
		open(b)
		Eventually(heading(b)).Should(Equal("List animals of mine"), "what was changed is there again")
		Expect(violations(b)).To(BeEmpty())
	})

	It("come back when the page is loaded again, after a question", func(ctx SpecContext) {
		address, updates := serve(ctx, zoo)
		b := edit(address + "operations/getAnimal")
		asked := answerDialogs(b)
		cursor(b, "Find an animal")
		typeText(b, " soon")
		Eventually(heading(b)).Should(Equal("Find an animal soon"))

		b.Run(chromedp.Reload())

		Eventually(heading(b)).Should(Equal("Find an animal soon"))
		Expect(asked()).To(Equal([]string{"beforeunload"}))
		Expect(updates.all()).To(HaveLen(1), "it is the same change")
		browsertest.Eval[any](b, watched)
		press(b, "[data-editor-discard]")
		Eventually(heading(b)).Should(Equal("Find an animal"))
		b.Run(chromedp.Reload())
		Eventually(status(b)).Should(Equal("No changes yet."))
		Expect(asked()).To(HaveLen(1), "there is nothing to lose")
	})

	It("list every problem of a text that can be read, each a way to its place", func(ctx SpecContext) {
		address, _ := serve(ctx, strings.Replace(zoo, "type: integer}}\n", "type: integer}}\n        - {}\n        - {description: Füße, in: query}\n", 1))
		b := edit(address)
		cursor(b, "title: Zoo")
		typeText(b, "s")

		Eventually(status(b)).Should(Equal("2 operations, 2 problems"))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".editor-problem-place")].map(el => el.textContent)`)).To(Equal([]string{"19:11", "20:11"}))
		b.Shoot("editor-problems")
		press(b, ".editor-problem:last-child button")
		ready(b)
		typeText(b, "x")
		Eventually(func() (string, error) {
			return browsertest.Ask[string](b, `document.querySelector("[data-editor-field]").shadowRoot.querySelector(".cm-activeLine").textContent.trim()`)
		}).Should(Equal("- x{description: Füße, in: query}"), "the cursor stood where the problem is")
		Expect(violations(b)).To(BeEmpty())
	})

	It("are not offered without something that reads what is typed, and begin empty when the text is not given out", func(ctx SpecContext) {
		v := browsertest.Configured(ctx, viewer.Configuration{IsEditable: true, Spec: viewer.Spec{Content: zoo}})
		b := browsertest.Open()
		b.Visit(browsertest.Serve(v))
		Expect(browsertest.Eval[bool](b, `document.querySelector("[data-editor-open]") === null`)).To(BeTrue())

		address, _ := serve(ctx, zoo, func(c *viewer.Configuration) { c.HideDownloadButton = true })
		b = browsertest.Open()
		b.Visit(address)
		open(b)
		Expect(status(b)()).To(HavePrefix("Type or paste a description"))
	})

	It("appear in place of a description that cannot be shown", func(ctx SpecContext) {
		updates := &told{}
		v, err := viewer.NewReference(viewer.Configuration{IsEditable: true, OnSpecUpdate: updates.add}, viewer.WithVisitorDescriptions(browsertest.Judge(), viewer.VisitorLimits{}))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		b := browsertest.Open()
		b.Visit(browsertest.Serve(v))
		open(b)

		press(b, "[data-editor-example]")

		Eventually(heading(b)).Should(Equal("Library"))
		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `document.querySelectorAll("[data-nav] a").length`)
		}).Should(BeNumerically(">", 3))
		Expect(updates.all()).To(HaveLen(1))
	})
})
