package restclient_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// TestWhatIsFreshIsWhatTheServerHas lets one writer or two for each todo and some
// readers use one client at once, in random order. Nothing is shown as fresh that is
// not what the server has, but for what a writer is changing: answers that were under
// way at the same time do not take back what a mutation has changed.
func TestWhatIsFreshIsWhatTheServerHas(t *testing.T) {
	first, rounds := rand.Uint64(), thorough.Times(120, 10_000)
	t.Logf("the first seed is %d", first)
	for n := range uint64(rounds) {
		if wrong := playOverlap(t, first+n); wrong != "" {
			t.Fatalf("round %d: %s", n, wrong)
		}
	}
}

func playOverlap(t *testing.T, seed uint64) (wrong string) {
	synctest.Test(t, func(t *testing.T) {
		server := newSlowServer(seed)
		declared := []restclient.Resource[Todo, int, TodoFilter]{Todos, eager}[server.draw(2)]
		client, ctx := clientFor(t, server)
		todos := declared.On(client)
		var users sync.WaitGroup
		for n := range []int{4, 8}[server.draw(2)] {
			users.Go(func() { server.write(ctx, todos, n%4+1, rand.New(rand.NewPCG(seed, uint64(10+n)))) })
		}
		for i := range 3 {
			users.Go(func() { server.read(ctx, todos, queried.On(client), rand.New(rand.NewPCG(seed, uint64(20+i)))) })
		}
		if differs := server.watch(client, &users); differs != "" {
			wrong = fmt.Sprintf("seed %d: %s\n%s", seed, differs, strings.Join(server.log, "\n"))
		}
	})
	return wrong
}

// The PATCH is sent first; the GET is served before it, and answered after it.
func TestAReadThatOverlapsAMutationDoesNotTakeItBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPatch:
				sleep(2)
				return 200, `{"id":1,"title":"new"}`
			case n == 2:
				sleep(3)
				return 200, `{"id":1,"title":"old","userId":7}`
			}
			return 200, `{"id":1,"title":"new","userId":7}`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		put(client, "old", 1)
		go func() { _, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "new"}) }()
		synctest.Wait()

		read, err := todos.Fetch(ctx, 1)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(read).To(Equal(Todo{ID: 1, UserID: 7, Title: "new"}), "what the mutation has not set is as it was read")
		_, status := todoStatus(client, 1)
		g.Expect(status).To(Equal(store.Stale))
		_, err = todos.Get(ctx, 1)
		g.Expect(err).NotTo(HaveOccurred())
		sleep(1)
		shown, status := todoStatus(client, 1)
		g.Expect(shown).To(Equal(Todo{ID: 1, UserID: 7, Title: "new"}))
		g.Expect(status).To(Equal(store.Fresh))
	})
}

// The list is served before the PATCH, and the entity after it; both are answered
// before the PATCH is, the list last.
func TestAListThatWasServedBeforeAMoveIsStaleWhenTheMoveIsAnswered(t *testing.T) {
	moves := map[string]func(context.Context, *restclient.Bound[Todo, int, TodoFilter]){
		"patch": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) {
			_, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{"userId": 2})
		},
		"edit": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) {
			_, _ = todos.Edit(ctx, 1, func(t *Todo) { t.UserID = 2 })
		},
	}
	for name, move := range moves {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, moved := NewWithT(t), `{"id":1,"userId":2,"title":"old"}`
				server := newScript(func(_ int, r *core.Request) (int, string) {
					switch {
					case r.Method == http.MethodPatch:
						time.Sleep(4 * time.Second)
					case strings.HasSuffix(r.URL, "userId=2"):
						time.Sleep(3 * time.Second)
						return 200, `[]`
					default:
						time.Sleep(2 * time.Second)
					}
					return 200, moved
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				put(client, "old", 1)
				go move(ctx, todos)
				synctest.Wait()
				go func() { _, _ = todos.List(ctx, user(2)) }()
				go func() { _, _ = todos.Fetch(ctx, 1) }()

				sleep(5)

				g.Expect(server.seen()).To(ConsistOf("PATCH /todos/1", "GET /todos?userId=2", "GET /todos/1"))
				shown, status := todoStatus(client, 1)
				g.Expect(shown).To(Equal(Todo{ID: 1, UserID: 2, Title: "old"}))
				g.Expect(status).To(Equal(store.Fresh))
				g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos?userId=2": store.Stale}))
			})
		})
	}
}

