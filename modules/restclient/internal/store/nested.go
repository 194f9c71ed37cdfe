package store

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/store/shape"
)

// entityNode is an entity as a plain value inside another value. What is kept
// there tells which entity it is; what it shows is filled in from its table
// whenever that changes.
type entityNode struct {
	store *Store
	kind  *Kind
}

func (n *entityNode) read(r *reading, s *shape.Scanner, v reflect.Value) error {
	row, err := n.kind.In(r.store).take(r, s, v.Addr().Interface())
	if err != nil {
		return err
	}
	v.Set(reflect.ValueOf(row.p).Elem())
	return nil
}

func (n *entityNode) link(*linking, reflect.Value) {}

func (n *entityNode) fill(f *filling, v reflect.Value) bool {
	p, ok := n.kind.In(n.store).nowOf(f, v.Addr().Interface())
	v.Set(reflect.ValueOf(p).Elem())
	return ok
}

func (n *entityNode) same(a, b reflect.Value) bool { return n.kind.sameKey(addressed(a), addressed(b)) }

// addressed returns a pointer to a value, or to a copy of it.
func addressed(v reflect.Value) any { return settable(v).Addr().Interface() }

// settable returns a value itself, or a copy if it cannot be set.
func settable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	return writable(v)
}

// contentOf points to the content of a shell that can be set.
func contentOf[T any](v reflect.Value) *T { return (*T)(v.Field(0).Addr().UnsafePointer()) }
