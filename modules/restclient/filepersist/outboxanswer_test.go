package filepersist_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var _ = Describe("The answer to a mutation that was queued", func() {
	var path string
	BeforeEach(func(ctx SpecContext) { path = seen(ctx) })

	// sent has one edit answered.
	sent := func(ctx SpecContext, method string, replies ...restfake.Reply) *field {
		GinkgoHelper()
		fake := server(func(fake *restfake.Server) { fake.On(method, "/todos/1", restfake.Sequence(replies...)) })
		f := startOffline(path, fake, restclient.WithOutboxRetry(1, 1))
		if method == http.MethodDelete {
			queued(nil, f.todos().Delete(ctx, 1))
		} else {
			queued(f.todos().PartialUpdate(ctx, 1, rename("changed")))
		}
		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Eventually(f.news.last).WithContext(ctx).Should(HaveField("Kind",
			Or(Equal(restclient.OutboxSent), Equal(restclient.OutboxFailed))))
		return f
	}

	It("is what is shown from then on", func(ctx SpecContext) {
		f := sent(ctx, "PATCH", restfake.JSON(200, Todo{1, 1, "as the server has it"}))

		Expect(f.title(ctx, 1)).To(Equal("as the server has it"))
		Expect(f.news.last().Mutation).To(And(HaveField("Op", "Todo.partialUpdate"), HaveField("Attempts", 1)))
	})

	DescribeTable("takes it out when it is refused, and is told",
		func(ctx SpecContext, status int) {
			f := sent(ctx, "PATCH", restfake.Problem(status, "not so"))

			Expect(f.title(ctx, 1)).To(Equal("read"))
			Expect(requests(f.fake)).To(HaveLen(1))
			Expect(f.news.last()).To(HaveField("Kind", restclient.OutboxFailed))
			var failure *restclient.Error
			Expect(errors.As(f.news.last().Err, &failure)).To(BeTrue())
			Expect(failure.Problem.Detail).To(Equal("not so"))
		},
		Entry("as wrong", 400), Entry("as forbidden", 403), Entry("as gone", 404), Entry("as in conflict", 409),
		Entry("as changed by another", 412), Entry("as not valid", 422),
	)

	DescribeTable("takes it out when it is elsewhere, as for one that was not queued",
		func(ctx SpecContext, status int, unknown bool) {
			f := sent(ctx, "PATCH", restfake.Status(status).With("Location", "https://other.test/"))

			Expect(requests(f.fake)).To(HaveLen(1))
			var failure *restclient.Error
			Expect(errors.As(f.news.last().Err, &failure)).To(BeTrue())
			Expect(failure).To(And(HaveField("Status", status), HaveField("OutcomeUnknown", unknown)))
			_, err := f.todos().PartialUpdate(ctx, 1, rename("changed"))
			Expect(err).To(And(HaveField("Status", status), HaveField("OutcomeUnknown", unknown)))
		},
		Entry("and may be the answer", 303, true), Entry("as after a form", 302, true), Entry("for good", 301, true),
		Entry("where it is to be sent", 307, false), Entry("where it is to be sent for good", 308, false),
	)

	It("is no proof that nothing was done when it refuses and the one before was lost", func(ctx SpecContext) {
		f := sent(ctx, "PATCH", restfake.Reset(), restfake.Status(409))

		var failure *restclient.Error
		Expect(errors.As(f.news.last().Err, &failure)).To(BeTrue())
		Expect(failure.OutcomeUnknown).To(BeTrue())
		Expect(second(f.todos().Get(ctx, 1))).To(Succeed())
		Eventually(f.fake.Calls).WithContext(ctx).Should(ContainElement(HaveField("Method", "GET")), "it is read again")
	})

	It("is no proof that nothing was done when it refuses what a run before may have sent", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) {
			fake.On("PATCH", "/todos/1", restfake.Sequence(restfake.Reset(), restfake.Status(409)))
		})
		first := startOffline(path, fake, restclient.WithOutboxRetry(time.Hour, time.Hour))
		queued(first.todos().PartialUpdate(ctx, 1, rename("changed")))
		first.net.Set(true)
		Eventually(first.news.kinds).WithContext(ctx).Should(ContainElement(restclient.OutboxDelayed))
		first.stop()

		f := startOffline(path, fake)
		f.net.Set(true)
		Eventually(f.news.kinds).WithContext(ctx).Should(ContainElement(restclient.OutboxFailed))

		Expect(second(f.todos().Get(ctx, 1))).To(Succeed())
		Eventually(f.fake.Calls).WithContext(ctx).Should(ContainElement(HaveField("Method", "GET")), "it is read again")
	})

	DescribeTable("lets it stay when it says nothing about the mutation",
		func(ctx SpecContext, reply restfake.Reply) {
			f := sent(ctx, "PATCH", reply, restfake.JSON(200, Todo{1, 1, "done"}))

			Expect(f.title(ctx, 1)).To(Equal("done"))
			Expect(requests(f.fake)).To(HaveLen(2))
			Expect(f.news.kinds()).To(Equal([]restclient.OutboxEventKind{
				restclient.OutboxQueued, restclient.OutboxDelayed, restclient.OutboxSent,
			}))
		},
		Entry("unauthorized", restfake.Status(401)), Entry("too slow", restfake.Status(408)),
		Entry("too early", restfake.Status(425)), Entry("too many", restfake.Status(429)),
		Entry("a fault", restfake.Status(500)), Entry("overload", restfake.Status(503)),
		Entry("no listener", restfake.Refused()), Entry("a connection that breaks", restfake.Reset()),
		Entry("a page from something in between", restfake.HTML(200, "<p>Sign in to the network")),
		Entry("half an answer", restfake.JSON(200, Todo{1, 1, "x"}).Cut(3)),
	)

	It("is one without a body, also by a server that calls all its answers pages", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) { fake.On("POST", "/todos", restfake.Sequence(restfake.HTML(201, ""))) })
		f := startOffline(path, fake, restclient.WithOutboxRetry(1, 1))
		queued(f.todos().Create(ctx, one(1), Todo{UserID: 1, Title: "made"}))
		f.net.Set(true)

		Eventually(f.news.last).WithContext(ctx).Should(HaveField("Kind", restclient.OutboxSent))
		Expect(f.news.kinds()).NotTo(ContainElement(restclient.OutboxDelayed))
	})

	It("is waited for as long as the server asks", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) {
			fake.On("PATCH", "/todos/1", restfake.Sequence(restfake.Status(503).With("Retry-After", "3600"), restfake.JSON(200, Todo{1, 1, "x"})))
		})
		f := startOffline(path, fake, restclient.WithOutboxRetry(1, 1))
		queued(f.todos().PartialUpdate(ctx, 1, rename("x")))
		f.net.Set(true)

		Eventually(f.news.kinds).WithContext(ctx).Should(HaveLen(2))
		Consistently(fake.Calls, "50ms").Should(HaveLen(1))
		f.client.Outbox().Retry()
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())
	})

	DescribeTable("is good when there is nothing left to delete",
		func(ctx SpecContext, status int) {
			f := sent(ctx, "DELETE", restfake.Status(status))

			Expect(f.news.last().Kind).To(Equal(restclient.OutboxSent))
			Expect(f.list(ctx, one(1))).To(Equal([]string{"write"}))
		},
		Entry("not there", 404), Entry("gone", 410),
	)

	// The server keeps the answer of the first attempt, which was lost, for the last one.
	DescribeTable("is from the first attempt: what was made is not shown again when it was deleted meanwhile",
		func(ctx SpecContext, later bool, remove func(context.Context, *field, *restfake.Collection[Todo])) {
			fake := restfake.New()
			fake.On("POST", "/todos", restfake.Sequence(restfake.Reset(), restfake.Status(503), restfake.JSON(201, Todo{4, 1, "made"})))
			all := restfake.NewCollection(fake, "/todos/:id", Todo{1, 1, "read"}, Todo{4, 1, "made"})
			patient := []restclient.OutboxOption{restclient.WithOutboxRetry(time.Hour, time.Hour), restclient.WithOrderPerEntity()}
			path := GinkgoT().TempDir()
			f := startOffline(path, fake, patient...)
			queued(f.todos().Create(ctx, TodoFilter{}, Todo{0, 1, "made"}))
			f.net.Set(true)
			Eventually(f.news.kinds).WithContext(ctx).Should(HaveLen(2))
			if later {
				f.stop()
				f = startOffline(path, fake, patient...)
				f.net.Set(true)
			} else {
				f.client.Outbox().Retry()
			}
			Eventually(func() int { return len(requests(fake)) }).WithContext(ctx).Should(Equal(2))
			Eventually(func() int { return f.client.Outbox().Mutations()[0].Attempts }).WithContext(ctx).Should(BeNumerically(">", 0), "the first attempt, or the second")
			Expect(second(f.todos().FetchList(ctx, one(1)))).To(Succeed())

			remove(ctx, f, all)
			f.client.Outbox().Retry()
			Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

			Eventually(func() []string {
				list, _ := f.todos().List(ctx, one(1))
				return titles(list)
			}).WithContext(ctx).Should(Equal([]string{"read"}))
			Eventually(func() error { return second(f.todos().Get(ctx, 4)) }).WithContext(ctx).Should(MatchError(restclient.ErrNotFound))
		},
		Entry("by this run", false, deleteMade), Entry("by this run, and made by one before", true, deleteMade),
		Entry("by another program", false, loseMade), Entry("by another program, and made by a run before", true, loseMade),
	)

	DescribeTable("is from the first attempt: what was not there to be deleted, and was made meanwhile, is shown",
		func(ctx SpecContext, later, asked bool) {
			fake := restfake.New()
			fake.On("DELETE", "/todos/4", restfake.Sequence(restfake.Reset(), restfake.Status(404)))
			all := restfake.NewCollection(fake, "/todos/:id", Todo{1, 1, "read"})
			patient := restclient.WithOutboxRetry(time.Hour, time.Hour)
			path := GinkgoT().TempDir()
			f := startOffline(path, fake, patient)
			queued(nil, f.todos().Delete(ctx, 4))
			f.net.Set(true)
			Eventually(f.news.kinds).WithContext(ctx).Should(HaveLen(2))
			all.Set(Todo{1, 1, "read"}, Todo{4, 1, "made"})
			if later {
				f.stop()
				f = startOffline(path, fake, patient)
			}
			if asked {
				Expect(second(f.todos().FetchList(ctx, one(1)))).To(Succeed())
			}

			f.net.Set(true)
			f.client.Outbox().Retry()
			Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

			Eventually(func() []string {
				list, _ := f.todos().List(ctx, one(1))
				return titles(list)
			}).WithContext(ctx).Should(Equal([]string{"read", "made"}))
			Expect(second(f.todos().Get(ctx, 4))).To(Succeed())
		},
		Entry("where it was read before", false, true), Entry("in a run before, where it was read before", true, true),
		Entry("in a run before", true, false),
	)

	It("is an end when it cannot be read; what was changed stays, and is read again", func(ctx SpecContext) {
		f := sent(ctx, "PATCH", restfake.JSON(200, "done"))

		Expect(f.news.last()).To(And(HaveField("Kind", restclient.OutboxSent), HaveField("Err", HaveOccurred())))
		Expect(f.title(ctx, 1)).To(Equal("changed"))
		Expect(second(f.todos().Get(ctx, 1))).To(Succeed())
		Eventually(f.fake.Calls).WithContext(ctx).Should(ContainElement(HaveField("Method", "GET")))
	})

	It("may be to several edits that each were made on top of the one before", func(ctx SpecContext) {
		tag := 1
		fake := restfake.New()
		tagged := func(r *restfake.Request) restfake.Reply {
			if match := r.Header.Get("If-Match"); match != "" && match != strconv.Quote(strconv.Itoa(tag)) {
				return restfake.Status(412)
			}
			todo := Todo{1, 1, "read"}
			if r.Method != http.MethodGet {
				tag++
				if err := r.Decode(&todo); err != nil {
					return restfake.Problem(400, err.Error())
				}
			}
			return restfake.JSON(200, todo).With("ETag", strconv.Quote(strconv.Itoa(tag)))
		}
		fake.On("GET", "/todos/1", tagged)
		fake.On("PATCH", "/todos/1", tagged)
		f := startOffline(GinkgoT().TempDir(), fake)
		f.net.Set(true)
		Expect(second(f.todos().Get(ctx, 1))).To(Succeed())
		f.net.Set(false)
		for _, title := range []string{"a", "b", "c"} {
			queued(f.todos().Edit(ctx, 1, func(t *Todo) { t.Title += title }))
		}

		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(f.news.kinds()).NotTo(ContainElement(restclient.OutboxFailed))
		var matches []string
		for _, c := range fake.Calls()[1:] {
			matches = append(matches, c.Header.Get("If-Match"))
		}
		Expect(matches).To(Equal([]string{`"1"`, `"2"`, `"3"`}))
		Expect(f.title(ctx, 1)).To(Equal("readabc"))
		Expect(requests(fake)[2]).To(Equal(`PATCH /todos/1 {"title":"readabc"}`))
	})

	It("is that somebody else was faster; what is shown is read again", func(ctx SpecContext) {
		fake := restfake.New()
		fake.On("GET", "/todos/1", restfake.Sequence(
			restfake.JSON(200, Todo{1, 1, "read"}).With("ETag", `"1"`), restfake.JSON(200, Todo{1, 1, "of another"}).With("ETag", `"2"`)))
		fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(412)))
		f := startOffline(GinkgoT().TempDir(), fake)
		f.net.Set(true)
		Expect(second(f.todos().Get(ctx, 1))).To(Succeed())
		f.net.Set(false)
		queued(f.todos().Edit(ctx, 1, func(t *Todo) { t.Title = "mine" }))

		f.net.Set(true)
		Eventually(f.news.kinds).WithContext(ctx).Should(ContainElement(restclient.OutboxFailed))

		Expect(fake.Calls()[1].Header.Get("If-Match")).To(Equal(`"1"`))
		Eventually(func() (Todo, error) { return f.todos().Get(ctx, 1) }).WithContext(ctx).Should(HaveField("Title", "of another"))
	})

	DescribeTable("is expected as the body says, in whatever format",
		func(ctx SpecContext, format restclient.PatchFormat, change func(context.Context, *restclient.Bound[Todo, int, TodoFilter]) (Todo, error)) {
			todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
				restclient.WithURLPrefix(api), restclient.WithPatchFormat(format), restclient.WithName("Formatted"))
			first := startOffline(path, server(), restclient.Queue(todos))
			queued(change(ctx, todos.On(first.client)))
			first.stop()

			next := startOffline(path, server(), restclient.Queue(todos))

			shown, _ := restclient.UseCache(next.ctx(ctx), Todos.Get, 1)
			Expect(shown).To(Equal(Todo{1, 7, "edited"}))
		},
		Entry("plain", restclient.PlainPatch, editTitle), Entry("RFC 7396", restclient.MergePatch, editTitle), Entry("RFC 6902", restclient.JSONPatch, editTitle),
		Entry("of fields", restclient.PlainPatch, setTitle), Entry("of fields, RFC 7396", restclient.MergePatch, setTitle), Entry("of fields, RFC 6902", restclient.JSONPatch, setTitle),
	)

	It("holds up all that follows while it is waited for", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) { fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(503))) })
		f := startOffline(path, fake)
		queued(f.todos().PartialUpdate(ctx, 1, rename("a")))
		queued(f.todos().PartialUpdate(ctx, 2, rename("b")))
		f.net.Set(true)

		Eventually(fake.Calls).WithContext(ctx).ShouldNot(BeEmpty())
		Consistently(func() []string { return requests(fake) }, "50ms").ShouldNot(ContainElement(ContainSubstring("/todos/2")))
	})

	It("holds up only what is about the same entity, if that is wanted", func(ctx SpecContext) {
		fake := server(func(fake *restfake.Server) {
			fake.On("PATCH", "/todos/1", restfake.Sequence(restfake.Status(503).With("Retry-After", "3600"), restfake.JSON(200, Todo{1, 1, "a"})))
		})
		f := startOffline(path, fake, restclient.WithOrderPerEntity())
		queued(f.todos().PartialUpdate(ctx, 1, rename("a")))
		queued(f.todos().PartialUpdate(ctx, 2, rename("b")))
		queued(f.todos().PartialUpdate(ctx, 1, rename("c")))
		queued(nil, f.todos().Delete(ctx, 3))
		f.net.Set(true)

		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(Equal(2))
		Expect(requests(fake)).To(Equal([]string{`PATCH /todos/1 {"title":"a"}`, `PATCH /todos/2 {"title":"b"}`, `DELETE /todos/3 `}))
		Expect(f.todos().PartialUpdate(ctx, 2, rename("at once"))).To(HaveField("Title", "at once"))
		queued(f.todos().PartialUpdate(ctx, 1, rename("d")))
	})
})

