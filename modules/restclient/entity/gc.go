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

// forgetParts has what a dropped entity shows make it anew no more.
func (t *AnyTable) forgetParts(c *cell) {
	if c.more != nil && c.more.parts != nil {
		t.notes(c, nil)
	}
}
