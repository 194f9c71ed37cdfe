package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

type pushed = restclient.Pushed[int]

func upsert(format string, args ...any) pushed {
	return restclient.Upserted[int](fmt.Appendf(nil, format, args...))
}

func pushes(all ...pushed) iter.Seq2[pushed, error] {
	return func(yield func(pushed, error) bool) {
		for _, p := range all {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func TestIngestStoresWhatComes(t *testing.T) {
	g := NewWithT(t)
	client, ctx := clientFor(t, todoScript())
	todos := Todos.On(client)
	_, err := todos.List(ctx, TodoFilter{})
	g.Expect(err).NotTo(HaveOccurred())

	err = todos.Ingest(ctx, pushes(
		upsert(`{"id":1,"completed":true}`),
		restclient.Created[int]([]byte(`{"id":3,"title":"new"}`)),
		upsert(`{"id":4,"title":"in no list"}`),
		restclient.Deleted(2),
	))
	g.Expect(err).NotTo(HaveOccurred())

	l, ok := restclient.UseCache(ctx, Todos.GetList, TodoFilter{})
	g.Expect(ok).To(BeTrue())
	g.Expect(l.Slice()).To(Equal([]Todo{{ID: 1, Title: "t1", Completed: true}, {ID: 3, Title: "new"}}))
	four, ok := restclient.UseCache(ctx, Todos.Get, 4)
	g.Expect(ok).To(BeTrue())
	g.Expect(four.Title).To(Equal("in no list"))
}

func TestIngestGoesOnAfterAnError(t *testing.T) {
	g := NewWithT(t)
	client, ctx := clientFor(t, todoScript())
	lost := errors.New("lost")
	source := func(yield func(pushed, error) bool) {
		_ = yield(pushed{}, lost) && yield(upsert(`{"title":"no key"}`), nil) && yield(upsert(`{`), nil) && yield(upsert(`{"id":1,"title":"x"}`), nil)
	}
	var errs []error
	err := Todos.On(client).Ingest(ctx, source, restclient.WithIngestError(func(err error) error {
		errs = append(errs, err)
		return nil
	}))
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(errs).To(HaveExactElements(MatchError(lost), HaveField("Kind", restclient.KindSchema), HaveField("Kind", restclient.KindDecode)))
	one, ok := restclient.UseCache(ctx, Todos.Get, 1)
	g.Expect(ok).To(BeTrue())
	g.Expect(one.Title).To(Equal("x"))

	err = Todos.On(client).Ingest(ctx, source, restclient.WithIngestError(func(err error) error { return err }))
	g.Expect(err).To(MatchError(lost))
	g.Expect(Todos.On(nil).Ingest(ctx, source)).To(MatchError(restclient.ErrNoController))
}

func TestIngestBoundsHowOftenItCommits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, todoScript())
		put(client, "first", 1)
		l := follow(ctx, func(ctx context.Context) iter.Seq2[Todo, error] { return Todos.On(client).Watch(ctx, 1) })
		synctest.Wait()
		l.got()
		source := func(yield func(pushed, error) bool) {
			for i := range 1000 { // one second
				if !yield(upsert(`{"id":1,"title":"%d"}`, i), nil) {
					return
				}
				time.Sleep(time.Millisecond)
			}
		}
		g.Expect(Todos.On(client).Ingest(ctx, source, restclient.WithIngestWindow(100*time.Millisecond))).To(Succeed())
		synctest.Wait()
		values, _ := l.got()
		g.Expect(len(values)).To(BeNumerically("~", 11, 1))
		g.Expect(values[0].Title).To(Equal("0"), "at once")
		g.Expect(values[len(values)-1].Title).To(Equal("999"))
		l.stop()
	})
}

func TestIngestEndsWithTheClient(t *testing.T) {
	for name, want := range map[string]error{"closed": restclient.ErrClosed, "reset": restclient.ErrReset, "context": context.Canceled} {
		for _, source := range []string{"goes on", "ends, too"} {
			t.Run(name+" while the source "+source, func(t *testing.T) {
				g := NewWithT(t)
				client, ctx := clientFor(t, todoScript())
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				err := Todos.On(client).Ingest(ctx, func(yield func(pushed, error) bool) {
					g.Expect(yield(upsert(`{"id":1,"title":"x"}`), nil)).To(BeTrue())
					switch name {
					case "closed":
						client.Close()
					case "reset":
						client.Reset(ctx)
					default:
						cancel()
					}
					if source == "goes on" {
						g.Expect(yield(upsert(`{"id":2,"title":"x"}`), nil)).To(BeFalse())
					}
				})
				g.Expect(err).To(MatchError(want))
				_, ok := restclient.UseCache(client.Context(t.Context()), Todos.Get, 2)
				g.Expect(ok).To(BeFalse())
			})
		}
	}
}

