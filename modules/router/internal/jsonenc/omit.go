package jsonenc

import (
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// omission returns the test for values that are left out, nil when none are.
func omission(f strictjson.Field) func(reflect.Value) bool {
	_, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
	options := strings.Split(rest, ",")
	var empty, zero func(reflect.Value) bool
	if slices.Contains(options, "omitempty") {
		empty = emptiness(f.Type)
	}
	if slices.Contains(options, "omitzero") {
		zero = zeroness(f.Type)
	}
	switch {
	case empty == nil:
		return zero
	case zero == nil:
		return empty
	}
	return func(v reflect.Value) bool { return empty(v) || zero(v) }
}

// emptiness is the test of omitempty. A struct is never empty.
func emptiness(t reflect.Type) func(reflect.Value) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return nil
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return func(v reflect.Value) bool { return v.Len() == 0 }
	}
	return reflect.Value.IsZero
}

type zeroer interface{ IsZero() bool }

// zeroness is the test of omitzero: the type's own IsZero, else its zero value.
func zeroness(t reflect.Type) func(reflect.Value) bool {
	own := t.Implements(reflect.TypeFor[zeroer]())
	switch {
	case own && t.Kind() == reflect.Interface:
		return func(v reflect.Value) bool {
			return v.IsNil() || v.Elem().Kind() == reflect.Pointer && v.Elem().IsNil() || saysZero(v)
		}
	case own && t.Kind() == reflect.Pointer:
		return func(v reflect.Value) bool { return v.IsNil() || saysZero(v) }
	case own:
		return saysZero
	case reflect.PointerTo(t).Implements(reflect.TypeFor[zeroer]()):
		return func(v reflect.Value) bool { return saysZero(addressed(v).Addr()) }
	}
	return reflect.Value.IsZero
}

func saysZero(v reflect.Value) bool {
	z, _ := reflect.TypeAssert[zeroer](v)
	return z.IsZero()
}

// addressed returns v, or a copy of it when v has no address.
func addressed(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return c
}
