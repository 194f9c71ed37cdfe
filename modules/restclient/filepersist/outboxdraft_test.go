package filepersist_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// Page is found by a text.
type Page struct {
	Slug  string `json:"slug,omitempty"`
	Title string `json:"title"`
}

func (p Page) PK() string { return p.Slug }

var Pages = restclient.CreateResource[Page, string, restclient.None]("/pages/:slug", restclient.WithURLPrefix(api))

// notes answers for the notes of todo 17, which is what the next one is called.
func notes(fake *restfake.Server) {
	fake.On("POST", "/todos", func(r *restfake.Request) restfake.Reply {
		var t Todo
		if err := r.Decode(&t); err != nil {
			return restfake.Problem(400, err.Error())
		}
		t.ID = 17
		return restfake.JSON(201, t)
	})
	fake.On("POST", "/todos/17/notes", func(r *restfake.Request) restfake.Reply {
		var n Note
		if err := r.Decode(&n); err != nil {
			return restfake.Problem(400, err.Error())
		}
		n.ID = 5
		return restfake.JSON(201, n)
	})
	fake.On("PATCH", "/todos/17", func(r *restfake.Request) restfake.Reply {
		t := Todo{17, 1, "new"}
		if err := r.Decode(&t); err != nil {
			return restfake.Problem(400, err.Error())
		}
		return restfake.JSON(200, t)
	})
	fake.On("GET", "/todos/17", restfake.Always(restfake.JSON(200, Todo{17, 1, "as it is"})))
	fake.On("DELETE", "/todos/17/notes/5", restfake.Always(restfake.Status(204)))
}