const watchers = 50

// watchUntilEnd starts loops that read 200 todos each, until the first one is
// called "end". It counts how often they are woken.
func watchUntilEnd(ctx context.Context, loops int) (woken *atomic.Int64, wait func()) {
	woken = new(atomic.Int64)
	var ready, done sync.WaitGroup
	ready.Add(loops)
	for range loops {
		done.Go(func() {
			first := true
			for titles, err := range restclient.Live(ctx, manyTitles) {
				if first {
					first = false
					ready.Done()
				} else {
					woken.Add(1)
				}
				if err != nil || titles[0] == "end" {
					return
				}
			}
		})
	}
	ready.Wait()
	return woken, done.Wait
}

func manyTitles(ctx context.Context) ([]string, error) {
	var titles []string
	for id := range 200 {
		todo, err := restclient.UseSuspense(ctx, Todos.Get, id)
		if err != nil {
			return nil, err
		}
		titles = append(titles, todo.Title)
	}
	return titles, nil
}

func TestManyEventsAreFewWakeUps(t *testing.T) {
	g, entities, count := NewWithT(t), thorough.Times(1_000, 10_000), thorough.Times(10_000, 100_000)
	client, ctx := clientFor(t, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return nil, errors.New("nothing is asked for")
	}))
	random, want := rand.New(rand.NewPCG(3, 4)), map[int]string{}
	all := make([]pushed, 0, count)
	for id := range entities {
		put(client, "first", id)
		want[id] = "first"
	}
	for i := range count {
		id := random.IntN(entities)
		want[id] = strconv.Itoa(i)
		all = append(all, upsert(`{"id":%d,"title":"%d"}`, id, i))
	}
	want[0] = "end"
	all = append(all, upsert(`{"id":0,"title":"end"}`))
	woken, wait := watchUntilEnd(ctx, watchers)
	before, began := client.Store().Seq(), time.Now()
	g.Expect(Todos.On(client).Ingest(ctx, pushes(all...))).To(Succeed())
	took := time.Since(began)
	wait()

	commits := int64(client.Store().Seq() - before)
	t.Logf("%d events into %d entities: %.0f/s, %d commits, %.1f wake-ups per watcher", len(all), entities, float64(len(all))/took.Seconds(), commits, float64(woken.Load())/watchers)
	g.Expect(commits).To(BeNumerically("<", int64(count)/50))
	g.Expect(woken.Load()).To(BeNumerically("<=", commits*watchers))
	for id, title := range want {
		todo, ok := restclient.UseCache(ctx, Todos.Get, id)
		if !ok || todo.Title != title {
			t.Fatalf("todo %d is %q, want %q", id, todo.Title, title)
		}
	}
}

func ExampleFromEvents() {
	client := newClient()
	defer client.Close()
	source := func(yield func(restclient.Event, error) bool) { // such as Events, or a WebSocket
		_ = yield(restclient.Event{Type: "todo", Data: []byte(`{"id":1,"title":"pushed"}`)}, nil) &&
			yield(restclient.Event{Type: "ping"}, nil) &&
			yield(restclient.Event{Type: "gone", Data: []byte("2")}, nil)
	}
	changes := restclient.FromEvents(source, func(e restclient.Event) (restclient.Pushed[int], error) {
		switch e.Type {
		case "todo":
			return restclient.Upserted[int](e.Data), nil
		case "gone":
			id, err := strconv.Atoi(strings.TrimSpace(string(e.Data)))
			return restclient.Deleted(id), err
		}
		return restclient.Pushed[int]{}, restclient.ErrSkipped
	})
	ctx := context.Background()
	fmt.Println(Todos.On(client).Ingest(ctx, changes))
	fmt.Println(restclient.UseCache(client.Context(ctx), Todos.Get, 1))
	// Output:
	// <nil>
	// {1 0 pushed false} true
}

