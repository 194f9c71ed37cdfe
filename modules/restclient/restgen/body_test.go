package restgen_test

import (
	"encoding/json"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

const formType = "application/x-www-form-urlencoded"

// sends adds an operation with a body of another format than JSON.
func (d *description) sends(id, method, path string, content apidoc.MediaType, result *apidoc.Schema) *description {
	op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: id, Method: method, Path: path}, RequestBody: &apidoc.RequestBody{Content: []apidoc.MediaType{content}}}
	response := apidoc.Response{Status: "200"}
	if result != nil {
		response.Content = inJSON(result)
	}
	op.Responses = []apidoc.Response{response}
	return d.operation(op)
}

func deep(name string) apidoc.Encoding { return apidoc.Encoding{Property: name, Style: "deepObject"} }

// anyOf is a schema of several types.
func anyOf(all ...*apidoc.Schema) *apidoc.Schema { return &apidoc.Schema{AnyOf: all} }

var text = typed("string", "")

var _ = DescribeTable("A parameter of the path says when it is written as one text",
	func(style string, schema *apidoc.Schema, want string) {
		id := inPath("id", schema)
		id.Style = style
		var report restgen.Report

		generate(describe().call("do", "GET", "/a/{id}", nil, nil, id), restgen.WithReport(&report))

		reasons := ""
		for _, f := range report.Fallbacks {
			reasons += strings.Join(f.Reasons, " ")
		}
		Expect(reasons).To(Equal(want))
	},
	Entry("simple", "simple", text, ""),
	Entry("matrix", "matrix", arrayOf(text), ""),
	Entry("label", "label", text, ""),
	Entry("an object of objects", "simple", object(optional("a", object(optional("b", text)))), "The path parameter id is sent as one text: its member a is no value that is sent so."),
	Entry("a list of lists", "simple", arrayOf(arrayOf(text)), "The path parameter id is sent as one text: it is a list of lists."),
)

