package restclient_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

var eager = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithOptimistic())

// What mutations will do is shown, and taken back.

func TestLayersOverWhatTheServerSays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, _ *core.Request) (int, string) {
			switch n {
			case 1:
				sleep(3)
				return 200, `{"id":1,"title":"server 1","userId":11}`
			case 2:
				sleep(1)
				return 200, `{"id":1,"title":"server 2"}`
			default:
				sleep(5)
				return 500, ""
			}
		})
		client, ctx := clientFor(t, server)
		put(client, "before", 1)
		shown := func() Todo {
			todo, _ := restclient.UseCache(ctx, eager.Get, 1)
			return todo
		}
		patch := func(fields restclient.Fields) {
			go func() { _, _ = eager.On(client).PartialUpdate(ctx, 1, fields) }()
			synctest.Wait()
		}
		patch(restclient.Fields{"title": "first", "userId": 9})
		patch(restclient.Fields{"title": "second"})
		patch(restclient.Fields{"completed": true})
		g.Expect(shown()).To(Equal(Todo{ID: 1, UserID: 9, Title: "second", Completed: true}), "all three are shown")

		sleep(2)
		g.Expect(shown()).To(Equal(Todo{ID: 1, UserID: 9, Title: "server 2", Completed: true}), "the second is answered")
		sleep(2)
		g.Expect(shown()).To(Equal(Todo{ID: 1, UserID: 11, Title: "server 2", Completed: true}), "the first is answered late")
		sleep(2)
		g.Expect(shown()).To(Equal(Todo{ID: 1, UserID: 11, Title: "server 2"}), "the third has failed")
	})
}

func TestEditsAreAppliedAgainToWhatCameLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, calls := NewWithT(t), 0
		server := newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPatch:
				sleep(5)
				return 500, ""
			case n > 1:
				sleep(2)
				return 200, `{"id":1,"title":"b"}`
			}
			return 200, `{"id":1,"title":"a"}`
		})
		client, ctx := clientFor(t, server)
		shown := func() string {
			todo, _ := restclient.UseCache(ctx, eager.Get, 1)
			return todo.Title
		}
		_, err := eager.On(client).Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())
		go func() { _, _ = eager.On(client).Fetch(ctx, 1) }()
		synctest.Wait()
		go func() { _, _ = eager.On(client).Edit(ctx, 1, func(t *Todo) { calls++; t.Title += "!" }) }()
		synctest.Wait()
		g.Expect(shown()).To(Equal("a!"))

		sleep(3)
		g.Expect(shown()).To(Equal("b!"), "the read that began before is answered")
		g.Expect(calls).To(Equal(2), "once for each state")
		sleep(3)
		g.Expect(shown()).To(Equal("b"), "the edit has failed")
	})
}

func TestAChangeOfWhatIsNotCreatedYetIsSentUnderItsMadeUpKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, sent := NewWithT(t), ""
		client, ctx := clientFor(t, newScript(func(_ int, r *core.Request) (int, string) {
			switch r.Method {
			case http.MethodGet:
				return 200, `[]`
			case http.MethodPost:
				sleep(5)
				return 201, `{"id":7,"title":"new"}`
			}
			sent = r.URL
			return 404, ""
		}))
		todos := eager.On(client)
		_, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		go func() { _, _ = todos.Create(ctx, TodoFilter{}, Todo{Title: "new"}) }()
		synctest.Wait()
		shown, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		draft := shown.At(0).ID
		g.Expect(draft).To(BeNumerically("<", 0))

		_, err = todos.PartialUpdate(ctx, draft, restclient.Fields{"title": "changed"})
		g.Expect(err).To(MatchError(restclient.ErrNotFound))
		g.Expect(sent).To(HaveSuffix(fmt.Sprintf("/todos/%d", draft)))

		sleep(6)
		g.Expect(todos.Get(ctx, draft)).To(Equal(Todo{ID: 7, Title: "new"}), "the real one is found under the made-up key")
	})
}

// held makes the server answer changes when it is told to, with an answer that
// is sent to the first channel; of each change that waits it tells in the second.
func held(server *recorder) (chan<- http.HandlerFunc, <-chan struct{}) {
	answers, waiting := make(chan http.HandlerFunc), make(chan struct{}, 4)
	server.set(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			server.serve(w, r, nil)
			return
		}
		waiting <- struct{}{}
		select {
		case answer := <-answers:
			answer(w, r)
		case <-r.Context().Done():
		}
	})
	return answers, waiting
}

func answering(status int, v any) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, status, v) }
}

