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
	// call, as many as the store has too many. What the commit has brought stays.
	unused(target int)
	// unwatched lists the lists that may be dropped: not what the commit has brought.
	unwatched() []evictable
}

type evictable struct {
	used    bool
	expires int64
	drop    func() (freed int) // how many entries may go now
}

// size keeps a store small. The mutex of the store guards it.
type size struct {
	entries   int           // cells and lists
	max       int           // never changes
	left      int           // entries that the last eviction has left, 0 since a sweep
	retention time.Duration // never changes
	nextSweep time.Duration
}

// room is how many entries an eviction makes room for, so that not every commit has to.
func (s *size) room() int { return s.max / 10 }

// isExceeded reports whether there is too much. Where what may not go is more than the
// maximum, the rest has room beside it.
func (s *size) isExceeded() bool {
	return s.max > 0 && s.entries > max(s.max, s.left+s.room())
}

// evict makes room.
func (s *size) evict(all []collector) {
	defer func() { s.left = s.entries }()
	target := s.max - s.room()
	if s.evictUnused(all, target) {
		return
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
	excess := s.entries - target
	for i, l := range lists {
		excess -= l.drop()
		if excess > 0 && i < len(lists)-1 {
			continue
		}
		if s.evictUnused(all, target) {
			return
		}
		excess = s.entries - target
	}
}

// evictUnused drops entries that are in no list. It reports whether that was enough.
func (s *size) evictUnused(all []collector, target int) bool {
	for range 2 { // what was read is spared the first time
		for _, c := range all {
			c.unused(target)
		}
		if s.entries <= target {
			return true
		}
	}
	return false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
