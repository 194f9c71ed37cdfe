package entity_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// The type person has a method Nested that returns PartOf[firm]().
func ExamplePartOf() {
	store := entity.NewStore()
	people, firms := entity.TableOf[person](store), entity.TableOf[firm](store)
	write := entity.Write{Start: store.Begin(), TTL: time.Minute}
	row, err := people.Decode([]byte(`{"id":1,"name":"Ann","firm":{"id":5,"name":"Trefoil"}}`))
	people.Put(write, row)
	stored, _ := firms.Get(5)
	fmt.Println(stored.Name, err)

	change, err := firms.Decode([]byte(`{"id":5,"name":"Clover"}`))
	firms.Put(entity.Write{Start: store.Begin()}, change)
	ann, _ := people.Get(1)
	fmt.Println(ann.Firm.Name, err)
	// Output:
	// Trefoil <nil>
	// Clover <nil>
}

func ExampleCheck() {
	fmt.Println(entity.Check[person]())
	fmt.Println(entity.Check[careless]())
	// Output:
	// <nil>
	// entity_test.careless: it holds entities of type entity_test.firm: add EntityOf[firm]() to what its method Nested returns
}

// careless holds a firm and does not say so.
type careless struct {
	ID   int
	Firm firm
}

func (c careless) PK() int { return c.ID }

func ExampleObjectsOf() {
	type page struct {
		Firms entity.List[firm] `json:"firms"`
		Next  string            `json:"next"`
	}
	store := entity.NewStore()
	pages := entity.ObjectsOf[page](store, entity.PartOf[firm]())
	key := entity.ListKey{Collection: "/firms"}
	write := func() entity.Write { return entity.Write{Start: store.Begin(), TTL: time.Minute} }

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
