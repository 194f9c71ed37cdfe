package pathtemplate_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

var _ = Describe("Expand", func() {
	type values = pathtemplate.Values

	DescribeTable("writes",
		func(template string, v values, want string) {
			Expect(pathtemplate.MustParse(template).Expand(v)).To(Equal(want))
		},
		Entry("a parameter", "/todos/:id", values{"id": {"5"}}, "/todos/5"),
		Entry("zero", "/todos/:id", values{"id": {"0"}}, "/todos/0"),
		Entry("only the group that has values", "/users{/:id}{/:group}", values{"group": {"5"}}, "/users/5"),
		Entry("no group without values", "/users{/:id}{/:group}", nil, "/users"),
		Entry("no part of a group that lacks one of its values", "/a{/:b/:c}", values{"b": {"1"}}, "/a"),
		Entry("segments of a wildcard", "/files/*path", values{"path": {"a", "b/c"}}, "/files/a/b%2Fc"),
		Entry("no segments of an optional wildcard", "/files{/*path}", nil, "/files"),
		Entry("an absolute template", `http\://h:id/x`, values{"id": {"1"}}, "http://h1/x"),
		Entry("a slash, question mark and hash escaped (CF12)", "/x/:v", values{"v": {"a/b?c#d"}}, "/x/a%2Fb%3Fc%23d"),
		Entry("UTF-8 and line breaks escaped (CF12)", "/x/:v", values{"v": {"é\r\n"}}, "/x/%C3%A9%0D%0A"),
		Entry("percent signs of a value escaped", "/x/:v", values{"v": {"%2e%2e"}}, "/x/%252e%252e"),
		Entry("literals fit for a URL", `/a b/é/%41/50%/\?`, nil, "/a%20b/%C3%A9/%41/50%25/%3F"),
		Entry("an escaped slash of a value once more (CF12)", "/x/:v", values{"v": {"..%2F.."}}, "/x/..%252F.."),
		Entry("a semicolon and an equals sign escaped", "/x/:v", values{"v": {"a;b=c"}}, "/x/a%3Bb%3Dc"),
		Entry("all bytes of a value that is not UTF-8", "/x/:v", values{"v": {"\xff\x00"}}, "/x/%FF%00"),
		Entry("each segment of a wildcard escaped", "/f/*p", values{"p": {"a b", "é", "..x"}}, "/f/a%20b/%C3%A9/..x"),
		Entry("dots that are not a segment", "/v/:v.json", values{"v": {"..a"}}, "/v/..a.json"),
	)

	DescribeTable("refuses",
		func(template string, v values, want *pathtemplate.ParamError) {
			_, err := pathtemplate.MustParse(template).Expand(v)

			Expect(err).To(MatchError(want))
		},
		Entry("a missing value", "/t/:id", nil, &pathtemplate.ParamError{Template: "/t/:id", Name: "id", Message: "is missing"}),
		Entry("no segments of a wildcard", "/f/*p", nil, &pathtemplate.ParamError{Template: "/f/*p", Name: "p", Message: "is missing"}),
		Entry("an empty value (CF12)", "/t/:id", values{"id": {""}}, &pathtemplate.ParamError{Template: "/t/:id", Name: "id", Message: "is empty"}),
		Entry("an empty segment of a wildcard", "/f/*p", values{"p": {"a", ""}}, &pathtemplate.ParamError{Template: "/f/*p", Name: "p", Message: "is empty"}),
		Entry("a dot", "/t/:id", values{"id": {"."}}, &pathtemplate.ParamError{Template: "/t/:id", Name: "id", Message: "is a dot segment, which would change the path"}),
		Entry("two dots", "/t/:id/x", values{"id": {".."}}, &pathtemplate.ParamError{Template: "/t/:id/x", Name: "id", Message: "is a dot segment, which would change the path"}),
		Entry("a dot segment in a wildcard (CF12)", "/f/*p", values{"p": {"a", ".."}}, &pathtemplate.ParamError{Template: "/f/*p", Name: "p", Message: "is a dot segment, which would change the path"}),
		Entry("two values for one place", "/t/:id", values{"id": {"1", "2"}}, &pathtemplate.ParamError{Template: "/t/:id", Name: "id", Message: "takes one value"}),
		Entry("an empty value in a group", "/t{/:id}", values{"id": {""}}, &pathtemplate.ParamError{Template: "/t{/:id}", Name: "id", Message: "is empty"}),
	)

	It("keeps dots that the template makes harmless", func() {
		t := pathtemplate.MustParse(`/:a.:b`)

		Expect(t.Expand(values{"a": {"x"}, "b": {"y"}})).To(Equal("/x.y"))
	})
})

var _ = Describe("Parent", func() {
	DescribeTable("cuts the path before the last parameter",
		func(member, list string) {
			parent, err := pathtemplate.MustParse(member).Parent()

			Expect(err).NotTo(HaveOccurred())
			Expect(parent.String()).To(Equal(list))
		},
		Entry("at the end", "/todos/:id", "/todos"),
		Entry("behind another", "/groups/:g/users/:id", "/groups/:g/users"),
		Entry("that is all there is", "/:id", ""),
		Entry("with a tail", "/x/:id/detail", "/x"),
		Entry("within a segment", "/a/:b-:c", "/a/:b-"),
		Entry("in a group", "/u{/:id}", "/u"),
		Entry("in a group with another", "/u{/:g/:id}", "/u{/:g}"),
		Entry("of an absolute path", `http\://h/todos/:id`, `http\://h/todos`),
	)

	It("refuses a path that is left with a dot segment", func() {
		_, err := pathtemplate.MustParse("/x/..:id").Parent()

		Expect(err).To(MatchError(`path template "/x/..:id": the path of the collection has a "." or ".." segment`))
	})

	It("needs a parameter", func() {
		_, err := pathtemplate.MustParse("/todos/*rest").Parent()

		Expect(err).To(MatchError(pathtemplate.ErrNoParameter))
	})
})
