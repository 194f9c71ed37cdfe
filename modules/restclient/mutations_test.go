package restclient_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/forms"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

type boundAccounts = *restclient.Bound[account, int, accountFilter]

func increment(a *account) { a.N++ }

var _ = Describe("An edit", func() {
	It("sends what it changes, integers as they are", func(ctx SpecContext) {
		server := newBank(account{ID: 1, N: 9007199254740993, Title: "a"})
		accounts := accountsWith().On(start(server))

		_, err := accounts.Edit(ctx, 1, increment)

		Expect(err).NotTo(HaveOccurred())
		Expect(server.get(1).N).To(Equal(int64(9007199254740994)))
		Expect(server.requests()).To(Equal([]string{"GET /accounts/1", `PATCH /accounts/1 "v1" {"n":9007199254740994}`}))
	})

	It("calls its function once for each state that it starts from", func(ctx SpecContext) {
		server, calls := newBank(account{ID: 1, N: 1}), 0
		accounts := accountsWith().On(start(server))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		_, err = accounts.Edit(ctx, 1, func(a *account) { a.N++; calls++ })
		Expect(err).NotTo(HaveOccurred())
		Expect(calls).To(Equal(1))

		calls = 0
		server.set(account{ID: 1, N: 10})
		edited, err := accounts.Edit(ctx, 1, func(a *account) { a.N++; calls++ })
		Expect(err).NotTo(HaveOccurred())
		Expect(edited.N).To(Equal(int64(11)))
		Expect(calls).To(Equal(2), "the stored state, and the one after 412")
	})

	It("gives up when somebody else is faster twice", func(ctx SpecContext) {
		server := newBank(account{ID: 1, N: 1})
		server.hold = func(r *http.Request, answered bool) {
			if r.Method == http.MethodPatch && !answered {
				server.set(account{ID: 1, N: 100})
			}
		}
		accounts := accountsWith().On(start(server))

		_, err := accounts.Edit(ctx, 1, increment)

		Expect(err).To(MatchError(restclient.ErrConflict))
		Expect(server.get(1).N).To(Equal(int64(100)))
	})

	It("that panics does so in its caller, and leaves the client usable", func(ctx SpecContext) {
		accounts := accountsWith().On(start(newBank(account{ID: 1, N: 1})))
		Expect(func() {
			_, _ = accounts.Edit(ctx, 1, func(a *account) { a.N = 7; panic("edit") })
		}).To(PanicWith("edit"))

		a, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(a.N).To(Equal(int64(1)))
		_, err = accounts.Edit(ctx, 1, increment)
		Expect(err).NotTo(HaveOccurred())
	})
})

