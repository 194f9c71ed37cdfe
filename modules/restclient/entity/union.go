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
	kind  *Kind          // of value; nil when it is not known
}

// Value returns a copy of the entity. It is false when the type is not known,
// and for null.
func (o OneOf[I]) Value() (I, bool) {
	if o.kind == nil {
		return o.value, false
	}
	return o.kind.model.load(o.kind.model.pointer(o.value)).(I), true
}

// Raw returns the JSON of a value whose type is not known, nil otherwise.
func (o OneOf[I]) Raw() jsontext.Value { return slices.Clone(o.raw) }

// MarshalJSON writes the entity, or the JSON as it came.
func (o OneOf[I]) MarshalJSON() ([]byte, error) {
	if o.kind == nil && o.raw != nil {
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

// oneOf is a OneOf of whatever type.
type oneOf interface {
	content() (value any, raw []byte, kind *Kind)
	set(value any, kind *Kind)
}

func (o OneOf[I]) content() (value any, raw []byte, kind *Kind) { return o.value, o.raw, o.kind }

func (o *OneOf[I]) set(value any, kind *Kind) { *o = OneOf[I]{value: value.(I), kind: kind} }

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
	v.Addr().Interface().(oneOf).set(row.Value(), k)
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
	o := v.Addr().Interface().(oneOf)
	value, _, k := o.content()
	if k == nil {
		return true
	}
	p, ok := k.In(n.store).nowOf(f, k.model.pointer(value))
	o.set(reflect.ValueOf(p).Elem().Interface(), k)
	return ok
}

func (n *unionNode) same(a, b reflect.Value) bool {
	x, xRaw, xKind := addressed(a).(oneOf).content()
	y, yRaw, yKind := addressed(b).(oneOf).content()
	switch {
	case xKind == nil || yKind == nil:
		return xKind == nil && yKind == nil && bytes.Equal(xRaw, yRaw)
	case xKind != yKind:
		return false
	}
	return xKind.sameKey(xKind.model.pointer(x), xKind.model.pointer(y))
}
