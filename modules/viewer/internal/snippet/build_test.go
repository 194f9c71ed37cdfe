package snippet_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

const (
	array = `["a b","c,d"]`
	thing = `{"R":100,"G":"x y"}`
)

func document(schemes ...apidoc.SecurityScheme) *apidoc.Document {
	return apidoc.New(apidoc.Outline{SecuritySchemes: schemes}, apidoc.Memory{}, apidoc.Text{})
}

func parameter(in apidoc.Place, style string, explode bool, example string) apidoc.Parameter {
	return apidoc.Parameter{Name: "p", In: in, Required: true, Style: style, Explode: explode, Schema: &apidoc.Schema{}, Example: json.RawMessage(example)}
}

func operation(method, path string, parameters ...apidoc.Parameter) *apidoc.Operation {
	return &apidoc.Operation{OperationSummary: apidoc.OperationSummary{Method: method, Path: path}, Parameters: parameters}
}

func build(ctx SpecContext, o *apidoc.Operation) snippet.Request {
	return snippet.Build(ctx, document(), o, snippet.Options{})
}

func after(r snippet.Request) string {
	return strings.TrimPrefix(r.URL.Shown, "https://your-server.example")
}

var _ = DescribeTable("A parameter of the path is written in its style",
	func(ctx SpecContext, style string, explode bool, example, want string) {
		Expect(after(build(ctx, operation("GET", "/a/{p}/b", parameter(apidoc.InPath, style, explode, example))))).To(Equal("/a/" + want + "/b"))
	},
	Entry("simple, text", "simple", false, `"é/ü?"`, "%C3%A9%2F%C3%BC%3F"),
	Entry("simple, number", "simple", false, `12345678901234567890.10`, "12345678901234567890.10"),
	Entry("simple, list", "simple", false, array, "a%20b,c%2Cd"),
	Entry("simple, object", "simple", false, thing, "R,100,G,x%20y"),
	Entry("simple, object, explode", "simple", true, thing, "R=100,G=x%20y"),
	Entry("label, text", "label", false, `"x"`, ".x"),
	Entry("label, list", "label", false, array, ".a%20b,c%2Cd"),
	Entry("label, list, explode", "label", true, array, ".a%20b.c%2Cd"),
	Entry("label, object, explode", "label", true, thing, ".R=100.G=x%20y"),
	Entry("pipes of Swagger 2.0", "pipeDelimited", false, array, "a%20b%7Cc%2Cd"),
	Entry("matrix, text", "matrix", false, `"x"`, ";p=x"),
	Entry("matrix, empty", "matrix", false, `""`, ";p"),
	Entry("matrix, list with an empty text, explode", "matrix", true, `["a",""]`, ";p=a;p"),
	Entry("matrix, list", "matrix", false, array, ";p=a%20b,c%2Cd"),
	Entry("matrix, list, explode", "matrix", true, array, ";p=a%20b;p=c%2Cd"),
	Entry("matrix, object", "matrix", false, thing, ";p=R,100,G,x%20y"),
	Entry("matrix, object, explode", "matrix", true, thing, ";R=100;G=x%20y"),
)

var _ = DescribeTable("A parameter of the query is written in its style",
	func(ctx SpecContext, style string, explode bool, example, want string) {
		Expect(after(build(ctx, operation("GET", "/a", parameter(apidoc.InQuery, style, explode, example))))).To(Equal("/a" + want))
	},
	Entry("form, text", "form", true, `"a&b=c+d#e"`, "?p=a%26b%3Dc%2Bd%23e"),
	Entry("form, true", "form", true, `true`, "?p=true"),
	Entry("form, null", "form", true, `null`, "?p="),
	Entry("form, list", "form", false, array, "?p=a%20b,c%2Cd"),
	Entry("form, list, explode", "form", true, array, "?p=a%20b&p=c%2Cd"),
	Entry("form, object", "form", false, thing, "?p=R,100,G,x%20y"),
	Entry("form, object, explode", "form", true, thing, "?R=100&G=x%20y"),
	Entry("form, empty list", "form", true, `[]`, ""),
	Entry("form, a member without a name", "form", true, `{"":1}`, "?=1"),
	Entry("spaceDelimited", "spaceDelimited", false, array, "?p=a%20b%20c%2Cd"),
	Entry("pipeDelimited", "pipeDelimited", false, array, "?p=a%20b%7Cc%2Cd"),
	Entry("tabs of Swagger 2.0", "tabDelimited", false, array, "?p=a%20b%09c%2Cd"),
	Entry("deepObject", "deepObject", true, thing, "?p%5BR%5D=100&p%5BG%5D=x%20y"),
	Entry("deepObject, nested", "deepObject", true, `{"a":{"b":[1,2],"c":[{"d":3}]}}`, "?p%5Ba%5D%5Bb%5D%5B%5D=1&p%5Ba%5D%5Bb%5D%5B%5D=2&p%5Ba%5D%5Bc%5D%5B0%5D%5Bd%5D=3"),
)

