package store

// List is a list of entities of a type that is known at run time only.
type List struct {
	view *View
	of   *Kind
}

// Len returns the number of entities.
func (l List) Len() int { return l.view.Len() }

// At returns a copy of the entity at position i, as an E in an any. It panics
// when there is no such position.
func (l List) At(i int) any { return l.of.model.load(l.of.model.in(l.view.rows[i])) }

// KeyAt returns the primary key of the entity at position i. It panics when there is no
// such position.
func (l List) KeyAt(i int) any { return l.of.keyOf(l.of.model.in(l.view.rows[i])) }

// View returns the state of the list that the list is.
func (l List) View() *View { return l.view }
