package router_test

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/netip"
	"strings"

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
	Name   string     `json:"name"`
	Age    uint8      `json:"age"`
	Home   struct {
		City string `json:"city"`
	} `json:"home"`
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

	It("leaves what is not sent", func() {
		Expect(post("/team/t/user", `{}`).StatusCode).To(Equal(http.StatusNoContent))
		Expect(got).To(Equal(newUser{Team: "t"}))
	})

	DescribeTable("refuses",
		func(body, mediaType string, status int, detail string) {
			w := f.do("POST", "/team/t/user", body, "Content-Type", mediaType)

			expectProblem(w, status, detail)
			Expect(got).To(Equal(newUser{}), "the function is not called")
		},
		Entry("an unknown member", `{"nam":"x"}`, "application/json", 422, "/nam: unknown member"),
		Entry("a member in another case", `{"Name":"x"}`, "application/json", 422, "/Name: unknown member"),
		Entry("an unknown member inside", `{"home":{"zip":1}}`, "application/json", 422, "/home/zip: unknown member"),
		Entry("several unknown members", `{"a":1,"b":2}`, "application/json", 422, "/a: unknown member; /b: unknown member"),
		Entry("a field that comes from the query", `{"DryRun":true}`, "application/json", 422, "/DryRun: unknown member"),
		Entry("a wrong type", `{"home":{"city":5}}`, "application/json", 422, "/home/city: a JSON number where a string is expected"),
		Entry("a number out of range", `{"age":256}`, "application/json", 422, "/age: a JSON number 256 where an integer of 8 bits that is not negative is expected"),
		Entry("a repeated member", `{"name":"a","name":"b"}`, "application/json", 400, "/name appears twice"),
		Entry("data behind the value", `{"name":"a"} x`, "application/json", 400, "not one JSON value: invalid character 'x' after top-level value, at byte 14"),
		Entry("a second value", `{}{}`, "application/json", 400, "not one JSON value: invalid character '{' after top-level value, at byte 3"),
		Entry("an empty body", ``, "application/json", 400, "the body is empty"),
		Entry("an array", `[]`, "application/json", 422, "body: a JSON array where an object is expected"),
		Entry("deep nesting", strings.Repeat("[", 65)+strings.Repeat("]", 65), "application/json", 400, "more than 64 levels of arrays and objects"),
		Entry("bytes that are not UTF-8", "{\"name\":\"\xff\"}", "application/json", 400, "the body is not UTF-8"),
		Entry("another type", `name: x`, "application/yaml", 415, `Content-Type "application/yaml": send application/json`),
		Entry("another charset", `{}`, "application/json; charset=latin1", 415, `charset "latin1": send utf-8`),
		Entry("a long body", `{"name":"`+strings.Repeat("x", 200)+`"}`, "application/json", 413, "the body is longer than 200 bytes"),
	)

	It("refuses a body without a type", func() {
		w := f.do("POST", "/team/t/user", `{}`)

		expectProblem(w, 415, "the Content-Type is missing: send application/json")
	})

	It("names all parameters that cannot be read", func() {
		w := f.do("POST", "/team/t/user?limit=x&dry_run=1&dry_run=0", `{}`, "Content-Type", "application/json", "X-From", "home")

		Expect(w.Code).To(Equal(400))
		Expect(w.Body.String()).To(And(
			ContainSubstring(`{"in":"query","name":"limit","detail":"\"x\" is not an integer"}`),
			ContainSubstring(`{"in":"query","name":"dry_run","detail":"2 values where one is expected"}`),
			ContainSubstring(`{"in":"header","name":"X-From"`),
		))
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

		It("bounds the body", func() {
			body, mediaType := form(1000)

			expectProblem(f.do("POST", "/photo", body, "Content-Type", mediaType), 413, "the body is longer than 2000 bytes")
		})

		It("refuses other forms", func() {
			w := f.do("POST", "/photo", "title=x", "Content-Type", "application/x-www-form-urlencoded")

			expectProblem(w, 415, `Content-Type "application/x-www-form-urlencoded": send multipart/form-data`)
		})
	})
})
