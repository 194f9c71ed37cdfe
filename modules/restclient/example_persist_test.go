package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/filepersist"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// dataDir is a directory for one example.
func dataDir() (path string, remove func()) {
	path, err := os.MkdirTemp("", "todos")
	if err != nil {
		panic(err)
	}
	return path, func() { _ = os.RemoveAll(path) }
}

// openTodos is how the program of the examples starts.
func openTodos(path string, fake *restfake.Server) (*restclient.Client, func(), error) {
	dir, err := filepersist.Open(path)
	if err != nil {
		return nil, nil, err
	}
	client, err := restclient.New(fake, restclient.WithPersistence(dir, restclient.Keep(Todos)))
	if err != nil {
		return nil, nil, errors.Join(err, dir.Close())
	}
	end := func() {
		client.Close() // saves
		_ = dir.Close()
	}
	return client, end, nil
}

// What one run has read, the next one has without a request.
func ExampleWithPersistence() {
	path, remove := dataDir()
	defer remove()
	ctx, fake := context.Background(), threeTodos()
	for range 2 {
		client, end, err := openTodos(path, fake)
		if err != nil {
			panic(err)
		}
		list, err := Todos.On(client).List(ctx, user(1))
		fmt.Println(titles(list), err, len(fake.Calls()), "request")
		end()
	}
	// Output:
	// [read write] <nil> 1 request
	// [read write] <nil> 1 request
}

func ExampleClient_Save() {
	path, remove := dataDir()
	defer remove()
	client, end, err := openTodos(path, threeTodos())
	if err != nil {
		panic(err)
	}
	defer end()
	ctx := context.Background()

	_, err = Todos.On(client).Get(ctx, 1)
	fmt.Println(err)
	fmt.Println(client.Save(ctx)) // the user turns to another program
	fmt.Println(client.SaveState().Errors)
	// Output:
	// <nil>
	// <nil>
	// 0
}

func ExampleWithSaveDelay() {
	path, remove := dataDir()
	defer remove()
	dir, err := filepersist.Open(path)
	if err != nil {
		panic(err)
	}
	defer dir.Close()

	client, err := restclient.New(threeTodos(), restclient.WithPersistence(dir,
		restclient.Keep(Todos),
		restclient.WithSaveDelay(100*time.Millisecond, time.Second),
		restclient.WithKeepFor(24*time.Hour)))
	fmt.Println(err)
	client.Close()
	// Output:
	// <nil>
}

// What must not be on a disk is not, whatever the server says.
func ExampleWithoutPersistence() {
	secrets := restclient.RestEndpoint[restclient.None, []Todo]("/secrets", restclient.WithoutPersistence())
	fmt.Println(secrets.Err())
	// Output:
	// <nil>
}

// openOffline is how a program starts that is used without a network, too.
func openOffline(path string, fake *restfake.Server, network restclient.Connectivity, done func()) (*restclient.Client, func(), error) {
	dir, err := filepersist.Open(path)
	if err != nil {
		return nil, nil, err
	}
	tell := func(e restclient.OutboxEvent) {
		switch e.Kind {
		case restclient.OutboxSent:
			done()
		case restclient.OutboxFailed, restclient.OutboxDropped:
			fmt.Println("A change was not made:", e.Mutation.Op, e.Err)
		}
	}
	client, err := restclient.New(fake,
		restclient.WithConnectivity(network),
		restclient.WithPersistence(dir, restclient.Keep(Todos)),
		restclient.WithOutbox(dir, restclient.Queue(Todos), restclient.WithOutboxHandler(tell)))
	if err != nil {
		return nil, nil, errors.Join(err, dir.Close())
	}
	end := func() {
		client.Close()
		_ = dir.Close()
	}
	return client, end, nil
}

// renameTodo changes a todo, now or later.
func renameTodo(ctx context.Context, client *restclient.Client, id int, title string) (Todo, error) {
	todo, err := Todos.On(client).PartialUpdate(ctx, id, restclient.Fields{"title": title})
	if errors.Is(err, restclient.ErrQueued) {
		return todo, nil // as it will be
	}
	return todo, err
}

// Five edits in a tunnel, and a battery that is empty before its end.
func ExampleWithOutbox() {
	path, remove := dataDir()
	defer remove()
	ctx, fake, network := context.Background(), threeTodos(), restclient.NewSwitch(true)
	var sent sync.WaitGroup
	sent.Add(5)

	client, end, err := openOffline(path, fake, network, sent.Done)
	if err != nil {
		panic(err)
	}
	_, err = Todos.On(client).List(ctx, user(1))
	fmt.Println(err)
	network.Set(false)
	for i := range 5 {
		todo, err := renameTodo(ctx, client, 1, fmt.Sprint("edit ", i+1))
		fmt.Println(todo.Title, err)
	}
	end()

	client, end, err = openOffline(path, fake, network, sent.Done)
	if err != nil {
		panic(err)
	}
	defer end()
	fmt.Println("in the next run:", client.Outbox().Len(), "in the queue")
	network.Set(true)
	sent.Wait()
	for _, call := range fake.Calls()[1:] {
		fmt.Println(call.Method, call.URL, string(call.Body))
	}
	// Output:
	// <nil>
	// edit 1 <nil>
	// edit 2 <nil>
	// edit 3 <nil>
	// edit 4 <nil>
	// edit 5 <nil>
	// in the next run: 5 in the queue
	// PATCH http://api.test/todos/1 {"title":"edit 1"}
	// PATCH http://api.test/todos/1 {"title":"edit 2"}
	// PATCH http://api.test/todos/1 {"title":"edit 3"}
	// PATCH http://api.test/todos/1 {"title":"edit 4"}
	// PATCH http://api.test/todos/1 {"title":"edit 5"}
}

// The queue is there to be looked at, and things can be taken out of it.
func ExampleClient_Outbox() {
	path, remove := dataDir()
	defer remove()
	dir, err := filepersist.Open(path)
	if err != nil {
		panic(err)
	}
	defer dir.Close()
	client := clientOf(threeTodos(),
		restclient.WithConnectivity(restclient.NewSwitch(false)),
		restclient.WithOutbox(dir, restclient.Queue(Todos)))
	defer client.Close()
	_, err = Todos.On(client).Create(context.Background(), user(1), Todo{UserID: 1, Title: "sleep"})
	fmt.Println(err)

	for _, m := range client.Outbox().Mutations() {
		fmt.Println(m.Op, m.Method, m.URL, m.Attempts)
		fmt.Println(client.Outbox().Drop(m.ID))
	}
	fmt.Println(client.Outbox().Len())
	// Output:
	// Todo.getList.create POST http://api.test/todos?userId=1: queued: to be sent when there is a network
	// Todo.getList.create POST http://api.test/todos?userId=1 0
	// true
	// 0
}