var _ = Describe("A body", func() {
	no := false

	DescribeTable("that is a form has the style of its encoding",
		func(encoding []apidoc.Encoding, want string) {
			body := object(optional("name", text), optional("tags", arrayOf(text)), optional("place", object(optional("city", text))))
			code := generate(describe().sends("do", "POST", "/a", apidoc.MediaType{Name: formType, Schema: body, Encoding: encoding}, nil))

			Expect(code).To(ContainSubstring("type DoBody struct {\nName string `json:\"name,omitzero\"`\nTags []string `json:\"tags,omitzero\"`\nPlace DoBodyPlace `json:\"place,omitzero\"`\n}"))
			Expect(code).To(ContainSubstring("var Do = restclient.RestMutation[restclient.None, DoBody, restclient.None](\"/a\",\nrestclient.WithBodyEncoding(" + want + "))"))
		},
		Entry("none", nil, "forms.URLEncoded{}"),
		Entry("deep objects", []apidoc.Encoding{deep("tags"), deep("place")}, "forms.URLEncoded{Style: forms.Brackets}"),
		Entry("one of them deep", []apidoc.Encoding{deep("place")}, `forms.URLEncoded{Fields: map[string]forms.Style{"place": forms.Brackets}}`),
		Entry("a list with commas", []apidoc.Encoding{{Property: "tags", Style: "form", Explode: &no}, deep("place")},
			`forms.URLEncoded{Style: forms.Brackets, Fields: map[string]forms.Style{"tags": forms.Commas}}`),
		Entry("pipes", []apidoc.Encoding{{Property: "tags", Style: "pipeDelimited"}, {Property: "place", Style: "form"}},
			`forms.URLEncoded{Style: forms.Exploded, Fields: map[string]forms.Style{"tags": forms.PipeDelimited}}`),
	)

	DescribeTable("of a resource that is a patch is sent in its format",
		func(mediaType, want string) {
			var report restgen.Report
			code := generate(describe().schema("Todo", object(optional("id", number), optional("title", text))).
				call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
				operation(apidoc.Operation{
					OperationSummary: apidoc.OperationSummary{ID: "patch", Method: "PATCH", Path: "/todos/{id}"},
					Parameters:       []apidoc.Parameter{inPath("id", number)},
					RequestBody:      &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: mediaType, Schema: ref("Todo")}}},
					Responses:        []apidoc.Response{{Status: "200", Content: inJSON(ref("Todo"))}},
				}), restgen.WithReport(&report))

			Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, restclient.None](\"/todos/:id\",\nrestclient.WithPatchFormat(restclient." + want + "))"))
			Expect(report.Fallbacks).To(BeEmpty())
		},
		Entry("RFC 7396", "application/merge-patch+json", "MergePatch"),
		Entry("RFC 6902", "application/json-patch+json", "JSONPatch"),
	)

	It("of a mutation of its own that is a patch is sent in its format, a merge patch where there are several", func() {
		var report restgen.Report
		d := describe().sends("do", "PATCH", "/a", apidoc.MediaType{Name: "application/json-patch+json", Schema: arrayOf(text)}, nil)

		Expect(generate(d, restgen.WithReport(&report))).To(ContainSubstring("restclient.RestMutation[restclient.None, []string, restclient.None](\"/a\",\nrestclient.WithMethod(\"PATCH\"), restclient.WithPatchFormat(restclient.JSONPatch))"))
		Expect(report.Fallbacks).To(BeEmpty())

		body := d.operations["/paths/0"].RequestBody
		body.Content = append(body.Content, apidoc.MediaType{Name: "application/merge-patch+json", Schema: object(required("a", text))})
		Expect(generate(d)).To(ContainSubstring("restclient.RestMutation[restclient.None, DoBody, restclient.None](\"/a\",\nrestclient.WithMethod(\"PATCH\"), restclient.WithPatchFormat(restclient.MergePatch))"))
	})

	DescribeTable("of another kind of JSON is sent as that",
		func(mediaType, want string) {
			var report restgen.Report
			code := generate(describe().sends("do", "POST", "/a", apidoc.MediaType{Name: mediaType, Schema: object(required("a", text))}, nil), restgen.WithReport(&report))

			Expect(code).To(ContainSubstring("var Do = restclient.RestMutation[restclient.None, DoBody, restclient.None](\"/a\"" + want))
			Expect(report.Fallbacks).To(BeEmpty())
		},
		Entry("of a vendor", "application/vnd.api+json", ",\nrestclient.WithContentType(\"application/vnd.api+json\"))"),
		Entry("with parameters", "application/vnd.api+json; ext=bulk", ",\nrestclient.WithContentType(\"application/vnd.api+json; ext=bulk\"))"),
		Entry("with a version", "application/json; v=2", ",\nrestclient.WithContentType(\"application/json; v=2\"))"),
		Entry("JSON with its charset", "application/json; charset=utf-8", ")"),
		Entry("a range of which JSON is one", "application/*", ")"),
		Entry("a range of kinds of JSON", "application/*+json", ")"),
	)

	It("of a resource is sent as the kind of JSON that the resource has", func() {
		var report restgen.Report
		id, api := inPath("id", number), "application/vnd.api+json"
		d := describe().schema("Todo", object(optional("id", number), optional("title", text))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), id).
			sends("add", "POST", "/todos", apidoc.MediaType{Name: api, Schema: ref("Todo")}, ref("Todo")).
			sends("put", "PUT", "/todos/{id}", apidoc.MediaType{Name: api, Schema: ref("Todo")}, ref("Todo")).
			sends("patch", "PATCH", "/todos/{id}", apidoc.MediaType{Name: "application/json", Schema: ref("Todo")}, ref("Todo"))

		code := generate(d, restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, restclient.None](\"/todos/:id\",\nrestclient.WithContentType(\"application/vnd.api+json\"), restclient.WithPatchFormat(restclient.PlainPatch))"))
		Expect(report).To(Equal(restgen.Report{Operations: 4, Resources: 1, InResource: 4, Lines: report.Lines}))

		d.operations["/paths/3"].RequestBody.Content[0].Name = "application/vnd.patch+json"
		Expect(generate(d)).To(ContainSubstring("restclient.WithContentType(\"application/vnd.api+json\"), restclient.WithPatchFormat(\"application/vnd.patch+json\"))"))
	})

	It("of another kind of JSON than the others of a resource is sent by a mutation of its own", func() {
		d := describe().schema("Todo", object(optional("id", number), optional("title", text))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("add", "POST", "/todos", ref("Todo"), ref("Todo")).
			sends("put", "PUT", "/todos/{id}", apidoc.MediaType{Name: "application/merge-patch+json", Schema: ref("Todo")}, ref("Todo"))

		code := generate(d)

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, restclient.None](\"/todos/:id\")"))
		Expect(code).To(ContainSubstring("restclient.WithMethod(\"PUT\"), restclient.WithPatchFormat(restclient.MergePatch)"))
	})

	It("is application/json where the description has other JSON before it", func() {
		d := describe().sends("do", "PATCH", "/a", apidoc.MediaType{Name: "application/json-patch+json", Schema: arrayOf(text)}, nil)
		body := d.operations["/paths/0"].RequestBody
		body.Content = append(body.Content, inJSON(object(required("a", text)))...)

		Expect(generate(d)).To(ContainSubstring("restclient.RestMutation[restclient.None, DoBody, restclient.None]"))
	})

	It("of no fields is none", func() {
		code := generate(describe().sends("do", "POST", "/a", apidoc.MediaType{Name: formType, Schema: object()}, nil))

		Expect(code).To(ContainSubstring("restclient.RestMutation[restclient.None, restclient.None, restclient.None](\"/a\")"))
	})

	It("that is a form has the type of a field which an empty text empties", func() {
		empty := enum("")
		body := object(optional("tags", anyOf(arrayOf(text), empty)), optional("extra", anyOf(empty, &apidoc.Schema{Types: []string{"object"}, AdditionalProperties: text})))

		code := generate(describe().sends("do", "POST", "/a", apidoc.MediaType{Name: formType, Schema: body}, nil))

		Expect(code).To(ContainSubstring("Tags []string `json:\"tags,omitzero\"`\nExtra map[string]string `json:\"extra,omitzero\"`"))
	})

	It("of parts has files, and the media types of the other parts", func() {
		body := object(required("photo", typed("string", "binary")), optional("more", arrayOf(typed("string", "binary"))), optional("logo", text),
			optional("page", &apidoc.Schema{ContentMediaType: "text/html"}), optional("note", text), optional("place", ref("Place")))
		media := apidoc.MediaType{Name: "multipart/form-data", Schema: body, Encoding: []apidoc.Encoding{{Property: "note", ContentType: "text/markdown"}, {Property: "logo", ContentType: "image/png"}}}

		code := generate(describe().schema("Place", object(optional("city", text))).sends("do", "POST", "/a", media, nil))

		Expect(code).To(ContainSubstring("type DoBody struct {\nPhoto transfer.File `json:\"photo\"`\nMore []transfer.File `json:\"more,omitzero\"`\nLogo transfer.File `json:\"logo,omitzero\"`\n" +
			"Page transfer.File `json:\"page,omitzero\"`\nNote string `json:\"note,omitzero\"`\nPlace Place `json:\"place,omitzero\"`\n}"))
		Expect(code).To(ContainSubstring(`restclient.WithBodyEncoding(forms.Multipart{ContentTypes: map[string]string{"note": "text/markdown"}})`))
	})

	It("of parts that the description does not name is a transfer.Multipart", func() {
		code := generate(describe().sends("do", "POST", "/a", apidoc.MediaType{Name: "multipart/form-data"}, nil))

		Expect(code).To(ContainSubstring("restclient.RestMutation[restclient.None, transfer.Multipart, restclient.None](\"/a\")"))
	})
})