var _ = Describe("Build", func() {
	It("keeps reserved characters that are allowed, but for those that end a value", func(ctx SpecContext) {
		p := parameter(apidoc.InQuery, "form", true, `"a/b?c:d&e#f%20g h"`)
		p.AllowReserved = true

		Expect(after(build(ctx, operation("GET", "/a", p)))).To(Equal("/a?p=a/b?c:d%26e%23f%20g%20h"))
	})

	It("writes content of a parameter as compact JSON", func(ctx SpecContext) {
		p := apidoc.Parameter{Name: "p", In: apidoc.InQuery, Required: true, Content: []apidoc.MediaType{{Name: "application/json", Example: json.RawMessage(`{ "a": 1.0 }`)}}}

		Expect(after(build(ctx, operation("GET", "/a", p)))).To(Equal("/a?p=%7B%22a%22%3A1.0%7D"))
	})

	It("writes a whole query string", func(ctx SpecContext) {
		p := apidoc.Parameter{Name: "p", In: apidoc.InQueryString, Required: true, Content: []apidoc.MediaType{{Name: "application/x-www-form-urlencoded", Example: json.RawMessage(`{"a":"b c","d":[1,2]}`)}}}

		Expect(after(build(ctx, operation("GET", "/a", p)))).To(Equal("/a?a=b+c&d=1&d=2"))
	})

	It("spells variables of the path that have no value so that they are seen", func(ctx SpecContext) {
		o := operation("GET", "/a/{petId}/{pull_number}/{no-one}", apidoc.Parameter{Name: "petId", In: apidoc.InPath, Schema: &apidoc.Schema{Types: []string{"string"}}})

		Expect(after(build(ctx, o))).To(Equal("/a/PET_ID/PULL_NUMBER/NO_ONE"))
	})

	It("replaces variables in the query of a path, and in its segments", func(ctx SpecContext) {
		q := parameter(apidoc.InPath, "simple", false, `"a&b c"`)
		q.Name = "q"

		Expect(after(build(ctx, operation("GET", "/a/{q}?x={q}&y={other}&z=1#part", q)))).To(Equal("/a/a%26b%20c?x=a%26b%20c&y=OTHER&z=1"))
	})

	It("spells a method as the description does, which may be one of its own (OpenAPI 3.2)", func(ctx SpecContext) {
		Expect(snippet.Curl(build(ctx, operation("pUrGe", "/a")))).To(HaveSuffix("/a' \\\n  --request 'pUrGe'"))
	})

	DescribeTable("sends a parameter that the query of the path has, too, once:",
		func(ctx SpecContext, path, want string) {
			q := parameter(apidoc.InQuery, "form", true, `"v"`)
			id := parameter(apidoc.InPath, "simple", false, `"7"`)
			q.Name, id.Name = "a b", "id"

			Expect(after(build(ctx, operation("GET", path, q, id)))).To(Equal(want))
		},
		Entry("with the value of the path", "/x?a%20b=1&c=2", "/x?a%20b=1&c=2"),
		Entry("without a value, as the path has it", "/x?a+b", "/x?a+b"),
		Entry("with the value of a parameter of the path", "/x?a%20b={id}", "/x?a%20b=7"),
		Entry("with its own value where the path has a variable", "/x?a%20b={q}&c=2", "/x?c=2&a%20b=v"),
	)

	It("takes the first choice that is not empty where a segment has choices", func(ctx SpecContext) {
		p := apidoc.Parameter{Name: "state", In: apidoc.InPath, Schema: &apidoc.Schema{Types: []string{"string"}, Enum: []apidoc.EnumValue{{Value: json.RawMessage(`""`)}, {Value: json.RawMessage(`"active"`)}}}}

		Expect(after(build(ctx, operation("GET", "/jobs/{state}", p)))).To(Equal("/jobs/active"))
	})

	DescribeTable("finds the server",
		func(ctx SpecContext, s apidoc.Server, base, want string) {
			o := operation("GET", "/a")
			o.Servers = []apidoc.Server{s}

			Expect(snippet.Build(ctx, document(), o, snippet.Options{Base: base}).URL.Shown).To(Equal(want))
		},
		Entry("with the defaults of its variables", apidoc.Server{URL: "https://{r}.e.example/", Variables: []apidoc.ServerVariable{{Name: "r", Default: "eu"}}}, "", "https://eu.e.example/a"),
		Entry("with a default that is empty", apidoc.Server{URL: "https://api{env}.example/{base}", Variables: []apidoc.ServerVariable{{Name: "env"}, {Name: "base"}}}, "", "https://api.example/a"),
		Entry("with empty defaults of a host and a port, which are to be filled in", apidoc.Server{URL: "https://{tenant}.example:{port}", Variables: []apidoc.ServerVariable{{Name: "tenant"}, {Name: "port"}}}, "", "https://TENANT.example:PORT/a"),
		Entry("with variables that have none", apidoc.Server{URL: "https://{tenant}.e.example"}, "", "https://TENANT.e.example/a"),
		Entry("relative", apidoc.Server{URL: "/v1/"}, "", "https://your-server.example/v1/a"),
		Entry("relative to where the reference is", apidoc.Server{URL: "/v1"}, "https://docs.example", "https://docs.example/v1/a"),
		Entry("without a scheme", apidoc.Server{URL: "//api.example"}, "", "https://api.example/a"),
		Entry("that must not be called", apidoc.Server{URL: "file:///etc"}, "", "https://your-server.example/a"),
		Entry("that is a script", apidoc.Server{URL: "javascript:alert(1)"}, "", "https://your-server.example/a"),
		Entry("with characters of a shell", apidoc.Server{URL: "https://e.example/$(id)'\n x"}, "", "https://e.example/$(id)'%0A%20x/a"),
	)

	It("sends a webhook to an address of the reader, not to the API", func(ctx SpecContext) {
		hook := operation("POST", "born?really")
		hook.Pointer = "/webhooks/born?really/post"
		hook.Servers = []apidoc.Server{{URL: "https://api.example"}}
		doc := apidoc.New(apidoc.Outline{Webhooks: []apidoc.OperationSummary{hook.OperationSummary}}, apidoc.Memory{}, apidoc.Text{})
		hook.OperationSummary = doc.Webhooks[0]

		Expect(snippet.Build(ctx, doc, hook, snippet.Options{}).URL.Shown).To(Equal("https://your-server.example"))
	})

	It("leaves optional parameters out unless all are asked for", func(ctx SpecContext) {
		p := parameter(apidoc.InQuery, "form", true, `1`)
		p.Required = false
		o := operation("GET", "/a", p)

		Expect(after(build(ctx, o))).To(Equal("/a"))
		Expect(after(snippet.Build(ctx, document(), o, snippet.Options{Fields: snippet.All}))).To(Equal("/a?p=1"))
	})

	It("makes one line of a header and takes no name that is none", func(ctx SpecContext) {
		good, bad := parameter(apidoc.InHeader, "simple", false, `"a\r\nX-Evil: b"`), parameter(apidoc.InHeader, "simple", false, `"x"`)
		bad.Name = "X\r\nY"

		Expect(build(ctx, operation("GET", "/a", good, bad)).Headers).To(Equal([]snippet.Header{{Name: "p", Value: snippet.Secret{Shown: "a  X-Evil: b"}}}))
	})

	It("writes cookies so that they stay apart", func(ctx SpecContext) {
		form, cookie := parameter(apidoc.InCookie, "form", true, `"a; b"`), parameter(apidoc.InCookie, "cookie", true, `"a b;c"`)

		Expect(build(ctx, operation("GET", "/a", form, cookie)).Cookies).To(HaveExactElements(
			HaveField("Value.Shown", "a%3B%20b"), HaveField("Value.Shown", "a b%3Bc")))
	})
})

