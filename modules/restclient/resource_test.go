package restclient_test

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ = Describe("A resource", func() {
	var (
		server *recorder
		client *restclient.Client
	)

	BeforeEach(func() {
		server = three()
		client = start(server)
	})

	It("is called by On as it is, also when an endpoint of it was replaced", func(ctx SpecContext) {
		own := Todos
		own.Get = restclient.RestEndpoint[int, Todo]("/own/:id", restclient.WithURLPrefix("http://api.test"))
		server.answers(200, "application/json", `{"id":1}`)

		Expect(own.On(client).Get(ctx, 1)).To(HaveField("ID", 1))

		Expect(server.seen()).To(Equal([]string{"GET /own/1"}))
	})

	It("has seven endpoints with their methods, paths and bodies", func(ctx SpecContext) {
		ctx2 := client.Context(ctx)
		page := user(1)
		page.Page = 2

		_, err := restclient.Fetch(ctx2, Todos.Get, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(restclient.Fetch(ctx2, Todos.GetList, user(1))).To(HaveField("Len()", 2))
		Expect(restclient.Mutate(ctx2, Todos.GetList.Push, user(1), Todo{Title: "x"})).To(HaveField("Title", "x"))
		Expect(server.lastBody()).To(MatchJSON(`{"title":"x","completed":false}`))
		_, err = restclient.Mutate(ctx2, Todos.GetList.Unshift, TodoFilter{}, Todo{Title: "y"})
		Expect(err).NotTo(HaveOccurred())
		_, err = restclient.Fetch(ctx2, Todos.GetList.GetPage, page)
		Expect(err).NotTo(HaveOccurred())
		Expect(restclient.Mutate(ctx2, Todos.Update, 1, Todo{Title: "z"})).To(Equal(Todo{ID: 1, UserID: 1, Title: "z"}))
		Expect(restclient.Mutate(ctx2, Todos.PartialUpdate, 1, restclient.Fields{"completed": true})).To(HaveField("Completed", true))
		Expect(server.lastBody()).To(MatchJSON(`{"completed":true}`))
		_, err = restclient.Mutate(ctx2, Todos.Delete, 1, restclient.None{})
		Expect(err).NotTo(HaveOccurred())

		Expect(server.lastBody()).To(BeEmpty())
		Expect(server.seen()).To(Equal([]string{
			"GET /todos/1",
			"GET /todos?userId=1",
			"POST /todos?userId=1",
			"POST /todos",
			"GET /todos?page=2&userId=1",
			"PUT /todos/1",
			"PATCH /todos/1",
			"DELETE /todos/1",
		}))
	})

	It("names its operations for logs and traces", func(ctx SpecContext) {
		var ops []string
		listening := start(server, restclient.WithMiddleware(func(next core.Transport) core.Transport {
			return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
				ops = append(ops, r.Op)
				return next.Do(ctx, r)
			})
		}))
		todos := Todos.On(listening)

		_, _ = todos.Get(ctx, 1)
		_, _ = todos.List(ctx, TodoFilter{})
		_, _ = todos.Create(ctx, TodoFilter{}, Todo{})
		_, _ = todos.Unshift(ctx, TodoFilter{}, Todo{})
		_, _ = todos.Page(ctx, TodoFilter{Page: 1})
		_, _ = todos.Update(ctx, 1, Todo{})
		_, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{})
		_ = todos.Delete(ctx, 1)

		Expect(ops).To(Equal([]string{
			"Todo.get", "Todo.getList", "Todo.getList.create", "Todo.getList.create", "Todo.getList.getPage",
			"Todo.update", "Todo.partialUpdate", "Todo.delete",
		}))
	})
})