func TestPushesThatOvertakeTheAnswerToACreation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, newScript(func(n int, r *core.Request) (int, string) {
			switch {
			case r.Method == http.MethodPost:
				sleep(5)
				return 201, `{"id":9,"userId":2,"title":"new"}`
			case n > 3:
				return 200, `[{"id":9,"userId":1,"title":"new"}]`
			}
			return 200, `[]`
		}))
		todos := eager.On(client)
		shown := func(id int) []Todo {
			list, ok := restclient.UseCache(ctx, eager.GetList, user(id))
			g.Expect(ok).To(BeTrue())
			return list.Slice()
		}
		for _, id := range []int{1, 2} {
			_, err := todos.List(ctx, user(id))
			g.Expect(err).NotTo(HaveOccurred())
		}
		go func() { _, _ = todos.Create(ctx, user(1), Todo{UserID: 2, Title: "new"}) }()
		synctest.Wait()
		g.Expect(shown(1)).To(HaveLen(1), "where it was asked for")

		_, err := todos.FetchList(ctx, user(1)) // another client has moved it there
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(todos.Ingest(ctx, pushes(upsert(`{"id":9,"userId":2}`)))).To(Succeed()) // and back
		sleep(6)

		g.Expect(shown(1)).To(BeEmpty())
		g.Expect(shown(2)).To(Equal([]Todo{{ID: 9, UserID: 2, Title: "new"}}))
	})
}

func TestPushesThatListsDoNotKnowOf(t *testing.T) {
	const row = `{"id":9,"userId":1,"title":"x"}`
	for name, c := range map[string]struct {
		before, push string
		asks         []string
	}{
		"of a row that is in none of them": {push: row, asks: []string{"GET /todos?userId=1"}},
		"of a row that has become theirs":  {before: `{"id":9,"userId":3}`, push: row, asks: []string{"GET /todos?userId=1"}},
		"of what they do not select by":    {before: row, push: `{"id":9,"title":"y"}`},
		"that do not say whose it is":      {push: `{"id":9,"title":"y"}`},
		"of a row of another list":         {push: `{"id":9,"userId":4}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(int, *core.Request) (int, string) { return 200, `[]` })
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				if c.before != "" {
					g.Expect(todos.Ingest(ctx, pushes(upsert("%s", c.before)))).To(Succeed())
				}
				for _, f := range []TodoFilter{user(1), user(2), {}} {
					_, err := todos.List(ctx, f)
					g.Expect(err).NotTo(HaveOccurred())
				}
				server.seen()

				g.Expect(todos.Ingest(ctx, pushes(upsert("%s", c.push)))).To(Succeed())

				for range 2 {
					for _, f := range []TodoFilter{user(1), user(2), {}} {
						_, err := todos.List(ctx, f)
						g.Expect(err).NotTo(HaveOccurred())
					}
					synctest.Wait()
				}
				g.Expect(server.seen()).To(Equal(c.asks))
			})
		})
	}
}

func TestIngestMakesAgainWhatIsGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, todoScript())
		todos := Todos.On(client)
		_, err := todos.List(ctx, TodoFilter{})
		g.Expect(err).NotTo(HaveOccurred())

		again := restclient.Created[int]([]byte(`{"id":2,"title":"again"}`))
		g.Expect(todos.Ingest(ctx, pushes(upsert(`{"id":1,"title":"a"}`), restclient.Deleted(2), again))).To(Succeed())

		list, ok := restclient.UseCache(ctx, Todos.GetList, TodoFilter{})
		g.Expect(ok).To(BeTrue())
		g.Expect(list.Slice()).To(HaveExactElements(HaveField("Title", "a"), HaveField("Title", "again")))
	})
}

func TestPushesBehindADeletion(t *testing.T) {
	row := []byte(`{"id":5,"userId":1,"title":"x"}`)
	created, deleted := restclient.Created[int](row), restclient.Deleted(5)
	for name, c := range map[string]struct {
		pushed []pushed
		shown  bool
	}{
		"that tell of the creation before":           {[]pushed{created}, false},
		"that tell of a change before":               {[]pushed{restclient.Upserted[int](row)}, false},
		"that tell of it, and of a creation since":   {[]pushed{created, deleted, created}, true},
		"that tell of it after that of the creation": {[]pushed{created, deleted}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if r.Method == http.MethodDelete {
						return 204, ""
					}
					return 200, "[" + string(row) + "]"
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				_, err := todos.List(ctx, user(1))
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(todos.Delete(ctx, 5)).To(Succeed())
				server.set(func(int, *core.Request) (int, string) { return 200, "[]" })
				server.seen()

				g.Expect(todos.Ingest(ctx, pushes(c.pushed...))).To(Succeed())

				_, found := restclient.UseCache(ctx, Todos.Get, 5)
				g.Expect(found).To(Equal(c.shown))
				list, err := todos.List(ctx, user(1))
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(list.Len()).To(Equal(map[bool]int{true: 1}[c.shown]))
				synctest.Wait()
				g.Expect(server.seen()).To(Equal([]string{"GET /todos?userId=1"}), "nobody knows which of the two is the later one")
			})
		})
	}
}
