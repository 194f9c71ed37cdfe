// Package valuetype tells which types == compares by all that a reader sees.
package valuetype

import "reflect"

// IsPlain reports whether no part of a type is behind a reference, as the location
// of a time.Time is, so that values which are == are equal and stay so.
func IsPlain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return IsPlain(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !IsPlain(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Bool, reflect.String, reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return true
	}
	return reflect.Int <= t.Kind() && t.Kind() <= reflect.Uintptr
}
