package restclient_test

import (
	"context"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/state"
	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

func benchClient(b *testing.B) (*restclient.Client, *restclient.Bound[Todo, int, TodoFilter]) {
	b.Helper()
	client, err := restclient.New(httptransport.InProcess(three()))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(client.Close)
	todos := Todos.On(client)
	if _, err := todos.List(context.Background(), TodoFilter{}); err != nil {
		b.Fatal(err)
	}
	return client, todos
}

func BenchmarkGetFresh(b *testing.B) {
	_, todos := benchClient(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := todos.Get(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkQueryHit(b *testing.B) {
	client, _ := benchClient(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := remaining.Use(client, TodoFilter{}); !ok {
			b.Fatal("no list")
		}
	}
}

func BenchmarkFetchInProcess(b *testing.B) {
	_, todos := benchClient(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := todos.Fetch(context.Background(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSharedRead reads an entity that another client has read, from memory.
func BenchmarkSharedRead(b *testing.B) {
	blobs := state.NewMemoryBlobs(state.MemoryOptions{})
	var todos *restclient.Bound[Todo, int, TodoFilter]
	for range 2 {
		client, err := restclient.New(httptransport.InProcess(three()), restclient.WithShared("todos", blobs, nil, restclient.WithRecheck(0)))
		if err != nil {
			b.Fatal(err)
		}
		defer client.Close()
		todos = Todos.On(client)
		if _, err := todos.Get(b.Context(), 1); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	ctx := context.Background()
	for b.Loop() {
		if _, err := todos.Get(ctx, 1); err != nil {
			b.Fatal(err)
		}
	}
}
