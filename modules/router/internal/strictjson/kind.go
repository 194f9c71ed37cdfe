package strictjson

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// IsBytes says whether JSON has the slice as base64.
func IsBytes(t reflect.Type) bool {
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 && !decodesItself(t.Elem())
}

func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func pointee(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func nameOf(t reflect.Type) string {
	if t.Name() == "" {
		return t.Kind().String()
	}
	return t.String()
}

// TypeName is the type in JSON Schema of a type that does not decode itself.
func TypeName(t reflect.Type) string { return typeOf(expected(t)) }

// expected describes a type that does not decode itself in the words of JSON.
func expected(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "true or false"
	case k == reflect.Float32, k == reflect.Float64:
		return "a number"
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "an integer"
	case k == reflect.String, IsBytes(t):
		return "a string"
	case k == reflect.Slice, k == reflect.Array:
		return "an array"
	}
	return "an object"
}

// typeOf is the type in JSON Schema of what is expected.
func typeOf(expects string) string {
	switch expects {
	case "true or false":
		return "boolean"
	case "a number":
		return "number"
	case "an integer":
		return "integer"
	case "an array":
		return "array"
	case "an object":
		return "object"
	}
	return "string" // or text that says something else
}

func found(value []byte) string {
	switch value[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "an array"
	case 't', 'f', 'n':
		return string(value)
	}
	return "a number"
}
