package router_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/netip"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

type paging struct {
	Limit int `query:"limit"`
}

type newUser struct {
	paging
	Team   string     `path:"team"`
	DryRun *bool      `query:"dry_run"`
	Labels []string   `query:"label"`
	From   netip.Addr `header:"X-From"`
	Name   string     `json:"name,omitempty"`
	Age    uint8      `json:"age" default:"18"`
	Home   struct {
		City string `json:"city" required:"false"`
	} `json:"home" required:"false"`
}

// text reads itself and takes all that it is given.
type text string

func (t *text) UnmarshalText(b []byte) error {
	*t = text(b)
	return nil
}

var _ = Describe("In", func() {
	var f *fixture
	var got newUser

	BeforeEach(func() {
		f, got = newFixture(router.WithMaxBody(200)), newUser{}
		register(f, "POST /team/:team/user", router.In(func(_ *router.Context, in *newUser) (router.None, error) {
			got = *in
			return router.None{}, nil
		}))
	})

	post := func(target, body string, header ...string) *http.Response {
		GinkgoHelper()
		if len(header) == 0 {
			header = []string{"Content-Type", "application/json"}
		}
		return f.do("POST", target, body, header...).Result()
	}

	It("fills a struct from path, query, headers and body", func() {
		w := post("/team/a%2Fb/user?limit=5&dry_run=true&label=x&label=y", `{"name":"Ida","age":7,"home":{"city":"Ulm"}}`,
			"Content-Type", "application/json; charset=UTF-8", "X-From", "10.0.0.1")

		Expect(w.StatusCode).To(Equal(http.StatusNoContent))
		Expect(got.Team).To(Equal("a/b"))
		Expect(got.Limit).To(Equal(5))
		Expect(got.DryRun).To(HaveValue(BeTrue()))
		Expect(got.Labels).To(Equal([]string{"x", "y"}))
		Expect(got.From).To(Equal(netip.MustParseAddr("10.0.0.1")))
		Expect(got.Name).To(Equal("Ida"))
		Expect(got.Home.City).To(Equal("Ulm"))
	})

	It("leaves what is not sent, or sets the default", func() {
		Expect(post("/team/t/user", `{}`).StatusCode).To(Equal(http.StatusNoContent))
		Expect(got).To(Equal(newUser{Team: "t", Age: 18}))
	})

	DescribeTable("refuses",
		func(body, mediaType string, status int, detail string) {
			target := "/team/t/user"
			if status != 422 {
				target += "?limit=x" // is not told
			}

			expectProblem(f.do("POST", target, body, "Content-Type", mediaType), status, detail)
			Expect(got).To(Equal(newUser{}), "the function is not called")
		},
		Entry("an unknown member", `{"nam":"x"}`, "application/json", 422, "/nam: unknown member"),
		Entry("a member in another case", `{"Name":"x"}`, "application/json", 422, "/Name: unknown member"),
		Entry("an unknown member inside", `{"home":{"zip":1}}`, "application/json", 422, "/home/zip: unknown member"),
		Entry("several unknown members", `{"a":1,"b":2}`, "application/json", 422, "/a: unknown member; /b: unknown member"),
		Entry("a field that comes from the query", `{"DryRun":true}`, "application/json", 422, "/DryRun: unknown member"),
		Entry("a wrong type", `{"home":{"city":5}}`, "application/json", 422, "/home/city: a number where a string is expected"),
		Entry("a number out of range", `{"age":256}`, "application/json", 422, "/age: 256 where an integer from 0 to 255 is expected"),
		Entry("a repeated member", `{"name":"a","name":"b"}`, "application/json", 400, "/name appears twice"),
		Entry("data behind the value", `{"name":"a"} x`, "application/json", 400, "not JSON: 'x' where the end is expected, at byte 13"),
		Entry("a second value", `{}{}`, "application/json", 400, "not JSON: '{' where the end is expected, at byte 2"),
		Entry("an array", `[]`, "application/json", 422, "body: an array where an object is expected"),
		Entry("a body that is no JSON, alone", `{`, "application/json", 400, "not JSON: the text ends where a name in quotes is expected, at byte 1"),
		Entry("deep nesting", strings.Repeat("[", 65)+strings.Repeat("]", 65), "application/json", 400, "more than 64 levels of arrays and objects, at byte 64"),
		Entry("bytes that are not UTF-8", "{\"name\":\"\xff\"}", "application/json", 400, "the body is not UTF-8, at byte 9"),
		Entry("another type", `name: x`, "application/yaml", 415, `Content-Type "application/yaml": send application/json`),
		Entry("a body without a type", `{}`, "", 415, "the Content-Type is missing: send application/json"),
		Entry("another charset", `{}`, "application/json; charset=latin1", 415, `charset "latin1": send utf-8`),
		Entry("a long body", `{"name":"`+strings.Repeat("x", 200)+`"}`, "application/json", 413, "the body is longer than 200 bytes"),
	)

	It("names all parameters that cannot be read", func() {
		w := f.do("POST", "/team/t/user?limit=x&dry_run=1&dry_run=0", `{}`, "Content-Type", "application/json", "X-From", "home")
		Expect(w.Code).To(Equal(400))
		Expect(w.Body.String()).To(And(
			ContainSubstring(`{"in":"query","name":"limit","detail":"\"x\" is not an integer","code":"type","type":"integer"}`),
			ContainSubstring(`{"in":"query","name":"dry_run","detail":"2 values where one is expected","code":"maxItems","limit":1}`),
			ContainSubstring(`{"in":"header","name":"X-From"`),
		))
	})

	It("takes no parameter that is no text", func() {
		for _, value := range []string{"%ff", "a%00b"} {
			expectProblem(f.do("POST", "/team/t/user?label=x&label="+value, `{}`, "Content-Type", "application/json"), 400,
				`query parameter "label": not text: it holds a NUL byte or is not UTF-8`)
		}
		Expect(got).To(Equal(newUser{}), "the function is not called")
	})

	DescribeTable("takes no text that is not UTF-8, wherever it comes from,",
		func(status int, detail, target, body string, header ...string) {
			f := newFixture()
			register(f, "POST /:from", router.In(func(_ *router.Context, in *struct {
				From  string           `path:"from"`
				Query router.Opt[text] `query:"q"`
				Words []text           `header:"X-Words"`
				Name  text             `header:"X-Name"`
				Form  string           `form:"f"`
				File  *router.File     `form:"file"`
			},
			) (string, error) {
				return fmt.Sprint(in), nil
			}))
			if len(header) == 0 {
				header = []string{"Content-Type", "multipart/form-data; boundary=b"}
			}
			expectProblem(f.do("POST", target, body, header...), status, detail+" not text: it holds a NUL byte or is not UTF-8")
		},
		Entry("the path", 400, `path parameter "from":`, "/%ff", ""),
		Entry("the query", 400, `query parameter "q":`, "/a?q=%ff", ""),
		Entry("a header", 400, `header parameter "X-Name":`, "/a", "", "X-Name", "caf\xe9"),
		Entry("an element of a header", 400, `header parameter "X-Words":`, "/a", "", "X-Words", "a, caf\xe9"),
		Entry("a part of a form", 422, `form parameter "f":`, "/a", "--b\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\n\xff\r\n--b--\r\n"),
		Entry("the name of a file", 422, `form parameter "file": the name of a file is`, "/a", "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"caf\xe9\"\r\n\r\n1\r\n--b--\r\n"),
	)

	It("takes no cookie that is not ASCII, as net/http drops it", func() {
		f := newFixture()
		register(f, "GET /me", router.In(func(_ *router.Context, in *struct {
			Name string `cookie:"name" required:"true"`
		},
		) (string, error) {
			return in.Name, nil
		}))
		expectProblem(f.do("GET", "/me", "", "Cookie", "name=caf\xe9"), 422, `cookie parameter "name": is required`)
	})

	Context("with files", func() {
		type upload struct {
			Title string         `form:"title"`
			Photo *router.File   `form:"photo"`
			More  []*router.File `form:"more"`
		}

		BeforeEach(func() {
			f = newFixture(router.WithMaxUpload(2000))
			register(f, "POST /photo", router.In(func(_ *router.Context, in *upload) (string, error) {
				file, err := in.Photo.Open()
				if err != nil {
					return "", err
				}
				data, err := io.ReadAll(file)
				return fmt.Sprintf("%s %s %s %d", in.Title, in.Photo.Filename, data, len(in.More)), err
			}))
		})

		form := func(size int) (body, mediaType string) {
			var b bytes.Buffer
			w := multipart.NewWriter(&b)
			Expect(w.WriteField("title", "Sea")).To(Succeed())
			for _, name := range []string{"photo", "more", "more"} {
				part, err := w.CreateFormFile(name, name+".jpg")
				Expect(err).NotTo(HaveOccurred())
				_, err = part.Write(bytes.Repeat([]byte("x"), size))
				Expect(err).NotTo(HaveOccurred())
			}
			Expect(w.Close()).To(Succeed())
			return b.String(), w.FormDataContentType()
		}

		It("reads them from a multipart body", func() {
			body, mediaType := form(3)

			w := f.do("POST", "/photo", body, "Content-Type", mediaType)

			Expect(w.Body.String()).To(Equal(`"Sea photo.jpg xxx 2"`))
		})

		It("refuses a file where text is expected, and text where a file is", func() {
			var b bytes.Buffer
			w := multipart.NewWriter(&b)
			part, err := w.CreateFormFile("title", "title.txt")
			Expect(err).NotTo(HaveOccurred())
			_, err = io.WriteString(part, "Sea")
			Expect(err).NotTo(HaveOccurred())
			Expect(w.WriteField("photo", "a picture")).To(Succeed())
			Expect(w.WriteField("more", "")).To(Succeed()) // no file was chosen
			Expect(w.Close()).To(Succeed())

			expectProblem(f.do("POST", "/photo", b.String(), "Content-Type", w.FormDataContentType()), 422,
				`form parameter "title": a file where text is expected; form parameter "photo": text where a file is expected`)
		})

		It("bounds the body", func() {
			body, mediaType := form(1000)

			expectProblem(f.do("POST", "/photo", body, "Content-Type", mediaType), 413, "the body is longer than 2000 bytes")
		})

		It("refuses other forms", func() {
			w := f.do("POST", "/photo", "title=x", "Content-Type", "application/x-www-form-urlencoded")

			expectProblem(w, 415, `Content-Type "application/x-www-form-urlencoded": send multipart/form-data`)
			expectProblem(f.do("POST", "/photo", "title=x"), 415, "the Content-Type is missing: send multipart/form-data")
		})
	})
})

