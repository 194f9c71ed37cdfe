package main

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// The variants of an edit that is answered, with others under way or not.
const (
	editAlone  = "edit and settle"
	editAmong  = "edit and settle among 1 000 pending edits of other entities"
	pendingFew = 1000
)

func editScenario() scenario {
	return scenario{
		name: "edit", title: "Edit beside pending edits", base: editAlone,
		note: "An optimistic change of one entity and its answer, as two commits; by `entity.Layer`.",
		build: func(scale) (*bench, error) {
			b := &bench{}
			if err := b.addEdit(editAlone, 0); err != nil {
				return nil, err
			}
			return b, b.addEdit(editAmong, pendingFew)
		},
	}
}

func (b *bench) addEdit(name string, n int) error {
	store := entity.NewStore()
	table, err := fill(store, pendingFew+1)
	if err != nil {
		return err
	}
	complete := func(t *Todo) { t.Completed = !t.Completed }
	for i := range n {
		table.Edit(entity.Write{}, store.Layer(), i+2, complete)
	}
	var answers [2]entity.Row[Todo]
	for i := range answers {
		t := todo(0, 0)
		t.Completed = i == 0
		if answers[i], err = table.Decode(encoded(t)); err != nil {
			return err
		}
	}
	edits := 0
	before, _ := table.Get(1)
	if !before.Completed {
		edits = 1
	}
	b.add(asking(name, func() ([2]bool, error) {
		edits++
		l := store.Layer()
		table.Edit(entity.Write{}, l, 1, complete)
		shown, _ := table.Get(1)
		answer := entity.Write{Start: l.Start(), TTL: long, Mutation: true}
		store.Commit(answer, func(w entity.Write) {
			table.Put(w, answers[edits%2])
			l.Remove(w)
		})
		settled, _ := table.Get(1)
		return [2]bool{shown.Completed, settled.Completed}, nil
	}, func(got [2]bool) error {
		if want := edits%2 == 0; got != [2]bool{want, want} {
			return fmt.Errorf("the edit shows %v and settles as %v, want %v", got[0], got[1], want)
		}
		if other, _ := table.Get(2); n > 0 && other == todo(1, 0) {
			return fmt.Errorf("a pending edit is not shown")
		}
		return nil
	}))
	return nil
}
