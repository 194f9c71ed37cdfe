package entity

import (
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/puzpuzpuz/xsync/v4"
)

// Table holds the entities of one type and the lists of them.
type Table[E Entity[K], K comparable] struct {
	grid  grid[K, E]
	shape *shape
	whole comparer // of E as one field
	equal func(a, b *E) bool
	lists *xsync.Map[string, *list[E]]

	// filters are the fields that arguments of lists select by. The mutex of the
	// store guards it.
	filters mask

	hooks   hooks[E]
	inside  *structNode             // what entities and lists are in E; nil for none
	every   atomic.Pointer[list[E]] // the list of all; nil as long as nobody wants it
	indexes sync.Map                // id -> *Index[E, K]

	// The mutex of the store guards what follows.
	newcomers []*cell[E] // not yet in the list of all
	indexed   []*Index[E, K]
}

// TableOf returns the table of E in s, the same at each call.
func TableOf[E Entity[K], K comparable](s *Store) *Table[E, K] {
	return tableOf(s, func() *Table[E, K] {
		t := newTable[E, K](s, "entity", shapeOf(func(e E) any { return e.PK() }))
		t.compile()
		t.grid.dropped = t.forgetParts
		return t
	})
}

func newTable[E Entity[K], K comparable](s *Store, kind string, shape *shape) *Table[E, K] {
	t := &Table[E, K]{
		shape:   shape,
		whole:   comparerFor(reflect.TypeFor[E]()),
		equal:   equalFor[E](),
		lists:   xsync.NewMap[string, *list[E]](),
		filters: newMask(shape.size()),
		hooks:   hooksOf[E](),
	}
	t.grid.init(s, kind)
	return t
}

// Get returns a copy of the entity with key k: changing it does not change the
// store.
func (t *Table[E, K]) Get(k K) (E, Status) { return t.grid.read(k) }

// GetAt is Get at a snapshot; nil means the newest state.
func (t *Table[E, K]) GetAt(sn *Snapshot, k K) (E, Status) { return t.grid.readAt(sn, k) }

// Has tells whether the server has said that there is an entity with key k, and
// not that it is gone.
func (t *Table[E, K]) Has(k K) bool {
	t.grid.store.mu.Lock()
	defer t.grid.store.mu.Unlock()
	c, ok := t.grid.load(k)
	return ok && c.exists()
}

func (c *cell[V]) exists() bool { return c.confirmed().isThere() }

// ChangedAt returns the number of the commit that changed the entity with key k
// last, 0 when there was none.
func (t *Table[E, K]) ChangedAt(k K) uint64 { return t.grid.changedAt(k) }

// Renew makes the entity with key k fresh again: the server has said that it is
// what it was.
func (t *Table[E, K]) Renew(w Write, k K) { t.grid.renew(w, k) }

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *Table[E, K]) Put(w Write, row Row[E]) E {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	if c := t.put(tx, w, &row); c != nil {
		return t.stored(c)
	}
	return row.value
}

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *Table[E, K]) Update(w Write, k K, row Row[E]) (E, bool) {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	c, ok := t.grid.load(k)
	if !ok || !c.exists() {
		var zero E
		return zero, false
	}
	row = row.without(t.shape.keys)
	t.merge(tx, w, c, &row)
	return t.stored(c), true
}

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back.
func (t *Table[E, K]) Delete(w Write, k K) {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	c := t.grid.cell(k)
	var value E
	if head := c.head.Load(); head != nil {
		value = head.value
	}
	m := c.rare()
	m.fields, m.invalid, m.gone = nil, 0, t.grid.store.Begin()
	if c.exists() {
		t.confirm(tx, c, deleted, value, m.gone)
	}
	t.withdraw(tx, c)
}

// Invalidate makes the entity with key k Invalid until it is read again.
func (t *Table[E, K]) Invalidate(k K) {
	if t.inside != nil {
		t.invalidate(k)
		return
	}
	t.touch(k, true)
}

// Expire makes the entity with key k Stale.
func (t *Table[E, K]) Expire(k K) { t.touch(k, false) }

// touch is that of a cell for one that may have patches: what the server has said
// becomes unusable, and all that is shown upon it.
func (t *Table[E, K]) touch(k K, invalid bool) {
	tx := t.grid.store.begin(Write{})
	defer t.grid.store.end(Write{})
	c, ok := t.grid.load(k)
	if !ok {
		return
	}
	if base := c.confirmed(); c.touched(t.grid.store, tx, base, invalid) {
		t.confirm(tx, c, unusable, base.value, base.start)
	}
}

// put returns nil for a row from before the deletion of its entity.
func (t *Table[E, K]) put(tx *commit, w Write, row *Row[E]) *cell[E] {
	c := t.grid.cell(row.value.PK())
	if !t.merge(tx, w, c, row) {
		return nil
	}
	return c
}

// stored returns a copy of what readers see in a cell, or of what the server has
// said when a mutation under way hides it.
func (t *Table[E, K]) stored(c *cell[E]) E {
	v := c.head.Load()
	if !v.isThere() {
		v = c.confirmed()
	}
	return cloneWith(t.grid.clone, v.value)
}

// keyOf is the key of a cell, which is that of the entity it held last.
func (t *Table[E, K]) keyOf(v *version[E]) K { return v.value.PK() }
