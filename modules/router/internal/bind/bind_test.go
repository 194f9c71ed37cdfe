package bind_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
)

type newUser struct {
	Team   string   `path:"team"`
	Labels []string `query:"label"`
	Tenant string   `header:"X-Tenant" required:"true"`
	Theme  string   `cookie:"theme" default:"light"`
	Age    int      `json:"age" minimum:"18"`
}

// sourceOf is a request with the path value "red" for "team".
func sourceOf(target, body string, header ...string) *bind.Source {
	r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	return &bind.Source{
		Request: r, Writer: httptest.NewRecorder(), Names: []string{"team"}, Values: []string{"red"},
		Limits: bind.Limits{Body: 64, Upload: 512}, Body: &bind.Body{},
	}
}

// read fills a T.
func read[T any](src *bind.Source) (T, error) {
	GinkgoHelper()
	in, mistakes := bind.Compile(reflect.TypeFor[T](), bind.Rules{})
	Expect(mistakes).To(BeEmpty())
	var v T
	err := in.Read(*src, reflect.ValueOf(&v).Elem())
	return v, err
}

// text reads all of r.
func text(r io.Reader) string {
	GinkgoHelper()
	all, err := io.ReadAll(r)
	Expect(err).NotTo(HaveOccurred())
	return string(all)
}

var (
	asJSON = []string{"Content-Type", "application/json"}
	asForm = []string{"Content-Type", bind.FormType}
)

var _ = Describe("A struct", func() {
	It("is filled from path, query, headers, cookies and the JSON body", func() {
		src := sourceOf("/?label=a&label=b", `{"age":20}`, append(asJSON, "X-Tenant", "acme")...)

		got, err := read[newUser](src)

		Expect(err).NotTo(HaveOccurred())
		Expect(got).To(Equal(newUser{Team: "red", Labels: []string{"a", "b"}, Tenant: "acme", Theme: "light", Age: 20}))
	})

	It("is told all that does not fit at once", func() {
		_, err := read[newUser](sourceOf("/", `{"age":1}`, asJSON...))

		Expect(err).To(Equal(&bind.InputError{Status: 422, Fields: []problem.FieldError{
			{In: "header", Name: "X-Tenant", Detail: "is required", Code: "required"},
			{In: "body", Pointer: "/age", Detail: "less than 18", Code: "minimum", Limit: "18"},
		}}))
	})

	It("has the first of several cookies of one name, which browsers send for the most specific path, and all in a list", func() {
		got, err := read[struct {
			Theme string          `cookie:"theme" enum:"light,dark"`
			Size  router.Opt[int] `cookie:"size"`
			Seen  []string        `cookie:"seen"`
		}](sourceOf("/", "", "Cookie", "theme=dark; size=1; seen=a; theme=blue", "Cookie", "seen=b; size=x"))

		Expect(err).NotTo(HaveOccurred())
		Expect(got.Theme).To(Equal("dark"))
		Expect(got.Size).To(Equal(router.Some(1)))
		Expect(got.Seen).To(Equal([]string{"a", "b"}))
	})

	It("refuses a value that cannot be read with 400", func() {
		_, err := read[struct {
			N int `query:"n"`
		}](sourceOf("/?n=x", ""))

		Expect(err).To(Equal(&bind.InputError{Status: 400, Fields: []problem.FieldError{{In: "query", Name: "n", Detail: `"x" is not an integer`, Code: "type", Type: "integer"}}}))
	})

	It("refuses a query parameter that nobody reads once it is strict", func() {
		in, _ := bind.Compile(reflect.TypeFor[newUser](), bind.Rules{})
		v := newUser{}

		err := in.Strict([]string{"key"}).Read(*sourceOf("/?key=1&lable=a", `{"age":20}`, append(asJSON, "X-Tenant", "acme")...), reflect.ValueOf(&v).Elem())

		Expect(err).To(MatchError(`query parameter "lable": is unknown (did you mean "label"?)`))
		Expect(in.Read(*sourceOf("/?lable=a", `{"age":20}`, append(asJSON, "X-Tenant", "acme")...), reflect.ValueOf(&v).Elem())).To(Succeed())
	})

	It("gets a body of its media types as it comes, and no more of it than allowed", func() {
		type upload struct {
			Data io.Reader `body:"image/*"`
		}

		short, err := read[upload](sourceOf("/", "png", "Content-Type", "image/png"))
		Expect(err).NotTo(HaveOccurred())
		Expect(text(short.Data)).To(Equal("png"))

		long, err := read[upload](sourceOf("/", strings.Repeat("x", 65), "Content-Type", "image/png"))
		Expect(err).NotTo(HaveOccurred())
		_, err = io.ReadAll(long.Data)
		Expect(err).To(HaveField("Client.Status", 413))
	})

	It("that cannot be filled is told why", func() {
		_, mistakes := bind.Compile(reflect.TypeFor[struct {
			A int `query:"a" header:"A"`
			B int
			C chan int `query:"c"`
			d int      `query:"d"`
		}](), bind.Rules{})

		Expect(mistakes).To(HaveLen(4))
		Expect(mistakes[0]).To(ContainSubstring(".A names several sources: [query header]"))
		Expect(mistakes[1]).To(ContainSubstring(".B names no source"))
		Expect(mistakes[2]).To(ContainSubstring(".C: a chan int cannot be read from the query"))
		Expect(mistakes[3]).To(ContainSubstring(".d has the tag query and is not exported: nobody can fill it"))
	})
})

