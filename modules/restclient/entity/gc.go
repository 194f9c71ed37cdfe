package entity

import (
	"cmp"
	"slices"
	"time"
)

// The defaults of the collection of what nobody needs.
const (
	// SweepInterval is how often a commit looks for what has expired.
	SweepInterval = 5 * time.Minute
	// MinRetention is how long data is kept at least unless WithRetention says
	// otherwise, or there is too much.
	MinRetention = 2 * time.Minute
)

// WithRetention sets how long data is kept at least, unless there is too much.
// Default: MinRetention.
func WithRetention(d time.Duration) Option { return func(s *Store) { s.retention = d } }

// WithMaxEntries bounds how many entities, lists and values the store holds.
// What nobody watches goes first when there are more: what was not read for
// long before what was, lists before the entities in them. Only what is watched,
// and what mutations under way show, stays in any case. Not positive: no bound,
// which is the default.
//
// Without a bound, too, data is dropped that nobody watches and that has expired
// twice over, WithRetention after it was read at the earliest.
func WithMaxEntries(n int) Option { return func(s *Store) { s.maxEntries = n } }

// Len returns the number of entities, lists and values that the store holds.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.entries
}

// Sweep drops what nobody watches and what has expired twice over. Commits do
// that every SweepInterval.
func (s *Store) Sweep() {
	s.lock()
	defer s.mu.Unlock()
	s.sweep()
}

// collector is something whose entries can be dropped. The mutex of the store
// is held when its methods are called.
type collector interface {
	// expire drops the entries that may go at a second since the start and were
	// not read since the last call.
	expire(second uint32)
	// unused drops entries that are in no list and were not read since the last
	// call, as many as the store has too many.
	unused(target int)
	// unwatched lists the lists that may be dropped.
	unwatched() []evictable
}

type evictable struct {
	used    bool
	expires int64
	drop    func()
}

func (s *Store) collectors() []collector {
	var all []collector
	add := func(_, t any) bool {
		all = append(all, t.(collector))
		return true
	}
	s.tables.Range(add)
	s.values.Range(add)
	s.responses.Range(add)
	s.objects.Range(func(_, o any) bool {
		all = append(all, o.(*AnyObjects).table)
		return true
	})
	return all
}

// house keeps the store small. It is called at the end of each commit.
func (s *Store) house() {
	if now := s.commit.now; now >= s.nextSweep {
		s.nextSweep = now + SweepInterval
		s.sweep()
	}
	if s.maxEntries > 0 && s.entries > s.maxEntries {
		s.evict()
	}
}

func (s *Store) sweep() {
	second := s.second(0)
	for _, c := range s.collectors() {
		c.expire(second)
	}
}

// evict makes room for a tenth of the entries, so that not every commit has to.
func (s *Store) evict() {
	target := s.maxEntries - s.maxEntries/10
	all := s.collectors()
	for range 2 { // what was read is spared the first time
		for _, c := range all {
			c.unused(target)
		}
		if s.entries <= target {
			return
		}
	}
	var lists []evictable
	for _, c := range all {
		lists = append(lists, c.unwatched()...)
	}
	slices.SortFunc(lists, func(a, b evictable) int {
		if a.used != b.used {
			return cmp.Compare(btoi(a.used), btoi(b.used))
		}
		return cmp.Compare(a.expires, b.expires)
	})
	for _, l := range lists {
		l.drop()
		for range 2 {
			for _, c := range all {
				c.unused(target)
			}
		}
		if s.entries <= target {
			return
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// second is the time d after the beginning of the commit, in seconds since the
// store was made.
func (s *Store) second(d time.Duration) uint32 { return uint32((s.commit.now + d) / time.Second) }

// retain keeps a value for twice its time to live.
func (c *cell) retain(s *Store, ttl time.Duration) {
	c.keep.Store(s.second(max(2*ttl, s.retention))<<1 | c.keep.Load()&1)
}

// use notes that the cell was read. It writes rarely, so that readers on other
// cores keep their caches.
func (c *cell) use() {
	if keep := c.keep.Load(); keep&1 == 0 {
		c.keep.CompareAndSwap(keep, keep|1)
	}
}

// spare reports whether the cell was read since the last call.
func (c *cell) spare() bool {
	keep := c.keep.Load()
	return keep&1 != 0 && c.keep.CompareAndSwap(keep, keep&^1)
}

func (c *cell) mayGoAt(second uint32) bool { return c.keep.Load()>>1 <= second }

// free reports whether nothing holds the cell.
func (c *cell) free() bool {
	return c.lists == 0 && (c.more == nil || len(c.more.watchers.set)+len(c.more.parents.set)+len(c.more.patches) == 0)
}

func (g *grid) expire(second uint32) {
	g.cells.prune(func(c *cell) (gone, stop bool) {
		gone = c.free() && c.mayGoAt(second) && !c.spare()
		if gone {
			g.drop(c)
		}
		return gone, false
	})
	for draft, real := range g.adopted.Range {
		if _, ok := g.cells.load(real.(adoption).key); !ok {
			g.adopted.Delete(draft)
			g.adoptions.Add(-1)
		}
	}
}

func (g *grid) unused(target int) {
	g.cells.prune(func(c *cell) (gone, stop bool) {
		if g.store.entries <= target {
			return false, true
		}
		gone = c.free() && !c.spare()
		if gone {
			g.drop(c)
		}
		return gone, false
	})
}

// drop is told that a cell is removed.
func (g *grid) drop(c *cell) {
	g.store.entries--
	if g.dropped != nil {
		g.dropped(c)
	}
}

func (v *AnyValues) expire(second uint32)   { v.grid.expire(second) }
func (v *AnyValues) unused(target int)      { v.grid.unused(target) }
func (v *AnyValues) unwatched() []evictable { return nil }

func (t *AnyTable) expire(second uint32) {
	for id, l := range t.lists.All() {
		if !l.isFollowed() && l.mayGoAt(second) && !l.spare() {
			t.dropList(id, l)
		}
	}
	t.grid.expire(second)
}

func (t *AnyTable) unwatched() []evictable {
	var all []evictable
	for id, l := range t.lists.All() {
		if !l.isFollowed() {
			all = append(all, evictable{l.spare(), l.expires.Load(), func() { t.dropList(id, l) }})
		}
	}
	return all
}

func (t *AnyTable) dropList(id string, l *list) {
	for _, c := range l.cells() {
		c.lists--
	}
	t.lists.Delete(id)
	t.epoch.Store(t.store.commit.seq)
	t.store.entries--
}

// forgetParts has what a dropped entity shows make it anew no more.
func (t *AnyTable) forgetParts(c *cell) {
	if c.more != nil && c.more.parts != nil {
		t.notes(c, nil)
	}
}
