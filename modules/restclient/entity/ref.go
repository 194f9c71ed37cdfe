package entity

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Ref is an entity inside another value that is looked up when it is asked for.
// Its JSON is the entity or its key alone; written it is the key. Entities may
// refer to each other in circles and in chains of any length. A change of what
// a Ref stands for does not change the value that holds it: read it through the
// snapshot of a Watch to learn of changes.
//
// The zero Ref stands for nothing. Two Refs that were read from a store are ==
// when they stand for the same entity of it.
type Ref[E any] struct{ ref reference }

// reference is a Ref of whatever type.
type reference struct {
	in  referent
	key any // of the type of primary keys; nil when there is none
}

// referent knows what a key stands for.
type referent interface {
	// refer returns an entity of type E in an any.
	refer(sn *Snapshot, key any) (any, Status)
}

// RefTo returns a Ref that stands for e, for the body of a mutation.
func RefTo[E Entity[K], K comparable](e E) Ref[E] { return Ref[E]{reference{detached{&e}, e.PK()}} }

// RefKey returns a Ref by primary key, for the body of a mutation:
// RefKey[User](5). It stands for nothing until a store takes it.
func RefKey[E Entity[K], K comparable](key K) Ref[E] { return Ref[E]{reference{key: key}} }

// Key returns the primary key, of the type that E has; nil for the zero Ref.
func (r Ref[E]) Key() any { return r.ref.key }

// Get returns a copy of the newest state of the entity. It is false when it is
// not stored, deleted or invalid.
func (r Ref[E]) Get() (E, bool) { return r.At(nil) }

// At is Get at a snapshot; nil means the newest state. The watch of the
// snapshot, if it has one, is then on the entity.
func (r Ref[E]) At(sn *Snapshot) (E, bool) {
	e, ok := r.ref.at(sn)
	value, _ := e.(E)
	return value, ok
}

func (r reference) at(sn *Snapshot) (any, bool) {
	if r.in == nil {
		return nil, false
	}
	e, status := r.in.refer(sn, r.key)
	return e, status >= Stale
}

// detached is what a Ref stands for that no store has taken. P points to it.
type detached struct{ p any }

func (d detached) refer(*Snapshot, any) (any, Status) {
	return reflect.ValueOf(d.p).Elem().Interface(), Fresh
}

// MarshalJSON writes the key.
func (r Ref[E]) MarshalJSON() ([]byte, error) { return json.Marshal(r.ref.key) }

// UnmarshalJSONFrom reads an entity, its key or null.
func (r *Ref[E]) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	ref, err := decodeReference(dec, reflect.TypeOf((*E)(nil)).Elem())
	*r = Ref[E]{ref}
	return err
}

func (*Ref[E]) standsFor() reflect.Type { return reflect.TypeOf((*E)(nil)).Elem() }

func decodeReference(dec *jsontext.Decoder, t reflect.Type) (reference, error) {
	switch dec.PeekKind() {
	case 'n':
		return reference{}, dec.SkipValue()
	case '{':
		e := reflect.New(t)
		if err := json.UnmarshalDecode(dec, e.Interface()); err != nil {
			return reference{}, err
		}
		return reference{detached{e.Interface()}, pkOf(e.Elem())}, nil
	}
	key := reflect.New(pkType(t))
	if err := json.UnmarshalDecode(dec, key.Interface()); err != nil {
		return reference{}, err
	}
	return reference{key: key.Elem().Interface()}, nil
}

// UnmarshalJSON is UnmarshalJSONFrom for other decoders.
func (r *Ref[E]) UnmarshalJSON(data []byte) error { return decodeInto(r, data) }

// decodeInto decodes one value with what reads it from a decoder.
func decodeInto(to json.UnmarshalerFrom, data []byte) error { return json.Unmarshal(data, to) }

// pkType is the type of the primary keys of an entity type.
func pkType(t reflect.Type) reflect.Type {
	if m, ok := t.MethodByName("PK"); ok && m.Type.NumOut() == 1 {
		return m.Type.Out(0)
	}
	return reflect.TypeFor[any]()
}

func pkOf(e reflect.Value) any {
	if m := e.MethodByName("PK"); m.IsValid() {
		return m.Call(nil)[0].Interface()
	}
	return nil
}

// refNode is a Ref inside a value.
type refNode struct {
	store *Store
	kind  *Kind
}

// referenceAt returns the Ref in a value that can be set.
func referenceAt(v reflect.Value) *reference { return contentOf[reference](v) }

func (n *refNode) read(r *reading, s *scanner, v reflect.Value) error {
	ref, table := referenceAt(v), n.kind.In(r.store)
	d, inline := ref.in.(detached)
	switch {
	case ref.key == nil && !inline:
		s.value()
	case inline && s.peek() == '{':
		row, err := table.take(r, s, d.p)
		if err != nil {
			return err
		}
		*ref = reference{table, n.kind.keyOf(row.p)}
	default:
		s.value()
		if ref.key == any("") {
			return &KeyError{Type: table.shape.name, Field: table.shape.keyName()}
		}
		ref.in = table
	}
	return nil
}

func (n *refNode) link(*linking, reflect.Value) {}

// fill lets the store look up a Ref that a program has made.
func (n *refNode) fill(_ *filling, v reflect.Value) bool {
	if ref := referenceAt(v); ref.key != nil {
		ref.in = n.kind.In(n.store)
	}
	return true
}

func (n *refNode) same(a, b reflect.Value) bool {
	return referenceAt(settable(a)).key == referenceAt(settable(b)).key
}
