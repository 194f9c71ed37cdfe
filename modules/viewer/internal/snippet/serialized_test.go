package snippet_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

func typed(name string) *apidoc.Schema { return &apidoc.Schema{Types: []string{name}} }

var _ = DescribeTable("A parameter whose example is given as it is sent",
	func(ctx SpecContext, p apidoc.Parameter, sent, value, address string) {
		p.Name, p.Required = "p", true
		examples := []apidoc.Example{{Serialized: sent}}
		if len(p.Content) > 0 {
			p.Content[0].Examples = examples
		} else {
			p.Examples = examples
		}
		o := operation("GET", "/a", p)
		if p.In == apidoc.InPath {
			o = operation("GET", "/a/{p}", p)
		}

		shown, given := snippet.NewStart(ctx, document(), o).Parameter(&o.Parameters[0])
		Expect(string(shown)).To(Equal(value))
		Expect(given).To(BeTrue())
		r := build(ctx, o)
		for _, h := range append(r.Headers, r.Cookies...) {
			r.URL.Shown += "|" + h.Name + "=" + h.Value.Shown
		}
		Expect(after(r)).To(Equal(address))
	},
	Entry("in a path", apidoc.Parameter{In: apidoc.InPath, Style: "simple", Schema: typed("string")}, "di%E1%B9%85n%C4%81ga", `"diṅnāga"`, "/a/di%E1%B9%85n%C4%81ga"),
	Entry("a list in a path", apidoc.Parameter{In: apidoc.InPath, Style: "label", Explode: true, Schema: &apidoc.Schema{Types: []string{"array"}, Items: typed("integer")}}, ".1.2", `[1,2]`, "/a/.1.2"),
	Entry("in a query", apidoc.Parameter{In: apidoc.InQuery, Style: "form", Explode: true, Schema: typed("boolean")}, "p=true", `true`, "/a?p=true"),
	Entry("a text of digits", apidoc.Parameter{In: apidoc.InQuery, Style: "form", Explode: true, Schema: typed("string")}, "p=007", `"007"`, "/a?p=007"),
	Entry("a list in a query", apidoc.Parameter{In: apidoc.InQuery, Style: "form", Explode: true, Schema: typed("array")}, "p=one%20thing&p=another%20thing", `["one thing","another thing"]`, "/a?p=one%20thing&p=another%20thing"),
	Entry("a list with pipes", apidoc.Parameter{In: apidoc.InQuery, Style: "pipeDelimited", Schema: typed("array")}, "p=a%7Cb", `["a","b"]`, "/a?p=a%7Cb"),
	Entry("an object in a query", apidoc.Parameter{In: apidoc.InQuery, Style: "form", Explode: true, Schema: &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{{Name: "R", Schema: typed("integer")}}}}, "R=100&G=x", `{"R":100,"G":"x"}`, "/a?R=100&G=x"),
	Entry("an object without its members' names", apidoc.Parameter{In: apidoc.InQuery, Style: "form", Schema: typed("object")}, "p=R,100", `{"R":"100"}`, "/a?p=R,100"),
	Entry("in a header", apidoc.Parameter{In: apidoc.InHeader, Style: "simple", Schema: &apidoc.Schema{Types: []string{"array"}, Items: typed("integer")}}, "12345678,90099", `[12345678,90099]`, "/a|p=12345678,90099"),
	Entry("cookies", apidoc.Parameter{In: apidoc.InCookie, Style: "cookie", Explode: true, Schema: typed("object")}, "greeting=Hello%2C world!; code=42", `{"greeting":"Hello%2C world!","code":"42"}`, "/a|greeting=Hello%2C world!|code=42"),
	Entry("a format of its own", apidoc.Parameter{In: apidoc.InQuery, Content: []apidoc.MediaType{{Name: "application/json"}}}, `{"lat":10}`, `"{\"lat\":10}"`, "/a?p=%7B%22lat%22%3A10%7D"),
	Entry("a whole query", apidoc.Parameter{In: apidoc.InQueryString, Content: []apidoc.MediaType{{Name: "application/x-www-form-urlencoded", Schema: typed("object")}}}, "foo=a+%2B+b&bar=true", `{"foo":"a + b","bar":"true"}`, "/a?foo=a+%2B+b&bar=true"),
)

var _ = Describe("An example of a body that is given as it is sent alone", func() {
	o := operation("POST", "/a")
	o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "application/xml", Schema: typed("object"), Examples: []apidoc.Example{
		{Name: "one", Value: json.RawMessage(`{"a":1}`)}, {Name: "two", Serialized: "<b>2</b>"},
	}}}}

	It("can be chosen", func(ctx SpecContext) {
		Expect(snippet.Variants(ctx, document(), o, snippet.Options{})).To(ContainElement(
			And(HaveField("Label", "two (application/xml)"), HaveField("Request.Body.Text", "<b>2</b>"))))
	})

	It("is the text that the console begins with", func(ctx SpecContext) {
		Expect(snippet.NewStart(ctx, document(), o).Body(&o.RequestBody.Content[0], 2).Text).To(Equal("<b>2</b>"))
	})
})

var _ = DescribeTable("A form that is given as it is sent alone, as the console begins with it",
	func(ctx SpecContext, example apidoc.Example, fields string) {
		o := operation("POST", "/a")
		o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "application/x-www-form-urlencoded", Examples: []apidoc.Example{example}, Schema: &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{
			{Name: "n", Schema: typed("integer")},
			{Name: "text", Schema: typed("string")},
			{Name: "tags", Schema: &apidoc.Schema{Types: []string{"array"}, Items: typed("string")}},
			{Name: "more", Schema: typed("object")},
		}}}}}

		Expect(snippet.NewStart(ctx, document(), o).Body(&o.RequestBody.Content[0], 1).Text).To(MatchJSON(fields))
	},
	Entry("with texts and numbers", apidoc.Example{Serialized: "n=7&text=007&other=a+b%26c"}, `{"n":7,"text":"007","other":"a b&c"}`),
	Entry("with a list", apidoc.Example{Serialized: "tags=x&n=1&tags=y"}, `{"tags":["x","y"],"n":1}`),
	Entry("with an object in JSON", apidoc.Example{Serialized: "more=%7B%22a%22%3A1%7D"}, `{"more":{"a":1}}`),
	Entry("as a text", apidoc.Example{Value: json.RawMessage(`"n=7&text=b"`)}, `{"n":7,"text":"b"}`),
	Entry("twice the same name that is no list", apidoc.Example{Serialized: "n=1&n=2"}, `{"n":1,"text":"string","tags":["string"],"more":{}}`),
)
