package restclient_test

import (
	"context"
	"io"
	"net/http"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// changed are the ways to give the todo 1 the title "new".
var changes = map[string]func(context.Context, *restclient.Bound[Todo, int, TodoFilter]) (Todo, error){
	"Update": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) (Todo, error) {
		return todos.Update(ctx, 1, Todo{UserID: 1, Title: "new"})
	},
	"PartialUpdate": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) (Todo, error) {
		return todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "new"})
	},
	"Edit": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) (Todo, error) {
		return todos.Edit(ctx, 1, func(t *Todo) { t.Title = "new" })
	},
}

// answer writes one response.
func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// cut is a response that ends too early.
func cut(w http.ResponseWriter, r *http.Request) {
	answer(200, "application/json", `{"id":1,"ti`)(w, r)
	panic(http.ErrAbortHandler)
}

// loginPage is what stands before an API when a session has ended.
var loginPage = answer(200, "text/html; charset=utf-8", "<title>Log in</title>")

func todoStatus(client *restclient.Client, key int) (Todo, store.Status) {
	todo, status := store.KindOf[Todo]().In(client.Store()).GetAt(nil, key)
	return todo.(Todo), status
}

func listStatuses(client *restclient.Client) map[string]store.Status {
	all := map[string]store.Status{}
	for table := range client.Store().Inspect(nil) {
		for _, l := range table.Lists() {
			all[l.Key.ID()] = l.Status
		}
	}
	return all
}

var _ = Describe("A mutation that the server has accepted", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)
	BeforeEach(func(ctx SpecContext) {
		server = three()
		client = start(server)
		todos = eager.On(client)
		must(todos.List(ctx, user(1)))
		must(todos.List(ctx, user(2)))
	})

	DescribeTable("is not taken back when its answer cannot be read",
		func(ctx SpecContext, how string, answer http.HandlerFunc) {
			server.set(answer)

			_, err := changes[how](ctx, todos)

			Expect(err).To(HaveField("Applied", true), "%v", err)
			Expect(err).To(HaveField("OutcomeUnknown", false))
			Expect(err).To(MatchError(HaveSuffix("(the server has done it)")))
			shown, status := todoStatus(client, 1)
			Expect(shown).To(Equal(Todo{ID: 1, UserID: 1, Title: "new"}))
			Expect(status).To(Equal(store.Stale))
			Expect(listStatuses(client)).To(HaveKeyWithValue("http://api.test/todos?userId=1", store.Stale))
		},
		Entry("an empty object, after Update", "Update", answer(200, "application/json", `{}`)),
		Entry("an empty object, after PartialUpdate", "PartialUpdate", answer(200, "application/json", `{}`)),
		Entry("an empty object, after Edit", "Edit", answer(200, "application/json", `{}`)),
		Entry("an object of something else, after Update", "Update", answer(200, "application/json", `{"success":true}`)),
		Entry("an object of something else, after PartialUpdate", "PartialUpdate", answer(202, "application/json", `{"success":true}`)),
		Entry("an object of something else, after Edit", "Edit", answer(200, "application/json", `{"success":true}`)),
		Entry("another type of JSON", "Edit", answer(200, "application/json", `[1]`)),
		Entry("text", "PartialUpdate", answer(200, "text/plain", `OK`)),
		Entry("a body that is cut off, after PartialUpdate", "PartialUpdate", http.HandlerFunc(cut)),
		Entry("a body that is cut off, after Edit", "Edit", http.HandlerFunc(cut)),
		Entry("a field of another type", "Edit", answer(200, "application/json", `{"id":1,"title":7}`)),
	)

	It("is read again at the next use", NodeTimeout(time.Minute), func(ctx SpecContext) {
		server.set(answer(200, "application/json", `{}`))
		_, _ = changes["Edit"](ctx, todos)
		server.set(nil)
		asked := len(server.seen())

		must(todos.Get(ctx, 1))

		Eventually(ctx, server.seen).Should(HaveLen(asked + 1))
		Eventually(ctx, func() store.Status { _, status := todoStatus(client, 1); return status }).Should(Equal(store.Fresh))
	})

	It("leaves the entity stale where nothing was shown of it", func(ctx SpecContext) {
		server.set(answer(200, "application/json", `{}`))

		_, err := changes["PartialUpdate"](ctx, Todos.On(client))

		Expect(err).To(HaveField("Applied", true))
		shown, status := todoStatus(client, 1)
		Expect(shown.Title).To(Equal("a"))
		Expect(status).To(Equal(store.Stale))
	})

	DescribeTable("may answer without the key that the path has",
		func(ctx SpecContext, how string) {
			server.set(answer(200, "application/json", `{"title":"newer"}`))

			Expect(changes[how](ctx, todos)).To(Equal(Todo{ID: 1, UserID: 1, Title: "newer"}))

			shown, _ := todoStatus(client, 1)
			Expect(shown).To(Equal(Todo{ID: 1, UserID: 1, Title: "newer"}))
		},
		Entry("Update", "Update"), Entry("PartialUpdate", "PartialUpdate"), Entry("Edit", "Edit"),
	)

	It("may answer an edit in the form of JSON Patch without a body", func(ctx SpecContext) {
		patched := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithPatchFormat(restclient.JSONPatch)).On(client)
		server.answers(204, "", "")

		Expect(changes["Edit"](ctx, patched)).To(HaveField("Title", "new"))

		shown, status := todoStatus(client, 1)
		Expect(shown.Title).To(Equal("new"))
		Expect(status).To(Equal(store.Stale))
	})

	DescribeTable("and that has made something is seen when the list is read again",
		func(ctx SpecContext, answer http.HandlerFunc, rows ...string) {
			server.set(answer)

			_, err := todos.Create(ctx, user(1), Todo{UserID: 1, Title: "made"})

			Expect(err).To(HaveField("Applied", true), "%v", err)
			shown, _ := restclient.UseCache(client.Context(ctx), eager.GetList, user(1))
			Expect(titles(shown)).To(Equal([]string{"a", "b", "made"}))
			Expect(listStatuses(client)).To(Equal(map[string]store.Status{
				"http://api.test/todos?userId=1": store.Stale, "http://api.test/todos?userId=2": store.Fresh,
			}))

			server.set(nil)
			server.todos = append(server.todos, Todo{ID: 9, UserID: 1, Title: "made"})
			must(todos.FetchList(ctx, user(1)))
			shown, _ = restclient.UseCache(client.Context(ctx), eager.GetList, user(1))
			Expect(ids(shown)).To(Equal([]int{1, 2, 9}))
		},
		Entry("without a body", answer(201, "application/json", "")),
		Entry("without content", answer(204, "", "")),
		Entry("without content, by a server that calls all its answers pages", answer(204, "text/html; charset=utf-8", "")),
		Entry("without a body, by such a server", answer(200, "text/html; charset=utf-8", "")),
		Entry("as an object of something else", answer(201, "application/json", `{"success":true}`)),
		Entry("as text", answer(201, "text/plain", `created`)),
	)

	It("and that was to remove something has done so, even if its body is cut off", func(ctx SpecContext) {
		server.set(cut)

		err := todos.Delete(ctx, 1)

		Expect(err).To(HaveField("Applied", true), "%v", err)
		_, status := todoStatus(client, 1)
		Expect(status).To(Equal(store.Missing))
	})
})

