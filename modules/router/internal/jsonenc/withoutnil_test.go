package jsonenc_test

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"unsafe"
)

// withoutNil is a copy of a value in which no slice and no map is nil. What
// writes itself stays, and so does a nil that omitzero leaves out.
func withoutNil(v any) any {
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return v
	}
	return copier{}.copy(value).Interface()
}

// copier remembers the copies, so that a value in itself is one in its copy.
type copier map[original]reflect.Value

type original struct {
	typ     reflect.Type
	address unsafe.Pointer
	length  int
}

func (c copier) copy(v reflect.Value) reflect.Value {
	if !v.IsValid() || writesItself(v.Type()) {
		return v
	}
	whole := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		return c.once(v, v.Len(), func() reflect.Value { return reflect.MakeSlice(v.Type(), v.Len(), v.Len()) }, c.elements)
	case reflect.Map:
		return c.once(v, -1, func() reflect.Value { return reflect.MakeMap(v.Type()) }, c.entries)
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		return c.once(v, -2, func() reflect.Value { return reflect.New(v.Type().Elem()).Convert(v.Type()) }, func(to, from reflect.Value) {
			to.Elem().Set(c.copy(from.Elem()))
		})
	case reflect.Interface:
		if v.IsNil() {
			return v
		}
		whole.Set(c.copy(v.Elem()))
	case reflect.Array:
		c.elements(whole, v)
	case reflect.Struct:
		whole.Set(v)
		c.members(whole)
	default:
		return v
	}
	return whole
}

func (c copier) once(v reflect.Value, length int, empty func() reflect.Value, fill func(to, from reflect.Value)) reflect.Value {
	at := original{v.Type(), v.UnsafePointer(), length}
	if known, ok := c[at]; ok && length != 0 {
		return known
	}
	to := empty()
	c[at] = to
	fill(to, v)
	return to
}

func (c copier) elements(to, from reflect.Value) {
	for i := range from.Len() {
		to.Index(i).Set(c.copy(from.Index(i)))
	}
}

func (c copier) entries(to, from reflect.Value) {
	for all := from.MapRange(); all.Next(); {
		to.SetMapIndex(all.Key(), c.copy(all.Value()))
	}
}

// members completes those of a struct that can be set.
func (c copier) members(whole reflect.Value) {
	for i := range whole.NumField() {
		field, sf := whole.Field(i), whole.Type().Field(i)
		omitted := strings.Contains(sf.Tag.Get("json"), "omitzero") && field.IsZero()
		switch {
		case field.CanSet() && !omitted:
			field.Set(c.copy(field))
		case sf.Anonymous && field.Kind() == reflect.Struct:
			c.members(field)
		}
	}
}

func writesItself(t reflect.Type) bool {
	for _, method := range []reflect.Type{reflect.TypeFor[json.Marshaler](), reflect.TypeFor[encoding.TextMarshaler]()} {
		if t.Kind() != reflect.Interface && (t.Implements(method) || reflect.PointerTo(t).Implements(method)) {
			return true
		}
	}
	return false
}