var _ = DescribeTable("A struct with two fields of one value, which no document can say,",
	func(t reflect.Type, mistake string) {
		_, mistakes := bind.Compile(t, bind.Rules{})

		Expect(mistakes).To(ConsistOf(HaveSuffix(mistake)))
	},
	Entry("of the query", reflect.TypeFor[struct {
		A, B int `query:"a"`
	}](), `.B: query parameter "a" has a field already`),
	Entry("of a header in other letters", reflect.TypeFor[struct {
		A int    `header:"X-A"`
		B string `header:"x-a"`
	}](), `.B: header parameter "x-a" has a field already`),
	Entry("of an embedded struct", reflect.TypeFor[struct {
		tenanted
		B string `form:"b"`
		T string `header:"X-Tenant"`
	}](), `.T: header parameter "X-Tenant" has a field already`),
)

type tenanted struct {
	Tenant string `header:"X-Tenant"`
}

var _ = DescribeTable("A struct with a name that no request has",
	func(t reflect.Type, mistake string) {
		_, mistakes := bind.Compile(t, bind.Rules{})

		Expect(mistakes).To(ConsistOf(HaveSuffix(mistake)))
	},
	Entry("of a header", reflect.TypeFor[struct {
		A string `header:"X Name"`
	}](), `.A: "X Name" is no name of a header`),
	Entry("of a header with an option", reflect.TypeFor[struct {
		A string `header:"X-Name,required"`
	}](), `.A: "X-Name,required" is no name of a header`),
	Entry("of a cookie", reflect.TypeFor[struct {
		A string `cookie:"a;b"`
	}](), `.A: "a;b" is no name of a cookie`),
	Entry("of a query parameter with an option", reflect.TypeFor[struct {
		A string `query:"a,omitempty"`
	}](), `.A: the tag query has no options, such as omitempty`),
	Entry("of a field of a form with an option", reflect.TypeFor[struct {
		A string `form:"a,default=1"`
	}](), `.A: the tag form has no options, such as default=1`),
	Entry("of a parameter that has no name", reflect.TypeFor[struct {
		A string `query:""`
	}](), `.A: the tag query is empty`),
)

var _ = Describe("The parameters of a request", func() {
	It("are those of body, query and path, and names that differ are told", func() {
		src := sourceOf("/?a=1&a=2&team=blue", "b=3", asForm...)

		params, collisions, err := src.Params()

		Expect(err).NotTo(HaveOccurred())
		Expect(params).To(Equal(map[string]any{"a": []string{"1", "2"}, "b": "3", "team": "red"}))
		Expect(collisions).To(Equal([]string{"team"}))
	})

	It("come from a body that is read once", func() {
		src := sourceOf("/", `{"a":true}`, asJSON...)
		_, _, err := src.Params()
		Expect(err).NotTo(HaveOccurred())
		Expect(text(src.Request.Body)).To(Equal(`{"a":true}`))

		again, _, err := src.Params()

		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(HaveKeyWithValue("a", true))
	})

	DescribeTable("are refused with a body that cannot be read",
		func(status int, body string, header ...string) {
			_, _, err := sourceOf("/", body, header...).Params()

			var client *core.ClientError
			Expect(errors.As(err, &client)).To(BeTrue())
			Expect(client.Status).To(Equal(status))
		},
		Entry("that is too long", 413, `"`+strings.Repeat("x", 64)+`"`, asJSON[0], asJSON[1]),
		Entry("that is no JSON", 400, `{`, asJSON[0], asJSON[1]),
		Entry("that is compressed", 415, `{}`, asJSON[0], asJSON[1], "Content-Encoding", "gzip"),
		Entry("in another charset", 415, `{}`, "Content-Type", "application/json; charset=latin1"),
		Entry("that is no form", 400, "%", asForm[0], asForm[1]),
	)
})

var _ = Describe("Parts", func() {
	const body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"

	It("come as they arrive", func() {
		parts, err := sourceOf("/", body, "Content-Type", bind.MultipartType+"; boundary=x").Parts()
		Expect(err).NotTo(HaveOccurred())

		var got []string
		for part, err := range parts {
			Expect(err).NotTo(HaveOccurred())
			got = append(got, part.FormName()+"="+text(part))
		}

		Expect(got).To(Equal([]string{"a=1"}))
	})

	It("are refused of a body of another type", func() {
		_, err := sourceOf("/", "{}", asJSON...).Parts()

		Expect(err).To(MatchError("415 Content-Type \"application/json\": send multipart/form-data"))
	})

	DescribeTable("are refused where a body can have no parts, as a form is,",
		func(contentType, body, detail string) {
			_, err := sourceOf("/", body, "Content-Type", contentType).Parts()
			Expect(err).To(MatchError("400 " + detail))

			_, err = read[struct {
				Title string `form:"title" required:"true"`
			}](sourceOf("/", body, "Content-Type", contentType))
			Expect(err).To(MatchError("400 " + detail))
		},
		Entry("without a boundary, as of clients that write the Content-Type themselves", bind.MultipartType, "x", "the Content-Type has no boundary"),
		Entry("without a body", bind.MultipartType+"; boundary=x", "", "the body is empty"),
	)
})
