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

type recursiveList struct {
	All []recursiveList `query:"all,brackets"`
}

type itself []itself

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
		}]("/:a"), "field A: has more than one of the tags path, query, header and cookie"),
		Entry("an empty name", compiling[struct {
			A int `query:",omitempty"`
		}]("/x"), "field A: has a tag without a name"),
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
		}]("/x"), "field A: a list of lists or objects needs the option brackets"),
		Entry("slices of structs with a separator", compiling[struct {
			A []page `query:"a,comma"`
		}]("/x"), "field A: a argument_test.page cannot be written into a URL"),
		Entry("slices of structs in a header", compiling[struct {
			A []page `header:"A"`
		}]("/x"), "field A: a argument_test.page cannot be written into a URL"),
		Entry("a member of an object in a list that goes elsewhere", compiling[struct {
			A []headerArgs `query:"a,brackets"`
		}]("/x"), "field A: field Tenant: is a member of an object in a list or a map: use a query tag"),
		Entry("a member of an object in a list that is one text", compiling[struct {
			A map[string]commaTags `query:"a"`
		}]("/x"), "field A: field Tags: is a member of an object in a list or a map: use a query tag, without a style but brackets"),
		Entry("a struct in itself through a list", compiling[recursiveList]("/x"), "nests deeper than 8"),
		Entry("a slice of itself", compiling[struct {
			A itself `query:"a,brackets"`
		}]("/x"), "nests deeper than 8"),
		Entry("a name that a list of objects can hold", compiling[struct {
			A []page `query:"a,brackets"`
			B int    `query:"a[0][page]"`
		}]("/x"), `field B: "a[0][page]" is bound twice`),
		Entry("maps with other keys", compiling[struct {
			A map[int]int `query:"a"`
		}]("/x"), "field A: a map[int]int cannot be written into a URL"),
		Entry("a text marshaler that is not used", compiling[struct {
			A pointerMarshaler `query:"a"`
		}]("/x"), "field A: MarshalText of argument_test.pointerMarshaler has a pointer receiver: use *argument_test.pointerMarshaler"),
		Entry("an unknown option", compiling[struct {
			A int `query:"a,omitzero"`
		}]("/x"), `field A: has the unknown option "omitzero": use omitempty, nofilter, cursor, comma, space, pipe, tab, brackets, exploded or reserved`),
		Entry("an empty option", compiling[struct {
			A int `query:"a,"`
		}]("/x"), `field A: has the unknown option ""`),
		Entry("comma with brackets", compiling[struct {
			A []int `query:"a,comma,brackets"`
		}]("/x"), "field A: has two styles, or one of them twice"),
		Entry("comma for one value", compiling[struct {
			A int `query:"a,comma"`
		}]("/x"), "field A: a style is for slices and objects"),
		Entry("omitempty for an object", compiling[struct {
			A page `query:"a,omitempty"`
		}]("/x"), "field A: a struct has neither omitempty nor brackets"),
		Entry("an object in a path", compiling[struct {
			A page `path:"a"`
		}]("/:a"), "field A: an object here has the option comma or exploded"),
		Entry("a map in a header", compiling[struct {
			A map[string]string `header:"A"`
		}]("/x"), "field A: an object here has the option comma or exploded"),
		Entry("a path tag in an object", compiling[struct {
			A memberKey `query:"a"`
		}]("/x"), `field A: field Group: belongs to the query parameter "a": give it a query tag`),
		Entry("a name that is bound twice", compiling[struct {
			A int `query:"a"`
			B int `query:"a"`
		}]("/x"), `field B: "a" is bound twice`),
		Entry("a name that a map can hold", compiling[struct {
			A map[string]int `query:"a"`
			B int            `query:"a[b]"`
		}]("/x"), `field B: "a[b]" is bound twice`),
		Entry("a struct in itself", compiling[recursive]("/x"), "nests deeper than 8"),
		Entry("a cursor that is no parameter", compiling[filter]("/x", argument.WithCursor("after")), `have no query parameter "after" for the cursor`),
		Entry("a header without a name", compiling[struct {
			A int `header:",omitempty"`
		}]("/x"), `field A: has the tag header:",omitempty", which is not the name of a header`),
		Entry("a header with a space", compiling[struct {
			A int `header:"X Y"`
		}]("/x"), `field A: has the tag header:"X Y", which is not the name of a header`),
		Entry("a header that frames the message", compiling[struct {
			A int `header:"content-length"`
		}]("/x"), "field A: sets the header Content-Length, which belongs to the transport"),
		Entry("an unknown option of a header", compiling[struct {
			A int `header:"A,brackets"`
		}]("/x"), `field A: has the unknown option "brackets": use omitempty, comma, space, pipe, tab or exploded`),
		Entry("a cookie with a name that is no token", compiling[struct {
			A int `cookie:"a b"`
		}]("/x"), `field A: has the tag cookie:"a b", which is not the name of a cookie`),
		Entry("a list of segments that is one text", compiling[struct {
			A []int `path:"a,comma"`
		}]("/*a"), "field A: has a style, but *a takes one segment for each value"),
		Entry("exploded for one value", compiling[struct {
			A int `query:"a,exploded"`
		}]("/x"), "field A: exploded is for objects"),
		Entry("exploded for an object that is one text", compiling[struct {
			A map[string]int `query:"a,comma,exploded"`
		}]("/x"), "field A: exploded is for objects"),
		Entry("exploded in a header without a style", compiling[struct {
			A map[string]int `header:"A,exploded"`
		}]("/x"), "field A: exploded is for objects"),
		Entry("an exploded object within another", compiling[struct {
			A struct {
				B map[string]int `query:"b,exploded"`
			} `query:"a"`
		}]("/x"), `field A: field B: belongs to the query parameter "a": give it a query tag, without exploded`),
		Entry("a member of an object that is one text which is a list", compiling[struct {
			A struct {
				B []int `query:"b"`
			} `query:"a,comma"`
		}]("/x"), "field A: field B: a []int cannot be written into a URL"),
		Entry("a name that an exploded object has", compiling[struct {
			A struct {
				B int `query:"b"`
			} `query:"a,exploded"`
			B int `query:"b"`
		}]("/x"), `field B: "b" is bound twice`),
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

