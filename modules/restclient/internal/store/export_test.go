package store

// Versions counts the versions that are kept of the entity with key k.
func (t *Table) Versions(k any) int {
	n := 0
	c, _ := t.cells.load(k)
	for v := c.head.Load(); v != nil; v = v.prev.Load() {
		n++
	}
	return n
}

// Kept counts the places that hold versions for snapshots.
func (s *Store) Kept() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.commit.kept)
}

// Forget has the next answer to a read of a list decoded as if it were the first.
func (t *Table) Forget(k ListKey) {
	if l, ok := t.lists.byID.Load(k.ID()); ok {
		l.texts.Store(nil)
	}
}
