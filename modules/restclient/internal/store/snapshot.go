package store

import (
	"slices"
	"sync"
	"sync/atomic"
)

// Snapshot is the state of a store after one commit. It sees none of what is
// committed later. Release it; until then the store keeps what it replaced. What
// is dropped because nobody needs it, or because there is too much, is missing
// from snapshots, too.
//
// It is safe for concurrent use.
type Snapshot struct {
	store    *Store
	watch    *Watch // is told what is read; may be nil
	seq      uint64
	released atomic.Bool
}

// Seq returns the number of the commit.
func (sn *Snapshot) Seq() uint64 { return sn.seq }

// Release lets the store drop what only this snapshot needs. Reading it
// afterwards finds what is newest instead. Releasing it again does nothing.
func (sn *Snapshot) Release() {
	if sn.released.Swap(true) {
		return
	}
	if sn.store.pins.remove(sn.seq) {
		sn.store.collect()
	}
}

// at is the commit to read. It is false for the newest.
func (sn *Snapshot) at() (seq uint64, pinned bool) {
	if sn == nil || sn.released.Load() {
		return 0, false
	}
	return sn.seq, true
}

// watches reports whether what is read at the snapshot is watched.
func (sn *Snapshot) watches() bool {
	_, pinned := sn.at()
	return pinned && sn.watch != nil
}

// sees reports whether a reader sees what a commit has written.
func (sn *Snapshot) sees(s *Store, seq uint64) bool {
	if at, pinned := sn.at(); pinned {
		return seq <= at
	}
	return seq <= s.seq.Load()
}

// pins counts the snapshots of each commit.
type pins struct {
	mu     sync.Mutex
	counts map[uint64]int
	list   []uint64 // what commits returned last
}

func (p *pins) add(s *Store) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	seq := s.seq.Load()
	p.count(seq)
	return seq
}

// pin adds a snapshot of a commit that has some, or is the newest.
func (p *pins) pin(seq uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.count(seq)
}

// count counts one more. The mutex is held.
func (p *pins) count(seq uint64) {
	if p.counts == nil {
		p.counts = map[uint64]int{}
	}
	p.counts[seq]++
}

// remove reports whether the last snapshot of a commit has gone.
func (p *pins) remove(seq uint64) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts[seq]--
	if p.counts[seq] > 0 {
		return false
	}
	delete(p.counts, seq)
	return true
}

// commits returns the commits that a reader may ask for, in order: those of
// snapshots, and the newest one. The result is valid until the next call, which
// the mutex of the store guards.
func (p *pins) commits(newest uint64) []uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = p.list[:0]
	for seq := range p.counts {
		p.list = append(p.list, seq)
	}
	slices.Sort(p.list)
	if len(p.list) == 0 || p.list[len(p.list)-1] != newest {
		p.list = append(p.list, newest)
	}
	return p.list
}
