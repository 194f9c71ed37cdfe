package store

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

// size keeps a store small. The mutex of the store guards it.
type size struct {
	entries   int           // cells and lists
	max       int           // never changes
	retention time.Duration // never changes
	nextSweep time.Duration
}

func (s *size) isExceeded() bool { return s.max > 0 && s.entries > s.max }

// evict makes room for a tenth of the entries, so that not every commit has to.
func (s *size) evict(all []collector) {
	target := s.max - s.max/10
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
