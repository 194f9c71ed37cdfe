package entity

import "slices"

// belonging says whether a new entity is in a list.
type belonging uint8

const (
	outside belonging = iota
	inside
	unknown // nobody has said it
)

// takes reports whether an entity that is added belongs to the list, as that of
// its key does.
func (l *list) takes(added ListKey, row AnyRow) belonging { return l.key.takes(l.filter, added, row) }

// insert adds cells to every stored list that they belong to under the
// arguments of added. Rows are what the server has said of them, if it has; then
// a list that they may belong to is stale. The mutex is held.
func (t *AnyTable) insert(tx *commit, cells []*cell, rows map[*cell]AnyRow, added ListKey, front bool) {
	at := t.store.Begin()
	t.grown = at
	for _, l := range t.lists.All() {
		if l.head.Load().state() == nothing {
			continue
		}
		have, belong := l.cells(), false
		var fresh []*cell
		for _, c := range cells {
			switch l.takes(added, rows[c]) {
			case inside:
				belong = true
				if !slices.Contains(have, c) {
					fresh = append(fresh, c)
				}
			case unknown:
				if rows != nil && !slices.Contains(have, c) {
					l.doubt(t.store, tx)
					l.changed = l.more.doubted
				}
			}
		}
		if belong {
			l.changed = t.store.Begin()
		}
		switch {
		case len(fresh) == 0:
		case front:
			t.setPlaces(tx, l, slices.Concat(fresh, have), t.strangerCells(l, fresh))
		default:
			t.setPlaces(tx, l, slices.Concat(have, fresh), t.strangerCells(l, fresh))
		}
	}
}

// withdraw removes a cell from all lists.
func (t *AnyTable) withdraw(tx *commit, c *cell) {
	t.eachHolding(c, func(l *list, i int) {
		l.changed = t.store.Begin()
		t.setPlaces(tx, l, slices.Delete(slices.Clone(l.cells()), i, i+1), nil)
	})
}

// substitute puts one cell into the place of another in all lists, but for those
// that the server says it does not belong to.
func (t *AnyTable) substitute(tx *commit, from, to *cell, row AnyRow) {
	t.eachHolding(from, func(l *list, i int) {
		l.changed = t.store.Begin()
		cells := slices.Clone(l.cells())
		if slices.Contains(cells, to) || l == t.every.Load() || !l.filter.fitsPresent(row) {
			cells = slices.Delete(cells, i, i+1)
		} else {
			cells[i] = to
		}
		t.setPlaces(tx, l, cells, t.strangerCells(l, []*cell{to}))
	})
}

func (t *AnyTable) eachHolding(c *cell, f func(l *list, i int)) {
	if c.lists == 0 {
		return
	}
	for _, l := range t.lists.All() {
		if i := slices.Index(l.cells(), c); i >= 0 {
			f(l, i)
		}
	}
	if l := t.every.Load(); l != nil {
		if i := slices.Index(l.cells(), c); i >= 0 {
			f(l, i)
		}
	}
}

// moved puts an entity into the lists that it fits since its fields changed.
// From those that it does not fit any more it need not be removed: they do not
// show it. The mutex is held.
func (t *AnyTable) moved(tx *commit, c *cell, old, now *version) {
	if c.lists == 0 || !old.isThere() || !now.isThere() || !t.filterDiffers(t.model.in(old), t.model.in(now)) {
		return
	}
	collections := map[string]bool{}
	t.eachHolding(c, func(l *list, _ int) { collections[l.key.Collection] = true })
	for _, l := range t.lists.All() {
		if l.head.Load().state() == nothing || !collections[l.key.Collection] || !l.decides() || slices.Contains(l.cells(), c) {
			continue
		}
		if !l.filter.fits(t.model.in(old)) && l.filter.fits(t.model.in(now)) {
			t.setPlaces(tx, l, append(slices.Clip(l.cells()), c), nil)
		}
	}
}

// rehomed notes that a mutation may have moved an entity between lists: reads of
// them that are under way may have been served before that, and a list that the
// entity fits, and that lacks it, is stale. A read may have told of the move before:
// the fields that the mutation is about count although they do not differ.
func (t *AnyTable) rehomed(tx *commit, c *cell, old *version, claimed mask) {
	now := c.confirmed()
	if now == old && claimed.isEmpty() {
		return
	}
	t.grown = t.store.Begin()
	about := old.isThere() || c.more != nil && len(c.more.patches) > 0 // and not made by the mutation
	for _, l := range t.lists.All() {
		did, does := old.isThere() && l.filter.fits(t.model.in(old)), l.filter.fits(t.model.in(now))
		switch {
		case did == does && !(does && l.filter.selects(claimed)) || l.head.Load().state() == nothing:
		case slices.Contains(l.cells(), c):
			l.changed = t.grown
		case does && about && len(l.filter) > 0:
			l.doubt(t.store, tx)
		}
	}
}

func (t *AnyTable) filterDiffers(a, b any) bool {
	for i := range t.shape.fields {
		if t.filters.has(i) && !t.shape.same(i, a, b) {
			return true
		}
	}
	return false
}

// decides reports whether the fields of an entity say if it belongs to the list:
// there is no restricting argument that is not a field.
func (l *list) decides() bool {
	restricting := 0
	for _, a := range l.key.Args {
		if !a.Open {
			restricting++
		}
	}
	return restricting == len(l.filter)
}

// withDrafts returns the cells of a response with those that the server cannot
// know yet, because a mutation is under way.
func (t *AnyTable) withDrafts(l *list, cells []*cell) []*cell {
	var front, back []*cell
	for i, c := range l.cells() {
		switch {
		case !t.expects(l, c) || slices.Contains(cells, c):
		case i == len(front):
			front = append(front, c)
		default:
			back = append(back, c)
		}
	}
	return slices.Concat(front, cells, back)
}

// expects reports whether a cell is in the list only because of its patches.
func (t *AnyTable) expects(l *list, c *cell) bool {
	if c.more == nil || len(c.more.patches) == 0 || c.head.Load().state() != present {
		return false
	}
	base := c.more.base
	return base.state() != present || len(l.filter) > 0 && l.filter.fits(t.model.in(c.head.Load())) && !l.filter.fits(t.model.in(base))
}

// The list as something to watch: it changes with its places and with what is
// in them.

func (l *list) changedAt() uint64 {
	at := l.cell.changedAt()
	for _, c := range l.cells() {
		at = max(at, c.changedAt())
	}
	return at
}

func (l *list) watching()  { l.hold(true) }
func (l *list) unwatched() { l.hold(l.isFollowed()) }

// shownBy returns the values that show the list: like those who watch it, they
// follow what is in it.
func (l *list) shownBy() *parents {
	p := &l.rare().parents
	if p.changed == nil {
		p.changed = func() { l.hold(l.isFollowed()) }
	}
	return p
}

func (l *list) isFollowed() bool {
	return l.more != nil && (len(l.more.watchers.set) > 0 || len(l.more.parents.set) > 0)
}

// hold tells the cells whether to wake those who watch the list.
func (l *list) hold(on bool) {
	if on == l.held {
		return
	}
	l.held = on
	for _, c := range l.cells() {
		m := c.rare()
		if on {
			m.holders = append(m.holders, l)
			continue
		}
		m.holders = slices.DeleteFunc(m.holders, func(h holder) bool { return h == holder(l) })
	}
}
