package restgen_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

var number = typed("integer", "int64")

// todos describes a whole resource.
func todos() *description {
	todo := object(optional("id", number), required("title", typed("string", "")))
	page := inQuery("page", typed("integer", ""))
	return describe().schema("Todo", todo).schema("Draft", object(required("title", typed("string", "")))).
		call("listTodos", "GET", "/todos", nil, arrayOf(ref("Todo")), inQuery("tag", arrayOf(typed("string", ""))), inQuery("sort", typed("string", "")), page).
		call("addTodo", "POST", "/todos", ref("Draft"), ref("Todo")).
		call("getTodo", "GET", "/todos/{todoId}", nil, ref("Todo"), inPath("todoId", number)).
		call("putTodo", "PUT", "/todos/{todoId}", ref("Todo"), ref("Todo"), inPath("todoId", number)).
		call("patchTodo", "PATCH", "/todos/{todoId}", ref("Todo"), ref("Todo"), inPath("todoId", number)).
		call("dropTodo", "DELETE", "/todos/{todoId}", nil, nil, inPath("todoId", number))
}

var _ = Describe("Operations of the usual shape", func() {
	It("are one resource", func() {
		var report restgen.Report

		code := generate(todos(), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("func (e Todo) PK() int64 { return e.ID }"))
		Expect(code).To(ContainSubstring("type TodoFilter struct {\nTag []string `query:\"tag\"`\nSort string `query:\"sort,omitempty,nofilter\"`\nPage *int `query:\"page\"`\n}"))
		Expect(code).To(ContainSubstring("var Todos = restclient.CreateResource[Todo, int64, TodoFilter](\"/todos/:todoId\",\nrestclient.WithPaginationField(\"page\"))"))
		Expect(code).To(ContainSubstring("var AddTodo = restclient.WithBody[Draft](Todos.GetList.Push)"))
		Expect(report).To(Equal(restgen.Report{Operations: 6, Resources: 1, InResource: 6, Lines: report.Lines}))
	})

	DescribeTable("are none when",
		func(d *description) {
			Expect(generate(d)).NotTo(ContainSubstring("CreateResource"))
		},
		Entry("nothing but the reading of one is there", describe().schema("Todo", object(optional("id", number))).
			call("getTodo", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number))),
		Entry("the entity has no key", describe().schema("Todo", object(optional("title", typed("string", "")))).
			call("getTodo", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("dropTodo", "DELETE", "/todos/{id}", nil, nil, inPath("id", number))),
		Entry("the key is of another type", describe().schema("Todo", object(optional("id", number))).
			call("getTodo", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", typed("string", ""))).
			call("dropTodo", "DELETE", "/todos/{id}", nil, nil, inPath("id", typed("string", "")))),
		Entry("the key is unique within its parent only", describe().schema("Todo", object(optional("number", number))).
			call("getTodo", "GET", "/lists/{list}/todos/{number}", nil, ref("Todo"), inPath("number", number)).
			call("dropTodo", "DELETE", "/lists/{list}/todos/{number}", nil, nil, inPath("number", number))),
	)

	It("below another parameter have a struct for a key and a filter", func() {
		d := describe().schema("Member", object(optional("id", number))).
			call("list", "GET", "/groups/{group}/members", nil, arrayOf(ref("Member"))).
			call("get", "GET", "/groups/{group}/members/{id}", nil, ref("Member"), inPath("id", number))

		code := generate(d)

		Expect(code).To(ContainSubstring("type MemberKey struct {\nGroup string `path:\"group\"`\nID int64 `path:\"id\"`\n}"))
		Expect(code).To(ContainSubstring("type MemberFilter struct {\nGroup string `path:\"group\"`\n}"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Member, MemberKey, MemberFilter](\"/groups/:group/members/:id\")"))
	})

	It("have no pagination field when two parameters could be it", func() {
		d := describe().schema("Todo", object(optional("id", number))).
			call("list", "GET", "/todos", nil, arrayOf(ref("Todo")), inQuery("page", number), inQuery("cursor", typed("string", ""))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number))

		code := generate(d)

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, TodoFilter]"))
		Expect(code).NotTo(ContainSubstring("WithPaginationField"))
	})

	It("are at the server of their description, without the operations that are at another one", func() {
		elsewhere := []apidoc.Server{{URL: "https://files.test/"}}
		d := describe().schema("Todo", object(optional("id", number))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number)).
			call("add", "POST", "/todos", ref("Todo"), ref("Todo")).
			call("here", "GET", "/here", nil, text).
			call("away", "GET", "/away", nil, text)
		d.outline.Servers = []apidoc.Server{{URL: "https://api.test"}}
		d.operations["/paths/2"].Servers = elsewhere
		d.operations["/paths/3"].Servers = []apidoc.Server{{URL: "https://api.test/", Description: "the same"}}
		d.operations["/paths/4"].Servers = []apidoc.Server{{URL: "https://{at}.test", Variables: []apidoc.ServerVariable{{Name: "at", Default: "{yours}"}}}}

		code := generate(d)

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, restclient.None](\"/todos/:id\")"))
		Expect(code).To(ContainSubstring("restclient.RestMutation[restclient.None, Todo, Todo](\"/todos\",\nrestclient.WithURLPrefix(\"https://files.test\"), restclient.WithSchema("))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, string](\"/here\")"))
		Expect(code).To(ContainSubstring("// Away is GET /away. It is sent to the base URL, and not to https://{at}.test."))
		Expect(generate(d, restgen.WithURLPrefix("http://127.0.0.1"))).NotTo(ContainSubstring("files.test"))
	})

	It("tell which arguments a resource does not take", func() {
		var report restgen.Report
		d := describe().schema("Todo", object(optional("id", number))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number), apidoc.Parameter{Name: "X-Trace", In: apidoc.InHeader, Schema: text}).
			call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number), apidoc.Parameter{Name: "if-match", In: apidoc.InHeader, Schema: text})

		code := generate(d, restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("// - Get: GET /todos/{id}. Not sent: the header X-Trace.\n"))
		Expect(report.Fallbacks).To(Equal([]restgen.Fallback{
			{Operation: "GET /todos/{id}", Declared: true, Reasons: []string{"Not sent: the header X-Trace."}},
			{Operation: "DELETE /todos/{id}", Declared: true, Reasons: []string{"Not sent: the header if-match, which WithIfMatch is for."}},
		}))
	})

	It("take what one of them has in the query beside the key", func() {
		var report restgen.Report
		id, expand := inPath("id", number), inQuery("expand", arrayOf(text))
		d := describe().schema("Todo", object(optional("id", number), required("title", text))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), id, expand).
			call("put", "PUT", "/todos/{id}", ref("Todo"), ref("Todo"), id, expand, inQuery("id", text)).
			call("drop", "DELETE", "/todos/{id}", nil, nil, id, inQuery("force", typed("boolean", "")), inQuery("expand", number)).
			call("add", "POST", "/todos", ref("Todo"), ref("Todo"), inQuery("notify", text))

		code := generate(d, restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("type TodoKey struct {\nID int64 `path:\"id\"`\nExpand []string `query:\"expand\"` // For Get, Update\nIDQuery string `query:\"id,omitempty\"` // For Update\nForce *bool `query:\"force\"` // For Delete\n}"))
		Expect(code).To(ContainSubstring("type TodoFilter struct {\nNotify string `query:\"notify,omitempty,nofilter\"`\n}"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, TodoKey, TodoFilter](\"/todos/:id\")"))
		Expect(report.Fallbacks).To(Equal([]restgen.Fallback{
			{Operation: "DELETE /todos/{id}", Declared: true, Reasons: []string{"Not sent: expand."}},
		}))
	})

	It("delete with a body by a mutation of their own", func() {
		d := describe().schema("Todo", object(optional("id", number))).schema("Reason", object(required("why", text))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", ref("Reason"), nil, inPath("id", number))

		Expect(generate(d)).To(ContainSubstring("// Drop is Todos.Delete with the body of DELETE /todos/{id}.\nvar Drop = restclient.WithBody[Reason](Todos.Delete)"))
	})

	It("tell when the answer to a deletion is not returned", func() {
		d := describe().schema("Todo", object(optional("id", number))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", nil, ref("Todo"), inPath("id", number))

		Expect(generate(d)).To(ContainSubstring("// - Delete: DELETE /todos/{id}. What it answers is not returned.\n"))
	})

	It("are not taken when they need an argument that a resource lacks", func() {
		force := inQuery("force", typed("boolean", ""))
		force.Required = true
		d := describe().schema("Todo", object(optional("id", number))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number), force)

		code := generate(d)

		Expect(code).NotTo(ContainSubstring("CreateResource"))
		Expect(code).To(ContainSubstring("type DropArgs struct {\nID int64 `path:\"id\"`\nForce bool `query:\"force\"`\n}"))
	})

	It("are not taken when they need a header", func() {
		d := describe().schema("Todo", object(optional("id", number))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number), apidoc.Parameter{Name: "If-Match", In: apidoc.InHeader, Required: true, Schema: typed("string", "")})

		code := generate(d)

		Expect(code).NotTo(ContainSubstring("CreateResource"))
		Expect(code).To(ContainSubstring("type DropArgs struct {\nID int64 `path:\"id\"`\nIfMatch string `header:\"If-Match\"`\n}"))
	})

	It("have a list in an envelope, and an endpoint that returns what stands beside it", func() {
		d := describe().schema("Todo", object(optional("id", number))).
			schema("TodoPage", object(required("results", arrayOf(ref("Todo"))), optional("nextPage", typed("string", "")))).
			call("listTodos", "GET", "/todos", nil, ref("TodoPage"), inQuery("page", typed("string", ""))).
			call("getTodo", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("dropTodo", "DELETE", "/todos/{id}", nil, nil, inPath("id", number))

		code := generate(d)

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, TodoFilter](\"/todos/:id\",\nrestclient.WithItemsIn(\"results\"), restclient.WithPaginationField(\"page\"))"))
		Expect(code).To(ContainSubstring("// ListTodos is Todos.GetList with what stands beside results.\n" +
			"var ListTodos = restclient.RestEndpoint[TodoFilter, TodoPage](\"/todos\",\nrestclient.WithSchema(restclient.ObjectOf[TodoPage](restclient.EntityOf[Todo]())))"))
	})

	It("beside the resource normalise what they answer", func() {
		d := todos().call("next", "GET", "/next", nil, ref("Todo")).call("late", "GET", "/late", nil, arrayOf(ref("Todo"))).
			call("finish", "POST", "/todos/{todoId}/finish", nil, ref("Todo"), inPath("todoId", number))

		code := generate(d)

		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, Todo](\"/next\",\nrestclient.WithSchema(restclient.EntityOf[Todo]()))"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, restclient.List[Todo]](\"/late\",\nrestclient.WithSchema(restclient.ListOf[Todo]()))"))
		Expect(code).To(ContainSubstring("restclient.RestMutation[int64, restclient.None, Todo](\"/todos/:todoId/finish\",\nrestclient.WithSchema(restclient.EntityOf[Todo]()))"))
	})

	It("do not take the key of something else for the key of the entity", func() {
		d := todos().call("first", "GET", "/lists/{list}/first", nil, ref("Todo"), inPath("list", number))

		Expect(generate(d)).To(ContainSubstring("restclient.RestEndpoint[int64, Todo](\"/lists/:list/first\",\nrestclient.WithSchema(restclient.ObjectOf[Todo](restclient.EntityOf[Todo]())))"))
	})
})

