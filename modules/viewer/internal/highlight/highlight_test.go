package highlight_test

import (
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// marked writes spans as "class:text" for those with a class.
func marked(language, code string) []string {
	list := []string{}
	for _, s := range highlight.Spans(language, code, 1000) {
		if s.Class != "" {
			list = append(list, strings.TrimPrefix(s.Class, "t-")+":"+s.Text)
		}
	}
	return list
}

var _ = DescribeTable("Code has its colours in",
	func(language, code string, want ...string) {
		Expect(marked(language, code)).To(HaveExactElements(want))
	},
	Entry("JSON", "json", `{"a": [1.5, "b", null]}`, `name:"a"`, "number:1.5", `string:"b"`, "word:null"),
	Entry("JSON that is cut", "json", `{"a": "b`, `name:"a"`, `string:"b`),
	Entry("YAML", "yml", "a-b: 'c' # d\ne: true", "name:a-b", "string:'c'", "comment:# d", "name:e", "word:true"),
	Entry("a shell", "bash", "curl -X POST --data '{\n}' \"$URL\" # go", "word:curl", "name:-X", "name:--data", "string:'{\n}'", `string:"$URL"`, "comment:# go"),
	Entry("a shell with an apostrophe in a text", "sh", `curl 'it'\''s' --a 'b'`, "word:curl", "string:'it'", "string:'s'", "name:--a", "string:'b'"),
	Entry("a shell with a backslash in a text", "sh", `--a 'b\' --c`, "name:--a", `string:'b\'`, "name:--c"),
	Entry("a shell with variables", "sh", "echo $HOME ${A}", "word:echo", "name:$HOME", "name:${A}"),
	Entry("HTTP", "http", "GET /a HTTP/1.1\nHost: e.example\n\n{\"a\":1}", "word:GET", "name:Host", `name:"a"`, "number:1"),
	Entry("Go", "go", "func f() { // x\n\treturn `a\nb` }", "word:func", "comment:// x", "word:return", "string:`a\nb`"),
	Entry("TypeScript", "ts", "const a: string = 'x'; /* y */", "word:const", "name:a", "word:string", "string:'x'", "comment:/* y */"),
	Entry("Python", "python", "@a\ndef f():\n  \"\"\"x\ny\"\"\"", "name:@a", "word:def", "string:\"\"\"x\ny\"\"\""),
	Entry("HTML", "html", `<a href="x">y &amp;</a><!-- z -->`, "word:a", "name:href", `string:"x"`, "number:&amp;", "word:a", "comment:<!-- z -->"),
	Entry("SQL", "sql", "SELECT 1 -- x", "word:SELECT", "number:1", "comment:-- x"),
	Entry("a difference", "diff", "-a\n+b\n c", "removed:-a\n", "added:+b\n"),
	Entry("a language that is not known", "x\" onmouseover=\"H()", "if 1"),
)

var _ = Describe("Code", func() {
	It("is one span beyond the limit", func() {
		spans := highlight.Spans("json", strings.Repeat("[1,", 1000), 5)

		Expect(spans).To(HaveLen(5))
		Expect(spans[4].Class).To(BeEmpty())
	})

	It("of any kind takes twice the steps when it is twice as long", func(ctx SpecContext) {
		counter, err := worktest.Build(ctx, GinkgoT().TempDir())
		Expect(err).NotTo(HaveOccurred())
		for _, unit := range []string{"\"", "/*", "<a ", "<!--", "'''", "${", "&", "#", "`", "@", "--", "a ", "a:"} {
			steps, err := counter.Steps(ctx, "highlight", strings.Repeat(unit, 15_000), strings.Repeat(unit, 30_000))

			Expect(err).NotTo(HaveOccurred())
			Expect(steps[1]).To(BeNumerically("<", 2*steps[0]+1000), unit)
		}
	})
})

func FuzzSpans(f *testing.F) {
	for _, l := range []string{"json", "yaml", "shell", "http", "go", "js", "python", "html", "diff", "php", "css"} {
		f.Add(l, "a: \"b\" // c\n<d e='f'>${g}")
	}
	f.Fuzz(func(t *testing.T, language, text string) {
		var b strings.Builder
		for _, s := range highlight.Spans(language, text, 50) {
			b.WriteString(s.Text)
		}
		if b.String() != text {
			t.Errorf("the spans of %d bytes have %d", len(text), b.Len())
		}
	})
}
