package store

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// One is an entity of one of several types inside another value: what a OneOf of an
// interface that is known elsewhere holds. What has none of the known types is kept
// as it is in the JSON.
type One struct {
	value any            // nil when its type is not known
	raw   jsontext.Value // of what is not known; nil for null
	kind  *Kind          // of value; nil when it is not known, and for what no store has
}

// OneOf is an entity that no store has, for a body.
func OneOf(value any) One { return One{value: value} }

// Value returns a copy of the entity. It is false when the type is not known,
// and for null.
func (o One) Value() (any, bool) { return o.copied(), o.value != nil }

func (o One) copied() any {
	if o.kind == nil {
		return o.value
	}
	return o.kind.model.load(o.kind.model.pointer(o.value))
}

// Raw returns the JSON of a value whose type is not known, nil otherwise.
func (o One) Raw() jsontext.Value { return slices.Clone(o.raw) }

// MarshalJSON writes the entity, or the JSON as it came.
func (o One) MarshalJSON() ([]byte, error) {
	if o.kind == nil && o.raw != nil {
		return o.raw, nil
	}
	return exact.Marshal(o.value)
}

// UnknownOne keeps JSON until it is known what it may be.
func UnknownOne(data []byte) One {
	if bytes.Equal(bytes.TrimSpace(data), []byte("null")) {
		return One{}
	}
	return One{raw: bytes.Clone(data)}
}

// Case is one type of a union.
type Case struct {
	Value string // of the attribute that tells the types apart
	Part  Part   // the Kind of the type
}

// Union declares that a OneOf, whose type is shell, occurs: the member attr of the
// JSON object tells which of the cases it is. Each case is a type that implements
// the interface of.
func Union(shell, of reflect.Type, attr string, cases ...Case) Part {
	return PartFunc(func(p *Parts) {
		n := &unionNode{of: of, attr: attr, cases: map[string]*Kind{}}
		u := kind{eager: true}
		for _, c := range cases {
			if err := n.add(&u, c); err != nil {
				p.fail(fmt.Errorf("union of %s: %w", of, err))
				return
			}
		}
		u.node = func(s *Store, _ listKeyFunc) node { return &unionNode{n.of, attr, n.cases, s} }
		p.kinds[shell] = u
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

func (n *unionNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	raw := s.Value()
	k := n.cases[n.discriminator(raw)]
	if k == nil {
		return nil
	}
	t := k.In(r.store)
	p := t.model.shallow(nil)
	if err := r.store.unmarshal(raw, p); err != nil {
		return err
	}
	row, err := t.take(r, &shape.Scanner{Data: raw}, p)
	if err != nil {
		return err
	}
	*contentOf[One](v) = One{value: row.Value(), kind: k}
	return nil
}

// discriminator returns the text of the attribute that tells which case an
// object is. It is empty without the attribute.
func (n *unionNode) discriminator(raw []byte) string {
	s := shape.Scanner{Data: raw}
	if !s.Open('{') {
		return ""
	}
	for s.Peek() != 0 && !s.Skip('}') {
		name, value := string(s.Name()), s.Value()
		s.Skip(',')
		if name == n.attr {
			return shape.Text(value)
		}
	}
	return ""
}

func (n *unionNode) link(*linking, reflect.Value) {}

func (n *unionNode) fill(f *filling, v reflect.Value) bool {
	o := contentOf[One](v)
	if o.kind == nil {
		return true
	}
	p, ok := o.kind.In(n.store).nowOf(f, o.kind.model.pointer(o.value))
	o.value = reflect.ValueOf(p).Elem().Interface()
	return ok
}

func (n *unionNode) same(a, b reflect.Value) bool {
	x, y := contentOf[One](settable(a)), contentOf[One](settable(b))
	switch {
	case x.kind == nil || y.kind == nil:
		return x.kind == nil && y.kind == nil && bytes.Equal(x.raw, y.raw)
	case x.kind != y.kind:
		return false
	}
	return x.kind.sameKey(x.kind.model.pointer(x.value), x.kind.model.pointer(y.value))
}

var oneType = reflect.TypeFor[One]()

// isUnion reports whether t is a OneOf.
func isUnion(t reflect.Type) bool { return contentType(t) == oneType }