type cookieArgs struct {
	Theme  string         `cookie:"theme,omitempty"`
	IDs    []int          `cookie:"id"`
	Sizes  []int          `cookie:"size,comma"`
	Color  map[string]int `cookie:"color,exploded"`
	Shades rgb            `cookie:"shades,comma"`
	Own    string         `header:"Cookie,omitempty"`
}

var _ = Describe("Cookies", func() {
	plan, err := argument.Compile(reflect.TypeFor[cookieArgs](), pathtemplate.MustParse("/x"))

	BeforeEach(func() { Expect(err).NotTo(HaveOccurred()) })

	It("are one header, behind the one that the arguments have", func() {
		h, err := plan.Headers(plan.Args(&cookieArgs{Theme: "dark", IDs: []int{1, 2}, Sizes: []int{3, 4}, Color: map[string]int{"g": 0, "b": 5}, Shades: rgb{R: new(9)}, Own: "a=b"}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"Cookie": {"a=b; theme=dark; id=1; id=2; size=3,4; b=5; g=0; shades=R,9"}}))
	})

	It("escape what the value of a cookie cannot hold", func() {
		h, err := plan.Headers(plan.Args(&cookieArgs{Theme: "a b;c,\"d\"\\%+é/=\n"}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"Cookie": {"theme=a%20b%3Bc%2C%22d%22%5C%25%2B%C3%A9/=%0A"}}))
	})

	It("send no header Cookie when all of them are absent", func() {
		Expect(plan.Headers(plan.Args(&cookieArgs{}))).To(BeEmpty())
	})
})

type styledHeaders struct {
	IDs   []int          `header:"X-Ids,comma"`
	Color rgb            `header:"X-Color,comma"`
	Sizes map[string]int `header:"X-Sizes,comma,exploded"`
}

var _ = Describe("A header of several values", func() {
	plan, err := argument.Compile(reflect.TypeFor[styledHeaders](), pathtemplate.MustParse("/x"))

	BeforeEach(func() { Expect(err).NotTo(HaveOccurred()) })

	It("is one line in the style simple of OpenAPI", func() {
		h, err := plan.Headers(plan.Args(&styledHeaders{[]int{1, 2}, rgb{new(100), "a b"}, map[string]int{"y": 2, "x": 1}}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"X-Ids": {"1,2"}, "X-Color": {"R,100,name,a b"}, "X-Sizes": {"x=1,y=2"}}))
	})

	It("is one line with the separators of Swagger 2.0", func() {
		type separated struct {
			IDs   []int    `header:"X-Ids,pipe"`
			Names []string `header:"X-Names,space"`
			Tabs  []string `header:"X-Tabs,tab"`
		}
		plan, err := argument.Compile(reflect.TypeFor[separated](), pathtemplate.MustParse("/x"))
		Expect(err).NotTo(HaveOccurred())
		h, err := plan.Headers(plan.Args(&separated{[]int{1, 2}, []string{"a", "b"}, []string{"c", "d"}}))

		Expect(err).NotTo(HaveOccurred())
		Expect(h).To(BeEquivalentTo(map[string][]string{"X-Ids": {"1|2"}, "X-Names": {"a b"}, "X-Tabs": {"c\td"}}))
	})

	It("is left out without values", func() {
		Expect(plan.Headers(plan.Args(&styledHeaders{}))).To(BeEmpty())
	})

	It("is refused with a control character", func() {
		_, err := plan.Headers(plan.Args(&styledHeaders{Color: rgb{nil, "a\nb"}}))

		Expect(err).To(MatchError(ContainSubstring("control character")))
	})
})

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
