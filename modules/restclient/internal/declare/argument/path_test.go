package argument_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

type memberKey struct {
	Group string `path:"group"`
	ID    int    `path:"id"`
}

type optionalKeys struct {
	ID    *int   `path:"id"`
	Group string `path:"group"`
}

type (
	labelArgs struct {
		ID    int      `path:"id,label"`
		IDs   []string `path:"ids,label"`
		Parts []int    `path:"parts,label,exploded"`
		Color rgb      `path:"color,label,exploded"`
	}
	matrixArgs struct {
		ID    string         `path:"id,matrix"`
		IDs   []int          `path:"ids,matrix"`
		Parts []int          `path:"parts,matrix,exploded"`
		Color rgb            `path:"color,matrix"`
		Sizes map[string]int `path:"sizes,matrix,exploded"`
	}
	simpleArgs struct {
		IDs   []string `path:"ids,comma"`
		Color rgb      `path:"color,comma"`
		Sizes *rgb     `path:"sizes,comma,exploded"`
	}
	separatedArgs struct {
		IDs   []int    `path:"ids,pipe"`
		Names []string `path:"names,space"`
		Tabs  []string `path:"tabs,tab"`
	}
	oddName struct {
		ID int `path:"a,b"`
	}
	fileArgs struct {
		Path []string `path:"path"`
	}
	colorArgs struct {
		Color *color `path:"color"`
		Wide  bool   `query:"wide"`
	}
	pairArgs struct {
		B string `path:"b"`
		C string `path:"c"`
	}
)

var _ = Describe("The path", func() {
	DescribeTable("is written",
		func(run written, want string) {
			u, _, err := run(argument.Whole)

			Expect(err).NotTo(HaveOccurred())
			Expect(u).To(Equal(want))
		},
		Entry("with a number", writing("/todos/:id", 5), "/todos/5"),
		Entry("with zero", writing("/todos/:id", 0), "/todos/0"),
		Entry("with a negative number", writing("/todos/:id", int8(-7)), "/todos/-7"),
		Entry("with a bool", writing("/todos/:id", true), "/todos/true"),
		Entry("with a struct", writing("/groups/:group/users/:id", memberKey{"ops", 7}), "/groups/ops/users/7"),
		Entry("with a text marshaler and a query", writing("/c/:color", colorArgs{new(color(1)), true}), "/c/light%20blue?wide=true"),
		Entry("with only the group that has values", writing("/users{/:id}{/:group}", optionalKeys{ID: new(5)}), "/users/5"),
		Entry("with only the other group", writing("/users{/:id}{/:group}", optionalKeys{Group: "ops"}), "/users/ops"),
		Entry("with no group", writing("/users{/:id}{/:group}", optionalKeys{}), "/users"),
		Entry("with no part of a group that lacks one value", writing("/a{/:b/:c}/d", pairArgs{B: "1"}), "/a/d"),
		Entry("with groups in groups", writing("/a{/:b{/:c}}", pairArgs{B: "1"}), "/a/1"),
		Entry("with segments", writing("/files/*path", []string{"a", "b/c"}), "/files/a/b%2Fc"),
		Entry("with segments of a struct", writing("/files/*path", fileArgs{[]string{"é", "x y"}}), "/files/%C3%A9/x%20y"),
		Entry("with one segment of a wildcard", writing("/files/*path", "a"), "/files/a"),
		Entry("with no segments of an optional wildcard", writing("/files{/*path}", fileArgs{}), "/files"),
		Entry("in the style label of OpenAPI", writing("/:id/:ids/:parts/:color", labelArgs{5, []string{"a.b", "c/d"}, []int{1, 2}, rgb{new(100), "x"}}), "/.5/.a.b,c%2Fd/.1.2/.R=100.name=x"),
		Entry("in the style matrix of OpenAPI", writing("/:id/:ids/:parts/:color/:sizes", matrixArgs{"a;b", []int{3, 4}, []int{1, 2}, rgb{new(100), "x"}, map[string]int{"w": 2, "h": 1}}),
			"/;id=a%3Bb/;ids=3,4/;parts=1;parts=2/;color=R,100,name,x/;h=1;w=2"),
		Entry("in the style simple of OpenAPI", writing("/:ids/:color/:sizes", simpleArgs{[]string{"a,b", "c d"}, rgb{new(1), ""}, &rgb{new(2), "="}}), "/a%2Cb,c%20d/R,1/R=2,name=%3D"),
		Entry("with the separators of Swagger 2.0", writing("/:ids/:names/:tabs", separatedArgs{[]int{1, 2}, []string{"a", "b|c"}, []string{"d", "e"}}), "/1%7C2/a%20b%7Cc/d%09e"),
		Entry("with a comma in the name of a parameter", writing(`/:"a,b"`, oddName{1}), "/1"),
		Entry("of an absolute template", writing(`http\://h/:id`, 1), "http://h/1"),
		Entry("with a slash, question mark and hash escaped (CF12)", writing("/x/:v", "a/b?c#d"), "/x/a%2Fb%3Fc%23d"),
		Entry("with UTF-8 and line breaks escaped (CF12)", writing("/x/:v", "é\r\n"), "/x/%C3%A9%0D%0A"),
		Entry("with an escaped slash escaped again (CF12)", writing("/x/:v", "..%2Fx"), "/x/..%252Fx"),
	)

	DescribeTable("is refused, as the template refuses it,",
		func(run written, template, name, message string) {
			_, _, err := run(argument.Whole)

			Expect(err).To(MatchError(&pathtemplate.ParamError{Template: template, Name: name, Message: message}))
		},
		Entry("with an empty string (CF12)", writing("/x/:v", ""), "/x/:v", "v", "is empty"),
		Entry("with a dot (CF12)", writing("/x/:v", "."), "/x/:v", "v", "is a dot segment, which would change the path"),
		Entry("with two dots (CF12)", writing("/x/:v/y", ".."), "/x/:v/y", "v", "is a dot segment, which would change the path"),
		Entry("with a label that is a dot segment", writing("/:id/:ids/:parts/:color", labelArgs{ID: 1, IDs: []string{"."}}), "/:id/:ids/:parts/:color", "ids", "is a dot segment, which would change the path"),
		Entry("with a list without values", writing("/:ids/:color/:sizes", simpleArgs{}), "/:ids/:color/:sizes", "ids", "is empty"),
		Entry("with an empty text in a style", writing("/:id/:ids/:parts/:color/:sizes", matrixArgs{}), "/:id/:ids/:parts/:color/:sizes", "id", "is empty"),
		Entry("with two dots in a struct", writing("/groups/:group/users/:id", memberKey{"..", 1}), "/groups/:group/users/:id", "group", "is a dot segment, which would change the path"),
		Entry("with two dots in a wildcard", writing("/f/*p", []string{"a", ".."}), "/f/*p", "p", "is a dot segment, which would change the path"),
		Entry("with an empty segment", writing("/f/*p", []string{"a", ""}), "/f/*p", "p", "is empty"),
		Entry("with no segment", writing("/f/*p", []string(nil)), "/f/*p", "p", "is missing"),
		Entry("with a nil pointer", writing("/x/:v", (*int)(nil)), "/x/:v", "v", "is missing"),
		Entry("with a nil text marshaler", writing("/c/:color", colorArgs{}), "/c/:color", "color", "is missing"),
		Entry("with a pointer to an empty string in a group", writing("/x{/:v}", new("")), "/x{/:v}", "v", "is empty"),
	)
})

