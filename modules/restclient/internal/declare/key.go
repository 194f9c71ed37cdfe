package declare

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/declare/argument"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// keyFrom finds the primary key, of type k, in arguments of type a: the arguments
// themselves, what their method PK returns, or the field of the last path
// parameter. It returns nil when there is none of them.
func keyFrom(a reflect.Type, plan *argument.Plan, template *pathtemplate.Template, k reflect.Type) func(args any) any {
	if k == nil {
		return nil
	}
	if a == k {
		return func(args any) any { return reflect.ValueOf(args).Elem().Interface() }
	}
	if hasPK(a, k) {
		return func(args any) any {
			return reflect.ValueOf(args).Elem().MethodByName("PK").Call(nil)[0].Interface()
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
	return func(args any) any { return reflect.ValueOf(args).Elem().FieldByIndex(index).Interface() }
}

func hasPK(a, k reflect.Type) bool {
	m, ok := a.MethodByName("PK")
	return ok && m.Type.NumIn() == 1 && m.Type.NumOut() == 1 && m.Type.Out(0) == k
}
