package tree_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

var _ = Describe("ParseJSON", func() {
	It("keeps order, spelling and place", func() {
		root, _, err := tree.ParseJSON("{\n  \"b\": [1.50, true, null],\n  \"a\": {\"x\": \"y\"}\n}", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		Expect(string(tree.JSON(root))).To(Equal(`{"b":[1.50,true,null],"a":{"x":"y"}}`))
		x := tree.Get(tree.Get(root, "a"), "x")
		Expect([]int{x.Line(), x.Column()}).To(Equal([]int{3, 14}))
		Expect([]int{root.Line(), root.Column()}).To(Equal([]int{1, 1}))
	})

	DescribeTable("reads escapes",
		func(text, want string) {
			n, _, err := tree.ParseJSON(text, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
			Expect(tree.Text(n)).To(Equal(want))
		},
		Entry("simple ones", `"\"\\\/\b\f\n\r\t"`, "\"\\/\b\f\n\r\t"),
		Entry("a letter", `"a\u00e9b"`, "aéb"),
		Entry("a surrogate pair", `"\ud83d\ude00!"`, "😀!"),
		Entry("half a pair", `"\ud83d!"`, "\uFFFD!"),
		Entry("two halves in the wrong order", `"\ude00\ud83d"`, "\uFFFD\uFFFD"),
	)

	DescribeTable("points at what is wrong",
		func(text string, line, column int, message string) {
			_, _, err := tree.ParseJSON(text, tree.Limits{Depth: 3, Nodes: 8})

			Expect(err).To(Equal(&tree.Error{Line: line, Column: column, Message: message}))
		},
		Entry("nothing", "", 1, 1, "the text ends where a value is expected"),
		Entry("a comma at the end of a list", "[1,\n]", 1, 3, "a comma before ']'; remove it"),
		Entry("a name without quotes", "{a:1}", 1, 2, "'a' where a name in double quotes is expected"),
		Entry("a name without colon", `{"a" 1}`, 1, 6, "'1' where a colon is expected"),
		Entry("single quotes", "['a']", 1, 2, "JSON uses double quotes; a value is expected here"),
		Entry("a number with a leading zero", "01", 1, 1, "this is not a number as JSON writes it"),
		Entry("a line break in a string", "\"a\nb\"", 1, 3, `a control character in a string; write it as an escape such as \n`),
		Entry("an unknown escape", `"\x"`, 1, 2, "JSON has no such escape"),
		Entry("too much depth", "[[[[", 1, 4, "nested deeper than 3 levels"),
		Entry("too many values", "[1,2,3,4,5,6,7,8]", 1, 16, "more than 8 values"),
	)
})

var _ = Describe("A string", func() {
	It("ends at its quote, wherever that stands", func() {
		for length := range 40 {
			for _, c := range []string{"a", "é", "\x7f", "!", "#", "[", "]"} { // the neighbours of what ends a run, and what has the highest bit
				text := strings.Repeat(c, length)
				root, _, err := tree.ParseJSON(`["`+text+`",1]`, tree.Limits{})

				Expect(err).NotTo(HaveOccurred(), text)
				Expect(tree.Text(root.Content()[0])).To(Equal(text))
			}
		}
	})

	It("is refused at its first control character, wherever that stands", func() {
		for length := range 40 {
			for _, c := range []string{"\x00", "\t", "\x1f"} {
				_, _, err := tree.ParseJSON(`"`+strings.Repeat("z", length)+c+`\\`+strings.Repeat(c, 9)+`"`, tree.Limits{})

				Expect(err).To(HaveField("Column", length+2))
			}
		}
	})
})

var _ = Describe("What may be the name of a member of YAML", func() {
	const refusal = "more than 10000 values and signs that may all be the name of one member; " +
		"begin brackets on the line of their name, as in 'name: {', or write what they hold in lines of its own"

	DescribeTable("is refused, with its line, when it is longer than any name",
		func(text string, line int) {
			_, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).To(MatchError(&tree.Error{Line: line, Message: refusal}))
		},
		Entry("tags and anchors in a row", "a: 1\nb:\n- "+strings.Repeat("!a &b ", 5001)+"\n", 3),
		Entry("brackets in a line of their own", "a:\n  {"+strings.Repeat("b: 1, ", 2100)+"}\n", 2),
		Entry("brackets in a list", "a:\n- ["+strings.Repeat("1,", 5100)+"]\n", 2),
		Entry("brackets in brackets", "# a\n{a: [[\n"+strings.Repeat("1,", 5100)+"]]}\n", 2),
		Entry("brackets behind a text of two lines", "a: {b\n c{d}: {"+strings.Repeat("e: {f: 1},", 2000)+"}}\n", 1),
		Entry("brackets behind texts that hold brackets", "a: 'it''s }'\nb: \"\\\"{\"\nc: |\n  {\n # [\nd: a {\n  [\ne:\n- {"+strings.Repeat("b: 1, ", 2100)+"}\n", 9),
	)

	DescribeTable("is read where nothing longer may be a name",
		func(text string) {
			_, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
		},
		Entry("brackets on the line of their name", "a: {"+strings.Repeat("b: 1, ", 20_000)+"}\n"),
		Entry("brackets around all of it", "# one\n\n {a: {"+strings.Repeat("b: [1, {c: 2}],\n", 20_000)+"}}\n"),
		Entry("short ones in a list", "a:\n"+strings.Repeat("- {b: 1, c: [2]}\n", 20_000)),
		Entry("names and values in lines of their own", "a:\n"+strings.Repeat("- b: 1\n  'c': \"2\"\n  d:\n  - !!str e\n", 10_000)),
		Entry("brackets and signs in a text in lines of its own", "a: |\n"+strings.Repeat("  {[ !a &b\n\n  c !d &e '\" "+strings.Repeat("!f ", 900)+"\n", 20)+"b: >2-\n   {\n  "+strings.Repeat("[ ", 20_000)),
		Entry("brackets in a plain text of many lines", "a:\n  b: it is\n    {so, [so\n    "+strings.Repeat("and so, {\n    ", 20_000)+"\n"),
		Entry("brackets in quotes", "a:\n- '{ ''"+strings.Repeat(" [,\n", 20_000)+"'\n- \"{\\\"\\"+strings.Repeat(" [,\n", 20_000)+"\"\n"),
		Entry("brackets in comments and in a second document", "a: 1 # {\n#[\n---\n["+strings.Repeat("1,", 20_000)+"]\n"),
		Entry("more of them in a longer text", "a:\n  {"+strings.Repeat("bbbbbbbbbb: cccccccccccccccccccccccccccccc, ", 3000)+"}\nd: '"+strings.Repeat("e", 1_000_000)+"'\n"),
	)
})

var _ = Describe("YAML in brackets", func() {
	It("has its places", func() {
		root, err := tree.ParseYAML("# one\n\n  {a: 1, b:\n [2]}\n", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		b := tree.Get(root, "b")
		Expect([]int{root.Line(), root.Column(), root.Content()[2].Line(), root.Content()[2].Column(), b.Line(), b.Column()}).To(Equal([]int{3, 3, 3, 10, 4, 2}))
	})

	DescribeTable("is refused with the place",
		func(text string, line, column int) {
			_, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).To(And(HaveField("Line", line), HaveField("Column", column)))
		},
		Entry("in its first line", "# one\n {a: 1} b", 2, 9),
		Entry("in a later line", "# one\n {a: 1,\n  b c]}", 3, 6),
	)
})

var _ = Describe("The place of a node of YAML", func() {
	It("is told in bytes of its line, as that of JSON is", func() {
		const line = `{"ä": 1, 😀: [é, x], b: 2}`
		for _, text := range []string{line, "ü:\r\n  ö: é\r  v: " + line + "\n", "# ä\n  " + line} {
			root, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
			if v := tree.Get(root, "ü"); v != nil {
				root = tree.Get(v, "v")
			}
			Expect(root.Column() - 1).To(Equal(len(text[:strings.Index(text, line)]) - 1 - strings.LastIndexAny(text[:strings.Index(text, line)], "\r\n")))
			for _, place := range []struct {
				n    *tree.Node
				text string
			}{{tree.Get(root, "ä"), "1, "}, {tree.Get(root, "😀"), "[é"}, {tree.Get(root, "😀").Content()[1], "x]"}, {tree.Get(root, "b"), "2}"}} {
				Expect(place.n.Column() - root.Column()).To(Equal(strings.Index(line, place.text)))
			}
		}
	})

	It("is told in bytes by an error", func() {
		_, err := tree.ParseYAML("a: 1\nb: [é, ü] é: 1\n", tree.Limits{})

		Expect(err).To(And(HaveField("Line", 2), HaveField("Column", len("b: [é, ü] é")+1)))
	})
})

var _ = Describe("Directives of YAML", func() {
	DescribeTable("do not stand in the way of a text",
		func(directives string) {
			text := directives + "---\na: {b: 1}\n"
			root, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
			b := tree.Get(tree.Get(root, "a"), "b")
			Expect([]int{b.Line(), b.Column()}).To(Equal([]int{strings.Count(text, "\n"), 8}))
		},
		Entry("the version of today", "%YAML 1.2\n"),
		Entry("another version, which is read as that of today (YAML 1.2, section 6.8.1)", "%YAML 1.1\r\n"),
		Entry("a later one", "\n# one\n%YAML\t1.3 # two\n"),
		Entry("tags", "%TAG ! tag:example.com,2026:\n%YAML 1.2\n"),
		Entry("an unknown one (section 6.8)", "%FOO bar baz\n"),
	)

	DescribeTable("are refused",
		func(text string, line int) {
			_, err := tree.ParseYAML(text, tree.Limits{})

			Expect(err).To(HaveField("Line", line))
		},
		Entry("with a version that is to come", "# one\n%YAML 2.0\n---\na: 1\n", 2),
		Entry("inside of a text", "a: 1\n%YAML 1.2\n", 2),
		Entry("before a text that no marker begins", "%FOO bar\na: 1\n", 1),
	)
})

// What ended a line in YAML 1.1, and is a character like any other since 1.2 (section 5.4).
var _ = Describe("A separator of lines of YAML 1.1", func() {
	for _, separator := range []string{"\u0085", "\u2028", "\u2029"} {
		It(fmt.Sprintf("is a part of any text and ends no line: %+q", separator), func() {
			for _, style := range []string{"plain one%stwo", "'one%stwo'", `"one%stwo"`, "|\n    one%stwo\n    three", ">-\n    one%stwo\n    three", "# one%s[two\n    three"} {
				text := "a:\n  b: " + fmt.Sprintf(style, separator) + "\n  c%[1]sd: {e%[1]s: x}\n"
				text = strings.ReplaceAll(text, "%[1]s", separator)
				root, err := tree.ParseYAML(text, tree.Limits{})

				Expect(err).NotTo(HaveOccurred(), text)
				a := tree.Get(root, "a")
				if !strings.HasPrefix(style, "#") {
					Expect(tree.Text(tree.Get(a, "b"))).To(ContainSubstring("one" + separator + "two"))
				}
				x := tree.Get(tree.Get(a, "c"+separator+"d"), "e"+separator)
				Expect(tree.Text(x)).To(Equal("x"))
				Expect(x.Line()).To(Equal(strings.Count(text, "\n")))
				Expect(x.Column()).To(Equal(len("  cd: {e: ") + 2*len(separator) + 1))
			}
		})
	}

	It("leaves characters for private use as they are, in escapes too", func() {
		root, err := tree.ParseYAML("a: [\"\\uE000\\U0000e001\u2028\", '\ue002\ue003\u2029', \u0085]\n", tree.Limits{})

		Expect(err).NotTo(HaveOccurred())
		var texts []string
		for _, n := range tree.Get(root, "a").Content() {
			texts = append(texts, tree.Text(n))
		}
		Expect(texts).To(Equal([]string{"\ue000\ue001\u2028", "\ue002\ue003\u2029", "\u0085"}))
	})

	It("is refused beside all characters for private use", func() {
		var all strings.Builder
		for r := '\ue000'; r <= '\uf8ff'; r++ {
			all.WriteRune(r)
		}
		_, err := tree.ParseYAML("a: \u2028 "+all.String(), tree.Limits{})

		Expect(err).To(MatchError(ContainSubstring("write it as an escape")))
	})
})

var _ = Describe("A plain scalar of YAML", func() {
	DescribeTable("is written in JSON by the core schema",
		func(yaml, want string) {
			root, err := tree.ParseYAML("v: "+yaml, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
			Expect(string(tree.JSON(tree.Get(root, "v")))).To(Equal(want))
		},
		Entry("yes", "yes", `"yes"`), Entry("no", "no", `"no"`), Entry("on", "on", `"on"`), Entry("y", "y", `"y"`),
		Entry("true", "true", "true"), Entry("TRUE", "TRUE", "true"), Entry("False", "False", "false"), Entry("tRue", "tRue", `"tRue"`),
		Entry("nothing", "", "null"), Entry("a tilde", "~", "null"), Entry("Null", "Null", "null"),
		Entry("an integer of any size", "123456789012345678901234567890", "123456789012345678901234567890"),
		Entry("a fraction with zeros at its end", "1.500", "1.500"), Entry("an exponent", "1e400", "1e400"), Entry("E", "1E+2", "1E+2"),
		Entry("a plus sign", "+1", "1"), Entry("no digit before the point", ".5", "0.5"), Entry("none behind it", "1.", "1"),
		Entry("leading zeros", "0012", "12"), Entry("only zeros", "000", "0"), Entry("hexadecimal", "0xfF", "255"), Entry("octal", "0o17", "15"),
		Entry("an old octal", "017", "17"), Entry("binary", "0b1", `"0b1"`), Entry("underscores", "1_000", `"1_000"`),
		Entry("a negative hexadecimal", "0x-1", `"0x-1"`),
		Entry("sexagesimal", "12:30", `"12:30"`), Entry("a date", "2024-01-31", `"2024-01-31"`), Entry("a version", "1.2.3", `"1.2.3"`),
		Entry("infinity", ".inf", `".inf"`), Entry("no number", ".nan", `".nan"`), Entry("a point", ".", `"."`), Entry("a minus", "-x", `"-x"`),
		Entry("a quoted number", "'5'", `"5"`), Entry("a quoted null", `"null"`, `"null"`), Entry("a block", "|\n  5\n", `"5\n"`),
		Entry("tagged text", "!!str 5", `"5"`), Entry("a tagged integer", "!!int 5", "5"), Entry("a tag of one's own", "!money 5", `"5"`),
		Entry("binary data", "!!binary aGk=", `"aGk="`),
		Entry("control characters", `"\x01\t"`, `"\u0001\t"`),
	)
})

var _ = Describe("An index", func() {
	root, _, _ := tree.ParseJSON(`{"a/b":{"c~d":[{"":1},2]},"%25":3,"p q":4}`, tree.Limits{})

	DescribeTable("finds what a reference leads to",
		func(ref, want string) {
			Expect(string(tree.JSON(tree.NewIndex(root).Find(ref)))).To(Equal(want))
		},
		Entry("escaped names", "#/a~1b/c~0d/1", "2"),
		Entry("an empty name", "#/a~1b/c~0d/0/", "1"),
		Entry("percent-encoding", "#/p%20q", "4"),
		Entry("an encoded percent sign", "#/%2525", "3"),
		Entry("an index that is no number", "#/a~1b/c~0d/x", ""),
		Entry("an index too far", "#/a~1b/c~0d/2", ""),
		Entry("a member of text", "#/p%20q/x", ""),
		Entry("an anchor", "#a", ""),
		Entry("another document", "other.json#/a", ""),
	)
})

var _ = DescribeTable("SecondDocument finds the line of the second document",
	func(text string, line int) {
		Expect(tree.SecondDocument(text)).To(Equal(line))
	},
	Entry("one document", "a: 1\n", 0),
	Entry("one that is marked", "---\na: 1\n", 0),
	Entry("one behind directives and comments", "%YAML 1.1\n# x\n---\na: 1\n...\n", 0),
	Entry("two", "a: 1\n---\nb: 2\n", 2),
	Entry("two that are marked", "---\na: 1\n---\nb: 2\n", 3),
	Entry("dashes in text", "a: |\n  ---\n  x\nb: ---x\n", 0),
)

var _ = Describe("a name that occurs twice", func() {
	names := func(n int, more ...string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"name %d":0,`, i)
		}
		for _, name := range more {
			fmt.Fprintf(&b, `%q:0,`, name)
		}
		return "{" + strings.TrimSuffix(b.String(), ",") + "}"
	}

	DescribeTable("is told of a text",
		func(text string, want bool) {
			root, repeats, err := tree.ParseJSON(text, tree.Limits{})

			Expect(err).NotTo(HaveOccurred())
			Expect(repeats).To(Equal(want))
			Expect(tree.Repeats(root)).To(Equal(want && text[0] == '{'))
		},
		Entry("without any", `{"a":1,"b":{"a":1},"":2}`, false),
		Entry("of a list", `["a","a"]`, false),
		Entry("at its top", `{"a":1,"b":2,"a":3}`, true),
		Entry("the empty one", `{"":1,"":2}`, true),
		Entry("further down", `[1,{"a":1,"a":2},{"b":1}]`, true),
		Entry("spelled in two ways", `{"a":1,"\u0061":2}`, true),
		Entry("of an object of 64 members", names(63, "name 0"), true),
		Entry("of an object of 65 members", names(64, "name 63"), true),
		Entry("of an object of 64 others", names(64), false),
		Entry("of a large object of others", names(5000), false),
		Entry("of a large object", names(5000, "name 2500"), true),
	)
})