var _ = Describe("An HTML page in place of the answer to a mutation", func() {
	DescribeTable("leaves its outcome unknown: what the server has said is shown, as stale",
		func(ctx SpecContext, change func(context.Context, *restclient.Bound[Todo, int, TodoFilter]) error, page http.HandlerFunc) {
			server := three()
			client := start(server)
			todos := eager.On(client)
			must(todos.List(ctx, user(1)))
			server.set(page)

			err := change(ctx, todos)

			Expect(err).To(HaveField("OutcomeUnknown", true), "%v", err)
			Expect(err).To(HaveField("Applied", false))
			shown, _ := restclient.UseCache(client.Context(ctx), eager.GetList, user(1))
			Expect(titles(shown)).To(Equal([]string{"a", "b"}))
			Expect(listStatuses(client)).To(HaveEach(store.Stale))
		},
		Entry("of a change", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := changes["PartialUpdate"](ctx, todos)
			return err
		}, loginPage),
		Entry("of an edit", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := changes["Edit"](ctx, todos)
			return err
		}, loginPage),
		Entry("of a creation", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := todos.Create(ctx, user(1), Todo{UserID: 1, Title: "made"})
			return err
		}, loginPage),
		Entry("of a deletion", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Delete(ctx, 1)
		}, loginPage),
		Entry("of a deletion, cut off", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Delete(ctx, 1)
		}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			loginPage(w, r)
			panic(http.ErrAbortHandler)
		})),
	)
})

