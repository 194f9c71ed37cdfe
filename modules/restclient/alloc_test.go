package restclient_test

import (
	"context"
	"testing"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/httptransport"
)

// TestAllocations checks that to read what is fresh allocates nothing, although
// endpoints take arguments and give results as an any.
func TestAllocations(t *testing.T) {
	if raced {
		t.Skip("the race detector allocates")
	}
	client, err := restclient.New(httptransport.InProcess(three()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	ctx := client.Context(context.Background())
	todos := Todos.On(client)
	if _, err := todos.List(ctx, TodoFilter{}); err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func() bool{
		"Get":         func() bool { got, err := todos.Get(ctx, 3); return err == nil && got.ID == 3 },
		"List":        func() bool { got, err := todos.List(ctx, TodoFilter{}); return err == nil && got.Len() == 3 },
		"On and Get":  func() bool { got, err := Todos.On(client).Get(ctx, 3); return err == nil && got.ID == 3 },
		"UseSuspense": func() bool { got, err := restclient.UseSuspense(ctx, Todos.Get, 3); return err == nil && got.ID == 3 },
		"UseCache":    func() bool { got, ok := restclient.UseCache(ctx, Todos.Get, 3); return ok && got.ID == 3 },
		"UseCache list": func() bool {
			got, ok := restclient.UseCache(ctx, Todos.GetList.Read, TodoFilter{})
			return ok && got.Len() == 3
		},
		"UseQuery": func() bool { _, ok := restclient.UseQuery(ctx, remaining, TodoFilter{}); return ok },
	} {
		if n := testing.AllocsPerRun(100, func() {
			if !read() {
				t.Errorf("%s: not what is stored", name)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
