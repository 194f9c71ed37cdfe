package entity

import (
	"math"
	"reflect"
	"slices"
)

// All returns every stored entity, in the order of the keys. It is Missing until
// one was stored. The first call makes the table keep that list from then on.
func (t *Table[E, K]) All() (List[E], Status) { return t.AllAt(nil) }

// AllAt is All at a snapshot; nil means the newest state.
func (t *Table[E, K]) AllAt(sn *Snapshot) (List[E], Status) {
	l := t.every.Load()
	if l == nil {
		l = t.keepAll()
	}
	if _, pinned := sn.at(); pinned && sn.watch != nil {
		t.grid.store.mu.Lock()
		sn.watch.on(l, sn.seq)
		t.grid.store.mu.Unlock()
	}
	return t.listAt(sn, l)
}

// keepAll makes the list of all entities.
func (t *Table[E, K]) keepAll() *list[E] {
	t.grid.store.mu.Lock()
	defer t.grid.store.mu.Unlock()
	if l := t.every.Load(); l != nil {
		return l
	}
	l := &list[E]{}
	l.expires.Store(math.MaxInt64)
	seen := false
	var cells []*cell[E]
	for _, c := range t.grid.cells.All() {
		head := c.head.Load()
		seen = seen || head != nil
		if head.state().exists() {
			cells = append(cells, c)
			c.lists++
		}
	}
	if seen {
		// What is true now was true after the last commit.
		l.set(&commit{seq: t.grid.store.seq.Load()}, present, places[E]{cells: t.sorted(cells)}, 0)
	}
	t.every.Store(l)
	return l
}

// sorted orders cells by key and keeps each one once.
func (t *Table[E, K]) sorted(cells []*cell[E]) []*cell[E] {
	slices.SortFunc(cells, t.compareCells)
	return slices.Compact(cells)
}

func (t *Table[E, K]) compareCells(a, b *cell[E]) int {
	x, y := t.keyOf(a.head.Load()), t.keyOf(b.head.Load())
	return compareKeys(reflect.ValueOf(x), reflect.ValueOf(y))
}

// appeared has the cells of entities that are there since this commit added to
// the list of all before the commit ends.
func (t *Table[E, K]) appeared(tx *commit, c *cell[E]) {
	if len(t.newcomers) == 0 {
		tx.finish = append(tx.finish, t.enlist)
	}
	t.newcomers = append(t.newcomers, c)
}

// enlist merges the newcomers into the list of all.
func (t *Table[E, K]) enlist(tx *commit) {
	l := t.every.Load()
	have, fresh := l.cells(), t.sorted(t.newcomers)
	next := make([]*cell[E], 0, len(have)+len(fresh))
	for _, c := range have {
		for len(fresh) > 0 && t.compareCells(fresh[0], c) < 0 {
			next, fresh = append(next, fresh[0]), fresh[1:]
		}
		if len(fresh) > 0 && fresh[0] == c {
			fresh = fresh[1:]
		}
		next = append(next, c)
	}
	t.setPlaces(tx, l, append(next, fresh...), nil)
	clear(t.newcomers)
	t.newcomers = t.newcomers[:0]
}
