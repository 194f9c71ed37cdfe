package entity

import (
	"cmp"
	"slices"
)

// Layer is one optimistic change, of any number of entities: what a mutation
// is expected to do, shown on top of what the server has said until the
// mutation has been answered. Layers lie upon each other in the order of the
// starts of their mutations.
type Layer struct {
	store *Store
	start Stamp
	undo  []func(*commit) // guarded by the mutex of the store
	done  bool            // guarded by the mutex of the store
	shown shown           // guarded by the mutex of the store
}

// Layer returns a layer without changes for a mutation that begins now.
func (s *Store) Layer() *Layer { return &Layer{store: s, start: s.Begin()} }

// Start returns the stamp of the mutation.
func (l *Layer) Start() Stamp { return l.start }

// Remove takes the layer away, in one commit with what w writes. Readers see
// what the server has said, with the other layers upon it. Removing it again
// does nothing.
func (l *Layer) Remove(w Write) {
	tx := l.store.begin(w)
	defer l.store.end(w)
	if l.done {
		return
	}
	l.done = true
	delete(l.store.layers, l)
	for _, undo := range slices.Backward(l.undo) {
		undo(tx)
	}
	l.undo = nil
}

// patch is what a layer does to one entity.
type patch[E any] struct {
	layer *Layer
	// apply changes a copy of the entity as it is beneath the patch; exists
	// tells whether there is one, before and afterwards. Nil: it changes
	// nothing, a mutation is under way.
	apply func(e *E, exists bool) bool
}

// Edit shows the entity with key k as f changes it. F is called once for each
// state of what is beneath, with a copy of that; it must not do anything else,
// in particular not use the store. Fields that a request has changed which
// began after the layer stay as that request said. There is no effect as long
// as no such entity is stored.
func (t *Table[E, K]) Edit(w Write, l *Layer, k K, f func(*E)) {
	t.patch(w, l, k, t.once(f))
}

// once remembers what f made of the last entity it was given.
func (t *Table[E, K]) once(f func(*E)) func(*E, bool) bool {
	var before, after E
	called := false
	return func(e *E, exists bool) bool {
		if !exists {
			return false
		}
		if !called || !t.equal(&before, e) {
			before, called = cloneWith(t.grid.clone, *e), true
			f(e)
			after = *e
		}
		*e = cloneWith(t.grid.clone, after)
		return true
	}
}

// Apply shows the entity with key k with the fields that row has, apart from
// those of the key. With create, row is shown when there is no such entity.
func (t *Table[E, K]) Apply(w Write, l *Layer, k K, row Row[E], create bool) {
	fields := row.without(t.shape.keys).present
	t.patch(w, l, k, func(e *E, exists bool) bool {
		if !exists {
			*e = cloneWith(t.grid.clone, row.value)
			return create
		}
		for i := range t.shape.size() {
			if fields.has(i) {
				t.shape.copyField(i, e, &row.value, t.whole)
			}
		}
		return true
	})
}

// Preview returns the entity with key k as it is beneath the layer, and as the
// layer shows it. It is false when there is none beneath, or when the layer
// does nothing to it.
func (t *Table[E, K]) Preview(l *Layer, k K) (before, after E, ok bool) {
	t.grid.store.mu.Lock()
	defer t.grid.store.mu.Unlock()
	c, known := t.grid.load(k)
	if !known || c.more == nil {
		return before, after, false
	}
	value, st := stateOf(c.more.base)
	for _, p := range c.more.patches {
		if p.layer == l && st == present {
			after = cloneWith(t.grid.clone, value)
			ok = p.apply != nil && p.apply(&after, true)
			return cloneWith(t.grid.clone, value), after, ok
		}
		if p.apply != nil {
			value, st = t.applied(c, p, value, st)
		}
	}
	return before, after, false
}

func stateOf[V any](v *version[V]) (V, state) {
	if v == nil {
		var zero V
		return zero, nothing
	}
	return v.value, v.state()
}

// Hide shows the entity with key k as deleted. Lists keep its place.
func (t *Table[E, K]) Hide(w Write, l *Layer, k K) {
	t.patch(w, l, k, func(*E, bool) bool { return false })
}

// Expect says that a mutation of the entity with key k is under way, which may
// be answered later than requests that begin later.
func (t *Table[E, K]) Expect(w Write, l *Layer, k K) { t.patch(w, l, k, nil) }

// Draft shows a new entity under its made-up key, in all lists that it belongs
// to under the arguments of added. Adopt replaces it by the real one.
func (t *Table[E, K]) Draft(w Write, l *Layer, value E, added ListKey, front bool) {
	t.patch(w, l, value.PK(), func(e *E, exists bool) bool {
		if !exists {
			*e = cloneWith(t.grid.clone, value)
		}
		return true
	})
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	c := t.grid.cell(value.PK())
	t.insert(tx, []*cell[E]{c}, added, front)
	l.undo = append(l.undo, func(tx *commit) {
		if !c.exists() {
			t.withdraw(tx, c)
		}
	})
}