var _ = Describe("A partial update", func() {
	DescribeTable("is sent in the format of its resource",
		func(ctx SpecContext, format restclient.PatchFormat, want string) {
			var sent *restfake.Request
			fake := restfake.New()
			fake.On("PATCH", "/todos/:id", func(r *restfake.Request) restfake.Reply {
				sent = r
				return restfake.JSON(200, Todo{ID: 1, UserID: 2, Title: "a/b"})
			})
			client := clientOf(fake)
			DeferCleanup(client.Close)
			todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithPatchFormat(format))

			_, err := todos.On(client).PartialUpdate(ctx, 1, restclient.Fields{"userId": 2, "title": "a/b", "completed": nil})

			Expect(err).NotTo(HaveOccurred())
			Expect(sent.Header.Get("Content-Type")).To(Equal(string(format)))
			Expect(sent.Body).To(MatchJSON(want))

			_, err = todos.On(client).Update(ctx, 1, Todo{ID: 1})

			Expect(err).To(HaveOccurred(), "nobody answers")
			Expect(fake.Calls()).To(ContainElement(SatisfyAll(
				HaveField("Method", "PUT"), HaveField("Header", HaveKeyWithValue("Content-Type", []string{"application/json"})))))
		},
		Entry("plain", restclient.PlainPatch, `{"completed":null,"title":"a/b","userId":2}`),
		Entry("RFC 7396", restclient.MergePatch, `{"completed":null,"title":"a/b","userId":2}`),
		Entry("RFC 6902", restclient.JSONPatch, `[{"op":"add","path":"/completed","value":null},{"op":"add","path":"/title","value":"a/b"},{"op":"add","path":"/userId","value":2}]`),
	)

	It("has the content type of the resource, unless it has a format of its own", func(ctx SpecContext) {
		var sent []string
		fake := restfake.New()
		answer := func(r *restfake.Request) restfake.Reply {
			sent = append(sent, r.Method+" "+r.Header.Get("Content-Type"))
			return restfake.JSON(200, Todo{ID: 1})
		}
		fake.On("POST", "/todos", answer)
		fake.On("PUT", "/todos/:id", answer)
		fake.On("PATCH", "/todos/:id", answer)
		client := clientOf(fake)
		DeferCleanup(client.Close)

		for _, options := range [][]restclient.EndpointOption{{}, {restclient.WithPatchFormat(restclient.MergePatch)}} {
			options = append(options, apiPrefix, restclient.WithContentType("application/vnd.api+json"))
			todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", options...).On(client)
			_, err := todos.Create(ctx, TodoFilter{}, Todo{})
			Expect(err).NotTo(HaveOccurred())
			_, err = todos.Update(ctx, 1, Todo{ID: 1})
			Expect(err).NotTo(HaveOccurred())
			_, err = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "a"})
			Expect(err).NotTo(HaveOccurred())
		}

		const own = "application/vnd.api+json"
		Expect(sent).To(Equal([]string{"POST " + own, "PUT " + own, "PATCH " + own, "POST " + own, "PUT " + own, "PATCH application/merge-patch+json"}))
	})

	It("that is a list of operations already is sent as it is", func(ctx SpecContext) {
		type operation struct {
			Op   string `json:"op"`
			Path string `json:"path"`
		}
		var sent string
		fake := restfake.New()
		fake.On("PATCH", "/todos/:id", func(r *restfake.Request) restfake.Reply {
			sent = r.Header.Get("Content-Type") + " " + string(r.Body)
			return restfake.JSON(200, Todo{ID: 1})
		})
		client := clientOf(fake)
		DeferCleanup(client.Close)
		todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithPatchFormat(restclient.JSONPatch))

		_, err := restclient.Mutate(client.Context(ctx), restclient.WithBody[[]operation](todos.PartialUpdate), 1, []operation{{"remove", "/title"}})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent).To(Equal(`application/json-patch+json [{"op":"remove","path":"/title"}]`))
	})
})

