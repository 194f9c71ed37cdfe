package entity

import (
	"sync"
	"sync/atomic"
)

// Snapshot is the state of a store after one commit. It sees none of what is
// committed later. Release it; until then the store keeps what it replaced.
//
// It is safe for concurrent use.
type Snapshot struct {
	store    *Store
	watch    *Watch // is told what is read; may be nil
	seq      uint64
	released atomic.Bool
}

// Snapshot returns the state of the store after the last commit.
func (s *Store) Snapshot() *Snapshot { return &Snapshot{store: s, seq: s.pins.add(s)} }

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

// watches tells whether what is read at the snapshot is watched.
func (sn *Snapshot) watches() bool {
	_, pinned := sn.at()
	return pinned && sn.watch != nil
}

// sees tells whether a reader sees what a commit has written.
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
}

func (p *pins) add(s *Store) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	seq := s.seq.Load()
	if p.counts == nil {
		p.counts = map[uint64]int{}
	}
	p.counts[seq]++
	return seq
}

// remove tells whether the last snapshot of a commit has gone.
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

// oldest is the oldest commit that a reader may ask for: that of a snapshot, or
// the newest one.
func (p *pins) oldest(newest uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	for seq := range p.counts {
		newest = min(newest, seq)
	}
	return newest
}
