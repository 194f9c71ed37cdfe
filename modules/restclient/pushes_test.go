package restclient_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
)

type boundTodos = restclient.Bound[Todo, int, TodoFilter]

func TestPushesOfSomeFieldsTellNothingOfTheOthers(t *testing.T) {
	const some, whole = `{"id":1,"title":"pushed"}`, `{"id":1,"userId":2,"title":"pushed","completed":true}`
	asks := []string{"GET /todos/1"}
	for name, c := range map[string]struct {
		before func(t *testing.T, todos *boundTodos) error
		push   pushed
		shown  string // meanwhile
		asks   []string
	}{
		"of what is invalid": {func(t *testing.T, todos *boundTodos) error { return todos.Invalidate(t.Context(), 1) }, upsert(some), "server", asks},
		"of what is stale":   {func(t *testing.T, todos *boundTodos) error { return todos.Expire(t.Context(), 1) }, upsert(some), "pushed", asks},
		"of what was read too long ago": {func(*testing.T, *boundTodos) error {
			sleep(60 * 60)
			return nil
		}, upsert(some), "pushed", asks},
		"of what is fresh":       {func(*testing.T, *boundTodos) error { return nil }, upsert(some), "pushed", nil},
		"but all where they are": {func(t *testing.T, todos *boundTodos) error { return todos.Invalidate(t.Context(), 1) }, upsert(whole), "pushed", nil},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				server := newScript(func(int, *core.Request) (int, string) {
					return 200, `{"id":1,"userId":2,"title":"server","completed":true}`
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				_, err := todos.Get(ctx, 1)
				g.Expect(err).NotTo(HaveOccurred())
				g.Expect(c.before(t, todos)).To(Succeed())
				server.seen()

				g.Expect(todos.Ingest(ctx, pushes(c.push))).To(Succeed())

				g.Expect(todos.Get(ctx, 1)).To(Equal(Todo{1, 2, c.shown, true}))
				synctest.Wait()
				g.Expect(server.seen()).To(Equal(c.asks))
			})
		})
	}
}

func TestAPushOfSomeFieldsOfWhatIsNotKnownIsRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		client, ctx := clientFor(t, newScript(func(int, *core.Request) (int, string) {
			return 200, `{"id":1,"userId":2,"title":"pushed","completed":true}`
		}))
		todos := Todos.On(client)
		g.Expect(todos.Ingest(ctx, pushes(upsert(`{"id":1,"title":"pushed"}`)))).To(Succeed())

		g.Expect(todos.Get(ctx, 1)).To(Equal(Todo{ID: 1, Title: "pushed"}))
		synctest.Wait()
		g.Expect(todos.Get(ctx, 1)).To(Equal(Todo{1, 2, "pushed", true}))
	})
}

func TestPushesBehindAChange(t *testing.T) {
	titled := func(title string) pushed {
		return upsert(`{"id":1,"userId":2,"title":%q,"completed":true}`, title)
	}
	some, asks := upsert(`{"id":1,"completed":true}`), []string{"GET /todos/1"}
	for name, c := range map[string]struct {
		pushed []pushed
		asks   []string
	}{
		"that tell of it":                              {[]pushed{titled("mine")}, nil},
		"that tell of the state before":                {[]pushed{titled("older")}, asks},
		"that tell of the state before, and of it":     {[]pushed{titled("older"), titled("mine")}, asks},
		"that tell of it, and of a change since":       {[]pushed{titled("mine"), titled("since")}, nil},
		"that tell of another field":                   {[]pushed{some}, nil},
		"that tell of another field, and of it before": {[]pushed{some, upsert(`{"id":1,"title":"older"}`)}, asks},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				title := "server"
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if r.Method == http.MethodPatch {
						title = "mine"
					}
					return 200, `{"id":1,"userId":2,"title":"` + title + `","completed":true}`
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				_, err := todos.Get(ctx, 1)
				g.Expect(err).NotTo(HaveOccurred())
				_, err = todos.PartialUpdate(ctx, 1, restclient.Fields{"title": "mine"})
				g.Expect(err).NotTo(HaveOccurred())
				server.seen()

				for _, p := range c.pushed {
					g.Expect(todos.Ingest(ctx, pushes(p))).To(Succeed())
				}

				_, err = todos.Get(ctx, 1)
				g.Expect(err).NotTo(HaveOccurred())
				synctest.Wait()
				g.Expect(server.seen()).To(Equal(c.asks))
				if c.asks != nil {
					g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", "mine"))
				}
			})
		})
	}
}