var _ = Describe("A list in a header", func() {
	DescribeTable("has no empty elements", func(want string, lines ...string) {
		f := newFixture()
		register(f, "GET /x", router.In(func(_ *router.Context, in *struct {
			Words []string          `header:"X-Words" items.minLength:"1"`
			Sizes router.Opt[[]int] `header:"X-Sizes"`
		},
		) ([]any, error) {
			return []any{in.Words, in.Sizes}, nil
		}))
		var headers []string
		for _, line := range lines {
			headers = append(headers, "X-Words", line, "X-Sizes", line)
		}

		Expect(f.do("GET", "/x", "", headers...).Body.String()).To(Equal(want))
	},
		Entry("in a line", `[["1","2"],[1,2]]`, " 1,, 2 ,"),
		Entry("in several lines", `[["1","2"],[1,2]]`, "1", "", ",2"),
		Entry("of a line that has none, which is null where that may be", `[[],null]`, ""),
		Entry("of a line that has only those", `[[],null]`, " , "),
	)
})

// trip has a field of each source and of each sort.
type trip struct {
	Team   string                `path:"team" minLength:"3"`
	Limit  int                   `query:"limit" default:"20" maximum:"100"`
	Sort   string                `query:"sort" enum:"up,down"`
	Labels []string              `query:"label" max:"2" items.min:"2"`
	Since  router.Opt[time.Time] `query:"since"`
	Near   router.Opt[string]    `query:"near" min:"2"`
	Tenant string                `header:"X-Tenant" required:"true"`
	Theme  string                `cookie:"theme" default:"light" enum:"light,dark"`
	Name   string                `json:"name" min:"2"`
	Email  string                `json:"email" format:"email"`
	Age    router.Opt[int]       `json:"age" minimum:"0"`
	Seats  []seat                `json:"seats" minItems:"1"`
}

