package markdown_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// What a description may cost, whatever it holds, and how large its HTML may be.
// The parser's time grows with the square of some of what descriptions hold,
// until there is too much of that.
const (
	maxSteps  = 40_000_000
	maxOutput = 1 << 20
)

var _ = Describe("A description", Ordered, func() {
	var counter *worktest.Counter

	BeforeAll(func(ctx SpecContext) {
		var err error
		counter, err = worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
	})

	expectCheap := func(ctx SpecContext, texts ...string) {
		GinkgoHelper()
		steps, err := counter.Steps(ctx, "markdown", texts...)
		Expect(err).NotTo(HaveOccurred())
		AddReportEntry(fmt.Sprint(steps))
		Expect(steps).To(HaveLen(len(texts)))
		Expect(steps).To(HaveEach(BeNumerically("<", maxSteps)))
		for _, text := range texts {
			if out, ok := drawing().HTML(text, 0); ok {
				Expect(len(out)).To(BeNumerically("<=", maxOutput))
			}
		}
	}

	DescribeTable("of one thing over and over costs little, however often",
		func(ctx SpecContext, unit string) {
			var texts []string
			for n := 64 << 10 / len(unit); n > 100; n /= 2 {
				texts = append(texts, strings.Repeat(unit, n))
			}
			expectCheap(ctx, texts...)
		},
		Entry("open links", "[a]("), Entry("open brackets", "["), Entry("images", "![a]("), Entry("quotes", "> "),
		Entry("quotes without space", ">"), Entry("lists", "- "), Entry("numbered lists", "1. "), Entry("deep lines", "- a\n  "),
		Entry("emphasis", "*a_ "), Entry("strong", "**a "), Entry("code", "`a``b"), Entry("struck", "~~a~"),
		Entry("tags", "<a "), Entry("comments", "<!--"), Entry("closed comments", "<!-- -->"), Entry("instructions", "<?"), Entry("cells", "|a"), Entry("rows", "|-"),
		Entry("references", "[a]: b\n"), Entry("addresses", "http://a"), Entry("mails", "a@a"), Entry("entities", "&amp"), Entry("backslashes", `\`),
		Entry("rules", "---\n"), Entry("fences", "```\n"), Entry("tabs", "\t"), Entry("dots", "www."), Entry("underscores in words", "a_"), Entry("headings", "# a\n"),
		Entry("formulas", "$$x"), Entry("dollars", "$"), Entry("open formulas in lines", "$$x\n"), Entry("whole entities", "&amp;"),
	)

	It("made of pieces by chance costs little", func(ctx SpecContext) {
		r, texts := rand.New(rand.NewPCG(3, 4)), []string{}
		for range 100 {
			texts = append(texts, cut(byChance(r)))
		}
		for _, a := range attacks {
			texts = append(texts, a.text())
		}
		expectCheap(ctx, texts...)
	})

	DescribeTable("costs little",
		func(ctx SpecContext, text string) { expectCheap(ctx, text) },
		Entry("with 20,000 footnotes to one note", strings.Repeat("[^1]", 20_000)+"\n\n[^1]: x"), Entry("with 500 footnotes to one note", strings.Repeat("[^1]", 480)+"\n\n[^1]: x"),
		Entry("with links up to the limit of brackets", strings.Repeat("[a](", 990)), Entry("with images up to the limit of brackets", strings.Repeat("![a](", 999)),
		Entry("with emphasis of two kinds up to the limit", strings.Repeat("*a _b ", 1990)),
		Entry("with diagrams", strings.Repeat("```mermaid\ngraph TD\n"+strings.Repeat("A-->B & C & D & E\n", 40)+"```\n", 60)),
		Entry("with code of one language", "```json\n"+strings.Repeat(`{"a":1},`, 8000)+"\n```"), Entry("with callouts", strings.Repeat("> [!NOTE]\n> x\n\n", 4000)),
		Entry("with tables", strings.Repeat("|a", 4000)+"\n"+strings.Repeat("|-", 4000)), Entry("with HTML that is open", strings.Repeat("<b>", 3900)), Entry("with tasks", strings.Repeat("- [ ] a\n", 480)),
		Entry("with tables of HTML in each other", strings.Repeat("<table><tr><td>", 1300)), Entry("of words", strings.Repeat("word ", 13_000)),
	)
})
