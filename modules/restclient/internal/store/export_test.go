package store

import "slices"

// Versions counts the versions that are kept of the entity with key k.
func (t *Table) Versions(k any) int {
	n := 0
	c, _ := t.cells.load(k)
	for v := c.head.Load(); v != nil; v = v.prev.Load() {
		n++
	}
	return n
}

// ChangedAt returns the number of the commit that changed the entity with key k
// last. It returns 0 for an entity that no commit has changed.
func (t *Table) ChangedAt(k any) uint64 {
	if _, v := t.find(nil, k); v != nil {
		return v.seq()
	}
	return 0
}

// Sweep drops what commits drop every SweepInterval.
func (s *Store) Sweep() {
	s.lock()
	defer s.mu.Unlock()
	s.sweep()
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

// LooksToEvict returns how often all entries are looked through to make room in a store
// that is full of lists of ten entries each.
func LooksToEvict(lists int) int {
	f := &fullOfLists{lists: lists}
	f.entries, f.max = 11*lists, 11*lists-1
	f.evict([]collector{f})
	return f.looks
}

type fullOfLists struct {
	size
	lists, free, looks int
}

func (f *fullOfLists) expire(uint32) {}

func (f *fullOfLists) unused(target int) {
	f.looks++
	gone := min(f.free, f.entries-target)
	f.free, f.entries = f.free-gone, f.entries-gone
}

func (f *fullOfLists) unwatched() []evictable {
	return slices.Repeat([]evictable{{drop: func() int {
		f.free, f.entries = f.free+10, f.entries-1
		return 11
	}}}, f.lists)
}
