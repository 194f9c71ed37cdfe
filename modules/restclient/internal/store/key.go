package store

import "strings"

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

// place says where the lists of a response belong.
type place struct {
	key    ListKey
	names  []string // of the lists in it
	extend bool     // the rows of lists go to their ends
}

// listKey returns the key of a list in a response: that of the response. A
// response with several lists has their names, too.
func (p place) listKey(index int) ListKey {
	k := p.key
	if len(p.names) > 1 {
		k.Collection += " " + p.names[index]
	}
	return k
}
