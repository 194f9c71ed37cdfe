package restclient_test

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

// A resource below another one: the path has two parameters, so two fields name
// an entity, and lists need the first of them.
func ExampleCreateResource_nested() {
	type Key struct {
		Group string `path:"group"`
		ID    int    `path:"id"`
	}
	type Filter struct {
		Group string `path:"group"`
		Name  string `query:"name,omitempty"`
	}
	todos := restclient.CreateResource[Todo, Key, Filter]("/groups/:group/todos/:id",
		restclient.WithURLPrefix("http://api.test"))

	fake := restfake.New()
	fake.On("GET", "/groups/:group/todos", restfake.Always(restfake.JSON(200, []Todo{{ID: 7, Title: "read"}})))
	client := clientOf(fake)
	defer client.Close()
	ctx := context.Background()
	_, err := todos.On(client).List(ctx, Filter{Group: "r&d", Name: "re"})
	fmt.Println(err)
	todo, err := todos.On(client).Get(ctx, Key{"r&d", 7})
	fmt.Println(todo.Title, err)
	showCalls(fake)
	// Output:
	// <nil>
	// read <nil>
	// GET http://api.test/groups/r%26d/todos?name=re: 200 OK
}

// What is asked for beside the key has a place in the store of its own.
func ExampleCreateResource_query() {
	type Key struct {
		ID     int      `path:"id"`
		Expand []string `query:"expand,brackets"`
	}
	todos := restclient.CreateResource[Todo, Key, restclient.None]("/todos/:id",
		restclient.WithURLPrefix("http://api.test"))

	fake := restfake.New()
	fake.On("GET", "/todos/:id", restfake.Always(restfake.JSON(200, Todo{ID: 7, Title: "read"})))
	client := clientOf(fake)
	defer client.Close()
	ctx := context.Background()
	for range 2 {
		for _, key := range []Key{{ID: 7}, {ID: 7, Expand: []string{"user"}}} {
			todo, err := todos.On(client).Get(ctx, key)
			fmt.Println(todo.Title, err)
		}
	}
	showCalls(fake)
	// Output:
	// read <nil>
	// read <nil>
	// read <nil>
	// read <nil>
	// GET http://api.test/todos/7: 200 OK
	// GET http://api.test/todos/7?expand%5B%5D=user: 200 OK
}

// An API that puts entities, lists and bodies into envelopes.
func ExampleWithEntityIn() {
	type Page struct {
		Todos restclient.List[Todo] `json:"todos"`
		Total int                   `json:"total"`
	}
	todos := restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithURLPrefix("http://api.test"),
		restclient.WithEntityIn("todo"), restclient.WithItemsIn("todos"), restclient.WithBodyIn("todo"))
	page := restclient.RestEndpoint[restclient.None, Page]("/todos", restclient.WithURLPrefix("http://api.test"),
		restclient.WithSchema(restclient.ObjectOf[Page](restclient.EntityOf[Todo]())))

	client := exampleClient(newAnswers(map[string]string{
		"GET /todos":  `{"todos":[{"id":1,"title":"read"}],"total":1}`,
		"POST /todos": `{"todo":{"id":2,"title":"write"}}`,
	}))
	defer client.Close()
	ctx := client.Context(context.Background())
	first, err := restclient.UseSuspense(ctx, page, restclient.None{})
	fmt.Println(titles(first.Todos), first.Total, err)
	_, err = todos.On(client).Create(ctx, restclient.None{}, Todo{Title: "write"}) // sends {"todo":{…}}
	fmt.Println(err)
	list, err := todos.On(client).List(ctx, restclient.None{}) // from the store
	fmt.Println(titles(list), err)
	// Output:
	// [read] 1 <nil>
	// <nil>
	// [read write] <nil>
}

func ExampleRestEndpoint_arguments() {
	type Where struct {
		Min *int   `query:"min"`
		Max *int   `query:"max"`
		Of  string `query:"of,omitempty"`
	}
	type Search struct {
		Text   string   `query:"q"`
		Tags   []string `query:"tag"`            // tag=a&tag=b
		IDs    []int    `query:"id,comma"`       // id=1,2
		States []string `query:"state,brackets"` // state[]=a
		Price  Where    `query:"price"`          // price[min]=5
		Trace  string   `header:"X-Trace,omitempty"`
	}
	search := restclient.RestEndpoint[Search, []Todo]("/search", restclient.WithURLPrefix("http://api.test"))

	fake := restfake.New()
	fake.On("GET", "/search", func(r *restfake.Request) restfake.Reply {
		fmt.Println(r.URL)
		fmt.Println(r.Header.Get("X-Trace"))
		return restfake.JSON(200, []Todo{})
	})
	client := clientOf(fake)
	defer client.Close()
	_, err := restclient.Fetch(client.Context(context.Background()), search, Search{
		Text: "go", Tags: []string{"a", "b"}, IDs: []int{1, 2}, States: []string{"new"},
		Price: Where{Min: new(5)}, Trace: "t-1",
	})
	fmt.Println(err)
	// Output:
	// http://api.test/search?id=1,2&price%5Bmin%5D=5&q=go&state%5B%5D=new&tag=a&tag=b
	// t-1
	// <nil>
}

func ExampleWithPaginationField() {
	fake := restfake.New()
	fake.On("GET", "/todos", func(r *restfake.Request) restfake.Reply {
		if r.Query.Get("page") == "2" {
			return restfake.JSON(200, []Todo{{ID: 3}, {ID: 4}})
		}
		return restfake.JSON(200, []Todo{{ID: 1}, {ID: 2}})
	})
	client := clientOf(fake)
	defer client.Close()
	ctx := context.Background()
	todos := Todos.On(client) // declared with WithPaginationField("page")

	list, err := todos.List(ctx, TodoFilter{})
	fmt.Println(ids(list), err)
	page, err := todos.Page(ctx, TodoFilter{Page: 2})
	fmt.Println(ids(page), err)
	list, err = todos.List(ctx, TodoFilter{}) // from the store
	fmt.Println(ids(list), err)
	// Output:
	// [1 2] <nil>
	// [3 4] <nil>
	// [1 2 3 4] <nil>
}

func ExampleResource_Err() {
	type Filter struct {
		Page int `query:"page,omitempty"`
	}
	todos := restclient.CreateResource[Todo, int, Filter]("/groups/:group/todos/:id")
	fmt.Println(todos.Err() != nil) // Must panics instead
	// Output: true
}

// A declaration that cannot work ends the program when it starts, if it is a
// package variable.
func ExampleMust() {
	defer func() { fmt.Println(recover()) }()
	_ = restclient.Must(restclient.RestEndpoint[restclient.None, Todo]("/todos/:id"))
	// Output:
	// endpoint /todos/:id: argument type restclient.None: it has no field tagged `path:"id"`, which /todos/:id needs
}
