package constraint

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// kind is what constraints tell apart.
type kind int

const (
	other kind = iota
	text
	number
	boolean
	list
	object // a map
)

func kindOf(t reflect.Type) kind {
	if t == nil || t == reflect.TypeFor[json.Number]() {
		return other
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		return text
	case k == reflect.Bool:
		return boolean
	case k >= reflect.Int && k <= reflect.Float64:
		return number
	case decodesItself(t):
		return other
	case k == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return other // text in base64
	case k == reflect.Slice, k == reflect.Array:
		return list
	case k == reflect.Map:
		return object
	}
	return other
}

func decodesItself(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) || readsText(t)
}

func readsText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// pointee is the type behind pointers. A type that is nothing but pointers is
// left alone.
func pointee(t reflect.Type) reflect.Type {
	for range 8 {
		if t == nil || t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	return t
}
