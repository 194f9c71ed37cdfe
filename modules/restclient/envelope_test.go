package restclient_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// wrappedTodos are todos in answers such as {"todo": {…}} and {"todos": […], "meta": {…}}.
func wrappedTodos(opts ...restclient.EndpointOption) restclient.Resource[Todo, int, TodoFilter] {
	return restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", append(opts, apiPrefix, restclient.WithPaginationField("page"),
		restclient.WithEntityIn("todo"), restclient.WithItemsIn("/data/todos"), restclient.WithBodyIn("todo"))...)
}

// todoPage is what a list is in.
type todoPage struct {
	Data struct {
		Todos restclient.List[Todo] `json:"todos"`
	} `json:"data"`
	Meta struct {
		Total int `json:"total"`
		Next  int `json:"next"`
	} `json:"meta"`
}

var wrappedPages = restclient.RestEndpoint[TodoFilter, todoPage]("/todos", apiPrefix,
	restclient.WithSchema(restclient.ObjectOf[todoPage](restclient.EntityOf[Todo]())))

// wrap answers as h does, in envelopes, and takes bodies in them.
func wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if len(body) > 0 {
			var sent map[string]json.RawMessage
			if err := json.Unmarshal(body, &sent); err != nil || len(sent) != 1 || sent["todo"] == nil {
				http.Error(w, "want a todo", http.StatusBadRequest)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(sent["todo"]))
		}
		plain := httptest.NewRecorder()
		h.ServeHTTP(plain, r)
		if plain.Code/100 != 2 || plain.Body.Len() == 0 {
			w.WriteHeader(plain.Code)
			return
		}
		answer := map[string]any{"todo": json.RawMessage(plain.Body.Bytes()), "links": []string{"a"}}
		if rows := []json.RawMessage{}; json.Unmarshal(plain.Body.Bytes(), &rows) == nil {
			meta := map[string]any{"total": len(rows)}
			if page := r.FormValue("page"); page != "2" && len(rows) == pageSize {
				meta["next"] = 2
			}
			answer = map[string]any{"meta": meta, "data": map[string]any{"todos": rows}}
		}
		writeJSON(w, plain.Code, answer)
	})
}

