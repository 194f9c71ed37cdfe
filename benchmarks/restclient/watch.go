package main

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// The variants of a write that others watch, or not.
const (
	writeUnwatched = "write, no watchers"
	writeWatched   = "write, 10 000 watchers on other entities"
	watchers       = 10_000
)

func watchScenario() scenario {
	return scenario{
		name: "watch", title: "Write beside watchers", base: writeUnwatched,
		note: "One entity is written in a table of 10 001, and the watch on it wakes; by `entity.Table` and `entity.Watch`.",
		build: func(scale) (*bench, error) {
			b := &bench{}
			if err := b.addWatched(writeUnwatched, 0); err != nil {
				return nil, err
			}
			return b, b.addWatched(writeWatched, watchers)
		},
	}
}

// addWatched adds the write to the first entity, which is watched, while n
// watches are on one other entity each.
func (b *bench) addWatched(name string, n int) error {
	store := entity.NewStore()
	table, err := fill(store, watchers+1)
	if err != nil {
		return err
	}
	watch := func(id int) *entity.Watch {
		w := store.Watch()
		w.Read(func(sn *entity.Snapshot) { table.GetAt(sn, id) })
		b.closeWith(w.Close)
		return w
	}
	written := watch(1)
	others := make([]*entity.Watch, 0, n)
	for i := range n {
		others = append(others, watch(i+2))
	}
	var rows [2]entity.Row[Todo]
	for version := range rows {
		if rows[version], err = table.Decode(encoded(todo(0, version+1))); err != nil {
			return err
		}
	}
	writes := 0
	b.add(asking(name, func() (bool, error) {
		writes++
		table.Put(writeNow(store), rows[writes%2])
		return changed(written), nil
	}, func(woken bool) error {
		for _, w := range others {
			if changed(w) {
				return fmt.Errorf("a watch on another entity wakes")
			}
		}
		return same(woken, true)
	}))
	return nil
}

func changed(w *entity.Watch) bool {
	select {
	case <-w.Changed():
		return true
	default:
		return false
	}
}
