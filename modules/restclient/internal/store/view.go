package store

import (
	"sync"
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// holds reports whether the view is what commit seq left.
func (v *View) holds(l *list, seq uint64) bool {
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
func (v *View) placed() *places { return valueIn[places](v.places) }

func (v *View) renew(seq uint64) {
	for {
		until := v.until.Load()
		if until >= seq || v.until.CompareAndSwap(until, seq) {
			return
		}
	}
}

// View is a state of a list: the versions that its rows had. A nil View is one of
// no rows. The values that are made of it know the type of the rows.
type View struct {
	places *version
	seen   []*version // of each place
	rows   []*version // of those that are shown; seen itself when all are
	model  *model
	at     uint64        // the commit that the view was made at
	until  atomic.Uint64 // the last commit at which it was known to be right
	memos  sync.Map      // id of a memo -> its value

	of    *list // nil for rows that no key finds
	loose bool  // was decoded, and is not stored yet
	read  []Row // of a loose view
}

// Current reports whether nothing has changed since the view was made: reading the
// list again gives the same. It is a quick check, which may say no in doubt. A
// view that belongs to no key is never current.
func (v *View) Current() bool {
	if v == nil || v.of == nil || v.until.Load() < v.of.grid.epoch.Load() {
		return false
	}
	v.of.use()
	return true
}

// Len returns the number of rows.
func (v *View) Len() int {
	if v == nil {
		return 0
	}
	return len(v.rows)
}

// Memo returns what KeepMemo keeps under id for this state of the list.
func (v *View) Memo(id any) (value any, ok bool) {
	if v == nil {
		return nil, false
	}
	return v.memos.Load(id)
}

// KeepMemo keeps a value under id for this state of the list, unless there is one,
// and returns what is kept. An id stands for one function; it must be comparable
// and should be a pointer. The value is shared.
func (v *View) KeepMemo(id, value any) any {
	if v == nil {
		return value
	}
	kept, _ := v.memos.LoadOrStore(id, value)
	return kept
}

// fixedView is a view of cells that no key finds.
func fixedView(m *model, cells []*cell) *View {
	v := &View{model: m, rows: make([]*version, 0, len(cells))}
	for _, c := range cells {
		if head := c.head.Load(); head.state() == present {
			v.rows = append(v.rows, head)
		}
	}
	return v
}

// RowIn returns a copy of row i of a view of values of type E. It panics when there
// is no such row.
func RowIn[E any](v *View, i int) E { return *shape.CloneOf(v.model.clone, valueIn[E](v.rows[i])) }