var _ = Describe("Queues of several identities", func() {
	type userKey struct{}
	userOf := func(ctx context.Context) string { user, _ := ctx.Value(userKey{}).(string); return user }
	signing := func(next core.Transport) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			signed := *r
			signed.Header = r.Header.Clone()
			signed.Header.Set("Authorization", "Bearer "+userOf(ctx))
			return next.Do(ctx, &signed)
		})
	}
	startFor := func(path string, fake *restfake.Server, n *news, net *restclient.Switch, opts ...restclient.Option) *run {
		GinkgoHelper()
		dir, err := filepersist.Open(path)
		Expect(err).NotTo(HaveOccurred())
		signed := restclient.WithOutboxContext(func(ctx context.Context, user string) context.Context {
			return context.WithValue(ctx, userKey{}, user)
		})
		opts = append(opts, keep(dir), queueing(dir, n, signed), restclient.WithConnectivity(net),
			restclient.WithIdentity(userOf), restclient.WithMiddleware(signing))
		client, err := restclient.New(fake, opts...)
		Expect(err).NotTo(HaveOccurred())
		r := &run{dir, client, fake}
		DeferCleanup(r.stop)
		return r
	}
	as := func(ctx context.Context, r *run, user string) context.Context {
		return context.WithValue(r.ctx(ctx), userKey{}, user)
	}

	It("are sent as who they are of, in whatever run", func(ctx SpecContext) {
		path, fake := GinkgoT().TempDir(), server()
		first := startFor(path, fake, &news{}, restclient.NewSwitch(false))
		for _, user := range []string{"ida", "bo"} {
			queued(restclient.Mutate(as(ctx, first, user), Todos.PartialUpdate, 1, rename("by "+user)))
		}
		first.stop()

		n := &news{}
		next := startFor(path, fake, n, restclient.NewSwitch(true))
		Expect(next.client.Outbox().Len()).To(BeZero())
		Expect(fake.Calls()).To(BeEmpty(), "nobody has asked for an identity yet")
		ida := next.client.ForIdentity("ida")
		Eventually(ida.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(requests(fake)).To(Equal([]string{`PATCH /todos/1 {"title":"by ida"}`}))
		Eventually(next.client.ForIdentity("bo").Outbox().Len).WithContext(ctx).Should(BeZero())

		Expect(fake.Calls()[0].Header.Get("Authorization")).To(Equal("Bearer ida"))
		Expect(fake.Calls()[1].Header.Get("Authorization")).To(Equal("Bearer bo"))
		Eventually(n.kinds).WithContext(ctx).Should(HaveLen(2))
		Expect(n.all[0].Identity).To(Equal("ida"))
	})

	It("are emptied by Reset, each for itself", func(ctx SpecContext) {
		path, fake, n, net := GinkgoT().TempDir(), server(), &news{}, restclient.NewSwitch(false)
		r := startFor(path, fake, n, net)
		for _, user := range []string{"ida", "bo"} {
			queued(restclient.Mutate(as(ctx, r, user), Todos.PartialUpdate, 1, rename("by "+user)))
		}

		r.client.Reset(as(ctx, r, "ida"))

		Expect(n.last()).To(And(HaveField("Kind", restclient.OutboxDropped), HaveField("Err", restclient.ErrReset)))
		Expect(r.client.ForIdentity("ida").Outbox().Len()).To(BeZero())
		Expect(r.client.ForIdentity("bo").Outbox().Len()).To(Equal(1))
		Expect(names(path)).To(HaveLen(2))
		net.Set(true)
		Eventually(r.client.ForIdentity("bo").Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(requests(fake)).To(HaveLen(1))
	})

	It("end with the session when the server says so", func(ctx SpecContext) {
		path, n, net := GinkgoT().TempDir(), &news{}, restclient.NewSwitch(false)
		fake := restfake.New()
		fake.On("PATCH", "/todos/1", restfake.Always(restfake.Status(401)))
		r := startFor(path, fake, n, net, restclient.ResetOnUnauthorized())
		queued(restclient.Mutate(as(ctx, r, "ida"), Todos.PartialUpdate, 1, rename("x")))
		net.Set(true)

		Eventually(n.kinds).WithContext(ctx).Should(Equal([]restclient.OutboxEventKind{restclient.OutboxQueued, restclient.OutboxDropped}))
		Expect(fake.Calls()).To(HaveLen(1))
		Expect(r.client.ForIdentity("ida").Outbox().Len()).To(BeZero())
	})

	It("keep their identity as long as something is in them", func(ctx SpecContext) {
		path, fake, net := GinkgoT().TempDir(), server(), restclient.NewSwitch(false)
		r := startFor(path, fake, &news{}, net, restclient.WithMaxIdentities(1))
		queued(restclient.Mutate(as(ctx, r, "ida"), Todos.PartialUpdate, 1, rename("x")))
		ida := r.client.ForIdentity("ida")
		r.client.ForIdentity("bo")
		Expect(r.client.ForIdentity("ida")).To(BeIdenticalTo(ida))

		net.Set(true)
		Eventually(ida.Outbox().Len).WithContext(ctx).Should(BeZero())
		others := 0
		Eventually(func() *restclient.Client {
			others++
			r.client.ForIdentity("other " + strconv.Itoa(others))
			return r.client.ForIdentity("ida")
		}).WithContext(ctx).ShouldNot(BeIdenticalTo(ida), "what sends has ended")
		Expect(requests(fake)).To(HaveLen(1))
	})
})

