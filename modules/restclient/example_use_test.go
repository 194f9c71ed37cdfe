package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func clientOf(transport core.Transport, opts ...restclient.Option) *restclient.Client {
	client, err := restclient.New(transport, opts...)
	if err != nil {
		panic(err)
	}
	return client
}

// threeTodos is a fake server with the todos of two users.
func threeTodos() *restfake.Server {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id",
		Todo{ID: 1, UserID: 1, Title: "read"}, Todo{ID: 2, UserID: 1, Title: "write"}, Todo{ID: 3, UserID: 2, Title: "rest"})
	return fake
}

// showCalls prints what a fake server was asked.
func showCalls(fake *restfake.Server) {
	for _, call := range fake.Calls() {
		fmt.Println(call)
	}
}

func ExampleUseSuspense() {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client := clientOf(fake)
	defer client.Close()
	ctx := client.Context(context.Background())

	todo, err := restclient.UseSuspense(ctx, Todos.Get, 1) // waits for the server
	fmt.Println(todo.Title, err)
	todo, err = restclient.UseSuspense(ctx, Todos.Get, 1) // from the store
	fmt.Println(todo.Title, err)
	showCalls(fake)
	// Output:
	// read <nil>
	// read <nil>
	// GET http://api.test/todos/1: 200 OK
}

func ExampleUseCache() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())

	_, ok := restclient.UseCache(ctx, Todos.Get, 1)
	fmt.Println(ok)
	_, err := restclient.Fetch(ctx, Todos.GetList, TodoFilter{})
	fmt.Println(err)
	todo, ok := restclient.UseCache(ctx, Todos.Get, 1)
	fmt.Println(todo.Title, ok)
	// Output:
	// false
	// <nil>
	// read true
}

func ExampleUseQuery() {
	longest := restclient.NewQuery(Todos.GetList, func(todos restclient.List[Todo], _ TodoFilter) string {
		longest := ""
		for _, t := range todos.All() {
			if len(t.Title) > len(longest) {
				longest = t.Title
			}
		}
		return longest
	})

	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())
	_, ok := restclient.UseQuery(ctx, longest, TodoFilter{}) // nothing is stored
	fmt.Println(ok)
	_, err := restclient.Fetch(ctx, Todos.GetList, TodoFilter{})
	fmt.Println(err)
	fmt.Println(restclient.UseQuery(ctx, longest, TodoFilter{}))
	// Output:
	// false
	// <nil>
	// write true
}

func ExampleUseDLE() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx, stop := context.WithCancel(client.Context(context.Background()))
	defer stop()

	render := func(ctx context.Context) (string, error) {
		todo := restclient.UseDLE(ctx, Todos.Get, 1)
		switch {
		case todo.Loading:
			return "loading", nil
		case todo.Err != nil:
			return "", todo.Err
		}
		return todo.Data.Title, nil
	}
	for text, err := range restclient.Live(ctx, render) {
		fmt.Println(text, err)
		if text == "read" {
			break
		}
	}
	// Output:
	// loading <nil>
	// read <nil>
}

func ExampleFetch() {
	fake := restfake.New()
	todos := restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client := clientOf(fake)
	defer client.Close()
	ctx := client.Context(context.Background())

	_, err := restclient.Fetch(ctx, Todos.Get, 1)
	fmt.Println(err)
	todos.Set(Todo{ID: 1, Title: "read on"})
	todo, err := restclient.Fetch(ctx, Todos.Get, 1) // whatever the store has
	fmt.Println(todo.Title, err)
	// Output:
	// <nil>
	// read on <nil>
}

func ExampleMutate() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())

	todo, err := restclient.Mutate(ctx, Todos.Update, 1, Todo{UserID: 1, Title: "read on"})
	fmt.Println(todo.Title, err)
	_, err = restclient.Mutate(ctx, Todos.Delete, 1, restclient.None{})
	fmt.Println(err)
	_, err = restclient.UseSuspense(ctx, Todos.Get, 1)
	fmt.Println(errors.Is(err, restclient.ErrNotFound))
	// Output:
	// read on <nil>
	// <nil>
	// true
}

func ExampleInvalidate() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())
	_, err := restclient.Fetch(ctx, Todos.Get, 1)
	fmt.Println(err)

	fmt.Println(restclient.Expire(ctx, Todos.Get, 1))
	_, ok := restclient.UseCache(ctx, Todos.Get, 1)
	fmt.Println("shown when stale:", ok)
	fmt.Println(restclient.Invalidate(ctx, Todos.Get, 1))
	_, ok = restclient.UseCache(ctx, Todos.Get, 1)
	fmt.Println("shown when invalid:", ok)
	// Output:
	// <nil>
	// <nil>
	// shown when stale: true
	// <nil>
	// shown when invalid: false
}

func ExampleWithExpiry() {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
		restclient.WithURLPrefix("http://api.test"),
		restclient.WithExpiry(time.Hour),
		restclient.WithInvalidIfStale())

	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	client := clientOf(fake, restclient.WithClock(func() time.Time { return now }))
	defer client.Close()
	for _, wait := range []time.Duration{0, 59 * time.Minute, time.Minute} {
		now = now.Add(wait)
		_, err := todos.On(client).Get(context.Background(), 1)
		fmt.Println(len(fake.Calls()), err)
	}
	// Output:
	// 1 <nil>
	// 1 <nil>
	// 2 <nil>
}

func ExampleWithMaxEntities() {
	client := clientOf(newFake(100), restclient.WithMaxEntities(10))
	defer client.Close()
	ctx := client.Context(context.Background())
	kept := 0
	for id := 1; id <= 100; id++ {
		if _, err := restclient.Fetch(ctx, Todos.Get, id); err != nil {
			fmt.Println(err)
		}
	}
	for id := 1; id <= 100; id++ {
		if _, ok := restclient.UseCache(ctx, Todos.Get, id); ok {
			kept++
		}
	}
	fmt.Println(kept <= 10)
	// Output: true
}

// newFake is a fake server with n todos.
func newFake(n int) *restfake.Server {
	fake := restfake.New()
	todos := make([]Todo, n)
	for i := range todos {
		todos[i] = Todo{ID: i + 1}
	}
	restfake.NewCollection(fake, "/todos/:id", todos...)
	return fake
}
