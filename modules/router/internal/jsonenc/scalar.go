package jsonenc

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

func encodeScalar(t form) encodeFunc {
	switch encode := scalar(t.Type); {
	case encode == nil:
		return encodeUnsupported
	case t.quoted:
		return quoted(encode)
	default:
		return encode
	}
}

// scalar returns the encodeFunc of a type that is written as one token, methods
// aside, and nil for all others.
func scalar(t reflect.Type) encodeFunc {
	switch t.Kind() {
	case reflect.Bool:
		return encodeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return encodeInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return encodeUint
	case reflect.Float32, reflect.Float64:
		return encodeFloat
	case reflect.String:
		if t == reflect.TypeFor[json.Number]() {
			return encodeNumber
		}
		return encodeString
	}
	return nil
}

func encodeBool(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	return strconv.AppendBool(dst, v.Bool()), nil
}

func encodeInt(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	return strconv.AppendInt(dst, v.Int(), 10), nil
}

func encodeUint(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	return strconv.AppendUint(dst, v.Uint(), 10), nil
}

func encodeString(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	return appendString(dst, v.String()), nil
}

func encodeFloat(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	f, bits := v.Float(), v.Type().Bits()
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, &json.UnsupportedValueError{Value: v, Str: strconv.FormatFloat(f, 'g', -1, bits)}
	}
	if !exponential(f, bits) {
		return strconv.AppendFloat(dst, f, 'f', -1, bits), nil
	}
	dst = strconv.AppendFloat(dst, f, 'e', -1, bits)
	if n := len(dst); dst[n-3] == '-' && dst[n-2] == '0' { // e-07 is written e-7
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst, nil
}

// exponential tells which numbers ECMAScript writes with an exponent (ECMA-262,
// Number::toString). Rounding decides at the border, hence float32 is compared
// as such.
func exponential(f float64, bits int) bool {
	if bits == 32 {
		abs := float32(math.Abs(f))
		return abs != 0 && (abs < 1e-6 || abs >= 1e21)
	}
	abs := math.Abs(f)
	return abs != 0 && (abs < 1e-6 || abs >= 1e21)
}

func encodeNumber(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	text := v.String()
	if text == "" {
		return append(dst, '0'), nil
	}
	if !isNumber(text) {
		return nil, fmt.Errorf("json: invalid number literal %q", text)
	}
	return append(dst, text...), nil
}

// isNumber tells a number from other JSON values by its first byte, from one
// with white space behind it by its last.
func isNumber(text string) bool {
	first, last := text[0], text[len(text)-1]
	return (first == '-' || isDigit(first)) && isDigit(last) && json.Valid([]byte(text))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func encodeBytes(dst []byte, v reflect.Value, _ trail) ([]byte, error) {
	dst = append(dst, '"')
	dst = base64.StdEncoding.AppendEncode(dst, v.Bytes())
	return append(dst, '"'), nil
}

// quoted writes what a scalar's encodeFunc writes as a JSON string: the
// ",string" option.
func quoted(encode encodeFunc) encodeFunc {
	return func(dst []byte, v reflect.Value, at trail) ([]byte, error) {
		if v.Kind() == reflect.String && v.Type() != reflect.TypeFor[json.Number]() {
			return appendString(dst, string(appendString(nil, v.String()))), nil
		}
		dst, err := encode(append(dst, '"'), v, at)
		return append(dst, '"'), err
	}
}
