package shape

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/valuetype"
)

// Comparer reports whether two values, which are addressed, are equal: the same
// for whoever reads them.
type Comparer func(a, b reflect.Value) bool

// ComparerFor decides once per type.
func ComparerFor(t reflect.Type) Comparer {
	switch {
	case t.Kind() == reflect.String:
		return func(a, b reflect.Value) bool { return a.String() == b.String() }
	case t.Kind() == reflect.Bool:
		return func(a, b reflect.Value) bool { return a.Bool() == b.Bool() }
	case reflect.Int <= t.Kind() && t.Kind() <= reflect.Int64:
		return func(a, b reflect.Value) bool { return a.Int() == b.Int() }
	case valuetype.IsPlain(t):
		return reflect.Value.Equal
	}
	return func(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }
}
