package store_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

func ExampleNew() {
	st := store.New(store.WithClock(time.Now))
	todos := TableOf[todo](st)
	write := store.Write{Start: st.Begin(), TTL: time.Minute}

	row, err := todos.Decode([]byte(`{"id":1,"title":"write"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	list := todos.Replace(write, store.ListKey{Collection: "/todos"}, []Row[todo]{row})

	stored, status := todos.Get(1)
	fmt.Println(stored.Title, status, list.Len())
	// Output: write fresh 1
}

func ExampleValuesOf() {
	st := store.New()
	counts := ValuesOf[int](st)
	counts.Set(store.Write{Start: st.Begin()}, "GET /count", 3)
	fmt.Println(counts.Get("GET /count"))
	// Output: 3 stale
}
