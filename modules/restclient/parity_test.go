package restclient_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// The original's data set of what is no filter: lists by userId and ignoredMe.
type ignoring struct {
	UserID    *int   `query:"userId"`
	IgnoredMe string `query:"ignoredMe,omitempty,nofilter"`
}

var ignoringTodos = restclient.CreateResource[Todo, int, ignoring]("/todos/:id", restclient.WithURLPrefix("http://api.test"))

var _ = Describe("What belongs to a list", func() {
	It("does not depend on arguments that are no filter", func(ctx SpecContext) {
		server := three()
		todos := ignoringTodos.On(start(server))
		one, two := 1, 2
		lists := []ignoring{{UserID: &one}, {}, {UserID: &one, IgnoredMe: "x"}, {UserID: &two}}
		lengths := func() (all []int) {
			for _, args := range lists {
				l, err := todos.List(ctx, args)
				Expect(err).NotTo(HaveOccurred())
				all = append(all, l.Len())
			}
			return all
		}
		Expect(lengths()).To(Equal([]int{2, 3, 2, 1}))

		_, err := todos.Create(ctx, ignoring{UserID: &one}, Todo{Title: "new"})
		Expect(err).NotTo(HaveOccurred())

		Expect(lengths()).To(Equal([]int{3, 4, 3, 1}))
		Expect(server.seen()).To(HaveLen(5))
	})

	It("is the same for arguments of other types with equal text, and without those that are absent", func(ctx SpecContext) {
		type textual struct {
			UserID *string `query:"userId"`
		}
		byText := restclient.CreateResource[Todo, int, textual]("/todos/:id", restclient.WithURLPrefix("http://api.test"))
		server := three()
		client := start(server)
		l, err := Todos.On(client).List(ctx, user(1))
		Expect(err).NotTo(HaveOccurred())
		Expect(byText.On(client).List(ctx, textual{new("1")})).To(Equal(l))
		l, err = Todos.On(client).List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(byText.On(client).List(ctx, textual{})).To(Equal(l))

		Expect(server.seen()).To(Equal([]string{"GET /todos?userId=1", "GET /todos"}))
	})

	It("takes no row twice", func(ctx SpecContext) {
		server := three()
		todos := Todos.On(start(server))
		_, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		for range 2 {
			_, err = todos.Create(ctx, TodoFilter{}, Todo{ID: 7, Title: "again"})
			Expect(err).NotTo(HaveOccurred())
		}

		l, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(ids(l)).To(Equal([]int{1, 2, 3, 7}))
	})
})

var _ = Describe("Equal data", func() {
	It("keeps its identity and wakes nobody", func(ctx SpecContext) {
		client := start(three())
		w := restclient.Watch(client.Context(ctx), Todos.GetList, TodoFilter{})
		DeferCleanup(w.Close)
		before, err := w.Next(ctx)
		Expect(err).NotTo(HaveOccurred())

		after, err := Todos.On(client).FetchList(ctx, TodoFilter{})

		Expect(err).NotTo(HaveOccurred())
		Expect(after == before).To(BeTrue())
		Expect(w.Changed()).NotTo(Receive())
	})
})

var _ = Describe("A body", func() {
	DescribeTable("is an object as JSON, without what is omitted",
		func(ctx SpecContext, call func(context.Context) error, want string) {
			server := three()

			Expect(call(start(server).Context(ctx))).To(Succeed())

			Expect(server.lastBody()).To(Equal(want))
		},
		Entry("zero members with omitzero", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.Update, 1, Todo{Title: "x"})
			return err
		}, `{"title":"x","completed":false}`),
		Entry("only the fields that are given", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "x"})
			return err
		}, `{"title":"x"}`),
		Entry("none at all", func(ctx context.Context) error {
			_, err := restclient.Mutate(ctx, Todos.Delete, 1, restclient.None{})
			return err
		}, ""),
	)

	DescribeTable("goes with the method of the endpoint",
		func(ctx SpecContext, want string, opts ...restclient.EndpointOption) {
			server := newRecorder()
			server.answers(204, "", "")
			ctx2 := start(server, restclient.WithBaseURL("http://api.test")).Context(ctx)
			m := restclient.RestMutation[restclient.None, restclient.Fields, restclient.None]("/x", opts...)

			_, err := restclient.Mutate(ctx2, m, restclient.None{}, restclient.Fields{"a": 1})

			Expect(err).NotTo(HaveOccurred())
			Expect(server.seen()).To(Equal([]string{want}))
		},
		Entry("POST unless another is given", "POST /x"),
		Entry("PUT", "PUT /x", restclient.WithMethod("PUT")),
		Entry("PATCH", "PATCH /x", restclient.WithMethod("PATCH")),
		Entry("DELETE", "DELETE /x", restclient.WithMethod("DELETE")),
	)
})