func TestPushesThatAReadConfirmsAreBelieved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		title := "mine"
		server := newScript(func(int, *core.Request) (int, string) {
			return 200, `{"id":1,"userId":2,"title":"` + title + `","completed":true}`
		})
		client, ctx := clientFor(t, server)
		todos := Todos.On(client)
		_, err := todos.Update(ctx, 1, Todo{UserID: 2, Title: "mine", Completed: true})
		g.Expect(err).NotTo(HaveOccurred())
		for i, text := range []string{"of somebody", "of somebody else"} { // a server that does not push what this client does
			title = text
			server.seen()
			g.Expect(todos.Ingest(ctx, pushes(upsert(`{"id":1,"title":%q}`, text)))).To(Succeed())
			g.Expect(todos.Get(ctx, 1)).To(HaveField("Title", text))
			synctest.Wait()
			g.Expect(server.seen()).To(HaveLen(1 - i))
		}
	})
}

// readAgain is what a list holds when it was asked for, and read again if it was stale. It is
// called inside of a bubble.
func readAgain(ctx context.Context, todos *restclient.Bound[Todo, int, TodoFilter], of TodoFilter) ([]Todo, error) {
	if _, err := todos.List(ctx, of); err != nil {
		return nil, err
	}
	synctest.Wait()
	list, err := todos.List(ctx, of)
	return list.Slice(), err
}

func TestAPushWhileAListIsReadForTheFirstTime(t *testing.T) {
	const before, after = `{"id":1,"userId":1,"title":"a"}`, `{"id":1,"userId":2,"title":"a"}`
	for name, known := range map[string]bool{"of a row that is not known": false, "of a row that is known": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				lists := 0
				server := newScript(func(_ int, r *core.Request) (int, string) {
					if r.URL != "http://api.test/todos?userId=2" {
						return 200, before
					}
					if lists++; lists > 1 {
						return 200, "[" + after + "]"
					}
					sleep(2) // it was looked up before the row was changed
					return 200, "[]"
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				if known {
					_, err := todos.Get(ctx, 1)
					g.Expect(err).NotTo(HaveOccurred())
				}
				var reading sync.WaitGroup
				reading.Go(func() { _, _ = todos.List(ctx, user(2)) })
				sleep(1)
				g.Expect(todos.Ingest(ctx, pushes(upsert(after)))).To(Succeed())
				reading.Wait()

				g.Expect(readAgain(ctx, todos, user(2))).To(Equal([]Todo{{ID: 1, UserID: 2, Title: "a"}}))
			})
		})
	}
}

func TestAPushOfWhatAReadHasToldAlreadyAndAListThatWasReadMeanwhileLacks(t *testing.T) {
	const before, after = `{"id":1,"userId":1,"title":"a"}`, `{"id":1,"userId":2,"title":"a"}`
	for name, is := range map[string]struct{ known, again bool }{
		"a row that was known, and a list that is read for the first time":     {true, false},
		"a row that was known, and a list that is read again":                  {true, true},
		"a row that was not known, and a list that is read for the first time": {false, false},
		"a row that was not known, and a list that is read again":              {false, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := NewWithT(t)
				read, lists, changed := 0, 0, false
				server := newScript(func(_ int, r *core.Request) (int, string) {
					switch {
					case r.URL == "http://api.test/todos?userId=1" && changed:
						return 200, "[]"
					case r.URL == "http://api.test/todos?userId=1":
						return 200, "[" + before + "]"
					case r.URL == "http://api.test/todos/1":
						sleep(3) // and the row is changed
						return 200, after
					case lists <= read:
						if lists++; lists > read { // it was looked up before the row was changed, and comes late
							sleep(5)
						}
						return 200, "[]"
					}
					return 200, "[" + after + "]"
				})
				client, ctx := clientFor(t, server)
				todos := Todos.On(client)
				if is.known {
					_, err := todos.List(ctx, user(1))
					g.Expect(err).NotTo(HaveOccurred())
				}
				if is.again {
					read = 1
					_, err := todos.List(ctx, user(2))
					g.Expect(err).NotTo(HaveOccurred())
				}
				var reading sync.WaitGroup
				reading.Go(func() { _, _ = restclient.Fetch(ctx, Todos.Get, 1) })
				sleep(1)
				reading.Go(func() { _, _ = todos.FetchList(ctx, user(2)) })
				reading.Wait()
				changed = true
				g.Expect(todos.Ingest(ctx, pushes(upsert(after)))).To(Succeed())

				g.Expect(readAgain(ctx, todos, user(2))).To(Equal([]Todo{{ID: 1, UserID: 2, Title: "a"}}))
			})
		})
	}
}
