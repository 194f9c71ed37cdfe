package pathtemplate_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

var _ = Describe("Parse", func() {
	DescribeTable("finds the parameters and prints the template back",
		func(input string, params []pathtemplate.Param, printed string) {
			t, err := pathtemplate.Parse(input)

			Expect(err).NotTo(HaveOccurred())
			Expect(t.Params()).To(Equal(params))
			Expect(t.String()).To(Equal(printed))
			Expect(pathtemplate.MustParse(printed).String()).To(Equal(printed))
		},
		Entry("of literals only", "/todos", nil, "/todos"),
		Entry("that is empty", "", nil, ""),
		Entry("with a parameter", "/todos/:id", []pathtemplate.Param{{Name: "id"}}, "/todos/:id"),
		Entry("with two in one segment", "/a/:b-:c", []pathtemplate.Param{{Name: "b"}, {Name: "c"}}, "/a/:b-:c"),
		Entry("with groups", "/users{/:id}{/:group}",
			[]pathtemplate.Param{{Name: "id", Optional: true}, {Name: "group", Optional: true}}, "/users{/:id}{/:group}"),
		Entry("with a wildcard", "/files/*path", []pathtemplate.Param{{Name: "path", Wildcard: true}}, "/files/*path"),
		Entry("with an escaped colon", `http\://host/:id`, []pathtemplate.Param{{Name: "id"}}, `http\://host/:id`),
		Entry("with a quoted name", `/:"first name"`, []pathtemplate.Param{{Name: "first name"}}, `/:"first name"`),
		Entry("with quotes that are needed only for what follows", `/:"id"x`, []pathtemplate.Param{{Name: "id"}}, `/:"id"x`),
		Entry("with quotes that are not needed", `/:"id"/x`, []pathtemplate.Param{{Name: "id"}}, `/:id/x`),
		Entry("with an empty group", "/a{}", nil, "/a{}"),
		Entry("with a group of literals only", "/a{/b}", nil, "/a{/b}"),
		Entry("with groups in groups", "/a{/:b{/:c}}",
			[]pathtemplate.Param{{Name: "b", Optional: true}, {Name: "c", Optional: true}}, "/a{/:b{/:c}}"),
		Entry("with two parameters side by side", "/:a:b", []pathtemplate.Param{{Name: "a"}, {Name: "b"}}, "/:a:b"),
		Entry("with escapes in a quoted name", `/:"1\"\2\"3"`, []pathtemplate.Param{{Name: `1"2"3`}}, `/:"1\"2\"3"`),
		Entry("with an escaped backslash", `\\:a`, []pathtemplate.Param{{Name: "a"}}, `\\:a`),
		Entry("with every reserved character escaped", `/\:\+\?\*\{\}\(\)\[\]\!`, nil, `/\:\+\?\*\{\}\(\)\[\]\!`),
		Entry("with escapes that are not needed", `/\a`, nil, "/a"),
		Entry("with letters beyond ASCII in a name", "/:café/:ⅻ‿a\u200d", []pathtemplate.Param{{Name: "café"}, {Name: "ⅻ‿a\u200d"}}, "/:café/:ⅻ‿a\u200d"),
		Entry("with a dollar and an underscore in a name", "/:$_1", []pathtemplate.Param{{Name: "$_1"}}, "/:$_1"),
		Entry("with a parameter before a wildcard", "/:a*b", []pathtemplate.Param{{Name: "a"}, {Name: "b", Wildcard: true}}, "/:a*b"),
	)

	DescribeTable("refuses",
		func(input string, offset int, message, rewrite string) {
			_, err := pathtemplate.Parse(input)

			Expect(err).To(MatchError(&pathtemplate.SyntaxError{Input: input, Offset: offset, Message: message, Rewrite: rewrite}))
		},
		Entry("an optional modifier", "/u/:id?", 6, `'?' behind a parameter is the grammar of path-to-regexp 6`, "/u{/:id}"),
		Entry("a repeating modifier", "/f/:p+", 5, `'+' behind a parameter is the grammar of path-to-regexp 6`, "/f/*p"),
		Entry("an optional repeating modifier", "/f/:p*/x", 5, `'*' behind a parameter is the grammar of path-to-regexp 6`, "/f{/*p}/x"),
		Entry("a pattern", `/u/:id(\d+)`, 6, `'(' behind a parameter is the grammar of path-to-regexp 6`, "/u/:id"),
		Entry("a pattern with parentheses and a modifier", `/u/:id((a|b)+)?/x`, 6, `'(' behind a parameter is the grammar of path-to-regexp 6`, "/u{/:id}/x"),
		Entry("an unnamed pattern", "/a/(.*)", 3, `an unnamed pattern is the grammar of path-to-regexp 6`, "/a/*path"),
		Entry("a modifier behind a group", "/a{-:b}?", 7, `a modifier behind a group is the grammar of path-to-regexp 6`, "/a{-:b}"),
		Entry("a parameter without a name", "/a/:", 3, `parameter without a name: write :name, or \: for the character itself`, ""),
		Entry("a name that begins with a digit", "/a/:1", 3, `parameter without a name: write :name, or \: for the character itself`, ""),
		Entry("a parameter that appears twice", "/:a/:a", 4, `parameter "a" appears twice`, ""),
		Entry("a reserved character", "/a[b]", 2, `'[' is reserved: write \[ for the character itself`, ""),
		Entry("a group that is not closed", "/a{/:b", 6, `"{" is not closed`, ""),
		Entry("a group that is not opened", "/a}", 2, `"}" without "{": write \} for a brace`, ""),
		Entry("a repeated group", "/a{/:b}+", 7, "a repeated group is the grammar of path-to-regexp 6: use a wildcard, *name", ""),
		Entry("an optional repeated group", "/a{/:b}*", 7, "a repeated group is the grammar of path-to-regexp 6: use a wildcard, *name", ""),
		Entry("a modifier behind a dot", "/a.:ext?", 7, `'?' behind a parameter is the grammar of path-to-regexp 6`, "/a{.:ext}"),
		Entry("two unnamed patterns", "/(a)/(b)?", 1, "an unnamed pattern is the grammar of path-to-regexp 6", "/*path{/*path2}"),
		Entry("a modifier, without a rewrite that would be wrong, too", "/:a?/:a", 3, `'?' behind a parameter is the grammar of path-to-regexp 6`, ""),
		Entry("a wildcard without a name", "/a/*", 3, `parameter without a name: write *name, or \* for the character itself`, ""),
		Entry("a closing parenthesis", "/a)", 2, `')' is reserved: write \) for the character itself`, ""),
		Entry("a closing bracket", "/a]", 2, `']' is reserved: write \] for the character itself`, ""),
		Entry("a plus sign", "/a+", 2, `'+' is reserved: write \+ for the character itself`, ""),
		Entry("a question mark", "/a?b", 2, `'?' is reserved: write \? for the character itself`, ""),
		Entry("an exclamation mark", "/a!", 2, `'!' is reserved: write \! for the character itself`, ""),
		Entry("a quote that is not closed", `/:"a`, 2, "quote is not closed", ""),
		Entry("an empty name", `/:""`, 2, "empty name", ""),
		Entry("an escape at the end", `/a\`, 2, `"\" at the end escapes nothing`, ""),
		Entry("an escaped dot segment", `/\./x`, 0, `a "." or ".." segment changes what the path means`, ""),
		Entry("a dot segment", "/a.b/../c", 5, `a "." or ".." segment changes what the path means`, ""),
	)

	DescribeTable("refuses a dot segment in whatever way it can come about (CF12)",
		func(input string) {
			_, err := pathtemplate.Parse(input)

			Expect(err).To(MatchError(ContainSubstring(`a "." or ".." segment changes what the path means`)))
		},
		Entry("at the end", "/a/.."),
		Entry("percent-encoded", "/a/%2e%2E/b"),
		Entry("half percent-encoded", "/a/.%2e"),
		Entry("when a group is left out", "/{.:b}."),
		Entry("when a group is written", "/a/{.}./b"),
		Entry("when a nested group is left out", "/{.{:a}:b}.{x:c}/d"),
	)

	It("bounds the length", func() {
		long := strings.Repeat("a", 8193)

		_, err := pathtemplate.Parse(long)

		Expect(err).To(MatchError(&pathtemplate.SyntaxError{Input: long, Offset: 8192, Message: "longer than 8192 bytes"}))
		Expect(pathtemplate.MustParse(long[:8192]).Expand(nil)).To(Equal(long[:8192]))
	})

	It("bounds the nesting of groups", func() {
		deep := ""
		for range 17 {
			deep += "{/a"
		}

		_, err := pathtemplate.Parse(deep)

		Expect(err).To(MatchError(&pathtemplate.SyntaxError{Input: deep, Offset: 48, Message: "groups nest deeper than 16"}))
	})

	It("shows the rewrite in the text of the error", func() {
		_, err := pathtemplate.Parse("/u/:id?")

		Expect(err).To(MatchError(`path template "/u/:id?", offset 6: '?' behind a parameter is the grammar of path-to-regexp 6: write "/u{/:id}"`))
	})

	It("panics in MustParse", func() {
		Expect(func() { pathtemplate.MustParse("/:") }).To(PanicWith(BeAssignableToTypeOf(&pathtemplate.SyntaxError{})))
	})
})