var _ = Describe("What is expected of a mutation", func() {
	var (
		server *recorder
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
		group  sync.WaitGroup
	)

	BeforeEach(func() {
		server = three()
		client = start(server)
		todos = eager.On(client)
	})

	// begin makes a call in the background, and waits until it waits at the server.
	begin := func(ctx context.Context, waiting <-chan struct{}, call func() error, want OmegaMatcher) {
		GinkgoHelper()
		group.Go(func() {
			defer GinkgoRecover()
			Expect(call()).To(want)
		})
		Eventually(ctx, waiting).Should(Receive())
	}
	lists := func(ctx context.Context, filters ...TodoFilter) (all [][]int) {
		GinkgoHelper()
		for _, f := range filters {
			l, ok := restclient.UseCache(client.Context(ctx), eager.GetList, f)
			Expect(ok).To(BeTrue())
			all = append(all, ids(l))
		}
		return all
	}

	It("is nothing where only a part of what is not stored is sent", func(ctx SpecContext) {
		must(todos.List(ctx, user(2)))
		answers, waiting := held(server)
		begin(ctx, waiting, func() error {
			_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "x", "userId": 2})
			return err
		}, Succeed())

		_, ok := restclient.UseCache(client.Context(ctx), eager.Get, 1)
		Expect(ok).To(BeFalse())
		Expect(lists(ctx, user(2))).To(Equal([][]int{{3}}))
		answers <- answering(200, Todo{ID: 1, UserID: 2, Title: "x"})
		group.Wait()

		one, ok := restclient.UseCache(client.Context(ctx), eager.Get, 1)
		Expect(ok).To(BeTrue())
		Expect(one.Title).To(Equal("x"))
	})

	It("is a new row at once, replaced by the one that the server makes", func(ctx SpecContext) {
		must(todos.List(ctx, user(1)))
		answers, waiting := held(server)
		begin(ctx, waiting, func() error {
			_, err := todos.Create(ctx, user(1), Todo{UserID: 1, Title: "new"})
			return err
		}, Succeed())

		l := must(todos.List(ctx, user(1)))
		Expect(titles(l)).To(Equal([]string{"a", "b", "new"}))
		Expect(l.At(2).ID).To(BeNumerically("<", 0))
		answers <- answering(201, Todo{ID: 9, UserID: 1, Title: "newer"})
		group.Wait()

		l = must(todos.List(ctx, user(1)))
		Expect(ids(l)).To(Equal([]int{1, 2, 9}))
		Expect(titles(l)).To(Equal([]string{"a", "b", "newer"}))
	})

	It("goes with a row that could not be made", func(ctx SpecContext) {
		must(todos.List(ctx, user(1)))
		answers, waiting := held(server)
		begin(ctx, waiting, func() error {
			_, err := todos.Create(ctx, user(1), Todo{UserID: 1, Title: "new"})
			return err
		}, MatchError(restclient.ErrUnprocessable))
		Expect(must(todos.List(ctx, user(1))).Len()).To(Equal(3))

		answers <- answering(422, nil)
		group.Wait()

		Expect(lists(ctx, user(1))).To(Equal([][]int{{1, 2}}))
	})

	It("is taken back from lists and queries that were computed with it", func(ctx SpecContext) {
		must(todos.List(ctx, TodoFilter{}))
		left := func() int {
			n, ok := restclient.UseQuery(client.Context(ctx), remaining, TodoFilter{})
			Expect(ok).To(BeTrue())
			return n
		}
		Expect(left()).To(Equal(3))
		answers, waiting := held(server)
		for range 2 {
			begin(ctx, waiting, func() error { return todos.Delete(ctx, 2) }, MatchError(restclient.ErrServer))
			Expect(lists(ctx, TodoFilter{})).To(Equal([][]int{{1, 3}}))
			Expect(left()).To(Equal(2))

			answers <- answering(500, nil)
			group.Wait()

			Expect(lists(ctx, TodoFilter{})).To(Equal([][]int{{1, 2, 3}}))
			Expect(left()).To(Equal(3))
			Expect(must(todos.Get(ctx, 2)).Title).To(Equal("b"))
		}
	})

	It("is a count that drops right after it is toggled", func(ctx SpecContext) {
		must(todos.List(ctx, TodoFilter{}))
		answers, waiting := held(server)
		begin(ctx, waiting, func() error {
			_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"completed": true})
			return err
		}, Succeed())

		n, _ := restclient.UseQuery(client.Context(ctx), remaining, TodoFilter{})
		Expect(n).To(Equal(2))
		answers <- answering(200, Todo{ID: 1, UserID: 1, Title: "a", Completed: true})
		group.Wait()

		n, _ = restclient.UseQuery(client.Context(ctx), remaining, TodoFilter{})
		Expect(n).To(Equal(2))
	})

	DescribeTable("moves a row between the lists that select it, and back",
		func(ctx SpecContext, move func(context.Context, *restclient.Bound[Todo, int, TodoFilter]) error) {
			all := []TodoFilter{{}, user(1), user(2)}
			for _, f := range all {
				must(todos.List(ctx, f))
			}
			requests := len(server.seen())
			answers, waiting := held(server)

			begin(ctx, waiting, func() error { return move(ctx, todos) }, MatchError(restclient.ErrServer))
			Expect(lists(ctx, all...)).To(Equal([][]int{{1, 2, 3}, {2}, {3, 1}}))
			answers <- answering(500, nil)
			group.Wait()
			Expect(lists(ctx, all...)).To(Equal([][]int{{1, 2, 3}, {1, 2}, {3}}))

			begin(ctx, waiting, func() error { return move(ctx, todos) }, Succeed())
			answers <- answering(200, Todo{ID: 1, UserID: 2, Title: "a"})
			group.Wait()
			Expect(lists(ctx, all...)).To(Equal([][]int{{1, 2, 3}, {2}, {3, 1}}))
			Expect(server.seen()[requests:]).To(HaveEach("PATCH /todos/1"))
		},
		Entry("by PartialUpdate", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"userId": 2})
			return err
		}),
		Entry("by Edit", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			_, err := todos.Edit(ctx, 1, func(t *Todo) { t.UserID = 2 })
			return err
		}),
	)

	It("removes a row from the list that it leaves, and updates it", func(ctx SpecContext) {
		slow := Todos.On(client)
		must(slow.List(ctx, user(1)))

		must(slow.PartialUpdate(ctx, 1, restclient.Fields{"userId": 7, "title": "moved"}))

		Expect(lists(ctx, user(1))).To(Equal([][]int{{2}}))
		Expect(must(slow.Get(ctx, 1))).To(Equal(Todo{ID: 1, UserID: 7, Title: "moved"}))
		Expect(server.seen()).To(HaveLen(2))
	})
})
