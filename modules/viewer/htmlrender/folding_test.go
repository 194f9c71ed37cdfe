package htmlrender_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// required is a property that is required.
func required(name string, s *apidoc.Schema) apidoc.Property {
	return apidoc.Property{Name: name, Schema: s, Required: true}
}

var _ = Describe("An object in the row of a property", func() {
	user := map[string]*apidoc.Schema{"#/m/User": object(prop("nick", text), required("email", text), prop("age", integer), prop("tall", integer))}
	models := apidoc.ModelSummary{Name: "User", Ref: "#/m/User"}

	It("is one line that names its first properties, the required ones before the others", func(ctx SpecContext) {
		page := bodyOf(ctx, object(prop("id", text), prop("creator", &apidoc.Schema{Ref: "#/m/User"})), user, models)

		Expect(page.Find(".response .schema-head").Texts()[1]).To(Equal("creator User { email, nick, age, tall }"))
		Expect(page.Find(".response .schema-more summary").Texts()).To(Equal([]string{"4 properties"}))
		Expect(page.Find("[id=response.200.j.creator] details[open]")).To(BeEmpty())
	})

	It("counts only what the direction of the page shows", func(ctx SpecContext) {
		s := object(prop("id", text), prop("b", object(prop("secret", &apidoc.Schema{WriteOnly: true}), prop("c", object(prop("d", text))))))

		page := bodyOf(ctx, s, nil)

		Expect(page.Find(".response .schema-head").Texts()).To(ContainElement("b object { c }"))
		Expect(page.Find(".response .schema-more summary").Texts()[0]).To(Equal("1 property"))
	})

	It("is open when it is small and holds plain values alone", func(ctx SpecContext) {
		small, deep := object(prop("a", text), prop("b", text)), object(prop("a", object(prop("b", text), prop("c", text))))

		page := bodyOf(ctx, object(prop("small", small), prop("deep", deep)), nil)

		Expect(page.Find("[id=response.200.j.small] details[open]")).To(HaveLen(1))
		Expect(page.Find("[id=response.200.j.deep] details[open] .schema-name").Texts()).To(Equal([]string{"b", "c"}), "only what stands in it")
	})

	It("is open when it is the only property, and in the page when it is a model", func(ctx SpecContext) {
		page := bodyOf(ctx, object(prop("data", object(prop("user", &apidoc.Schema{Ref: "#/m/User"})))), user, models)

		Expect(page.Find("[id=response.200.j.data] details[open]")).To(HaveLen(2))
		Expect(page.Find("[id=response.200.j.data.user.email]")).To(HaveLen(1))
	})
})

var _ = Describe("An example of a value", func() {
	It("stands beside the type when it is short, and the others below", func(ctx SpecContext) {
		s := &apidoc.Schema{Types: []string{"string"}, Examples: []json.RawMessage{raw(`"ada"`), raw(`"alan"`)}}

		row := bodyOf(ctx, object(prop("name", s)), nil).Find("[id=response.200.j.name]")

		Expect(row.Find(".schema-head").Text()).To(Equal(`name string Example "ada"`))
		Expect(row.Find("p.example-values").Text()).To(Equal(`Example "alan"`))
	})

	It("stands below when it is long", func(ctx SpecContext) {
		s := &apidoc.Schema{Types: []string{"string"}, Examples: []json.RawMessage{raw(`"` + strings.Repeat("a", 60) + `"`)}}

		row := bodyOf(ctx, object(prop("name", s)), nil).Find("[id=response.200.j.name]")

		Expect(row.Find(".schema-head").Text()).To(Equal("name string"))
		Expect(row.Find("p.example-values code")).To(HaveLen(1))
	})

	It("of a parameter comes before that of its schema", func(ctx SpecContext) {
		s := &apidoc.Schema{Types: []string{"integer"}, Examples: []json.RawMessage{raw("1")}}
		page := render(ctx, operationPage(&apidoc.Operation{Parameters: []apidoc.Parameter{{Name: "n", In: apidoc.InQuery, Schema: s, Example: raw("7")}}}, nil))

		Expect(page.Find(".section .schema-head").Text()).To(Equal("n integer Example 7"))
		Expect(page.Find(".section p.example-values").Text()).To(Equal("Example 1"))
	})
})

var _ = DescribeTable("A name may be broken",
	func(ctx SpecContext, name string, want ...string) {
		page := bodyOf(ctx, object(prop(name, text)), nil)

		Expect(pieces(page.Find(".response .schema-name"))).To(Equal(want))
	},
	Entry("nowhere when it is short", "createdAt", "createdAt"),
	Entry("where its words end when it is long", "repositoryOwnerPermissionLevel", "repository", "Owner", "Permission", "Level"),
	Entry("behind separators", "repository_owner-permission.level", "repository_", "owner-", "permission.", "level"),
	Entry("not within capitals", "repositoryHTMLAndAPIAddress", "repository", "HTMLAnd", "APIAddress"),
)

