package restclient

import (
	stdjson "encoding/json"
	"errors"

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
func JSON() Codec { return jsonCodec{} }

type jsonCodec struct{}

func (jsonCodec) Marshal(v any) ([]byte, error) {
	return json.Marshal(v, json.WithMarshalers(json.MarshalToFunc(marshalNumber)))
}

func (jsonCodec) Unmarshal(data []byte, v any) error {
	return json.Unmarshal(data, v, json.WithUnmarshalers(json.JoinUnmarshalers(
		json.UnmarshalFromFunc(unmarshalAny),
		json.UnmarshalFromFunc(unmarshalNumber),
	)))
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
