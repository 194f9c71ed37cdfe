package reading

import (
	"context"
	"os"
	"regexp"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("A page on paper", func() {
	petstore, err := os.ReadFile("testdata/petstore.json")
	if err != nil {
		panic(err)
	}

	DescribeTable("is laid out from its beginning to its end",
		func(ctx SpecContext, description, address string) {
			b := browsertest.Open()
			b.Visit(serve(ctx, description) + address)
			settled(b)
			Eventually(func() (int, error) { // what scripts add to them is there
				return browsertest.Ask[int](b, `[...document.querySelectorAll("[data-request-card]:not([data-ready])")].filter(el => {
					const r = el.getBoundingClientRect();
					return r.bottom > 0 && r.top < innerHeight;
				}).length`)
			}).Should(BeZero())
			sheets := sheetsOf(b)
			Expect(sheets).To(BeNumerically(">", 1))

			b.Run(printed())
			Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("main *")].filter(el => getComputedStyle(el).contentVisibility !== "visible").map(el => el.className)`)).To(BeEmpty())
			Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".entry-body, .tag-section")].filter(el => {
				const last = [...el.children].filter(child => child.checkVisibility()).at(-1);
				return Math.abs(el.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom) > 24;
			}).map(el => el.className)`)).To(BeEmpty(), "higher or lower than what they hold")
			b.Run(chromedp.Evaluate(`document.querySelectorAll(".entry-body, .tag-section").forEach(el => {
				el.classList.remove("is-long", "is-deferred");
				el.className = el.className.replace(/height-\d+/, "");
			})`, nil))
			Expect(sheetsOf(b)).To(Equal(sheets))
		},
		Entry("of a small description", string(petstore), ""),
		Entry("of a small description that only lists operations", string(petstore), "?reading=pages"),
		Entry("of a topic", api(120), "tags/topic1"),
		Entry("of a topic that is there as a whole", api(120), "tags/topic1?reading=whole"),
		Entry("of all that there is", api(70), "?reading=whole"),
	)
})

var _ = Describe("An operation on paper", func() {
	It("has no controls, and code in black on white", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, api(3)) + "operations/thing001")
		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.querySelector(".request-card .client-tiles") !== null`)
		}).Should(BeTrue())

		b.Run(printed())

		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("main :is(button, select, input)")].filter(el => el.checkVisibility()).map(el => el.className)`)).To(BeEmpty())
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".code[data-lines]")].map(el => getComputedStyle(el, "::before").backgroundColor)`)).To(HaveEach("rgb(255, 255, 255)"))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll(".request-card .code")].map(el => getComputedStyle(el, "::highlight(sample-string)").color)`)).To(HaveEach("rgb(0, 0, 0)"))
	})
})

var _ = Describe("A page that is read in the dark", func() {
	It("is dark on white on paper", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, api(3)) + "operations/thing001")
		b.Run(browsertest.Click("[data-mode-toggle]"), browsertest.Click("[data-mode-toggle]"))
		Expect(browsertest.Eval[string](b, `document.documentElement.dataset.mode + getComputedStyle(document.querySelector("main h1")).color`)).To(ContainSubstring("darkrgba(255, 255, 255"))

		b.Run(printed())

		Expect(browsertest.Eval[[]string](b, `[...document.querySelectorAll("main *")].filter(el => el.checkVisibility() && [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim())).
			map(el => getComputedStyle(el).color).filter(color => color.match(/\d+/g).slice(0, 3).reduce((sum, n) => sum + +n, 0) > 420)`)).To(BeEmpty())
	})
})

var sheet = regexp.MustCompile(`/Type\s*/Page\b`)

// sheetsOf is how many sheets of paper a page needs.
func sheetsOf(b *browsertest.Browser) int {
	GinkgoHelper()
	var file []byte
	b.Run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		file, _, err = page.PrintToPDF().Do(ctx)
		return err
	}))
	return len(sheet.FindAll(file, -1))
}
