package store

import "slices"

// Index finds the entities of a table by something else than their primary key.
// It is safe for concurrent use.
type Index struct {
	table *Table
	key   func(p any) string
	grid  grid // of the keys of entities: []any
}

// GetAt returns a copy of the entity that key finds at a snapshot; nil means the
// newest state. Of several it is the one that has been there longest.
func (x *Index) GetAt(sn *Snapshot, key string) (any, Status) {
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

func (x *Index) keysAt(sn *Snapshot, key string) []any {
	if _, v := x.grid.read(sn, key); v != nil {
		return *valueIn[[]any](v)
	}
	return nil
}

// update follows a change of an entity. The mutex of the store is held.
func (x *Index) update(tx *commit, old, now *version) {
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

func (x *Index) keyIn(v *version) (string, bool) {
	if !v.exists() {
		return "", false
	}
	return x.key(x.table.model.in(v)), true
}

// set changes a copy of the keys under an index key.
func (x *Index) set(tx *commit, key string, change func([]any) []any) {
	c := x.grid.cell(key)
	var keys []any
	if head := c.head.Load(); head != nil {
		keys = slices.Clone(*valueIn[[]any](head))
	}
	keys = change(keys)
	c.set(tx, present, x.grid.model.box(&keys), 0)
	tx.wrote(c)
	c.wake(tx)
}
