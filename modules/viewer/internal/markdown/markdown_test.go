package markdown_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
)

func html(text string, shift int) htmltest.Nodes {
	GinkgoHelper()
	out, ok := markdown.New().HTML(text, shift)
	Expect(ok).To(BeTrue())
	return htmltest.Parse([]byte(out)).Find("body")
}

var _ = Describe("A description", func() {
	It("is Markdown with tables and struck text", func() {
		page := html("a **b** ~~c~~\n\n|h|\n|-:|\n|d|\n", 0)

		Expect(page.Find("strong").Text()).To(Equal("b"))
		Expect(page.Find("del").Text()).To(Equal("c"))
		Expect(page.Find("td[align=right]").Text()).To(Equal("d"))
	})

	It("keeps the HTML that does no harm", func() {
		page := html("<p>one <b>two</b><br><code>three</code></p>", 0)

		Expect(page.Find("p b").Text()).To(Equal("two"))
		Expect(page.Find("p code").Text()).To(Equal("three"))
	})

	It("has its headings below those of the page", func() {
		page := html("# a\n\n### b\n\n###### c", 2)

		Expect(page.Find("h1")).To(BeEmpty())
		Expect(page.Find("h3").Text()).To(Equal("a"))
		Expect(page.Find("h4").Text()).To(Equal("b"))
		Expect(page.Find("h5").Text()).To(Equal("c"))
	})

	DescribeTable("has its relative links resolved:",
		func(text, want string) {
			link := func(address string) string {
				return map[string]string{"/guides": "https://e.example/guides", "#tag/pets": "../tags/pets", "#x": "javascript:x", "/own": "/own"}[address]
			}
			out, ok := markdown.New().Convert("# A heading\n\n"+text, markdown.Options{Prefix: "p-", Link: link})
			Expect(ok).To(BeTrue())

			_, got, _ := strings.Cut(out, "</a></div>")
			Expect(strings.TrimSpace(got)).To(Equal(want))
		},
		Entry("a path", "[a](/guides)", `<p><a href="https://e.example/guides" rel="nofollow noreferrer">a</a></p>`),
		Entry("a path of the host", "[a](/own)", `<p><a href="/own" rel="nofollow noreferrer">a</a></p>`),
		Entry("a page of the reference", "[*a*](#tag/pets) b", `<p><a href="../tags/pets"><em>a</em></a> b</p>`),
		Entry("a heading of the description", "[a](#a-heading)", `<p><a href="#p-a-heading">a</a></p>`),
		Entry("a heading as another viewer writes it", "[a](#section/A/A-Heading)", `<p><a href="#p-a-heading">a</a></p>`),
		Entry("HTML", `<i><a id=x href='#tag/pets'>a</a></i>`, `<p><i><a href="../tags/pets">a</a></i></p>`),
		Entry("two of which one leads nowhere", "[a](/nowhere) [b](/guides)", `<p>a <a href="https://e.example/guides" rel="nofollow noreferrer">b</a></p>`),
		Entry("what would run", "[a](#x) [b](javascript:x)", `<p>a b</p>`),
		Entry("what stands for a relative address itself", "[a](http://~?javascript%3Ax)", `<p>a</p>`),
	)

	It("links images instead of loading them", func() {
		page := html("![a map](https://e.example/m.png) [![badge](https://e.example/b.png)](https://e.example)", 0)

		Expect(page.Find("img")).To(BeEmpty())
		Expect(page.Find("a").Attributes("href")).To(Equal([]string{"https://e.example/m.png", "https://e.example"}))
		Expect(page.Find("a").Texts()).To(Equal([]string{"a map", "badge"}))
	})

	DescribeTable("that is a plain sentence is the same as the parser would make of it",
		func(text, want string) {
			got, ok := markdown.New().HTML(text, 0)
			Expect(ok).To(BeTrue())
			Expect(got).To(Equal(want))
			through, ok := markdown.New().HTML(text+"\n\n[x]: y", 0) // a definition leaves nothing, but has to be parsed
			Expect(ok).To(BeTrue())
			Expect(htmltest.Parse([]byte(got)).Find("p").Text()).To(Equal(htmltest.Parse([]byte(through)).Find("p").Text()))
		},
		Entry("of words", "The name of a pet.", "<p>The name of a pet.</p>\n"),
		Entry("with quotes", `It's "new" - 5% (max): a/b`, "<p>It&#39;s &#34;new&#34; - 5% (max): a/b</p>\n"),
	)

	It("keeps emphasis, lists and links that look plain at first", func() {
		Expect(html("see www.e.example", 0).Find("a")).To(HaveLen(1))
		Expect(html("1. one", 0).Find("ol li")).To(HaveLen(1))
		Expect(html("- one", 0).Find("ul li")).To(HaveLen(1))
		Expect(html("one\n===", 1).Find("h2")).To(HaveLen(1))
	})

	DescribeTable("makes links of allowed addresses only",
		func(text string, links ...string) {
			page := html(text, 0)

			Expect(page.Find("a").Attributes("href")).To(HaveExactElements(links))
			Expect(page.Text()).NotTo(BeEmpty())
		},
		Entry("https", "[x](https://e.example/)", "https://e.example/"),
		Entry("mail", "[x](mailto:a@e.example)", "mailto:a@e.example"),
		Entry("a bare address", "see https://e.example/a", "https://e.example/a"),
		Entry("javascript", "[x](javascript:alert(1))"),
		Entry("javascript in capitals", "[x](JavaScript:alert(1))"),
		Entry("javascript with an entity", "[x](java&#x73;cript:alert(1))"),
		Entry("data", "[x](data:text/html,x)"),
		Entry("another host without scheme", "[x](//e.example/)"),
		Entry("a relative address", "[x](../y)"),
		Entry("an address with a password", "[x](https://u:p@e.example/)"),
		Entry("an automatic link", "<javascript:x> text"),
		Entry("HTML", `<a href="javascript:x">x</a>`),
	)

	It("that is too large is refused", func() {
		_, ok := markdown.New().HTML(strings.Repeat("word ", 20_000), 0)

		Expect(ok).To(BeFalse())
	})

	It("that becomes too many elements is refused", func() {
		_, ok := markdown.New().HTML(strings.Repeat("- a\n", 9_000), 0)

		Expect(ok).To(BeFalse())
	})

	It("that is refused is refused for the same reason at the next request, without being parsed again", func() {
		c, text := markdown.New(), strings.Repeat("- a\n", 2600)
		_, ok := c.HTML(text, 0)
		Expect(ok).To(BeFalse())

		allocations := testing.AllocsPerRun(5, func() { _, ok = c.HTML(text, 0) })

		Expect(ok).To(BeFalse())
		Expect(allocations).To(BeNumerically("<", 20))
	})

	It("loses headings without a title, and keeps the others", func() {
		page := html("#\n\n# a\n\n## \n", 1)

		Expect(page.Find("h2")).To(HaveLen(1))
		Expect(page.Find("h3")).To(BeEmpty())
	})

	It("makes links of references until their addresses are much longer than the text", func() {
		short := html(strings.Repeat("[a] ", 400)+"\n\n[a]: https://e.example/\n", 0)
		long := html(strings.Repeat("[a] ", 400)+"\n\n[a]: https://e.example/"+strings.Repeat("b", 2000)+"\n", 0)

		Expect(short.Find("a")).To(HaveLen(400))
		Expect(len(long.Find("a"))).To(And(BeNumerically(">", 5), BeNumerically("<", 40)))
	})

	It("with a rule and long underlines is accepted", func() {
		page := html("Title\n"+strings.Repeat("=", 70)+"\n\n"+strings.Repeat("-", 70)+"\n\n"+strings.Repeat("*", 70), 0)

		Expect(page.Find("hr")).To(HaveLen(2))
	})
})

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{"# a", `<p style="color: red">a</p>`, "[a](javascript:x)", "<img src=x onerror=y>", "![a](https://e.example)", "|a|\n|-|\n"} {
		f.Add(seed)
	}
	c := drawing()
	f.Fuzz(func(t *testing.T, text string) {
		out, _ := c.HTML(text, 1)
		for _, n := range htmltest.Parse([]byte(out)).All() {
			for _, a := range n.Attr {
				if strings.HasPrefix(a.Key, "on") || a.Key == "style" || strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:") {
					t.Errorf("%q becomes %q", text, out)
				}
			}
			if n.Data == "script" || n.Data == "img" || n.Data == "h1" {
				t.Errorf("%q becomes %q", text, out)
			}
		}
	})
}
