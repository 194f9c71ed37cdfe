package entity

// Edit is that of Table. F is given a *E in an any.
func (t *AnyTable) Edit(w Write, l *Layer, k any, f func(e any)) {
	e := &edit{table: t, f: f, fields: newMask(t.shape.size())}
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

// edit is a function that changes an entity. It remembers what that made of the
// last one it was given.
type edit struct {
	table         *AnyTable
	f             func(e any)
	before, after any
	// fields have differed. One does not any more when a read has told of the change
	// before the mutation was answered, which is about that field all the same.
	fields   mask
	panicked any // what f panicked with, nil when it did not
}

func (e *edit) apply(p any, exists bool) bool {
	if !exists {
		return false
	}
	m := e.table.model
	if e.before == nil || !e.table.equal(e.before, p) {
		e.before, e.after, e.panicked = m.fresh(p), m.fresh(p), nil
		e.run()
		e.compare()
	}
	assign(p, m.fresh(e.after))
	return true
}

// run calls f. The entity is as it was when that panics.
func (e *edit) run() {
	defer func() {
		if e.panicked = recover(); e.panicked != nil {
			e.after = e.before
		}
	}()
	e.f(e.after)
}

func (e *edit) compare() {
	s := e.table.shape
	for i := range s.size() {
		if !s.equal(i, e.before, e.after, e.table.whole) {
			e.fields.set(i)
		}
	}
}

// Preview is that of Table.
func (t *AnyTable) Preview(l *Layer, k any, confirmed bool) (before, after any, ok bool) {
	t.store.mu.Lock()
	defer t.store.mu.Unlock()
	c, known := t.load(k)
	if !known || c.more == nil {
		return nil, nil, false
	}
	p, st := t.stateOf(c.more.base)
	for _, patch := range c.more.patches {
		switch {
		case patch.layer == l && st == present:
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