// Of two mutations under way, the first is answered first. Who knows which one the
// server has served last?
func TestWhatMutationsThatOverlapLeaveIsFreshWhenTheirAnswersTell(t *testing.T) {
	lock := restclient.RestMutation[int, restclient.None, Todo]("/todos/:id/lock", restclient.WithURLPrefix("http://api.test"), restclient.WithSchema(restclient.EntityOf[Todo]()))
	patch := func(fields restclient.Fields) func(context.Context) {
		return func(ctx context.Context) { _, _ = restclient.Mutate(ctx, Todos.PartialUpdate, 1, fields) }
	}
	title, user := patch(restclient.Fields{"title": "b"}), patch(restclient.Fields{"userId": 2})
	for name, c := range map[string]struct {
		first, second func(context.Context)
		one, two      string // answers
		shown         Todo
		status        store.Status
	}{
		"two fields, the first before the second": {
			title, user, `{"id":1,"title":"b","userId":1}`, `{"id":1,"title":"b","userId":2}`, Todo{ID: 1, Title: "b", UserID: 2}, store.Fresh,
		},
		"two fields, the second before the first": {
			title, user, `{"id":1,"title":"b","userId":2}`, `{"id":1,"title":"a","userId":2}`, Todo{ID: 1, Title: "b", UserID: 2}, store.Stale,
		},
		"one field, nobody knows": {
			title, patch(restclient.Fields{"title": "c"}), `{"id":1,"title":"b","userId":1}`, `{"id":1,"title":"c","userId":1}`, Todo{ID: 1, Title: "c", UserID: 1}, store.Stale,
		},
		"one field to one value": {
			title, title, `{"id":1,"title":"b","userId":1}`, `{"id":1,"title":"b","userId":1}`, Todo{ID: 1, Title: "b", UserID: 1}, store.Fresh,
		},
		"a field that none of them has sent": {
			title, title, `{"id":1,"title":"b","userId":8}`, `{"id":1,"title":"b","userId":9}`, Todo{ID: 1, Title: "b", UserID: 9}, store.Stale,
		},
		"an action whose fields are unknown": {
			title, func(ctx context.Context) { _, _ = restclient.Mutate(ctx, lock, 1, restclient.None{}) },
			`{"id":1,"title":"b","userId":1}`, `{"id":1,"title":"locked","userId":1}`,
			Todo{ID: 1, Title: "locked", UserID: 1},
			store.Stale,
		},
		"a field after an action": {
			func(ctx context.Context) { _, _ = restclient.Mutate(ctx, lock, 1, restclient.None{}) }, title,
			`{"id":1,"title":"locked","userId":1}`, `{"id":1,"title":"b","userId":1}`,
			Todo{ID: 1, Title: "b", UserID: 1},
			store.Stale,
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				shown, status := playTwo(t, c.first, c.second, c.one, c.two)

				NewWithT(t).Expect(shown).To(Equal(c.shown))
				NewWithT(t).Expect(status).To(Equal(c.status))
			})
		})
	}
}

// playTwo has two mutations of a todo under way, the first of which is answered first.
func playTwo(t *testing.T, first, second func(context.Context), one, two string) (Todo, store.Status) {
	server := newScript(func(n int, _ *core.Request) (int, string) {
		time.Sleep(time.Duration(n) * time.Second)
		return 200, []string{`{"id":1,"title":"a","userId":1,"completed":false}`, one, two}[n-1]
	})
	client, ctx := clientFor(t, server)
	_, err := Todos.On(client).Get(ctx, 1)
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
	for _, mutate := range []func(context.Context){first, second} {
		go mutate(ctx)
		synctest.Wait()
	}
	sleep(3)
	return todoStatus(client, 1)
}

