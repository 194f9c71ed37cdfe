package entity_test

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/trefoil-go/trefoil/modules/restclient/entity"
)

// model is the store as maps: per entity and field a value with the stamp of
// its request, lists as slices of keys.
type model struct {
	fields  map[int]map[string]stamped
	gone    map[int]entity.Stamp
	lists   map[string][]int
	changed map[string]entity.Stamp
}

type stamped struct {
	value string
	start entity.Stamp
}

type write struct {
	start  entity.Stamp
	id     int
	fields map[string]string
}

func (w write) json() string {
	s := fmt.Sprintf(`{"id":%d`, w.id)
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		s += fmt.Sprintf(`,%q:%q`, name, w.fields[name])
	}
	return s + "}"
}

func (m *model) put(w write) bool {
	if w.start < m.gone[w.id] {
		return false
	}
	if m.fields[w.id] == nil {
		m.fields[w.id] = map[string]stamped{}
	}
	for name, value := range w.fields {
		if w.start >= m.fields[w.id][name].start {
			m.fields[w.id][name] = stamped{value, w.start}
		}
	}
	return true
}

func (m *model) putAll(ws []write) []int {
	var ids []int
	for _, w := range ws {
		if m.put(w) && !slices.Contains(ids, w.id) {
			ids = append(ids, w.id)
		}
	}
	return ids
}

func (m *model) add(list string, ids []int, front bool) {
	fresh := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return slices.Contains(m.lists[list], id) })
	if front {
		m.lists[list] = slices.Concat(fresh, m.lists[list])
		return
	}
	m.lists[list] = slices.Concat(m.lists[list], fresh)
}

type pair struct {
	ID int    `json:"id"`
	A  string `json:"a"`
	B  string `json:"b"`
}

func (p pair) PK() int { return p.ID }

// TestModel applies random writes, whose requests may be answered out of order,
// to a store and to the model.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newMachine()
		t.Repeat(map[string]func(*rapid.T){
			"put":     m.put,
			"replace": m.replace,
			"append":  m.append,
			"add":     m.add,
			"delete":  m.delete,
			"":        func(t *rapid.T) { compare(t, m.model, m.table) },
		})
	})
}

// machine drives a table and its model alike.
type machine struct {
	store   *entity.Store
	table   *entity.Table[pair, int]
	model   *model
	pending []entity.Stamp // requests that are under way
}

func newMachine() *machine {
	store := entity.NewStore()
	m := &machine{
		store: store,
		table: entity.TableOf[pair](store),
		model: &model{map[int]map[string]stamped{}, map[int]entity.Stamp{}, map[string][]int{}, map[string]entity.Stamp{}},
	}
	for range 6 {
		m.pending = append(m.pending, store.Begin())
	}
	return m
}

// answer draws the answer to one of the pending requests, and begins another.
func (m *machine) answer(t *rapid.T) ([]write, []entity.Row[pair], entity.Write) {
	at := rapid.IntRange(0, len(m.pending)-1).Draw(t, "request")
	start := m.pending[at]
	m.pending[at] = m.store.Begin()
	fields := rapid.MapOf(rapid.SampledFrom([]string{"a", "b"}), rapid.SampledFrom([]string{"", "x", "y"}))
	var ws []write
	var rows []entity.Row[pair]
	for range rapid.IntRange(1, 3).Draw(t, "rows") {
		w := write{start, rapid.IntRange(0, 4).Draw(t, "id"), fields.Draw(t, "fields")}
		row, err := m.table.Decode([]byte(w.json()))
		if err != nil {
			t.Fatal(err)
		}
		ws, rows = append(ws, w), append(rows, row)
	}
	return ws, rows, entity.Write{Start: start, TTL: time.Hour}
}

// list draws one of three lists: all, and those of two users.
func (m *machine) list(t *rapid.T) (string, entity.ListKey) {
	name := rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "list")
	return name, keyOf(name)
}

