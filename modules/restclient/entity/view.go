package entity

import (
	"sync"
	"sync/atomic"
)

// currentView is the last view that was made of the newest state of a list.
type currentView struct{ atomic.Pointer[view] }

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

// view is a state of a list: the versions that its rows had.
type view struct {
	places *version
	seen   []*version // of each place
	rows   []*version // of those that are shown; seen itself when all are
	model  *model
	at     uint64        // the commit that the view was made at
	until  atomic.Uint64 // the last commit at which it was known to be right
	memos  sync.Map      // id of a memo -> its value

	of    *list    // nil for rows that no key finds
	loose bool     // was decoded, and is not stored yet
	read  []AnyRow // of a loose view
}

func (v *view) current() bool {
	if v == nil || v.of == nil || v.until.Load() < v.of.grid.epoch.Load() {
		return false
	}
	v.of.use()
	return true
}

func (v *view) len() int {
	if v == nil {
		return 0
	}
	return len(v.rows)
}

func (v *view) memo(id any) (any, bool) {
	if v == nil {
		return nil, false
	}
	return v.memos.Load(id)
}

func (v *view) keepMemo(id, value any) any {
	if v == nil {
		return value
	}
	kept, _ := v.memos.LoadOrStore(id, value)
	return kept
}

// fixedView is a view of cells that no key finds.
func fixedView(m *model, cells []*cell) *view {
	v := &view{model: m, rows: make([]*version, 0, len(cells))}
	for _, c := range cells {
		if head := c.head.Load(); head.state() == present {
			v.rows = append(v.rows, head)
		}
	}
	return v
}