// A PUT makes what is not there. Of one and a DELETE that are under way at once, nobody
// knows which one the server has served last.
func TestADeletionThatOverlapsAReplacementLeavesListsStale(t *testing.T) {
	for _, first := range []string{http.MethodPut, http.MethodDelete} {
		for _, last := range []string{http.MethodPut, http.MethodDelete} {
			t.Run(first+" is sent first, "+last+" is answered last", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					g := NewWithT(t)
					server := newScript(func(_ int, r *core.Request) (int, string) {
						switch {
						case r.Method == http.MethodGet:
							return 200, `[{"id":1,"userId":1,"title":"a"}]`
						case r.Method == last:
							time.Sleep(5 * time.Second)
						default:
							time.Sleep(2 * time.Second)
						}
						if r.Method == http.MethodDelete {
							return 204, ""
						}
						return 200, `{"id":1,"userId":1,"title":"a","completed":false}`
					})
					client, ctx := clientFor(t, server)
					todos := Todos.On(client)
					for _, filter := range []TodoFilter{{}, user(1)} {
						_, err := todos.List(ctx, filter)
						g.Expect(err).NotTo(HaveOccurred())
					}
					changes := map[string]func(){
						http.MethodDelete: func() { _ = todos.Delete(ctx, 1) },
						http.MethodPut:    func() { _, _ = todos.Update(ctx, 1, Todo{UserID: 1, Title: "a"}) },
					}
					go changes[first]()
					sleep(1)
					for method, change := range changes {
						if method != first {
							go change()
						}
					}

					sleep(7)

					g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos": store.Stale, "http://api.test/todos?userId=1": store.Stale}))
				})
			})
		}
	}
}

// The entity is deleted, made again by one replacement and read; another one, which began
// before the deletion, is answered last.
func TestAMutationThatIsAnsweredAfterADeletionLeavesStaleWhatWasReadSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			switch r.Method {
			case http.MethodDelete:
				return 204, ""
			case http.MethodPut:
				time.Sleep(5 * time.Second)
				return 200, `{"id":1,"userId":1,"title":"b","completed":false}`
			}
			return 200, `[{"id":1,"userId":1,"title":"a","completed":false}]`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		go func() { _, _ = todos.Update(ctx, 1, Todo{UserID: 1, Title: "b"}) }()
		synctest.Wait()
		g.Expect(todos.Delete(ctx, 1)).To(Succeed())
		_, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		_, status := todoStatus(client, 1)
		g.Expect(status).To(Equal(store.Fresh))

		sleep(6)

		_, status = todoStatus(client, 1)
		g.Expect(status).To(Equal(store.Stale))
		g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos": store.Stale}))
	})
}

func TestWhatMutationsThatWaitForEachOtherLeaveIsFresh(t *testing.T) {
	serial := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id", apiPrefix, restclient.WithSerialMutations())
	for name, last := range map[string]func(context.Context, *restclient.Bound[Todo, int, TodoFilter]){
		"a change": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) {
			_, _ = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "c"})
		},
		"a deletion": func(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter]) { _ = todos.Delete(ctx, 1) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(_ int, r *core.Request) (int, string) {
					time.Sleep(time.Second)
					switch r.Method {
					case http.MethodGet:
						return 200, `[{"id":1,"userId":1,"title":"a","completed":false}]`
					case http.MethodPut:
						return 200, `{"id":1,"userId":1,"title":"b","completed":false}`
					case http.MethodPatch:
						return 200, `{"id":1,"userId":1,"title":"c","completed":false}`
					}
					return 204, ""
				})
				client, ctx := clientFor(t, server)
				todos := serial.On(client)
				_, err := todos.List(ctx, TodoFilter{})
				g.Expect(err).NotTo(HaveOccurred())
				go func() { _, _ = todos.Update(ctx, 1, Todo{UserID: 1, Title: "b"}) }()
				synctest.Wait()
				go last(ctx, todos)

				sleep(3)

				shown, status := todoStatus(client, 1)
				g.Expect(status).To(Equal(map[string]store.Status{"a change": store.Fresh, "a deletion": store.Missing}[name]))
				g.Expect(shown.Title).To(Equal(map[string]string{"a change": "c"}[name]))
				g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos": store.Fresh}))
			})
		})
	}
}

