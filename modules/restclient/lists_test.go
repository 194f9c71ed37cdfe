package restclient_test

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// The six lists that something is added to.
type sixFilter struct {
	UserID    *int   `query:"userId"`
	Completed *bool  `query:"completed"`
	OrderBy   string `query:"orderBy,omitempty"`
}

var (
	sixTodos = restclient.CreateResource[Todo, int, sixFilter]("/todos/:id", apiPrefix)
	six      = []sixFilter{
		{},
		{UserID: new(1)},
		{UserID: new(1), OrderBy: "title"},
		{UserID: new(2)},
		{UserID: new(1), Completed: new(false)},
		{UserID: new(1), Completed: new(true)},
	}
	teams = restclient.RestEndpoint[sixFilter, restclient.Map[Todo]]("/teams", apiPrefix,
		restclient.WithSchema(restclient.ObjectOf[restclient.Map[Todo]](restclient.EntityOf[Todo]())))
)

type titleOnly struct {
	Title string `json:"title"`
}

var _ = Describe("Six lists", func() {
	var (
		server *recorder
		client *restclient.Client
	)

	BeforeEach(func(ctx SpecContext) {
		server = newRecorder()
		client = start(server)
		server.answers(200, "application/json", `[{"id":1,"title":"old"}]`)
		for _, f := range six {
			must(sixTodos.On(client).List(ctx, f))
		}
		server.answers(201, "application/json", `{"id":9,"title":"new","userId":1,"completed":false}`)
	})

	lists := func(ctx context.Context) (all [][]int) {
		GinkgoHelper()
		for _, f := range six {
			l, ok := restclient.UseCache(client.Context(ctx), sixTodos.GetList, f)
			Expect(ok).To(BeTrue())
			all = append(all, ids(l))
		}
		return all
	}

	It("take at their end what was pushed, where the arguments or the body select it", func(ctx SpecContext) {
		must(restclient.Mutate(client.Context(ctx), sixTodos.GetList.Push, six[1], Todo{Title: "new"}))

		Expect(lists(ctx)).To(Equal([][]int{{1, 9}, {1, 9}, {1, 9}, {1}, {1, 9}, {1}}))
		Expect(server.seen()).To(HaveLen(len(six) + 1))
	})

	It("take what the answer alone selects", func(ctx SpecContext) {
		push := restclient.WithBody[titleOnly](sixTodos.GetList.Push)

		must(restclient.Mutate(client.Context(ctx), push, six[1], titleOnly{"new"}))

		Expect(lists(ctx)).To(Equal([][]int{{1, 9}, {1, 9}, {1, 9}, {1}, {1, 9}, {1}}))
	})

	It("do not take what neither the arguments, the body nor the answer select", func(ctx SpecContext) {
		push := restclient.WithBody[titleOnly](sixTodos.GetList.Push)
		server.answers(201, "application/json", `{"id":9,"title":"new"}`)

		must(restclient.Mutate(client.Context(ctx), push, six[1], titleOnly{"new"}))

		Expect(lists(ctx)).To(Equal([][]int{{1, 9}, {1, 9}, {1, 9}, {1}, {1}, {1}}))
	})

	It("take several that one answer has, in their order", func(ctx SpecContext) {
		server.answers(201, "application/json", `[{"id":8,"title":"x"},{"id":7,"title":"y"}]`)

		first := must(sixTodos.On(client).Create(ctx, six[1], Todo{Completed: true}))
		Expect(first).To(Equal(Todo{ID: 8, Title: "x"}))
		Expect(lists(ctx)).To(Equal([][]int{{1, 8, 7}, {1, 8, 7}, {1, 8, 7}, {1}, {1}, {1, 8, 7}}))

		server.answers(201, "application/json", `[{"id":6},{"id":5}]`)
		must(sixTodos.On(client).Unshift(ctx, six[3], Todo{}))
		Expect(lists(ctx)).To(Equal([][]int{{6, 5, 1, 8, 7}, {1, 8, 7}, {1, 8, 7}, {6, 5, 1}, {1}, {1, 8, 7}}))
	})

	It("are not made by a push before they were read", func(ctx SpecContext) {
		other := sixFilter{UserID: new(1), OrderBy: "id"}
		must(sixTodos.On(client).Create(ctx, other, Todo{Title: "new"}))

		_, ok := restclient.UseCache(client.Context(ctx), sixTodos.GetList, other)
		Expect(ok).To(BeFalse())
		requests := len(server.seen())
		Expect(must(sixTodos.On(client).Get(ctx, 9)).Title).To(Equal("new"))
		Expect(server.seen()).To(HaveLen(requests))
	})

	It("take at their front what was unshifted", func(ctx SpecContext) {
		must(restclient.Mutate(client.Context(ctx), sixTodos.GetList.Unshift, sixFilter{}, Todo{UserID: 1, Title: "new"}))

		Expect(lists(ctx)).To(Equal([][]int{{9, 1}, {9, 1}, {9, 1}, {1}, {9, 1}, {1}}))
	})
})