type seat struct {
	Row  int    `json:"row" min:"1"`
	Side string `json:"side,omitempty" enum:"left,right"`
}

func (s seat) Validate() error {
	if s.Row == 13 {
		return &router.InputError{Fields: []router.FieldError{{In: "body", Pointer: "/row", Detail: "nobody sits there"}}}
	}
	return nil
}

func (t *trip) Validate() error {
	switch t.Name {
	case "Nemo":
		return errors.New("nobody travels")
	case "Odd":
		return fmt.Errorf("check: %w", &router.InputError{Fields: []router.FieldError{{In: "query", Name: "sort", Detail: "does not go with the name"}}})
	}
	return nil
}

var _ = Describe("In with constraints", func() {
	var f *fixture
	var got *trip

	const body = `{"name":"Ida","email":"ida@x.org","seats":[{"row":1}]}`

	BeforeEach(func() {
		f, got = newFixture(), nil
		register(f, "POST /trip/:team", router.In(func(_ *router.Context, in *trip) (router.None, error) {
			got = in
			return router.None{}, nil
		}))
	})

	post := func(target, body string, header ...string) (int, []router.FieldError) {
		GinkgoHelper()
		w := f.do("POST", target, body, append([]string{"Content-Type", "application/json"}, header...)...)
		var problem struct {
			Errors []router.FieldError `json:"errors"`
		}
		if w.Body.Len() > 0 {
			Expect(json.Unmarshal(w.Body.Bytes(), &problem)).To(Succeed())
		}
		for i, e := range problem.Errors { // the codes have a table of their own
			problem.Errors[i] = router.FieldError{In: e.In, Name: e.Name, Pointer: e.Pointer, Detail: e.Detail}
		}
		return w.Code, problem.Errors
	}

	It("fills what is sent and what is not", func() {
		status, _ := post("/trip/abc?sort=up&label=aa&label=bb&near=Ulm&since=2024-01-02T00:00:00Z", body, "X-Tenant", "t", "Cookie", "theme=dark")

		Expect(status).To(Equal(204))
		Expect(*got).To(Equal(trip{
			Team: "abc", Limit: 20, Sort: "up", Labels: []string{"aa", "bb"}, Tenant: "t", Theme: "dark", Name: "Ida", Email: "ida@x.org",
			Near: router.Some("Ulm"), Since: router.Some(time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)), Seats: []seat{{Row: 1}},
		}))
	})

	It("names five members, two of another type, in one 422", func() {
		status, errs := post("/trip/abc", `{"name":5,"email":"ida","age":-1,"seats":[{"row":"x"},{"row":1,"side":"up"}]}`, "X-Tenant", "t")

		Expect(status).To(Equal(422))
		Expect(errs).To(Equal([]router.FieldError{
			inBody("/name", "a number where a string is expected"),
			inBody("/email", "not an e-mail address"),
			inBody("/age", "less than 0"),
			inBody("/seats/0/row", "a string where an integer is expected"),
			inBody("/seats/1/side", "none of left, right"),
		}))
		Expect(got).To(BeNil())
	})

	It("names parameters and members together", func() {
		status, errs := post("/trip/ab?limit=101&sort=x&label=a&label=bb&label=cc&near=x", `{}`, "Cookie", "theme=blue")

		Expect(status).To(Equal(422))
		Expect(errs).To(Equal([]router.FieldError{
			{In: "path", Name: "team", Detail: "fewer than 3 characters"},
			{In: "query", Name: "limit", Detail: "more than 100"},
			{In: "query", Name: "sort", Detail: "none of up, down"},
			{In: "query", Name: "label", Detail: "more than 2 items"},
			{In: "query", Name: "label", Detail: "item 1: fewer than 2 characters"},
			{In: "query", Name: "near", Detail: "fewer than 2 characters"},
			{In: "header", Name: "X-Tenant", Detail: "is required"},
			{In: "cookie", Name: "theme", Detail: "none of light, dark"},
			inBody("/name", "is required"), inBody("/email", "is required"), inBody("/seats", "is required"),
		}))
	})

	It("answers 400 when one parameter cannot be read", func() {
		status, errs := post("/trip/abc?limit=x", `{"name":1}`, "X-Tenant", "t")

		Expect(status).To(Equal(400))
		Expect(errs).To(Equal([]router.FieldError{
			{In: "query", Name: "limit", Detail: `"x" is not an integer`},
			inBody("/name", "a number where a string is expected"), inBody("/email", "is required"), inBody("/seats", "is required"),
		}))
	})

	DescribeTable("asks Validate",
		func(body string, want router.FieldError) {
			status, errs := post("/trip/abc", body, "X-Tenant", "t")

			Expect(status).To(Equal(422))
			Expect(errs).To(Equal([]router.FieldError{want}))
		},
		Entry("of a member, with the pointers of its error", `{"name":"Ida","email":"a@b","seats":[{"row":1},{"row":13}]}`, inBody("/seats/1/row", "nobody sits there")),
		Entry("of the whole", `{"name":"Nemo","email":"a@b","seats":[{"row":1}]}`, inBody("", "nobody travels")),
		Entry("of the whole, with the fields of its error", `{"name":"Odd","email":"a@b","seats":[{"row":1}]}`,
			router.FieldError{In: "query", Name: "sort", Detail: "does not go with the name"}),
	)
})