var _ = Describe("A journal from another time", func() {
	It("is told of when it is damaged", func(ctx SpecContext) {
		path := seen(ctx)
		first := startOffline(path, server())
		queued(first.todos().PartialUpdate(ctx, 1, rename("a")))
		queued(first.todos().PartialUpdate(ctx, 1, rename("b")))
		first.stop()
		damage(filepath.Join(path, "client.queue"), 30)

		next := startOffline(path, server())

		Expect(next.news.last().Kind).To(Equal(restclient.OutboxFault))
		var fault *filepersist.CorruptError
		Expect(errors.As(next.news.last().Err, &fault)).To(BeTrue())
		Expect(next.title(ctx, 1)).To(Equal("read"))
	})

	It("is sent although the program does not name the mutation any more", func(ctx SpecContext) {
		path := seen(ctx)
		first := startOffline(path, server())
		queued(first.todos().PartialUpdate(ctx, 1, rename("a")))
		first.stop()

		fake := server()
		dir, err := filepersist.Open(path)
		Expect(err).NotTo(HaveOccurred())
		client, err := restclient.New(fake, restclient.WithOutbox(dir, restclient.Queue(Notes)))
		Expect(err).NotTo(HaveOccurred())
		defer dir.Close()
		defer client.Close()

		Eventually(client.Outbox().Len).WithContext(ctx).Should(BeZero())
		Expect(requests(fake)).To(Equal([]string{`PATCH /todos/1 {"title":"a"}`}))
	})

	It("loses a mutation only with the disk, and says so", func(ctx SpecContext) {
		f := startOffline(seen(ctx), server())
		Expect(f.dir.Close()).To(Succeed())

		_, err := f.todos().PartialUpdate(ctx, 1, rename("x"))

		Expect(err).To(And(MatchError(filepersist.ErrClosed), MatchError(ContainSubstring("cannot be queued"))))
		Expect(f.title(ctx, 1)).To(Equal("read"))
		Expect(f.news.kinds()).To(Equal([]restclient.OutboxEventKind{restclient.OutboxFault}))
	})

	It("is there after the program was killed", func(ctx SpecContext) {
		path := GinkgoT().TempDir()
		last := kill(ctx, path, "edit")

		fake := server()
		f := startOffline(path, fake)
		n := f.client.Outbox().Len()
		Expect(n).To(Or(Equal(last), Equal(last+1)))
		f.net.Set(true)
		Eventually(f.client.Outbox().Len).WithContext(ctx).Should(BeZero())

		for i, request := range requests(fake) {
			Expect(request).To(Equal(`PATCH /todos/1 {"title":"` + strconv.Itoa(i+1) + `"}`))
		}
		Expect(requests(fake)).To(HaveLen(n))
		Expect(keys(fake)).To(HaveLen(n))
		f.stop()
		_, err := os.Stat(filepath.Join(path, "client.queue"))
		Expect(err).To(MatchError(os.ErrNotExist))
	}, SpecTimeout(time.Minute))
})