var _ = Describe("Six maps", func() {
	It("take what was assigned, where the arguments or the body select it", func(ctx SpecContext) {
		server := newRecorder()
		uctx := start(server).Context(ctx)
		server.answers(200, "application/json", `{"lead":{"id":1,"title":"old"}}`)
		for _, f := range six {
			must(restclient.UseSuspense(uctx, teams, f))
		}
		server.answers(201, "application/json", `{"deputy":{"id":9,"title":"new"}}`)

		must(restclient.Mutate(uctx, restclient.AssignTo[map[string]titleOnly](teams), six[1], map[string]titleOnly{"deputy": {"new"}}))

		var sizes []int
		for _, f := range six {
			team, ok := restclient.UseCache(uctx, teams, f)
			Expect(ok).To(BeTrue())
			sizes = append(sizes, team.Len())
		}
		Expect(sizes).To(Equal([]int{2, 2, 2, 1, 1, 1}))
	})

	It("take each member where the answer says, whatever was asked for", func(ctx SpecContext) {
		server := newRecorder()
		uctx := start(server).Context(ctx)
		server.answers(200, "application/json", `{"lead":{"id":1,"title":"old"}}`)
		for _, f := range six {
			must(restclient.UseSuspense(uctx, teams, f))
		}
		server.answers(201, "application/json", `{"deputy":{"id":9,"title":"new","userId":2,"completed":true},"scribe":{"id":8,"userId":1,"completed":false}}`)

		must(restclient.Mutate(uctx, restclient.AssignTo[map[string]titleOnly](teams), six[1], map[string]titleOnly{"deputy": {"new"}, "scribe": {"new"}}))

		var names [][]string
		for _, f := range six {
			team, _ := restclient.UseCache(uctx, teams, f)
			names = append(names, slices.Collect(mapKeys(team.All())))
		}
		Expect(names).To(Equal([][]string{
			{"lead", "deputy", "scribe"}, {"lead", "scribe"}, {"lead", "scribe"}, {"lead", "deputy"}, {"lead", "scribe"}, {"lead"},
		}))
		requests := len(server.seen())
		must(restclient.UseSuspense(uctx, teams, six[4]))
		Expect(server.seen()).To(HaveLen(requests), "what the answer decides is not in doubt")
	})

	It("are stale when neither the answer nor the arguments say what they hold", func(ctx SpecContext) {
		server := newRecorder()
		uctx := start(server).Context(ctx)
		server.answers(200, "application/json", `{"lead":{"id":1,"title":"old"}}`)
		must(restclient.UseSuspense(uctx, teams, six[1]))
		must(restclient.UseSuspense(uctx, teams, six[4]))
		server.answers(201, "application/json", `{"deputy":{"id":9,"title":"new"}}`)
		must(restclient.Mutate(uctx, restclient.AssignTo[map[string]titleOnly](teams), six[1], map[string]titleOnly{"deputy": {"new"}}))
		requests := len(server.seen())

		must(restclient.UseSuspense(uctx, teams, six[1]))
		must(restclient.UseSuspense(uctx, teams, six[4]))

		Eventually(server.seen).WithContext(ctx).Should(HaveLen(requests + 1))
		Expect(server.seen()[requests]).To(ContainSubstring("completed=false"), "the other map takes the member by the arguments")
	}, NodeTimeout(time.Minute))
})

// mapKeys yields the first of each pair.
func mapKeys[K, V any](pairs iter.Seq2[K, V]) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range pairs {
			if !yield(k) {
				return
			}
		}
	}
}

// Ways to say that an argument does not select.

type ignoredTogether struct {
	IgnoredMe string `query:"ignoredMe,omitempty,nofilter"`
}

type ignoredInside struct {
	UserID *int `query:"userId"`
	ignoredTogether
}

type ignoredSlice struct {
	UserID    *int     `query:"userId"`
	IgnoredMe []string `query:"ignoredMe,omitempty,nofilter,brackets"`
}

type ignoredList struct {
	UserID    *int     `query:"userId"`
	IgnoredMe []string `query:"ignoredMe,omitempty,nofilter,comma"`
}

type ignoredObject struct {
	UserID    *int              `query:"userId"`
	IgnoredMe map[string]string `query:"ignoredMe,omitempty,nofilter"`
}

type ignoredOrder struct {
	UserID *int   `query:"userId"`
	Order  string `query:"orderedMe,omitempty"`
}

type ignoredCursor struct {
	UserID *int   `query:"userId"`
	After  string `query:"after,omitempty,cursor"`
}