var _ = Describe("A parameter that is a deep object", func() {
	query := func(s *apidoc.Schema) apidoc.Parameter {
		return apidoc.Parameter{Name: "p", In: apidoc.InQuery, Style: "deepObject", Explode: true, Schema: s}
	}

	DescribeTable("is sent as",
		func(s *apidoc.Schema, want string) {
			Expect(generate(describe().call("list", "GET", "/a", nil, nil, query(s)))).To(ContainSubstring(want))
		},
		Entry("a list in brackets", arrayOf(text), "P []string `query:\"p,brackets\"`"),
		Entry("a struct", object(optional("gte", typed("integer", "")), optional("by", text)), "type ListP struct {\nGte *int `query:\"gte\"`\nBy string `query:\"by,omitempty\"`\n}"),
		Entry("the object of several types", anyOf(object(optional("gte", typed("integer", ""))), typed("integer", "")), "P ListP `query:\"p\"`"),
		Entry("a map", dictOf(text), "P map[string]string `query:\"p\"`"),
		Entry("a list of objects in brackets", arrayOf(object(optional("a", anyOf(arrayOf(object(optional("b", text))), enum(""))), optional("c", dictOf(arrayOf(number))))),
			"type ListPItem struct {\nA []ListPItemAItem `query:\"a,brackets\"`\nC map[string][]int64 `query:\"c,brackets\"`\n}"),
		Entry("a map of objects", dictOf(object(optional("a", text))), "P map[string]ListPValue `query:\"p\"`"),
		Entry("a map of lists in brackets", dictOf(arrayOf(text)), "P map[string][]string `query:\"p,brackets\"`"),
		Entry("a list of anything in brackets", &apidoc.Schema{Types: []string{"array"}}, "P []string `query:\"p,brackets\"`"),
	)

	It("shares its struct with those of the same shape", func() {
		span := func() *apidoc.Schema {
			return with(object(optional("gte", number)), func(s *apidoc.Schema) { s.Title = "range_specs" })
		}

		code := generate(describe().call("a", "GET", "/a", nil, nil, query(span())).call("b", "GET", "/b", nil, nil, query(span())))

		Expect(code).To(MatchRegexp("(?s)AArgs struct {\nP RangeSpecs .*BArgs struct {\nP RangeSpecs "))
	})
})

