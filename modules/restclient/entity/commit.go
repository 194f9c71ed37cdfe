package entity

import (
	"slices"
	"time"
)

// Commit is what one commit changed.
type Commit struct {
	Seq     uint64
	At      time.Time // by the clock of the store
	By      string    // the first that a Write of the commit names; may be empty
	Changes []Change
}

// Change is one entity, list or value that a commit changed.
type Change struct {
	Type string // the Go type
	Kind string // "entity", "list" or "value"
	Key  any    // the primary key, ListKey or string
}

// OnCommit calls f after each commit that changed something, in their order.
// It is called while the store is locked: f must be quick and must not write
// to the store. After remove it is not called again.
func (s *Store) OnCommit(f func(Commit)) (remove func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hook(f)
}

// hook is OnCommit. The mutex is held.
func (s *Store) hook(f func(Commit)) (remove func()) {
	h := &f
	s.hooks = append(s.hooks, h)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.hooks = slices.DeleteFunc(s.hooks, func(other *func(Commit)) bool { return other == h })
	}
}

// OnPublish calls f after each commit that stored something. Changed tells
// whether that was other than before, and not only fresh for another time. F is called
// while the store is locked: it must be quick and must not use the store. It
// costs less than OnCommit. Hooks cannot be removed.
func (s *Store) OnPublish(f func(changed bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publishHooks = append(s.publishHooks, f)
}

// Commit makes all writes of f one commit: readers see all of them or none. F
// passes on the Write that it is given, and does not keep it.
func (s *Store) Commit(w Write, f func(Write)) {
	w.commit = s.begin(w)
	if w.commit.depth++; w.commit.depth == 1 {
		defer s.publish()
	}
	defer func() { w.commit.depth-- }()
	f(w)
}

// commit is the state of the commit under way. The mutex of the store guards
// it.
type commit struct {
	seq     uint64
	now     time.Duration          // when it began
	depth   int                    // of calls of Commit
	changed bool                   // has written a version
	timed   bool                   // has changed how long something is fresh
	touched []versioned            // may hold versions that nobody needs
	kept    map[versioned]struct{} // hold versions for snapshots, from earlier commits
	waking  []*Watch
	finish  []func(*commit)     // what is left to do before the commit ends
	parents []parent            // show what the commit has changed
	waiting map[parent]struct{} // those of parents that are still to be made anew
	changes []Change            // only with hooks
	by      string              // the first that is named
}

// versioned is a place that keeps old versions for snapshots.
type versioned interface {
	// trim drops the versions that no reader of the pinned commits needs, which
	// are in order, and reports whether some are left besides the newest.
	trim(pinned []uint64) bool
}

// begin locks the store, unless w is part of a commit already.
func (s *Store) begin(w Write) *commit {
	if w.commit != nil {
		return w.commit
	}
	s.lock()
	s.commit.seq, s.commit.by = s.seq.Load()+1, w.By
	return &s.commit
}

// lock locks the store and looks at the clock, once for all that is stored
// until it is unlocked.
func (s *Store) lock() {
	s.mu.Lock()
	s.commit.now = s.now()
}

// end publishes the commit, unless w is part of one that goes on.
func (s *Store) end(w Write) {
	if w.commit == nil {
		s.publish()
	}
}

// publish lets readers see the commit, wakes those who watch what it changed,
// and unlocks the store.
func (s *Store) publish() {
	defer s.mu.Unlock() // also when a hook panics
	c := &s.commit
	c.settleParents()
	for _, f := range c.finish {
		f(c)
	}
	clear(c.finish)
	c.finish = c.finish[:0]
	defer c.reset()
	if c.changed {
		s.seq.Store(c.seq)
		s.trim(c.touched)
	}
	for _, w := range c.waking {
		w.wake()
	}
	if len(c.changes) > 0 {
		for _, hook := range s.hooks {
			(*hook)(Commit{Seq: c.seq, At: s.timeAt(c.now), By: c.by, Changes: slices.Clone(c.changes)})
		}
	}
	if c.changed || c.timed {
		for _, hook := range s.publishHooks {
			hook(c.changed)
		}
	}
	if c.changed {
		s.house()
	}
}

func (c *commit) reset() {
	clear(c.waking)
	clear(c.touched)
	c.waking, c.touched, c.changes = c.waking[:0], c.touched[:0], c.changes[:0]
	c.changed, c.timed = false, false
}

// trim drops what no reader needs from what a commit has touched. The mutex is
// held.
func (s *Store) trim(touched []versioned) {
	pinned := s.pins.commits(s.seq.Load())
	for _, v := range touched {
		if !v.trim(pinned) {
			continue
		}
		if s.commit.kept == nil {
			s.commit.kept = map[versioned]struct{}{}
		}
		s.commit.kept[v] = struct{}{}
	}
}

// collect drops what only released snapshots needed.
func (s *Store) collect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collectKept()
}

// collectKept is collect. The mutex is held.
func (s *Store) collectKept() {
	pinned := s.pins.commits(s.seq.Load())
	for v := range s.commit.kept {
		if !v.trim(pinned) {
			delete(s.commit.kept, v)
		}
	}
}

// wrote records that the commit has changed a place.
func (c *commit) wrote(v versioned) {
	c.changed = true
	c.touched = append(c.touched, v)
}
