package restclient_test

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// socket is what any library for WebSockets has: it reads one message, until ctx ends
// or the connection does.
type socket interface {
	Read(ctx context.Context) ([]byte, error)
}

type message struct {
	Kind string `json:"kind"`
	ID   int    `json:"id"`
}

// fromSocket makes changes of the messages of a socket.
func fromSocket(ctx context.Context, s socket) iter.Seq2[restclient.Pushed[int], error] {
	return func(yield func(restclient.Pushed[int], error) bool) {
		for {
			data, err := s.Read(ctx)
			if err != nil { // the connection has ended
				yield(restclient.Pushed[int]{}, err)
				return
			}
			if !yield(read(data)) {
				return
			}
		}
	}
}

// read makes a change of a message.
func read(data []byte) (restclient.Pushed[int], error) {
	var m message
	switch err := restclient.JSON().Unmarshal(data, &m); {
	case err != nil:
		return restclient.Pushed[int]{}, err
	case m.Kind == "deleted":
		return restclient.Deleted(m.ID), nil
	case m.Kind == "created":
		return restclient.Created[int](data), nil
	}
	return restclient.Upserted[int](data), nil
}

// messages is a socket whose messages are in a list.
type messages []string

func (s *messages) Read(context.Context) ([]byte, error) {
	if len(*s) == 0 {
		return nil, io.EOF
	}
	first := (*s)[0]
	*s = (*s)[1:]
	return []byte(first), nil
}

func ExampleBound_Ingest() {
	client := newClient()
	defer client.Close()
	ctx := context.Background()
	todos := Todos.On(client)
	if _, err := todos.List(ctx, TodoFilter{}); err != nil {
		fmt.Println(err)
	}

	err := todos.Ingest(ctx, fromSocket(ctx, &messages{
		`{"kind":"changed","id":1,"title":"pushed"}`,
		`{"kind":"deleted","id":2}`,
	}))

	list, _ := restclient.UseCache(client.Context(ctx), Todos.GetList, TodoFilter{})
	for _, todo := range list.Slice() {
		fmt.Println(todo.ID, todo.Title)
	}
	fmt.Println(err)
	// Output:
	// 1 pushed
	// 3 rest
	// <nil>
}
