package entity

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/puzpuzpuz/xsync/v4"
)

// Table holds the entities of one type and the lists of them.
type Table[E Entity[K], K comparable] struct{ AnyTable }

// AnyTable is a Table whose types are known at run time only: each key is a K
// and each entity an E, in an any. It panics when they are of other types.
type AnyTable struct {
	grid
	of    *Kind
	shape *shape
	whole comparer // of an entity as one field
	equal func(a, b any) bool
	lists *xsync.Map[string, *list]

	// filters are the fields that arguments of lists select by. The mutex of the
	// store guards it.
	filters mask

	hooks   hooks
	inside  *structNode          // what entities and lists are in an entity; nil for none
	every   atomic.Pointer[list] // the list of all; nil as long as nobody wants it
	indexes sync.Map             // id -> *AnyIndex

	// The mutex of the store guards what follows.
	newcomers []*cell // not yet in the list of all
	grown     Stamp   // when a mutation may have put an entity into a list last
	indexed   []*AnyIndex
}

// TableOf returns the table of E in s, the same at each call.
func TableOf[E Entity[K], K comparable](s *Store) *Table[E, K] {
	t, ok := s.tables.Load(reflect.TypeFor[E]())
	if !ok {
		t = KindOf[E]().In(s)
	}
	return (*Table[E, K])(unsafe.Pointer(t.(*AnyTable))) // which it consists of
}

func newTable(s *Store, of *Kind, kind string, shape *shape) *AnyTable {
	t := &AnyTable{
		of:      of,
		shape:   shape,
		whole:   comparerFor(of.model.typ),
		equal:   of.model.equal,
		lists:   xsync.NewMap[string, *list](),
		filters: newMask(shape.size()),
		hooks:   of.hooks,
	}
	t.init(s, kind, of.model, of.newCells())
	return t
}

// Get returns a copy of the entity with key k: changing it does not change the
// store.
func (t *Table[E, K]) Get(k K) (E, Status) { return t.GetAt(nil, k) }

// GetAt is Get at a snapshot; nil means the newest state.
func (t *Table[E, K]) GetAt(sn *Snapshot, k K) (E, Status) { return Get[E](&t.AnyTable, sn, k) }

// Get is AnyTable.GetAt for who knows the types of the table: it allocates
// nothing.
func Get[E Entity[K], K comparable](t *AnyTable, sn *Snapshot, k K) (E, Status) {
	if sn.watches() {
		t.watch(sn, k)
	}
	var v *version
	c, ok := t.cells.(*cellMap[K]).m.Load(k)
	if ok {
		v = c.read(t.store, sn)
	}
	if !v.isThere() && t.adoptions.Load() > 0 {
		c, v = t.findAdopted(sn, k, c, v)
	}
	return valueOf[E](&t.grid, c, v)
}

// GetList is Table.ListID for who has no Table.
func GetList[E any](t *AnyTable, sn *Snapshot, id string) (List[E], Status) {
	v, status := t.findList(sn, id)
	return List[E]{v}, status
}

// GetAt returns a copy of the entity with key k at a snapshot; nil means the
// newest state. Changing it does not change the store.
func (t *AnyTable) GetAt(sn *Snapshot, k any) (any, Status) { return t.value(t.read(sn, k)) }

// Has reports whether the server has said that there is an entity with key k, and
// not that it is gone.
func (t *AnyTable) Has(k any) bool {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, ok := t.load(k)
	return ok && c.exists()
}

func (c *cell) exists() bool { return c.confirmed().isThere() }

// ChangedAt returns the number of the commit that changed the entity with key k
// last, 0 when there was none.
func (t *AnyTable) ChangedAt(k any) uint64 { return t.changedAt(k) }

// Renew makes the entity with key k fresh again: the server has said that it is
// what it was.
func (t *AnyTable) Renew(w Write, k any) { t.renew(w, k) }

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *AnyTable) Put(w Write, row AnyRow) any { return t.model.load(t.putRow(w, row)) }

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *Table[E, K]) Put(w Write, row Row[E]) E { return clonedFrom[E](&t.grid, t.putRow(w, row.row)) }

// clonedFrom returns a copy of the value that p points to.
func clonedFrom[V any](g *grid, p any) V { return cloneWith(g.model.clone, *p.(*V)) }

