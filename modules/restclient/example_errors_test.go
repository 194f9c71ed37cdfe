package restclient_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

func ExampleProblem() {
	fake := restfake.New()
	fake.On("POST", "/todos", restfake.Always(restfake.Problem(422, "a todo needs a title")))
	client := clientOf(fake)
	defer client.Close()

	_, err := Todos.On(client).Create(context.Background(), TodoFilter{}, Todo{})
	if e, ok := errors.AsType[*restclient.Error](err); ok && e.Problem != nil {
		fmt.Println(e.Kind, e.Status, e.Problem.Detail)
	}
	// Output: status 422 a todo needs a title
}

// Before a mutation is tried again, its error says whether it may have happened.
func ExampleError_outcomeUnknown() {
	fake := restfake.New()
	fake.On("POST", "/todos", restfake.Sequence(restfake.Refused(), restfake.Reset()))
	client := clientOf(fake)
	defer client.Close()

	for range 2 {
		_, err := Todos.On(client).Create(context.Background(), TodoFilter{}, Todo{Title: "read"})
		if e, ok := errors.AsType[*restclient.Error](err); ok {
			fmt.Println(e.Kind, e.OutcomeUnknown)
		}
	}
	// Output:
	// network false
	// network true
}

func ExampleWithErrorPolicy() {
	strict := restclient.CreateResource[Todo, int, TodoFilter]("/todos/:id",
		restclient.WithURLPrefix("http://api.test"),
		restclient.WithErrorPolicy(func(*restclient.Error) restclient.ErrorPolicy { return restclient.Hard }))

	for _, todos := range []restclient.Resource[Todo, int, TodoFilter]{Todos, strict} {
		fake := restfake.New()
		fake.On("GET", "/todos/:id", restfake.Sequence(
			restfake.JSON(200, Todo{ID: 1, Title: "read"}),
			restfake.Status(503)))
		client := clientOf(fake)
		ctx := context.Background()
		_, _ = todos.On(client).Get(ctx, 1)
		_, _ = todos.On(client).Fetch(ctx, 1) // 503
		_ = restclient.Expire(client.Context(ctx), todos.Get, 1)
		todo, err := todos.On(client).Get(ctx, 1)
		fmt.Printf("%q %v\n", todo.Title, err)
		client.Close()
	}
	// Output:
	// "read" <nil>
	// "" Todo.get GET http://api.test/todos/1: 503 Service Unavailable
}