// shop describes a resource that is changed by forms sent with POST.
func shop() *description {
	flag := with(typed("boolean", ""), func(s *apidoc.Schema) { s.Enum = []apidoc.EnumValue{{Value: json.RawMessage("true")}} })
	body := apidoc.MediaType{Name: formType, Schema: object(optional("name", text), optional("tags", arrayOf(text))), Encoding: []apidoc.Encoding{deep("tags")}}
	return describe().
		schema("customer", object(required("id", text), optional("name", text), optional("main_order", anyOf(text, ref("order"))))).
		schema("deleted_customer", object(required("id", text), required("deleted", flag))).
		schema("order", object(required("id", text), optional("customer", anyOf(text, ref("customer"), ref("deleted_customer"))), optional("note", anyOf(text, ref("plain"))))).
		schema("plain", object(optional("text", text))).
		call("getCustomer", "GET", "/customers/{customer}", nil, anyOf(ref("customer"), ref("deleted_customer"))).
		sends("postCustomers", "POST", "/customers", body, ref("customer")).
		sends("postCustomer", "POST", "/customers/{customer}", body, ref("customer")).
		call("deleteCustomer", "DELETE", "/customers/{customer}", nil, ref("deleted_customer")).
		call("getOrder", "GET", "/orders/{order}", nil, ref("order"))
}

var _ = Describe("An API that speaks forms", func() {
	It("has a resource whose bodies are forms, and whose changes are POST", func() {
		var report restgen.Report

		code := generate(shop(), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("var Customers = restclient.CreateResource[Customer, string, restclient.None](\"/customers/:customer\",\n" +
			"restclient.WithBodyEncoding(forms.URLEncoded{Style: forms.Brackets}), restclient.WithPatchMethod(\"POST\"))"))
		Expect(code).To(ContainSubstring("var PostCustomer = restclient.WithBody[PostCustomerBody](Customers.PartialUpdate)"))
		Expect(report.InResource).To(Equal(4))
	})

	It("gives an object the flag of its shorter form", func() {
		Expect(generate(shop())).To(ContainSubstring("Deleted bool `json:\"deleted,omitzero\"`"))
	})

	It("has a Ref for an entity or its key, and a sum for what is no entity", func() {
		code := generate(shop())

		Expect(code).To(ContainSubstring("MainOrder restclient.Ref[Order] `json:\"main_order,omitzero\"`"))
		Expect(code).To(ContainSubstring("Customer restclient.Ref[Customer] `json:\"customer,omitzero\"`\nNote PlainOrKey `json:\"note,omitzero\"`"))
		Expect(code).To(ContainSubstring("func (Order) Nested() []restclient.Nested {\nreturn []restclient.Nested{restclient.EntityOf[Customer]()}\n}"))
	})
})

var _ = Describe("An entity with an id that is read by another name", func() {
	issue := func() *description {
		return describe().schema("Issue", object(required("id", number), required("number", typed("integer", "")))).
			call("list", "GET", "/repos/{repo}/issues", nil, arrayOf(ref("Issue"))).
			call("get", "GET", "/repos/{repo}/issues/{number}", nil, ref("Issue"), inPath("number", typed("integer", "")))
	}

	It("is a resource whose key is in the answer, when it can be changed there", func() {
		code := generate(issue().call("patch", "PATCH", "/repos/{repo}/issues/{number}", ref("Issue"), ref("Issue"), inPath("number", typed("integer", ""))))

		Expect(code).To(ContainSubstring("func (e Issue) PK() int64 { return e.ID }"))
		Expect(code).To(ContainSubstring("type IssueKey struct {\nRepo string `path:\"repo\"`\nNumber int `path:\"number\"`\n}"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Issue, IssueKey, IssueFilter](\"/repos/:repo/issues/:number\",\nrestclient.WithKeyInAnswer())"))
	})

	It("is not named by what names it, for other operations", func() {
		code := generate(issue().call("patch", "PATCH", "/repos/{repo}/issues/{number}", ref("Issue"), ref("Issue"), inPath("number", typed("integer", ""))).
			call("parent", "GET", "/repos/{repo}/issues/{number}/parent", nil, ref("Issue"), inPath("number", number)).
			call("next", "GET", "/repos/{repo}/issues/{number}/next", nil, ref("Issue"), inPath("number", typed("integer", ""))))

		Expect(code).To(ContainSubstring("\"/repos/:repo/issues/:number/parent\",\nrestclient.WithSchema(restclient.ObjectOf[Issue](restclient.EntityOf[Issue]())))"))
		Expect(code).To(ContainSubstring("\"/repos/:repo/issues/:number/next\",\nrestclient.WithSchema(restclient.EntityOf[Issue]()))"))
	})

	It("is none when it is only read", func() {
		Expect(generate(issue())).NotTo(ContainSubstring("CreateResource"))
	})
})