func TestAReplacementThatMakesAnEntityLeavesListsStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(_ int, r *core.Request) (int, string) {
			if r.Method == http.MethodPut {
				return 201, `{"id":9,"userId":1,"title":"b"}`
			}
			return 200, `[]`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		for _, filter := range []TodoFilter{{}, user(1), user(2)} {
			_, err := todos.List(ctx, filter)
			g.Expect(err).NotTo(HaveOccurred())
		}

		_, err := todos.Update(ctx, 9, Todo{UserID: 1, Title: "b"})

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{
			"http://api.test/todos": store.Stale, "http://api.test/todos?userId=1": store.Stale, "http://api.test/todos?userId=2": store.Fresh,
		}))
	})
}

// The answer is lost on the way, and a read of the list that was served before comes later.
func TestAReplacementThatMayHaveMadeAnEntityLeavesListsStale(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPut:
				return 200, `{"success":`
			case n > 1:
				time.Sleep(2 * time.Second)
			}
			return 200, `[]`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		_, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())
		go func() { _, _ = todos.FetchList(ctx, TodoFilter{}) }()
		synctest.Wait()

		_, err = todos.Update(ctx, 9, Todo{UserID: 1, Title: "b"})
		sleep(3)

		g.Expect(err).To(HaveOccurred())
		g.Expect(listStatuses(client)).To(Equal(map[string]store.Status{"http://api.test/todos": store.Stale}))
	})
}

// The GET is served before the PUT, and answered after it.
func TestARefusalFromBeforeAReplacementDoesNotStand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		server := newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case n == 1:
				time.Sleep(2 * time.Second)
				return 404, "{}"
			case r.Method == http.MethodPut:
				time.Sleep(time.Second)
				return 201, `{"id":9,"userId":1,"title":"b","completed":false}`
			}
			return 200, `{"id":9,"userId":1,"title":"b","completed":false}`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		go func() { _, _ = todos.Get(ctx, 9) }()
		synctest.Wait()
		_, err := todos.Update(ctx, 9, Todo{UserID: 1, Title: "b"})
		g.Expect(err).NotTo(HaveOccurred())
		time.Sleep(time.Second + time.Millisecond)

		got, err := todos.Get(ctx, 9)

		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got.Title).To(Equal("b"))
	})
}

// What is queued is sent at the moment of a reset, after which another user logs in.
func TestNothingThatIsQueuedIsSentAfterAReset(t *testing.T) {
	g := NewWithT(t)
	var next atomic.Bool // the next user has logged in
	var late atomic.Int64
	server := core.TransportFunc(func(ctx context.Context, _ *core.Request) (*core.Response, error) {
		if next.Load() && ctx.Err() == nil {
			late.Add(1)
		}
		return written(200, nil, `{"id":1,"title":"x"}`), nil
	})
	network := restclient.NewSwitch(false)
	client, err := restclient.New(server, restclient.WithConnectivity(network), restclient.WithOutbox(blank{}, restclient.Queue(Todos)))
	g.Expect(err).NotTo(HaveOccurred())
	defer client.Close()
	come := func(n int) { // lets the sender come some way
		for range n {
			next.Load()
		}
	}
	for n := range thorough.Times(3000, 300_000) {
		next.Store(false)
		network.Set(false)
		_, _ = Todos.On(client).PartialUpdate(t.Context(), 1, restclient.Fields{"title": "x"})
		network.Set(true)
		come(n % 50)

		client.Reset(t.Context())
		next.Store(true)
		come(300)
	}
	g.Expect(late.Load()).To(BeZero())
}

// blank is a journal that keeps nothing.
type blank struct{}

func (blank) Records(context.Context, string) ([][]byte, error) { return nil, nil }
func (blank) Append(context.Context, string, []byte) error      { return nil }
func (blank) Rewrite(context.Context, string, [][]byte) error   { return nil }
func (blank) Forget(context.Context, string) error              { return nil }
