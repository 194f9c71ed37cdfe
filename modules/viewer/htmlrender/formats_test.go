package htmlrender_test

import (
	"bytes"
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// formatsOf is the page of an operation that answers in some formats.
func formatsOf(ctx SpecContext, choices map[string]int, formats ...apidoc.MediaType) htmltest.Nodes {
	GinkgoHelper()
	page := operationPage(&apidoc.Operation{Responses: []apidoc.Response{{Status: "200", Content: formats}}},
		map[string]*apidoc.Schema{"#/Pet": object(prop("name", text))})
	page.Choices = choices
	return render(ctx, page)
}

var _ = Describe("The formats of a body", func() {
	pet := func() *apidoc.Schema { return &apidoc.Schema{Ref: "#/Pet"} }

	It("stand together when they have one schema", func(ctx SpecContext) {
		page := formatsOf(ctx, nil,
			apidoc.MediaType{Name: "application/json", Schema: pet()},
			apidoc.MediaType{Name: "text/csv", Schema: text},
			apidoc.MediaType{Name: "application/xml", Schema: pet()},
		)

		Expect(page.Find("details.media summary").Texts()).To(Equal([]string{"application/json application/xml", "text/csv"}))
		Expect(page.Find(".media .schema-name").Texts()).To(Equal([]string{"name"}))
		Expect(page.Find("[id=response.200.application-xml]")).To(HaveLen(1))
		Expect(page.Find(".sample-schema").Attributes("href")).To(Equal([]string{"#response.200.application-json", "#response.200.application-json"}))
	})

	It("stand together with schemas that are written twice", func(ctx SpecContext) {
		list := func() *apidoc.Schema { return &apidoc.Schema{Types: []string{"array"}, Items: pet()} }
		page := formatsOf(ctx, nil, apidoc.MediaType{Name: "application/json", Schema: list()}, apidoc.MediaType{Name: "application/xml", Schema: list()})

		Expect(page.Find("details.media")).To(HaveLen(1))
	})

	DescribeTable("stand alone when one has", func(ctx SpecContext, more func(*apidoc.MediaType)) {
		form := apidoc.MediaType{Name: "multipart/form-data", Schema: pet()}
		more(&form)
		page := formatsOf(ctx, nil, apidoc.MediaType{Name: "application/json", Schema: pet()}, form)

		Expect(page.Find("details.media")).To(HaveLen(2))
	},
		Entry("another schema", func(m *apidoc.MediaType) { m.Schema = object(prop("name", text)) }),
		Entry("an encoding", func(m *apidoc.MediaType) {
			m.Encoding = []apidoc.Encoding{{Property: "name", ContentType: "text/csv"}}
		}),
		Entry("an extension", func(m *apidoc.MediaType) { m.Extensions = []apidoc.Extension{{Name: "x-a", Value: raw("1")}} }),
		Entry("items of a stream", func(m *apidoc.MediaType) { m.ItemSchema = pet() }),
	)

	It("take what is chosen in the schema that they have in common", func(ctx SpecContext) {
		either := func() *apidoc.Schema {
			return object(prop("v", &apidoc.Schema{OneOf: []*apidoc.Schema{{Const: raw("1")}, {Const: raw("2")}}}))
		}
		page := formatsOf(ctx, map[string]int{"response.200.application-json.v": 1},
			apidoc.MediaType{Name: "application/json", Schema: either()}, apidoc.MediaType{Name: "application/problem+json", Schema: either()})

		for _, example := range page.Find("[data-examples=example.response] [data-copy-source]") {
			var compact bytes.Buffer
			Expect(json.Compact(&compact, []byte(htmltest.Nodes{example}.Exact()))).To(Succeed())
			Expect(compact.String()).To(Equal(`{"v":2}`))
		}
		Expect(page.Find("[data-examples=example.response] [data-copy-source]")).To(HaveLen(2))
	})

	It("are at most twelve with schemas of their own", func(ctx SpecContext) {
		var list []apidoc.MediaType
		for i := range 15 {
			list = append(list, apidoc.MediaType{Name: "a/" + strings.Repeat("b", i+1), Schema: object(prop(strings.Repeat("c", i+1), text))})
		}
		page := formatsOf(ctx, nil, list...)

		Expect(page.Find("details.media")).To(HaveLen(12))
		Expect(page.Find(".response").Text()).To(ContainSubstring("and 3 more formats: a/bbbbbbbbbbbbb, a/bbbbbbbbbbbbbb, a/bbbbbbbbbbbbbbb"))
	})

	It("are led to from their examples, those that are only named included", func(ctx SpecContext) {
		var list []apidoc.MediaType
		for i := range 15 {
			list = append(list, apidoc.MediaType{Name: "a/" + strings.Repeat("b", i+1), Schema: object(prop(strings.Repeat("c", i+1), text)), Example: []byte(`{}`)})
		}
		page := formatsOf(ctx, nil, list...)

		links := page.Find("a.sample-schema").Attributes("href")
		Expect(links).To(ContainElement("#response.200.a-bbbbbbbbbbbbb"))
		for _, link := range links {
			Expect(page.Find("[id="+link[1:]+"]")).To(HaveLen(1), link)
		}
	})
})
