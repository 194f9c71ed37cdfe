package pathtemplate_test

import (
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

var _ = Describe("Match", func() {
	type values = pathtemplate.Values

	DescribeTable("reads the values back",
		func(template, path string, want values) {
			got, ok := pathtemplate.MustParse(template).Match(path)

			Expect(ok).To(BeTrue())
			Expect(got).To(Equal(want))
		},
		Entry("of a parameter", "/todos/:id", "/todos/5", values{"id": {"5"}}),
		Entry("with a slash at the end", "/todos/:id", "/todos/5/", values{"id": {"5"}}),
		Entry("of no parameter", "/todos", "/todos", values{}),
		Entry("of the empty template", "", "", values{}),
		Entry("of groups that are there", "/users{/:id}{/:group}", "/users/5/ops", values{"id": {"5"}, "group": {"ops"}}),
		Entry("of groups that are not", "/users{/:id}{/:group}", "/users", values{}),
		Entry("of nested groups", "/a{/:b{/:c}}", "/a/1/2", values{"b": {"1"}, "c": {"2"}}),
		Entry("of a wildcard", "/files/*path", "/files/a/b%2Fc", values{"path": {"a", "b/c"}}),
		Entry("of a wildcard in front of more", "/*path/edit", "/a/b/edit", values{"path": {"a", "b"}}),
		Entry("within a segment", "/a/:b-:c", "/a/x-y-z", values{"b": {"x-y"}, "c": {"z"}}),
		Entry("with escapes", "/x/:v", "/x/%c3%A9%20", values{"v": {"é "}}),
		Entry("with a literal escaped in another way", "/é~/:v", "/%c3%a9%7E/1", values{"v": {"1"}}),
		Entry("with bytes that a path must escape", "/x/:v", "/x/a b", values{"v": {"a b"}}),
		Entry("of an absolute template", `http\://h/:id`, "http://h/1", values{"id": {"1"}}),
	)

	DescribeTable("refuses",
		func(template, path string) {
			got, ok := pathtemplate.MustParse(template).Match(path)

			Expect(ok).To(BeFalse())
			Expect(got).To(BeNil())
		},
		Entry("more segments", "/todos/:id", "/todos/5/6"),
		Entry("an empty segment", "/todos/:id", "/todos/"),
		Entry("no segment", "/todos/:id", "/todos"),
		Entry("two slashes at the end", "/todos/:id", "/todos/5//"),
		Entry("something before", "/todos/:id", "/v1/todos/5"),
		Entry("another case", "/todos/:id", "/Todos/5"),
		Entry("a query", "/todos/:id", "/todos/5?a=1"),
		Entry("a fragment", "/todos/:id", "/todos/5#a"),
		Entry("a dot segment", "/todos/:id", "/todos/.."),
		Entry("a percent-encoded dot segment", "/todos/:id", "/todos/%2e%2E"),
		Entry("an empty segment of a wildcard", "/f/*p", "/f/a//b"),
		Entry("a dot that is a pattern elsewhere", "/a.b", "/aXb"),
	)

	DescribeTable("comes to an end",
		func(template string, path func(n int) string) {
			t := pathtemplate.MustParse(template)
			matched := make(chan bool, 1)

			go func() {
				_, ok := t.Match(path(20_000))
				matched <- ok
			}()

			Eventually(matched).WithTimeout(time.Minute).Should(Receive(BeFalse()), "trying all ways would take years")
		},
		Entry("with parameters that could share a segment in many ways", "/"+manyParams(20)+`\!`,
			func(n int) string { return "/" + strings.Repeat("a-", n) }),
		Entry("with groups that could be left out in many ways", strings.Repeat("{a}", 30)+"/x",
			func(n int) string { return strings.Repeat("a", n) }),
		Entry("with nested groups", strings.Repeat("{a", 16)+strings.Repeat("}", 16)+"/x",
			func(n int) string { return strings.Repeat("a", n) }),
		Entry("with wildcards that could share segments in many ways", "/*a/*b/*c/*d/x",
			func(n int) string { return strings.Repeat("/a", n) + "/y" }),
	)
})

func manyParams(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(":" + string(rune('a'+i)) + "-")
	}
	return b.String()
}

var _ = Describe("A template", func() {
	DescribeTable("reports whether its paths are URLs",
		func(template string, want bool) {
			Expect(pathtemplate.MustParse(template).Absolute()).To(Equal(want))
		},
		Entry("with http", `http\://host/:id`, true),
		Entry("with https", `https\://host/:id`, true),
		Entry("with a path", "/http/:id", false),
		Entry("with a parameter first", `:scheme\://host`, false),
		Entry("with another scheme", `ftp\://host`, false),
		Entry("with nothing", "", false),
	)

	It("shows its parts", func() {
		parts := pathtemplate.MustParse("/é{/:a}/*b").Parts()

		Expect(parts).To(Equal([]pathtemplate.Part{
			{Kind: pathtemplate.Literal, Text: "/é", Escaped: "/%C3%A9"},
			{Kind: pathtemplate.Group, Group: []pathtemplate.Part{
				{Kind: pathtemplate.Literal, Text: "/", Escaped: "/"},
				{Kind: pathtemplate.Parameter, Text: "a"},
			}},
			{Kind: pathtemplate.Literal, Text: "/", Escaped: "/"},
			{Kind: pathtemplate.Wildcard, Text: "b"},
		}))
	})
})
