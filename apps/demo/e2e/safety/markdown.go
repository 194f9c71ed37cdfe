package safety

import (
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
)

var _ = Describe("A description that uses all of Markdown", func() {
	It("is there without JavaScript, under the policy, in every width and mode", func(ctx SpecContext) {
		text, err := os.ReadFile("safety/testdata/guide.md")
		Expect(err).NotTo(HaveOccurred())
		server := browsertest.Serve(serve(ctx, encode(object{
			"openapi": "3.1.0", "info": object{"title": "Orders", "version": "1", "description": string(text)},
			"paths": object{"/orders": object{"get": object{"summary": "List orders"}}},
		})))
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(server + "/")

		for selector, count := range map[string]int{
			"figure.drawn svg.mermaid-diagram": 2, "svg .mermaid-arrow": 14, "math": 2, "math mfrac, math msqrt": 2, ".alert[role=note]": 2, ".table-frame[tabindex] table": 1,
			".prose pre[tabindex] span[class^=t-]": 16, ".prose :is(h2,h3)[id^=description-]": 3, "input[type=checkbox][disabled]": 2, ".footnotes li": 1,
		} {
			Expect(browsertest.Eval[int](b, "document.querySelectorAll(`"+selector+"`).length")).To(Equal(count), selector)
		}
		Expect(browsertest.Eval[bool](b, `[...document.querySelectorAll(".prose a[href^='#']")].every((a) => document.getElementById(a.hash.slice(1)))`)).To(BeTrue(), "every link within the page leads somewhere")
		Expect(browsertest.Eval[float64](b, `document.querySelector("math mfrac").getBoundingClientRect().height`)).To(BeNumerically(">", 15), "formulas are laid out")
		Expect(browsertest.Eval[bool](b, `[...document.querySelectorAll("figure svg text")].every((t) => t.getComputedTextLength() > 0 && getComputedStyle(t).fill !== "rgb(0, 0, 0)")`)).To(BeTrue(), "diagrams have their colours")
		Expect(browsertest.Eval[string](b, textsOutside)).To(BeEmpty(), "texts stand in their boxes, in the fonts of the page")
		Expect(b.Inline()).To(BeZero())

		for _, mode := range []string{"light", "dark"} {
			b.Prefer("prefers-color-scheme", mode)
			for _, width := range []int64{1440, 390, 320} {
				b.Resize(width, 900)
				Expect(b.FitsWidth()).To(BeTrue(), "%d pixels", width)
				b.Shoot("markdown-" + mode)
			}
		}
		b.WithScript() // axe-core waits, and the page has been loaded without it
		b.Resize(390, 900)
		for _, mode := range []string{"light", "dark"} {
			b.Prefer("prefers-color-scheme", mode)
			Expect(b.Axe()).To(BeEmpty(), mode)
		}
		Expect(b.Troubles()).To(BeEmpty())
		Expect(b.Hosts()).To(HaveLen(1))
	})
})

// textsOutside are the texts of diagrams that are wider or higher than the box before
// them, which is theirs.
const textsOutside = `[...document.querySelectorAll("figure svg .mermaid-text")].filter((t) => {
	let box = t;
	while (box.tagName === "text") box = box.previousElementSibling;
	const inner = t.getBBox(), outer = box.getBBox();
	return inner.x < outer.x || inner.y < outer.y || inner.x + inner.width > outer.x + outer.width || inner.y + inner.height > outer.y + outer.height;
}).map((t) => t.textContent).join(", ")`

var _ = Describe("A title that turns the direction of writing", func() {
	It("stays within its element, and the page within its width", func(ctx SpecContext) {
		title := "\u202Eabc" + strings.Repeat("e\u0301\u0302", 5000) + "\u200B"
		server := browsertest.Serve(serve(ctx, encode(object{
			"openapi": "3.1.0", "info": object{"title": title, "version": "1"}, "paths": object{"/a": object{"get": object{"summary": title, "operationId": "a"}}},
		})))
		b := browsertest.Open()
		b.Visit(server + "/")

		Expect(browsertest.Eval[bool](b, `[...document.querySelectorAll("a, h1, .operation-title")].every((e) => ["isolate", "plaintext"].includes(getComputedStyle(e).unicodeBidi))`)).To(BeTrue(), "both keep to the element (CSS Writing Modes, section 2.2)")
		for _, width := range []int64{1440, 390} {
			b.Resize(width, 900)
			Expect(b.FitsWidth()).To(BeTrue(), "%d pixels", width)
		}
		b.Visit(server + "/operations/a")
		Expect(b.FitsWidth()).To(BeTrue())
		Expect(b.Troubles()).To(BeEmpty())
	})
})
