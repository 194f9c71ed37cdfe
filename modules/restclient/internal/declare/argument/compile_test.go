package argument_test

import (
	"reflect"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

type recursive struct {
	Next *recursive `query:"next"`
}

type pointerMarshaler int

func (*pointerMarshaler) MarshalText() ([]byte, error) { return nil, nil }

func compiling[A any](template string, opts ...argument.Option) func() error {
	return func() error {
		_, err := argument.Compile(reflect.TypeFor[A](), pathtemplate.MustParse(template), opts...)
		return err
	}
}

var _ = Describe("Compile", func() {
	DescribeTable("refuses",
		func(compile func() error, message string) {
			Expect(compile()).To(MatchError(ContainSubstring(message)))
		},
		Entry("a scalar without a parameter", compiling[int]("/x"), "argument type int: it is one value, but the path has 0 parameters"),
		Entry("a scalar for two parameters", compiling[int]("/:a/:b"), "it is one value, but the path has 2 parameters"),
		Entry("many values for one parameter", compiling[[]string]("/:a"), `has many values, but "a" takes one`),
		Entry("a map", compiling[map[string]string]("/:a"), "use a scalar for one path parameter, a struct with tagged fields otherwise"),
		Entry("a pointer to a struct", compiling[*memberKey]("/:group/:id"), "use a scalar for one path parameter"),
		Entry("a field without a tag", compiling[struct{ A int }]("/x"), "field A: needs a tag"),
		Entry("two tags", compiling[struct {
			A int `path:"a" query:"a"`
		}]("/:a"), "field A: has more than one of the tags path, query and header"),
		Entry("an empty name", compiling[struct {
			A int `query:",omitempty"`
		}]("/x"), "field A: has an empty name"),
		Entry("a tag that the path lacks", compiling[struct {
			A int `path:"b"`
		}]("/:a"), `field A: the path /:a has no parameter "b"`),
		Entry("a parameter that no field has", compiling[struct {
			A int `path:"a"`
		}]("/:a/:b"), "it has no field tagged `path:\"b\"`, which /:a/:b needs"),
		Entry("a kind that a URL cannot hold", compiling[struct {
			A chan int `query:"a"`
		}]("/x"), "field A: a chan int cannot be written into a URL"),
		Entry("bytes", compiling[struct {
			A []byte `query:"a"`
		}]("/x"), "field A: a []uint8 cannot be written into a URL"),
		Entry("slices of slices", compiling[struct {
			A [][]int `query:"a"`
		}]("/x"), "field A: a []int cannot be written into a URL"),
		Entry("maps with other keys", compiling[struct {
			A map[int]int `query:"a"`
		}]("/x"), "field A: a map[int]int cannot be written into a URL"),
		Entry("a text marshaler that is not used", compiling[struct {
			A pointerMarshaler `query:"a"`
		}]("/x"), "field A: MarshalText of argument_test.pointerMarshaler has a pointer receiver: use *argument_test.pointerMarshaler"),
		Entry("an unknown option", compiling[struct {
			A int `query:"a,omitzero"`
		}]("/x"), `field A: unknown option "omitzero": use omitempty, nofilter, cursor, comma or brackets`),
		Entry("an empty option", compiling[struct {
			A int `query:"a,"`
		}]("/x"), `field A: unknown option ""`),
		Entry("comma with brackets", compiling[struct {
			A []int `query:"a,comma,brackets"`
		}]("/x"), "field A: has both comma and brackets"),
		Entry("comma for one value", compiling[struct {
			A int `query:"a,comma"`
		}]("/x"), "field A: comma and brackets are for slices"),
		Entry("omitempty for an object", compiling[struct {
			A page `query:"a,omitempty"`
		}]("/x"), "field A: a struct is the object of a query parameter, without omitempty, comma and brackets"),
		Entry("an object in a path", compiling[struct {
			A page `path:"a"`
		}]("/:a"), "field A: a struct is the object of a query parameter"),
		Entry("a map in a header", compiling[struct {
			A map[string]string `header:"A"`
		}]("/x"), "field A: a map is the object of a query parameter"),
		Entry("a path tag in an object", compiling[struct {
			A memberKey `query:"a"`
		}]("/x"), `field A: field Group: belongs to the query parameter "a": use a query tag`),
		Entry("a name that is bound twice", compiling[struct {
			A int `query:"a"`
			B int `query:"a"`
		}]("/x"), `field B: "a" is bound twice`),
		Entry("a name in the path and in the query", compiling[struct {
			A int `path:"a"`
			B int `query:"a"`
		}]("/:a"), `field B: "a" is bound twice`),
		Entry("a name that a map can hold", compiling[struct {
			A map[string]int `query:"a"`
			B int            `query:"a[b]"`
		}]("/x"), `field B: "a[b]" is bound twice`),
		Entry("a struct in itself", compiling[recursive]("/x"), "nests deeper than 8"),
		Entry("a cursor that is no parameter", compiling[filter]("/x", argument.WithCursor("after")), `have no query parameter "after" for the cursor`),
		Entry("a header without a name", compiling[struct {
			A int `header:",omitempty"`
		}]("/x"), `field A: "" is not the name of a header`),
		Entry("a header with a space", compiling[struct {
			A int `header:"X Y"`
		}]("/x"), `field A: "X Y" is not the name of a header`),
		Entry("a header that frames the message", compiling[struct {
			A int `header:"content-length"`
		}]("/x"), "field A: the transport sets the header Content-Length"),
		Entry("an unknown option of a header", compiling[struct {
			A int `header:"A,comma"`
		}]("/x"), `field A: unknown option "comma": use omitempty`),
	)

	It("knows its parameters", func() {
		plan, err := argument.Compile(reflect.TypeFor[pageFilter](), pathtemplate.MustParse("/g/:group"))
		Expect(err).NotTo(HaveOccurred())
		plain, err := argument.Compile(reflect.TypeFor[filter](), pathtemplate.MustParse("/x"))
		Expect(err).NotTo(HaveOccurred())

		Expect(plan.HasQuery("where[page]")).To(BeTrue())
		Expect(plan.HasQuery("group")).To(BeFalse())
		Expect(plan.HasCursor()).To(BeTrue())
		Expect(plain.HasCursor()).To(BeFalse())
		index, ok := plan.PathField("group")
		Expect(index).To(Equal([]int{0}))
		Expect(ok).To(BeTrue())
		_, ok = plan.PathField("page")
		Expect(ok).To(BeFalse())
	})

	It("has no index for a scalar", func() {
		plan, err := argument.Compile(reflect.TypeFor[string](), pathtemplate.MustParse("/g/:group"))
		Expect(err).NotTo(HaveOccurred())

		index, ok := plan.PathField("group")

		Expect(index).To(BeEmpty())
		Expect(ok).To(BeTrue())
	})
})

type headerArgs struct {
	Tenant string   `header:"x-tenant"`
	Trace  string   `header:"X-Trace,omitempty"`
	Limit  *int     `header:"X-Limit"`
	Langs  []string `header:"Accept-Language"`
}

var _ = Describe("Headers", func() {
	plan, err := argument.Compile(reflect.TypeFor[headerArgs](), pathtemplate.MustParse("/x"))

	BeforeEach(func() { Expect(err).NotTo(HaveOccurred()) })

	It("are those of the arguments, absent ones left out", func() {
		h, err := plan.Headers(plan.Args(&headerArgs{Tenant: "a", Langs: []string{"de", "en"}}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"X-Tenant": {"a"}, "Accept-Language": {"de", "en"}}))
	})

	It("keep an empty string and a zero behind a pointer", func() {
		h, err := plan.Headers(plan.Args(&headerArgs{Limit: new(0)}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"X-Tenant": {""}, "X-Limit": {"0"}}))
	})

	It("are nil for arguments without any", func() {
		plan, err := argument.Compile(reflect.TypeFor[filter](), pathtemplate.MustParse("/x"))
		Expect(err).NotTo(HaveOccurred())

		Expect(plan.Headers(plan.Args(&filter{}))).To(BeNil())
	})

	It("are not part of the URL", func() {
		u, err := plan.Append(nil, argument.Of(plan, &headerArgs{Tenant: "a"}), argument.Whole)

		Expect(err).NotTo(HaveOccurred())
		Expect(string(u)).To(Equal("/x"))
	})

	DescribeTable("refuse a control character, and do not tell the value",
		func(args headerArgs, name string) {
			_, err := plan.Headers(plan.Args(&args))

			Expect(err).To(MatchError(`parameter "` + name + `": a header cannot hold a control character, such as a line break`))
		},
		Entry("CR", headerArgs{Tenant: "secret\rX: y"}, "X-Tenant"),
		Entry("LF", headerArgs{Trace: "secret\nX: y"}, "X-Trace"),
		Entry("NUL", headerArgs{Trace: "secret\x00"}, "X-Trace"),
		Entry("DEL", headerArgs{Trace: "secret\x7f"}, "X-Trace"),
		Entry("LF in one of several", headerArgs{Langs: []string{"de", "secret\n"}}, "Accept-Language"),
	)
})