var _ = Describe("A cache", func() {
	It("shows a write in both queries of an entity, and nothing of one that fails (CF14)", func(ctx SpecContext) {
		server := three()
		client := start(server)
		todos := Todos.On(client)
		show := func() (all []string) {
			one, _ := todos.Get(ctx, 1)
			every, _ := todos.List(ctx, TodoFilter{})
			ofOne, _ := todos.List(ctx, user(1))
			return []string{one.Title, every.At(0).Title, ofOne.At(0).Title}
		}
		Expect(show()).To(HaveEach("a"))

		_, err := todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "b"})
		Expect(err).NotTo(HaveOccurred())
		Expect(show()).To(HaveEach("b"))
		server.answers(500, "", "")
		_, err = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "c"})
		Expect(err).To(MatchError(restclient.ErrServer))

		Expect(show()).To(HaveEach("b"))
	})

	It("takes zero for a key, no empty string, and 20,000 rows (CF16)", func(ctx SpecContext) {
		server := newRecorder()
		client := start(server)
		server.answers(200, "application/json", `{"id":0,"title":"zero"}`)
		Expect(Todos.On(client).Get(ctx, 0)).To(HaveField("Title", "zero"))
		server.answers(200, "application/json", `[{"slug":""}]`)
		_, err := articles.On(client).List(ctx, restclient.None{})
		Expect(kind(err)).To(Equal(restclient.KindSchema))
		server.answers(200, "application/json", `[`+strings.Repeat(`{"id":1},`, 19_999)+`{"id":2}]`)
		l, err := Todos.On(client).FetchList(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())
		Expect(ids(l)).To(Equal([]int{1, 2}))
	})

	It("survives a user's function that fails, and keeps what was stored", func(ctx SpecContext) {
		client := start(three(), restclient.WithLogger(slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil))))
		todos := Todos.On(client)
		broken := restclient.NewQuery(Todos.GetList, func(restclient.List[Todo], TodoFilter) int { panic("query") })
		_, err := todos.List(ctx, TodoFilter{})
		Expect(err).NotTo(HaveOccurred())

		Expect(func() { broken.Use(client, TodoFilter{}) }).To(PanicWith("query"))

		Expect(todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "b"})).To(HaveField("Title", "b"))
		Expect(todos.List(ctx, TodoFilter{})).To(HaveField("Len()", 3))
	})
})

var _ = Describe("Opening and closing", func() {
	It("leaves nothing behind, however often", func(ctx SpecContext) {
		cycles := 500
		if os.Getenv("TREFOIL_LONG") != "" {
			cycles = 10_000
		}
		server := three()
		cycle := func() {
			inProcess := httptransport.InProcess(server)
			client, err := restclient.New(inProcess)
			Expect(err).NotTo(HaveOccurred())
			_, err = Todos.On(client).Get(ctx, 1)
			Expect(err).NotTo(HaveOccurred())
			client.Close()
			inProcess.Wait()
			transport := httptransport.New(&http.Client{Transport: &http.Transport{}})
			transport.CloseIdleConnections()
		}
		cycle()
		goroutines, files := runtime.NumGoroutine(), openFiles()
		for range cycles {
			cycle()
		}

		Eventually(runtime.NumGoroutine).WithContext(ctx).Should(BeNumerically("<=", goroutines+2))
		Expect(openFiles()).To(BeNumerically("<=", files+2))
	}, NodeTimeout(time.Minute))
})

func openFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
