package markdown_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
)

var _ = DescribeTable("Relink changes",
	func(text, want string) {
		change := func(address string) string {
			if rest, ok := strings.CutPrefix(address, "/"); ok {
				return "https://e.example/" + rest
			}
			return ""
		}

		Expect(markdown.Relink(text, change)).To(Equal(want))
	},
	Entry("a link", "see [a](/b) and [c](d)", "see [a](https://e.example/b) and [c](d)"),
	Entry("a link with a title", `[a](/b "A title")`, `[a](https://e.example/b "A title")`),
	Entry("an address in angle brackets", "[a](</b c>)", "[a](<https://e.example/b c>)"),
	Entry("an address with brackets", "[a](/b(c)d) e)", "[a](https://e.example/b(c)d) e)"),
	Entry("an address with an entity", "[a](/b?c&amp;d)", "[a](https://e.example/b?c&d)"),
	Entry("an image, and the link around it", "[![a](/b)](/c)", "[![a](https://e.example/b)](https://e.example/c)"),
	Entry("a definition", "[a][b]\n\n[b]: /c 'title'\n", "[a][b]\n\n[b]: https://e.example/c 'title'\n"),
	Entry("HTML", `<A class="x" href='/b?c&amp;d'>e</A>`, `<A class="x" href='https://e.example/b?c&amp;d'>e</A>`),
	Entry("no code", "`[a](/b)` ``[a](/b) ` [a](/b)`` [a](/b)", "`[a](/b)` ``[a](/b) ` [a](/b)`` [a](https://e.example/b)"),
	Entry("what follows a backtick that nothing ends", "a ` [a](/b)", "a ` [a](https://e.example/b)"),
	Entry("no block of code", "```md\n[a](/b)\n``\n````\n[a](/b)\n", "```md\n[a](/b)\n``\n````\n[a](https://e.example/b)\n"),
	Entry("no block of code that nothing ends", "~~~\n[a](/b)", "~~~\n[a](/b)"),
	Entry("nothing that is escaped", `\[a\](/b)`, `\[a\](/b)`),
	Entry("nothing in angle brackets that another one is in", "[a](</b</c>)", "[a](</b</c>)"),
	Entry("nothing without an address", "[a]() [b](", "[a]() [b]("),
)
