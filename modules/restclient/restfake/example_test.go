package restfake_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/restfake"
)

var todoResource = restclient.CreateResource[Todo, int, restclient.None]("/todos/:id", restclient.WithURLPrefix("http://api.test"))

// show sends requests such as "GET /todos" and prints what comes back.
func show(fake *restfake.Server, lines ...string) {
	for _, line := range lines {
		status, text, err := send(context.Background(), fake, line)
		fmt.Println(strings.TrimSpace(fmt.Sprintln(status, text, err)))
	}
}

func ExampleNew() {
	fake := restfake.New()
	fake.On("GET", "/todos/:id", func(r *restfake.Request) restfake.Reply {
		return restfake.JSON(200, Todo{ID: r.Int("id"), Title: "read"})
	})

	client, err := restclient.New(fake)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	todo, err := todoResource.On(client).Get(context.Background(), 5)
	fmt.Println(todo.ID, todo.Title, err)
	for _, call := range fake.Calls() {
		fmt.Println(call.Op, call)
	}
	// Output:
	// 5 read <nil>
	// Todo.get GET http://api.test/todos/5: 200 OK
}

func ExampleNewCollection() {
	fake := restfake.New()
	todos := restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"}, Todo{ID: 2, Title: "write"})

	client, err := restclient.New(fake)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	ctx := context.Background()
	made, err := todoResource.On(client).Create(ctx, restclient.None{}, Todo{Title: "rest"})
	fmt.Println(made.ID, err)
	err = todoResource.On(client).Delete(ctx, 1)
	fmt.Println(todos.All(), err)
	// Output:
	// 3 <nil>
	// [{2 0 write false} {3 0 rest false}] <nil>
}

func ExampleCollection_PageBy() {
	fake := restfake.New()
	restfake.NewCollection(fake, "/todos/:id", Todo{ID: 1, Title: "read"}, Todo{ID: 2, Title: "write"}, Todo{ID: 3, Title: "rest"}).PageBy("page", 2)

	client, err := restclient.New(fake)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	for page, err := range todoResource.On(client).Pages(context.Background(), restclient.None{}, restclient.ByLink()) {
		fmt.Println(page.Number, page.Items.Len(), err)
	}
	// Output:
	// 1 2 <nil>
	// 2 1 <nil>
}

func ExampleServer_On() {
	fake := restfake.New()
	fake.On("GET", "/files/*path", func(r *restfake.Request) restfake.Reply { return restfake.Text(200, r.Param("path")) })
	fake.On("POST", "/files", restfake.Echo(201)).Once()

	show(fake, "GET /files/a/b", "DELETE /files/a")
	// Output:
	// 200 a/b <nil>
	// 0  restfake: no route for DELETE http://api.test/files/a: registered are GET /files/*path, POST /files
}

func ExampleServer_Verify() {
	fake := restfake.New()
	fake.On("POST", "/todos", restfake.Always(restfake.Status(201))).Once()
	show(fake, "GET /todos")

	var t reports // a *testing.T in a test
	fake.Verify(&t)
	fmt.Println(strings.Join(t, "\n"))
	// Output:
	// 0  restfake: no route for GET http://api.test/todos: registered are POST /todos
	// unexpected request: restfake: no route for GET http://api.test/todos: registered are POST /todos
	// POST /todos was requested 0 times of 1
}

func ExampleSequence() {
	fake := restfake.New()
	fake.On("GET", "/todos", restfake.Sequence(restfake.Refused(), restfake.Status(503), restfake.JSON(200, []int{1})))

	show(fake, "GET /todos", "GET /todos", "GET /todos", "GET /todos")
	// Output:
	// 0  dial tcp: connect: connection refused
	// 503  <nil>
	// 200 [1] <nil>
	// 200 [1] <nil>
}

func ExampleHTTP() {
	fake := restfake.New()
	fake.On("*", "*", restfake.HTTP(http.RedirectHandler("/elsewhere", http.StatusFound)))

	show(fake, "PUT /x")
	// Output: 302  <nil>
}

func ExampleReply() {
	fake := restfake.New()
	whole := restfake.JSON(200, []string{"a", "b"})
	fake.On("GET", "/slow", restfake.Always(whole.After(time.Millisecond)))
	fake.On("GET", "/cut", restfake.Always(whole.Cut(4)))
	fake.On("GET", "/truncated", restfake.Always(whole.Truncate(4)))

	show(fake, "GET /slow", "GET /cut", "GET /truncated")
	// Output:
	// 200 ["a","b"] <nil>
	// 200 ["a" unexpected EOF
	// 200 ["a" <nil>
}

func ExampleRecord() {
	server := restfake.New() // a real one, otherwise
	server.On("GET", "/todos/:id", restfake.Always(restfake.Text(200, "read")))
	r := request("GET /todos/1")
	r.Header = http.Header{"Authorization": {"Bearer s3cret"}}

	res, err := restfake.Record(server, os.Stdout).Do(context.Background(), r)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	fmt.Println(string(body), err)
	// Output:
	// {"request":{"method":"GET","url":"http://api.test/todos/1","header":{"Authorization":["REDACTED"]}},"response":{"status":200,"header":{"Content-Type":["text/plain; charset=utf-8"]},"body":"read"}}
	// read <nil>
}

func ExampleReplay() {
	replay, err := restfake.Replay(strings.NewReader(
		`{"request":{"method":"GET","url":"https://api.example.com/todos/1"},"response":{"status":404}}`))
	if err != nil {
		fmt.Println(err)
		return
	}

	fmt.Println(send(context.Background(), replay, "GET /todos/1"))
	_, _, err = send(context.Background(), replay, "GET /todos/1") // it was recorded once
	_, unexpected := errors.AsType[*restfake.UnexpectedError](err)
	fmt.Println(unexpected)
	// Output:
	// 404  <nil>
	// true
}

func ExampleReplayFile() {
	replay, err := restfake.ReplayFile("testdata/todo.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	client, err := restclient.New(replay)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()

	todo, err := todoResource.On(client).Get(context.Background(), 1)
	fmt.Println(todo.Title, err, len(replay.Left()))
	// Output: read <nil> 0
}
