package argument

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// scalar is a string, bool or number that was read but not written yet. The
// zero scalar is an absent one.
type scalar struct {
	// kind is String, Bool, Int64, Uint64, Float32, Float64, or Invalid.
	kind reflect.Kind
	text string
	bits uint64
}

func (s scalar) absent() bool { return s.kind == reflect.Invalid }

// zero reports whether s is the zero value of its type; -0 is not.
func (s scalar) zero() bool { return s.text == "" && s.bits == 0 }

// append writes s as it is, without escapes.
func (s scalar) append(dst []byte) ([]byte, error) {
	switch s.kind {
	case reflect.String:
		return append(dst, s.text...), nil
	case reflect.Bool:
		return strconv.AppendBool(dst, s.bits != 0), nil
	case reflect.Int64:
		return strconv.AppendInt(dst, int64(s.bits), 10), nil
	case reflect.Uint64:
		return strconv.AppendUint(dst, s.bits, 10), nil
	case reflect.Float32:
		return appendFloat(dst, math.Float64frombits(s.bits), 32)
	}
	return appendFloat(dst, math.Float64frombits(s.bits), 64)
}

func (s scalar) string() (string, error) {
	if s.kind == reflect.String {
		return s.text, nil
	}
	text, err := s.append(nil)
	return string(text), err
}

// appendFloat writes a number in full: URLs have no exponents.
func appendFloat(dst []byte, f float64, bits int) ([]byte, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, fmt.Errorf("%v is not a number that a URL can hold", f)
	}
	return strconv.AppendFloat(dst, f, 'f', -1, bits), nil
}

// read reads a string, bool or number, or a pointer to one, by package reflect.
func read(v reflect.Value) scalar {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return scalar{}
		}
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.String:
		return scalar{kind: reflect.String, text: v.String()}
	case v.Kind() == reflect.Bool:
		return scalar{kind: reflect.Bool, bits: bitOf(v.Bool())}
	case v.CanInt():
		return scalar{kind: reflect.Int64, bits: uint64(v.Int())}
	case v.CanUint():
		return scalar{kind: reflect.Uint64, bits: v.Uint()}
	}
	return scalar{kind: v.Kind(), bits: math.Float64bits(v.Float())}
}

func bitOf(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// basicOf finds the kind of a string, bool or number, behind a pointer or not.
// For other types and for those that write themselves it is Invalid.
func basicOf(t reflect.Type) (kind reflect.Kind, pointer bool) {
	if t.Implements(textMarshaler) || reflect.PointerTo(t).Implements(textMarshaler) {
		return reflect.Invalid, false
	}
	if t.Kind() == reflect.Pointer {
		kind, deeper := basicOf(t.Elem())
		if deeper {
			return reflect.Invalid, false
		}
		return kind, true
	}
	switch k := t.Kind(); k {
	case reflect.String, reflect.Bool,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return k, false
	}
	return reflect.Invalid, false
}