var _ = Describe("An entity that is created without a network", func() {
	var path string
	BeforeEach(func(ctx SpecContext) { path = seen(ctx) })

	ids := func(f *field, ctx context.Context) (all []int) {
		l, _ := restclient.UseCache(f.ctx(ctx), Todos.GetList, TodoFilter{})
		for _, t := range l.All() {
			all = append(all, t.ID)
		}
		return all
	}

	It("is shown under a key that is made up, the same one in the next run", func(ctx SpecContext) {
		first := startOffline(path, server(notes))

		made := queued(first.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)

		Expect(made.ID).To(BeNumerically("<", 0))
		Expect(made.Title).To(Equal("new"))
		Expect(first.list(ctx, one(1))).To(Equal([]string{"read", "write", "new"}))
		Expect(ids(first, ctx)).To(Equal([]int{1, 2, 3, made.ID}))
		first.stop()
		next := startOffline(path, server(notes))
		Expect(ids(next, ctx)).To(Equal([]int{1, 2, 3, made.ID}))
		Expect(next.todos().Get(ctx, made.ID)).To(Equal(made))
	})

	It("has its real key in calls that are looked at meanwhile", func(ctx SpecContext) {
		release := make(chan struct{})
		fake := server(func(fake *restfake.Server) {
			fake.On("PATCH", "/todos/17", func(*restfake.Request) restfake.Reply {
				<-release
				return restfake.JSON(200, Todo{17, 1, "changed"})
			})
			notes(fake)
		})
		f := startOffline(path, fake)
		made := queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		done := make(chan error, 1)
		go func() {
			_, err := f.todos().PartialUpdate(ctx, made.ID, rename("changed"))
			done <- err
		}()

		Eventually(f.client.Inspect).WithContext(ctx).WithPolling(time.Millisecond).
			Should(HaveField("Calls", ConsistOf(HaveField("URL", api+"/todos/17"))))
		close(release)
		Eventually(done).WithContext(ctx).Should(Receive(BeNil()))
	}, NodeTimeout(time.Minute))

	It("gets its real key in all that is queued behind it: paths, bodies, and what is shown", func(ctx SpecContext) {
		first := startOffline(path, server(notes))
		todo := queued(first.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		queued(first.todos().PartialUpdate(ctx, todo.ID, rename("changed")))
		queued(first.todos().Edit(ctx, todo.ID, func(t *Todo) { t.Title += " twice" }))
		note := queued(Notes.On(first.client).Create(ctx, NoteFilter{todo.ID}, Note{TodoID: todo.ID, Text: "see"})).(Note)
		queued(nil, Notes.On(first.client).Delete(ctx, NoteKey{todo.ID, note.ID}))
		first.stop()

		fake := server(notes)
		next := startOffline(path, fake)
		Expect(next.title(ctx, todo.ID)).To(Equal("changed twice"))
		next.net.Set(true)
		Eventually(next.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(requests(fake)).To(Equal([]string{
			`POST /todos?userId=1 {"userId":1,"title":"new"}`,
			`PATCH /todos/17 {"title":"changed"}`,
			`PATCH /todos/17 {"title":"changed twice"}`,
			`POST /todos/17/notes {"todoId":17,"text":"see"}`,
			`DELETE /todos/17/notes/5 `,
		}))
		Expect(ids(next, ctx)).To(Equal([]int{1, 2, 3, 17}))
		Expect(next.title(ctx, 17)).To(Equal("changed twice"))
	})

	It("shows what is queued about it without a gap while it gets its key", func(ctx SpecContext) {
		release := make(chan struct{})
		slow := func(fake *restfake.Server) {
			fake.On("PATCH", "/todos/17", func(r *restfake.Request) restfake.Reply {
				<-release
				return restfake.JSON(200, Todo{17, 1, "changed"})
			})
			notes(fake)
		}
		f := startOffline(path, server(slow))
		todo := queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		queued(f.todos().PartialUpdate(ctx, todo.ID, rename("changed")))
		w := restclient.Watch(f.ctx(ctx), Todos.Get, todo.ID)
		var shown []string
		watching, stop := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			for t, err := range w.All(watching) {
				if err != nil {
					return
				}
				shown = append(shown, fmt.Sprint(t.ID > 0, t.Title))
			}
		}()

		f.net.Set(true)
		Eventually(func() string { return f.title(ctx, 17) }).WithContext(ctx).Should(Equal("changed"))
		close(release)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		stop()
		<-done

		for _, s := range shown {
			Expect(s).To(HaveSuffix("changed"))
		}
	})

	It("is called by its real key by whoever still has the one that was made up", func(ctx SpecContext) {
		fake := server(notes)
		f := startOffline(path, fake)
		todo := queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(f.todos().PartialUpdate(ctx, todo.ID, rename("late"))).To(Equal(Todo{17, 1, "late"}))
		Expect(Notes.On(f.client).Create(ctx, NoteFilter{todo.ID}, Note{TodoID: todo.ID})).To(HaveField("TodoID", 17))
		Expect(f.todos().Fetch(ctx, todo.ID)).To(Equal(Todo{17, 1, "as it is"}))

		Expect(requests(fake)[1:]).To(Equal([]string{`PATCH /todos/17 {"title":"late"}`, `POST /todos/17/notes {"todoId":17,"text":""}`}))
	})

	It("may have a text as its key", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("POST", "/pages", restfake.Always(restfake.JSON(201, Page{"a b", "new"})))
		fake.On("PATCH", "/pages/:slug", restfake.Always(restfake.JSON(200, Page{"a b", "changed"})))
		f := startOffline(path, fake, restclient.Queue(Pages))
		page := queued(Pages.On(f.client).Create(ctx, restclient.None{}, Page{Title: "new"})).(Page)
		queued(Pages.On(f.client).PartialUpdate(ctx, page.Slug, restclient.Fields{"slug": page.Slug}))

		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(requests(fake)[1]).To(Equal(`PATCH /pages/a%20b {"slug":"a b"}`))
	})

	It("may have a key of its own already", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("POST", "/pages", restfake.Always(restfake.JSON(201, Page{"mine", "new"})))
		fake.On("DELETE", "/pages/mine", restfake.Always(restfake.Status(204)))
		f := startOffline(path, fake, restclient.Queue(Pages))
		Expect(queued(Pages.On(f.client).Create(ctx, restclient.None{}, Page{"mine", "new"}))).To(Equal(Page{"mine", "new"}))
		queued(nil, Pages.On(f.client).Delete(ctx, "mine"))

		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(requests(fake)).To(Equal([]string{`POST /pages {"slug":"mine","title":"new"}`, `DELETE /pages/mine `}))
	})

	It("takes what is about it with it when it is refused", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) {
			fake.On("POST", "/todos", restfake.Always(restfake.Problem(422, "no more todos")))
		})
		f := startOffline(path, fake)
		todo := queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		queued(f.todos().PartialUpdate(ctx, todo.ID, rename("changed")))
		queued(Notes.On(f.client).Create(ctx, NoteFilter{todo.ID}, Note{TodoID: todo.ID}))
		queued(f.todos().PartialUpdate(ctx, 2, rename("other")))

		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(requests(fake)).To(HaveLen(2))
		Expect(f.list(ctx, one(1))).To(Equal([]string{"read", "other"}))
		Eventually(f.news.kinds).WithContext(ctx).Should(HaveLen(4 + 4))
		Expect(f.news.kinds()[4:]).To(Equal([]restclient.OutboxEventKind{
			restclient.OutboxFailed, restclient.OutboxDropped, restclient.OutboxDropped, restclient.OutboxSent,
		}))
	})

	It("takes what is about it with it when it is dropped", func(ctx SpecContext) {
		f := startOffline(path, server())
		todo := queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "new"})).(Todo)
		queued(f.todos().PartialUpdate(ctx, todo.ID, rename("changed")))

		Expect(f.client.Outbox().Drop(f.client.Outbox().Mutations()[0].ID)).To(BeTrue())

		Expect(f.client.Outbox().Len()).To(BeZero())
		Expect(f.list(ctx, one(1))).To(Equal([]string{"read", "write"}))
		f.stop()
		Expect(strings.Join(names(path), " ")).NotTo(ContainSubstring("queue"))
	})
})
