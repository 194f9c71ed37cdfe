package markdown_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
)

func converted(text string, o markdown.Options) htmltest.Nodes {
	GinkgoHelper()
	out, ok := drawing().Convert(text, o)
	Expect(ok).To(BeTrue())
	return htmltest.Parse([]byte(out)).Find("body")
}

var _ = Describe("GitHub's Markdown", func() {
	DescribeTable("has callouts",
		func(kind, title string) {
			page := html("> [!"+kind+"]\n> Mind the **gap**.\n>\n> - one\n", 1)

			Expect(page.Find("blockquote")).To(BeEmpty())
			Expect(page.Find("div.alert-" + strings.ToLower(kind)).Attributes("role")).To(Equal([]string{"note"}))
			Expect(page.Find("p.alert-title").Text()).To(Equal(title))
			Expect(page.Find("div.alert").Text()).To(Equal(title + " Mind the gap . one"))
			Expect(page.Find("div.alert li")).To(HaveLen(1))
		},
		Entry("NOTE", "NOTE", "Note"), Entry("TIP", "TIP", "Tip"), Entry("IMPORTANT", "IMPORTANT", "Important"), Entry("WARNING", "WARNING", "Warning"), Entry("CAUTION", "CAUTION", "Caution"),
	)

	It("leaves other quotes what they are", func() {
		Expect(html("> [!NOPE]\n> x", 1).Find("blockquote").Text()).To(Equal("[!NOPE] x"))
		Expect(html("> [!NOTE] x", 1).Find("blockquote")).To(HaveLen(1))
	})

	It("has code in colours, with classes alone", func() {
		page := html("```json\n{\"a\": 1} <b>\n```\n\n    indented <i>\n\n```nope\n<u>\n```", 1)

		Expect(page.Find("pre code span.t-name").Text()).To(Equal(`"a"`))
		Expect(page.Find("pre").Attributes("tabindex")).To(Equal([]string{"0", "0", "0"}), "what scrolls can be reached by keyboard")
		Expect(page.Find("pre").Texts()).To(Equal([]string{`{ "a" : 1 } <b>`, "indented <i>", "<u>"}))
		Expect(page.Find("b")).To(BeEmpty())
	})

	It("has diagrams and formulas without a script", func() {
		page := converted("```mermaid\ngraph TD\nA-->B\n```\n\n$$\n\\frac{a}{b}\n$$\n\nInline $$x^2$$ and $`y`$ for $5 or $6.\n\n```math\n\\sqrt{2}\n```", markdown.Options{})

		Expect(page.Find("figure.drawn svg text").Texts()).To(Equal([]string{"A", "B"}))
		Expect(page.Find("figure.drawn math mfrac")).To(HaveLen(1))
		Expect(page.Find("figure.drawn math msqrt")).To(HaveLen(1))
		Expect(page.Find("figure math").Attributes("display")).To(Equal([]string{"block", "block"}))
		Expect(page.Find("p math")).To(HaveLen(2))
		Expect(page.Find("p math[display]")).To(BeEmpty())
		Expect(page.Find("p").Text()).To(ContainSubstring("for $5 or $6."))
	})

	It("shows the source of what cannot be drawn", func() {
		page := converted("```mermaid\ngantt\ntitle x\n```\n\n$$\\unknown{x}$$\n\n$$ open", markdown.Options{})

		Expect(page.Find("svg")).To(BeEmpty())
		Expect(page.Find("pre").Text()).To(Equal("gantt title x"))
		Expect(page.Text()).To(And(ContainSubstring(`\unknown{x}`), ContainSubstring("$$ open")))
	})

	It("has tasks and footnotes", func() {
		page := converted("- [x] a\n- [ ] b\n\nText[^n] and again[^n].\n\n[^n]: The note.", markdown.Options{Prefix: "p-"})

		Expect(page.Find("input[type=checkbox]").Attributes("aria-label")).To(Equal([]string{"done", "to do"}))
		Expect(page.Find("sup a").Attributes("href")).To(Equal([]string{"#p--note-1", "#p--note-1"}))
		Expect(page.Find("section.footnotes li").Attributes("id")).To(Equal([]string{"p--note-1"}))
		for _, back := range page.Find("section.footnotes a").Attributes("href") {
			Expect(page.Find("[id=" + back[1:] + "]")).To(HaveLen(1))
		}
	})

	It("has footnotes whose anchors are those of no heading", func() {
		page := converted("# Note 1\n\n# Ref 1\n\n# Ref 1 1\n\nText[^n] and again[^n].\n\n[^n]: The note.", markdown.Options{Prefix: "p-"})

		ids := page.Find("[id]").Attributes("id")
		Expect(ids).To(HaveLen(6))
		for _, id := range ids {
			Expect(page.Find("[id="+id+"]")).To(HaveLen(1), id)
		}
	})
})