var _ = Describe("An operation on its own", func() {
	DescribeTable("is declared",
		func(method, path string, body *apidoc.Schema, parameters []apidoc.Parameter, want string) {
			d := describe().call("do it", method, path, body, typed("string", ""), parameters...)

			Expect(generate(d)).To(ContainSubstring(want))
		},
		Entry("with a scalar for one path parameter", "GET", "/a/{b}", nil, []apidoc.Parameter{inPath("b", number)}, "var DoIt = restclient.RestEndpoint[int64, string](\"/a/:b\")"),
		Entry("with text for a parameter that nobody describes", "GET", "/a/{b}", nil, nil, "restclient.RestEndpoint[string, string](\"/a/:b\")"),
		Entry("with a struct for a query", "GET", "/a", nil, []apidoc.Parameter{inQuery("q", typed("string", ""))}, "type DoItArgs struct {\nQ string `query:\"q,omitempty\"`\n}"),
		Entry("with a pointer for a flag that may be left out", "GET", "/a", nil, []apidoc.Parameter{inQuery("on", typed("boolean", ""))}, "On *bool `query:\"on\"`"),
		Entry("with a header", "GET", "/a", nil, []apidoc.Parameter{{Name: "X-Trace", In: apidoc.InHeader, Required: true, Schema: number}}, "type DoItArgs struct {\nXTrace int64 `header:\"X-Trace\"`\n}"),
		Entry("with a cookie", "GET", "/a", nil, []apidoc.Parameter{{Name: "theme", In: apidoc.InCookie, Style: "form", Explode: true, Schema: typed("string", "")}}, "Theme string `cookie:\"theme,omitempty\"`"),
		Entry("with an object whose members are parameters", "GET", "/a", nil, []apidoc.Parameter{inQuery("where", object(optional("a", number)))}, "type DoItWhere struct {\nA *int64 `query:\"a\"`\n}"),
		Entry("with an object whose member may be anything", "GET", "/a", nil, []apidoc.Parameter{inQuery("where", object(optional("a", &apidoc.Schema{}), optional("b", typed("string", "byte"))))}, "type DoItWhere struct {\nA string `query:\"a,omitempty\"`\nB string `query:\"b,omitempty\"`\n}"),
		Entry("with an object of any members", "GET", "/a", nil, []apidoc.Parameter{inQuery("where", object())}, "Where map[string]string `query:\"where,exploded\"`"),
		Entry("with the separator of Swagger 2.0 for a list in the path", "GET", "/a/{b}", nil, []apidoc.Parameter{{Name: "b", In: apidoc.InPath, Required: true, Style: "pipeDelimited", Schema: arrayOf(number)}}, "B []int64 `path:\"b,pipe\"`"),
		Entry("with that of one in a header", "GET", "/a", nil, []apidoc.Parameter{{Name: "b", In: apidoc.InHeader, Style: "spaceDelimited", Schema: arrayOf(number)}}, "B []int64 `header:\"b,space\"`"),
		Entry("with a struct for a path parameter that has a style", "GET", "/a/{b}", nil, []apidoc.Parameter{{Name: "b", In: apidoc.InPath, Required: true, Style: "label", Schema: number}}, "B int64 `path:\"b,label\"`"),
		Entry("with its method", "PUT", "/a", typed("integer", ""), nil, "restclient.RestMutation[restclient.None, int, string](\"/a\",\nrestclient.WithMethod(\"PUT\"))"),
		Entry("with a quoted parameter", "GET", "/a/{b-c}", nil, nil, "(`/a/:\"b-c\"`)"),
		Entry("with a literal that looks like a parameter", "GET", "/a:b/{c}.json", nil, nil, `("/a\\:b/:c.json")`),
	)

	DescribeTable("says what is not expressed of",
		func(change func(*apidoc.Operation), reason string) {
			op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "do", Method: "POST", Path: "/a"}}
			change(&op)
			var report restgen.Report

			code := generate(describe().operation(op), restgen.WithReport(&report))

			Expect(report.Fallbacks).To(Equal([]restgen.Fallback{{Operation: op.Method + " /a", Declared: true, Reasons: []string{reason}}}))
			Expect(strings.ReplaceAll(code, "\n// ", " ")).To(ContainSubstring(" Do is " + op.Method + " /a. " + reason))
		},
		Entry("a body that is no JSON", func(op *apidoc.Operation) {
			op.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "text/csv"}}}
		}, "The body is text/csv: pass it encoded, with that as its ContentType."),
		Entry("a header of the transport", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "content-length", In: apidoc.InHeader, Schema: number}}
		}, "The header content-length is not sent: the transport sets it."),
		Entry("the codings of a response, which the transport decodes", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "Accept-Encoding", In: apidoc.InHeader, Schema: text}}
		}, "The header Accept-Encoding is not sent: the transport sets it."),
		Entry("a cookie whose name is no token", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "a b", In: apidoc.InCookie, Schema: number}}
		}, "The cookie a b is not sent: its name is not one for a tag."),
		Entry("a parameter of a place that there is not", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "status", In: "head", Schema: number}}
		}, "The head status is not sent: there is no such place."),
		Entry("the whole query as one value", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "q", In: apidoc.InQueryString}}
		}, "The querystring q is not sent: it is the whole query."),
		Entry("an object of objects that is one text", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{{Name: "where", In: apidoc.InHeader, Style: "simple", Schema: object(optional("a", object(optional("b", number))))}}
		}, "The header where is not sent: its member a is no value that is sent so."),
		Entry("an object whose member has the name of another parameter", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{inQuery("a", number), inQuery("where", object(optional("a", number)))}
		}, "The query parameter where is not sent: another parameter has its name."),
		Entry("a list of objects in the query", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{inQuery("where", arrayOf(object(optional("a", number))))}
		}, "The query parameter where is not sent: it is a list of objects."),
		Entry("two parameters of one name", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{inQuery("a", number), inQuery("a", number)}
		}, "The query parameter a is not sent: another parameter has its name."),
		Entry("a name that ends a tag", func(op *apidoc.Operation) {
			op.Parameters = []apidoc.Parameter{inQuery("a,omitempty", number)}
		}, "The query parameter a,omitempty is not sent: its name is not one for a tag."),
		Entry("the body of a read", func(op *apidoc.Operation) {
			op.Method, op.RequestBody = "GET", &apidoc.RequestBody{Content: inJSON(number)}
		}, "The body is not sent: a read has none."),
		Entry("a stream", func(op *apidoc.Operation) {
			op.Responses = []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "text/event-stream"}}}}
		}, "The result is a stream, text/event-stream: this waits for its end, and restclient.Events reads it as it comes."),
		Entry("a page as the answer to a mutation", func(op *apidoc.Operation) {
			op.Responses = []apidoc.Response{{Status: "200", Content: []apidoc.MediaType{{Name: "text/html"}}}}
		}, "The result is an HTML page, which counts as that of a login or a proxy: send the request with Do of the client."),
		Entry("a result that can be anything", func(op *apidoc.Operation) {
			op.Responses = []apidoc.Response{{Status: "200", Content: inJSON(&apidoc.Schema{Always: new(true)})}}
		}, "The result is JSON of any type."),
		Entry("results of several statuses", func(op *apidoc.Operation) {
			op.Responses = []apidoc.Response{
				{Status: "200", Content: inJSON(number)},
				{Status: "201", Content: inJSON(ref("Made"))},
				{Status: "202"},
				{Status: "203", Content: inJSON(number)},
				{Status: "206", Content: []apidoc.MediaType{{Name: "text/csv"}}},
			}
		}, "The result is that of status 200: those of 201, 206 are described otherwise."),
		Entry("a result of several types", func(op *apidoc.Operation) {
			op.Responses = []apidoc.Response{{Status: "200", Content: inJSON(&apidoc.Schema{OneOf: []*apidoc.Schema{object(optional("a", number)), object(optional("b", number))}})}}
		}, "The result has no type in Go: it is JSON as it comes."),
	)

	It("declares the data of typed events", func() {
		data := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/json", ContentSchema: ref("Trip")}
		op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "watch", Method: "GET", Path: "/trips"}, Responses: []apidoc.Response{
			{Status: "200", Content: []apidoc.MediaType{{Name: "text/event-stream", ItemSchema: object(required("data", data))}}},
		}}

		code := generate(describe().schema("Trip", object(required("to", typed("string", "")))).operation(op))

		Expect(code).To(ContainSubstring("type Trip struct {\nTo string `json:\"to\"`\n}"))
		Expect(code).To(ContainSubstring("The data of each event is JSON of Trip."))
		Expect(code).To(ContainSubstring("var Watch = restclient.RestEndpoint[restclient.None, []byte](\"/trips\")"))
	})

	It("names the types of events of several kinds", func() {
		event := func(schema *apidoc.Schema) *apidoc.Schema {
			return object(required("data", &apidoc.Schema{Types: []string{"string"}, ContentSchema: schema}))
		}
		kinds := &apidoc.Schema{AnyOf: []*apidoc.Schema{event(ref("Trip")), event(ref("Stop")), event(ref("Trip"))}}
		op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "watch", Method: "GET", Path: "/trips"}, Responses: []apidoc.Response{
			{Status: "200", Content: []apidoc.MediaType{{Name: "text/event-stream", ItemSchema: kinds}}},
		}}

		code := generate(describe().schema("Trip", object(required("to", typed("string", "")))).schema("Stop", object(required("at", typed("string", "")))).operation(op))

		Expect(code).To(ContainSubstring("The data of each event is JSON of Trip or\n// Stop."))
		Expect(code).To(ContainSubstring("type Stop struct"))
	})

	DescribeTable("uploads",
		func(mediaTypes []string, want string) {
			form := object(required("title", typed("string", "")), required("photo", typed("string", "binary")))
			op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: "do", Method: "POST", Path: "/a"}, RequestBody: &apidoc.RequestBody{}}
			for _, name := range mediaTypes {
				op.RequestBody.Content = append(op.RequestBody.Content, apidoc.MediaType{Name: name, Schema: ref("Form")})
			}
			var report restgen.Report

			code := generate(describe().schema("Form", form).operation(op), restgen.WithReport(&report))

			Expect(code).To(ContainSubstring(want))
			Expect(code).NotTo(ContainSubstring("type Form"))
			Expect(report.Fallbacks).To(BeEmpty())
		},
		Entry("a form with files", []string{"multipart/form-data; boundary=x"},
			"// Do is POST /a.\nvar Do = restclient.RestMutation[restclient.None, DoBody, restclient.None](\"/a\",\nrestclient.WithBodyEncoding(forms.Multipart{}))\n\ntype DoBody struct {\nTitle string `json:\"title\"`\nPhoto transfer.File `json:\"photo\"`\n}"),
		Entry("the form with files where there is one without, too", []string{"application/x-www-form-urlencoded", "multipart/form-data"},
			"restclient.WithBodyEncoding(forms.Multipart{})"),
		Entry("bytes", []string{"application/octet-stream"}, "restclient.RestMutation[restclient.None, transfer.Content, restclient.None]"),
	)

	It("says of a parameter with one value which one that is", func() {
		target := apidoc.Parameter{Name: "X-Target", In: apidoc.InHeader, Required: true, Schema: enum("Tell")}
		version := inQuery("version", &apidoc.Schema{Const: []byte("2")})
		version.Description = "What is spoken"

		code := generate(describe().call("tell", "POST", "/", nil, nil, target, version))

		Expect(code).To(ContainSubstring("XTarget string `header:\"X-Target\"` // Always \"Tell\".\n"))
		Expect(code).To(ContainSubstring("Version *int `query:\"version\"` // What is spoken. Always 2.\n"))
	})

	It("is declared without the fragment of its path, and is no part of a resource", func() {
		code := generate(todos().
			call("tell", "POST", "/todos#Target=Tell", ref("Todo"), ref("Todo")).
			call("nameOf", "GET", "/todos/{todoId}#Name={name}", nil, ref("Todo"), inPath("todoId", number)))

		Expect(code).To(ContainSubstring("// - GetList.Push: POST /todos.\n"))
		Expect(code).To(ContainSubstring("// Tell is POST /todos#Target=Tell. The fragment of the path is not sent.\n" +
			"var Tell = restclient.RestMutation[restclient.None, Todo, Todo](\"/todos\",\nrestclient.WithSchema(restclient.EntityOf[Todo]()))"))
		Expect(code).To(ContainSubstring("var NameOf = restclient.RestEndpoint[int64, Todo](\"/todos/:todoId\","))
	})

	DescribeTable("has no declaration, but a comment, for",
		func(method, path, reason string) {
			var report restgen.Report

			code := generate(describe().call("do", method, path, nil, nil).call("other", "GET", "/", nil, nil), restgen.WithReport(&report))

			Expect(report.Fallbacks).To(HaveLen(1))
			Expect(report.Fallbacks[0].Declared).To(BeFalse())
			Expect(report.Fallbacks[0].Reasons).To(ConsistOf(ContainSubstring(reason)))
			Expect(code).To(ContainSubstring("// No declaration for " + method + " " + path))
			Expect(code).NotTo(ContainSubstring("var Do "))
		},
		Entry("a path that climbs", "GET", "/a/../b", "segment changes what the path means"),
		Entry("a path with a query", "GET", "/a?b=c", "has no query"),
		Entry("a path without a slash", "GET", "a", "begins with a slash"),
		Entry("a parameter that occurs twice", "GET", "/{a}/{a}", "appears twice"),
		Entry("a method that is none", "GET IT", "/a", "is not one that can be sent"),
	)

	It("has no result where its success has no body, whatever is described", func() {
		summary := apidoc.OperationSummary{ID: "do", Method: "PUT", Path: "/a"}
		d := describe().operation(apidoc.Operation{OperationSummary: summary, Responses: []apidoc.Response{{Status: "204", Content: inJSON(number)}}})

		Expect(generate(d)).To(ContainSubstring("var Do = restclient.RestMutation[restclient.None, restclient.None, restclient.None](\"/a\","))
	})

	It("sends and returns a file as it is, whatever its media type", func() {
		file := typed("string", "binary")
		code := generate(describe().call("put", "PUT", "/a", file, nil).call("get", "GET", "/a", nil, file))

		Expect(code).To(ContainSubstring("var Get = restclient.RestEndpoint[restclient.None, io.ReadCloser](\"/a\")"))
		Expect(code).To(ContainSubstring("var Put = restclient.RestMutation[restclient.None, transfer.Content, restclient.None](\"/a\","))
	})

	It("waits for the lowest success with content, or the default", func() {
		response := func(status string, s *apidoc.Schema) apidoc.Response {
			return apidoc.Response{Status: status, Content: inJSON(s)}
		}
		summary := apidoc.OperationSummary{ID: "do", Method: "GET", Path: "/a"}
		d := describe().operation(apidoc.Operation{OperationSummary: summary, Responses: []apidoc.Response{
			response("default", typed("boolean", "")), {Status: "200"}, response("201", number), response("404", typed("string", "")),
		}})

		Expect(generate(d)).To(ContainSubstring("var Do = restclient.RestEndpoint[restclient.None, int64]"))
	})

	DescribeTable("takes what is not JSON as it comes",
		func(mediaType, result string) {
			summary := apidoc.OperationSummary{ID: "do", Method: "GET", Path: "/a"}
			d := describe().operation(apidoc.Operation{OperationSummary: summary, Responses: []apidoc.Response{
				{Status: "200", Content: []apidoc.MediaType{{Name: mediaType, Schema: typed("string", "")}}},
			}})

			Expect(generate(d)).To(ContainSubstring("restclient.RestEndpoint[restclient.None, " + result + "]"))
		},
		Entry("text", "text/plain; charset=utf-8", "string"),
		Entry("bytes", "application/pdf", "[]byte"),
		Entry("a page, which is no answer for other reads", "text/html; charset=utf-8", "io.ReadCloser"),
		Entry("JSON of a vendor", "application/vnd.x+json; v=1", "string"),
	)
})