var _ = DescribeTable("A body is left out",
	func(ctx SpecContext, method string, required bool, m apidoc.MediaType, want bool) {
		o := operation(method, "/a")
		o.RequestBody = &apidoc.RequestBody{Required: required, Content: []apidoc.MediaType{m}}

		r := build(ctx, o)

		Expect(r.Body == nil).To(Equal(want))
		Expect(len(r.Headers) == 0).To(Equal(want))
	},
	Entry("of GET that does not require it", "GET", false, apidoc.MediaType{Name: "application/json", Example: json.RawMessage(`{}`)}, true),
	Entry("not of GET that requires it", "GET", true, apidoc.MediaType{Name: "application/json", Example: json.RawMessage(`{}`)}, false),
	Entry("that is a form without fields", "POST", true, apidoc.MediaType{Name: "application/x-www-form-urlencoded", Example: json.RawMessage(`{}`)}, true),
	Entry("that is a form without parts", "POST", true, apidoc.MediaType{Name: "multipart/form-data", Example: json.RawMessage(`{}`)}, true),
)

var _ = Describe("Curl", func() {
	It("writes the headers of the parts of a form that are required, but for that of the format", func(ctx SpecContext) {
		media := apidoc.MediaType{Name: "multipart/form-data", Example: json.RawMessage(`{"t":"x"}`), Encoding: []apidoc.Encoding{{Property: "t", Headers: []apidoc.Header{
			{Name: "X-Sum", Required: true, Example: json.RawMessage(`"a\"b"`)}, {Name: "X-Other", Example: json.RawMessage(`1`)}, {Name: "Content-Type", Required: true, Example: json.RawMessage(`"a/b"`)},
		}}}}
		r := build(ctx, &apidoc.Operation{OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/a"}, RequestBody: &apidoc.RequestBody{Content: []apidoc.MediaType{media}}})

		Expect(r.Body.Parts).To(Equal([]snippet.Part{{Name: "t", Text: "x", Headers: []snippet.Header{{Name: "X-Sum", Value: snippet.Secret{Shown: `a"b`}}}}}))
		Expect(snippet.Curl(r)).To(ContainSubstring(`--form 't="x";headers="X-Sum: a\"b"'`))
	})

	It("writes the fields of a form one a line, for curl to encode", func(ctx SpecContext) {
		o := operation("POST", "/a")
		o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "application/x-www-form-urlencoded", Example: json.RawMessage(`{"a":"@x","b":[1,2],"c[d]":"[e]","":"f"}`)}}}

		Expect(snippet.Curl(build(ctx, o))).To(HaveSuffix(" \\\n  --data-urlencode 'a=@x' \\\n  --data-urlencode 'b=1' \\\n  --data-urlencode 'b=2' \\\n  --data-urlencode 'c[d]=[e]' \\\n  --data-raw '=f'"))
	})
})

