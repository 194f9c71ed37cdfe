package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// todoScript answers any todo with its number in the title, and any list with
// two.
func todoScript() *script {
	return newScript(func(_ int, r *core.Request) (int, string) {
		var id int
		if n, _ := fmt.Sscanf(r.URL, "http://api.test/todos/%d", &id); n == 1 {
			return 200, fmt.Sprintf(`{"id":%d,"title":"t%[1]d"}`, id)
		}
		return 200, `[{"id":1,"title":"t1"},{"id":2,"title":"t2"}]`
	})
}

// put stores the titles of todos in one commit.
func put(c *restclient.Client, title string, ids ...int) {
	s := c.Store()
	table := store.KindOf[Todo]().In(s)
	s.Commit(store.Write{Start: s.Begin(), TTL: time.Hour}, func(w store.Write) {
		for _, id := range ids {
			row, err := table.Decode(fmt.Appendf(nil, `{"id":%d,"title":%q}`, id, title))
			if err != nil {
				panic(err)
			}
			table.Put(w, row)
		}
	})
}

func pair(ctx context.Context) (string, error) {
	one, err := restclient.UseSuspense(ctx, Todos.Get, 1)
	if err != nil {
		return "", err
	}
	two, err := restclient.UseSuspense(ctx, Todos.Get, 2)
	return one.Title + " " + two.Title, err
}

func live[T any](render func(context.Context) (T, error)) func(context.Context) iter.Seq2[T, error] {
	return func(ctx context.Context) iter.Seq2[T, error] { return restclient.Live(ctx, render) }
}

func TestLiveRendersOncePerCommitOfWhatWasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		server.delay = time.Second
		client, ctx := clientFor(t, server)
		l := follow(ctx, live(pair))
		sleep(10)
		values, _ := l.got()
		g.Expect(values).To(Equal([]string{"t1 t2"}), "it waits for both, then shows one state")
		g.Expect(server.seen()).To(Equal([]string{"GET /todos/1", "GET /todos/2"}))

		for i := range 100 {
			put(client, fmt.Sprint(i), 3, 4, 5)
		}
		synctest.Wait()
		values, _ = l.got()
		g.Expect(values).To(BeEmpty(), "what was not read")

		for i := range 100 {
			put(client, fmt.Sprint(i), 1, 2, 3)
			synctest.Wait()
			values, _ = l.got()
			g.Expect(values).To(Equal([]string{fmt.Sprintf("%d %[1]d", i)}))
		}
		put(client, "99", 1, 2)
		synctest.Wait()
		values, _ = l.got()
		g.Expect(values).To(BeEmpty(), "equal data")
		l.stop()
	})
}

func TestLiveNeverTearsACommit(t *testing.T) {
	g, commits := NewWithT(t), thorough.Times(50_000, 1_000_000)
	client, ctx := clientFor(t, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return nil, errors.New("nothing is asked for")
	}))
	put(client, "0", 1, 2)
	var renders, torn atomic.Int64
	var readers sync.WaitGroup
	ctx, cancel := context.WithCancel(ctx)
	for range 2 {
		readers.Go(func() {
			for text, err := range restclient.Live(ctx, pair) {
				var a, b int
				if n, _ := fmt.Sscan(text, &a, &b); err != nil || n != 2 || a != b {
					torn.Add(1)
				}
				renders.Add(1)
			}
		})
	}
	table, random := store.KindOf[Todo]().In(client.Store()), rand.New(rand.NewPCG(1, 2))
	rows := make(map[[2]int]store.Row)
	for id := 1; id <= 3; id++ {
		for n := range 100 {
			row, err := table.Decode(fmt.Appendf(nil, `{"id":%d,"title":"%d"}`, id, n))
			g.Expect(err).NotTo(HaveOccurred())
			rows[[2]int{id, n}] = row
		}
	}
	for i := range commits {
		if i%16 == 0 {
			runtime.Gosched()
		}
		n, ids := random.IntN(100), []int{1, 2, 3}
		if random.IntN(4) == 0 {
			ids = ids[2:]
		}
		client.Store().Commit(store.Write{Start: client.Store().Begin(), TTL: time.Hour}, func(w store.Write) {
			for _, id := range ids {
				table.Put(w, rows[[2]int{id, n}])
			}
		})
	}
	cancel()
	readers.Wait()
	t.Logf("%d commits, %d renders", commits, renders.Load())
	g.Expect(torn.Load()).To(BeZero())
	g.Expect(renders.Load()).To(BeNumerically(">", 5))
}

func TestLiveAnErrorIsShownOnceAndRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server := NewWithT(t), todoScript()
		server.set(func(int, *core.Request) (int, string) { return 404, "" })
		client, ctx := clientFor(t, server)
		l := follow(ctx, live(pair))
		sleep(30)
		values, errs := l.got()
		g.Expect(values).To(BeEmpty())
		g.Expect(errs).To(HaveExactElements(MatchError(restclient.ErrNotFound)))
		g.Expect(server.seen()).To(Equal([]string{"GET /todos/1"}))

		put(client, "back", 1, 2)
		synctest.Wait()
		values, errs = l.got()
		g.Expect(values).To(Equal([]string{"back back"}))
		g.Expect(errs).To(BeEmpty())
		l.stop()
	})
}

func TestLiveShowsThatWhatItWaitsForWasDeleted(t *testing.T) {
	background := func(ctx context.Context) (string, error) {
		d := restclient.UseDLE(ctx, Todos.Get, 1)
		return fmt.Sprint(d.Data.Title, errors.Is(d.Err, restclient.ErrNotFound)), nil
	}
	for name, render := range map[string]func(context.Context) (string, error){
		"waiting": func(ctx context.Context) (string, error) {
			todo, err := restclient.UseSuspense(ctx, Todos.Get, 1)
			return fmt.Sprint(todo.Title, errors.Is(err, restclient.ErrNotFound)), nil
		},
		"in the background":                    background,
		"in the background, where others wait": background,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				client, ctx := clientFor(t, newScript(func(n int, r *core.Request) (int, string) {
					switch {
					case r.Method == http.MethodDelete:
						return 204, ""
					case n > 2:
						return 404, ""
					}
					sleep(2)
					return 200, `{"id":1,"title":"t1"}`
				}))
				if name == "in the background, where others wait" {
					go func() { _, _ = Todos.On(client).Get(ctx, 1) }()
				}
				l := follow(ctx, live(render))
				sleep(1)
				g.Expect(Todos.On(client).Delete(ctx, 1)).To(Succeed())
				sleep(5)

				values, _ := l.got()
				g.Expect(values[len(values)-1]).To(Equal("true"))
				l.stop()
			})
		})
	}
}

func TestLiveNothingRunsInCircles(t *testing.T) {
	endpoint := func(opts ...restclient.EndpointOption) *restclient.Read[restclient.None, int] {
		return restclient.RestEndpoint[restclient.None, int]("/count", append(opts, restclient.WithURLPrefix("http://api.test"))...)
	}
	for name, ep := range map[string]*restclient.Read[restclient.None, int]{
		"stale at once":                       endpoint(restclient.WithExpiry(0)),
		"stale at once and unusable":          endpoint(restclient.WithExpiry(0), restclient.WithInvalidIfStale()),
		"stale at once, errors do not stand":  endpoint(restclient.WithExpiry(0), restclient.WithErrorExpiry(0)),
		"unusable, errors do not stand":       endpoint(restclient.WithExpiry(0), restclient.WithErrorExpiry(0), restclient.WithInvalidIfStale()),
		"errors do not stand, hard or not":    endpoint(restclient.WithErrorExpiry(0), restclient.WithErrorPolicy(func(*restclient.Error) restclient.ErrorPolicy { return restclient.Hard })),
		"stale after a millisecond, unusable": endpoint(restclient.WithExpiry(time.Millisecond), restclient.WithInvalidIfStale()),
	} {
		for _, fails := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, failing: %v", name, fails), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					g, server := NewWithT(t), counter()
					server.delay = 10 * time.Millisecond
					_, ctx := clientFor(t, server)
					if fails {
						_, _ = restclient.Fetch(ctx, ep, restclient.None{})
						server.set(func(int, *core.Request) (int, string) { return 404, "" })
					}
					read := func(ctx context.Context) (int, error) { return restclient.UseSuspense(ctx, ep, restclient.None{}) }
					one, two := follow(ctx, live(read)), follow(ctx, live(read))
					sleep(3600)
					g.Expect(len(server.times())).To(BeNumerically("<=", 6), "requests in an hour in which nothing happens")
					one.stop()
					two.stop()
				})
			})
		}
	}
}

func TestLiveEndlessRerunsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, server, n := NewWithT(t), todoScript(), 0
		_, ctx := clientFor(t, server)
		l := follow(ctx, live(func(ctx context.Context) (Todo, error) {
			n++
			return restclient.UseSuspense(ctx, Todos.Get, n)
		}))
		sleep(1)
		_, errs := l.got()
		g.Expect(errs).To(HaveExactElements(MatchError(restclient.ErrUnsettled)))
		g.Expect(server.seen()).To(HaveLen(32))
		l.stop()

		fetching := follow(ctx, live(func(ctx context.Context) (Todo, error) { return restclient.Fetch(ctx, Todos.Get, 1) }))
		sleep(1)
		g.Expect(server.seen()).To(HaveLen(1), "what a turn has asked for it does not ask for again")
		fetching.stop()
	})
}

func TestLiveWithoutAClientThereIsOneError(t *testing.T) {
	l := follow(t.Context(), live(pair))
	<-l.done
	values, errs := l.got()
	g := NewWithT(t)
	g.Expect(values).To(BeEmpty())
	g.Expect(errs).To(HaveExactElements(MatchError(restclient.ErrNoController)))

	w := follow(t.Context(), func(ctx context.Context) iter.Seq2[Todo, error] { return restclient.UseLive(ctx, Todos.Get, 1) })
	<-w.done
	_, errs = w.got()
	g.Expect(errs).To(HaveExactElements(MatchError(restclient.ErrNoController)))
}

func TestManyWatchersLeaveNothingBehind(t *testing.T) {
	g, watchers := NewWithT(t), thorough.Times(1_000, 10_000)
	none := goleak.IgnoreCurrent()
	client, ctx := clientFor(t, core.TransportFunc(func(context.Context, *core.Request) (*core.Response, error) {
		return nil, errors.New("nothing is asked for")
	}))
	put(client, "first", 1)
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(ctx)
	var first, last, all sync.WaitGroup
	first.Add(watchers)
	last.Add(watchers)
	for range watchers {
		all.Go(func() {
			n := 0
			for todo, err := range Todos.On(client).Watch(ctx, 1) {
				if n++; n == 1 {
					first.Done()
				}
				if err == nil && todo.Title == "last" {
					last.Done()
					break
				}
			}
		})
	}
	first.Wait()
	g.Expect(client.Loops()).To(Equal(watchers))
	put(client, "last", 1)
	last.Wait()
	all.Wait()
	cancel()

	g.Expect(client.Loops()).To(BeZero())
	g.Eventually(runtime.NumGoroutine).Should(BeNumerically("<=", before))
	g.Expect(goleak.Find(none)).To(Succeed())
	put(client, "nobody listens", 1)
}

func TestASlowReaderSeesTheLastValueOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, todoScript())
		put(client, "0", 1)
		w := restclient.Watch(ctx, Todos.Get, 1)
		defer w.Close()
		g.Expect(w.Next(ctx)).To(HaveField("Title", "0"))
		for i := range 1000 {
			put(client, fmt.Sprint(i), 1)
		}
		g.Expect(w.Next(ctx)).To(HaveField("Title", "999"))

		soon, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		_, err := w.Next(soon)
		g.Expect(err).To(HaveField("Kind", restclient.KindTimeout), "there is no backlog")
		put(client, "other", 2)
		g.Expect(w.Changed()).NotTo(Receive())
		put(client, "more", 1)
		g.Expect(w.Changed()).To(Receive())
		g.Expect(w.Value(ctx)).To(HaveField("Title", "more"))
	})
}

