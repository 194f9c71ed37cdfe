package entity_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

func ExampleNewStore() {
	store := entity.NewStore(entity.WithClock(time.Now))
	todos := entity.TableOf[todo](store)
	write := entity.Write{Start: store.Begin(), TTL: time.Minute}

	row, err := todos.Decode([]byte(`{"id":1,"title":"write"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	list := todos.Replace(write, entity.ListKey{Collection: "/todos"}, []entity.Row[todo]{row})

	stored, status := todos.Get(1)
	fmt.Println(stored.Title, status, list.Len())
	// Output: write fresh 1
}

func ExampleValuesOf() {
	store := entity.NewStore()
	counts := entity.ValuesOf[int](store)
	counts.Set(entity.Write{Start: store.Begin()}, "GET /count", 3)
	fmt.Println(counts.Get("GET /count"))
	// Output: 3 stale
}