var _ = DescribeTable("New refuses what cannot be queued",
	func(option restclient.Option) {
		_, err := restclient.New(server(), option)
		Expect(err).To(HaveOccurred())
	},
	Entry("no journal", restclient.WithOutbox(nil, restclient.Queue(Todos))),
	Entry("nothing", restclient.WithOutbox(new(filepersist.Dir))),
	Entry("nil", restclient.WithOutbox(new(filepersist.Dir), restclient.Queue(nil))),
	Entry("what is no JSON", restclient.WithOutbox(new(filepersist.Dir), restclient.Queue(
		restclient.RestMutation[int, Todo, Todo]("/todos/:id", restclient.WithBodyEncoding(forms.URLEncoded{}))))),
	Entry("a faulty one", restclient.WithOutbox(new(filepersist.Dir), restclient.Queue((*restclient.Mutation[int, Todo, Todo])(nil)))),
	Entry("two of one name", restclient.WithOutbox(new(filepersist.Dir), restclient.Queue(
		restclient.RestMutation[restclient.None, Todo, Todo]("/x"), restclient.RestMutation[restclient.None, Note, Note]("/x")))),
)

func editTitle(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) (Todo, error) {
	return todos.Edit(ctx, 1, func(t *Todo) { t.Title, t.UserID = "edited", 7 })
}

func setTitle(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) (Todo, error) {
	return todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "edited", "userId": 7})
}

func deleteMade(ctx context.Context, f *field, _ *restfake.Collection[Todo]) {
	Expect(f.todos().Delete(ctx, 4)).To(Succeed())
}

func loseMade(ctx context.Context, f *field, all *restfake.Collection[Todo]) {
	all.Set(Todo{1, 1, "read"})
	Expect(second(f.todos().FetchList(ctx, one(1)))).To(Succeed())
}
