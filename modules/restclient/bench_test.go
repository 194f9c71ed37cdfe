package restclient_test

import (
	"context"
	"testing"

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
