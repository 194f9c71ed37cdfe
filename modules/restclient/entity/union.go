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
type OneOf[I any] struct{ one one }

// one is a OneOf of whatever type.
type one struct {
	value any            // nil when its type is not known
	raw   jsontext.Value // of what is not known; nil for null
	kind  *Kind          // of value; nil when it is not known
}

// Value returns a copy of the entity. It is false when the type is not known,
// and for null.
func (o OneOf[I]) Value() (I, bool) {
	value, _ := o.one.copied().(I)
	return value, o.one.kind != nil
}

func (o one) copied() any {
	if o.kind == nil {
		return nil
	}
	return o.kind.model.load(o.kind.model.pointer(o.value))
}

// Raw returns the JSON of a value whose type is not known, nil otherwise.
func (o OneOf[I]) Raw() jsontext.Value { return slices.Clone(o.one.raw) }

// MarshalJSON writes the entity, or the JSON as it came.
func (o OneOf[I]) MarshalJSON() ([]byte, error) { return o.one.marshal() }

func (o one) marshal() ([]byte, error) {
	if o.kind == nil && o.raw != nil {
		return o.raw, nil
	}
	return json.Marshal(o.value)
}

// UnmarshalJSON keeps the JSON until it is known what it may be.
func (o *OneOf[I]) UnmarshalJSON(data []byte) error {
	o.one = unknownOne(data)
	return nil
}

func unknownOne(data []byte) one {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return one{}
	}
	return one{raw: bytes.Clone(data)}
}

// Case is one type of a union.
type Case struct {
	Value string // of the attribute that tells the types apart
	Part  Part   // PartOf the type
}

// Union declares that OneOf[I] occurs: the member attr of the JSON object tells
// which of the cases it is. Each case is a type that implements I.
func Union[I any](attr string, cases ...Case) Part {
	return PartFunc(func(p *Parts) {
		n := &unionNode{of: reflect.TypeFor[I](), attr: attr, cases: map[string]*Kind{}}
		u := kind{eager: true}
		for _, c := range cases {
			if err := n.add(&u, c); err != nil {
				p.fail(fmt.Errorf("union of %s: %w", reflect.TypeFor[I](), err))
				return
			}
		}
		u.node = func(s *Store, _ listKeyFunc) node { return &unionNode{n.of, attr, n.cases, s} }
		p.kinds[reflect.TypeFor[OneOf[I]]()] = u
	})
}

// add adds a case to a union.
func (n *unionNode) add(u *kind, c Case) error {
	if c.Part == nil {
		return fmt.Errorf("case %q has no type", c.Value)
	}
	p := partsOf([]Part{c.Part})
	if p.err != nil {
		return p.err
	}
	for t, k := range p.kinds {
		if len(k.entities) != 1 || t != k.entities[0].Type() {
			continue
		}
		if !t.Implements(n.of) {
			return fmt.Errorf("case %q: %s does not implement it", c.Value, t)
		}
		n.cases[c.Value] = k.entities[0]
		u.entities = append(u.entities, k.entities[0])
	}
	if n.cases[c.Value] == nil {
		return fmt.Errorf("case %q is not an entity", c.Value)
	}
	return nil
}

// unionNode is a OneOf inside a value.
type unionNode struct {
	of    reflect.Type // the interface
	attr  string
	cases map[string]*Kind
	store *Store
}

func (n *unionNode) read(r *reading, s *scanner, v reflect.Value) error {
	raw := s.value()
	k := n.cases[n.discriminator(raw)]
	if k == nil {
		return nil
	}
	t := k.In(r.store)
	p := t.model.shallow(nil)
	if err := r.store.unmarshal(raw, p); err != nil {
		return err
	}
	row, err := t.take(r, &scanner{data: raw}, p)
	if err != nil {
		return err
	}
	*contentOf[one](v) = one{value: row.Value(), kind: k}
	return nil
}

// discriminator returns the text of the attribute that tells which case an
// object is: that of a string, or the JSON of another value. It is empty when
// there is none.
func (n *unionNode) discriminator(raw []byte) string {
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

func (n *unionNode) link(*linking, reflect.Value) {}

func (n *unionNode) fill(f *filling, v reflect.Value) bool {
	o := contentOf[one](v)
	if o.kind == nil {
		return true
	}
	p, ok := o.kind.In(n.store).nowOf(f, o.kind.model.pointer(o.value))
	o.value = reflect.ValueOf(p).Elem().Interface()
	return ok
}

func (n *unionNode) same(a, b reflect.Value) bool {
	x, y := contentOf[one](settable(a)), contentOf[one](settable(b))
	switch {
	case x.kind == nil || y.kind == nil:
		return x.kind == nil && y.kind == nil && bytes.Equal(x.raw, y.raw)
	case x.kind != y.kind:
		return false
	}
	return x.kind.sameKey(x.kind.model.pointer(x.value), x.kind.model.pointer(y.value))
}