func TestAWatchedListFollowsItsRows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, todoScript())
		l := follow(ctx, func(ctx context.Context) iter.Seq2[restclient.List[Todo], error] {
			return Todos.On(client).WatchList(ctx, TodoFilter{})
		})
		synctest.Wait()
		put(client, "x", 2)
		synctest.Wait()
		put(client, "y", 9)
		synctest.Wait()

		lists, errs := l.got()
		g.Expect(errs).To(BeEmpty())
		g.Expect(lists).To(HaveLen(2))
		g.Expect(titles(lists[0])).To(Equal([]string{"t1", "t2"}))
		g.Expect(titles(lists[1])).To(Equal([]string{"t1", "x"}))
		l.stop()
	})
}

// A page that follows its data: each event is the panel as it is now.
func ExampleLive_page() {
	client := newClient()
	defer client.Close()
	panel := func(ctx context.Context) (string, error) {
		todo, err := restclient.UseSuspense(ctx, Todos.Get, 2)
		return "<p>" + html.EscapeString(todo.Title) + "</p>", err
	}
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for html, err := range restclient.Live(client.Context(r.Context()), panel) {
			if err != nil {
				return
			}
			fmt.Fprintf(w, "data: %s\n\n", html)
			_ = http.NewResponseController(w).Flush()
		}
	})
	server := httptest.NewServer(page)
	defer server.Close()

	browser, err := restclient.New(httpTransport())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer browser.Close()
	panels := restclient.RestEndpoint[restclient.None, restclient.None]("/", restclient.WithURLPrefix(server.URL))
	ctx := context.Background()
	for event, err := range restclient.Events(browser.Context(ctx), panels, restclient.None{}) {
		fmt.Println(string(event.Data), err)
		if string(event.Data) != "<p>write</p>" {
			break
		}
		_, err = Todos.On(client).PartialUpdate(ctx, 2, restclient.Fields{"title": "write <well>"})
		fmt.Println(err)
	}
	// Output:
	// <p>write</p> <nil>
	// <nil>
	// <p>write &lt;well&gt;</p> <nil>
}

// What has changed is seen by the next look when the first one was given up, such as that of
// a reader with a time limit of its own.
func TestAChangeWhoseLookWasGivenUpIsStillNews(t *testing.T) {
	for name, look := range map[string]func(context.Context, *restclient.Watcher[Todo]) (Todo, error){
		"Next": func(ctx context.Context, w *restclient.Watcher[Todo]) (Todo, error) { return w.Next(ctx) },
		"Value": func(ctx context.Context, w *restclient.Watcher[Todo]) (Todo, error) {
			select {
			case <-w.Changed():
				return w.Value(ctx)
			case <-ctx.Done():
				return Todo{}, ctx.Err()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, asked := NewWithT(t), atomic.Int64{}
				_, ctx := clientFor(t, core.TransportFunc(func(ctx context.Context, _ *core.Request) (*core.Response, error) {
					n := asked.Add(1)
					if n > 1 {
						time.Sleep(time.Second)
					}
					return written(200, nil, fmt.Sprintf(`{"id":1,"title":"%d"}`, n)), ctx.Err()
				}))
				w := restclient.Watch(ctx, Todos.Get, 1)
				defer w.Close()
				g.Expect(w.Next(ctx)).To(HaveField("Title", "1"))
				g.Expect(restclient.Invalidate(ctx, Todos.Get, 1)).To(Succeed())
				short, leave := context.WithTimeout(ctx, time.Second/2)
				defer leave()
				_, err := look(short, w)
				g.Expect(err).To(MatchError(context.DeadlineExceeded))

				long, end := context.WithTimeout(ctx, time.Minute)
				defer end()
				g.Expect(look(long, w)).To(HaveField("Title", "3"))
			})
		})
	}
}
