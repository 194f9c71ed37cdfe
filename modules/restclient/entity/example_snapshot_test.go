package entity_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// put stores what a request that begins now has read.
func put(store *entity.Store, todos *entity.Table[todo, int], data string) {
	row, err := todos.Decode([]byte(data))
	if err != nil {
		panic(err)
	}
	todos.Put(entity.Write{Start: store.Begin(), TTL: time.Minute}, row)
}

func ExampleStore_Snapshot() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	put(store, todos, `{"id":1,"title":"read"}`)

	before := store.Snapshot()
	defer before.Release()
	put(store, todos, `{"id":1,"title":"write"}`)

	old, _ := todos.GetAt(before, 1)
	now, _ := todos.Get(1)
	fmt.Println(old.Title, now.Title)
	// Output: read write
}

func ExampleStore_Commit() {
	store := entity.NewStore()
	todos, counts := entity.TableOf[todo](store), entity.ValuesOf[int](store)
	store.OnCommit(func(c entity.Commit) {
		for _, change := range c.Changes {
			fmt.Println(change.Kind, change.Key)
		}
	})

	row, err := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	store.Commit(entity.Write{Start: store.Begin(), TTL: time.Minute}, func(w entity.Write) {
		todos.Put(w, row)
		counts.Set(w, "GET /count", 1)
	})
	// Output:
	// entity 1
	// value GET /count
}

func ExampleStore_Watch() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	put(store, todos, `{"id":1,"title":"read"}`)

	watch := store.Watch()
	defer watch.Close()
	show := func(sn *entity.Snapshot) {
		t, _ := todos.GetAt(sn, 1)
		fmt.Println(t.Title)
	}
	watch.Read(show)
	put(store, todos, `{"id":2,"title":"rest"}`) // was not read
	put(store, todos, `{"id":1,"title":"write"}`)
	<-watch.Changed()
	watch.Read(show)
	// Output:
	// read
	// write
}

func ExampleStore_Layer() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	put(store, todos, `{"id":1,"title":"read"}`)
	show := func() {
		t, _ := todos.Get(1)
		fmt.Println(t.Title)
	}

	layer := store.Layer() // a mutation begins
	todos.Edit(entity.Write{}, layer, 1, func(t *todo) { t.Title += " twice" })
	show()
	put(store, todos, `{"id":1,"title":"write"}`) // a request that began later has read this
	show()
	layer.Remove(entity.Write{}) // the mutation has failed
	show()
	// Output:
	// read twice
	// write
	// write
}

// One layer may say several things about an entity.
func ExampleTable_Apply() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	put(store, todos, `{"id":1,"userId":5,"title":"read"}`)
	fields, err := todos.DecodeFields([]byte(`{"title":"write"}`))
	if err != nil {
		fmt.Println(err)
		return
	}

	layer := store.Layer()
	todos.Apply(entity.Write{}, layer, 1, fields, false)
	todos.Expect(entity.Write{}, layer, 1, entity.Row[todo]{})
	t, status := todos.Get(1)
	fmt.Println(t.User, t.Title, status)
	layer.Remove(entity.Write{})
	t, status = todos.Get(1)
	fmt.Println(t.User, t.Title, status)
	// Output:
	// 5 write fresh
	// 5 read fresh
}

func ExampleTable_NewDraft() {
	store := entity.NewStore()
	todos := entity.TableOf[todo](store)
	all := entity.ListKey{Collection: "/todos"}
	todos.Replace(entity.Write{Start: store.Begin()}, all, nil)
	show := func() {
		list, _ := todos.List(all)
		for _, t := range list.All() {
			fmt.Println(t.ID, t.Title)
		}
	}

	draft, ok := todos.NewDraft(todo{Title: "read"})
	fmt.Println(ok)
	layer := store.Layer()
	todos.Draft(entity.Write{}, layer, draft, all, false)
	show()

	row, err := todos.Decode([]byte(`{"id":7,"title":"read"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	store.Commit(entity.Write{Start: layer.Start(), TTL: time.Minute, Mutation: true}, func(w entity.Write) {
		todos.Adopt(w, draft.ID, row)
		layer.Remove(w)
	})
	show()
	// Output:
	// true
	// -1 read
	// 7 read
}

func ExampleWithMaxEntries() {
	store := entity.NewStore(entity.WithMaxEntries(10))
	todos := entity.TableOf[todo](store)
	for id := range 100 {
		put(store, todos, fmt.Sprintf(`{"id":%d}`, id))
	}
	fmt.Println(store.Len() <= 10)
	// Output: true
}
