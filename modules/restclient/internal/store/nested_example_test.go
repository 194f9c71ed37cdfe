package store_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// The type person has a method Nested that returns the Kind of firm.
func ExampleKind() {
	st := store.New()
	people, firms := TableOf[person](st), TableOf[firm](st)
	write := store.Write{Start: st.Begin(), TTL: time.Minute}
	row, err := people.Decode([]byte(`{"id":1,"name":"Ann","firm":{"id":5,"name":"Trefoil"}}`))
	people.Put(write, row)
	stored, _ := firms.Get(5)
	fmt.Println(stored.Name, err)

	change, err := firms.Decode([]byte(`{"id":5,"name":"Clover"}`))
	firms.Put(store.Write{Start: st.Begin()}, change)
	ann, _ := people.Get(1)
	fmt.Println(ann.Firm.Name, err)
	// Output:
	// Trefoil <nil>
	// Clover <nil>
}

func ExampleKind_Check() {
	fmt.Println(store.KindOf[person]().Check())
	fmt.Println(store.KindOf[careless]().Check())
	// Output:
	// <nil>
	// store_test.careless: it holds entities of type store_test.firm: add EntityOf[firm]() to what its method Nested returns
}

// careless holds a firm and does not say so.
type careless struct {
	ID   int
	Firm firm
}

func (c careless) PK() int { return c.ID }

func ExampleObjectsOf() {
	type page struct {
		Firms restclient.List[firm] `json:"firms"`
		Next  string                `json:"next"`
	}
	st := store.New()
	pages := ObjectsOf[page](st, store.KindOf[firm]())
	key := store.ListKey{Collection: "/firms"}
	write := func() store.Write { return store.Write{Start: st.Begin(), TTL: time.Minute} }

	first, err := pages.Decode([]byte(`{"firms":[{"id":1,"name":"a"}],"next":"2"}`))
	pages.Set(write(), key, first)
	fmt.Println(err)
	second, err := pages.Decode([]byte(`{"firms":[{"id":2,"name":"b"}],"next":""}`))
	pages.Extend(write(), key, second)

	all, status := pages.Get(key)
	fmt.Println(all.Firms.Slice(), all.Next == "", status, err)
	// Output:
	// <nil>
	// [{1 a} {2 b}] true fresh <nil>
}
