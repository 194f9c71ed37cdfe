package filepersist_test

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var _ = Describe("What a client has stored", func() {
	var path string
	BeforeEach(func() { path = GinkgoT().TempDir() })

	It("is there in the next run, without a request", func(ctx SpecContext) {
		first := start(path, server())
		_, err := Todos.On(first.client).List(ctx, one(1))
		Expect(err).NotTo(HaveOccurred())
		for _, err := range []error{
			second(restclient.UseSuspense(first.ctx(ctx), Me, restclient.None{})),
			second(restclient.UseSuspense(first.ctx(ctx), Motto, restclient.None{})),
			second(restclient.UseSuspense(first.ctx(ctx), Found, search{"x"})),
		} {
			Expect(err).NotTo(HaveOccurred())
		}
		first.stop()

		next := start(path, nil)

		list, err := Todos.On(next.client).List(ctx, one(1))
		Expect(err).NotTo(HaveOccurred())
		Expect(titles(list)).To(Equal([]string{"read", "write"}))
		Expect(Todos.On(next.client).Get(ctx, 2)).To(HaveField("Title", "write"))
		Expect(restclient.UseSuspense(next.ctx(ctx), Me, restclient.None{})).To(Equal(User{"ida", "Ida"}))
		Expect(restclient.UseSuspense(next.ctx(ctx), Motto, restclient.None{})).To(Equal("onwards"))
		answer, err := restclient.UseSuspense(next.ctx(ctx), Found, search{"x"})
		Expect(err).NotTo(HaveOccurred())
		Expect(answer.Total).To(Equal(9))
		Expect(titles(answer.Todos)).To(Equal([]string{"rest"}))
		Expect(next.fake.Calls()).To(BeEmpty())
		Expect(next.client.SaveState()).To(And(HaveField("Restored", BeNumerically(">", 5)), HaveField("Errors", 0)))
	})

	It("is asked for with the entity tag that it had", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/1", func(r *restfake.Request) restfake.Reply {
			if r.Header.Get("If-None-Match") == `"1"` {
				return restfake.Status(304)
			}
			return restfake.JSON(200, Todo{1, 1, "read"}).With("ETag", `"1"`)
		})
		first := start(path, fake)
		_, err := Todos.On(first.client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		first.stop()

		next := start(path, fake)
		Expect(Todos.On(next.client).Fetch(ctx, 1)).To(Equal(Todo{1, 1, "read"}))

		Expect(fake.Calls()[1].Status).To(Equal(304))
	})

	It("is fresh as long as it would have been, by the clock on the wall", func(ctx SpecContext) {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		clock := restclient.WithClock(func() time.Time { return now })
		first := start(path, server(), clock)
		_, err := Todos.On(first.client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		first.stop()

		now = now.Add(restclient.DefaultExpiry - time.Second)
		next := start(path, nil, clock)
		_, err = Todos.On(next.client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(next.fake.Calls()).To(BeEmpty())
		next.stop()

		now = now.Add(2 * time.Second)
		last := start(path, server(), clock)
		Expect(Todos.On(last.client).Get(ctx, 1)).To(HaveField("Title", "read"), "it is shown")
		Eventually(last.fake.Calls).WithContext(ctx).Should(HaveLen(1), "and read again")
	})

	It("is read again after a run that was killed, which may have changed it since it was saved", func(ctx SpecContext) {
		first := start(path, server())
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		Expect(second(Users.On(first.client).Get(ctx, "ida"))).To(Succeed())
		Expect(first.client.Save(ctx)).To(Succeed())
		Expect(second(Todos.On(first.client).PartialUpdate(ctx, 1, rename("changed")))).To(Succeed())
		left := killed(path)

		next := start(left, first.fake)
		calls := len(next.fake.Calls())
		Expect(next.client.SaveState().Err).To(MatchError(filepersist.ErrUnfinished))
		Expect(Todos.On(next.client).Get(ctx, 1)).To(HaveField("Title", "read"), "it is shown")
		Eventually(func() (Todo, error) { return Todos.On(next.client).Get(ctx, 1) }).WithContext(ctx).Should(HaveField("Title", "changed"), "and read again")
		Expect(next.fake.Calls()).To(HaveLen(calls + 1))
		next.stop()

		last := start(left, nil)
		Expect(Todos.On(last.client).Get(ctx, 1)).To(HaveField("Title", "changed"))
		Expect(last.client.SaveState().Err).NotTo(HaveOccurred())
		Expect(last.fake.Calls()).To(BeEmpty())
	})

	It("is as fresh as it would be after a run whose last change was refused", func(ctx SpecContext) {
		first := start(path, server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(400))) }))
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		Expect(first.client.Save(ctx)).To(Succeed())
		Expect(second(Todos.On(first.client).PartialUpdate(ctx, 1, rename("changed")))).NotTo(Succeed())
		first.stop()

		next := start(path, nil)
		Expect(next.client.SaveState().Err).NotTo(HaveOccurred())
		Expect(Todos.On(next.client).Get(ctx, 1)).To(HaveField("Title", "read"))
		Expect(next.fake.Calls()).To(BeEmpty())
	})

	It("is not called so after a run that has found it behind, and whose change was refused", func(ctx SpecContext) {
		first := start(path, server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(400))) }))
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		Expect(first.client.Save(ctx)).To(Succeed())
		Expect(second(Todos.On(first.client).PartialUpdate(ctx, 1, rename("changed")))).NotTo(Succeed())
		left := killed(path)

		next := start(left, first.fake)
		Expect(next.client.SaveState().Err).To(MatchError(filepersist.ErrUnfinished))
		Expect(second(Todos.On(next.client).PartialUpdate(ctx, 1, rename("changed")))).NotTo(Succeed())
		next.stop()

		last := start(left, first.fake)
		Expect(last.client.SaveState().Err).To(MatchError(filepersist.ErrUnfinished))
	})

	It("is as fresh as it would be after a run that was killed when all it had changed was saved", func(ctx SpecContext) {
		first := start(path, server())
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		Expect(second(Todos.On(first.client).PartialUpdate(ctx, 1, rename("changed")))).To(Succeed())
		Expect(first.client.Save(ctx)).To(Succeed())
		Expect(second(Todos.On(first.client).Fetch(ctx, 1))).To(Succeed(), "which changes nothing")

		next := start(killed(path), nil)
		Expect(next.client.SaveState().Err).NotTo(HaveOccurred())
		Expect(Todos.On(next.client).Get(ctx, 1)).To(HaveField("Title", "changed"))
		Expect(next.fake.Calls()).To(BeEmpty())
	})

	DescribeTable("is read again after a run that was killed, which has",
		func(ctx SpecContext, change func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error) {
			first := start(path, server())
			Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
			Expect(first.client.Save(ctx)).To(Succeed())
			Expect(change(ctx, Todos.On(first.client))).To(Succeed())

			next := start(killed(path), first.fake)
			Expect(next.client.SaveState().Err).To(MatchError(filepersist.ErrUnfinished))
		},
		Entry("made it stale", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Expire(ctx, 1)
		}),
		Entry("got a push of it", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Ingest(ctx, func(yield func(restclient.Pushed[int], error) bool) { yield(restclient.Deleted(1), nil) })
		}),
		Entry("deleted it", func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) error {
			return todos.Delete(ctx, 1)
		}),
	)

	It("is read again after a run that was killed while it waited for an answer, though it saved meanwhile", func(ctx SpecContext) {
		answer, asked := make(chan struct{}), make(chan struct{})
		first := start(path, server(func(s *restfake.Server) {
			s.On("PATCH", "/todos/1", func(*restfake.Request) restfake.Reply {
				close(asked)
				<-answer
				return restfake.JSON(200, Todo{1, 1, "changed"})
			})
		}))
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		done := make(chan error)
		go func() { done <- second(Todos.On(first.client).PartialUpdate(ctx, 1, rename("changed"))) }()
		<-asked
		Expect(second(Todos.On(first.client).Get(ctx, 2))).To(Succeed())
		Expect(first.client.Save(ctx)).To(Succeed())

		left := killed(path)

		close(answer)
		Expect(<-done).To(Succeed())
		next := start(left, first.fake)
		Expect(next.client.SaveState().Err).To(MatchError(filepersist.ErrUnfinished))
	})

	It("is dropped when it was read from another base URL", func(ctx SpecContext) {
		from := func(host string) restclient.Option { return restclient.WithBaseURL("http://" + host) }
		first := start(path, server(), from("staging.test"))
		_, err := Todos.On(first.client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		first.stop()

		next := start(path, nil, from("api.test"))
		_, ok := restclient.UseCache(next.ctx(ctx), Todos.Get, 1)
		Expect(ok).To(BeFalse())
		Expect(next.client.SaveState().Err).NotTo(HaveOccurred())
	})

	It("is dropped when it was read by a resource with another prefix, and nothing else is", func(ctx SpecContext) {
		first := start(path, server())
		Expect(second(Todos.On(first.client).List(ctx, one(1)))).To(Succeed())
		Expect(second(Users.On(first.client).Get(ctx, "ida"))).To(Succeed())
		first.stop()

		moved := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", restclient.WithURLPrefix("http://other.test"))
		client, err := restclient.New(restfake.New(), restclient.WithPersistence(open(path), restclient.Keep(moved, Users)))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(client.Close)

		_, ok := restclient.UseCache(client.Context(ctx), moved.Get, 1)
		Expect(ok).To(BeFalse())
		Expect(client.SaveState()).To(And(HaveField("Restored", 1), HaveField("Errors", 0)))
	})

	It("is dropped when nobody has confirmed it for too long", func(ctx SpecContext) {
		now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		clock := restclient.WithClock(func() time.Time { return now })
		first := start(path, server(), clock)
		_, err := Todos.On(first.client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		first.stop()

		now = now.Add(restclient.DefaultKeepFor - time.Minute)
		next := start(path, nil, clock)
		_, ok := restclient.UseCache(next.ctx(ctx), Todos.Get, 1)
		Expect(ok).To(BeTrue())
		next.stop()

		now = now.Add(2 * time.Minute)
		last := start(path, nil, clock)
		_, ok = restclient.UseCache(last.ctx(ctx), Todos.Get, 1)
		Expect(ok).To(BeFalse())
	})

	It("is what the server has said, not what a mutation under way will do", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/:id", restfake.Always(restfake.Hang())) })
		optimistic := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", restclient.WithURLPrefix(api), restclient.WithOptimistic())
		first := start(path, fake)
		todos := optimistic.On(first.client)
		_, err := todos.List(ctx, one(1))
		Expect(err).NotTo(HaveOccurred())
		go func() { _, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "expected"}) }()
		Eventually(func() string { t, _ := restclient.UseCache(first.ctx(ctx), optimistic.Get, 1); return t.Title }).
			WithContext(ctx).Should(Equal("expected"))
		Expect(first.client.Save(ctx)).To(Succeed())
		Expect(filepath.Glob(filepath.Join(path, "*.store"))).To(HaveLen(1))
		Expect(contents(path)).NotTo(ContainSubstring("expected"))
		first.stop()

		Expect(Todos.On(start(path, nil).client).Get(ctx, 1)).To(HaveField("Title", "read"))
	})

	It("has no errors in it", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/:id", restfake.Always(restfake.Problem(404, "s3cret reason")))
		first := start(path, fake)
		_, err := Todos.On(first.client).Get(ctx, 1)
		Expect(err).To(MatchError(restclient.ErrNotFound))
		first.stop()

		Expect(contents(path)).NotTo(ContainSubstring("s3cret"))
	})

	DescribeTable("is never saved when it must not be",
		func(ctx SpecContext, method, path string, reply restfake.Reply, use func(ctx context.Context) error) {
			secret := func(fake *restfake.Server) { fake.On(method, path, restfake.Always(reply)) }
			dir := GinkgoT().TempDir()
			first := start(dir, server(secret))
			Expect(second(Todos.On(first.client).Get(ctx, 2))).To(Succeed())
			Expect(use(first.ctx(ctx))).To(Succeed())
			Expect(first.fake.Calls()).To(HaveLen(2))
			first.stop()

			Expect(contents(dir)).To(ContainSubstring("write"))
			Expect(contents(dir)).NotTo(ContainSubstring("s3cret"))
		},
		Entry("an entity with no-store", "GET", "/todos/9",
			restfake.JSON(200, Todo{9, 1, "s3cret"}).With("Cache-Control", "max-age=60, No-Store"),
			func(ctx context.Context) error { return second(restclient.UseSuspense(ctx, Todos.Get, 9)) }),
		Entry("a list with no-store", "GET", "/todos",
			restfake.JSON(200, []Todo{{9, 1, "s3cret"}}).With("Cache-Control", "no-store"),
			func(ctx context.Context) error {
				return second(restclient.UseSuspense(ctx, Todos.GetList, TodoFilter{}))
			}),
		Entry("a stream with no-store", "GET", "/todos",
			restfake.JSON(200, []Todo{{9, 1, "s3cret"}}).With("Cache-Control", "no-store"),
			func(ctx context.Context) error { return all(restclient.Stream(ctx, Todos.GetList, TodoFilter{})) }),
		Entry("a page with no-store", "GET", "/todos",
			restfake.JSON(200, []Todo{{9, 1, "s3cret"}}).With("Cache-Control", "no-store"),
			func(ctx context.Context) error {
				return all(restclient.Pages(ctx, Todos.GetList, TodoFilter{}, restclient.ByLink(), restclient.MaxPages(1)))
			}),
		Entry("the answer to a mutation with no-store", "PATCH", "/todos/:id",
			restfake.JSON(200, Todo{1, 1, "s3cret"}).With("Cache-Control", "no-store"),
			func(ctx context.Context) error {
				return second(restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "x"}))
			}),
		Entry("a text with no-store", "GET", "/motto",
			restfake.Text(200, "s3cret").With("Cache-Control", "no-store"),
			func(ctx context.Context) error { return second(restclient.UseSuspense(ctx, Motto, restclient.None{})) }),
		Entry("an object with no-store, and what is in it", "GET", "/search",
			restfake.JSON(200, map[string]any{"todos": []Todo{{9, 1, "s3cret"}}}).With("Cache-Control", "no-store"),
			func(ctx context.Context) error { return second(restclient.UseSuspense(ctx, Found, search{"s3cret"})) }),
		Entry("an endpoint with WithoutPersistence", "GET", "/private",
			restfake.JSON(200, Todo{9, 1, "s3cret"}).With("ETag", `"s3cret"`),
			func(ctx context.Context) error {
				private := restclient.RestEndpoint[restclient.None, Todo]("/private", restclient.WithURLPrefix(api),
					restclient.WithSchema(restclient.EntityOf[Todo]()), restclient.WithoutPersistence())
				return second(restclient.UseSuspense(ctx, private, restclient.None{}))
			}),
		Entry("an endpoint of the same type that Keep does not name", "GET", "/code",
			restfake.Text(200, "s3cret"),
			func(ctx context.Context) error { return second(restclient.UseSuspense(ctx, Code, restclient.None{})) }),
	)

	It("is dropped with its type when that has changed, and nothing else is", func(ctx SpecContext) {
		first := start(path, server())
		Expect(second(Todos.On(first.client).List(ctx, one(1)))).To(Succeed())
		Expect(second(Users.On(first.client).Get(ctx, "ida"))).To(Succeed())
		first.stop()

		type Todo struct { // the next version of the program has another one
			keyed
			Text string `json:"text"`
		}
		todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", restclient.WithURLPrefix(api))
		dir := open(path)
		fake := restfake.New()
		client, err := restclient.New(fake, restclient.WithPersistence(dir, restclient.Keep(todos, Users)))
		Expect(err).NotTo(HaveOccurred())
		defer client.Close()

		_, ok := restclient.UseCache(client.Context(ctx), todos.GetList, one(1))
		Expect(ok).To(BeFalse())
		_, ok = restclient.UseCache(client.Context(ctx), todos.Get, 1)
		Expect(ok).To(BeFalse())
		Expect(Users.On(client).Get(ctx, "ida")).To(Equal(User{"ida", "Ida"}))
		Expect(fake.Calls()).To(BeEmpty())
		Expect(client.SaveState()).To(And(HaveField("Restored", 1), HaveField("Errors", 0)))
	})

	It("is started without when the file is damaged, which is counted and logged", func(ctx SpecContext) {
		first := start(path, server())
		Expect(second(Todos.On(first.client).Get(ctx, 1))).To(Succeed())
		first.stop()
		damage(filepath.Join(path, "client.store"), -10)

		next := start(path, server())

		Expect(next.client.SaveState()).To(And(HaveField("Restored", 0), HaveField("Errors", 1)))
		var fault *filepersist.CorruptError
		Expect(errors.As(next.client.SaveState().Err, &fault)).To(BeTrue())
		Expect(Todos.On(next.client).Get(ctx, 1)).To(HaveField("Title", "read"))
	})

	Context("of several identities", func() {
		It("is kept apart", func(ctx SpecContext) {
			first := start(path, server())
			Expect(second(Todos.On(first.client.ForIdentity("ida")).Get(ctx, 1))).To(Succeed())
			Expect(second(Todos.On(first.client.ForIdentity("bo")).Get(ctx, 2))).To(Succeed())
			Expect(second(Todos.On(first.client.ForIdentity("")).Get(ctx, 3))).To(Succeed())
			first.stop()
			Expect(names(path)).To(HaveLen(3), "the empty identity leaves nothing")

			next := start(path, nil)

			has := func(identity string, id int) bool {
				_, ok := restclient.UseCache(next.client.ForIdentity(identity).Context(ctx), Todos.Get, id)
				return ok
			}
			Expect(has("ida", 1)).To(BeTrue())
			Expect(has("ida", 2)).To(BeFalse())
			Expect(has("bo", 2)).To(BeTrue())
			Expect(has("bo", 1)).To(BeFalse())
			Expect(has("", 3)).To(BeFalse())
		})

		It("is saved when an identity has to go for others", func(ctx SpecContext) {
			r := start(path, server(), restclient.WithMaxIdentities(1))
			Expect(second(Todos.On(r.client.ForIdentity("ida")).Get(ctx, 1))).To(Succeed())
			r.client.ForIdentity("bo")

			_, ok := restclient.UseCache(r.client.ForIdentity("ida").Context(ctx), Todos.Get, 1)

			Expect(ok).To(BeTrue())
			Expect(r.fake.Calls()).To(HaveLen(1))
		})

		It("is deleted by Reset, that of others is not", func(ctx SpecContext) {
			r := start(path, server())
			ida, bo := r.client.ForIdentity("ida"), r.client.ForIdentity("bo")
			for _, c := range []*restclient.Client{ida, bo} {
				Expect(second(Todos.On(c).Get(ctx, 1))).To(Succeed())
				Expect(c.Save(ctx)).To(Succeed())
			}
			Expect(names(path)).To(HaveLen(3))

			ida.Reset(ctx)

			Expect(names(path)).To(HaveLen(2))
			Expect(second(Todos.On(ida).Get(ctx, 2))).To(Succeed())
			r.stop()
			next := start(path, nil)
			_, ok := restclient.UseCache(next.client.ForIdentity("ida").Context(ctx), Todos.Get, 1)
			Expect(ok).To(BeFalse())
			_, ok = restclient.UseCache(next.client.ForIdentity("ida").Context(ctx), Todos.Get, 2)
			Expect(ok).To(BeTrue())
			_, ok = restclient.UseCache(next.client.ForIdentity("bo").Context(ctx), Todos.Get, 1)
			Expect(ok).To(BeTrue())
		})
	})
})
