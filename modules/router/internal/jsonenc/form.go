package jsonenc

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// form is a type and whether the ",string" option applies to it.
type form struct {
	reflect.Type
	quoted bool
}

// encodeFunc appends one value. After an error the bytes mean nothing.
type encodeFunc func(dst []byte, v reflect.Value, at trail) ([]byte, error)

func encodeUnsupported(_ []byte, v reflect.Value, _ trail) ([]byte, error) {
	return nil, &json.UnsupportedTypeError{Type: v.Type()}
}

// isBytes tells the slices that are written as one base64 string.
func isBytes(t reflect.Type) bool {
	return t.Elem().Kind() == reflect.Uint8 && !marshalsItself(reflect.PointerTo(t.Elem()))
}

func marshalsItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || marshalsText(t)
}

func marshalsText(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
