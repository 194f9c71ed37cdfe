package jsonenc

import (
	"encoding/json"
	"reflect"
	"strconv"
	"unsafe"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// This file is the only one with package unsafe. It reads the strings, bools
// and 64-bit integers of structs that have an address without a reflect.Value
// for each.

// direct returns the kind and the offset in t of fields that read can read:
// without a method to marshal them, in t itself or in structs that t embeds by
// value. For others the kind is Invalid.
func direct(t reflect.Type, f strictjson.Field) (reflect.Kind, uintptr) {
	switch f.Type.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int64:
	default:
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

// read appends the field of a kind at an offset of the struct at base.
//
// The offset is the one that reflect reports for the field, so the sum points
// into the struct: rule 3 of unsafe.Pointer. The field has the memory layout of
// its kind: rule 1.
func read(dst []byte, base unsafe.Pointer, offset uintptr, kind reflect.Kind) []byte {
	at := unsafe.Add(base, offset)
	switch kind {
	case reflect.String:
		return appendString(dst, *(*string)(at))
	case reflect.Bool:
		return strconv.AppendBool(dst, *(*bool)(at))
	case reflect.Int64:
		return strconv.AppendInt(dst, *(*int64)(at), 10)
	}
	return strconv.AppendInt(dst, int64(*(*int)(at)), 10)
}
