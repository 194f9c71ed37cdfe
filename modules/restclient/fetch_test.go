package restclient_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
	"github.com/trefoil-go/trefoil/modules/restclient/policy"
)

var _ = Describe("UseSuspense", func() {
	var (
		server *recorder
		time_  *clock
		client *restclient.Client
		todos  *restclient.Bound[Todo, int, TodoFilter]
	)

	BeforeEach(func() {
		server, time_ = three(), newClock()
		client = start(server, restclient.WithClock(time_.Now))
		todos = Todos.On(client)
	})

	It("waits for what is missing and answers from the store while it is fresh", func(ctx SpecContext) {
		uctx := client.Context(ctx)
		for range 3 {
			Expect(restclient.UseSuspense(uctx, Todos.Get, 1)).To(Equal(Todo{ID: 1, UserID: 1, Title: "a"}))
		}
		time_.Advance(59 * time.Second)
		Expect(restclient.UseSuspense(uctx, Todos.Get, 1)).To(HaveField("Title", "a"))

		Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))
	})

	It("answers get from what a list delivered", func(ctx SpecContext) {
		Expect(todos.List(ctx, TodoFilter{})).To(HaveField("Len()", 3))

		Expect(todos.Get(ctx, 3)).To(Equal(Todo{ID: 3, UserID: 2, Title: "c"}))

		Expect(server.seen()).To(Equal([]string{"GET /todos"}))
	})

	It("shows stale data and reads it again in the background", func(ctx SpecContext) {
		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))
		server.mu.Lock()
		server.todos[0].Title = "new"
		server.mu.Unlock()
		time_.Advance(time.Minute)

		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))

		Eventually(func() string {
			t, _ := restclient.UseCache(client.Context(ctx), Todos.Get, 1)
			return t.Title
		}).WithContext(ctx).Should(Equal("new"))
		Expect(server.seen()).To(Equal([]string{"GET /todos/1", "GET /todos/1"}))
	}, NodeTimeout(time.Minute))

	It("keeps showing stale data when the background read fails", func(ctx SpecContext) {
		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))
		server.answers(500, "", "")
		time_.Advance(time.Hour)

		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))
		Eventually(server.seen).WithContext(ctx).Should(HaveLen(2))
		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))
	}, NodeTimeout(time.Minute))

	It("waits for what is invalid, and leaves the rest alone", func(ctx SpecContext) {
		uctx := client.Context(ctx)
		_, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())

		Expect(restclient.Invalidate(uctx, Todos.Get, 1)).To(Succeed())
		_, ok := restclient.UseCache(uctx, Todos.Get, 1)
		Expect(ok).To(BeFalse())
		_, ok = restclient.UseCache(uctx, Todos.GetList, TodoFilter{})
		Expect(ok).To(BeTrue())
		Expect(todos.Get(ctx, 1)).To(HaveField("Title", "a"))
		Expect(restclient.Expire(uctx, Todos.GetList, TodoFilter{})).To(Succeed())
		_, ok = restclient.UseCache(uctx, Todos.GetList, TodoFilter{})
		Expect(ok).To(BeTrue())

		Expect(server.seen()).To(Equal([]string{"GET /todos", "GET /todos/1"}))
	})

	It("ends with its context", func(ctx SpecContext) {
		entered := make(chan struct{})
		server.set(func(_ http.ResponseWriter, r *http.Request) { close(entered); <-r.Context().Done() })
		short, cancel := context.WithCancel(ctx)
		go func() { <-entered; cancel() }()

		_, err := todos.Get(short, 1)

		Expect(err).To(MatchError(context.Canceled))
		Expect(kind(err)).To(Equal(restclient.KindCanceled))
	}, NodeTimeout(time.Minute))

	It("does not send anything for a context that has ended", func(ctx SpecContext) {
		ended, cancel := context.WithCancel(ctx)
		cancel()

		_, err := todos.Get(ended, 1)
		Expect(err).To(MatchError(context.Canceled))
		_, err = todos.Create(ended, TodoFilter{}, Todo{})
		Expect(err).To(MatchError(context.Canceled))
		Expect(err).To(HaveField("OutcomeUnknown", false))

		Expect(server.seen()).To(BeEmpty())
	})
})

