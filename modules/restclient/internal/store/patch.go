package store

import (
	"cmp"
	"reflect"
	"slices"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Apply shows the entity with key k with the fields that row has, apart from
// those of the key. With create, row is shown when there is no such entity.
func (t *Table) Apply(w Write, l *Layer, k any, row Row, create bool) {
	fields := row.without(t.shape.Keys).present
	t.patch(w, k, patch{l, func(e any, exists bool) bool {
		if !exists {
			assign(e, t.model.fresh(row.p))
			if key, ok := t.shape.KeyField(e); ok && key.IsZero() {
				key.Set(reflect.ValueOf(k)) // the row may lack it
			}
			return create
		}
		to, from := valueAt(e), valueAt(row.p)
		t.shape.KeepInner(from, to)
		for i := range t.shape.Size() {
			if fields.Has(i) {
				t.shape.CopyField(i, to, from)
			}
		}
		return true
	}, &fields, nil})
}

// Hide shows the entity with key k as deleted. Lists keep its place.
func (t *Table) Hide(w Write, l *Layer, k any) {
	t.patch(w, k, patch{layer: l, apply: func(any, bool) bool { return false }})
}

// Expect says that a mutation of the entity with key k is under way, which may
// be answered later than requests that begin later. Row has the fields that it
// sets; the zero row when they are not known.
func (t *Table) Expect(w Write, l *Layer, k any, row Row) {
	p := patch{layer: l}
	if row.p != nil {
		fields := row.without(t.shape.Keys).present
		p.fields = &fields
	}
	t.patch(w, k, p)
}

// Draft shows a new entity under its made-up key, in all lists that it belongs
// to under the arguments of added. Adopt replaces it by the real one.
func (t *Table) Draft(w Write, l *Layer, value any, added ListKey, front bool) {
	p := t.model.pointer(value)
	t.patch(w, t.cells.keyOf(p), patch{layer: l, apply: func(e any, exists bool) bool {
		if !exists {
			assign(e, t.model.fresh(p))
		}
		return true
	}})
	tx := t.store.begin(w)
	defer t.store.end(w)
	c := t.cellOf(p)
	t.lists.insert(tx, []*cell{c}, nil, added, front)
	l.undo = append(l.undo, func(tx *commit) {
		if !c.exists() {
			t.lists.withdraw(tx, c)
			return
		}
		t.lists.substitute(tx, c, c, t.lists.told(c)) // it is no draft any more
	})
}

// Adopt stores the entity that a draft has become: it takes the place of the
// draft in all lists but those that its fields do not fit, and is found under the
// key of the draft, too. The layer of the draft is to be removed in the same commit.
func (t *Table) Adopt(w Write, draft any, row Row) any {
	return t.model.load(t.adoptRow(w, draft, row))
}

func (t *Table) adoptRow(w Write, draft any, row Row) (p any) {
	tx := t.store.begin(w)
	defer t.store.end(w)
	from := t.cell(draft)
	to := t.put(tx, w, &row)
	if to == nil || to == from {
		return row.p
	}
	t.lists.substitute(tx, from, to, t.lists.told(to))
	t.adopt(draft, adoption{t.cells.keyOf(row.p), tx.seq})
	tx.changed = true // even when nothing else does
	from.handOver(to)
	to.wake(tx)
	from.wake(tx)
	return t.stored(to)
}

// Rename stores the entity that the one with key k has become: it takes its place in all
// lists but those that its fields do not fit, and the other one is gone. Lists that the entity
// fits, and that lack it, are stale.
func (t *Table) Rename(w Write, k any, row Row) any {
	tx := t.store.begin(w)
	defer t.store.end(w)
	w.commit = tx
	from, to := t.cell(k), t.cellOf(row.p)
	before, claimed := standingOf(from), from.claimed(w)
	stored := t.Put(w, row)
	if from == to { // under the key of a draft
		return stored
	}
	if to.exists() {
		t.lists.substitute(tx, from, to, t.lists.told(to))
		t.lists.rehomed(tx, to, before, claimed.Mask)
	}
	t.Delete(w, k)
	from.more.doubt.renamed = from.more.gone
	return stored
}

func (t *Table) patch(w Write, k any, p patch) {
	tx, l := t.store.begin(w), p.layer
	defer t.store.end(w)
	if l.done {
		return
	}
	l.shows(tx, w, Change{Type: t.name, Kind: t.kind, Key: k})
	c := t.cell(k)
	m := c.rare()
	if len(m.patches) == 0 && t.inside == nil {
		m.base = c.head.Load()
	}
	m.patches = append(m.patches, p)
	slices.SortStableFunc(m.patches, func(a, b patch) int { return cmp.Compare(a.layer.start, b.layer.start) })
	l.undo = append(l.undo, func(tx *commit) { t.unpatch(tx, c, l) })
	if p.apply != nil {
		l.keep = append(l.keep, func(w Write) { t.keep(w, c, p) })
	}
	t.fold(tx, c)
}

// keep makes what a patch shows what the server has said.
func (t *Table) keep(w Write, c *cell, by patch) {
	base, st := t.stateOf(c.confirmed())
	row := Row{p: t.model.fresh(base), present: t.every}
	if !by.apply(row.p, st.exists()) {
		return
	}
	if st.exists() && by.fields != nil {
		row.present = *by.fields
	}
	t.merge(w.commit, w, c, &row)
}

func (t *Table) unpatch(tx *commit, c *cell, l *Layer) {
	m := c.more
	before := len(m.patches)
	m.patches = slices.DeleteFunc(m.patches, func(p patch) bool { return p.layer == l })
	if len(m.patches) == before {
		return // l had several, which went together
	}
	t.fold(tx, c)
	if len(m.patches) > 0 {
		return
	}
	if t.inside == nil {
		if head := c.head.Load(); head != nil && m.base != nil {
			head.start = m.base.start // what it shows is what the server has said
		}
		m.base = nil
	}
	t.settle(c)
}

// settle forgets the stamps of single fields when they say no more than that of
// the whole: nothing is under way that they could matter to.
func (t *Table) settle(c *cell) {
	fields := c.more.fields
	for _, f := range fields {
		if f.delivered != fields[0].delivered || f.settled != fields[0].settled {
			return
		}
	}
	if base := c.confirmed(); base != nil && len(fields) > 0 {
		base.start, c.more.settled = fields[0].delivered, fields[0].settled
	}
	c.more.fields = nil
}

// fold shows the patches of a cell upon what the server has said.
func (t *Table) fold(tx *commit, c *cell) {
	p, st, start, others := t.folded(c)
	head := c.head.Load()
	switch {
	case !st.exists():
		if head.exists() {
			t.show(tx, c, deleted, t.model.box(t.model.in(head)), start)
		}
	case others || head.state() != st || !t.equal(t.model.in(head), p):
		t.show(tx, c, st, t.model.box(p), start)
	}
}

// folded returns what fold shows, and whether it shows other states of other
// entities than before.
func (t *Table) folded(c *cell) (p any, st state, start Stamp, others bool) {
	p, st = t.stateOf(c.more.base)
	if c.more.base != nil {
		start = c.more.base.start
	}
	if t.inside != nil {
		p, st, others = t.assemble(c, p, st)
		return p, st, start, others
	}
	p, st = t.patched(c, p, st)
	return p, st, start, false
}

func (t *Table) patched(c *cell, p any, st state) (any, state) {
	for _, patch := range c.more.patches {
		if patch.apply != nil && !patch.layer.answered {
			p, st = t.applied(c, patch, p, st)
		}
	}
	return p, st
}

// applied returns what a patch makes of a value.
func (t *Table) applied(c *cell, by patch, p any, st state) (any, state) {
	next, exists := t.model.fresh(p), st.exists()
	switch {
	case !by.apply(next, exists):
		return nil, deleted
	case !exists:
		return next, present
	case !c.exists():
		return next, st // the server has said nothing about any field
	}
	fields, result := t.stamps(c, c.more.base), t.model.shallow(p)
	to, from := valueAt(result), valueAt(next)
	for i := range fields {
		if fields[i].changed <= by.layer.start {
			t.shape.CopyField(i, to, from)
		}
	}
	return result, st
}

// Edit shows the entity with key k as f changes it. F is given a *E in an any, once
// for each state of what is beneath, with a copy of that; it must not do anything
// else, in particular not use the store. Fields that a request has changed which
// began after the layer stay as that request said. There is no effect as long as no
// such entity is stored.
//
// When f panics, so does Edit, and the layer is removed. When f panics later,
// because something else is beneath, the layer shows what is beneath, and Preview
// panics.
func (t *Table) Edit(w Write, l *Layer, k any, f func(e any)) {
	e := &edit{table: t, f: f, fields: shape.NewMask(t.shape.Size())}
	var panicked any
	t.store.Commit(w, func(w Write) {
		t.patch(w, k, patch{l, e.apply, &e.fields, &e.panicked})
		if panicked = e.panicked; panicked != nil {
			l.Remove(w)
		}
	})
	if panicked != nil {
		panic(panicked)
	}
}

// Preview returns the entity with key k as it is beneath the layer, and as the
// layer shows it. Confirmed says that beneath is what the server has said, and
// not what earlier layers show upon that. It is false when the entity is not
// beneath, or when the layer does nothing to it.
func (t *Table) Preview(l *Layer, k any, confirmed bool) (before, after any, ok bool) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, known := t.load(k)
	if !known || c.more == nil {
		return nil, nil, false
	}
	p, st := t.stateOf(c.more.base)
	if t.inside != nil && st.exists() {
		p, _ = t.filled(&filling{}, p) // a patch has seen it so
	}
	for _, patch := range c.more.patches {
		switch {
		case patch.layer == l && (st == present || st == unusable && c.isApartOnly()):
			shown := t.model.fresh(p)
			ok = patch.apply != nil && patch.apply(shown, true)
			if patch.panicked != nil && *patch.panicked != nil {
				panic(*patch.panicked)
			}
			return t.model.load(p), t.model.load(shown), ok
		case patch.apply != nil && !confirmed:
			p, st = t.applied(c, patch, p, st)
		}
	}
	return nil, nil, false
}

// assemble returns a value as it is shown: with its parts and its patches. It
// reports whether the parts are others than before. A patch sees what is shown
// beneath it, and may name other parts.
func (t *Table) assemble(c *cell, p any, st state) (any, state, bool) {
	var f filling
	whole := true
	if st.exists() {
		p, whole = t.filled(&f, p)
	}
	if len(c.more.patches) > 0 {
		p, st = t.patched(c, p, st)
		whole = true
		if st.exists() {
			p, whole = t.filled(&f, p)
		}
	}
	if !whole {
		st = unusable
	}
	return p, st, t.notes(c, f.parts)
}