func (t *AnyTable) putRow(w Write, row AnyRow) (p any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	if c := t.put(tx, w, &row); c != nil {
		return t.stored(c)
	}
	return row.p
}

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *AnyTable) Update(w Write, k any, row AnyRow) (any, bool) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.load(k)
	if !ok || !c.exists() {
		return t.model.zero(), false
	}
	row = row.without(t.shape.keys)
	t.merge(tx, w, c, &row)
	return t.model.load(t.stored(c)), true
}

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *Table[E, K]) Update(w Write, k K, row Row[E]) (E, bool) {
	e, ok := t.AnyTable.Update(w, k, row.row)
	return e.(E), ok
}

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back.
func (t *AnyTable) Delete(w Write, k any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c := t.cell(k)
	value := t.model.shallow(nil)
	if head := c.head.Load(); head != nil {
		value = t.model.in(head)
	}
	m := c.rare()
	m.fields, m.invalid, m.gone = nil, 0, t.store.Begin()
	if c.exists() {
		t.confirm(tx, c, deleted, t.model.box(value), m.gone)
	}
	t.withdraw(tx, c)
}

// Invalidate makes the entity with key k Invalid until it is read again.
func (t *AnyTable) Invalidate(k any) {
	if t.inside != nil {
		t.invalidate(k)
		return
	}
	t.touch(k, true)
}

// Expire makes the entity with key k Stale.
func (t *AnyTable) Expire(k any) { t.touch(k, false) }

// Doubt says that the mutation behind w may have changed the entity with key k,
// nobody knows to what: the entity, the lists that hold it and those that select by
// a field that the mutation sets are Stale until they are read by requests that
// begin later.
func (t *AnyTable) Doubt(w Write, k any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	c := t.cell(k)
	t.doubt(tx, c, c.claimed(w))
}

// doubt makes an entity stale of which the given fields, or others, may have
// changed, and the lists that hold it or select by one of these fields.
func (t *AnyTable) doubt(tx *commit, c *cell, fields mask) {
	c.doubt(t.store, tx)
	t.eachHolding(c, func(l *list, _ int) { l.doubt(t.store, tx) })
	for _, l := range t.lists.All() {
		if l.head.Load().state() != nothing && l.filter.selects(fields) {
			l.doubt(t.store, tx)
		}
	}
	t.grown = t.store.Begin()
}

// touch is that of a cell for one that may have patches: what the server has said
// becomes unusable, and all that is shown upon it.
func (t *AnyTable) touch(k any, invalid bool) {
	tx := t.store.begin(Write{})
	defer t.store.end(Write{})
	c, ok := t.load(k)
	if !ok {
		return
	}
	base := c.confirmed()
	if !base.isThere() && c.head.Load().isThere() {
		return // a draft, of which the server does not know
	}
	if c.touched(t.store, tx, base, invalid) {
		t.confirm(tx, c, unusable, t.model.box(t.model.in(base)), base.start)
	}
}

// put returns nil for a row from before the deletion of its entity.
func (t *AnyTable) put(tx *commit, w Write, row *AnyRow) *cell {
	c := t.cellOf(row.p)
	if !t.merge(tx, w, c, row) {
		return nil
	}
	return c
}

// stored returns what readers see in a cell, or what the server has said when a
// mutation under way hides it.
func (t *AnyTable) stored(c *cell) (p any) {
	v := c.head.Load()
	if !v.isThere() {
		v = c.confirmed()
	}
	return t.model.in(v)
}

// keyIn is the key of a cell, which is that of the entity it held last.
func (t *AnyTable) keyIn(v *version) any { return t.cells.keyOf(t.model.in(v)) }

// Has reports whether the server has said that there is an entity with key k, and
// not that it is gone.
func (t *Table[E, K]) Has(k K) bool { return t.AnyTable.Has(k) }

// ChangedAt returns the number of the commit that changed the entity with key k
// last, 0 when there was none.
func (t *Table[E, K]) ChangedAt(k K) uint64 { return t.AnyTable.ChangedAt(k) }

// Renew makes the entity with key k fresh again: the server has said that it is
// what it was.
func (t *Table[E, K]) Renew(w Write, k K) { t.AnyTable.Renew(w, k) }

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back.
func (t *Table[E, K]) Delete(w Write, k K) { t.AnyTable.Delete(w, k) }

// Invalidate makes the entity with key k Invalid until it is read again.
func (t *Table[E, K]) Invalidate(k K) { t.AnyTable.Invalidate(k) }

// Expire makes the entity with key k Stale.
func (t *Table[E, K]) Expire(k K) { t.AnyTable.Expire(k) }