var _ = Describe("A mutation of its own", func() {
	DescribeTable("is sent in the format of its patch",
		func(ctx SpecContext, format restclient.PatchFormat, want string) {
			var sent string
			fake := restfake.New()
			fake.On("PATCH", "/a", func(r *restfake.Request) restfake.Reply {
				sent = r.Header.Get("Content-Type") + " " + string(r.Body)
				return restfake.Status(204)
			})
			client := clientOf(fake)
			DeferCleanup(client.Close)
			patch := restclient.RestMutation[restclient.None, restclient.Fields, restclient.None]("/a", apiPrefix, restclient.WithMethod("PATCH"), restclient.WithPatchFormat(format))

			_, err := restclient.Mutate(client.Context(ctx), patch, restclient.None{}, restclient.Fields{"a": 1})

			Expect(err).NotTo(HaveOccurred())
			Expect(sent).To(Equal(string(format) + " " + want))
		},
		Entry("RFC 7396", restclient.MergePatch, `{"a":1}`),
		Entry("RFC 6902", restclient.JSONPatch, `[{"op":"add","path":"/a","value":1}]`),
	)

	It("is sent as the JSON that the server wants", func(ctx SpecContext) {
		var sent string
		fake := restfake.New()
		fake.On("POST", "/a", func(r *restfake.Request) restfake.Reply {
			sent = r.Header.Get("Content-Type") + " " + string(r.Body)
			return restfake.Status(204)
		})
		client := clientOf(fake)
		DeferCleanup(client.Close)
		add := restclient.RestMutation[restclient.None, []int, restclient.None]("/a", apiPrefix, restclient.WithContentType("application/vnd.api+json; ext=bulk"))

		_, err := restclient.Mutate(client.Context(ctx), add, restclient.None{}, []int{1})

		Expect(err).NotTo(HaveOccurred())
		Expect(sent).To(Equal("application/vnd.api+json; ext=bulk [1]"))
	})

	DescribeTable("is refused with a content type",
		func(err error, message string) { Expect(err).To(MatchError(ContainSubstring(message))) },
		Entry("that is not a media type", contentTypeFault("json"), `endpoint /x: WithContentType: "json" is not the media type of a body`),
		Entry("that is a range", contentTypeFault("application/*+json"), `"application/*+json" is not the media type of a body`),
		Entry("that cannot be read", contentTypeFault("application/json;;a"), `"application/json;;a" is not the media type of a body`),
		Entry("of a patch, which has an option of its own", contentTypeFault("application/merge-patch+json"), "application/merge-patch+json is a patch: use WithPatchFormat"),
		Entry("beside an encoding, which has its own", contentTypeFault("application/vnd.api+json", restclient.WithBodyEncoding(forms.URLEncoded{})), "WithContentType is for JSON: WithBodyEncoding has a type of its own"),
		Entry("of a read", restclient.RestEndpoint[restclient.None, int]("/x", restclient.WithContentType("application/vnd.api+json")).Err(), "WithContentType is for mutations: a read has no body"),
		Entry("of a resource", restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithContentType("json")).Err(), `"json" is not the media type of a body`),
	)

	It("is what a patch is, and not a read", func() {
		Expect(restclient.RestEndpoint[restclient.None, int]("/x", restclient.WithPatchFormat(restclient.MergePatch)).Err()).To(
			MatchError(ContainSubstring("WithPatchFormat is for mutations: a read has no body")))
	})
})

