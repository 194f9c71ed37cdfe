package restclient

import (
	stdjson "encoding/json"
	"errors"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Codec turns Go values into JSON and back. It is called concurrently.
type Codec interface {
	Marshal(v any) ([]byte, error)
	// Unmarshal reads exactly one value: truncated input and trailing data are
	// errors, and integers arrive exactly, also in an any.
	Unmarshal(data []byte, v any) error
}

// JSON returns the default codec: RFC 8259 with the strictness of RFC 7493, so
// duplicate names and invalid UTF-8 are errors. A number in an any is a
// json.Number of encoding/json, so that no digit is lost.
func JSON() Codec {
	return &jsonCodec{
		marshal: json.WithMarshalers(json.MarshalToFunc(marshalNumber)),
		unmarshal: json.WithUnmarshalers(json.JoinUnmarshalers(
			json.UnmarshalFromFunc(unmarshalAny),
			json.UnmarshalFromFunc(unmarshalNumber),
		)),
	}
}

type jsonCodec struct {
	marshal, unmarshal json.Options
	inexact            sync.Map // reflect.Type -> whether numbers in it need care
}

func (c *jsonCodec) Marshal(v any) ([]byte, error) {
	if c.isExact(v) {
		return json.Marshal(v)
	}
	return json.Marshal(v, c.marshal)
}

func (c *jsonCodec) Unmarshal(data []byte, v any) error {
	if c.isExact(v) {
		return json.Unmarshal(data, v)
	}
	return json.Unmarshal(data, v, c.unmarshal)
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

func marshalNumber(enc *jsontext.Encoder, n stdjson.Number) error {
	if n == "" {
		n = "0"
	}
	return enc.WriteValue(jsontext.Value(n))
}

// unmarshalAny takes numbers only and leaves all other values to the default.
func unmarshalAny(dec *jsontext.Decoder, v *any) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	number, err := dec.ReadValue()
	*v = stdjson.Number(number)
	return err
}

func unmarshalNumber(dec *jsontext.Decoder, n *stdjson.Number) error {
	if dec.PeekKind() != '0' {
		return errors.ErrUnsupported
	}
	number, err := dec.ReadValue()
	*n = stdjson.Number(number)
	return err
}