// Adopt stores the entity that a draft has become: it takes the place of the
// draft in all lists, and is found under the key of the draft, too. The layer
// of the draft is to be removed in the same commit.
func (t *Table[E, K]) Adopt(w Write, draft K, row Row[E]) E {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	from := t.grid.cell(draft)
	to := t.put(tx, w, &row)
	if to == nil || to == from {
		return row.value
	}
	t.substitute(tx, from, to)
	t.grid.adopted.Store(draft, adoption[K]{row.value.PK(), tx.seq})
	tx.changed = true // even when nothing else does
	from.handOver(to)
	to.wake(tx)
	from.wake(tx)
	return t.stored(to)
}

// handOver moves the watches on a cell to the one that replaces it.
func (c *cell[V]) handOver(to *cell[V]) {
	if c.more == nil {
		return
	}
	for w := range c.more.watchers.set {
		round := w.places[c]
		delete(w.places, c)
		w.on(to, to.changedAt())
		w.places[to] = round
	}
	c.more.watchers.set = nil
}

func (t *Table[E, K]) patch(w Write, l *Layer, k K, apply func(*E, bool) bool) {
	tx := t.grid.store.begin(w)
	defer t.grid.store.end(w)
	if l.done {
		return
	}
	l.shows(tx, w, Change{Type: t.grid.name, Kind: t.grid.kind, Key: k})
	c := t.grid.cell(k)
	m := c.rare()
	if len(m.patches) == 0 && t.inside == nil {
		m.base = c.head.Load()
	}
	m.patches = append(m.patches, patch[E]{l, apply})
	slices.SortStableFunc(m.patches, func(a, b patch[E]) int { return cmp.Compare(a.layer.start, b.layer.start) })
	l.undo = append(l.undo, func(tx *commit) { t.unpatch(tx, c, l) })
	t.fold(tx, c)
}

func (t *Table[E, K]) unpatch(tx *commit, c *cell[E], l *Layer) {
	m := c.more
	before := len(m.patches)
	m.patches = slices.DeleteFunc(m.patches, func(p patch[E]) bool { return p.layer == l })
	if len(m.patches) == before {
		return // l had several, which went together
	}
	t.fold(tx, c)
	if len(m.patches) > 0 {
		return
	}
	if t.inside == nil {
		m.base = nil
	}
	t.settle(c)
}

// settle forgets the stamps of single fields when they say no more than that of
// the whole: nothing is under way that they could matter to.
func (t *Table[E, K]) settle(c *cell[E]) {
	fields := c.more.fields
	for _, f := range fields {
		if f.delivered != fields[0].delivered {
			return
		}
	}
	if base := c.confirmed(); base != nil && len(fields) > 0 {
		base.start = fields[0].delivered
	}
	c.more.fields = nil
}

// fold shows the patches of a cell upon what the server has said.
func (t *Table[E, K]) fold(tx *commit, c *cell[E]) {
	value, st, start, others := t.folded(c)
	head := c.head.Load()
	switch {
	case !st.exists():
		if head.state().exists() {
			t.show(tx, c, deleted, head.value, start)
		}
	case others || head.state() != st || !t.equal(&head.value, &value):
		t.show(tx, c, st, value, start)
	}
}

// folded returns what fold shows, and whether it shows other states of other
// entities than before.
func (t *Table[E, K]) folded(c *cell[E]) (value E, st state, start Stamp, others bool) {
	st = nothing
	if base := c.more.base; base != nil {
		value, st, start = base.value, base.state(), base.start
	}
	if t.inside != nil {
		value, st, others = t.assemble(c, value, st)
		return value, st, start, others
	}
	value, st = t.patched(c, value, st)
	return value, st, start, false
}

func (t *Table[E, K]) patched(c *cell[E], value E, st state) (E, state) {
	for _, p := range c.more.patches {
		if p.apply != nil {
			value, st = t.applied(c, p, value, st)
		}
	}
	return value, st
}

// applied returns what a patch makes of a value.
func (t *Table[E, K]) applied(c *cell[E], p patch[E], value E, st state) (E, state) {
	next := cloneWith(t.grid.clone, value)
	exists := st == present || st == unusable
	switch {
	case !p.apply(&next, exists):
		var zero E
		return zero, deleted
	case !exists:
		return next, present
	case !c.exists():
		return next, st // the server has said nothing about any field
	}
	fields := t.stamps(c, c.more.base)
	for i := range fields {
		if fields[i].changed <= p.layer.start {
			t.shape.copyField(i, &value, &next, t.whole)
		}
	}
	return value, st
}
