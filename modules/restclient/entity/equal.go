package entity

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// comparer tells whether two values, which are addressed, are equal: the same
// for whoever reads them.
type comparer func(a, b reflect.Value) bool

// comparerFor decides once per type.
func comparerFor(t reflect.Type) comparer {
	if valuetype.IsPlain(t) {
		return reflect.Value.Equal
	}
	return func(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }
}

// equalFor compares values of one type. Plain ones are compared without
// reflection.
func equalFor[V any]() func(a, b *V) bool {
	t := reflect.TypeFor[V]()
	if valuetype.IsPlain(t) {
		return func(a, b *V) bool { return any(*a) == any(*b) }
	}
	compare := comparerFor(t)
	return func(a, b *V) bool { return compare(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()) }
}
