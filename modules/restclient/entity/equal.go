package entity

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// comparer reports whether two values, which are addressed, are equal: the same
// for whoever reads them.
type comparer func(a, b reflect.Value) bool

// comparerFor decides once per type.
func comparerFor(t reflect.Type) comparer {
	if valuetype.IsPlain(t) {
		return reflect.Value.Equal
	}
	return func(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }
}