var _ = Describe("A description", func() {
	It("has headings in order with anchors of its own", func() {
		page := converted("### First\n\n##### Deep\n\n# Second\n\n## First\n\n## `code` & more", markdown.Options{Shift: 1, Prefix: "d-"})

		var levels []string
		for _, n := range page.All() {
			if len(n.Data) == 2 && n.Data[0] == 'h' && n.Data != "hr" {
				levels = append(levels, n.Data+" "+htmltest.Attribute(n, "id"))
			}
		}
		Expect(levels).To(Equal([]string{"h2 d-first", "h3 d-deep", "h2 d-second", "h3 d-first--2", "h3 d-code-more"}))
		Expect(page.Find("a.heading-link").Attributes("href")).To(Equal([]string{"#d-first", "#d-deep", "#d-second", "#d-first--2", "#d-code-more"}))
	})

	It("has headings whose names are their texts, with the anchors beside them", func() {
		page := converted("## First\n\n- ## A *b* & \"c\"", markdown.Options{Shift: 1, Prefix: "d-"})

		Expect(page.Find("h2 .heading-link, h3 .heading-link")).To(BeEmpty())
		Expect(page.Find("div.titled a.heading-link").Attributes("href")).To(Equal([]string{"#d-first", "#d-a-b-c"}))
		Expect(page.Find("a.heading-link").Attributes("aria-label")).To(Equal([]string{"Link to First", `Link to A b & "c"`}))
		Expect(page.Find("li div.titled h2").Text()).To(Equal(`A b & "c"`))
	})

	It("has tables that scroll on their own", func() {
		page := html("|a|\n|-|\n|b|\n", 1)

		Expect(page.Find("div.table-frame table td").Text()).To(Equal("b"))
		Expect(page.Find("div.table-frame").Attributes("tabindex")).To(Equal([]string{"0"}))
		Expect(page.Find("div.table-frame").Attributes("aria-label")).To(Equal([]string{"Table"}))
	})

	It("shows images of the hosts that are named, and links others", func() {
		page := converted("![a \"map\"](https://img.example/m.png) ![b](https://other.example/b.png) [![c](https://img.example/c.png)](https://x.example)",
			markdown.Options{ImageHosts: []string{"img.example"}})

		Expect(page.Find("img").Attributes("src")).To(Equal([]string{"https://img.example/m.png", "https://img.example/c.png"}))
		Expect(page.Find("img").Attributes("alt")).To(Equal([]string{`a "map"`, "c"}))
		Expect(page.Find("img").Attributes("referrerpolicy")).To(Equal([]string{"no-referrer", "no-referrer"}))
		Expect(page.Find("a").Attributes("href")).To(Equal([]string{"https://other.example/b.png", "https://x.example"}))
	})

	It("ends where it ends, whatever its HTML opens and closes", func() {
		for _, text := range []string{"</p></li></ul></div> x", "<ul><li><b> x", "> [!NOTE]\n> </blockquote></div> x <ul>", "|</table></div>|\n|-|\n", "<table><tr><td>\n\n```\nx\n```\n"} {
			out, ok := markdown.New().Convert(text, markdown.Options{})
			Expect(ok).To(BeTrue())

			page := htmltest.Parse([]byte("<ul><li><div class=in>" + out + "</div></li><li class=after>after</li></ul>"))

			Expect(page.Find("body ul li.after")).To(HaveLen(1), text)
			Expect(page.Find("div.in li.after")).To(BeEmpty(), text)
			Expect(page.Find("body")[0].FirstChild.Data).To(Equal("ul"))
			Expect(page.Find("body")[0].FirstChild.NextSibling).To(BeNil(), text)
		}
	})

	It("cannot forge what we write ourselves", func() {
		page := html("\uE0000\uE001 \uE002 **\uE0001\uE001** <a href=\"https://e.example/\uE0000\uE001\">x</a>\n\n```json\n{\"secret\": 1}\n```", 1)

		Expect(page.Find("pre")).To(HaveLen(1))
		Expect(page.Find("p pre")).To(BeEmpty())
		Expect(page.Find("p").Text()).To(ContainSubstring("\uFFFD"))
	})
})