type pageFilter struct {
	Group string   `path:"group"`
	Page  int      `query:"page,cursor"`
	After string   `query:"after"`
	Tags  []string `query:"tag,comma"`
	Order string   `query:"orderBy"`
	Where struct {
		Page int `query:"page"`
	} `query:"where,nofilter,cursor"`
	Meta map[string]string `query:"meta"`
}

var _ = Describe("The identity of a list", func() {
	args := pageFilter{Group: "a b", Page: 3, After: "z", Tags: []string{"y", "x"}, Order: "t", Meta: map[string]string{"k": "v"}}

	It("leaves out the cursors, and keeps the rest as it is in the URL", func() {
		run := writing("/g/:group", args, argument.WithCursor("after"))

		whole, _, err := run(argument.Whole)
		Expect(err).NotTo(HaveOccurred())
		identity, _, err := run(argument.WithoutCursor)
		Expect(err).NotTo(HaveOccurred())

		Expect(whole).To(Equal("/g/a%20b?after=z&meta%5Bk%5D=v&orderBy=t&page=3&tag=y,x&where%5Bpage%5D=0"))
		Expect(identity).To(Equal("/g/a%20b?meta%5Bk%5D=v&orderBy=t&tag=y,x"))
	})

	It("lists the values by name, and which of them restrict it", func() {
		_, values, err := writing("/g/:group", args)(argument.WithoutCursor)

		Expect(err).NotTo(HaveOccurred())
		Expect(values).To(Equal([]argument.Value{
			{Name: "after", Value: "z"},
			{Name: "group", Value: "a b"},
			{Name: "meta[k]", Value: "v"},
			{Name: "orderBy", Value: "t", Open: true},
			{Name: "tag", Value: "y"},
			{Name: "tag", Value: "x"},
		}))
	})

	It("inherits options from an object to its members", func() {
		_, values, err := writing("/g/:group", args)(argument.Whole)

		Expect(err).NotTo(HaveOccurred())
		Expect(values).To(ContainElement(argument.Value{Name: "where[page]", Value: "0", Open: true}))
	})

	It("is the same for a number and a string", func() {
		number, _, err := writing("/x", struct {
			A int `query:"a"`
		}{1})(argument.WithoutCursor)
		Expect(err).NotTo(HaveOccurred())
		text, _, err := writing("/x", struct {
			A string `query:"a"`
		}{"1"})(argument.WithoutCursor)
		Expect(err).NotTo(HaveOccurred())

		Expect(number).To(Equal(text))
	})
})