var _ = Describe("Variants", func() {
	It("offer required fields, all fields, other formats and examples, each once", func(ctx SpecContext) {
		optional := parameter(apidoc.InQuery, "form", true, `1`)
		optional.Required = false
		s := &apidoc.Schema{
			Types: []string{"object"}, Required: []string{"id"},
			Properties: []apidoc.Property{{Name: "id", Schema: &apidoc.Schema{Types: []string{"integer"}}, Required: true}, {Name: "more", Schema: &apidoc.Schema{Types: []string{"integer"}}}},
		}
		o := operation("POST", "/a", optional)
		o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{
			{Name: "application/json", Schema: s},
			{Name: "text/plain", Examples: []apidoc.Example{{Name: "one", Value: json.RawMessage(`"1"`)}, {Name: "two", Summary: "Two", Value: json.RawMessage(`"2"`)}}},
		}}

		all := snippet.Variants(ctx, document(), o, snippet.Options{})

		Expect(all).To(HaveExactElements(
			And(HaveField("Label", "Usual fields"), HaveField("Request.Body.Text", MatchJSON(`{"id":1,"more":1}`))),
			And(HaveField("Label", "Required fields"), HaveField("Request.Body.Text", MatchJSON(`{"id":1}`))),
			And(HaveField("Label", "All fields"), HaveField("Request.URL.Shown", HaveSuffix("?p=1"))),
			And(HaveField("Label", "one (text/plain)"), HaveField("Request.Body.Text", "1")),
			And(HaveField("Label", "Two (text/plain)"), HaveField("Request.Body.Text", "2")),
		))
	})
})