var _ = DescribeTable("Values of an enumeration are laid out",
	func(ctx SpecContext, count int, meaning, want string) {
		s := &apidoc.Schema{Types: []string{"string"}}
		for i := range count {
			s.Enum = append(s.Enum, apidoc.EnumValue{Value: raw(fmt.Sprint(i)), Description: meaning})
		}

		Expect(bodyOf(ctx, s, nil).Find("ul.enum").Attributes("class")[0]).To(Equal(want))
	},
	Entry("one after the other", 8, "", "enum"),
	Entry("in columns when there are many", 9, "", "enum enum-many"),
	Entry("as a table with what they mean", 2, "Why", "enum enum-described"),
)

var _ = Describe("The card of responses", func() {
	card := "[data-examples=example.response]"

	It("has a tab for each response, which leads to its schema", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{Responses: []apidoc.Response{
			{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Schema: object(prop("a", text))}}},
			{Status: "204", Description: "Gone"},
			{Status: "206", Content: []apidoc.MediaType{{Name: "application/pdf"}}},
		}}, nil))

		Expect(page.Find(card + " .sample summary").Texts()).To(Equal([]string{"200", "204", "206"}))
		Expect(page.Find(card + " details[open] summary").Texts()).To(Equal([]string{"200"}))
		Expect(page.Find(".has-tabs .card-title").Texts()).To(Equal([]string{"Response"}))
		Expect(page.Find(card + " .sample-head .sample-note").Texts()).To(Equal([]string{"application/json", "No body", "application/pdf"}))
		schemas := page.Find(card + " .sample-schema").Attributes("href")
		Expect(schemas).To(Equal([]string{"#response.200.application-json", "#response.206.application-pdf"}))
		for _, to := range schemas {
			Expect(page.Find("details" + "[id=" + strings.TrimPrefix(to, "#") + "]")).To(HaveLen(1))
		}
	})

	It("tells examples of one status apart", func(ctx SpecContext) {
		examples := []apidoc.Example{{Name: "cat", Value: raw("1")}, {Name: "dog", Value: raw("2")}}
		page := render(ctx, operationPage(&apidoc.Operation{Responses: []apidoc.Response{
			{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Examples: examples}, {Name: "application/xml", Example: raw("3")}}},
			{Status: "404", Content: []apidoc.MediaType{{Name: "application/json", Example: raw("4")}}},
		}}, nil))

		Expect(page.Find(card + " .sample summary").Texts()).To(Equal([]string{"200 cat", "200 dog", "200 xml", "404"}))
	})

	It("numbers the lines of an example", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{Responses: []apidoc.Response{
			{Status: "200", Content: []apidoc.MediaType{{Name: "application/json", Example: raw(`{"a":1}`)}}},
		}}, nil))

		Expect(page.Find(card + " .code").Attributes("data-lines")).To(Equal([]string{"1\n2\n3"}))
	})
})

var _ = Describe("The page of an operation", func() {
	It("has the title first, then the samples, then the fields", func(ctx SpecContext) {
		page := render(ctx, operationPage(&apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "GET", Path: "/", Summary: "List"}, Description: "All of them.",
			Parameters: []apidoc.Parameter{{Name: "q", In: apidoc.InQuery}},
		}, nil))

		Expect(page.Find("article").Text()).To(MatchRegexp("List.*All of them.*Request.*Query parameters"))
	})
})

var _ = Describe("Operations without a tag", func() {
	// of is an outline of operations with these paths.
	of := func(paths ...string) *apidoc.Document {
		var outline apidoc.Outline
		for _, path := range paths {
			outline.Operations = append(outline.Operations, apidoc.OperationSummary{Method: "GET", Path: path, Pointer: path})
		}
		return apidoc.New(outline, apidoc.Memory{}, apidoc.Text{})
	}
	titles := func(ctx SpecContext, doc *apidoc.Document) (nav, overview []string) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc, Settings: listing})
		return page.Find(".nav-group-name").Texts(), page.Find(".tag-section h2").Texts()
	}

	It("are grouped by the first word of their paths that differs", func(ctx SpecContext) {
		nav, overview := titles(ctx, of("/v1/users", "/v1/users/{id}", "/v1/users/{id}/keys", "/v1/teams", "/v1/teams/{id}", "/v1/teams/{id}/users", "/v1/{any}", "/v1/teams/x", "/v1/users/x"))

		Expect(overview).To(Equal([]string{"/users", "/teams", "/"}))
		Expect(nav).To(Equal(overview))
	})

	DescribeTable("are one list where groups tell little",
		func(ctx SpecContext, paths ...string) {
			nav, overview := titles(ctx, of(paths...))

			Expect(overview).To(Equal([]string{"Operations"}))
			Expect(nav).To(Equal(overview))
		},
		Entry("of few operations", "/users", "/users/{id}", "/teams", "/teams/{id}"),
		Entry("of operations of one word", "/u/1", "/u/2", "/u/3", "/u/4", "/u/5", "/u/6", "/u/7", "/u/8", "/u/9"),
		Entry("of operations that share no word", "/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h", "/i"),
	)
})
