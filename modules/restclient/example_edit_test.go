package restclient_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var optimisticTodos = restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
	restclient.WithURLPrefix("http://api.test"),
	restclient.WithOptimistic())

func ExampleWithOptimistic() {
	fake := restfake.New()
	client := clientOf(fake)
	defer client.Close()
	ctx := client.Context(context.Background())
	fake.On("PATCH", "/todos/:id", func(*restfake.Request) restfake.Reply {
		todo, _ := restclient.UseCache(ctx, optimisticTodos.Get, 1)
		fmt.Println("before the answer:", todo.Title)
		return restfake.Status(503)
	})
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})

	_, err := restclient.UseSuspense(ctx, optimisticTodos.Get, 1)
	fmt.Println(err)
	_, err = restclient.Mutate(ctx, optimisticTodos.PartialUpdate, 1, restclient.Fields{"title": "sleep"})
	fmt.Println(err)
	todo, _ := restclient.UseCache(ctx, optimisticTodos.Get, 1)
	fmt.Println("after it:", todo.Title)
	// Output:
	// <nil>
	// before the answer: sleep
	// Todo.partialUpdate PATCH http://api.test/todos/1: 503 Service Unavailable
	// after it: read
}

// A new entity is shown under a key that is made up, and then under its own.
func ExampleBound_Create() {
	fake := restfake.New()
	client := clientOf(fake)
	defer client.Close()
	ctx := client.Context(context.Background())
	fake.On("POST", "/todos", func(r *restfake.Request) restfake.Reply {
		list, _ := restclient.UseCache(ctx, optimisticTodos.GetList, TodoFilter{})
		fmt.Println("before the answer:", ids(list))
		return restfake.JSON(201, Todo{ID: 7, Title: "write"})
	})
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"})
	todos := optimisticTodos.On(client)

	_, err := todos.List(ctx, TodoFilter{})
	fmt.Println(err)
	todo, err := todos.Create(ctx, TodoFilter{}, Todo{Title: "write"})
	fmt.Println(todo.ID, err)
	list, err := todos.List(ctx, TodoFilter{})
	fmt.Println("after it:", ids(list), err)
	// Output:
	// <nil>
	// before the answer: [1 -1]
	// 7 <nil>
	// after it: [1 7] <nil>
}

func ExampleEdit() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Always(restfake.JSON(200, Todo{ID: 1, Title: "read"}).With("ETag", `"v1"`)))
	fake.On("PATCH", "/todos/:id", func(r *restfake.Request) restfake.Reply {
		fmt.Println("If-Match:", r.Header.Get("If-Match"))
		fmt.Println(string(r.Body))
		return restfake.JSON(200, Todo{ID: 1, Title: "read", Completed: true}).With("ETag", `"v2"`)
	})
	client := clientOf(fake)
	defer client.Close()

	ctx := client.Context(context.Background())
	todo, err := restclient.Edit(ctx, Todos, 1, func(t *Todo) { t.Completed = !t.Completed })
	fmt.Println(todo.Completed, err)
	// Output:
	// If-Match: "v1"
	// {"completed":true}
	// true <nil>
}

// When somebody else was faster, the function is called with what they made of
// the entity.
func ExampleBound_Edit() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Sequence(
		restfake.JSON(200, Todo{ID: 1, Title: "read"}).With("ETag", `"v1"`),
		restfake.JSON(200, Todo{ID: 1, Title: "read this"}).With("ETag", `"v2"`)))
	fake.On("PATCH", "/todos/:id", restfake.Sequence(
		restfake.Status(412),
		restfake.JSON(200, Todo{ID: 1, Title: "read this twice"}).With("ETag", `"v3"`)))
	client := clientOf(fake)
	defer client.Close()

	todo, err := Todos.On(client).Edit(context.Background(), 1, func(t *Todo) { t.Title += " twice" })
	fmt.Println(todo.Title, err)
	for _, call := range fake.Calls() {
		fmt.Printf("%s %d %s.\n", call.Method, call.Status, call.Body)
	}
	// Output:
	// read this twice <nil>
	// GET 200 .
	// PATCH 412 {"title":"read twice"}.
	// GET 200 .
	// PATCH 200 {"title":"read this twice"}.
}

func ExampleEdit_conflict() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Always(restfake.JSON(200, Todo{ID: 1, Title: "read"}).With("ETag", `"v1"`)))
	fake.On("PATCH", "/todos/:id", restfake.Always(restfake.Status(412)))
	client := clientOf(fake)
	defer client.Close()

	_, err := Todos.On(client).Edit(context.Background(), 1, func(t *Todo) { t.Completed = true })
	if errors.Is(err, restclient.ErrConflict) {
		fmt.Println("Somebody else changes this todo. Try again.")
	}
	// Output: Somebody else changes this todo. Try again.
}

func ExampleWithPatchFormat() {
	for _, format := range []restclient.PatchFormat{restclient.MergePatch, restclient.JSONPatch} {
		todos := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
			restclient.WithURLPrefix("http://api.test"),
			restclient.WithPatchFormat(format))

		fake := restfake.New()
		fake.On("PATCH", "/todos/:id", func(r *restfake.Request) restfake.Reply {
			fmt.Println(r.Header.Get("Content-Type"), string(r.Body))
			return restfake.JSON(200, Todo{ID: 1, Title: "write"})
		})
		restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, UserID: 2, Title: "read"})
		client := clientOf(fake)
		_, err := todos.On(client).Edit(context.Background(), 1, func(t *Todo) { t.UserID, t.Title = 0, "write" })
		fmt.Println(err)
		client.Close()
	}
	// Output:
	// application/merge-patch+json {"title":"write","userId":null}
	// <nil>
	// application/json-patch+json [{"op":"replace","path":"/title","value":"write"},{"op":"remove","path":"/userId"}]
	// <nil>
}