// pushing reads lists, pushes to the first of them, and returns their lengths
// before and after.
func pushing[F any](lists ...F) func(context.Context) (before, after []int) {
	r := restclient.CreateResource[Todo, int, F]("/todos/:id", apiPrefix)
	return func(ctx context.Context) (before, after []int) {
		GinkgoHelper()
		for _, f := range lists {
			before = append(before, must(restclient.UseSuspense(ctx, r.GetList, f)).Len())
		}
		must(restclient.Mutate(ctx, r.GetList.Push, lists[0], Todo{Title: "new"}))
		for _, f := range lists {
			after = append(after, must(restclient.UseSuspense(ctx, r.GetList, f)).Len())
		}
		return before, after
	}
}

var _ = DescribeTable("An argument that is no filter may be said by",
	func(ctx SpecContext, push func(context.Context) (before, after []int)) {
		server := three()

		before, after := push(start(server).Context(ctx))

		Expect(before).To(Equal([]int{2, 3, 2, 1}))
		Expect(after).To(Equal([]int{3, 4, 3, 1}))
		Expect(server.seen()).To(HaveLen(5))
	},
	Entry("the tag of a field", pushing(ignoring{UserID: new(1)}, ignoring{}, ignoring{UserID: new(1), IgnoredMe: "x"}, ignoring{UserID: new(2)})),
	Entry("the tag of a field that is embedded", pushing(ignoredInside{UserID: new(1)}, ignoredInside{},
		ignoredInside{UserID: new(1), ignoredTogether: ignoredTogether{"x"}}, ignoredInside{UserID: new(2)})),
	Entry("the tag of a slice, repeated", pushing(ignoredSlice{UserID: new(1)}, ignoredSlice{},
		ignoredSlice{UserID: new(1), IgnoredMe: []string{"x", "y"}}, ignoredSlice{UserID: new(2)})),
	Entry("the tag of a slice, as a list", pushing(ignoredList{UserID: new(1)}, ignoredList{},
		ignoredList{UserID: new(1), IgnoredMe: []string{"x", "y"}}, ignoredList{UserID: new(2)})),
	Entry("the tag of an object", pushing(ignoredObject{UserID: new(1)}, ignoredObject{},
		ignoredObject{UserID: new(1), IgnoredMe: map[string]string{"a": "x"}}, ignoredObject{UserID: new(2)})),
	Entry("a name that begins with order", pushing(ignoredOrder{UserID: new(1)}, ignoredOrder{},
		ignoredOrder{UserID: new(1), Order: "x"}, ignoredOrder{UserID: new(2)})),
)

var _ = Describe("A cursor", func() {
	It("does not tell lists apart, and is refused where a list is read", func(ctx SpecContext) {
		server := three()
		r := restclient.CreateResource[Todo, int, ignoredCursor]("/todos/:id", apiPrefix)
		uctx := start(server).Context(ctx)
		must(restclient.UseSuspense(uctx, r.GetList, ignoredCursor{UserID: new(1)}))

		_, err := restclient.UseSuspense(uctx, r.GetList, ignoredCursor{UserID: new(1), After: "x"})

		Expect(kind(err)).To(Equal(restclient.KindArgument))
		Expect(server.seen()).To(Equal([]string{"GET /todos?userId=1"}))
	})
})

var _ = Describe("A get of what a list has delivered", func() {
	It("sends nothing while the entity is fresh, and shows it while it is read again", func(ctx SpecContext) {
		now, server := newClock(), three()
		todos := Todos.On(start(server, restclient.WithClock(now.Now)))
		must(todos.List(ctx, user(1)))
		now.Advance(restclient.DefaultExpiry - 1)

		Expect(must(todos.Get(ctx, 2)).Title).To(Equal("b"))
		Expect(server.seen()).To(Equal([]string{"GET /todos?userId=1"}))

		now.Advance(1)
		Expect(must(todos.Get(ctx, 2)).Title).To(Equal("b"))
		Eventually(ctx, server.seen).Should(Equal([]string{"GET /todos?userId=1", "GET /todos/2"}))
	})

	It("has the expiry of the entity, not of the list", func(ctx SpecContext) {
		now, server := newClock(), three()
		todos := Todos.On(start(server, restclient.WithClock(now.Now)))
		must(todos.List(ctx, TodoFilter{}))
		now.Advance(restclient.DefaultExpiry / 2)
		must(todos.Fetch(ctx, 1))
		now.Advance(restclient.DefaultExpiry / 2)

		must(todos.Get(ctx, 1))

		Consistently(ctx, server.seen, "20ms").Should(Equal([]string{"GET /todos", "GET /todos/1"}))
	})

	It("is sent for what the list lacks", func(ctx SpecContext) {
		server := three()
		todos := Todos.On(start(server))
		must(todos.List(ctx, user(1)))

		Expect(must(todos.Get(ctx, 3)).Title).To(Equal("c"))

		Expect(server.seen()).To(Equal([]string{"GET /todos?userId=1", "GET /todos/3"}))
	})
})

