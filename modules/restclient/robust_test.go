package restclient_test

import (
	"errors"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

var _ = Describe("A client that is reset during 1,000 requests", func() {
	It("stores what is from before or from after, never a mixture", func(ctx SpecContext) {
		const requests, keys = 1000, 50
		var generation atomic.Int64
		server := newRecorder()
		server.set(func(w http.ResponseWriter, r *http.Request) {
			g := generation.Load()
			time.Sleep(time.Millisecond)
			id, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/todos/"))
			writeJSON(w, http.StatusOK, Todo{ID: id, UserID: int(g)})
		})
		client := start(server)
		todos := Todos.On(client)
		var done sync.WaitGroup
		for i := range requests {
			if i == requests/2 {
				generation.Store(1)
				client.Reset(ctx)
			}
			done.Go(func() {
				defer GinkgoRecover()
				todo, err := todos.Fetch(ctx, i%keys+1)
				if err != nil {
					Expect(err).To(MatchError(restclient.ErrReset))
					return
				}
				Expect(todo.ID).To(Equal(i%keys + 1))
			})
		}
		done.Wait()

		ctx2 := client.Context(ctx)
		for id := range keys {
			if todo, ok := restclient.UseCache(ctx2, Todos.Get, id+1); ok {
				Expect(todo.UserID).To(Equal(1), "nothing from before the reset is there")
			}
		}
	})
})

var _ = Describe("A client that runs for long", func() {
	// REST_SOAK is how long, such as "1h", instead of 400 rounds.
	It("keeps its memory, goroutines and files", func(ctx SpecContext) {
		last, _ := time.ParseDuration(os.Getenv("REST_SOAK"))
		client := start(soakServer(), restclient.WithMaxEntities(1000))
		todos := Todos.On(client)
		began, n := time.Now(), 0
		run := func(part int) (heap uint64) {
			for n < part*100 || time.Since(began) < time.Duration(part)*last/4 {
				work(ctx, client, todos, n)
				n++
			}
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}

		heap := run(1)
		goroutines := runtime.NumGoroutine()
		heapAfter := run(4)

		grown := float64(heapAfter) - float64(heap)
		AddReportEntry("soak", strconv.Itoa(n)+" rounds: heap grew by "+strconv.FormatFloat(grown/(1<<20), 'f', 2, 64)+" MiB")
		Expect(grown).To(BeNumerically("<", 8<<20+float64(last/(10*time.Minute))*(1<<20)))
		Eventually(ctx, runtime.NumGoroutine).Should(BeNumerically("<=", goroutines+2))
	}, SpecTimeout(3*time.Hour))
})

// soakServer is a server of three todos that keeps nothing else.
func soakServer() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/todos/"))
		switch {
		case r.URL.Path == "/todos":
			writeJSON(w, http.StatusOK, []Todo{{ID: 1}, {ID: 2}, {ID: 3}})
		case id > 3:
			w.WriteHeader(http.StatusNotFound)
		default:
			writeJSON(w, http.StatusOK, Todo{ID: id, Completed: r.Method == http.MethodPatch})
		}
	})
}

// work is a bit of what programs do.
func work(ctx SpecContext, client *restclient.Client, todos *restclient.Bound[Todo, int, TodoFilter], i int) {
	GinkgoHelper()
	w := restclient.Watch(client.Context(ctx), Todos.Get, i%3+1)
	defer w.Close()
	_, err := w.Next(ctx)
	Expect(err).NotTo(HaveOccurred())
	_, err = todos.FetchList(ctx, TodoFilter{OrderBy: strconv.Itoa(i % 2000)})
	Expect(err).NotTo(HaveOccurred())
	_, err = todos.Edit(ctx, i%3+1, func(t *Todo) { t.Completed = !t.Completed })
	Expect(err).NotTo(HaveOccurred())
	_, err = todos.Fetch(ctx, 4)
	Expect(errors.Is(err, restclient.ErrNotFound)).To(BeTrue())
}
