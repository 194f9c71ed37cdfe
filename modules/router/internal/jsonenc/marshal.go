package jsonenc

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"reflect"
	"time"
)

// encodeMarshaler writes a value that has MarshalJSON itself, or is an
// interface that has. A nil pointer in such an interface is the method's
// business.
func encodeMarshaler(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	m, ok := reflect.TypeAssert[json.Marshaler](v)
	if !ok || v.Kind() == reflect.Pointer && v.IsNil() {
		return append(dst, "null"...), nil
	}
	return appendMarshaled(dst, m, v.Type())
}

func encodeAddressOfMarshaler(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	m, _ := reflect.TypeAssert[json.Marshaler](v.Addr())
	return appendMarshaled(dst, m, v.Type())
}

func appendMarshaled(dst []byte, m json.Marshaler, t reflect.Type) ([]byte, error) {
	text, err := m.MarshalJSON()
	if err == nil {
		out := bytes.NewBuffer(dst)
		err = json.Compact(out, text)
		dst = out.Bytes()
	}
	if err != nil {
		return nil, &json.MarshalerError{Type: t, Err: err}
	}
	return dst, nil
}

func encodeTextMarshaler(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	m, ok := reflect.TypeAssert[encoding.TextMarshaler](v)
	if !ok || v.Kind() == reflect.Pointer && v.IsNil() {
		return append(dst, "null"...), nil
	}
	return appendTextMarshaled(dst, m, v.Type())
}

func encodeAddressOfTextMarshaler(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	m, _ := reflect.TypeAssert[encoding.TextMarshaler](v.Addr())
	return appendTextMarshaled(dst, m, v.Type())
}

func appendTextMarshaled(dst []byte, m encoding.TextMarshaler, t reflect.Type) ([]byte, error) {
	text, err := m.MarshalText()
	if err != nil {
		return nil, textError(t, err)
	}
	return appendString(dst, string(text)), nil
}

// textError makes encoding/json build the error: only there it can name
// MarshalText as the method that failed.
func textError(t reflect.Type, err error) error {
	_, wrapped := json.Marshal(failing{err})
	if m, ok := errors.AsType[*json.MarshalerError](wrapped); ok {
		m.Type = t
	}
	return wrapped
}

type failing struct{ err error }

func (f failing) MarshalText() ([]byte, error) { return nil, f.err }

// encodeTime spares the most frequent Marshaler its allocation and the check of
// what it wrote. AppendText writes what MarshalJSON does, and fails on the same
// values with another text.
func encodeTime(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	t, _ := reflect.TypeAssert[time.Time](v)
	out, err := t.AppendText(append(dst, '"'))
	if err != nil {
		return encodeMarshaler(dst, v, at)
	}
	return append(out, '"'), nil
}

// holder is a type that holds a value or none, such as router.Opt.
type holder interface {
	Held() (value any, present bool)
}
