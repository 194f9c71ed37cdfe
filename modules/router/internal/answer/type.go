package answer

import (
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// Unmeant says why the JSON of a type is a mistake, empty when it may be meant.
func Unmeant(t reflect.Type) string {
	reader := reflect.TypeFor[io.Reader]()
	switch {
	case t == nil || encodesItself(t):
	case t.Implements(reader), reflect.PointerTo(t).Implements(reader):
		return fmt.Sprintf("%s would not be read: return router.Content where it can be sought, or copy it to c.ResponseWriter()", t)
	case t.Implements(reflect.TypeFor[error]()), reflect.PointerTo(t).Implements(reflect.TypeFor[error]()):
		return fmt.Sprintf("%s is no data: return it as the error of the function", t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return fmt.Sprintf("%s would be sent as base64 in JSON: return router.Bytes, JSON is a json.RawMessage, and text a string", t)
	}
	return ""
}

// Unencodable says why encoding/json cannot write a type, empty when it can.
func Unencodable(t reflect.Type) string { return unencodable(t, map[reflect.Type]bool{}) }

func unencodable(t reflect.Type, seen map[reflect.Type]bool) string {
	if seen[t] || encodesItself(t) {
		return ""
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return fmt.Sprintf("%s is no data", t)
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return unencodable(t.Elem(), seen)
	case reflect.Map:
		if k := t.Key(); k.Kind() != reflect.String && !(k.Kind() >= reflect.Int && k.Kind() <= reflect.Uintptr) && !k.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			return fmt.Sprintf("%s has keys that are no text", t)
		}
		return unencodable(t.Elem(), seen)
	case reflect.Struct:
		for _, f := range strictjson.Fields(t) {
			if why := unencodable(f.Type, seen); why != "" {
				return "member " + f.Name + ": " + why
			}
		}
	}
	return ""
}

// Unwritten names a type of a result whose method for JSON is not called, empty when all
// are: the encoder calls a method with a pointer receiver only for a value that has an
// address.
func Unwritten(t reflect.Type) string { return unwritten(place{t, true}, map[place]bool{}) }

// place is where values of a type stand.
type place struct {
	reflect.Type
	addressed bool
}

func unwritten(at place, seen map[place]bool) string {
	if seen[at] {
		return ""
	}
	seen[at] = true
	if held, ok := strictjson.OptionalType(at.Type); ok {
		return unwritten(place{held, false}, seen)
	}
	if encodesItself(at.Type) {
		if at.addressed || at.Implements(reflect.TypeFor[json.Marshaler]()) || at.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
			return ""
		}
		return fmt.Sprintf("the method for JSON of %s has a pointer receiver, and values of maps and of router.Opt have no address: let it have a value receiver, or the map pointers", at.Type)
	}
	switch at.Kind() {
	case reflect.Pointer, reflect.Slice:
		return unwritten(place{at.Elem(), true}, seen)
	case reflect.Array:
		return unwritten(place{at.Elem(), at.addressed}, seen)
	case reflect.Map:
		return unwritten(place{at.Elem(), false}, seen)
	case reflect.Struct:
		for _, f := range strictjson.Fields(at.Type) {
			if why := unwritten(place{f.Type, at.addressed || f.Pointed}, seen); why != "" {
				return "member " + f.Name + ": " + why
			}
		}
	}
	return ""
}

func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Marshaler]()) || p.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
