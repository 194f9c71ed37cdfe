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
	rare() *more
	followed() // its parents are others
	// doubtedAt is when it was doubted last.
	doubtedAt() Stamp
	// renewAll makes it fresh, and what it shows.
	renewAll(s *Store, w Write)
	// isFrom reports whether a request that began at a stamp, or one before, has said
	// all that the server has said of it, and of what it shows.
	isFrom(start Stamp) bool
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
			maps.Copy(next, p.cell.more.parents)
		}
		for t, cells := range doubted {
			for l := range t.lists.holding(cells) {
				l.doubtAlone(s, tx, at)
				maps.Copy(next, l.more.parents)
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

// lacksSome reports whether the server has said that something the cell shows is gone.
func (s *shower) lacksSome() bool {
	return slices.ContainsFunc(s.parts, func(p seenPart) bool {
		c, ok := p.part.(*cell)
		return ok && !c.exists()
	})
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
		m := p.part.rare()
		if m.parents == nil {
			m.parents = map[*shower]struct{}{}
		}
		m.parents[s] = struct{}{}
		p.part.followed()
	}
	for part := range gone {
		delete(part.rare().parents, s)
		part.followed()
	}
	return true
}
