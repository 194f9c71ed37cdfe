package store_test

import (
	"maps"
	"reflect"
	"slices"

	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
)

// state is what readers see of the model.
type state struct {
	items map[int]shownItem
	lists map[string]shownList
}

type shownItem struct {
	value           item
	exists, invalid bool
}

type shownList struct {
	rows           []item
	known, invalid bool
}

func (m *machine) state() state {
	s := state{map[int]shownItem{}, map[string]shownList{}}
	for id := -3; id < 5; id++ {
		value, exists, invalid := m.model.item(id).shown()
		s.items[id] = shownItem{value, exists, invalid}
	}
	for _, name := range listNames {
		if l, known := m.model.lists[name]; known {
			s.lists[name] = shownList{m.model.rows(name), true, l.invalid}
		}
	}
	return s
}

// frozen is a snapshot and what it has to show for as long as it is held.
type frozen struct {
	snapshot *store.Snapshot
	state    state
}

func (m *machine) freeze(t *rapid.T) {
	if len(m.frozen) == 3 {
		at := rapid.IntRange(0, 2).Draw(t, "snapshot")
		m.frozen[at].compare(t, m)
		m.frozen[at].snapshot.Release()
		m.frozen = slices.Delete(m.frozen, at, at+1)
	}
	m.frozen = append(m.frozen, frozen{m.st.Snapshot(), m.state()})
}

func (f frozen) compare(t *rapid.T, m *machine) {
	if now := m.read(f.snapshot); !reflect.DeepEqual(now, f.state) {
		t.Fatalf("snapshot %d shows %+v, want %+v", f.snapshot.Seq(), now, f.state)
	}
}

// read reads all of a snapshot.
func (m *machine) read(sn *store.Snapshot) state {
	s := state{map[int]shownItem{}, map[string]shownList{}}
	for id := -3; id < 5; id++ {
		s.items[id] = m.readItem(sn, id)
	}
	for _, name := range listNames {
		if l := m.readList(sn, name); l.known {
			s.lists[name] = l
		}
	}
	return s
}

func (m *machine) readItem(sn *store.Snapshot, id int) shownItem {
	value, status := m.table.GetAt(sn, id)
	return shownItem{value, status != store.Missing, status == store.Invalid}
}

func (m *machine) readList(sn *store.Snapshot, name string) shownList {
	l, status := m.table.ListAt(sn, keyOf(name))
	if status == store.Missing {
		return shownList{}
	}
	return shownList{l.Slice(), true, status == store.Invalid}
}

// machineWatch is a watch, and what it has read.
type machineWatch struct {
	watch   *store.Watch
	items   map[int]shownItem
	lists   map[string]shownList
	touched bool // something was expired or changed twice, so that it may wake
}

func (m *machine) watch(t *rapid.T) {
	w := m.watches[rapid.IntRange(0, len(m.watches)-1).Draw(t, "watch")]
	items := rapid.SliceOfNDistinct(rapid.IntRange(-3, 4), 0, 3, rapid.ID).Draw(t, "items")
	lists := rapid.SliceOfNDistinct(names, 0, 2, rapid.ID).Draw(t, "lists")
	w.items, w.lists = map[int]shownItem{}, map[string]shownList{}
	w.watch.Read(func(sn *store.Snapshot) {
		for _, id := range items {
			w.items[id] = m.readItem(sn, id)
		}
		for _, name := range lists {
			w.lists[name] = m.readList(sn, name)
			m.model.asked(name)
		}
	})
	select {
	case <-w.watch.Changed():
	default:
	}
}

// touched does something that may wake without a change of what is shown.
func (m *machine) touched(f func()) {
	for _, w := range m.watches {
		w.touched = true
	}
	f()
}

// compare checks that the watch has woken if something that it has read has
// changed. Without lists, which wake for rows that they hide, too, it has woken
// for nothing else.
func (w *machineWatch) compare(t *rapid.T, s state) {
	changed := false
	for id, was := range w.items {
		changed = changed || was != s.items[id]
		w.items[id] = s.items[id]
	}
	for name, was := range w.lists {
		changed = changed || !reflect.DeepEqual(was, s.lists[name])
		w.lists[name] = s.lists[name]
	}
	woken := false
	select {
	case <-w.watch.Changed():
		woken = true
	default:
	}
	precise := !w.touched && len(w.lists) == 0
	w.touched = false
	if changed && !woken || precise && woken && !changed {
		t.Fatalf("a watch on %v and %v has woken: %t, want %t", slices.Collect(maps.Keys(w.items)), slices.Collect(maps.Keys(w.lists)), woken, changed)
	}
}
