package store

import (
	"slices"
	"sync"
	"sync/atomic"
)

// pins counts the snapshots of each commit.
type pins struct {
	mu     sync.Mutex
	counts map[uint64]int
	list   []uint64 // what commits returned last
}

// add counts a snapshot of the newest commit, and returns that.
func (p *pins) add(newest *atomic.Uint64) uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	seq := newest.Load()
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
