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
	v, status := t.readAll(sn)
	return List[E]{v}, status
}

// AllAt returns every stored entity at a snapshot, in the order of the keys; nil
// means the newest state. It is Missing until one was stored. The first call
// makes the table keep that list from then on.
func (t *AnyTable) AllAt(sn *Snapshot) (AnyList, Status) {
	v, status := t.readAll(sn)
	return t.anyList(v), status
}

func (t *AnyTable) readAll(sn *Snapshot) (*view, Status) {
	l := t.every.Load()
	if l == nil {
		l = t.keepAll()
	}
	if sn.watches() {
		t.store.mu.Lock()
		sn.watch.on(l, sn.seq)
		t.store.mu.Unlock()
	}
	return t.listAt(sn, l)
}

// keepAll makes the list of all entities.
func (t *AnyTable) keepAll() *list {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if l := t.every.Load(); l != nil {
		return l
	}
	l := &list{}
	l.expires.Store(math.MaxInt64)
	seen := false
	var cells []*cell
	for c := range t.cells.all() {
		head := c.head.Load()
		seen = seen || head != nil
		if head.state().exists() {
			cells = append(cells, c)
			c.lists++
		}
	}
	if seen {
		// What is true now was true after the last commit.
		l.set(&commit{seq: t.store.seq.Load()}, present, placesModel.box(&places{cells: t.sorted(cells)}), 0)
	}
	t.every.Store(l)
	return l
}

// sorted orders cells by key and keeps each one once.
func (t *AnyTable) sorted(cells []*cell) []*cell {
	slices.SortFunc(cells, t.compareCells)
	return slices.Compact(cells)
}

func (t *AnyTable) compareCells(a, b *cell) int {
	x, y := t.keyIn(a.head.Load()), t.keyIn(b.head.Load())
	return compareKeys(reflect.ValueOf(x), reflect.ValueOf(y))
}

// appeared has the cells of entities that are there since this commit added to
// the list of all before the commit ends.
func (t *AnyTable) appeared(tx *commit, c *cell) {
	if len(t.newcomers) == 0 {
		tx.finish = append(tx.finish, t.enlist)
	}
	t.newcomers = append(t.newcomers, c)
}

// enlist merges the newcomers into the list of all.
func (t *AnyTable) enlist(tx *commit) {
	l := t.every.Load()
	have, fresh := l.cells(), t.sorted(t.newcomers)
	next := make([]*cell, 0, len(have)+len(fresh))
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
