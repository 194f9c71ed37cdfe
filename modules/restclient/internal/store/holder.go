package store

import "slices"

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
	table *Table
	cell  *cell
	parts []seenPart
}

func (s *shower) remake(tx *commit) { s.table.fold(tx, s.cell) }

// note records what the cell shows now. It reports whether that is something else
// than before.
func (s *shower) note(parts []seenPart) bool {
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