var _ = Describe("Concurrent calls", func() {
	var (
		server  *recorder
		client  *restclient.Client
		todos   *restclient.Bound[Todo, int, TodoFilter]
		entered chan context.Context
		release chan struct{}
	)

	BeforeEach(func() {
		server = three()
		client = start(server)
		todos = Todos.On(client)
		entered, release = make(chan context.Context, 200), make(chan struct{})
		server.set(func(w http.ResponseWriter, r *http.Request) {
			entered <- r.Context()
			select {
			case <-release:
				writeJSON(w, 200, Todo{ID: 1, Title: "shared"})
			case <-r.Context().Done():
			}
		})
	})

	It("share one request when they read the same", func(ctx SpecContext) {
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				defer GinkgoRecover()
				Expect(todos.Get(ctx, 1)).To(HaveField("Title", "shared"))
			})
		}
		<-entered
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(3))
		close(release)
		group.Wait()

		Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))
	}, NodeTimeout(time.Minute))

	It("send each mutation", func(ctx SpecContext) {
		close(release)
		for range 2 {
			_, err := todos.Update(ctx, 1, Todo{Title: "same"})
			Expect(err).NotTo(HaveOccurred())
		}

		Expect(server.seen()).To(Equal([]string{"PUT /todos/1", "PUT /todos/1"}))
	})

	It("let one waiter leave without the others", func(ctx SpecContext) {
		leaving, leave := context.WithCancel(ctx)
		first := make(chan error)
		go func() { _, err := todos.Get(leaving, 1); first <- err }()
		<-entered
		second := make(chan error)
		go func() { _, err := todos.Get(ctx, 1); second <- err }()
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(2))

		leave()
		Expect(<-first).To(MatchError(context.Canceled))
		close(release)
		Expect(<-second).To(Succeed())

		Expect(server.seen()).To(HaveLen(1))
	}, NodeTimeout(time.Minute))

	It("end the request when the last waiter leaves", func(ctx SpecContext) {
		leaving, leave := context.WithCancel(ctx)
		done := make(chan error)
		go func() { _, err := todos.Get(leaving, 1); done <- err }()
		request := <-entered

		leave()

		Expect(<-done).To(MatchError(context.Canceled))
		Eventually(request.Done()).WithContext(ctx).Should(BeClosed())
	}, NodeTimeout(time.Minute))

	It("leave no goroutine behind a closed client, background reads included", func(ctx SpecContext) {
		before := goleak.IgnoreCurrent()
		now := newClock()
		transport := httptransport.InProcess(server)
		own, err := restclient.New(transport, restclient.WithClock(now.Now))
		Expect(err).NotTo(HaveOccurred())
		server.answers(200, "application/json", `{"id":1}`)
		_, err = Todos.On(own).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		server.set(func(_ http.ResponseWriter, r *http.Request) { entered <- r.Context(); <-r.Context().Done() })
		now.Advance(time.Hour)
		_, err = Todos.On(own).Get(ctx, 1)
		Expect(err).NotTo(HaveOccurred())
		<-entered

		own.Close()
		transport.Wait()

		Expect(goleak.Find(before)).To(Succeed())
	}, NodeTimeout(time.Minute))

	It("end when the client is closed, and none begins after that", func(ctx SpecContext) {
		done := make(chan error, 2)
		go func() { _, err := todos.Get(ctx, 1); done <- err }()
		go func() { _, err := todos.Update(ctx, 2, Todo{}); done <- err }()
		<-entered
		<-entered

		client.Close()

		for range 2 {
			err := <-done
			Expect(err).To(MatchError(restclient.ErrClosed))
			Expect(kind(err)).To(Equal(restclient.KindCanceled))
		}
		_, err := todos.Get(ctx, 1)
		Expect(err).To(MatchError(restclient.ErrClosed))
		_, err = todos.Update(ctx, 1, Todo{})
		Expect(err).To(MatchError(restclient.ErrClosed))
	}, NodeTimeout(time.Minute))
})

var _ = Describe("Without a client", func() {
	It("every call answers ErrNoController", func(ctx SpecContext) {
		_, err := restclient.UseSuspense(ctx, Todos.Get, 1)
		Expect(err).To(MatchError(restclient.ErrNoController))
		_, err = restclient.Fetch(ctx, Todos.GetList, TodoFilter{})
		Expect(err).To(MatchError(restclient.ErrNoController))
		_, err = restclient.Mutate(ctx, Todos.Delete, 1, restclient.None{})
		Expect(err).To(MatchError(restclient.ErrNoController))
		_, err = Todos.On(restclient.UseController(ctx)).Get(ctx, 1)
		Expect(err).To(MatchError(restclient.ErrNoController))
		Expect(restclient.Invalidate(ctx, Todos.Get, 1)).To(MatchError(restclient.ErrNoController))

		_, ok := restclient.UseCache(ctx, Todos.Get, 1)
		Expect(ok).To(BeFalse())
		_, ok = restclient.UseQuery(ctx, remaining, TodoFilter{})
		Expect(ok).To(BeFalse())
		Expect(restclient.UseController(ctx)).To(BeNil())
		restclient.UseController(ctx).Close()
	})

	It("New refuses what cannot work", func() {
		_, err := restclient.New(nil)
		Expect(err).To(MatchError("restclient: nil Transport"))
		for _, m := range []policy.Middleware{nil, func(core.Transport) core.Transport { return nil }} {
			_, err = restclient.New(httpTransport(), restclient.WithMiddleware(m))
			Expect(err).To(MatchError("restclient: nil middleware, or one that makes a nil Transport"))
		}
	})
})

func kind(err error) restclient.Kind {
	var e *restclient.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Kind
}
