package store

import "github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"

// edit is a function that changes an entity. It remembers what that made of the
// last one it was given.
type edit struct {
	table         *Table
	f             func(e any)
	before, after any
	// fields have differed. One does not any more when a read has told of the change
	// before the mutation was answered, which is about that field all the same.
	fields   shape.Mask
	panicked any // what f panicked with, nil when it did not
}

func (e *edit) apply(p any, exists bool) bool {
	if !exists {
		return false
	}
	m := e.table.model
	if e.before == nil || !m.equal(e.before, p) { // with what is inside as it is now
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
	s, before, after := e.table.shape, valueAt(e.before), valueAt(e.after)
	for i := range s.Size() {
		if !s.Same(i, before, after) {
			e.fields.Set(i)
		}
	}
}
