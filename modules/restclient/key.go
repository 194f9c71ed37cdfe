package restclient

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// keyFrom finds the primary key, of type k, in the arguments: A itself, what
// A's method PK returns, or the field of the last path parameter. It returns
// nil when A has none of them.
func keyFrom[A any](plan *argument.Plan, template *pathtemplate.Template, k reflect.Type) func(A) any {
	a := reflect.TypeFor[A]()
	if k == nil {
		return nil
	}
	if a == k {
		return func(args A) any { return args }
	}
	if hasPK(a, k) {
		return func(args A) any {
			return reflect.ValueOf(args).MethodByName("PK").Call(nil)[0].Interface()
		}
	}
	last, ok := template.Last()
	if !ok {
		return nil
	}
	index, ok := plan.PathField(last.Name)
	if !ok || len(index) == 0 || a.FieldByIndex(index).Type != k {
		return nil
	}
	return func(args A) any { return reflect.ValueOf(args).FieldByIndex(index).Interface() }
}

func hasPK(a, k reflect.Type) bool {
	m, ok := a.MethodByName("PK")
	return ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1 && m.Type.Out(0) == k
}
