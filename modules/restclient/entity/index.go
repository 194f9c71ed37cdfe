package entity

import (
	"slices"
	"unsafe"
)

// Index finds the entities of a table by something else than their primary key.
// It is safe for concurrent use.
type Index[E Entity[K], K comparable] struct{ AnyIndex }

// AnyIndex is an Index whose types are known at run time only.
type AnyIndex struct {
	table *AnyTable
	key   func(p any) string
	grid  grid // of the keys of entities: []any
}

// Index returns the index that id stands for, the same at each call with that
// id; the first call makes it. Key says what an entity is found by. It is called
// while the store is locked: it must be quick, must not use the store, and must
// depend on nothing but the entity.
func (t *Table[E, K]) Index(id any, key func(E) string) *Index[E, K] {
	x := t.AnyTable.index(id, func(p any) string { return key(*p.(*E)) })
	return (*Index[E, K])(unsafe.Pointer(x)) // which it consists of
}

// Index is that of Table, for a key of an E in an any.
func (t *AnyTable) Index(id any, key func(e any) string) *AnyIndex {
	return t.index(id, func(p any) string { return key(t.model.load(p)) })
}

func (t *AnyTable) index(id any, key func(p any) string) *AnyIndex {
	if x, ok := t.indexes.Load(id); ok {
		return x.(*AnyIndex)
	}
	s := t.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if x, ok := t.indexes.Load(id); ok {
		return x.(*AnyIndex)
	}
	x := &AnyIndex{table: t, key: key}
	x.grid.init(s, "index", modelOf[[]any](), newCellMap[string]())
	// What is true now was true after the last commit.
	tx := &commit{seq: s.seq.Load()}
	for c := range t.cells.all() {
		x.update(tx, nil, c.head.Load())
	}
	t.indexed = append(t.indexed, x)
	t.indexes.Store(id, x)
	return x
}

// Get returns a copy of the entity that key finds. Of several it is the one
// that has been there longest.
func (x *Index[E, K]) Get(key string) (E, Status) { return x.GetAt(nil, key) }

// GetAt is Get at a snapshot; nil means the newest state.
func (x *Index[E, K]) GetAt(sn *Snapshot, key string) (E, Status) {
	e, status := x.AnyIndex.GetAt(sn, key)
	return e.(E), status
}

// GetAt returns a copy of the entity that key finds at a snapshot; nil means the
// newest state. Of several it is the one that has been there longest.
func (x *AnyIndex) GetAt(sn *Snapshot, key string) (any, Status) {
	best, found := x.table.model.zero(), Missing
	for _, k := range x.keysAt(sn, key) {
		if e, status := x.table.GetAt(sn, k); status > found {
			best, found = e, status
			if status >= Stale {
				break
			}
		}
	}
	return best, found
}

func (x *AnyIndex) keysAt(sn *Snapshot, key string) []any {
	if _, v := x.grid.read(sn, key); v != nil {
		return *valueIn[[]any](v)
	}
	return nil
}

// update follows a change of an entity. The mutex of the store is held.
func (x *AnyIndex) update(tx *commit, old, now *version) {
	was, had := x.keyIn(old)
	is, has := x.keyIn(now)
	if had == has && was == is {
		return
	}
	if had {
		k := x.table.keyIn(old)
		x.set(tx, was, func(keys []any) []any { return slices.DeleteFunc(keys, func(o any) bool { return o == k }) })
	}
	if has {
		x.set(tx, is, func(keys []any) []any { return append(keys, x.table.keyIn(now)) })
	}
}

func (x *AnyIndex) keyIn(v *version) (string, bool) {
	if !v.state().exists() {
		return "", false
	}
	return x.key(x.table.model.in(v)), true
}

// set changes a copy of the keys under an index key.
func (x *AnyIndex) set(tx *commit, key string, change func([]any) []any) {
	c := x.grid.cell(key)
	var keys []any
	if head := c.head.Load(); head != nil {
		keys = slices.Clone(*valueIn[[]any](head))
	}
	keys = change(keys)
	c.set(tx, present, x.grid.model.box(&keys), 0)
	tx.changed = true
	tx.touched = append(tx.touched, c)
	c.wake(tx)
}
