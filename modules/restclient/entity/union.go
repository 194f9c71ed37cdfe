package entity

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// OneOf is an entity of one of several types, all of which implement I, inside
// another value. What has none of the known types is kept as it is in the JSON.
type OneOf[I any] struct {
	value I
	raw   jsontext.Value // of what is not known; nil for null
	row   rowKind        // knows the type of value
}

// Value returns a copy of the entity. It is false when the type is not known,
// and for null.
func (o OneOf[I]) Value() (I, bool) {
	if o.row == nil {
		return o.value, false
	}
	return o.row.copy(any(o.value)).(I), true
}

// Raw returns the JSON of a value whose type is not known, nil otherwise.
func (o OneOf[I]) Raw() jsontext.Value { return slices.Clone(o.raw) }

// MarshalJSON writes the entity, or the JSON as it came.
func (o OneOf[I]) MarshalJSON() ([]byte, error) {
	if o.row == nil && o.raw != nil {
		return o.raw, nil
	}
	return json.Marshal(any(o.value))
}

// UnmarshalJSON keeps the JSON until it is known what it may be.
func (o *OneOf[I]) UnmarshalJSON(data []byte) error {
	*o = OneOf[I]{}
	if !bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		o.raw = bytes.Clone(data)
	}
	return nil
}

func (OneOf[I]) isUnion() {}

// Case is one type of a union.
type Case struct {
	Value string // of the attribute that tells the types apart
	Part  Part   // PartOf the type
}

// Union declares that OneOf[I] occurs: the member attr of the JSON object tells
// which of the cases it is. Each case is a type that implements I.
func Union[I any](attr string, cases ...Case) Part {
	return PartFunc(func(p *Parts) {
		n := &unionNode[I]{attr: attr, cases: map[string]rowKind{}}
		u := kind{eager: true}
		for _, c := range cases {
			if err := n.add(&u, c); err != nil {
				p.fail(fmt.Errorf("union of %s: %w", reflect.TypeFor[I](), err))
				return
			}
		}
		u.node = func(s *Store, _ listKeyFunc) node { return &unionNode[I]{attr, n.cases, s} }
		p.kinds[reflect.TypeFor[OneOf[I]]()] = u
	})
}

// add adds a case to a union.
func (n *unionNode[I]) add(u *kind, c Case) error {
	if c.Part == nil {
		return fmt.Errorf("case %q has no type", c.Value)
	}
	p := partsOf([]Part{c.Part})
	if p.err != nil {
		return p.err
	}
	for t, k := range p.kinds {
		if len(k.entities) != 1 || t != k.entities[0] {
			continue
		}
		if !t.Implements(reflect.TypeFor[I]()) {
			return fmt.Errorf("case %q: %s does not implement it", c.Value, t)
		}
		n.cases[c.Value] = k.row
		u.entities, u.check = append(u.entities, t), append(u.check, k.check...)
	}
	if n.cases[c.Value] == nil {
		return fmt.Errorf("case %q is not an entity", c.Value)
	}
	return nil
}

// rowKind is what a union does with the entities of one of its types.
type rowKind interface {
	read(r *reading, raw []byte) (any, error)
	now(s *Store, f *filling, value any) (any, bool)
	same(a, b any) bool
	copy(value any) any
}

type rowOf[E Entity[K], K comparable] struct{}

func (rowOf[E, K]) read(r *reading, raw []byte) (any, error) {
	var value E
	if err := r.store.unmarshal(raw, &value); err != nil {
		return nil, err
	}
	row, err := TableOf[E](r.store).take(r, &scanner{data: raw}, value)
	return row.value, err
}

func (rowOf[E, K]) now(s *Store, f *filling, value any) (any, bool) {
	return TableOf[E](s).nowOf(f, value.(E))
}

func (rowOf[E, K]) same(a, b any) bool {
	x, ok := b.(E)
	return ok && a.(E).PK() == x.PK()
}

func (rowOf[E, K]) copy(value any) any {
	return cloneWith(clonerFor(reflect.TypeFor[E]()), value.(E))
}

// unionNode is a OneOf inside a value.
type unionNode[I any] struct {
	attr  string
	cases map[string]rowKind
	store *Store
}

func (n *unionNode[I]) read(r *reading, s *scanner, v reflect.Value) error {
	o := v.Addr().Interface().(*OneOf[I])
	raw := s.value()
	row := n.cases[n.discriminator(raw)]
	if row == nil {
		return nil
	}
	value, err := row.read(r, raw)
	if err != nil {
		return err
	}
	*o = OneOf[I]{value: value.(I), row: row}
	return nil
}

// discriminator returns the text of the attribute that tells which case an
// object is: that of a string, or the JSON of another value. It is empty when
// there is none.
func (n *unionNode[I]) discriminator(raw []byte) string {
	s := scanner{data: raw}
	if !s.open('{') {
		return ""
	}
	for s.peek() != 0 && !s.skip('}') {
		name, value := string(s.name()), jsontext.Value(s.value())
		s.skip(',')
		if name != n.attr {
			continue
		}
		var text string
		if value.Kind() != '"' || json.Unmarshal(value, &text) != nil {
			return string(value)
		}
		return text
	}
	return ""
}

func (n *unionNode[I]) link(*linking, reflect.Value) {}

func (n *unionNode[I]) fill(f *filling, v reflect.Value) bool {
	o := v.Addr().Interface().(*OneOf[I])
	if o.row == nil {
		return true
	}
	value, ok := o.row.now(n.store, f, any(o.value))
	o.value = value.(I)
	return ok
}

func (n *unionNode[I]) same(a, b reflect.Value) bool {
	x, y := a.Interface().(OneOf[I]), b.Interface().(OneOf[I])
	if x.row == nil || y.row == nil {
		return x.row == nil && y.row == nil && bytes.Equal(x.raw, y.raw)
	}
	return x.row.same(any(x.value), any(y.value))
}