var _ = DescribeTable("A body is written in its format",
	func(ctx SpecContext, m apidoc.MediaType, want snippet.Body) {
		o := operation("POST", "/a")
		o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{m}}

		Expect(build(ctx, o).Body).To(HaveValue(Equal(want)))
	},
	Entry("JSON keeps its numbers", apidoc.MediaType{Name: "application/json", Example: json.RawMessage(`[12345678901234567890.10,1e-400]`)}, snippet.Body{Text: "[\n  12345678901234567890.10,\n  1e-400\n]"}),
	Entry("text", apidoc.MediaType{Name: "text/plain", Example: json.RawMessage(`"a\nb"`)}, snippet.Body{Text: "a\nb"}),
	Entry("what is sent, as the description gives it", apidoc.MediaType{Name: "application/xml", Examples: []apidoc.Example{{Value: json.RawMessage(`{"a":1}`), Serialized: "<b/>"}}}, snippet.Body{Text: "<b/>"}),
	Entry("what is sent alone", apidoc.MediaType{Name: "application/json", Schema: &apidoc.Schema{Types: []string{"integer"}}, Examples: []apidoc.Example{{Serialized: " 7"}}}, snippet.Body{Text: " 7"}),
	Entry("the first example that does not stand elsewhere", apidoc.MediaType{Name: "application/json", Schema: &apidoc.Schema{Types: []string{"integer"}}, Examples: []apidoc.Example{{ExternalValue: "https://e.example/1"}, {Value: json.RawMessage(`2`)}}}, snippet.Body{Text: "2"}),
	Entry("a form whose example is a text, which is sent as it is", apidoc.MediaType{Name: "application/x-www-form-urlencoded", Example: json.RawMessage(`"a=b c"`)}, snippet.Body{Text: "a=b c"}),
	Entry("a form that is sent", apidoc.MediaType{Name: "application/x-www-form-urlencoded", Examples: []apidoc.Example{{Serialized: "a=b%20c"}}}, snippet.Body{Text: "a=b%20c"}),
	Entry("lines of JSON of a stream, of which each has a schema", apidoc.MediaType{Name: "application/jsonl", ItemSchema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"integer"}}}}, snippet.Body{Text: "[1]\n"}),
	Entry("lines of JSON, of which one is given", apidoc.MediaType{Name: "application/x-ndjson", Example: json.RawMessage(`{"a": [1, 2]}`)}, snippet.Body{Text: "{\"a\":[1,2]}\n"}),
	Entry("a sequence of JSON, whose values begin with a control character", apidoc.MediaType{Name: "application/json-seq", Example: json.RawMessage(`[{"a": 1}]`)}, snippet.Body{File: "body.json"}),
	Entry("lines of JSON", apidoc.MediaType{Name: "application/x-ndjson", Example: json.RawMessage(`[{"a": 1},2]`)}, snippet.Body{Text: "{\"a\":1}\n2\n"}),
	Entry("bytes", apidoc.MediaType{Name: "image/*", Schema: &apidoc.Schema{}}, snippet.Body{File: "body.png"}),
	Entry("more than a sample can hold", apidoc.MediaType{Name: "text/plain", Example: json.RawMessage(`"` + strings.Repeat("x", 20_000) + `"`)}, snippet.Body{File: "body.txt"}),
	Entry("a form", apidoc.MediaType{Name: "application/x-www-form-urlencoded", Example: json.RawMessage(`{"a":["x y","z"],"o":{"b":1},"d":{"e":2}}`), Encoding: []apidoc.Encoding{{Property: "d", Style: "deepObject"}}},
		snippet.Body{Text: "a=x+y&a=z&o=%7B%22b%22%3A1%7D&d%5Be%5D=2"}),
	Entry("a form of parts", apidoc.MediaType{
		Name: "multipart/form-data", Example: json.RawMessage(`{"a":["x","y"],"o":{"b":1.0},"f":"","t":"q"}`), Encoding: []apidoc.Encoding{{Property: "t", ContentType: "text/csv, text/plain"}},
		Schema: &apidoc.Schema{Properties: []apidoc.Property{{Name: "f", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "binary"}}}},
	}, snippet.Body{Parts: []snippet.Part{
		{Name: "a", Text: "x"}, {Name: "a", Text: "y"}, {Name: "o", Text: `{"b":1.0}`, Type: "application/json"}, {Name: "f", File: "f.bin"}, {Name: "t", Text: "q", Type: "text/csv"},
	}}),
	Entry("a form of parts in styles, but for files", apidoc.MediaType{
		Name: "multipart/form-data", Example: json.RawMessage(`{"deep":{"a":{"b":"c&d"}},"list":["x y","z"],"each":["x","y"],"files":["",""]}`),
		Encoding: []apidoc.Encoding{{Property: "deep", Style: "deepObject"}, {Property: "list", Style: "pipeDelimited"}, {Property: "each", Style: "form"}, {Property: "files", Style: "form"}},
		Schema:   &apidoc.Schema{Properties: []apidoc.Property{{Name: "files", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Types: []string{"string"}, Format: "binary"}}}}},
	}, snippet.Body{Parts: []snippet.Part{
		{Name: "deep[a][b]", Text: "c&d"}, {Name: "list", Text: "x y|z"}, {Name: "each", Text: "x"}, {Name: "each", Text: "y"}, {Name: "files", File: "files.bin"}, {Name: "files", File: "files.bin"},
	}}),
	Entry("a form with parts in XML", apidoc.MediaType{
		Name: "multipart/form-data", Example: json.RawMessage(`{"pet":{"id":7,"name":"Rex"},"tags":[{"t":"a"},"<t/>"]}`), Encoding: []apidoc.Encoding{{Property: "pet", ContentType: "application/xml"}, {Property: "tags", ContentType: "text/xml; charset=utf-8, text/plain"}},
		Schema: &apidoc.Schema{Properties: []apidoc.Property{
			{Name: "pet", Schema: &apidoc.Schema{XML: &apidoc.XML{Name: "animal"}, Properties: []apidoc.Property{{Name: "id", Schema: &apidoc.Schema{XML: &apidoc.XML{Attribute: true}}}}}},
			{Name: "tags", Schema: &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{XML: &apidoc.XML{Name: "tag"}}}},
		}},
	}, snippet.Body{Parts: []snippet.Part{
		{Name: "pet", Text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<animal id=\"7\">\n  <name>Rex</name>\n</animal>", Type: "application/xml"},
		{Name: "tags", Text: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tag>\n  <t>a</t>\n</tag>", Type: "text/xml; charset=utf-8"},
		{Name: "tags", Text: "<t/>", Type: "text/xml; charset=utf-8"},
	}}),
)

var _ = Describe("A path that does not begin with a slash", func() {
	It("stays out of the host of its server", func(ctx SpecContext) {
		o := operation("GET", "pets/{id}", apidoc.Parameter{Name: "id", In: apidoc.InPath, Style: "simple", Schema: typed("integer")})
		o.Servers = []apidoc.Server{{URL: "https://api.example.com/"}}

		Expect(build(ctx, o).URL.Shown).To(Equal("https://api.example.com/pets/ID"))
		Expect(snippet.NewStart(ctx, document(), o).Path()).To(Equal("/pets/{id}"))
	})
})