var _ = Describe("An update", func() {
	It("of one of several clients is never lost", func(ctx SpecContext) {
		const clients, each = 4, 10
		server := newBank(account{ID: 1})
		var done sync.WaitGroup
		for range clients {
			accounts := accountsWith().On(start(server))
			done.Go(func() {
				defer GinkgoRecover()
				for n := 0; n < each; {
					_, err := accounts.Edit(ctx, 1, increment)
					if errors.Is(err, restclient.ErrConflict) {
						continue
					}
					Expect(err).NotTo(HaveOccurred())
					n++
				}
			})
		}
		done.Wait()

		Expect(server.get(1).N).To(Equal(int64(clients * each)))
	})

	It("is not lost when two of one client are under way", func(ctx SpecContext) {
		server, gate := newBank(account{ID: 1}), newGate(http.MethodPatch, false)
		accounts := accountsWith().On(start(server))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.holdWith(gate.hold)

		var done sync.WaitGroup
		for range 2 {
			done.Go(func() {
				defer GinkgoRecover()
				_, err := accounts.Edit(ctx, 1, increment)
				Expect(err).NotTo(HaveOccurred())
			})
		}
		first, second := gate.next(ctx), gate.next(ctx)
		shown, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(shown.N).To(Equal(int64(2)), "both are shown")
		close(second)
		close(first)
		close(gate.next(ctx))
		done.Wait()

		Expect(server.get(1).N).To(Equal(int64(2)))
		after, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(after.N).To(Equal(int64(2)))
	})

	It("reads the entity again when the last answer had no entity tag", func(ctx SpecContext) {
		server := newBank(account{ID: 1})
		server.untagged = true
		accounts := accountsWith().On(start(server))
		_, err := accounts.Edit(ctx, 1, increment)
		Expect(err).NotTo(HaveOccurred())
		server.requests()

		server.set(account{ID: 1, N: 10})
		_, err = accounts.Edit(ctx, 1, increment)

		Expect(err).NotTo(HaveOccurred())
		Expect(server.get(1).N).To(Equal(int64(11)))
		Expect(server.requests()).To(Equal([]string{"GET /accounts/1", `PATCH /accounts/1 "v3" {"n":11}`}))
	})

	It("does not use the entity tag of another state", func(ctx SpecContext) {
		server := newBank(account{ID: 1})
		accounts := accountsWith().On(start(server))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.set(account{ID: 1, N: 5})
		_, err = accounts.FetchList(ctx, accountFilter{})
		Expect(err).NotTo(HaveOccurred())
		server.requests()

		_, err = accounts.Edit(ctx, 1, increment)

		Expect(err).NotTo(HaveOccurred())
		Expect(server.requests()).To(Equal([]string{"GET /accounts/1", `PATCH /accounts/1 "v2" {"n":6}`}))
	})

	DescribeTable("that is another mutation carries If-Match when that is asked for",
		func(ctx SpecContext, mutate func(context.Context, boundAccounts) error) {
			server := newBank(account{ID: 1, N: 1, Title: "a"})
			accounts := accountsWith(restclient.WithIfMatch()).On(start(server))
			_, err := accounts.Get(ctx, 1)
			Expect(err).NotTo(HaveOccurred())
			server.set(account{ID: 1, N: 2, Title: "b"})

			Expect(mutate(ctx, accounts)).To(MatchError(restclient.ErrPrecondition))
			Expect(server.get(1)).To(Equal(account{ID: 1, N: 2, Title: "b"}))

			Eventually(ctx, func() int64 { a, _ := accounts.Get(ctx, 1); return a.N }).Should(Equal(int64(2)))
			Expect(mutate(ctx, accounts)).To(Succeed())
		},
		Entry("PUT", func(ctx context.Context, b boundAccounts) error {
			_, err := b.Update(ctx, 1, account{ID: 1, N: 9})
			return err
		}),
		Entry("PATCH", func(ctx context.Context, b boundAccounts) error {
			_, err := b.PartialUpdate(ctx, 1, restclient.Fields{"n": 9})
			return err
		}),
		Entry("DELETE", func(ctx context.Context, b boundAccounts) error { return b.Delete(ctx, 1) }),
	)

	It("that is another mutation carries If-Match with what another declaration of the resource has read", func(ctx SpecContext) {
		server := newBank(account{ID: 1, N: 1})
		client := start(server)
		_, err := accountsWith().On(client).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.set(account{ID: 1, N: 2})

		Expect(accountsWith(restclient.WithIfMatch()).On(client).Delete(ctx, 1)).To(MatchError(restclient.ErrPrecondition))
	})
})

