package entity

import "slices"

// A revision reports whether what the server has said is still what it was when
// something else was remembered about it, such as its entity tag. Optimistic
// changes do not count.

// Revision returns a number that is another one after each change of what the
// server has said about the entity with key k, 0 when that is nothing.
func (t *Table[E, K]) Revision(w Write, k K) uint64 { return t.AnyTable.Revision(w, k) }

// Revision returns a number that is another one after each change of what the
// server has said about the entity with key k, 0 when that is nothing.
func (t *AnyTable) Revision(w Write, k any) uint64 {
	t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.load(k)
	if !ok || !c.exists() {
		return 0
	}
	m := c.rare()
	if m.revision == 0 {
		m.revision = t.store.revise()
	}
	return m.revision
}

// Confirms reports whether what the server has said about an entity is what a row
// says, so that what came with the row is about the stored state: not when a
// later request has brought something else.
func (t *AnyTable) Confirms(w Write, row AnyRow) bool {
	t.store.begin(w)
	defer t.store.end(w)
	c, ok := t.loadOf(row.p)
	return ok && t.confirms(c, row)
}

func (t *AnyTable) confirms(c *cell, row AnyRow) bool {
	base := c.confirmed()
	if base.state() != present {
		return false
	}
	for i := range t.shape.size() {
		if row.present.has(i) && !t.shape.equal(i, t.model.in(base), row.p, t.whole) {
			return false
		}
	}
	return true
}

// ListConfirms is Confirms for the list with key k and the rows of a response.
func (t *AnyTable) ListConfirms(w Write, k ListKey, rows []AnyRow) bool {
	t.store.begin(w)
	defer t.store.end(w)
	l, ok := t.lists.Load(k.ID())
	return ok && l.changed == w.Start && !slices.ContainsFunc(rows, func(row AnyRow) bool {
		c, ok := t.loadOf(row.p)
		return !ok || !t.confirms(c, row)
	})
}

// revise returns a revision that no cell had before. The mutex is held.
func (s *Store) revise() uint64 {
	s.revisions++
	return s.revisions
}

// ListRevision returns a number that is another one after each change of the
// list with key k, or of an entity in it, 0 when there is no such list.
// Optimistic changes of the entities count.
func (t *AnyTable) ListRevision(w Write, k ListKey) uint64 {
	t.store.begin(w)
	defer t.store.end(w)
	if l, ok := t.lists.Load(k.ID()); ok {
		return l.changedAt()
	}
	return 0
}

// Revision returns a number that is another one after each change of the value
// under key, 0 when there is none.
func (v *AnyValues) Revision(w Write, key string) uint64 {
	v.grid.store.begin(w)
	defer v.grid.store.end(w)
	if c, ok := v.load(key); ok && c.head.Load().isThere() {
		return c.head.Load().seq()
	}
	return 0
}
