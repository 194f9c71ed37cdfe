package restclient

import (
	stdjson "encoding/json"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"

	"github.com/trefoil-go/trefoil/modules/restclient/internal/exact"
)

// Codec turns Go values into JSON and back. It is called concurrently. It has to take the
// names of members from the tags that JSON takes them from, and to compare them with case:
// the store looks there for the fields that an answer tells of.
type Codec interface {
	Marshal(v any) ([]byte, error)
	// Unmarshal reads exactly one value: truncated input and trailing data are
	// errors, and integers arrive exactly, also in an any.
	Unmarshal(data []byte, v any) error
}

// JSON returns the default codec: RFC 8259 with the strictness of RFC 7493, so
// duplicate names and invalid UTF-8 are errors. A number in an any is a
// json.Number of encoding/json, so that no digit is lost.
func JSON() Codec { return &jsonCodec{} }

type jsonCodec struct {
	inexact sync.Map // reflect.Type -> whether numbers in it need care
}

func (c *jsonCodec) Marshal(v any) ([]byte, error) {
	if c.isExact(v) {
		return json.Marshal(v)
	}
	return exact.Marshal(v)
}

func (c *jsonCodec) Unmarshal(data []byte, v any) error {
	if c.isExact(v) {
		return json.Unmarshal(data, v)
	}
	return exact.Unmarshal(data, v)
}

// isExact reports whether the type of v has a Go type for every number in it.
func (c *jsonCodec) isExact(v any) bool {
	t := reflect.TypeOf(v)
	if known, ok := c.inexact.Load(t); ok {
		return !known.(bool)
	}
	inexact := t == nil || holdsNumbers(t, map[reflect.Type]bool{})
	c.inexact.Store(t, inexact)
	return !inexact
}

// holdsNumbers reports whether an interface or a json.Number may be in a type.
func holdsNumbers(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holdsNumbers(t.Elem(), seen)
	case reflect.Map:
		return holdsNumbers(t.Key(), seen) || holdsNumbers(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsNumbers(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return t == reflect.TypeFor[stdjson.Number]()
}