var _ = Describe("In with a form", func() {
	type entry struct {
		Size router.Opt[int]  `form:"size" max:"9"`
		Name string           `form:"name" required:"true"`
		Pics []*router.File   `form:"pics" max:"1"`
		Main *router.File     `form:"main" required:"true"`
		Kind router.Opt[bool] `form:"kind"`
	}

	It("answers 422 for whatever does not fit", func() {
		f := newFixture()
		register(f, "POST /x", router.In(func(_ *router.Context, in *entry) (router.None, error) { return router.None{}, nil }))
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		Expect(w.WriteField("size", "x")).To(Succeed())
		for range 2 {
			_, err := w.CreateFormFile("pics", "p.jpg")
			Expect(err).NotTo(HaveOccurred())
		}
		Expect(w.Close()).To(Succeed())

		expectProblem(f.do("POST", "/x", b.String(), "Content-Type", w.FormDataContentType()), 422,
			`form parameter "size": "x" is not an integer; form parameter "name": is required; form parameter "pics": more than 1 items; form parameter "main": is required`)
	})
})

var _ = Describe("In with a body as it comes", func() {
	type raw struct {
		Name string    `query:"name"`
		Data io.Reader `body:"image/*, text/csv"`
	}
	var f *fixture

	BeforeEach(func() {
		f = newFixture(router.WithMaxBody(10))
		register(f, "POST /raw", router.In(func(_ *router.Context, in *raw) (string, error) {
			data, err := io.ReadAll(in.Data)
			return in.Name + ":" + string(data), err
		}))
	})

	DescribeTable("takes the types it names",
		func(mediaType string, status int, text string) {
			w := f.do("POST", "/raw?name=n", "abc", "Content-Type", mediaType)

			Expect(w.Code).To(Equal(status))
			Expect(w.Body.String()).To(ContainSubstring(text))
		},
		Entry("one of a group", "image/png", 200, `"n:abc"`),
		Entry("in another case, with a parameter", "Text/CSV; header=present", 200, `"n:abc"`),
		Entry("no other", "text/plain", 415, `send image/* or text/csv`),
		Entry("none", "", 415, `send image/* or text/csv`),
	)

	It("bounds the body", func() {
		expectProblem(f.do("POST", "/raw", "12345678901", "Content-Type", "text/csv"), 413, "the body is longer than 10 bytes")
	})
})

