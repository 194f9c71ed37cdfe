package restgen_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

// wrapped describes a whole resource whose entities are in an envelope.
func wrapped() *description {
	todo := object(optional("id", number), required("title", text))
	id := inPath("todo_id", number)
	one := object(optional("todo", ref("Todo")))
	return describe().schema("Todo", todo).schema("Draft", object(required("title", text))).
		schema("TodoAnswer", one).
		call("listTodos", "GET", "/todos", nil, object(optional("todos", arrayOf(ref("Todo"))), optional("meta", object(optional("total", number)))), inQuery("page", text)).
		call("addTodo", "POST", "/todos", object(required("todo", ref("Draft"))), object(optional("todo", ref("Todo")), optional("token", text))).
		call("getTodo", "GET", "/todos/{todo_id}", nil, ref("TodoAnswer"), id).
		call("putTodo", "PUT", "/todos/{todo_id}", object(required("todo", ref("Todo"))), ref("TodoAnswer"), id).
		call("dropTodo", "DELETE", "/todos/{todo_id}", nil, ref("TodoAnswer"), id)
}

var _ = Describe("Operations whose entities are in envelopes", func() {
	It("are one resource, and what stands beside is returned, too", func() {
		var report restgen.Report

		code := generate(wrapped(), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("func (e Todo) PK() int64 { return e.ID }"))
		Expect(code).To(ContainSubstring("var Todos = restclient.CreateResource[Todo, int64, TodoFilter](\"/todos/:todo_id\",\n" +
			"restclient.WithEntityIn(\"todo\"), restclient.WithItemsIn(\"todos\"), restclient.WithBodyIn(\"todo\"), restclient.WithPaginationField(\"page\"))"))
		Expect(code).To(ContainSubstring("type ListTodosResult struct {\nTodos restclient.List[Todo] `json:\"todos,omitzero\"`\n"))
		Expect(code).To(ContainSubstring("var ListTodos = restclient.RestEndpoint[TodoFilter, ListTodosResult](\"/todos\",\nrestclient.WithSchema(restclient.ObjectOf[ListTodosResult](restclient.EntityOf[Todo]())))"))
		Expect(code).To(ContainSubstring("// AddTodo is Todos.GetList.Push with the body of POST /todos, and what stands beside\n// todo.\n" +
			"var AddTodo = restclient.WithResult(restclient.WithBody[Draft](Todos.GetList.Push),\nrestclient.ObjectOf[AddTodoResult](restclient.EntityOf[Todo]()))"))
		Expect(code).NotTo(Or(ContainSubstring("TodoAnswer"), ContainSubstring("PutTodo"), ContainSubstring("AddTodoBody")))
		Expect(report).To(Equal(restgen.Report{Operations: 5, Resources: 1, InResource: 5, Lines: report.Lines, Fallbacks: []restgen.Fallback{
			{Operation: "DELETE /todos/{todo_id}", Declared: true, Reasons: []string{"What it answers is not returned."}},
		}}))
	})

	It("keep the type of an envelope that is elsewhere, too", func() {
		code := generate(wrapped().call("latest", "GET", "/latest", nil, ref("TodoAnswer")))

		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, TodoAnswer](\"/latest\",\nrestclient.WithSchema(restclient.ObjectOf[TodoAnswer](restclient.EntityOf[Todo]())))"))
	})

	DescribeTable("are a resource when the member",
		func(path, param, member string) {
			d := describe().schema("Todo", object(optional("id", number), optional("title", text))).
				call("get", "GET", path, nil, object(optional(member, ref("Todo")), optional("success", text)), inPath(param, number)).
				call("drop", "DELETE", path, nil, nil, inPath(param, number))

			code := generate(d)

			Expect(code).To(ContainSubstring("restclient.WithEntityIn(\"" + member + "\")"))
			Expect(code).To(ContainSubstring("restclient.RestEndpoint[int64, GetResult]"))
		},
		Entry("is named as the segment before the key", "/todos/{id}", "id", "todo"),
		Entry("is named as that with something before it", "/list/todos/{id}", "id", "list_todo"),
		Entry("is named as the parameter", "/tasks/{todo_id}", "todo_id", "todo"),
		Entry("means nothing", "/todos/{id}", "id", "data"),
	)

	DescribeTable("are not seen where",
		func(result *apidoc.Schema, path, param string) {
			d := describe().schema("Todo", object(optional("id", number), optional("title", text))).schema("User", object(optional("id", number), optional("name", text))).
				call("get", "GET", path, nil, result, inPath(param, number)).
				call("drop", "DELETE", path, nil, nil, inPath(param, number))

			Expect(generate(d)).NotTo(Or(ContainSubstring("CreateResource"), ContainSubstring(" PK() ")))
		},
		Entry("the member is something that the object holds", object(optional("title", text), optional("owner", ref("User"))), "/todos/{id}", "id"),
		Entry("the member is alone and something that the object holds", object(optional("owner", ref("User"))), "/todos/{id}", "id"),
		Entry("the member has no key", object(optional("todo", object(optional("title", text)))), "/todos/{id}", "id"),
		Entry("the key is of another type", object(optional("todo", object(optional("id", text)))), "/todos/{id}", "id"),
		Entry("two members can be it", object(optional("data", ref("Todo")), optional("result", ref("Todo"))), "/todos/{id}", "id"),
		Entry("the path is another one", object(optional("todo", ref("Todo"))), "/users/{userId}/latest", "userId"),
	)

	It("are taken into the resource where they are in the same envelope", func() {
		id := inPath("id", number)
		in := func(member string) *apidoc.Schema { return object(optional(member, ref("Todo"))) }
		d := describe().schema("Todo", object(optional("id", number), required("title", text))).
			call("list", "GET", "/todos", nil, object(optional("todos", arrayOf(ref("Todo"))), optional("late", arrayOf(ref("Todo"))))).
			call("add", "POST", "/todos", ref("Todo"), ref("Todo")).
			call("get", "GET", "/todos/{id}", nil, in("todo"), id).
			call("put", "PUT", "/todos/{id}", ref("Todo"), in("todo"), id).
			call("patch", "PATCH", "/todos/{id}", in("todo"), in("todo"), id)

		code := generate(d)

		Expect(code).To(ContainSubstring("(\"/todos/:id\",\nrestclient.WithEntityIn(\"todo\"))"))
		Expect(code).To(ContainSubstring("restclient.RestEndpoint[restclient.None, ListResult](\"/todos\""), "of two lists, nobody knows which one it is")
		Expect(code).To(ContainSubstring("restclient.RestMutation[restclient.None, Todo, Todo](\"/todos\""), "an answer without the envelope")
		Expect(code).To(ContainSubstring("restclient.RestMutation[int64, PatchBody, PatchResult](\"/todos/:id\""), "a body in an envelope, where the first one has none")
	})

	It("return all that a creation may answer with, and add the entity to its lists", func() {
		one, several := object(required("todo", ref("Todo"))), object(required("todos", arrayOf(ref("Todo"))))
		var report restgen.Report
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).
			call("add", "POST", "/todos", object(required("titles", arrayOf(text))), &apidoc.Schema{OneOf: []*apidoc.Schema{one, several}}).
			call("get", "GET", "/todos/{id}", nil, one, inPath("id", number)), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("// - GetList.Push: POST /todos. By Add: it may answer with something else.\n"))
		Expect(code).To(ContainSubstring("// Add is Todos.GetList.Push with the body of POST /todos, and what it answers, which may\n// be something else.\n" +
			"var Add = restclient.WithResult(restclient.WithBody[AddBody](Todos.GetList.Push),\nrestclient.Schema[AddResult]{})"))
		Expect(code).To(ContainSubstring("type AddResult struct {"))
		Expect(code).To(ContainSubstring("(\"/todos/:id\",\nrestclient.WithEntityIn(\"todo\"))"))
		Expect(report.Fallbacks).To(BeEmpty())
	})

	It("add one of several entities to its lists where a member tells them apart", func() {
		of := func(kind string) *apidoc.Schema {
			return object(required("object", enum(kind)), required("id", text), required("name", text))
		}
		var report restgen.Report
		code := generate(describe().schema("Card", of("card")).schema("Bank", of("bank")).
			call("add", "POST", "/cards", object(required("token", text)), &apidoc.Schema{OneOf: []*apidoc.Schema{ref("Card"), ref("Bank")}}).
			call("card", "GET", "/cards/{id}", nil, ref("Card"), inPath("id", text)).
			call("bank", "GET", "/banks/{id}", nil, ref("Bank"), inPath("id", text)), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("// - GetList.Push: POST /cards. By Add: it may answer with something else.\n"))
		Expect(code).To(ContainSubstring("var Add = restclient.WithResult(restclient.WithBody[AddBody](Cards.GetList.Push),\n" +
			"restclient.ObjectOf[restclient.OneOf[CardOrBank]](CardOrBankUnion()))"))
		Expect(code).To(ContainSubstring("restclient.Case(\"card\", restclient.EntityOf[Card]())"))
		Expect(report.Fallbacks).To(BeEmpty())
	})

	It("are beside their resource where a creation may answer with something else that could be taken for one, and say why", func() {
		var report restgen.Report
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).
			schema("Job", object(optional("id", number), required("state", text))).
			call("add", "POST", "/todos", ref("Todo"), &apidoc.Schema{OneOf: []*apidoc.Schema{ref("Todo"), ref("Job")}}).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number)), restgen.WithReport(&report))

		Expect(code).To(ContainSubstring("var Add = restclient.RestMutation[restclient.None, Todo, TodoOrJob](\"/todos\")"))
		Expect(report.Fallbacks).To(ConsistOf(restgen.Fallback{Operation: "POST /todos", Declared: true, Reasons: []string{
			"It may answer with something else than one Todo: bodies that it answers with one are for GetList.Push of the resource, with restclient.WithBody.",
		}}))
	})

	It("are read by another name than their id", func() {
		code := generate(describe().schema("Issue", object(optional("id", number), optional("number", typed("integer", "")), optional("title", text))).
			call("get", "GET", "/issues/{issue_name}", nil, object(optional("issue", ref("Issue"))), inPath("issue_name", text)).
			call("drop", "DELETE", "/issues/{issue_name}", nil, nil, inPath("issue_name", text)))

		Expect(code).To(ContainSubstring("restclient.CreateResource[Issue, string, restclient.None](\"/issues/:issue_name\",\nrestclient.WithKeyInAnswer(), restclient.WithEntityIn(\"issue\"))"))
	})

	It("are one resource where they are two members deep", func() {
		in := func(outer, inner string, s *apidoc.Schema) *apidoc.Schema {
			return object(optional(outer, object(optional(inner, s))))
		}
		id := inPath("todo_id", number)
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).
			schema("TodoAnswer", in("data", "todo", ref("Todo"))).
			call("listTodos", "GET", "/todos", nil, object(optional("data", object(optional("rows", arrayOf(ref("Todo"))), optional("total", number))), optional("ok", typed("boolean", "")))).
			call("addTodo", "POST", "/todos", in("data", "todo", object(required("title", text))), ref("TodoAnswer")).
			call("getTodo", "GET", "/todos/{todo_id}", nil, ref("TodoAnswer"), id).
			call("putTodo", "PUT", "/todos/{todo_id}", in("data", "todo", ref("Todo")), object(optional("data", object(optional("todo", ref("Todo")), optional("token", text)))), id).
			call("patchTodo", "PATCH", "/todos/{todo_id}", object(optional("todo", ref("Todo"))), ref("TodoAnswer"), id))

		Expect(code).To(ContainSubstring("restclient.CreateResource[Todo, int64, restclient.None](\"/todos/:todo_id\",\n" +
			"restclient.WithEntityIn(\"/data/todo\"), restclient.WithItemsIn(\"/data/rows\"), restclient.WithBodyIn(\"/data/todo\"))"))
		Expect(code).To(ContainSubstring("var ListTodos = restclient.RestEndpoint[restclient.None, ListTodosResult](\"/todos\",\nrestclient.WithSchema(restclient.ObjectOf[ListTodosResult](restclient.EntityOf[Todo]())))"))
		Expect(code).To(ContainSubstring("Rows restclient.List[Todo] `json:\"rows,omitzero\"`"))
		Expect(code).To(ContainSubstring("// PutTodo is Todos.Update with what stands beside /data/todo.\nvar PutTodo = restclient.WithResult(Todos.Update,"))
		Expect(code).To(ContainSubstring("var PatchTodo = restclient.RestMutation["), "a body in another envelope")
		Expect(code).NotTo(Or(ContainSubstring("GetTodo"), ContainSubstring("AddTodoResult")))
	})

	It("send the inner one of two envelopes where bodies have that alone", func() {
		answer := object(optional("result", object(optional("todo", ref("Todo")))))
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).
			call("get", "GET", "/todos/{id}", nil, answer, inPath("id", number)).
			call("put", "PUT", "/todos/{id}", object(required("todo", ref("Todo"))), answer, inPath("id", number)))

		Expect(code).To(ContainSubstring("restclient.WithEntityIn(\"/result/todo\"), restclient.WithBodyIn(\"todo\"))"))
		Expect(code).NotTo(ContainSubstring("Result"), "nothing is in the envelopes any more")
	})

	It("have the lists of HAL", func() {
		todos := object(optional("_embedded", object(optional("todos", arrayOf(ref("Todo"))))), optional("page", object(optional("number", number))))
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).
			call("list", "GET", "/todos", nil, todos).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)))

		Expect(code).To(ContainSubstring("(\"/todos/:id\",\nrestclient.WithItemsIn(\"/_embedded/todos\"))"))
	})

	It("keep the slices of an envelope that is sent, too", func() {
		rows := object(optional("rows", arrayOf(ref("Todo"))))
		code := generate(describe().schema("Todo", object(optional("id", number), required("title", text))).schema("Rows", rows).
			call("list", "GET", "/todos", nil, object(optional("data", ref("Rows")))).
			call("get", "GET", "/todos/{id}", nil, ref("Todo"), inPath("id", number)).
			call("import", "POST", "/import", ref("Rows"), nil))

		Expect(code).To(ContainSubstring("restclient.WithItemsIn(\"/data/rows\")"))
		Expect(code).To(ContainSubstring("Rows []Todo `json"))
	})

	DescribeTable("are not seen two members deep where",
		func(result *apidoc.Schema) {
			d := describe().schema("Todo", object(optional("id", number), optional("title", text))).schema("User", object(optional("id", number), optional("name", text))).
				call("get", "GET", "/todos/{id}", nil, result, inPath("id", number)).
				call("drop", "DELETE", "/todos/{id}", nil, nil, inPath("id", number))

			Expect(generate(d)).NotTo(Or(ContainSubstring("CreateResource"), ContainSubstring(" PK() ")))
		},
		Entry("the outer one means something", object(optional("board", object(optional("todo", ref("Todo")))))),
		Entry("the inner one is something that the object holds", object(optional("data", object(optional("title", text), optional("owner", ref("User")))))),
		Entry("there is more of the object", object(optional("data", object(optional("color", text), optional("todo", ref("Todo")))))),
		Entry("there are three", object(optional("data", object(optional("result", object(optional("todo", ref("Todo")))))))),
		Entry("two can be it", object(optional("data", object(optional("todo", ref("Todo")))), optional("result", object(optional("todo", ref("Todo")))))),
	)
})
