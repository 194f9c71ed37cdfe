package store_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/thorough"
)

// TestModel applies random operations to a store and to the model, and compares
// them after each: responses that come out of order, optimistic layers,
// invalidations, snapshots and watches.
func TestModel(t *testing.T) {
	steps := thorough.Times(60, 1000) // in each of the 100 checks that rapid makes
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine()
		actions := m.actions()
		names := rapid.SampledFrom(slices.Sorted(maps.Keys(actions)))
		for range steps {
			actions[names.Draw(t, "action")](t)
			m.compare(t)
		}
	})
}

// machine drives a store and its model alike.
type machine struct {
	st      *store.Store
	table   *Table[item, int]
	model   *naive
	pending []store.Stamp // requests that are under way
	layers  []*machineLayer
	frozen  []frozen
	watches []*machineWatch
	steps   int
	made    int // keys that the server has given to drafts
}

func newMachine() *machine {
	st := store.New(store.WithClock(func() time.Time { return time.Time{} }))
	m := &machine{st: st, table: TableOf[item](st), model: newNaive(st.Begin), made: 100}
	for range 6 {
		m.pending = append(m.pending, st.Begin())
	}
	for range 3 {
		m.watches = append(m.watches, &machineWatch{watch: st.Watch()})
	}
	return m
}

func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"put": m.put, "replace": m.replace, "append": m.append, "add": m.add, "delete": m.delete,
		"invalidate": m.invalidate, "expire": m.expire, "invalidate list": m.invalidateList, "expire list": m.expireList,
		"edit": m.edit, "apply": m.apply, "hide": m.hide, "draft": m.draft,
		"settle": m.settle, "settle again": m.settle, "drop": m.drop,
		"freeze": m.freeze, "watch": m.watch,
	}
}

var (
	ids    = rapid.IntRange(0, 4)
	texts  = rapid.SampledFrom([]string{"x", "y", "z"})
	fields = rapid.MapOf(rapid.SampledFrom(itemFields), texts)
	names  = rapid.SampledFrom(listNames)
)

func drawRow(t *rapid.T, id int) naiveRow {
	return naiveRow{id, fields.Draw(t, "fields")}
}

func (m *machine) row(r naiveRow) Row[item] {
	members := map[string]any{"id": r.id}
	for name, value := range r.fields {
		members[name] = value
	}
	data, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	row, err := m.table.Decode(data)
	if err != nil {
		panic(err)
	}
	return row
}

// next draws one of the pending requests, which is answered, and begins another.
func (m *machine) next(t *rapid.T) store.Stamp {
	at := rapid.IntRange(0, len(m.pending)-1).Draw(t, "request")
	start := m.pending[at]
	m.pending[at] = m.st.Begin()
	return start
}

// answer draws the answer to one of the pending requests.
func (m *machine) answer(t *rapid.T) ([]naiveRow, []Row[item], store.Write) {
	start := m.next(t)
	var naive []naiveRow
	var rows []Row[item]
	for range rapid.IntRange(1, 3).Draw(t, "rows") {
		r := drawRow(t, ids.Draw(t, "id"))
		if slices.ContainsFunc(naive, func(other naiveRow) bool { return other.id == r.id }) {
			m.touched(func() {}) // changed twice, perhaps back
		}
		naive, rows = append(naive, r), append(rows, m.row(r))
	}
	return naive, rows, store.Write{Start: start, TTL: time.Hour}
}

func (m *machine) put(t *rapid.T) {
	naive, rows, w := m.answer(t)
	m.model.put(w, naive[0])
	m.table.Put(w, rows[0])
}

func (m *machine) replace(t *rapid.T) {
	name := names.Draw(t, "list")
	naive, rows, w := m.answer(t)
	m.model.replace(w, name, naive)
	m.table.Replace(w, keyOf(name), rows)
}

func (m *machine) append(t *rapid.T) {
	name := names.Draw(t, "list")
	naive, rows, w := m.answer(t)
	m.table.Append(w, keyOf(name), rows)
	m.model.append(w, name, naive)
}

func (m *machine) add(t *rapid.T) {
	name, front := names.Draw(t, "list"), rapid.Bool().Draw(t, "front")
	naive, rows, w := m.answer(t)
	m.table.Add(w, keyOf(name), rows, front)
	var added []int
	said := map[int]map[string]string{}
	for _, r := range naive {
		if m.model.put(w, r) && !slices.Contains(added, r.id) {
			added = append(added, r.id)
		}
	}
	for _, id := range added {
		said[id] = m.model.said(id)
	}
	m.model.add(added, said, name, front)
}

func (m *machine) delete(t *rapid.T) {
	id, w := ids.Draw(t, "id"), store.Write{}
	if rapid.Bool().Draw(t, "mutation") { // otherwise it is pushed
		w.Start, w.Mutation = m.next(t), true
	}
	m.table.Delete(w, id)
	m.model.delete(w, id)
}

func (m *machine) invalidate(t *rapid.T) {
	id := ids.Draw(t, "id")
	m.touched(func() { m.table.Touch(id, store.Invalidate); m.model.invalidate(id) })
}

func (m *machine) expire(t *rapid.T) {
	id := ids.Draw(t, "id")
	m.touched(func() { m.table.Touch(id, store.Expire) })
	if _, status := m.table.Get(id); status == store.Fresh && m.model.item(id).exists {
		t.Fatalf("entity %d is fresh, it was expired", id)
	}
}

func (m *machine) invalidateList(t *rapid.T) {
	name := names.Draw(t, "list")
	m.touched(func() { m.table.TouchList(keyOf(name), store.Invalidate); m.model.invalidateList(name) })
}

func (m *machine) expireList(t *rapid.T) {
	name := names.Draw(t, "list")
	m.touched(func() { m.table.TouchList(keyOf(name), store.Expire); m.model.expireList(name) })
}

func (m *machine) compare(t *rapid.T) {
	for id := -3; id < 5; id++ {
		m.compareItem(t, id)
	}
	for _, name := range listNames {
		m.compareList(t, name)
	}
	if m.steps++; m.steps%16 == 0 {
		for _, f := range m.frozen {
			f.compare(t, m)
		}
	}
	if m.model.doubts > 0 {
		m.touched(func() { m.model.doubts = 0 })
	}
	now := m.state()
	for _, w := range m.watches {
		w.compare(t, now)
	}
}

func (m *machine) compareItem(t *rapid.T, id int) {
	want, exists, invalid := m.model.item(id).shown()
	got, status := m.table.Get(id)
	if got != want || exists != (status != store.Missing) || invalid != (status == store.Invalid) {
		t.Fatalf("entity %d is %+v (%s), want %+v (exists %t, invalid %t)", id, got, status, want, exists, invalid)
	}
}

func (m *machine) compareList(t *rapid.T, name string) {
	l, status := m.table.List(keyOf(name))
	want, known := m.model.lists[name]
	if !known {
		if status != store.Missing {
			t.Fatalf("list %q is %v (%s), it was never stored", name, l.Slice(), status)
		}
		return
	}
	if rows := m.model.rows(name); !slices.Equal(l.Slice(), rows) {
		t.Fatalf("list %q is %v (%s), want %v of %+v", name, l.Slice(), status, rows, want)
	}
	if status != listStatus(want) {
		t.Fatalf("list %q is %s, want %s", name, status, listStatus(want))
	}
}

func listStatus(l *naiveList) store.Status {
	switch {
	case l.invalid:
		return store.Invalid
	case l.stale:
		return store.Stale
	}
	return store.Fresh
}
