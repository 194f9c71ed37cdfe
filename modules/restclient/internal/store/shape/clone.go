package shape

import "reflect"

// Cloner copies a value so that nothing reachable through exported fields is
// shared; nil when an assignment does that already.
type Cloner func(reflect.Value) reflect.Value

// CloneOf returns a pointer to a copy that a Cloner makes, which can be addressed; for
// nil, p itself, of which an assignment is a copy.
func CloneOf[E any](c Cloner, p *E) *E {
	if c == nil {
		return p
	}
	return c(reflect.ValueOf(p).Elem()).Addr().Interface().(*E)
}

// ClonerFor decides once per type. Unexported fields are copied as they are:
// they belong to their package, as in time.Time.
func ClonerFor(t reflect.Type) Cloner {
	if isFlat(t) {
		return nil
	}
	return deepCopy
}

func isFlat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface:
		return false
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !isFlat(f.Type) {
				return false
			}
		}
	}
	return true
}

func deepCopy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	copyInto(out, v)
	return out
}

func copyInto(out, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		copyStruct(out, v)
	case reflect.Slice:
		copySlice(out, v)
	case reflect.Array:
		for i := range v.Len() {
			copyInto(out.Index(i), v.Index(i))
		}
	case reflect.Map:
		copyMap(out, v)
	case reflect.Pointer, reflect.Interface:
		copyReference(out, v)
	default:
		out.Set(v)
	}
}

func copyStruct(out, v reflect.Value) {
	out.Set(v)
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			copyInto(out.Field(i), v.Field(i))
		}
	}
}

func copySlice(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
	for i := range v.Len() {
		copyInto(out.Index(i), v.Index(i))
	}
}

func copyMap(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
	for k, e := range v.Seq2() {
		out.SetMapIndex(k, deepCopy(e))
	}
}

func copyReference(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	if v.Kind() == reflect.Interface {
		out.Set(deepCopy(v.Elem()))
		return
	}
	out.Set(reflect.New(v.Type().Elem()))
	copyInto(out.Elem(), v.Elem())
}
