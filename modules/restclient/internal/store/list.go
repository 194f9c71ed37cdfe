package store

import (
	"slices"
	"strings"
)

// Arg is one argument of a list, such as userId=1.
type Arg struct {
	Name, Value string
	// Open says that the argument does not restrict which entities the list
	// holds, such as a sort order.
	Open bool
}

// ListKey identifies a list: the collection it is of and its arguments, sorted
// by name. Arguments with equal names and values are equal, whatever types
// they had.
//
// Arguments that have the name of a field of the entities, and are not open,
// select those with that value: when the field of an entity changes, the entity
// leaves the lists that it does not fit any more and enters those of the same
// collection that it fits now. What a server has put into a list although the
// field differs stays there.
type ListKey struct {
	Collection string
	Args       []Arg
	// Text identifies the list instead, when it is not empty: it is different for
	// different collections and arguments.
	Text string
}

// ID is the key as one string. ListID finds a list by it.
func (k ListKey) ID() string {
	switch {
	case k.Text != "":
		return k.Text
	case len(k.Args) == 0:
		return k.Collection
	}
	var b strings.Builder
	b.WriteString(k.Collection)
	for _, a := range k.Args {
		b.WriteByte(0)
		b.WriteString(a.Name)
		b.WriteByte(1)
		b.WriteString(a.Value)
	}
	return b.String()
}

// takes reports whether an entity that is added under the given arguments belongs
// to what k identifies. What the server has said of its fields decides, and what
// was asked for where it has said nothing. Fields is the filter of the arguments of k;
// row is zero when there is no answer.
func (k ListKey) takes(fields filter, added ListKey, row Row) belonging {
	if k.Collection != added.Collection {
		return outside
	}
	belongs := inside
	for _, a := range k.Args {
		if a.Open {
			continue
		}
		named := func(b Arg) bool { return a.Name == b.Name }
		same := func(b Arg) bool { return a.Name == b.Name && a.Value == b.Value }
		f, isField := fields.by(a)
		switch {
		case isField && row.p != nil && row.present.Has(f.field):
			if !(filter{f}).fits(row.p) {
				return outside
			}
		case slices.ContainsFunc(added.Args, same):
		case isField && !slices.ContainsFunc(added.Args, named):
			belongs = unknown
		default:
			return outside
		}
	}
	return belongs
}

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
