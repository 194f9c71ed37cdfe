package entity

import (
	"reflect"
	"slices"
)

// A value that shows other entities, a parent, is made anew in the commit that
// changes one of them. So whatever reads it, watches it or remembers what it
// computed from it needs to know nothing about what is inside. The parts know
// their parents; parents know which versions of their parts they show.

// parent is a value that shows other entities or lists.
type parent interface {
	// remake makes a new version when a part has changed. The mutex of the store
	// is held.
	remake(tx *commit)
}

// showable is what a parent can show: an entity or a list.
type showable interface{ shownBy() *parents }

// parents are the values that show one entity or list. The mutex of the store
// guards them.
type parents struct {
	set map[parent]struct{}
	// changed is called when the first one is added and when the last one has
	// gone; may be nil.
	changed func()
}

// seenPart is a part in the state in which a parent shows it: a version or a
// view, compared by address.
type seenPart struct {
	part  showable
	state any
}

// shower is the parent that a cell is.
type shower struct {
	table *AnyTable
	cell  *cell
	parts []seenPart
}

func (s *shower) remake(tx *commit) { s.table.fold(tx, s.cell) }

// compile finds what is inside E. What cannot work, Check reports.
func (t *AnyTable) compile() {
	comp := compilerFor(t.of, t.store)
	root := comp.root(t.model.typ)
	if root == nil || comp.err != nil || t.of.Check() != nil {
		return
	}
	t.enclose(root)
}

// enclose makes t a table of values that hold others.
func (t *AnyTable) enclose(root *structNode) {
	t.inside, t.whole = root, root.same
	t.equal = equalBy(root.same)
	for i, n := range root.nodes {
		if n != nil {
			t.shape.fields[i].compare = n.same
		}
	}
}

// invalidate is Invalidate for values that hold others.
func (t *AnyTable) invalidate(k any) {
	tx := t.store.begin(Write{})
	defer t.store.end(Write{})
	c, ok := t.cells.load(k)
	if !ok || c.confirmed().state() != present {
		return
	}
	c.expires.Store(0)
	base := c.confirmed()
	c.more.invalid = t.store.Begin()
	t.confirm(tx, c, unusable, t.model.box(t.model.in(base)), base.start)
}

// link stores the entities and the lists inside a row before the row itself.
func (t *AnyTable) link(tx *commit, w Write, row AnyRow) AnyRow {
	w.commit, row.p = tx, t.model.shallow(row.p)
	l := linking{w: w, parent: row.p}
	if row.nested != nil {
		for _, put := range row.nested.puts {
			put(tx, w)
		}
		l.place = row.nested.place
		row.nested = nil
	}
	t.inside.link(&l, reflect.ValueOf(row.p).Elem())
	return row
}

// assemble returns a value as it is shown: with its parts and its patches. It
// reports whether the parts are others than before. A patch sees what is shown
// beneath it, and may name other parts.
func (t *AnyTable) assemble(c *cell, p any, st state) (any, state, bool) {
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

// filled returns a copy of what p points to with what is inside set to what it
// is now. It reports false when the value cannot be without a part that is gone.
func (t *AnyTable) filled(f *filling, p any) (any, bool) {
	p = t.model.shallow(p)
	return p, t.inside.fill(f, reflect.ValueOf(p).Elem())
}

// notes records what a cell shows now. It reports whether that is something else
// than before.
func (t *AnyTable) notes(c *cell, parts []seenPart) bool {
	s, _ := c.more.parts.(*shower)
	if s == nil {
		s = &shower{table: t, cell: c}
		c.more.parts = s
	}
	if slices.Equal(s.parts, parts) {
		return false
	}
	gone := make(map[showable]struct{}, len(s.parts))
	for _, p := range s.parts {
		gone[p.part] = struct{}{}
	}
	s.parts = parts
	for _, p := range parts {
		delete(gone, p.part)
		p.part.shownBy().add(s)
	}
	for part := range gone {
		part.shownBy().remove(s)
	}
	return true
}

func (p *parents) add(s parent) {
	if p.set == nil {
		p.set = map[parent]struct{}{}
	}
	p.set[s] = struct{}{}
	if len(p.set) == 1 && p.changed != nil {
		p.changed()
	}
}

func (p *parents) remove(s parent) {
	delete(p.set, s)
	if len(p.set) == 0 && p.changed != nil {
		p.changed()
	}
}