var _ = Describe("A declaration", func() {
	It("has at most 20 lines, its types included", func() {
		Expect(Todos.Err()).NotTo(HaveOccurred())
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "server_test.go", nil, 0)
		Expect(err).NotTo(HaveOccurred())
		lines, declared := 0, 0
		for _, d := range file.Decls {
			if declaresTodos(d) {
				declared++
				lines += fset.Position(d.End()).Line - fset.Position(d.Pos()).Line + 1
			}
		}

		Expect(declared).To(Equal(4), "the entity, its key, the filter and the resource")
		Expect(lines).To(BeNumerically("<=", 20))
	})

	DescribeTable("makes endpoints with the method, path, body and name of the original (A.2)",
		func(ctx SpecContext, call func(context.Context) error, want, body, name string) {
			server := three()
			var ops []string
			client := start(server, restclient.WithMiddleware(func(next core.Transport) core.Transport {
				return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
					ops = append(ops, r.Op)
					return next.Do(ctx, r)
				})
			}))

			Expect(call(client.Context(ctx))).To(Succeed())

			Expect(server.seen()).To(Equal([]string{want}))
			Expect(server.lastBody()).To(Equal(body))
			Expect(ops).To(Equal([]string{name}))
		},
		Entry("get", reads(Todos.Get, 1), "GET /todos/1", "", "Todo.get"),
		Entry("getList", reads(Todos.GetList, user(1)), "GET /todos?userId=1", "", "Todo.getList"),
		Entry("getList.push", mutates(Todos.GetList.Push, user(1), Todo{Title: "x"}),
			"POST /todos?userId=1", `{"title":"x","completed":false}`, "Todo.getList.create"),
		Entry("getList.unshift", mutates(Todos.GetList.Unshift, TodoFilter{}, Todo{Title: "x"}),
			"POST /todos", `{"title":"x","completed":false}`, "Todo.getList.create"),
		Entry("getList.getPage", reads(Todos.GetList.GetPage, TodoFilter{Page: 2}), "GET /todos?page=2", "", "Todo.getList.getPage"),
		Entry("update", mutates(Todos.Update, 1, Todo{Title: "x"}), "PUT /todos/1", `{"title":"x","completed":false}`, "Todo.update"),
		Entry("partialUpdate", mutates(Todos.PartialUpdate, 1, restclient.Fields{"title": "x"}),
			"PATCH /todos/1", `{"title":"x"}`, "Todo.partialUpdate"),
		Entry("delete", mutates(Todos.Delete, 1, restclient.None{}), "DELETE /todos/1", "", "Todo.delete"),
	)
})

var _ = DescribeTable("The name of an endpoint",
	func(ctx SpecContext, call func(context.Context) error, want string) {
		server := three()
		server.answers(404, "", "")

		err := call(start(server).Context(ctx))

		Expect(err).To(HaveField("Op", want))
	},
	Entry("is its path", reads(restclient.RestEndpoint[int, Todo]("/todos/:id", apiPrefix), 1), "/todos/:id"),
	Entry("is the one that was given", reads(restclient.RestEndpoint[int, Todo]("/todos/:id", apiPrefix, restclient.WithName("one")), 1), "one"),
	Entry("begins with the one that the resource was given", reads(
		restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithName("Task")).GetList, TodoFilter{}), "Task.getList"),
	Entry("stays when the type of the body is another",
		mutates(restclient.WithBody[titleOnly](Todos.GetList.Push), TodoFilter{}, titleOnly{"x"}), "Todo.getList.create"),
	Entry("tells assigning from reading",
		mutates(restclient.AssignTo[map[string]titleOnly](GetStaff), restclient.None{}, map[string]titleOnly{}), "/staff.create"),
)

// declaresTodos reports whether d is a part of the declaration of Todos.
func declaresTodos(d ast.Decl) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name == "PK"
	case *ast.GenDecl:
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return s.Name.Name == "Todo" || s.Name.Name == "TodoFilter"
		case *ast.ValueSpec:
			return s.Names[0].Name == "Todos"
		}
	}
	return false
}

func reads[A, R any](read restclient.Readable[A, R], args A) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := restclient.Fetch(ctx, read, args)
		return err
	}
}

func mutates[A, B, R any](m *restclient.Mutation[A, B, R], args A, body B) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := restclient.Mutate(ctx, m, args, body)
		return err
	}
}
