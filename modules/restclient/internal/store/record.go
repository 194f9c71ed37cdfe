package store

import (
	"slices"
	"sync"
)

// MaxRecordedChanges bounds how many changes a Recording keeps: commits go
// before there are as many as it may keep when they are large.
const MaxRecordedChanges = 50_000

// Recording keeps the last commits of a store and what there was after each of
// them, for tools. Until it is stopped the store keeps what those commits have
// replaced. It is safe for concurrent use.
type Recording struct {
	store  *Store
	limit  int
	remove func() // stops listening to commits

	mu      sync.Mutex // taken while that of the store is held, never the other way round
	commits []Commit   // oldest first; each is pinned
	changes int        // in all of them
	base    uint64     // the commit before the oldest, which is pinned, too
	stopped bool
}

// Commits returns the commits that are kept, the oldest first. Their changes are
// shared: treat them as read-only.
func (r *Recording) Commits() []Commit {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.commits)
}

// At returns the state that commit seq has left: for the commits that are kept,
// the one before them and all since. It is false for others, and after Stop.
func (r *Recording) At(seq uint64) (*Snapshot, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped || seq < r.base || seq > r.store.Seq() {
		return nil, false
	}
	pinned := r.base
	for _, c := range r.commits {
		if c.Seq <= seq {
			pinned = c.Seq
		}
	}
	r.store.pins.pin(pinned)
	return &Snapshot{store: r.store, seq: pinned}, true
}

// Stop forgets the commits and lets the store drop what they have replaced.
// Stopping it again does nothing.
func (r *Recording) Stop() {
	r.remove()
	if r.forget() {
		r.store.collect()
	}
}

// forget unpins all commits. It is false when that was done.
func (r *Recording) forget() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return false
	}
	r.unpin(r.commits)
	r.store.pins.remove(r.base)
	r.stopped, r.commits = true, nil
	return true
}

// unpin lets the store drop what commits have left.
func (r *Recording) unpin(commits []Commit) {
	for _, c := range commits {
		r.store.pins.remove(c.Seq)
	}
}

// add keeps a commit. The mutex of the store is held.
func (r *Recording) add(c Commit) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stopped {
		return
	}
	r.store.pins.pin(c.Seq)
	r.commits = append(r.commits, c)
	r.changes += len(c.Changes)
	if len(r.commits) > r.limit+r.limit/4 || r.changes > MaxRecordedChanges {
		r.shrink()
	}
}

// shrink drops commits, more than one at a time, so that not every commit has to
// look for what nobody needs any more. Both mutexes are held.
func (r *Recording) shrink() {
	many := r.changes > MaxRecordedChanges
	n := 0
	for len(r.commits)-n > r.limit || many && len(r.commits)-n > 1 && r.changes > MaxRecordedChanges*3/4 {
		r.changes -= len(r.commits[n].Changes)
		n++
	}
	if n == 0 {
		return
	}
	r.store.pins.remove(r.base)
	r.unpin(r.commits[:n-1])
	r.base = r.commits[n-1].Seq
	r.commits = slices.Clone(r.commits[n:])
	r.store.collectKept()
}
