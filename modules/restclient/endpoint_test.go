package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

type Member struct {
	Group string `json:"group"`
	ID    int    `json:"id"`
	Name  string `json:"name"`
}

func (m Member) PK() MemberKey { return MemberKey{m.Group, m.ID} }

type MemberKey struct {
	Group string `path:"group"`
	ID    int    `path:"id"`
}

type MemberFilter struct {
	Group string `path:"group"`
	Name  string `query:"name,omitempty"`
}

var members = restclient.CreateResource[Member, MemberKey, MemberFilter]("/groups/:group/users/:id", restclient.WithURLPrefix("http://api.test"))

var _ = Describe("An endpoint of its own", func() {
	var (
		server *recorder
		client *restclient.Client
	)

	BeforeEach(func() {
		server = three()
		client = start(server, restclient.WithBaseURL("http://api.test"))
	})

	It("stores its result as a whole, which needs no key (CF16)", func(ctx SpecContext) {
		type Stats struct {
			Counts []int `json:"counts"`
		}
		stats := restclient.RestEndpoint[string, Stats]("/stats/:day")
		server.answers(200, "application/json", `{"counts":[1,2]}`)
		uctx := client.Context(ctx)

		got, err := restclient.UseSuspense(uctx, stats, "today")
		Expect(err).NotTo(HaveOccurred())
		got.Counts[0] = 99

		Expect(restclient.UseSuspense(uctx, stats, "today")).To(Equal(Stats{[]int{1, 2}}))
		Expect(server.seen()).To(Equal([]string{"GET /stats/today"}))
	})

	It("returns text as it is, and nothing for no content", func(ctx SpecContext) {
		text := restclient.RestEndpoint[restclient.None, string]("/text")
		server.answers(200, "text/plain", "hello")
		Expect(restclient.Fetch(client.Context(ctx), text, restclient.None{})).To(Equal("hello"))

		server.answers(204, "", "")
		Expect(restclient.Fetch(client.Context(ctx), text, restclient.None{})).To(BeEmpty())
	})

	It("shares entities through its schema, without a key in its arguments", func(ctx SpecContext) {
		latest := restclient.RestEndpoint[restclient.None, Todo]("/todos/latest", restclient.WithSchema(restclient.EntityOf[Todo]()))
		server.answers(200, "application/json", `{"id":3,"title":"latest"}`)
		uctx := client.Context(ctx)
		Expect(restclient.UseSuspense(uctx, latest, restclient.None{})).To(HaveField("ID", 3))
		server.set(nil)

		_, err := restclient.Mutate(uctx, Todos.PartialUpdate, 3, restclient.Fields{"title": "changed"})
		Expect(err).NotTo(HaveOccurred())

		Expect(restclient.UseSuspense(uctx, latest, restclient.None{})).To(HaveField("Title", "changed"))
		Expect(server.seen()).To(Equal([]string{"GET /todos/latest", "PATCH /todos/3"}))
	})

	It("knows the entities of each of two types that are read from one URL", func(ctx SpecContext) {
		prefix := restclient.WithURLPrefix("http://api.test")
		todo := restclient.RestEndpoint[restclient.None, Todo]("/latest", prefix, restclient.WithSchema(restclient.EntityOf[Todo]()))
		member := restclient.RestEndpoint[restclient.None, Member]("/latest", prefix, restclient.WithSchema(restclient.EntityOf[Member]()))
		server.answers(200, "application/json", `{"id":3,"group":"ops","title":"t","name":"n"}`)
		uctx := client.Context(ctx)

		for range 2 {
			Expect(restclient.UseSuspense(uctx, todo, restclient.None{})).To(Equal(Todo{ID: 3, Title: "t"}))
			Expect(restclient.UseSuspense(uctx, member, restclient.None{})).To(Equal(Member{"ops", 3, "n"}))
		}

		Expect(server.seen()).To(HaveLen(2))
	})

	It("stores null as a result of interface type", func(ctx SpecContext) {
		anything := restclient.RestEndpoint[restclient.None, any]("/any")
		server.answers(200, "application/json", `null`)
		uctx := client.Context(ctx)

		Expect(restclient.Fetch(uctx, anything, restclient.None{})).To(BeNil())

		value, ok := restclient.UseCache(uctx, anything, restclient.None{})
		Expect(value).To(BeNil())
		Expect(ok).To(BeTrue())
		Expect(restclient.UseDLE(uctx, anything, restclient.None{})).To(Equal(restclient.DLE[any]{OK: true}))
		Expect(restclient.UseSuspense(uctx, anything, restclient.None{})).To(BeNil())
		Expect(server.seen()).To(HaveLen(1))
	})

	It("reads lists through its schema", func(ctx SpecContext) {
		mine := restclient.RestEndpoint[restclient.None, restclient.List[Todo]]("/mine", restclient.WithSchema(restclient.ListOf[Todo]()))
		server.answers(200, "application/json", `[{"id":1,"title":"x"}]`)

		l, err := restclient.UseSuspense(client.Context(ctx), mine, restclient.None{})

		Expect(err).NotTo(HaveOccurred())
		Expect(titles(l)).To(Equal([]string{"x"}))
	})

	DescribeTable("reports a declaration that cannot work",
		func(ctx SpecContext, read *restclient.Read[int, Todo], message string) {
			Expect(read.Err()).To(MatchError(ContainSubstring(message)))

			_, err := restclient.Fetch(client.Context(ctx), read, 1)

			Expect(kind(err)).To(Equal(restclient.KindDeclaration))
			Expect(err).To(MatchError(ContainSubstring(message)))
			Expect(server.seen()).To(BeEmpty())
		},
		Entry("the zero value", (*restclient.Read[int, Todo])(nil), "was not made by"),
		Entry("a template that is none", restclient.RestEndpoint[int, Todo]("/:id?"), `write "{/:id}"`),
		Entry("a method that is none", restclient.RestEndpoint[int, Todo]("/:id", restclient.WithMethod("get")), `"get" is not an HTTP method`),
		Entry("a schema of another type", restclient.RestEndpoint[int, Todo]("/:id", restclient.WithSchema(restclient.EntityOf[Article]())), "the schema does not make a restclient_test.Todo"),
		Entry("arguments that do not fit", restclient.RestEndpoint[int, Todo]("/x"), "the path has 0 parameters"),
		Entry("a pagination field", restclient.RestEndpoint[int, Todo]("/:id", restclient.WithPaginationField("p")), "is for resources"),
	)

	It("refuses GET for a mutation", func() {
		m := restclient.RestMutation[restclient.None, restclient.None, restclient.None]("/x", restclient.WithMethod("GET"))
		Expect(m.Err()).To(MatchError("endpoint /x: a mutation cannot be GET"))
	})
})

