package store_test

import (
	"fmt"
	"time"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// put stores what a request that begins now has read.
func put(st *store.Store, todos *Table[todo, int], data string) {
	row, err := todos.Decode([]byte(data))
	if err != nil {
		panic(err)
	}
	todos.Put(store.Write{Start: st.Begin(), TTL: time.Minute}, row)
}

func ExampleStore_Snapshot() {
	st := store.New()
	todos := TableOf[todo](st)
	put(st, todos, `{"id":1,"title":"read"}`)

	before := st.Snapshot()
	defer before.Release()
	put(st, todos, `{"id":1,"title":"write"}`)

	old, _ := todos.GetAt(before, 1)
	now, _ := todos.Get(1)
	fmt.Println(old.Title, now.Title)
	// Output: read write
}

func ExampleStore_Commit() {
	st := store.New()
	todos, counts := TableOf[todo](st), ValuesOf[int](st)
	st.OnCommit(func(c store.Commit) {
		for _, change := range c.Changes {
			fmt.Println(change.Kind, change.Key)
		}
	})

	row, err := todos.Decode([]byte(`{"id":1,"title":"read"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	st.Commit(store.Write{Start: st.Begin(), TTL: time.Minute}, func(w store.Write) {
		todos.Put(w, row)
		counts.Set(w, "GET /count", 1)
	})
	// Output:
	// entity 1
	// value GET /count
}

func ExampleStore_Watch() {
	st := store.New()
	todos := TableOf[todo](st)
	put(st, todos, `{"id":1,"title":"read"}`)

	watch := st.Watch()
	defer watch.Close()
	show := func(sn *store.Snapshot) {
		t, _ := todos.GetAt(sn, 1)
		fmt.Println(t.Title)
	}
	watch.Read(show)
	put(st, todos, `{"id":2,"title":"rest"}`) // was not read
	put(st, todos, `{"id":1,"title":"write"}`)
	<-watch.Changed()
	watch.Read(show)
	// Output:
	// read
	// write
}

func ExampleStore_Layer() {
	st := store.New()
	todos := TableOf[todo](st)
	put(st, todos, `{"id":1,"title":"read"}`)
	show := func() {
		t, _ := todos.Get(1)
		fmt.Println(t.Title)
	}

	layer := st.Layer() // a mutation begins
	todos.Edit(store.Write{}, layer, 1, func(t *todo) { t.Title += " twice" })
	show()
	put(st, todos, `{"id":1,"title":"write"}`) // a request that began later has read this
	show()
	layer.Remove(store.Write{}) // the mutation has failed
	show()
	// Output:
	// read twice
	// write
	// write
}

// One layer may say several things about an entity.
func ExampleTable_Apply() {
	st := store.New()
	todos := TableOf[todo](st)
	put(st, todos, `{"id":1,"userId":5,"title":"read"}`)
	fields, err := todos.DecodeFields([]byte(`{"title":"write"}`))
	if err != nil {
		fmt.Println(err)
		return
	}

	layer := st.Layer()
	todos.Apply(store.Write{}, layer, 1, fields, false)
	todos.Expect(store.Write{}, layer, 1, Row[todo]{})
	t, status := todos.Get(1)
	fmt.Println(t.User, t.Title, status)
	layer.Remove(store.Write{})
	t, status = todos.Get(1)
	fmt.Println(t.User, t.Title, status)
	// Output:
	// 5 write fresh
	// 5 read fresh
}

func ExampleTable_NewDraft() {
	st := store.New()
	todos := TableOf[todo](st)
	all := store.ListKey{Collection: "/todos"}
	todos.Replace(store.Write{Start: st.Begin()}, all, nil)
	show := func() {
		list, _ := todos.List(all)
		for _, t := range list.All() {
			fmt.Println(t.ID, t.Title)
		}
	}

	draft, ok := todos.NewDraft(todo{Title: "read"})
	fmt.Println(ok)
	layer := st.Layer()
	todos.Draft(store.Write{}, layer, draft, all, false)
	show()

	row, err := todos.Decode([]byte(`{"id":7,"title":"read"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	st.Commit(store.Write{Start: layer.Start(), TTL: time.Minute, Mutation: true}, func(w store.Write) {
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
	st := store.New(store.WithMaxEntries(10))
	todos := TableOf[todo](st)
	for id := range 100 {
		put(st, todos, fmt.Sprintf(`{"id":%d}`, id))
	}
	fmt.Println(st.Len() <= 10)
	// Output: true
}
