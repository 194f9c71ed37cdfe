package jsonenc

import (
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// This file is the only one with package unsafe. It reads the strings and ints
// of structs that have an address without a reflect.Value for each.

// direct returns String or Int, and the offset in t, for fields that text and
// integer can read: of exactly that kind, without a method to marshal them, in t
// itself or in structs that t embeds by value. For others the kind is Invalid.
func direct(t reflect.Type, f strictjson.Field) (reflect.Kind, uintptr) {
	if k := f.Type.Kind(); k != reflect.String && k != reflect.Int {
		return reflect.Invalid, 0
	}
	if f.Type == reflect.TypeFor[json.Number]() || marshalsItself(reflect.PointerTo(f.Type)) {
		return reflect.Invalid, 0
	}
	var offset uintptr
	for _, i := range f.Index {
		if t.Kind() != reflect.Struct {
			return reflect.Invalid, 0 // behind a pointer
		}
		field := t.Field(i)
		offset += field.Offset
		t = field.Type
	}
	return f.Type.Kind(), offset
}

// addressOf returns where a struct lies, nil for one inside of an interface or
// a map. The uintptr becomes a pointer again in the same expression, which is
// rule 5 of unsafe.Pointer.
func addressOf(v reflect.Value) unsafe.Pointer {
	if !v.CanAddr() {
		return nil
	}
	return unsafe.Pointer(v.UnsafeAddr())
}

// text returns the string field of the struct at base.
//
// The offset is the one that reflect reports for the field, so the sum points
// into the struct: rule 3 of unsafe.Pointer. The field's type has the kind
// String, hence the memory layout of a string: rule 1.
func (m *member) text(base unsafe.Pointer) string { return *(*string)(unsafe.Add(base, m.offset)) }

// integer returns the int field of the struct at base, as text does the string.
func (m *member) integer(base unsafe.Pointer) int { return *(*int)(unsafe.Add(base, m.offset)) }