var _ = Describe("An answer that has another key than the path", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)
	BeforeEach(func(ctx SpecContext) {
		server = three()
		client = start(server)
		todos = eager.On(client)
		must(todos.List(ctx, user(1)))
		server.set(answer(200, "application/json", `{"id":8,"userId":1,"title":"other"}`))
	})
	stored := func(key int) store.Status { _, status := todoStatus(client, key); return status }

	It("is an error that says both, and is not stored", func(ctx SpecContext) {
		_, err := todos.Get(ctx, 7)

		Expect(kind(err)).To(Equal(restclient.KindSchema), "%v", err)
		Expect(err).To(MatchError(ContainSubstring("want Todo 7, have Todo 8")))
		Expect(stored(7)).To(Equal(store.Missing))
		Expect(stored(8)).To(Equal(store.Missing))
	})

	DescribeTable("leaves what a mutation was about stale",
		func(ctx SpecContext, how string) {
			_, err := changes[how](ctx, todos)

			Expect(err).To(MatchError(ContainSubstring("want Todo 1, have Todo 8")))
			Expect(err).To(HaveField("Applied", true))
			Expect(stored(1)).To(Equal(store.Stale))
			Expect(stored(8)).To(Equal(store.Missing))
		},
		Entry("Update", "Update"), Entry("PartialUpdate", "PartialUpdate"), Entry("Edit", "Edit"),
	)

	It("is accepted when the mutation has given that key", func(ctx SpecContext) {
		Expect(todos.PartialUpdate(ctx, 1, restclient.Fields{"id": 8})).To(HaveField("ID", 8))
		Expect(stored(8)).To(Equal(store.Fresh))
	})

	It("is accepted by an endpoint whose path only leads to an entity", func(ctx SpecContext) {
		next := restclient.RestEndpoint[int, Todo]("/todos/after/:id", apiPrefix, restclient.WithSchema(restclient.EntityOf[Todo]()))

		Expect(restclient.Fetch(client.Context(ctx), next, 7)).To(HaveField("ID", 8))
	})
})

var _ = Describe("A created row", func() {
	type filter struct {
		UserID    *int  `query:"userId"`
		Completed *bool `query:"completed"`
	}
	lists := map[string]filter{
		"/todos": {}, "/todos?userId=1": {UserID: new(1)}, "/todos?userId=2": {UserID: new(2)},
		"/todos?completed=true": {Completed: new(true)}, "/todos?completed=false": {Completed: new(false)},
	}

	DescribeTable("is in the lists that the answer says, and those are stale of which nobody has said it",
		func(ctx SpecContext, by filter, sent Todo, answered string, in, stale []string) {
			for _, opts := range [][]restclient.EndpointOption{{apiPrefix}, {apiPrefix, restclient.WithOptimistic()}} {
				server := newRecorder()
				client := start(server)
				declared := restclient.CreateResource[Todo, int, filter]("/todos/:id", opts...)
				for _, f := range lists {
					must(declared.On(client).List(ctx, f))
				}
				server.answers(201, "application/json", answered)

				must(declared.On(client).Create(ctx, by, sent))

				var have, old []string
				statuses := listStatuses(client)
				for url, f := range lists {
					if statuses["http://api.test"+url] == store.Stale {
						old = append(old, url)
					}
					if rows, _ := restclient.UseCache(client.Context(ctx), declared.GetList, f); rows.Len() > 0 {
						have = append(have, url)
					}
				}
				Expect(have).To(ConsistOf(in))
				Expect(old).To(ConsistOf(stale))
			}
		},
		Entry("a default of the server", filter{}, Todo{Title: "x"}, `{"id":9,"userId":2,"title":"x","completed":false}`,
			[]string{"/todos", "/todos?userId=2", "/todos?completed=false"}, []string{}),
		Entry("what the server has changed", filter{UserID: new(1)}, Todo{UserID: 1, Title: "x"}, `{"id":9,"userId":2,"completed":true}`,
			[]string{"/todos", "/todos?userId=2", "/todos?completed=true"}, []string{}),
		Entry("what was asked for, where the answer is silent", filter{}, Todo{UserID: 1, Title: "x"}, `{"id":9}`,
			[]string{"/todos", "/todos?userId=1", "/todos?completed=false"}, []string{}),
		Entry("a member that neither the call nor the answer names", filter{}, Todo{Title: "x"}, `{"id":9,"completed":true}`,
			[]string{"/todos", "/todos?completed=true"}, []string{"/todos?userId=1", "/todos?userId=2"}),
	)
})