var _ = DescribeTable("In does not take",
	func(fn any, mistake string) {
		f := newFixture()
		register(f, "POST /x", fn)

		Expect(f.mistakes()).To(ContainElement(ContainSubstring(mistake)))
	},
	Entry("constraints that do not fit", taking[struct {
		A int `query:"a" minLength:"1"`
	}](), `field A: minLength:"1": is for strings, not for a int`),
	Entry("constraints of the body that do not fit", taking[struct {
		A int `json:"a" pattern:"x"`
	}](), `field A: pattern:"x": is for strings, not for a int`),
	Entry("a member that cannot be read", taking[struct {
		A []struct{ B chan int } `json:"a"`
	}](), `a chan int cannot be read from JSON`),
	Entry("a stream that is no reader", taking[struct {
		A []byte `body:"text/csv"`
	}](), `A: the tag body is for one field, an io.Reader`),
	Entry("a stream of no media type", taking[struct {
		A io.Reader `body:"csv"`
	}](), `A: the tag body names media types, such as image/*, not "csv"`),
	Entry("a stream and JSON", taking[struct {
		A io.Reader `body:"text/csv"`
		B int       `json:"b"`
	}](), `a request has one body`),
	Entry("a form and JSON", taking[struct {
		A int `form:"a"`
		B int `json:"b"`
	}](), `a request has one body`),
)

func inBody(pointer, detail string) router.FieldError {
	return router.FieldError{In: "body", Pointer: pointer, Detail: detail}
}

func taking[T any]() any {
	return router.In(func(*router.Context, *T) (router.None, error) { return router.None{}, nil })
}
