package restclient_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// todoAPI is an API in the same process: three todos, and what is posted.
func todoAPI() http.Handler {
	return newRecorder(Todo{ID: 1, UserID: 1, Title: "read"}, Todo{ID: 2, UserID: 1, Title: "write"}, Todo{ID: 3, UserID: 2, Title: "rest"})
}

func newClient() *restclient.Client {
	client, err := restclient.New(httptransport.InProcess(todoAPI()))
	if err != nil {
		panic(err)
	}
	return client
}

// One declaration, and every list that shows an entity follows its changes.
func Example() {
	client := newClient()
	defer client.Close()
	ctx := context.Background()
	todos := Todos.On(client)

	list, err := todos.List(ctx, user(1)) // GET /todos?userId=1
	fmt.Println(titles(list), err)

	todo, err := todos.Get(ctx, 2) // from the store: the list delivered it
	fmt.Println(todo.Title, err)

	_, err = todos.PartialUpdate(ctx, 2, restclient.Fields{"title": "write well"}) // PATCH /todos/2
	fmt.Println(err)
	_, err = todos.Create(ctx, user(1), Todo{UserID: 1, Title: "sleep"}) // POST /todos?userId=1
	fmt.Println(err)
	err = todos.Delete(ctx, 1) // DELETE /todos/1
	fmt.Println(err)

	list, err = todos.List(ctx, user(1)) // from the store
	fmt.Println(titles(list), err)
	// Output:
	// [read write] <nil>
	// write <nil>
	// <nil>
	// <nil>
	// <nil>
	// [write well sleep] <nil>
}

func ExampleNew() {
	logged := func(next core.Transport) core.Transport {
		return core.TransportFunc(func(ctx context.Context, r *core.Request) (*core.Response, error) {
			fmt.Println(r.Op, r.Method, r.URL)
			return next.Do(ctx, r)
		})
	}
	client, err := restclient.New(httptransport.InProcess(todoAPI()), restclient.WithMiddleware(logged))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	fmt.Println(Todos.On(client).Get(context.Background(), 3))
	// Output:
	// Todo.get GET http://api.test/todos/3
	// {3 2 rest false} <nil>
}

func ExampleCreateResource() {
	type Filter struct {
		UserID  *int   `query:"userId"`            // nil: of all users
		OrderBy string `query:"orderBy,omitempty"` // sorts, does not select
		Page    int    `query:"page,omitempty"`
	}
	todos := restclient.CreateResource[Todo, int, Filter]("/todos/:id",
		restclient.WithURLPrefix("http://api.test"),
		restclient.WithPaginationField("page"))

	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	page, err := restclient.Fetch(ctx, todos.GetList.GetPage, Filter{Page: 2})
	fmt.Println(ids(page), err)
	// Output: [3] <nil>
}

func ExampleRestEndpoint() {
	search := restclient.RestEndpoint[TodoFilter, []Todo]("/todos", restclient.WithURLPrefix("http://api.test"))

	client := newClient()
	defer client.Close()
	found, err := restclient.UseSuspense(client.Context(context.Background()), search, user(2))
	fmt.Println(found, err)
	// Output: [{3 2 rest false}] <nil>
}

func ExampleRestMutation() {
	type Draft struct {
		Title string `json:"title"`
	}
	create := restclient.RestMutation[restclient.None, Draft, Todo]("/todos", restclient.WithURLPrefix("http://api.test"))

	client := newClient()
	defer client.Close()
	todo, err := restclient.Mutate(client.Context(context.Background()), create, restclient.None{}, Draft{"new"})
	fmt.Println(todo.Title, err)
	// Output: new <nil>
}

func ExampleWithBody() {
	type Draft struct {
		Title string `json:"title"`
	}
	push := restclient.WithBody[Draft](Todos.GetList.Push)

	client := newClient()
	defer client.Close()
	todo, err := restclient.Mutate(client.Context(context.Background()), push, user(1), Draft{"new"})
	fmt.Println(todo.Title, err)
	// Output: new <nil>
}

func ExampleEntityOf() {
	second := restclient.RestEndpoint[restclient.None, Todo]("/todos/2",
		restclient.WithURLPrefix("http://api.test"), restclient.WithSchema(restclient.EntityOf[Todo]()))

	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	_, err := restclient.Fetch(ctx, second, restclient.None{})
	todo, ok := restclient.UseCache(ctx, Todos.Get, 2) // another endpoint, the same entity
	fmt.Println(todo.Title, ok, err)
	// Output: write true <nil>
}

func ExampleListOf() {
	all := restclient.RestEndpoint[restclient.None, restclient.List[Todo]]("/todos",
		restclient.WithURLPrefix("http://api.test"), restclient.WithSchema(restclient.ListOf[Todo]()))

	client := newClient()
	defer client.Close()
	list, err := restclient.UseSuspense(client.Context(context.Background()), all, restclient.None{})
	fmt.Println(ids(list), err)
	// Output: [1 2 3] <nil>
}

func ExampleNewQuery() {
	remaining := restclient.NewQuery(Todos.GetList, func(todos restclient.List[Todo], _ TodoFilter) int {
		n := 0
		for _, t := range todos.All() {
			if !t.Completed {
				n++
			}
		}
		return n
	})

	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())
	_, err := restclient.UseSuspense(ctx, Todos.GetList, TodoFilter{})
	fmt.Println(err)
	_, err = restclient.Mutate(ctx, Todos.PartialUpdate, 1, restclient.Fields{"completed": true})
	fmt.Println(err)
	fmt.Println(restclient.UseQuery(ctx, remaining, TodoFilter{}))
	// Output:
	// <nil>
	// <nil>
	// 2 true
}

func ExampleUseController() {
	client := newClient()
	defer client.Close()
	ctx := client.Context(context.Background())

	fmt.Println(restclient.UseController(ctx) == client)
	_, err := restclient.UseSuspense(context.Background(), Todos.Get, 1)
	fmt.Println(errors.Is(err, restclient.ErrNoController), err)
	// Output:
	// true
	// true Todo.get: argument: restclient: no client in the context
}

func ExampleError() {
	client := newClient()
	defer client.Close()

	_, err := Todos.On(client).Get(context.Background(), 404)

	var e *restclient.Error
	fmt.Println(errors.As(err, &e), e.Status, errors.Is(err, restclient.ErrNotFound))
	fmt.Println(err)
	// Output:
	// true 404 true
	// Todo.get GET http://api.test/todos/404: 404 Not Found
}

func ExampleJSON() {
	var v any
	err := restclient.JSON().Unmarshal([]byte(`{"n":9007199254740993}`), &v)
	fmt.Println(v, err)

	err = restclient.JSON().Unmarshal([]byte(`{"n":1} trailing`), &v)
	fmt.Println(err != nil)
	// Output:
	// map[n:9007199254740993] <nil>
	// true
}

func ExampleErrorBody() {
	api := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusConflict)
		_, _ = io.Copy(w, strings.NewReader(`{"code":"taken"}`))
	})
	client, err := restclient.New(httptransport.InProcess(api))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	_, err = Todos.On(client).Create(context.Background(), TodoFilter{}, Todo{Title: "x"})
	body, ok := restclient.ErrorBody[struct {
		Code string `json:"code"`
	}](err)
	fmt.Println(body.Code, ok, errors.Is(err, restclient.ErrConflict))
	// Output: taken true true
}
