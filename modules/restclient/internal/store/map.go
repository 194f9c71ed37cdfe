package store

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Named is entities by names, in the order of the JSON: what a map of a type that
// is known elsewhere holds. It never changes. A nil Named is empty.
type Named struct {
	names []string
	rows  []*version
	model *model
	read  []Row // of a map that is decoded, and not stored yet
}

// Len returns the number of entities.
func (n *Named) Len() int {
	if n == nil {
		return 0
	}
	return len(n.names)
}

// Name returns the name at position i.
func (n *Named) Name(i int) string { return n.names[i] }

// Find returns the position of a name, -1 for an unknown one.
func (n *Named) Find(name string) int {
	if n == nil {
		return -1
	}
	return slices.Index(n.names, name)
}

// EntryIn returns a copy of the entity at position i, which is of type E.
func EntryIn[E any](n *Named, i int) E { return *shape.CloneOf(n.model.clone, valueIn[E](n.rows[i])) }

// ReadNamed reads an object of entities of type E, or null.
func ReadNamed[E any](dec *jsontext.Decoder) (*Named, error) { return decodeNamed(dec, modelOf[E]()) }

// decodeNamed reads an object of entities, or null, which is no map.
func decodeNamed(dec *jsontext.Decoder, m *model) (*Named, error) {
	switch dec.PeekKind() {
	case 'n':
		return nil, dec.SkipValue()
	case '{':
	default:
		return nil, fmt.Errorf("want a JSON object of %s", m.typ)
	}
	n := &Named{model: m}
	if _, err := dec.ReadToken(); err != nil {
		return n, err
	}
	for dec.PeekKind() == '"' {
		if err := n.readMember(dec); err != nil {
			return n, err
		}
	}
	_, err := dec.ReadToken()
	return n, err
}

func (n *Named) readMember(dec *jsontext.Decoder) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	p := n.model.shallow(nil)
	if err := json.UnmarshalDecode(dec, p); err != nil {
		return err
	}
	n.names, n.rows = append(n.names, name), append(n.rows, n.model.box(p))
	return nil
}

// namedPlace is a Map in a reflect.Value.
func namedPlace(v reflect.Value) **Named { return contentOf[*Named](v) }

// namedIn returns the content of a Map.
func namedIn(v reflect.Value) *Named { return (*Named)(v.Field(0).UnsafePointer()) }

// mapNode is a Map inside a value.
type mapNode struct {
	store *Store
	kind  *Kind
}

func (n *mapNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	m, t := *namedPlace(v), n.kind.In(r.store)
	if m == nil {
		s.Value()
		return nil
	}
	s.Open('{')
	for i := 0; s.Peek() != 0 && !s.Skip('}'); s.Skip(',') {
		name := string(s.Name())
		if s.Peek() == 'n' {
			s.Value()
			continue
		}
		row, err := t.take(r, s, t.model.in(m.rows[i]))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.rows[i] = t.model.box(row.p)
		m.read = append(m.read, row)
		i++
	}
	return nil
}

func (n *mapNode) link(_ *linking, v reflect.Value) {
	if m := *namedPlace(v); m != nil {
		m.read = nil
	}
}

// with returns the map with the members of another added or replaced.
func (n *Named) with(other *Named) *Named {
	if n == nil {
		return other
	}
	next := &Named{names: slices.Clone(n.names), rows: slices.Clone(n.rows), model: n.model}
	for i, name := range other.names {
		if at := slices.Index(next.names, name); at >= 0 {
			next.rows[at] = other.rows[i]
			continue
		}
		next.names, next.rows = append(next.names, name), append(next.rows, other.rows[i])
	}
	return next
}

func (n *mapNode) fill(f *filling, v reflect.Value) bool {
	place := namedPlace(v)
	if *place == nil {
		return true
	}
	t := n.kind.In(n.store)
	now := &Named{model: t.model}
	for i, row := range (*place).rows {
		head, st := t.part(f, t.model.in(row))
		switch st {
		case nothing:
			head = row
		case present:
		default:
			continue
		}
		now.names, now.rows = append(now.names, (*place).names[i]), append(now.rows, head)
	}
	*place = now
	return true
}

func (n *mapNode) same(a, b reflect.Value) bool {
	x, y := namedIn(a), namedIn(b)
	if x == nil || y == nil {
		return x == y
	}
	return slices.Equal(x.names, y.names) && slices.EqualFunc(x.rows, y.rows, func(a, b *version) bool {
		return n.kind.sameKey(n.kind.model.in(a), n.kind.model.in(b))
	})
}
