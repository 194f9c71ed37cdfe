package entity

import "slices"

// Table holds the entities of one type and the lists of them.
type Table[E Entity[K], K comparable] struct {
	store *Store
	shape *shape

	// The mutex of the store guards what follows.
	cells map[K]*cell[E]
	lists map[string]*list[E]
	epoch uint64 // counts the changes of entities and of the rows of lists
}

// cell is the place of one entity. It stays when its entity is deleted, so that
// late responses find out.
type cell[E any] struct {
	head   *version[E] // nil when there is none
	stamps []Stamp     // per field: start of the request it is from
	gone   Stamp       // when it was deleted
	life   life
}

// version is one state of an entity. It never changes.
type version[E any] struct{ value E }

// TableOf returns the table of E in s, the same at each call.
func TableOf[E Entity[K], K comparable](s *Store) *Table[E, K] {
	return tableOf(s, func() *Table[E, K] {
		return &Table[E, K]{
			store: s,
			shape: shapeOf(func(e E) any { return e.PK() }),
			cells: map[K]*cell[E]{},
			lists: map[string]*list[E]{},
		}
	})
}

// Get returns a copy of the entity with key k: changing it does not change the
// store.
func (t *Table[E, K]) Get(k K) (E, Status) {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	c := t.cells[k]
	if c == nil || c.head == nil {
		var zero E
		return zero, Missing
	}
	return t.copy(c.head), c.life.status(t.store)
}

// Put stores one entity, merged with what is stored: fields that row lacks stay
// as they are. It returns what is stored afterwards; for a row that is older
// than the deletion of its entity, the row itself.
func (t *Table[E, K]) Put(w Write, row Row[E]) E {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if c := t.put(w, row); c != nil {
		return t.copy(c.head)
	}
	return row.value
}

// Update merges row into the entity with key k, whatever key row itself has. It
// reports false, and stores nothing, when there is no such entity.
func (t *Table[E, K]) Update(w Write, k K, row Row[E]) (E, bool) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c := t.cells[k]
	if c == nil || c.head == nil {
		var zero E
		return zero, false
	}
	row = row.without(t.shape.keys)
	t.merge(w, c, row)
	c.life.renew(t.store, w)
	return t.copy(c.head), true
}

// Delete removes the entity with key k, also from all lists. Responses to
// requests that began before do not bring it back.
func (t *Table[E, K]) Delete(k K) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c := t.cell(k)
	c.head, c.stamps, c.life = nil, nil, life{}
	c.gone = t.store.Begin()
	t.epoch++
	for _, l := range t.lists {
		l.remove(c, c.gone)
	}
}

// Invalidate makes the entity with key k Invalid until it is read again.
func (t *Table[E, K]) Invalidate(k K) { t.touch(k, func(l *life) { l.invalidate(t.store) }) }

// Expire makes the entity with key k Stale.
func (t *Table[E, K]) Expire(k K) { t.touch(k, (*life).expire) }

func (t *Table[E, K]) touch(k K, f func(*life)) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	if c := t.cells[k]; c != nil {
		f(&c.life)
	}
}

func (t *Table[E, K]) cell(k K) *cell[E] {
	c := t.cells[k]
	if c == nil {
		c = &cell[E]{}
		t.cells[k] = c
	}
	return c
}

// put returns nil for a row from before the deletion of its entity.
func (t *Table[E, K]) put(w Write, row Row[E]) *cell[E] {
	c := t.cell(row.value.PK())
	if w.Start < c.gone {
		return nil
	}
	t.merge(w, c, row)
	c.life.renew(t.store, w)
	return c
}

// merge takes the fields of row that are not older than the stored ones. It
// makes a version only when a value differs.
func (t *Table[E, K]) merge(w Write, c *cell[E], row Row[E]) {
	if c.head == nil {
		c.head = &version[E]{row.value}
		c.stamps = make([]Stamp, t.shape.size())
		t.epoch++
		for i := range c.stamps {
			c.stamps[i] = w.Start * Stamp(row.present[i])
		}
		return
	}
	take := make([]int, 0, len(c.stamps))
	for i := range c.stamps {
		if row.present[i] == 1 && w.Start >= c.stamps[i] {
			take = append(take, i)
			c.stamps[i] = w.Start
		}
	}
	if next, changed := overlay(t.shape, c.head.value, row.value, take); changed {
		c.head = &version[E]{next}
		t.epoch++
	}
}

func (t *Table[E, K]) copy(v *version[E]) E { return cloned(t.shape, v.value) }

// unique keeps each cell once, and drops nil.
func unique[E any](cells []*cell[E]) []*cell[E] {
	seen := map[*cell[E]]bool{nil: true}
	return slices.DeleteFunc(cells, func(c *cell[E]) bool {
		drop := seen[c]
		seen[c] = true
		return drop
	})
}
