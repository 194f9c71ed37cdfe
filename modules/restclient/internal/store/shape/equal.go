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
	if valuetype.IsPlain(t) {
		return reflect.Value.Equal
	}
	return func(a, b reflect.Value) bool { return reflect.DeepEqual(a.Interface(), b.Interface()) }
}
