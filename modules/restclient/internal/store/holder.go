package store

import (
	"maps"
	"slices"
)

// A value that shows other entities, a parent, is made anew in the commit that
// changes one of them. So whatever reads it, watches it or remembers what it
// computed from it needs to know nothing about what is inside. The parts know
// their parents; parents know which versions of their parts they show.

// showable is what a parent can show: an entity or a list.
type showable interface {
	shownBy() *parents
	// doubtedAt is when it was doubted last.
	doubtedAt() Stamp
	// renewAll makes it fresh, and what it shows.
	renewAll(s *Store, w Write)
	// isFrom reports whether a request that began at a stamp, or one before, has said
	// all that the server has said of it, and of what it shows.
	isFrom(start Stamp) bool
}

// parents are the values that show one entity or list. The mutex of the store
// guards them.
type parents struct {
	set map[*shower]struct{}
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

// shower is the parent that a cell is: a value that shows other entities or lists.
type shower struct {
	table *Table
	cell  *cell
	parts []seenPart
}

// remake makes a new version when a part has changed. The mutex of the store is held.
func (s *shower) remake(tx *commit) { s.table.fold(tx, s.cell) }

// spread makes stale what shows something that is in doubt since a stamp, and the lists
// that hold such values. It ends, because no type holds itself.
func spread(s *Store, tx *commit, at Stamp, showing map[*shower]struct{}) {
	for len(showing) > 0 {
		next, doubted := map[*shower]struct{}{}, map[*Table]map[*cell]struct{}{}
		for p := range showing {
			if doubted[p.table] == nil {
				doubted[p.table] = map[*cell]struct{}{}
			}
			doubted[p.table][p.cell] = struct{}{}
			p.cell.doubtAlone(s, tx, at)
			maps.Copy(next, p.cell.more.parents.set)
		}
		for t, cells := range doubted {
			for l := range t.lists.holding(cells) {
				l.doubtAlone(s, tx, at)
				maps.Copy(next, l.more.parents.set)
			}
		}
		showing = next
	}
}

// doubted is since when something that the cell shows is in doubt, 0 when nothing is.
func (s *shower) doubted() (at Stamp) {
	for _, p := range s.parts {
		at = max(at, p.part.doubtedAt())
	}
	return at
}

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

func (p *parents) add(s *shower) {
	if p.set == nil {
		p.set = map[*shower]struct{}{}
	}
	p.set[s] = struct{}{}
	if len(p.set) == 1 && p.changed != nil {
		p.changed()
	}
}

func (p *parents) remove(s *shower) {
	delete(p.set, s)
	if len(p.set) == 0 && p.changed != nil {
		p.changed()
	}
}