var _ = Describe("A resource in envelopes", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  = wrappedTodos()
	)

	BeforeEach(func() {
		server = three()
		client = start(wrap(server))
	})

	It("has one entity in all that its methods answer", func(ctx SpecContext) {
		bound := todos.On(client)
		Expect(titles(must(bound.List(ctx, TodoFilter{})))).To(Equal([]string{"a", "b", "c"}))
		Expect(must(bound.Get(ctx, 2)).Title).To(Equal("b"), "from the list")

		made := must(bound.Create(ctx, user(1), Todo{Title: "d", UserID: 1}))
		Expect(made.ID).To(Equal(103))
		must(bound.Update(ctx, 1, Todo{ID: 1, UserID: 1, Title: "A"}))
		must(bound.PartialUpdate(ctx, 2, restclient.Fields{"title": "B"}))
		must(bound.Edit(ctx, 103, func(t *Todo) { t.Title = "D" }))
		Expect(bound.Delete(ctx, 3)).To(Succeed())

		Expect(titles(must(bound.List(ctx, TodoFilter{})))).To(Equal([]string{"A", "B", "D"}))
		Expect(must(bound.Get(ctx, 103)).Title).To(Equal("D"))
		Expect(server.seen()).To(Equal([]string{"GET /todos", "POST /todos?userId=1", "PUT /todos/1", "PATCH /todos/2", "PATCH /todos/103", "DELETE /todos/3"}))
		Expect(server.lastBody()).To(BeEmpty())
	})

	It("has the list that is read with what stands beside it", func(ctx SpecContext) {
		page := must(restclient.UseSuspense(client.Context(ctx), wrappedPages, TodoFilter{}))
		Expect(page.Meta.Total).To(Equal(3))
		list, ok := restclient.UseCache(client.Context(ctx), todos.GetList, TodoFilter{})
		Expect(ok).To(BeTrue())
		Expect(list).To(Equal(page.Data.Todos))

		must(todos.On(client).Create(ctx, TodoFilter{}, Todo{Title: "d", UserID: 1}))
		Expect(todos.On(client).Delete(ctx, 1)).To(Succeed())

		page = must(restclient.UseSuspense(client.Context(ctx), wrappedPages, TodoFilter{}))
		Expect(titles(page.Data.Todos)).To(Equal([]string{"b", "c", "d"}))
		Expect(page.Meta.Total).To(Equal(3), "as the server has said it last")
		Expect(server.seen()).To(HaveLen(3))
	})

	It("shows what its mutations will do, and takes it back", func(ctx SpecContext) {
		optimistic := wrappedTodos(restclient.WithOptimistic()).On(client)
		must(restclient.UseSuspense(client.Context(ctx), wrappedPages, TodoFilter{}))
		shown := func() []string {
			page, _ := restclient.UseCache(client.Context(ctx), wrappedPages, TodoFilter{})
			return titles(page.Data.Todos)
		}
		hold := make(chan struct{})
		var during []string
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			during = shown()
			<-hold
			w.WriteHeader(http.StatusInternalServerError)
		})
		close(hold)

		_, err := optimistic.Create(ctx, TodoFilter{}, Todo{Title: "d"})
		Expect(err).To(HaveOccurred())
		Expect(during).To(Equal([]string{"a", "b", "c", "d"}))
		Expect(shown()).To(Equal([]string{"a", "b", "c"}))

		_, err = optimistic.PartialUpdate(ctx, 1, restclient.Fields{"title": "A"})
		Expect(err).To(HaveOccurred())
		Expect(during).To(Equal([]string{"A", "b", "c"}))

		Expect(optimistic.Delete(ctx, 1)).NotTo(Succeed())
		Expect(during).To(Equal([]string{"b", "c"}))
	})

	It("is read page by page", func(ctx SpecContext) {
		bound := todos.On(client)
		var all []int
		for todo, err := range bound.All(ctx, TodoFilter{}, restclient.ByCursor("page", "/meta/next"), restclient.TotalIn("/meta/total")) {
			Expect(err).NotTo(HaveOccurred())
			all = append(all, todo.ID)
		}
		Expect(all).To(Equal([]int{1, 2, 3}))

		must(bound.List(ctx, TodoFilter{}))
		server.todos = append(server.todos, Todo{ID: 4, Title: "d"})
		Expect(ids(must(bound.Page(ctx, TodoFilter{Page: 2})))).To(Equal([]int{3, 4}))
		Expect(ids(must(bound.List(ctx, TodoFilter{})))).To(Equal([]int{1, 2, 3, 4}))

		var streamed []int
		for todo, err := range bound.Stream(ctx, TodoFilter{}) {
			Expect(err).NotTo(HaveOccurred())
			streamed = append(streamed, todo.ID)
		}
		Expect(streamed).To(Equal([]int{1, 2, 3, 4}))
	})

	It("has further pages in the envelope, whose other members are the news", func(ctx SpecContext) {
		first := restclient.RestEndpoint[TodoFilter, todoPage]("/todos", apiPrefix, restclient.WithSchema(restclient.ObjectOf[todoPage](restclient.EntityOf[Todo]())))
		next := restclient.PageOf(first, "page")
		server.answers(200, "application/json", "[{\"id\":1},{\"id\":2}]")
		page := must(restclient.UseSuspense(client.Context(ctx), first, TodoFilter{}))
		Expect(page.Meta.Next).To(Equal(2))
		server.answers(200, "application/json", `[{"id":3}]`)

		page = must(restclient.Fetch(client.Context(ctx), next, TodoFilter{Page: page.Meta.Next}))

		Expect(page.Meta.Next).To(BeZero())
		Expect(ids(page.Data.Todos)).To(Equal([]int{1, 2, 3}))
		Expect(ids(must(todos.On(client).List(ctx, TodoFilter{})))).To(Equal([]int{1, 2, 3}))
	})

	DescribeTable("refuses an answer",
		func(ctx SpecContext, body, fault string) {
			broken := start(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, body)
			}))
			bound := todos.On(broken)
			_, err := bound.Get(ctx, 1)
			Expect(err).To(MatchError(ContainSubstring(strings.ReplaceAll(fault, "MEMBER", "todo"))))
			_, err = bound.List(ctx, TodoFilter{})
			Expect(err).To(MatchError(ContainSubstring(strings.ReplaceAll(fault, "MEMBER", "/data/todos"))))
			_, found := restclient.UseCache(broken.Context(ctx), todos.Get, 1)
			Expect(found).To(BeFalse())
			for _, err := range bound.All(ctx, TodoFilter{}) {
				Expect(err).To(HaveOccurred())
			}
		},
		Entry("without the member", `{"id":1,"title":"a"}`, `no member "MEMBER"`),
		Entry("that is an array", `[{"id":1,"title":"a"}]`, `no member "MEMBER"`),
		Entry("in which the member is null", `{"todo":null,"data":{"todos":null}}`, "null"),
		Entry("that is cut off behind the member", `{"todo":{"id":1,"title":"a"},"data":{"todos":[{"id":1}]},"meta":{"total"`, "EOF"),
	)

	It("takes a success without a body for what was sent", func(ctx SpecContext) {
		must(todos.On(client).Get(ctx, 1))
		server.answers(204, "", "")

		Expect(must(todos.On(client).PartialUpdate(ctx, 1, restclient.Fields{"title": "A"})).Title).To(Equal("A"))
	})

	It("puts patches into the envelope, too", func(ctx SpecContext) {
		patched := wrappedTodos(restclient.WithPatchFormat(restclient.MergePatch)).On(client)
		must(patched.Get(ctx, 1))
		must(patched.Edit(ctx, 1, func(t *Todo) { t.Title = "A" }))
		Expect(server.lastBody()).To(MatchJSON(`{"title":"A"}`))
	})

	It("has mutations that return what stands beside the entity, and are else the same", func(ctx SpecContext) {
		type made struct {
			Todo  Todo     `json:"todo"`
			Links []string `json:"links"`
		}
		whole := restclient.ObjectOf[made](restclient.EntityOf[Todo]())
		optimistic := wrappedTodos(restclient.WithOptimistic())
		push := restclient.WithResult(restclient.WithBody[titleOnly](optimistic.GetList.Push), whole)
		change := restclient.WithResult(optimistic.PartialUpdate, whole)
		must(todos.On(client).List(ctx, TodoFilter{}))
		shown := func() []string {
			return titles(must(todos.On(client).List(ctx, TodoFilter{})))
		}
		var during []string
		server.set(func(w http.ResponseWriter, r *http.Request) {
			during = shown()
			server.serve(w, r, []byte(server.lastBody()))
		})

		first := must(restclient.Mutate(client.Context(ctx), push, TodoFilter{}, titleOnly{"d"}))
		Expect(first.Todo).To(Equal(Todo{ID: 103, Title: "d"}))
		Expect(first.Links).To(Equal([]string{"a"}))
		Expect(during).To(Equal([]string{"a", "b", "c", "d"}))
		Expect(shown()).To(Equal(during))

		second := must(restclient.Mutate(client.Context(ctx), change, 1, restclient.Fields{"title": "A"}))
		Expect(second.Todo.Title).To(Equal("A"))
		Expect(second.Links).To(Equal([]string{"a"}))
		Expect(during).To(Equal([]string{"A", "b", "c", "d"}))
		Expect(shown()).To(Equal(during))

		server.answers(204, "", "")
		Expect(must(restclient.Mutate(client.Context(ctx), change, 2, restclient.Fields{"title": "B"}))).To(BeZero())
		Expect(must(todos.On(client).Get(ctx, 2)).Title).To(Equal("B"))
	})

	It("says what is wrong with the result of a mutation", func() {
		type made struct {
			Todo Todo `json:"todo"`
		}
		whole := restclient.ObjectOf[made](restclient.EntityOf[Todo]())
		Expect(restclient.WithResult(todos.Delete, whole).Err()).To(MatchError(ContainSubstring("does not answer with an entity of a resource")))
		Expect(restclient.WithResult(todos.Update, restclient.EntityOf[Todo]()).Err()).To(MatchError(ContainSubstring("the schema is not ObjectOf")))
		Expect(restclient.WithResult(todos.Update, restclient.ObjectOf[made]()).Err()).To(MatchError(ContainSubstring("add EntityOf[Todo]() to ObjectOf")))
		wrong := restclient.CreateResource[Todo, string, TodoFilter]("/todos/:id")
		Expect(restclient.WithResult(wrong.Update, whole).Err()).To(MatchError(wrong.Err()))
		Expect(restclient.WithResult((*restclient.Mutation[int, Todo, Todo])(nil), whole).Err()).To(MatchError(ContainSubstring("was not made by")))
	})

	DescribeTable("says what is wrong with its declaration:",
		func(fault string, opts ...restclient.EndpointOption) {
			err := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", opts...).Err()
			Expect(err).To(MatchError(ContainSubstring(fault)))
		},
		Entry("what begins like a pointer", `WithEntityIn: "/a~2" is not a JSON pointer`, restclient.WithEntityIn("/a~2")),
		Entry("one of lists", `WithItemsIn: "/a~2" is not a JSON pointer`, restclient.WithItemsIn("/a~2")),
		Entry("one of bodies", `WithBodyIn: "/a~2" is not a JSON pointer`, restclient.WithBodyIn("/a~2")),
		Entry("a form", "WithBodyIn is for JSON", restclient.WithBodyIn("todo"), restclient.WithBodyEncoding(forms.URLEncoded{})),
		Entry("a JSON patch", "WithBodyIn is for objects", restclient.WithBodyIn("todo"), restclient.WithPatchFormat(restclient.JSONPatch)),
	)

	It("is no endpoint of its own", func() {
		for _, option := range []restclient.EndpointOption{restclient.WithEntityIn("a"), restclient.WithItemsIn("a"), restclient.WithBodyIn("a")} {
			Expect(restclient.RestEndpoint[int, Todo]("/todos/:id", option).Err()).To(MatchError(ContainSubstring("are for resources")))
			Expect(restclient.RestMutation[int, Todo, Todo]("/todos/:id", option).Err()).To(MatchError(ContainSubstring("are for resources")))
		}
	})

	It("has errors as they are", func(ctx SpecContext) {
		_, err := todos.On(client).Get(ctx, 9)
		Expect(errors.Is(err, restclient.ErrNotFound)).To(BeTrue())
	})
})

