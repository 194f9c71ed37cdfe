package description

import (
	"os"
	"regexp"
	"slices"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// file uses every field of OpenAPI 3.1 once, each with a word of its own.
const file = "../../../modules/viewer/testdata/torture-3.1.yaml"

var word = regexp.MustCompile(`Pb[A-Z][A-Za-z]*`)

// serve serves the reference of the file and returns its address.
func serve(ctx SpecContext) string {
	GinkgoHelper()
	source, err := openapi.FromFile(file)
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(source, htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{ForAuthors: true}))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return browsertest.Serve(v) + "/"
}

// openAll unfolds everything that a reader can unfold without script.
const openAll = `document.querySelectorAll("details").forEach(d => { d.removeAttribute("name"); d.open = true })`

var _ = Describe("A description that uses every field", func() {
	DescribeTable("is accessible and fits, with everything unfolded",
		func(ctx SpecContext, scheme string, width int64) {
			root := serve(ctx)
			b := browsertest.Open()
			b.Prefer("prefers-color-scheme", scheme)
			b.Resize(width, 900)
			for name, address := range map[string]string{
				"overview": "", "operation": "operations/PbOperationId", "webhook": "webhooks/PbWebhookId", "tag": "tags/PbTagName",
				"components": "components/", "component": "components/responses-PbUnusedResponse", "callback": "components/callbacks-PbUnusedCallback",
			} {
				b.Visit(root + address)
				b.Run(chromedp.Evaluate(openAll, nil))
				b.Shoot("description-" + name + "-" + scheme)

				Expect(b.Axe()).To(BeEmpty(), name)
				Expect(b.FitsWidth()).To(BeTrue(), name)
				Expect(b.Inline()).To(BeZero(), name)
			}
			Expect(b.Troubles()).To(BeEmpty())
		},
		Entry("light, on a screen", "light", int64(1440)),
		Entry("dark, on a small telephone", "dark", int64(320)),
	)

	It("opens its extensions without script", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(serve(ctx) + "operations/PbOperationId")

		var text string
		b.Run(
			browsertest.Click(`.text > .section ~ .extensions > summary`),
			chromedp.Text(`.text > .extensions[open] dd`, &text, chromedp.ByQuery, chromedp.NodeVisible),
		)

		Expect(text).To(ContainSubstring("PbExtValue"))
	})

	It("has its words where they can be read, and not in what is hidden", func(ctx SpecContext) {
		description, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		b := browsertest.Open()
		b.Visit(serve(ctx) + "operations/PbOperationId")
		b.Run(chromedp.Evaluate(openAll, nil))
		shown := word.FindAllString(browsertest.Eval[string](b, `document.querySelector("main").innerText`), -1)

		// These stand in the description beside the operation.
		start := regexp.MustCompile(`(?s)\n    post:\n      tags: \[PbTagName.*?\n    get:`).Find(description)
		var missing []string
		for _, w := range word.FindAllString(string(start), -1) {
			if !slices.Contains(shown, w) && !slices.Contains(elsewhere, w) {
				missing = append(missing, w)
			}
		}
		Expect(missing).To(BeEmpty())
	})
})

// elsewhere are words that the page of the operation does not show as text: names
// that others stand for, and addresses behind a text.
var elsewhere = []string{"PbTagName", "PbModelNumbers", "PbOperationDocsUrl", "PbCallbackDocsUrl"}
