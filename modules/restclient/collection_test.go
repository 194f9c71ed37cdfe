package restclient_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var remaining = restclient.NewQuery(Todos.GetList, func(l restclient.List[Todo], _ TodoFilter) (n int) {
	for _, t := range l.All() {
		if !t.Completed {
			n++
		}
	}
	return n
})

var _ = Describe("Lists", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)

	BeforeEach(func() {
		server = three()
		client = start(server)
		todos = Todos.On(client)
	})

	It("take pushed entities that they select", func(ctx SpecContext) {
		ordered := user(1)
		ordered.OrderBy = "title"
		for _, f := range []TodoFilter{{}, user(1), user(2), ordered} {
			_, err := todos.List(ctx, f)
			Expect(err).NotTo(HaveOccurred())
		}
		requests := len(server.seen())

		_, err := todos.Create(ctx, user(1), Todo{UserID: 1, Title: "new"})
		Expect(err).NotTo(HaveOccurred())

		for f, want := range map[*TodoFilter][]string{
			{}:                                 {"a", "b", "c", "new"},
			{UserID: new(1)}:                   {"a", "b", "new"},
			{UserID: new(1), OrderBy: "title"}: {"a", "b", "new"},
			{UserID: new(2)}:                   {"c"},
		} {
			l, err := todos.List(ctx, *f)
			Expect(err).NotTo(HaveOccurred())
			Expect(titles(l)).To(Equal(want))
		}
		Expect(server.seen()).To(HaveLen(requests + 1))
	})

	It("take pushed entities that the body selects", func(ctx SpecContext) {
		_, err := todos.List(ctx, user(2))
		Expect(err).NotTo(HaveOccurred())

		_, err = todos.Unshift(ctx, TodoFilter{}, Todo{UserID: 2, Title: "first"})
		Expect(err).NotTo(HaveOccurred())

		l, err := todos.List(ctx, user(2))
		Expect(err).NotTo(HaveOccurred())
		Expect(titles(l)).To(Equal([]string{"first", "c"}))
	})

	It("grow by pages, whose field is not part of their identity", func(ctx SpecContext) {
		first, second := TodoFilter{Page: 1}, TodoFilter{Page: 2}
		must(todos.List(ctx, TodoFilter{}))
		_, err := todos.Page(ctx, first)
		Expect(err).NotTo(HaveOccurred())

		page, err := todos.Page(ctx, second)

		Expect(err).NotTo(HaveOccurred())
		Expect(ids(page)).To(Equal([]int{3}))
		l, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(ids(l)).To(Equal([]int{1, 2, 3}))
		Expect(server.seen()).To(Equal([]string{"GET /todos", "GET /todos?page=1", "GET /todos?page=2"}))
	})

	It("show updates and lose deleted entities", func(ctx SpecContext) {
		_, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())

		_, err = todos.PartialUpdate(ctx, 2, restclient.Fields{"title": "changed"})
		Expect(err).NotTo(HaveOccurred())
		Expect(todos.Delete(ctx, 1)).To(Succeed())

		l, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(titles(l)).To(Equal([]string{"changed", "c"}))
		Expect(server.seen()).To(HaveLen(3))
		_, err = todos.Get(ctx, 1)
		Expect(err).To(MatchError(restclient.ErrNotFound))
	})

	It("answer queries that are computed once per state", func(ctx SpecContext) {
		uctx := client.Context(ctx)
		_, ok := restclient.UseQuery(uctx, remaining, TodoFilter{})
		Expect(ok).To(BeFalse())
		calls := 0
		counted := restclient.NewQuery(Todos.GetList, func(l restclient.List[Todo], _ TodoFilter) int { calls++; return l.Len() })

		_, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		left, _ := remaining.Use(client, TodoFilter{})
		Expect(left).To(Equal(3))
		for range 3 {
			n, ok := counted.Use(client, TodoFilter{})
			Expect(ok).To(BeTrue())
			Expect(n).To(Equal(3))
		}
		Expect(calls).To(Equal(1))

		_, err = todos.PartialUpdate(ctx, 1, restclient.Fields{"completed": true})
		Expect(err).NotTo(HaveOccurred())
		left, _ = restclient.UseQuery(uctx, remaining, TodoFilter{})
		Expect(left).To(Equal(2))
	})

	It("answer queries with the list of their arguments", func(ctx SpecContext) {
		_, err := todos.List(ctx, user(1))
		Expect(err).NotTo(HaveOccurred())

		left, ok := remaining.Use(client, user(1))
		Expect(ok).To(BeTrue())
		Expect(left).To(Equal(2))
		_, ok = remaining.Use(client, user(2))
		Expect(ok).To(BeFalse())
	})

	It("of another client are not shared", func(ctx SpecContext) {
		other := Todos.On(start(server))
		_, err := todos.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		_, err = other.Get(ctx, 1)

		Expect(err).NotTo(HaveOccurred())
		Expect(server.seen()).To(HaveLen(2))
	})
})
