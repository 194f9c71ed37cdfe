package entity

// A revision tells whether what the server has said is still what it was when
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
	if c, ok := v.grid.cells.load(key); ok && c.head.Load().isThere() {
		return c.head.Load().seq()
	}
	return 0
}
