package constraint_test

import (
	"regexp"
	"strconv"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

var _ = DescribeTable("A pattern is described as ECMAScript says it:",
	func(pattern, want string) {
		set, s := parse("", "pattern:"+strconv.Quote(pattern)), apidoc.Schema{}
		set.Describe(&s, 0)
		got := s.Pattern

		Expect(got).To(Equal(want))
		ours, theirs := regexp.MustCompile(pattern), jsonschema.Pattern(got, 1<<20)
		Expect(theirs).NotTo(BeNil())
		for _, text := range []string{
			"", "a", "A", "b", "ab", "aB", "a b", "a\u00a0b", "a\nb", "a\rb", "a\u2028b", "\n", "0", "42", "_", "é", "É", "ß", "ſ", "K", "\u212a",
			"😀", "a-b", "a]b", "a.b", "a/b", "{", "}", "a{2}", "aa", "aaa", "@", "\x00", "\x07", "\t", "Ж", "^", "$", "a|b", "-", `\`,
		} {
			Expect(theirs.MatchString(text)).To(Equal(ours.MatchString(text)), "%q", text)
		}
	},
	Entry("text", `abc`, `abc`),
	Entry("what both say alike", `^(?:[a-z0-9_.-]+|\d{1,3}?)\.[^\]\w-]*\p{Lu}?$`, `^(?:[a-z0-9_.-]+|\d{1,3}?)\.[^\]\w-]*\p{Lu}?$`),
	Entry("a point", `^a.b$`, `^a[^\n]b$`),
	Entry("any point", `(?s)^a.b$`, `^a[\s\S]b$`),
	Entry("blanks", `^\S+\s\S+$`, `^[^\t\n\f\r ]+[\t\n\f\r ][^\t\n\f\r ]+$`),
	Entry("any case", `(?i)^ab-k$`, `^[Aa][Bb]-[Kk`+"\u212a"+`]$`),
	Entry("any case in a part", `^a(?i:b|c)+$`, `^a[BCbc]+$`),
	Entry("the ends of the text", `\Aa\z`, `^a$`),
	Entry("a group with a name", `^(?P<word>\w+)@?$`, `^(\w+)@?$`),
	Entry("a class by its name", `^[[:alpha:]-]+$`, `^[\-A-Za-z]+$`),
	Entry("a class that begins with its end", `^[]a]$`, `^[\]a]$`),
	Entry("all but a class", `^[^\pL]$`, `^[^\p{L}]$`),
	Entry("a quoted text", `^\Qa.b\E$`, `^a\.b$`),
	Entry("braces that count nothing", `^a{|{}$`, `^a\{|\{\}$`),
	Entry("a needless backslash", `^\@\-$`, `^@-$`),
	Entry("characters that cannot be seen", `^\a|\x{1F600}$`, `^\u0007|😀$`),
	Entry("repetitions of several", `^(?:ab|c.)*?d{2,}$`, `^(?:ab|c[^\n])*?d{2,}$`),
)
