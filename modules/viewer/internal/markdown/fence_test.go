package markdown_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
)

// drawing makes a converter that draws diagrams and formulas.
func drawing() *markdown.Converter {
	return markdown.New(markdown.Fence{Language: "mermaid", Draw: mermaid.Draw}, markdown.Fence{Language: "math", Draw: mathml.Draw})
}

// fenced is a block of the language "x" as a function draws it.
func fenced(draw func(string) (string, bool)) htmltest.Nodes {
	GinkgoHelper()
	out, ok := markdown.New(markdown.Fence{Language: "X", Draw: draw}).HTML("```x\nthe source\n```\n\nafter", 0)
	Expect(ok).To(BeTrue())
	return htmltest.Parse([]byte("<ul><li><div class=in>" + out + "</div></li></ul><b>last</b>"))
}

// always draws the same.
func always(html string) func(string) (string, bool) {
	return func(string) (string, bool) { return html, true }
}

var _ = Describe("A fenced block", func() {
	It("is code where nothing draws it", func() {
		page := html("```mermaid\ngraph TD\nA-->B\n```\n\n$$x^2$$ and $`y`$", 1)

		Expect(page.Find("pre").Text()).To(Equal("graph TD A-->B"))
		Expect(page.Find("svg")).To(BeEmpty())
		Expect(page.Find("math")).To(BeEmpty())
		Expect(page.Find("p").Exact()).To(Equal("$$x^2$$ and $y$"))
	})

	It("is handed over as it was written, and framed", func() {
		var got string
		page := fenced(func(source string) (string, bool) {
			got = source
			return `<svg class="x-a x-b" viewBox="0 0 9 9" role="img" aria-label="A"><g transform="rotate(4 2,1)"><path d="M0 1.5L-2 3" fill="#f00"/></g></svg>`, true
		})

		Expect(got).To(Equal("the source\n"))
		Expect(page.Find("figure.drawn svg.x-a g path").Attributes("d")).To(Equal([]string{"M0 1.5L-2 3"}))
		Expect(page.Find("svg").Attributes("viewBox")).To(Equal([]string{"0 0 9 9"}))
		Expect(page.Find("g").Attributes("transform")).To(Equal([]string{"rotate(4 2,1)"}))
		Expect(page.Find("pre")).To(BeEmpty())
	})

	DescribeTable("keeps of what is drawn only what does no harm:",
		func(drawn, want string) {
			figure := fenced(always(drawn)).Find("figure.drawn")

			Expect(figure.Exact()).To(Equal(want))
			for _, n := range figure.All() {
				Expect(n.Data).NotTo(BeElementOf("script", "style", "iframe", "image", "img", "use", "foreignObject", "animate", "set", "form", "input", "button"))
				for _, a := range n.Attr {
					Expect(a.Key).To(BeElementOf("class", "tabindex", "fill", "d", "href", "rel", "alttext"), a.Val)
					Expect(a.Val).NotTo(ContainSubstring("javascript"))
				}
			}
		},
		Entry("no script", `<svg><script>H()</script><text>a</text></svg>`, "a"),
		Entry("no event", `<svg onload="H()"><text onclick="H()">a</text></svg>`, "a"),
		Entry("no style", `<svg style="x"><style>*{}</style><text style="fill:url(//e)">a</text></svg>`, "a"),
		Entry("no address in a colour", `<svg><path fill="url(https://e.example/x)" d="M0 0"></path></svg>`, ""),
		Entry("no image", `<svg><image href="https://e.example/x"/><use href="#x"/><text>a</text></svg>`, "a"),
		Entry("no HTML in SVG", `<svg><foreignObject><iframe src="https://e.example"></iframe></foreignObject><text>a</text></svg>`, "a"),
		Entry("no animation", `<svg><animate attributeName="href" to="javascript:H()"/><set to="javascript:H()"/><text>a</text></svg>`, "a"),
		Entry("no link that runs", `<math href="javascript:H()"><mi xlink:href="javascript:H()">a</mi></math>`, "a"),
		Entry("no id and no data for scripts", `<p id="main" data-search="x" name="y">a</p>`, "a"),
		Entry("no class of the page", `<p class="reference">a</p>`, "a"),
		Entry("no class of the page behind one of its own", `<p class="x-a reference">a</p>`, "a"),
		Entry("no form", `<form action="https://e.example"><input name="a"><button>b</button></form>c`, "bc"),
		Entry("no style that hides in a namespace", `<math><mtext><table><mglyph><style><img src=x onerror=H()></style></mglyph></table></mtext></math>`, ""),
		Entry("a link of the web", `<a href="https://e.example/">a</a>`, "a"),
	)

	DescribeTable("ends where it ends, whatever is drawn:",
		func(drawn string) {
			page := fenced(always(drawn))

			Expect(page.Find("div.in p").Text()).To(Equal("after"))
			Expect(page.Find("div.in figure")).To(HaveLen(1))
			Expect(page.Find("ul li")).To(HaveLen(1 + strings.Count(drawn, "<li>")))
			Expect(page.Find("div.in b")).To(BeEmpty())
		},
		Entry("open", "<ul><i>x"), Entry("closed", "</figure></div></li></ul>x"), Entry("an item", "<li>x"), Entry("open SVG", "<svg><g><text>x"), Entry("a cell", "<td>x</table>"),
		Entry("a formula that is left", "<math><mi>x<li>y</li>"),
	)

	It("is code when it cannot be drawn, or nothing of it is left", func() {
		for _, draw := range []func(string) (string, bool){
			func(string) (string, bool) { return "<p>half", false }, always(""), always("<script>x</script>"), always(strings.Repeat("<p>x</p>", 100_000)), always(strings.Repeat("<p>", 1600)), nil,
		} {
			page := fenced(draw)
			Expect(page.Find("pre").Text()).To(Equal("the source"))
			Expect(page.Find("figure")).To(BeEmpty())
		}
	})

	It("is drawn by the last one that was given, and by none after nil", func() {
		first, second := markdown.Fence{Language: "x", Draw: always("first")}, markdown.Fence{Language: "X", Draw: always("second")}
		of := func(fences ...markdown.Fence) string {
			out, _ := markdown.New(fences...).HTML("```x\ncode\n```", 0)
			return htmltest.Parse([]byte(out)).Text()
		}

		Expect(of(first, second)).To(Equal("second"))
		Expect(of(first, markdown.Fence{Language: "x"})).To(Equal("code"))
	})

	It("is drawn a bounded number of times, from a bounded source", func() {
		calls, longest := 0, 0
		c := markdown.New(markdown.Fence{Language: "x", Draw: func(source string) (string, bool) {
			calls++
			longest = max(longest, len(source))
			return "drawn", true
		}})

		_, ok := c.HTML(strings.Repeat("```x\na\n```\n", 60)+"```x\n"+strings.Repeat("a", markdown.MaxFence)+"\n```", 0)

		Expect(ok).To(BeTrue())
		Expect([]int{calls, longest}).To(Equal([]int{40, 2}))
	})

	It("is drawn no more once much has been drawn", func() {
		calls := 0
		c := markdown.New(markdown.Fence{Language: "x", Draw: func(string) (string, bool) {
			calls++
			return "<p>" + strings.Repeat("x", 60<<10) + "</p>", true
		}})

		out, ok := c.HTML(strings.Repeat("```x\na\n```\n", 10), 0)

		Expect(ok).To(BeTrue())
		Expect(fmt.Sprint(calls, strings.Count(out, "<figure"), strings.Count(out, "<pre"))).To(Equal("2 1 9"))
	})

	It("in a line is one formula and nothing else", func() {
		c := markdown.New(markdown.Fence{Language: "math", Draw: func(source string) (string, bool) { return source, true }})
		out, ok := c.HTML("a $`<math><mi>x</mi></math>`$ b $`<li>y</li>`$ c $`<math></math><li><math></math>`$", 0)

		Expect(ok).To(BeTrue())
		page := htmltest.Parse([]byte(out))
		Expect(page.Find("p math")).To(HaveLen(1))
		Expect(page.Find("li")).To(BeEmpty())
		Expect(page.Find("p code")).To(HaveLen(2))
	})

	It("leaves headings their anchors, which search links to without drawing", func() {
		text := "## The $$x^2$$ of $`y`$"
		drawnHeadings, _ := drawing().Headings(text)
		plain, _ := markdown.New().Headings(text)

		Expect(drawnHeadings[0].ID).To(Equal(plain[0].ID))
	})
})
