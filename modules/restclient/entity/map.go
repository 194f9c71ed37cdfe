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
type Map[E any] struct{ named *named[E] }

// named is the content of a Map. It never changes.
type named[E any] struct {
	names []string
	rows  []*version[E]
	clone cloner
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

func (m Map[E]) at(i int) E { return cloneWith(m.named.clone, m.named.rows[i].value) }

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
	*m = Map[E]{}
	switch dec.PeekKind() {
	case 'n':
		return dec.SkipValue()
	case '{':
	default:
		return fmt.Errorf("want a JSON object of %s", reflect.TypeFor[E]())
	}
	m.named = &named[E]{clone: clonerFor(reflect.TypeFor[E]())}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() == '"' {
		if err := m.named.readMember(dec); err != nil {
			return err
		}
	}
	_, err := dec.ReadToken()
	return err
}

func (n *named[E]) readMember(dec *jsontext.Decoder) error {
	token, err := dec.ReadToken()
	if err != nil {
		return err
	}
	name := token.String()
	if dec.PeekKind() == 'n' {
		return dec.SkipValue()
	}
	v := &version[E]{}
	if err := json.UnmarshalDecode(dec, &v.value); err != nil {
		return err
	}
	n.names, n.rows = append(n.names, name), append(n.rows, v)
	return nil
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (m *Map[E]) UnmarshalJSON(data []byte) error { return decodeInto(m, data) }

func (Map[E]) standsFor() reflect.Type { return reflect.TypeFor[E]() }

// mapNode is a Map inside a value.
type mapNode[E Entity[K], K comparable] struct{ store *Store }

func (n *mapNode[E, K]) read(r *reading, s *scanner, v reflect.Value) error {
	m := v.Addr().Interface().(*Map[E])
	if m.named == nil {
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
		row, err := TableOf[E](r.store).take(r, s, m.named.rows[i].value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		m.named.rows[i] = &version[E]{value: row.value}
		i++
	}
	return nil
}

func (n *mapNode[E, K]) link(*linking, reflect.Value) {}

// with returns the map with the members of another added or replaced.
func (m Map[E]) with(other Map[E]) Map[E] {
	if m.named == nil || other.named == nil {
		return other
	}
	next := &named[E]{slices.Clone(m.named.names), slices.Clone(m.named.rows), m.named.clone}
	for i, name := range other.named.names {
		if at := slices.Index(next.names, name); at >= 0 {
			next.rows[at] = other.named.rows[i]
			continue
		}
		next.names, next.rows = append(next.names, name), append(next.rows, other.named.rows[i])
	}
	return Map[E]{next}
}

func (n *mapNode[E, K]) fill(f *filling, v reflect.Value) bool {
	m := v.Addr().Interface().(*Map[E])
	if m.named == nil {
		return true
	}
	t := TableOf[E](n.store)
	now := &named[E]{clone: t.grid.clone}
	for i, row := range m.named.rows {
		head := t.part(f, row.value.PK())
		switch head.state() {
		case nothing:
			head = row
		case present:
		default:
			continue
		}
		now.names, now.rows = append(now.names, m.named.names[i]), append(now.rows, head)
	}
	m.named = now
	return true
}

func (n *mapNode[E, K]) same(a, b reflect.Value) bool {
	x, y := a.Interface().(Map[E]).named, b.Interface().(Map[E]).named
	if x == nil || y == nil {
		return x == y
	}
	return slices.Equal(x.names, y.names) && slices.EqualFunc(x.rows, y.rows, func(a, b *version[E]) bool {
		return a.value.PK() == b.value.PK()
	})
}