var _ = Describe("A resource with two path parameters", func() {
	It("takes them as structs, and lists by the first", func(ctx SpecContext) {
		server := newRecorder()
		client := start(server)
		ops := members.On(client)
		server.answers(200, "application/json", `[{"group":"ops","id":7,"name":"ada"}]`)
		l, err := ops.List(ctx, MemberFilter{Group: "ops"})
		Expect(err).NotTo(HaveOccurred())
		Expect(l.Len()).To(Equal(1))

		Expect(ops.Get(ctx, MemberKey{"ops", 7})).To(HaveField("Name", "ada"))
		server.answers(201, "application/json", `{"group":"dev","id":8,"name":"bob"}`)
		_, err = ops.Create(ctx, MemberFilter{Group: "dev"}, Member{Name: "bob"})
		Expect(err).NotTo(HaveOccurred())
		l, err = ops.List(ctx, MemberFilter{Group: "ops"})
		Expect(err).NotTo(HaveOccurred())
		Expect(l.Len()).To(Equal(1))
		server.answers(204, "", "")
		Expect(ops.Delete(ctx, MemberKey{"ops", 7})).To(Succeed())

		Expect(server.seen()).To(Equal([]string{"GET /groups/ops/users", "POST /groups/dev/users", "DELETE /groups/ops/users/7"}))
	})
})

type pointerTodo struct{ ID int }

func (p *pointerTodo) PK() int { return p.ID }

var _ = Describe("A declaration of a resource", func() {
	DescribeTable("that cannot work is reported",
		func(err error, message string) { Expect(err).To(MatchError(ContainSubstring(message))) },
		Entry("without a parameter", restclient.CreateResource[Todo, int, restclient.None]("/todos").Err(), `resource Todo: path template "/todos": no ":name" parameter`),
		Entry("with a pagination field that the filter lacks", restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithPaginationField("page")).Err(), `have no query parameter "page"`),
		Entry("with a filter that lacks a parent parameter", restclient.CreateResource[Member, MemberKey, restclient.None]("/groups/:group/users/:id").Err(), "has no field tagged `path:\"group\"`"),
		Entry("with a key of another type", restclient.CreateResource[Todo, string, restclient.None]("/todos/:id").Err(), "the arguments string do not yield the key of type int"),
		Entry("with a pointer for an entity", restclient.CreateResource[*pointerTodo, int, restclient.None]("/todos/:id").Err(), "is not a struct"),
		Entry("with a method", restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithMethod("GET")).Err(), "methods of a resource are fixed"),
	)

	It("leaves only GetPage unusable without a pagination field", func(ctx SpecContext) {
		r := restclient.CreateResource[Todo, int, restclient.None]("/todos/:id")

		Expect(r.Err()).To(Succeed())
		Expect(restclient.Must(r).GetList.GetPage.Err()).To(MatchError(ContainSubstring("declare it with WithPaginationField")))
	})

	It("panics in Must", func() {
		Expect(func() { restclient.Must(restclient.CreateResource[Todo, int, restclient.None]("/todos")) }).To(PanicWith(MatchError(ContainSubstring("no \":name\" parameter"))))
		Expect(func() { restclient.Must(restclient.RestEndpoint[restclient.None, Todo]("/todos/:id")) }).To(PanicWith(MatchError(ContainSubstring("/todos/:id"))))
		Expect(func() {
			restclient.Must(restclient.RestMutation[int, Todo, Todo]("/todos/:id", restclient.WithMethod("get")))
		}).To(PanicWith(MatchError(ContainSubstring("HTTP method"))))
		Expect(func() { restclient.Must((*restclient.Read[int, Todo])(nil)) }).To(PanicWith(MatchError(ContainSubstring("was not made by"))))
		Expect(restclient.Must(Todos)).To(Equal(Todos))
	})
})
