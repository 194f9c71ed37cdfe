package restclient_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/trefoil-go/trefoil/modules/restclient"
)

// tally counts what becomes of reads.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[what]++
}

func (t *tally) Served(_ context.Context, op restclient.Operation) {
	t.add(fmt.Sprintf("%s %s", op.Name, op.Cache))
}

func (t *tally) Start(ctx context.Context, op restclient.Operation) (context.Context, func(restclient.Result)) {
	return ctx, func(r restclient.Result) {
		t.add(fmt.Sprintf("%s %s, then %d", op.Name, op.Cache, r.Status))
	}
}

func ExampleWithObserver() {
	counts := &tally{counts: map[string]int{}}
	client := clientOf(threeTodos(), restclient.WithObserver(counts))
	defer client.Close()

	todos := Todos.On(client)
	for range 3 {
		if _, err := todos.Get(context.Background(), 1); err != nil {
			fmt.Println(err)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts.counts)) {
		fmt.Println(what, "×", counts.counts[what])
	}
	// Output:
	// Todo.get fresh × 2
	// Todo.get missing, then 200 × 1
}
