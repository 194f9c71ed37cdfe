package restclient_test

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

func ExampleLive() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())

	render := func(ctx context.Context) (string, error) {
		todos, err := restclient.UseSuspense(ctx, Todos.GetList, user(1))
		if err != nil {
			return "", err
		}
		return fmt.Sprint(titles(todos)), nil
	}
	for text, err := range restclient.Live(ctx, render) {
		fmt.Println(text, err)
		if text == "[read well write]" {
			break
		}
		_, err = restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "read well"})
		fmt.Println(err)
	}
	// Output:
	// [read write] <nil>
	// <nil>
	// [read well write] <nil>
}

func ExampleWatch() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())

	watcher := restclient.Watch(ctx, Todos.Get, 1)
	defer watcher.Close()
	todo, err := watcher.Next(ctx) // what it is
	fmt.Println(todo.Title, err)
	_, err = restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "sleep"})
	fmt.Println(err)
	todo, err = watcher.Next(ctx) // waits until it is something else
	fmt.Println(todo.Title, err)
	// Output:
	// read <nil>
	// <nil>
	// sleep <nil>
}

func ExampleWatcher_Changed() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := client.Context(context.Background())
	watcher := restclient.Watch(ctx, Todos.Get, 1)
	defer watcher.Close()
	todo, err := watcher.Value(ctx)
	fmt.Println(todo.Title, err)

	keys := make(chan string, 1)
	keys <- "d"
	for todo.Title != "done" {
		select {
		case key := <-keys:
			fmt.Println("key", key)
			_, err = restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"title": "done"})
		case <-watcher.Changed():
			todo, err = watcher.Value(ctx)
		}
	}
	fmt.Println(todo.Title, err)
	// Output:
	// read <nil>
	// key d
	// done <nil>
}

func ExampleBound_Watch() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := context.Background()
	todos := Todos.On(client)

	for todo, err := range todos.Watch(ctx, 3) {
		fmt.Println(todo.Title, err)
		if todo.Completed {
			break
		}
		_, err = todos.Update(ctx, 3, Todo{UserID: 2, Title: "rested", Completed: true})
		fmt.Println(err)
	}
	// Output:
	// rest <nil>
	// <nil>
	// rested <nil>
}

func ExampleBound_WatchList() {
	client := clientOf(threeTodos())
	defer client.Close()
	ctx := context.Background()
	todos := Todos.On(client)

	for list, err := range todos.WatchList(ctx, user(1)) {
		fmt.Println(titles(list), err)
		if list.Len() == 3 {
			break
		}
		_, err = todos.Create(ctx, user(1), Todo{UserID: 1, Title: "sleep"})
		fmt.Println(err)
	}
	// Output:
	// [read write] <nil>
	// <nil>
	// [read write sleep] <nil>
}
