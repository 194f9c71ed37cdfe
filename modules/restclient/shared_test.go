package restclient_test

import (
	"context"
	"net/http"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A read that many wait for", func() {
	It("serves the last of 100 waiters after 99 have left, with one request", func(ctx SpecContext) {
		server := three()
		client := start(server)
		entered, release := make(chan struct{}), make(chan struct{})
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			close(entered)
			<-release
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "late"})
		})
		leaving, leave := context.WithCancel(ctx)
		left := make(chan error, 99)
		for range 99 {
			go func() { _, err := Todos.On(client).Get(leaving, 1); left <- err }()
		}
		<-entered
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(99))
		last := make(chan Todo)
		go func() { t, _ := Todos.On(client).Get(ctx, 1); last <- t }()
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(100))

		leave()
		for range 99 {
			Expect(<-left).To(MatchError(context.Canceled))
		}
		close(release)

		Expect(<-last).To(HaveField("Title", "late"))
		Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))
	}, NodeTimeout(time.Minute))

	It("ends its request when all 100 have left", func(ctx SpecContext) {
		server := three()
		client := start(server)
		requests := make(chan context.Context, 2)
		server.set(func(_ http.ResponseWriter, r *http.Request) { requests <- r.Context(); <-r.Context().Done() })
		leaving, leave := context.WithCancel(ctx)
		var group sync.WaitGroup
		for range 100 {
			group.Go(func() {
				defer GinkgoRecover()
				_, err := Todos.On(client).Get(leaving, 1)
				Expect(err).To(MatchError(context.Canceled))
			})
		}
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(100))
		request := <-requests

		leave()
		group.Wait()

		Eventually(request.Done()).WithContext(ctx).Should(BeClosed())
		Expect(requests).To(BeEmpty())
	}, NodeTimeout(time.Minute))

	It("is one request for 1,000 concurrent calls", func(ctx SpecContext) {
		server := three()
		client := start(server)
		release := make(chan struct{})
		server.set(func(w http.ResponseWriter, _ *http.Request) {
			<-release
			writeJSON(w, http.StatusOK, Todo{ID: 1, Title: "shared"})
		})
		var group sync.WaitGroup
		for range 1000 {
			group.Go(func() {
				defer GinkgoRecover()
				Expect(Todos.On(client).Fetch(ctx, 1)).To(HaveField("Title", "shared"))
			})
		}
		Eventually(client.Waiters).WithContext(ctx).Should(Equal(1000))
		close(release)
		group.Wait()

		Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))
	}, NodeTimeout(time.Minute))
})
