// Package exact reads and writes the numbers of JSON without loss where Go has no type for
// them: one in an any is a json.Number of encoding/json, and such a one is written as a
// number.
//
//	data, err := exact.Marshal(value)
//	err = exact.Unmarshal(data, &value)
package exact

import (
	stdjson "encoding/json"
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var (
	written = json.WithMarshalers(json.MarshalToFunc(marshalNumber))
	read    = json.WithUnmarshalers(json.JoinUnmarshalers(json.UnmarshalFromFunc(unmarshalAny), json.UnmarshalFromFunc(unmarshalNumber)))
)

// Marshal writes a value as JSON. It is safe for concurrent use, as all functions are.
func Marshal(v any, opts ...json.Options) ([]byte, error) {
	return json.Marshal(v, append(opts, written)...)
}

// Unmarshal reads exactly one value.
func Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v, read) }

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
