package store

import (
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// Reference is an entity by its key, which is looked up when it is asked for: what
// a Ref of a type that is known elsewhere holds. The zero Reference stands for
// nothing. Two that were read from a store are == when they stand for the same
// entity of it.
type Reference struct {
	in  referent
	key any // of the type of primary keys; nil for the zero Reference
}

// referent knows what a key stands for.
type referent interface {
	// refer returns an entity of type E in an any.
	refer(sn *Snapshot, key any) (any, Status)
}

// RefTo returns a Reference to the entity that p points to, under its key.
func RefTo(p, key any) Reference { return Reference{detached{p}, key} }

// RefKey returns a Reference by primary key. It stands for nothing until a store
// takes it.
func RefKey(key any) Reference { return Reference{key: key} }

// Key returns the primary key; nil for the zero Reference.
func (r Reference) Key() any { return r.key }

// At returns a copy of the entity at a snapshot; nil means the newest state. The
// watch of the snapshot, if it has one, is then on the entity. It is false when the
// entity is not stored, deleted or invalid.
func (r Reference) At(sn *Snapshot) (any, bool) {
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

// ReadReference reads an entity of type t, its key or null.
func ReadReference(dec *jsontext.Decoder, t reflect.Type) (Reference, error) {
	switch dec.PeekKind() {
	case 'n':
		return Reference{}, dec.SkipValue()
	case '{':
		e := reflect.New(t)
		if err := json.UnmarshalDecode(dec, e.Interface()); err != nil {
			return Reference{}, err
		}
		return Reference{detached{e.Interface()}, pkOf(e.Elem())}, nil
	}
	key := reflect.New(pkType(t))
	if err := json.UnmarshalDecode(dec, key.Interface()); err != nil {
		return Reference{}, err
	}
	return Reference{key: key.Elem().Interface()}, nil
}

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
func referenceAt(v reflect.Value) *Reference { return contentOf[Reference](v) }

func (n *refNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	ref, table := referenceAt(v), n.kind.In(r.store)
	d, inline := ref.in.(detached)
	switch {
	case ref.key == nil && !inline:
		s.Value()
	case inline && s.Peek() == '{':
		row, err := table.take(r, s, d.p)
		if err != nil {
			return err
		}
		*ref = Reference{table, n.kind.keyOf(row.p)}
	default:
		s.Value()
		if ref.key == any("") {
			return &KeyError{Type: table.shape.Name, Field: table.shape.KeyName()}
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
