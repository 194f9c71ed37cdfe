package forms_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

type customer struct {
	ID    string `json:"id,omitzero"`
	Name  string `json:"name"`
	Email string `json:"email,omitzero"`
}

func (c customer) PK() string { return c.ID }

var unescape = strings.NewReplacer("%5B", "[", "%5D", "]")

var _ = Describe("A form in the body", func() {
	DescribeTable("has arrays and objects in each style",
		func(style forms.Style, expected string) {
			body := json.RawMessage(`{"a":["x","y z"],"o":{"b":1,"c":true}}`)

			text, contentType := write(forms.URLEncoded{Style: style}, body)

			Expect(unescape.Replace(text)).To(Equal(expected))
			Expect(contentType).To(Equal("application/x-www-form-urlencoded"))
		},
		Entry("repeated", forms.Repeated, "a=x&a=y+z&o=%7B%22b%22%3A1%2C%22c%22%3Atrue%7D"),
		Entry("exploded", forms.Exploded, "a=x&a=y+z&b=1&c=true"),
		Entry("with commas", forms.Commas, "a=x,y+z&o=b,1,c,true"),
		Entry("with spaces", forms.SpaceDelimited, "a=x%20y+z&o=b%201%20c%20true"),
		Entry("with pipes", forms.PipeDelimited, "a=x%7Cy+z&o=b%7C1%7Cc%7Ctrue"),
		Entry("indexed", forms.Indexed, "a[0]=x&a[1]=y+z&o[b]=1&o[c]=true"),
		Entry("in brackets", forms.Brackets, "a[]=x&a[]=y+z&o[b]=1&o[c]=true"),
	)

	DescribeTable("has values as they are in JSON",
		func(value, expected string) {
			text, _ := write(forms.URLEncoded{Style: forms.Brackets}, json.RawMessage(`{"v":`+value+`}`))

			Expect(unescape.Replace(text)).To(Equal(expected))
		},
		Entry("a text with escapes", `"a\u0026b=c\n"`, "v=a%26b%3Dc%0A"),
		Entry("a number with all its digits", `12345678901234567890.10`, "v=12345678901234567890.10"),
		Entry("null as an empty value", `null`, "v="),
		Entry("an empty array", `[]`, "v="),
		Entry("an empty object", `{}`, "v="),
		Entry("objects in arrays, numbered", `[{"price":"p","tiers":[1,2]},{"price":null}]`, "v[0][price]=p&v[0][tiers][]=1&v[0][tiers][]=2&v[1][price]="),
		Entry("objects in objects", `{"a":{"b":{"c":"d"}}}`, "v[a][b][c]=d"),
	)

	It("has another style for single fields", func() {
		encoding := forms.URLEncoded{Style: forms.Indexed, Fields: map[string]forms.Style{"ids": forms.Commas}}

		text, _ := write(encoding, json.RawMessage(`{"ids":[1,2],"tags":["a"]}`))

		Expect(unescape.Replace(text)).To(Equal("ids=1,2&tags[0]=a"))
	})

	It("is refused when the body is no object, and nothing is sent", func(ctx SpecContext) {
		s := &server{}
		post := restclient.RestMutation[restclient.None, []int, restclient.None]("/x", restclient.WithBodyEncoding(forms.URLEncoded{}))

		_, err := restclient.Mutate(start(s).Context(ctx), post, restclient.None{}, []int{1})

		failure, _ := errors.AsType[*restclient.Error](err)
		Expect(failure).To(HaveField("Kind", restclient.KindArgument))
		Expect(failure.Err).To(MatchError("a form is made of an object, and not of an array"))
		Expect(s.all).To(BeEmpty())
	})

	It("is sent whole again when an attempt is repeated", func(ctx SpecContext) {
		s := &server{answer: `{"id":"c1","name":"Ida"}`, status: []int{http.StatusServiceUnavailable}}
		post := restclient.RestMutation[restclient.None, customer, customer]("/customers",
			restclient.WithBodyEncoding(forms.URLEncoded{}), restclient.WithSchema(restclient.EntityOf[customer]()))
		client := start(s, restclient.WithMiddleware(policy.IdempotencyKey(), policy.Retry(policy.WithBackoff(0, 0))))

		made, err := restclient.Mutate(client.Context(ctx), post, restclient.None{}, customer{Name: "Ida"})

		Expect(err).NotTo(HaveOccurred())
		Expect(made.ID).To(Equal("c1"))
		Expect(s.bodies()).To(Equal([]string{"name=Ida", "name=Ida"}))
	})

	Context("of a resource whose changes are POST", func() {
		customers := restclient.CreateResource[customer, string, restclient.None]("/customers/:id",
			restclient.WithBodyEncoding(forms.URLEncoded{Style: forms.Brackets}), restclient.WithPatchMethod(http.MethodPost), restclient.WithOptimistic())
		var s *server
		var bound *restclient.Bound[customer, string, restclient.None]

		BeforeEach(func(ctx SpecContext) {
			Expect(customers.Err()).To(Succeed())
			s = &server{answer: `{"id":"c1","name":"Ida","email":"i@x.test"}`}
			bound = customers.On(start(s))
			_, err := bound.Get(ctx, "c1")
			Expect(err).NotTo(HaveOccurred())
			s.all = nil
		})

		It("is what the fields of a partial update are sent as, nil as an empty value", func(ctx SpecContext) {
			_, err := bound.PartialUpdate(ctx, "c1", restclient.Fields{"email": nil})

			Expect(err).NotTo(HaveOccurred())
			Expect(s.all).To(Equal([]sent{{"POST", "/customers/c1", forms.ContentType, "email="}}))
		})

		It("is what the difference of an edit is sent as", func(ctx SpecContext) {
			_, err := bound.Edit(ctx, "c1", func(c *customer) { c.Name = "Ole & Co" })

			Expect(err).NotTo(HaveOccurred())
			Expect(s.all).To(Equal([]sent{{"POST", "/customers/c1", forms.ContentType, "name=Ole+%26+Co"}}))
		})

		It("is what is created as", func(ctx SpecContext) {
			_, err := bound.Create(ctx, restclient.None{}, customer{Name: "Ida"})

			Expect(err).NotTo(HaveOccurred())
			Expect(s.all).To(Equal([]sent{{"POST", "/customers", forms.ContentType, "name=Ida"}}))
		})

		It("still refuses fields that the entity does not have", func(ctx SpecContext) {
			_, err := bound.PartialUpdate(ctx, "c1", restclient.Fields{"mail": "x"})

			Expect(err).To(MatchError(ContainSubstring("mail")))
			Expect(s.all).To(BeEmpty())
		})
	})

	DescribeTable("is refused at the declaration",
		func(err error, message string) { Expect(err).To(MatchError(ContainSubstring(message))) },
		Entry("of a read", restclient.RestEndpoint[restclient.None, int]("/x", restclient.WithBodyEncoding(forms.URLEncoded{})).Err(), "WithBodyEncoding is for mutations"),
		Entry("of an endpoint whose method is that of a resource", restclient.RestMutation[restclient.None, int, int]("/x", restclient.WithPatchMethod("POST")).Err(), "WithPatchMethod is for resources"),
		Entry("of a resource that is changed by reading", restclient.CreateResource[customer, string, restclient.None]("/c/:id", restclient.WithPatchMethod("GET")).Err(), `WithPatchMethod("GET")`),
	)
})