var _ = Describe("A mutation", func() {
	DescribeTable("is known by its method and the URL of its arguments, without the body",
		func(ctx SpecContext, mutate func(context.Context) error, want string) {
			server := three()
			client := start(server)
			entered, release := make(chan struct{}), make(chan struct{})
			server.set(func(w http.ResponseWriter, _ *http.Request) {
				close(entered)
				<-release
				writeJSON(w, http.StatusOK, Todo{ID: 1})
			})
			done := make(chan error)
			go func() { done <- mutate(client.Context(ctx)) }()
			<-entered

			calls := client.Inspect().Calls
			close(release)

			Expect(<-done).To(Succeed())
			Expect(calls).To(HaveLen(1))
			Expect(calls[0].Method + " " + calls[0].URL).To(Equal(want))
		},
		Entry("PUT", mutates(Todos.Update, 1, Todo{UserID: 5, Title: "x"}), "PUT http://api.test/todos/1"),
		Entry("PATCH", mutates(Todos.PartialUpdate, 1, restclient.Fields{"userId": 5}), "PATCH http://api.test/todos/1"),
		Entry("POST with a body only", mutates(Todos.GetList.Push, TodoFilter{}, Todo{UserID: 5}), "POST http://api.test/todos"),
		Entry("POST with arguments", mutates(Todos.GetList.Push, user(1), Todo{UserID: 5}), "POST http://api.test/todos?userId=1"),
	)
})

var _ = Describe("Whether a call is sent each time", func() {
	type endpoint = func(...restclient.EndpointOption) func(context.Context) error
	read := func(opts ...restclient.EndpointOption) func(context.Context) error {
		ep := restclient.RestEndpoint[restclient.None, int]("/x", append(opts, apiPrefix)...)
		return func(ctx context.Context) error {
			_, err := restclient.UseSuspense(ctx, ep, restclient.None{})
			return err
		}
	}
	mutation := func(opts ...restclient.EndpointOption) func(context.Context) error {
		m := restclient.RestMutation[restclient.None, restclient.None, int]("/x", append(opts, apiPrefix)...)
		return mutates(m, restclient.None{}, restclient.None{})
	}

	DescribeTable("depends on whether it is a mutation, not on its method",
		func(ctx SpecContext, of endpoint, method string, want int) {
			server := newRecorder()
			server.answers(200, "application/json", "7")
			uctx := start(server).Context(ctx)
			var opts []restclient.EndpointOption
			if method != "" {
				opts = append(opts, restclient.WithMethod(method))
			}
			call := of(opts...)

			for range 2 {
				Expect(call(uctx)).To(Succeed())
			}

			Expect(server.seen()).To(HaveLen(want))
			Expect(server.seen()).To(HaveEach(HaveSuffix(" /x")))
			if method != "" {
				Expect(server.seen()).To(HaveEach(fmt.Sprint(method, " /x")))
			}
		},
		Entry("a read: once", endpoint(read), "", 1),
		Entry("a read by GET: once", endpoint(read), "GET", 1),
		Entry("a read by POST, such as a search: once", endpoint(read), "POST", 1),
		Entry("a mutation: each time", endpoint(mutation), "", 2),
		Entry("a mutation by POST: each time", endpoint(mutation), "POST", 2),
		Entry("a mutation by PUT: each time", endpoint(mutation), "PUT", 2),
		Entry("a mutation by PATCH: each time", endpoint(mutation), "PATCH", 2),
		Entry("a mutation by DELETE: each time", endpoint(mutation), "DELETE", 2),
	)

	It("is settled when the declaration is made: no mutation is GET", func(ctx SpecContext) {
		server := newRecorder()

		err := mutation(restclient.WithMethod("GET"))(start(server).Context(ctx))

		Expect(kind(err)).To(Equal(restclient.KindDeclaration))
		Expect(server.seen()).To(BeEmpty())
	})
})

var _ = Describe("A list that the store has no room for", func() {
	It("is the answer all the same, and asked for once", func(ctx SpecContext) {
		server := newRecorder()
		server.answers(http.StatusOK, "application/json", `[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":3,"title":"c"}]`)
		todos := Todos.On(start(server, restclient.WithMaxEntities(2)))

		Expect(titles(must(todos.List(ctx, TodoFilter{})))).To(Equal([]string{"a", "b", "c"}))
		Expect(titles(must(todos.List(ctx, TodoFilter{})))).To(Equal([]string{"a", "b", "c"}))
		Expect(server.seen()).To(HaveLen(1))
		Expect(titles(must(todos.FetchList(ctx, TodoFilter{})))).To(Equal([]string{"a", "b", "c"}))
	})
})
