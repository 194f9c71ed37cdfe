package pathtemplate_test

import (
	"testing"

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
		Entry("with groups (B7)", "/users{/:id}{/:group}",
			[]pathtemplate.Param{{Name: "id", Optional: true}, {Name: "group", Optional: true}}, "/users{/:id}{/:group}"),
		Entry("with a wildcard (B8)", "/files/*path", []pathtemplate.Param{{Name: "path", Wildcard: true}}, "/files/*path"),
		Entry("with an escaped colon (B9)", `http\://host/:id`, []pathtemplate.Param{{Name: "id"}}, `http\://host/:id`),
		Entry("with a quoted name", `/:"first name"`, []pathtemplate.Param{{Name: "first name"}}, `/:"first name"`),
		Entry("with quotes that are needed only for what follows", `/:"id"x`, []pathtemplate.Param{{Name: "id"}}, `/:"id"x`),
		Entry("with quotes that are not needed", `/:"id"/x`, []pathtemplate.Param{{Name: "id"}}, `/:id/x`),
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
		Entry("an empty group", "/a{}", 2, "empty group", ""),
		Entry("a quote that is not closed", `/:"a`, 2, "quote is not closed", ""),
		Entry("an empty name", `/:""`, 2, "empty name", ""),
		Entry("an escape at the end", `/a\`, 2, `"\" at the end escapes nothing`, ""),
		Entry("an escaped dot segment", `/\./x`, 0, `a "." segment changes what the path means`, ""),
		Entry("a dot segment", "/a.b/../c", 5, `a ".." segment changes what the path means`, ""),
	)

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

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"/todos/:id", "/u{/:a}{/:b}", "/f/*p", `http\://h/:"x y"z`, "/:id?", `/:a(\d+)+`, "/{a{b:c}}", `/\`, `\.`, "/é/:ñ", "/%zz"} {
		f.Add(seed, "value")
	}
	f.Fuzz(func(t *testing.T, input, value string) {
		template, err := pathtemplate.Parse(input)
		if err != nil {
			return
		}
		printed := template.String()
		again, err := pathtemplate.Parse(printed)
		if err != nil {
			t.Fatalf("%q prints as %q, which does not parse: %v", input, printed, err)
		}
		if again.String() != printed {
			t.Fatalf("%q prints as %q and then as %q", input, printed, again.String())
		}
		checkExpansion(t, template, again, value)
	})
}

// checkExpansion: a template and its print expand alike, to a path in which the
// value cannot have made segments.
func checkExpansion(t *testing.T, a, b *pathtemplate.Template, value string) {
	values := pathtemplate.Values{}
	for _, p := range a.Params() {
		values[p.Name] = []string{value}
	}
	one, err1 := a.Expand(values)
	two, err2 := b.Expand(values)
	if one != two || (err1 == nil) != (err2 == nil) {
		t.Fatalf("%s expands to %q, %v and %s to %q, %v", a, one, err1, b, two, err2)
	}
	for _, c := range []byte(one) {
		if c <= ' ' || c >= 0x7f || c == '?' || c == '#' {
			t.Fatalf("%s expands to %q", a, one)
		}
	}
}
