package entity

import (
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Map is a read-only view of entities by names, in the order of the JSON. Its
// JSON is an object; members that are null are dropped, and so are entities
// that are deleted or invalid. The zero Map is empty.
type Map[E any] struct{ named *named }

// named is the content of a Map. It never changes.
type named struct {
	names []string
	rows  []*version
	model *model
	read  []AnyRow // of a map that is decoded, and not stored yet
}

// Len returns the number of entities.
func (m Map[E]) Len() int {
	if m.named == nil {
		return 0
	}
	return len(m.named.names)
}

// Get returns a copy of the entity under a name.
func (m Map[E]) Get(name string) (E, bool) {
	if m.named != nil {
		if i := slices.Index(m.named.names, name); i >= 0 {
			return m.at(i), true
		}
	}
	var zero E
	return zero, false
}

func (m Map[E]) at(i int) E { return cloneWith(m.named.model.clone, *valueIn[E](m.named.rows[i])) }

// All yields the names and copies of the entities in order.
func (m Map[E]) All() iter.Seq2[string, E] {
	return func(yield func(string, E) bool) {
		for i := range m.Len() {
			if !yield(m.named.names[i], m.at(i)) {
				return
			}
		}
	}
}

// MarshalJSONTo writes an object of the entities.
func (m Map[E]) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for name, e := range m.All() {
		if err := enc.WriteToken(jsontext.String(name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, e); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// MarshalJSON is MarshalJSONTo for other encoders.
func (m Map[E]) MarshalJSON() ([]byte, error) {
	return json.Marshal(json.MarshalerTo(m))
}

// UnmarshalJSONFrom reads an object of entities, or null.
func (m *Map[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	n, err := decodeNamed(dec, modelOf[E]())
	*m = Map[E]{n}
	return err
}

// decodeNamed reads an object of entities, or null, which is no map.
func decodeNamed(dec *jsontext.Decoder, m *model) (*named, error) {
	switch dec.PeekKind() {
	case 'n':
		return nil, dec.SkipValue()
	case '{':
	default:
		return nil, fmt.Errorf("want a JSON object of %s", m.typ)
	}
	n := &named{model: m}
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

func (n *named) readMember(dec *jsontext.Decoder) error {
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

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (m *Map[E]) UnmarshalJSON(data []byte) error { return decodeInto(m, data) }

func (*Map[E]) standsFor() reflect.Type { return reflect.TypeOf((*E)(nil)).Elem() }

// namedPlace is a Map in a reflect.Value.
func namedPlace(v reflect.Value) **named { return contentOf[*named](v) }

// namedIn returns the content of a Map.
func namedIn(v reflect.Value) *named { return (*named)(v.Field(0).UnsafePointer()) }

// mapNode is a Map inside a value.
type mapNode struct {
	store *Store
	kind  *Kind
}

func (n *mapNode) read(r *reading, s *scanner, v reflect.Value) error {
	m, t := *namedPlace(v), n.kind.In(r.store)
	if m == nil {
		s.value()
		return nil
	}
	s.open('{')
	for i := 0; s.peek() != 0 && !s.skip('}'); s.skip(',') {
		name := string(s.name())
		if s.peek() == 'n' {
			s.value()
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
func (n *named) with(other *named) *named {
	if n == nil {
		return other
	}
	next := &named{names: slices.Clone(n.names), rows: slices.Clone(n.rows), model: n.model}
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
	now := &named{model: t.model}
	for i, row := range (*place).rows {
		head := t.part(f, t.model.in(row))
		switch head.state() {
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
