package entity

import "sync/atomic"

// currentView is the last view that was made of the newest state of a list.
type currentView struct{ atomic.Pointer[view] }

// newestView returns the view of what the last commit left, the same one as
// long as nothing in it changes. It never waits.
func (t *AnyTable) newestView(l *list) *view {
	v := l.current.Load()
	if v != nil && v.until.Load() >= t.epoch.Load() {
		return v
	}
	for range 3 {
		seq := t.store.seq.Load()
		if v != nil && seq >= v.at && v.holds(l, seq) {
			v.renew(seq)
			return v
		}
		if next, ok := l.madeAt(seq); ok {
			return t.install(l, v, next)
		}
		if next, ok := t.newView(l, seq); ok {
			return t.install(l, v, next)
		}
		v = l.current.Load()
	}
	// Writers are faster than this reader: make them keep what it needs.
	sn := t.store.Snapshot()
	defer sn.Release()
	v, _ = t.viewAt(l, sn.seq)
	return v
}

// install makes next the current view, unless another reader was faster with a
// newer one.
func (t *AnyTable) install(l *list, last, next *view) *view {
	if !l.current.CompareAndSwap(last, next) {
		if other := l.current.Load(); other != nil && other.holds(l, next.at) && other.at <= next.at {
			return other
		}
	}
	return next
}

// viewNow is newestView inside a commit: what the commit has written so far.
func (t *AnyTable) viewNow(l *list) *view {
	seq := t.store.commit.seq
	if v := l.current.Load(); v != nil && v.holds(l, seq) {
		return v
	}
	if v, ok := l.madeAt(seq); ok {
		return v
	}
	v, _ := t.newView(l, seq)
	l.made.Store(v)
	return v
}

// madeAt returns the view that a commit has made for a value that shows the
// list, if it is right at commit seq: whoever reads the list gets the same.
func (l *list) madeAt(seq uint64) (*view, bool) {
	v := l.made.Load()
	return v, v != nil && v.at <= seq && v.holds(l, seq)
}

// viewAt returns the view of a pinned commit. It reports false when that has
// been released.
func (t *AnyTable) viewAt(l *list, seq uint64) (*view, bool) {
	v := l.current.Load()
	if v != nil && v.at <= seq && (seq <= v.until.Load() || v.holds(l, seq)) {
		return v, true
	}
	if v, ok := l.madeAt(seq); ok {
		return v, true
	}
	return t.newView(l, seq)
}

// holds reports whether the view is what commit seq left.
func (v *view) holds(l *list, seq uint64) bool {
	if now, ok := l.at(seq); !ok || now != v.places {
		return false
	}
	if v.places == nil {
		return true
	}
	for i, c := range v.placed().cells {
		if c.head.Load() == v.seen[i] && v.at <= seq {
			continue
		}
		if now, ok := c.at(seq); !ok || now != v.seen[i] {
			return false
		}
	}
	return true
}

// placed returns the places of the list.
func (v *view) placed() *places { return valueIn[places](v.places) }

func (v *view) renew(seq uint64) {
	for {
		until := v.until.Load()
		if until >= seq || v.until.CompareAndSwap(until, seq) {
			return
		}
	}
}

// newView makes the view of a commit. It reports false when some of that has
// been dropped.
func (t *AnyTable) newView(l *list, seq uint64) (*view, bool) {
	p, ok := l.at(seq)
	v := &view{of: l, places: p, model: t.model, at: seq}
	v.until.Store(seq)
	if p == nil || !ok {
		return v, ok
	}
	cells := valueIn[places](p).cells
	v.seen = make([]*version, len(cells))
	shown := 0
	for i, c := range cells {
		if v.seen[i], ok = c.at(seq); !ok {
			return nil, false
		}
		if t.shows(l, p, c, v.seen[i]) {
			shown++
		}
	}
	v.rows = v.seen
	if shown == len(cells) {
		return v, true
	}
	v.rows = make([]*version, 0, shown)
	for i, c := range cells {
		if t.shows(l, p, c, v.seen[i]) {
			v.rows = append(v.rows, v.seen[i])
		}
	}
	return v, true
}

// shows reports whether a row is shown: it is there, and fits. An invalid one is:
// that says nothing about what the list holds.
func (t *AnyTable) shows(l *list, p *version, c *cell, v *version) bool {
	if st := v.state(); st != present && st != unusable {
		return false
	}
	if _, loose := valueIn[places](p).loose[c]; loose || len(l.filter) == 0 {
		return true
	}
	return l.filter.fits(t.model.in(v))
}

// fixed returns a list that no key finds.
func (t *AnyTable) fixed(cells []*cell) *view {
	v := &view{model: t.model, rows: make([]*version, 0, len(cells))}
	for _, c := range cells {
		if head := c.head.Load(); head.state() == present {
			v.rows = append(v.rows, head)
		}
	}
	return v
}