var _ = Describe("An entity that all parameters of a path name together", func() {
	namespace, name := inPath("namespace", text), inPath("name", text)
	meta := object(optional("name", text), optional("namespace", text), optional("labels", text))
	pods := func() *description {
		return describe().schema("Meta", meta).
			schema("Pod", object(optional("metadata", ref("Meta")), optional("phase", text))).
			schema("PodList", object(required("items", arrayOf(ref("Pod"))))).
			call("list", "GET", "/namespaces/{namespace}/pods", nil, ref("PodList"), namespace).
			call("add", "POST", "/namespaces/{namespace}/pods", ref("Pod"), ref("Pod"), namespace).
			call("get", "GET", "/namespaces/{namespace}/pods/{name}", nil, ref("Pod"), namespace, name).
			call("patch", "PATCH", "/namespaces/{namespace}/pods/{name}", object(), ref("Pod"), namespace, name).
			call("status", "GET", "/namespaces/{namespace}/pods/{name}/status", nil, ref("Pod"), namespace, name)
	}

	It("has a key of its metadata, in lists that are wrapped, too", func() {
		code := generate(pods())

		Expect(code).To(ContainSubstring("type PodKey struct {\nNamespace string `path:\"namespace\"`\nName string `path:\"name\"`\n}"))
		Expect(code).To(ContainSubstring("func (e Pod) PK() PodKey { return PodKey{Namespace: e.Metadata.Namespace, Name: e.Metadata.Name} }"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Pod, PodKey, PodFilter](\"/namespaces/:namespace/pods/:name\",\nrestclient.WithItemsIn(\"items\"))"))
		Expect(code).NotTo(ContainSubstring("PodList"))
		Expect(code).To(ContainSubstring("func (a StatusArgs) PK() PodKey { return PodKey{Namespace: a.Namespace, Name: a.Name} }"))
		Expect(code).NotTo(ContainSubstring("WithBody"))
	})

	It("has arguments that yield no key, where an operation has other types for it", func() {
		d := describe().
			schema("Version", object(optional("app", text), optional("number", typed("integer", "")))).
			call("get", "GET", "/apps/{app}/versions/{number}", nil, ref("Version"), inPath("app", text), inPath("number", typed("integer", ""))).
			call("status", "GET", "/apps/{app}/versions/{number}/status", nil, ref("Version"), inPath("app", text), inPath("number", text))

		code := generate(d)

		Expect(code).To(ContainSubstring("func (e Version) PK() VersionKey { return VersionKey{App: e.App, Number: e.Number} }"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[StatusArgs, Version]"))
		Expect(code).NotTo(ContainSubstring("func (a StatusArgs) PK()"))
	})

	It("has arguments that yield the key, where its methods take more", func() {
		d := pods()
		d.call("drop", "DELETE", "/namespaces/{namespace}/pods/{name}", nil, nil, namespace, name, inQuery("force", text))

		code := generate(d)

		Expect(code).To(ContainSubstring("type PodArgs struct {\nNamespace string `path:\"namespace\"`\nName string `path:\"name\"`\nForce string `query:\"force,omitempty\"` // For Delete\n}"))
		Expect(code).To(ContainSubstring("func (a PodArgs) PK() PodKey { return PodKey{Namespace: a.Namespace, Name: a.Name} }"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Pod, PodArgs, PodFilter]"))
	})

	It("has a text for a key where there is one parameter", func() {
		d := describe().schema("Node", object(required("metadata", object(required("name", text))))).
			call("get", "GET", "/nodes/{name}", nil, ref("Node"), name).
			call("drop", "DELETE", "/nodes/{name}", nil, nil, name)

		code := generate(d)

		Expect(code).To(ContainSubstring("func (e Node) PK() string { return e.Metadata.Name }"))
		Expect(code).To(ContainSubstring("restclient.CreateResource[Node, string, restclient.None](\"/nodes/:name\")"))
	})

	It("has a key of its own properties", func() {
		d := describe().schema("Branch", object(required("repo", text), required("name", text))).
			call("get", "GET", "/repos/{repo}/branches/{name}", nil, ref("Branch"), inPath("repo", text), name).
			call("drop", "DELETE", "/repos/{repo}/branches/{name}", nil, nil, inPath("repo", text), name)

		Expect(generate(d)).To(ContainSubstring("func (e Branch) PK() BranchKey { return BranchKey{Repo: e.Repo, Name: e.Name} }"))
	})

	It("loses its key where another object holds it", func() {
		d := pods().schema("Set", object(required("id", text), required("template", ref("Pod")))).
			call("getSet", "GET", "/sets/{id}", nil, ref("Set"), inPath("id", text))

		code := generate(d)

		Expect(code).To(ContainSubstring("type PodValue Pod\n"))
		Expect(code).To(ContainSubstring("Template PodValue `json:\"template\"`"))
		Expect(code).NotTo(ContainSubstring("func (Set) Nested()"))
	})

	DescribeTable("gets no key when",
		func(d *description) { Expect(generate(d)).NotTo(ContainSubstring(" PK() ")) },
		Entry("the metadata lacks one of them", describe().schema("Pod", object(optional("metadata", object(optional("name", text))))).
			call("get", "GET", "/namespaces/{namespace}/pods/{name}", nil, ref("Pod"), namespace, name).
			call("drop", "DELETE", "/namespaces/{namespace}/pods/{name}", nil, nil, namespace, name)),
		Entry("they are of something that it holds", describe().schema("Order", object(optional("customer", object(optional("name", text))))).
			call("get", "GET", "/orders/{name}", nil, ref("Order"), name).
			call("drop", "DELETE", "/orders/{name}", nil, nil, name)),
	)
})