var _ = Describe("Mutations of one entity at the same time", func() {
	It("end as the later one says, though its answer comes first and changes nothing", func(ctx SpecContext) {
		server, g := newBank(account{ID: 1, Title: "off"}), newGate(http.MethodPatch, true)
		accounts := accountsWith().On(start(server))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.holdWith(g.hold)
		var first, second sync.WaitGroup
		patch := func(wait *sync.WaitGroup, title string) chan struct{} {
			wait.Go(func() {
				defer GinkgoRecover()
				_, err := accounts.PartialUpdate(ctx, 1, restclient.Fields{"title": title})
				Expect(err).NotTo(HaveOccurred())
			})
			return g.next(ctx)
		}
		on := patch(&first, "on")
		off := patch(&second, "off")
		close(off)
		second.Wait()
		close(on)
		first.Wait()

		a, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(a.Title).To(Equal("off"))
		Expect(server.get(1).Title).To(Equal("off"))
	})

	It("are sent one after the other when that is asked for, and shown at once", func(ctx SpecContext) {
		server, g := newBank(account{ID: 1, Title: "a"}, account{ID: 2, Title: "a"}), newGate(http.MethodPatch, false)
		accounts := accountsWith(restclient.WithSerialMutations()).On(start(server))
		for id := 1; id <= 2; id++ {
			_, err := accounts.Get(ctx, id)
			Expect(err).NotTo(HaveOccurred())
		}
		server.holdWith(g.hold)
		var done sync.WaitGroup
		patch := func(with context.Context, id int, title string, outcome OmegaMatcher) {
			done.Go(func() {
				defer GinkgoRecover()
				_, err := accounts.PartialUpdate(with, id, restclient.Fields{"title": title})
				Expect(err).To(outcome)
			})
			Eventually(ctx, func() string { a, _ := accounts.Get(ctx, id); return a.Title }).Should(Equal(title))
		}
		patch(ctx, 1, "b", Succeed())
		first := g.next(ctx)
		waiting, cancel := context.WithCancel(ctx)
		patch(waiting, 1, "never", MatchError(context.Canceled))
		patch(ctx, 1, "c", Succeed())
		patch(ctx, 2, "other", Succeed())
		close(g.next(ctx))
		Consistently(g.held, 50*time.Millisecond).ShouldNot(Receive())

		cancel()
		close(first)
		close(g.next(ctx))
		done.Wait()

		Expect(server.get(1).Title).To(Equal("c"))
	})
})

var _ = Describe("What is being created", func() {
	It("is not asked for under its made-up key, and found under it afterwards", func(ctx SpecContext) {
		server, g := newBank(), newGate(http.MethodPost, false)
		accounts := accountsWith().On(start(server))
		_, err := accounts.List(ctx, accountFilter{})
		Expect(err).NotTo(HaveOccurred())
		server.holdWith(g.hold)
		var done sync.WaitGroup
		done.Go(func() {
			defer GinkgoRecover()
			_, err := accounts.Create(ctx, accountFilter{}, account{Title: "new"})
			Expect(err).NotTo(HaveOccurred())
		})
		pass := g.next(ctx)
		l, err := accounts.List(ctx, accountFilter{})
		Expect(err).NotTo(HaveOccurred())
		draft := l.At(0).ID
		Expect(draft).To(BeNumerically("<", 0))
		server.requests()

		a, err := accounts.Get(ctx, draft)
		Expect(err).NotTo(HaveOccurred())
		Expect(a.Title).To(Equal("new"))
		Expect(server.requests()).To(BeEmpty())
		close(pass)
		done.Wait()

		a, err = accounts.Get(ctx, draft)
		Expect(err).NotTo(HaveOccurred())
		Expect(a.ID).To(Equal(100))
		Expect(server.requests()).To(HaveLen(1))
	})
})

var _ = Describe("A mutation whose transport panics", func() {
	DescribeTable("shows nothing of it afterwards", func(ctx SpecContext, queued bool) {
		broken := func(next core.Transport) core.Transport {
			return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
				if r.Method == http.MethodPatch {
					panic("middleware")
				}
				return next.Do(ctx, r)
			})
		}
		resource, opts := accountsWith(), []restclient.Option{restclient.WithMiddleware(broken)}
		if queued {
			opts = append(opts, restclient.WithOutbox(&memoryJournal{}, restclient.Queue(resource)))
		}
		accounts := resource.On(start(newBank(account{ID: 1, Title: "a"}), opts...))
		_, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())

		Expect(func() { _, _ = accounts.PartialUpdate(ctx, 1, restclient.Fields{"title": "b"}) }).To(PanicWith("middleware"))
		Expect(func() { _, _ = accounts.Edit(ctx, 1, increment) }).To(PanicWith("middleware"))

		a, err := accounts.Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		Expect(a).To(Equal(account{ID: 1, Title: "a"}))
	},
		Entry("without an outbox", false),
		Entry("with an outbox", true),
	)
})

func contentTypeFault(mediaType string, opts ...restclient.EndpointOption) error {
	return restclient.RestMutation[restclient.None, int, restclient.None]("/x", append(opts, restclient.WithContentType(mediaType))...).Err()
}
