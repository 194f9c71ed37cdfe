package filepersist_test

import (
	"context"
	"errors"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// wrapped are todos in answers and bodies such as {"todo": {…}}.
var wrapped = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", restclient.WithURLPrefix(api),
	restclient.WithEntityIn("todo"), restclient.WithBodyIn("todo"))

var _ = Describe("Mutations without a network", func() {
	var path string
	BeforeEach(func(ctx SpecContext) { path = seen(ctx) })

	It("are sent in order when it is back, in a later run, each once", func(ctx SpecContext) {
		fake := server()
		first := startOffline(path, fake)
		for _, title := range []string{"a", "b", "c"} {
			Expect(queued(first.todos().PartialUpdate(ctx, 1, rename(title)))).To(Equal(Todo{1, 1, title}))
		}
		queued(first.todos().Edit(ctx, 2, func(t *Todo) { t.Title = "d" }))
		queued(nil, first.todos().Delete(ctx, 3))
		Expect(fake.Calls()).To(BeEmpty())
		first.stop()

		next := startOffline(path, fake)
		Expect(next.title(ctx, 1)).To(Equal("c"), "it is shown again")
		Expect(next.list(ctx, TodoFilter{})).To(Equal([]string{"c", "d"}))
		Expect(next.client.Outbox().Len()).To(Equal(5))
		next.net.Set(true)

		Eventually(next.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(requests(fake)).To(Equal([]string{
			`PATCH /todos/1 {"title":"a"}`, `PATCH /todos/1 {"title":"b"}`, `PATCH /todos/1 {"title":"c"}`,
			`PATCH /todos/2 {"title":"d"}`, `DELETE /todos/3 `,
		}))
		Expect(keys(fake)).To(HaveLen(5))
		Expect(next.list(ctx, TodoFilter{})).To(Equal([]string{"c", "d"}))
		next.stop()

		last := startOffline(path, fake)
		last.net.Set(true)
		Expect(last.client.Outbox().Len()).To(BeZero())
		Expect(requests(fake)).To(HaveLen(5))
	})

	DescribeTable("are sent in the member of a body that they are, in a later run",
		func(ctx SpecContext, named restclient.Queueable) {
			fake := restfake.New()
			fake.On("POST", "/todos", restfake.Always(restfake.Bytes(201, "application/json", []byte(`{"todo":{"id":7,"title":"a"}}`))))
			run := func(online bool, queue restclient.Queueable) (_ *restclient.Client, stop func()) {
				dir, err := filepersist.Open(path)
				Expect(err).NotTo(HaveOccurred())
				client, err := restclient.New(fake, restclient.WithConnectivity(restclient.NewSwitch(online)), restclient.WithOutbox(dir, restclient.Queue(queue)))
				Expect(err).NotTo(HaveOccurred())
				return client, func() { client.Close(); Expect(dir.Close()).To(Succeed()) }
			}
			first, stop := run(false, wrapped)
			queued(wrapped.On(first).Create(ctx, TodoFilter{}, Todo{Title: "a"}))
			stop()

			_, stop = run(true, named)
			defer stop()

			Eventually(func() []string { return requests(fake) }).WithContext(ctx).Should(Equal([]string{`POST /todos {"todo":{"userId":0,"title":"a"}}`}))
		},
		Entry("of a program that names them", wrapped),
		Entry("of one that does not", Notes),
	)

	It("show what they will do, on top of each other, and what the server has said beneath", func(ctx SpecContext) {
		f := startOffline(path, server())

		queued(f.todos().Update(ctx, 1, Todo{1, 1, "whole"}))
		queued(f.todos().PartialUpdate(ctx, 1, restclient.Fields{"userId": 2}))
		queued(nil, f.todos().Delete(ctx, 2))

		shown, _ := restclient.UseCache(f.ctx(ctx), Todos.Get, 1)
		Expect(shown).To(Equal(Todo{1, 2, "whole"}))
		Expect(f.list(ctx, one(1))).To(BeEmpty())
		Expect(f.list(ctx, TodoFilter{})).To(Equal([]string{"whole", "rest"}))
		Expect(f.client.Save(ctx)).To(Succeed())
		plain := startAgain(f)
		Expect(Todos.On(plain.client).Get(ctx, 1)).To(Equal(Todo{1, 1, "read"}), "the table has what was said")
	})

	It("are sent by one client alone", func(ctx SpecContext) {
		f := startOffline(path, server())
		second := func() error {
			client, err := restclient.New(server(), restclient.WithOutbox(f.dir, restclient.Queue(Todos)))
			if err == nil {
				client.Close()
			}
			return err
		}

		Expect(second()).To(MatchError(filepersist.ErrLocked))
		f.client.Close()
		Expect(second()).To(Succeed())
	})

	It("are queued when a connection cannot be made, and tried again", func(ctx SpecContext) {
		refusals := restfake.Sequence(restfake.Refused(), restfake.Refused(), restfake.JSON(200, Todo{1, 1, "x"}))
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", refusals) })
		f := startOffline(path, fake, restclient.WithOutboxRetry(1, 1))
		f.net.Set(true)

		Expect(queued(f.todos().PartialUpdate(ctx, 1, rename("x")))).To(Equal(Todo{1, 1, "x"}))

		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Eventually(f.news.kinds).WithContext(ctx).Should(Equal([]restclient.OutboxEventKind{
			restclient.OutboxQueued, restclient.OutboxDelayed, restclient.OutboxSent,
		}))
		Expect(fake.Calls()).To(HaveLen(3))
		Expect(keys(fake)).To(HaveLen(1), "all attempts have the key of the first")
	})

	It("are not queued when the answer was lost on the way, and the caller was told so", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", restfake.Always(restfake.Reset())) })
		f := startOffline(path, fake)
		f.net.Set(true)

		_, err := f.todos().PartialUpdate(ctx, 1, rename("x"))

		var failure *restclient.Error
		Expect(errors.As(err, &failure)).To(BeTrue())
		Expect(failure.OutcomeUnknown).To(BeTrue())
		Expect(f.client.Outbox().Len()).To(BeZero())
		Expect(f.title(ctx, 1)).To(Equal("read"))
	})

	It("are asked again with the same key when the answer was lost", func(ctx SpecContext) {
		lost := restfake.Sequence(restfake.Reset(), restfake.JSON(200, Todo{1, 1, "x"}))
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", lost) })
		f := startOffline(path, fake, restclient.WithOutboxRetry(1, 1))
		queued(f.todos().PartialUpdate(ctx, 1, rename("x")))

		f.net.Set(true)

		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(keys(fake)).To(HaveLen(1))
		for _, n := range keys(fake) {
			Expect(n).To(Equal(2))
		}
	})

	It("go behind those that wait, also when there is a network", func(ctx SpecContext) {
		release := make(chan struct{})
		slow := func(r *restfake.Request) restfake.Reply {
			<-release
			return restfake.JSON(200, Todo{1, 1, "first"})
		}
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", slow) })
		f := startOffline(path, fake)
		queued(f.todos().PartialUpdate(ctx, 1, rename("first")))
		f.net.Set(true)
		Eventually(fake.Calls).WithContext(ctx).Should(HaveLen(1))

		queued(f.todos().PartialUpdate(ctx, 2, rename("second")))
		Expect(fake.Calls()).To(HaveLen(1))
		close(release)

		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(f.todos().PartialUpdate(ctx, 2, rename("third"))).To(HaveField("Title", "third"))
		Expect(requests(fake)).To(Equal([]string{
			`PATCH /todos/1 {"title":"first"}`, `PATCH /todos/2 {"title":"second"}`, `PATCH /todos/2 {"title":"third"}`,
		}))
	})

	It("stop when the network goes, and wait for it", func(ctx SpecContext) {
		var f *field
		goes := func(r *restfake.Request) restfake.Reply {
			f.net.Set(false)
			return restfake.JSON(200, Todo{1, 1, "a"})
		}
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", goes) })
		f = startOffline(path, fake)
		queued(f.todos().PartialUpdate(ctx, 1, rename("a")))
		queued(f.todos().PartialUpdate(ctx, 2, rename("b")))

		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(Equal(1))
		Consistently(fake.Calls, "50ms").Should(HaveLen(1))
		f.net.Set(true)

		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
	})

	It("are not queued when Queue does not name them, when they are uploads, or when nobody wants them any more", func(ctx SpecContext) {
		f := startOffline(path, restfake.New())
		_, err := Users.On(f.client).Update(ctx, "ida", User{"ida", "I"})
		Expect(err).NotTo(MatchError(restclient.ErrQueued))

		photos := restclient.RestMutation[restclient.None, photo, restclient.None]("/photos", restclient.WithURLPrefix(api))
		g := startOffline(GinkgoT().TempDir(), restfake.New(), restclient.Queue(photos))
		_, err = restclient.Mutate(g.ctx(ctx), photos, restclient.None{}, photo{})
		Expect(err).NotTo(MatchError(restclient.ErrQueued))

		gone, cancel := context.WithCancel(ctx)
		cancel()
		_, err = f.todos().PartialUpdate(gone, 1, rename("x"))
		Expect(err).To(MatchError(context.Canceled))
		Expect(f.client.Outbox().Len() + g.client.Outbox().Len()).To(BeZero())
	})

	It("fail when there is no room, and show nothing", func(ctx SpecContext) {
		f := startOffline(path, server(), restclient.WithOutboxLimits(1, 0))
		queued(f.todos().PartialUpdate(ctx, 1, rename("a")))

		_, err := f.todos().PartialUpdate(ctx, 2, rename("b"))

		Expect(err).To(MatchError(restclient.ErrOutboxFull))
		Expect(err).NotTo(MatchError(restclient.ErrQueued))
		Expect(f.title(ctx, 2)).To(Equal("write"))
	})

	It("leave no secrets on the disk, and are signed when they are sent", func(ctx SpecContext) {
		type Signed struct {
			ID    int    `path:"id"`
			Token string `header:"Authorization"`
			Trace string `header:"X-Trace"`
		}
		signed := restclient.RestMutation[Signed, restclient.Fields, restclient.None]("/signed/:id", restclient.WithURLPrefix(api))
		fake := restfake.New()
		fake.On("POST", "/signed/1", restfake.Always(restfake.Status(204)))
		f := startOffline(path, fake, restclient.Queue(signed))

		queued(restclient.Mutate(f.ctx(ctx), signed, Signed{1, "Bearer s3cret", "t"}, restclient.Fields{"a": 1}))

		Expect(contents(path)).To(ContainSubstring("/signed/1"))
		Expect(contents(path)).NotTo(ContainSubstring("s3cret"))
		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(fake.Calls()[0].Header).To(And(HaveKeyWithValue("X-Trace", []string{"t"}), Not(HaveKey("Authorization"))))
	})

	It("can be listed, dropped and tried again", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(503))) })
		f := startOffline(path, fake)
		box := f.client.Outbox()
		queued(f.todos().PartialUpdate(ctx, 1, rename("a")))
		queued(f.todos().PartialUpdate(ctx, 2, rename("b")))
		f.net.Set(true)
		Eventually(func() int { return box.Mutations()[0].Attempts }).WithContext(ctx).Should(Equal(1))

		all := box.Mutations()
		Expect(all).To(HaveLen(2))
		Expect(all[0]).To(And(HaveField("Op", "Todo.partialUpdate"), HaveField("Method", "PATCH"), HaveField("URL", api+"/todos/1")))
		Expect(all[0].Err).To(MatchError(restclient.ErrServer))
		Expect(all[1].Err).NotTo(HaveOccurred())
		box.Retry()
		Eventually(func() int { return box.Mutations()[0].Attempts }).WithContext(ctx).Should(Equal(2))

		Eventually(func() bool { return box.Drop(all[0].ID) }).WithContext(ctx).Should(BeTrue())

		Expect(f.title(ctx, 1)).To(Equal("read"))
		Expect(box.Drop(all[0].ID)).To(BeFalse())
		box.Retry()
		Eventually(box.Len).WithContext(ctx).Should(BeZero())
		Expect(f.title(ctx, 2)).To(Equal("b"))
	})

	It("have an empty queue without WithOutbox", func(ctx SpecContext) {
		var none *restclient.Client
		for _, c := range []*restclient.Client{none, start(path, server()).client} {
			Expect(c.Outbox().Len()).To(BeZero())
			Expect(c.Outbox().Mutations()).To(BeEmpty())
			Expect(c.Outbox().Drop("x")).To(BeFalse())
			c.Outbox().Retry()
		}
	})
})
