package entity

import "slices"

// Index finds the entities of a table by something else than their primary key.
// It is safe for concurrent use.
type Index[E Entity[K], K comparable] struct {
	table *Table[E, K]
	key   func(E) string
	grid  grid[string, []K]
}

// Index returns the index that id stands for, the same at each call with that
// id; the first call makes it. Key says what an entity is found by. It is called
// while the store is locked: it must be quick, must not use the store, and must
// depend on nothing but the entity.
func (t *Table[E, K]) Index(id any, key func(E) string) *Index[E, K] {
	if x, ok := t.indexes.Load(id); ok {
		return x.(*Index[E, K])
	}
	s := t.grid.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if x, ok := t.indexes.Load(id); ok {
		return x.(*Index[E, K])
	}
	x := &Index[E, K]{table: t, key: key}
	x.grid.init(s, "index")
	// What is true now was true after the last commit.
	tx := &commit{seq: s.seq.Load()}
	for _, c := range t.grid.cells.All() {
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
	best, found := *new(E), Missing
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

func (x *Index[E, K]) keysAt(sn *Snapshot, key string) []K {
	if _, pinned := sn.at(); pinned && sn.watch != nil {
		x.grid.watch(sn, key)
	}
	_, v := x.grid.find(sn, key)
	if v == nil {
		return nil
	}
	return v.value
}

// update follows a change of an entity. The mutex of the store is held.
func (x *Index[E, K]) update(tx *commit, old, now *version[E]) {
	was, had := x.keyIn(old)
	is, has := x.keyIn(now)
	if had == has && was == is {
		return
	}
	if had {
		k := old.value.PK()
		x.set(tx, was, func(keys []K) []K { return slices.DeleteFunc(keys, func(o K) bool { return o == k }) })
	}
	if has {
		x.set(tx, is, func(keys []K) []K { return append(keys, now.value.PK()) })
	}
}

func (x *Index[E, K]) keyIn(v *version[E]) (string, bool) {
	if !v.state().exists() {
		return "", false
	}
	return x.key(v.value), true
}

// set changes a copy of the keys under an index key.
func (x *Index[E, K]) set(tx *commit, key string, change func([]K) []K) {
	c := x.grid.cell(key)
	var keys []K
	if head := c.head.Load(); head != nil {
		keys = slices.Clone(head.value)
	}
	c.set(tx, present, change(keys), 0)
	tx.changed = true
	tx.touched = append(tx.touched, c)
	c.wake(tx)
}