func TestWhatIsReadAtOnceInAnEnvelopeIsSharedOneByOne(t *testing.T) {
	shared(t, func(s *sharing) {
		wrapped := restclient.Must(restclient.CreateResource[Todo, int, todoIDs]("/todos/:id", apiPrefix,
			restclient.WithEntityIn("todo"), restclient.WithItemsIn("/data/todos"),
			restclient.WithBatchGet(func(ids []int) todoIDs { return todoIDs{IDs: slices.Sorted(slices.Values(ids))} })))
		s.several(nil)
		client := func() *restclient.Client {
			c, err := restclient.New(httptransport.InProcess(wrap(s.server)), restclient.WithShared("todos", s.blobs, s.signals))
			s.Expect(err).NotTo(HaveOccurred())
			s.Cleanup(c.Close)
			s.settle()
			return c
		}

		first := client()
		var group sync.WaitGroup
		for id := 1; id <= 2; id++ {
			group.Go(func() {
				_, err := wrapped.On(first).Get(s.Context(), id)
				s.Expect(err).NotTo(HaveOccurred())
			})
		}
		group.Wait()
		s.Expect(s.server.seen()).To(Equal([]string{"GET /todos?ids=1,2"}))

		two, err := wrapped.On(client()).Get(s.Context(), 2)
		s.Expect(err).NotTo(HaveOccurred())
		s.Expect(two.Title).To(Equal("two"))
		s.Expect(s.asked()).To(Equal(1))
	})
}