func keyOf(name string) entity.ListKey {
	if name == "" {
		return listKey()
	}
	return listKey("userId", name)
}

func (m *machine) put(t *rapid.T) {
	ws, rows, w := m.answer(t)
	m.model.put(ws[0])
	m.table.Put(w, rows[0])
}

func (m *machine) replace(t *rapid.T) {
	name, key := m.list(t)
	ws, rows, w := m.answer(t)
	ids := m.model.putAll(ws)
	if _, known := m.model.lists[name]; !known || w.Start >= m.model.changed[name] {
		m.model.lists[name], m.model.changed[name] = append([]int{}, ids...), w.Start
	}
	m.table.Replace(w, key, rows)
}

func (m *machine) append(t *rapid.T) {
	name, key := m.list(t)
	ws, rows, w := m.answer(t)
	if m.model.lists[name] == nil {
		m.model.lists[name] = []int{}
	}
	m.model.add(name, m.model.putAll(ws), false)
	m.table.Append(w, key, rows)
	m.model.changed[name] = m.store.Begin()
}

func (m *machine) add(t *rapid.T) {
	name, key := m.list(t)
	ws, rows, w := m.answer(t)
	front := rapid.Bool().Draw(t, "front")
	ids := m.model.putAll(ws)
	m.table.Add(w, key, rows, front)
	at := m.store.Begin()
	for list := range m.model.lists {
		if list == "" || list == name {
			m.model.add(list, ids, front)
			m.model.changed[list] = at
		}
	}
}

func (m *machine) delete(t *rapid.T) {
	id := rapid.IntRange(0, 4).Draw(t, "id")
	m.table.Delete(id)
	at := m.store.Begin()
	delete(m.model.fields, id)
	m.model.gone[id] = at
	for list, ids := range m.model.lists {
		if i := slices.Index(ids, id); i >= 0 {
			m.model.lists[list] = slices.Delete(slices.Clone(ids), i, i+1)
			m.model.changed[list] = at
		}
	}
}

func compare(t *rapid.T, m *model, table *entity.Table[pair, int]) {
	for id := range 5 {
		got, status := table.Get(id)
		fields, known := m.fields[id]
		want := pair{}
		if known {
			want = pair{id, fields["a"].value, fields["b"].value}
		}
		if known != (status == entity.Fresh) || got != want {
			t.Fatalf("entity %d is %+v (%s), want %+v", id, got, status, want)
		}
	}
	for _, name := range []string{"", "1", "2"} {
		l, status := table.List(keyOf(name))
		want, known := m.lists[name]
		got := []int{}
		for _, e := range l.All() {
			got = append(got, e.ID)
			if now, _ := table.Get(e.ID); now != e {
				t.Fatalf("list %q shows %+v, the table %+v", name, e, now)
			}
		}
		if known != (status != entity.Missing) || !slices.Equal(got, want) {
			t.Fatalf("list %q is %v (%s), want %v", name, got, status, want)
		}
	}
}

// TestConcurrent reads and writes from many goroutines: each list that is read
// is one that was written as a whole.
func TestConcurrent(t *testing.T) {
	store := entity.NewStore()
	table := entity.TableOf[pair](store)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for n := range 100 {
				value := fmt.Sprintf("%d-%d", i, n)
				var rows []entity.Row[pair]
				for id := range 4 {
					row, err := table.Decode(fmt.Appendf(nil, `{"id":%d,"a":%q}`, id, value))
					if err != nil {
						t.Error(err)
						return
					}
					rows = append(rows, row)
				}
				table.Replace(entity.Write{Start: store.Begin(), TTL: time.Hour}, listKey(), rows)
			}
		})
		group.Go(func() {
			for range 100 {
				l, _ := table.List(listKey())
				for _, e := range l.All() {
					if e.A != l.At(0).A {
						t.Errorf("a list mixes %q and %q", l.At(0).A, e.A)
						return
					}
				}
			}
		})
	}
	group.Wait()
}
