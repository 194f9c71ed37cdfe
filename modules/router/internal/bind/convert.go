package bind

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// The errors of a value that is not text and of a file whose name is not text.
var (
	errNoText = &misfit{problem.FieldError{Detail: "not text: it holds a NUL byte or is not UTF-8", Code: problem.CodeUnreadable}}
	errNoName = &misfit{problem.FieldError{Detail: "the name of a file is not text: it holds a NUL byte or is not UTF-8", Code: problem.CodeUnreadable}}
)

// Decode reads the value of a path parameter as it stands in a URL.
func Decode(name, value string) (string, error) {
	decoded, err := url.PathUnescape(value)
	if err != nil || isNoText(decoded) {
		return "", BadParameter("path", name, errNoText)
	}
	return decoded, nil
}

// Parser is PathSetter for a P. The types of the language cost no reflection; the others
// are read through it.
func Parser[P any]() func(string) (P, error) {
	var zero P
	var fn any
	switch any(zero).(type) {
	case string:
		fn = func(s string) (string, error) { return s, nil }
	case int:
		fn = func(s string) (int, error) { n, err := pathInt(s, strconv.IntSize); return int(n), err }
	case int32:
		fn = func(s string) (int32, error) { n, err := pathInt(s, 32); return int32(n), err }
	case int64:
		fn = func(s string) (int64, error) { return pathInt(s, 64) }
	case uint:
		fn = func(s string) (uint, error) { n, err := pathUint(s, strconv.IntSize); return uint(n), err }
	case uint32:
		fn = func(s string) (uint32, error) { n, err := pathUint(s, 32); return uint32(n), err }
	case uint64:
		fn = func(s string) (uint64, error) { return pathUint(s, 64) }
	case bool:
		fn = pathBool
	}
	if known, ok := fn.(func(string) (P, error)); ok {
		return known
	}
	set := PathSetter(reflect.TypeFor[P]())
	return func(s string) (P, error) {
		var p P
		err := set(reflect.ValueOf(&p).Elem(), s)
		return p, err
	}
}

// PathSetter is Setter for values of the path. A number or boolean is written as in JSON
// there, or what an integer or a boolean names would have several addresses.
func PathSetter(t reflect.Type) func(v reflect.Value, s string) error {
	set := Setter(t)
	if set == nil || !hasSpelling(t) {
		return set
	}
	return func(v reflect.Value, s string) error {
		if err := set(v, s); err != nil {
			return err
		}
		return checkSpelling(s, t)
	}
}

// hasSpelling reports whether a type is a number or boolean that does not read itself.
func hasSpelling(t reflect.Type) bool {
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Float64 && !reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// checkSpelling refuses a text that was read as a number or boolean and is not how JSON
// writes it.
func checkSpelling(s string, t reflect.Type) error {
	right, what := isInteger(s), "a number as JSON writes it"
	switch t.Kind() {
	case reflect.Bool:
		right, what = s == "true" || s == "false", "true or false"
	case reflect.Float32, reflect.Float64:
		right = json.Valid([]byte(s))
	}
	if !right {
		return notA(s, what, nil, t)
	}
	return nil
}

// spelled checks the spelling of what set reads, or what that points to.
func spelled(set func(reflect.Value, []string) ([]*problem.FieldError, error), t reflect.Type) func(reflect.Value, []string) ([]*problem.FieldError, error) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if !hasSpelling(t) {
		return set
	}
	return func(v reflect.Value, values []string) ([]*problem.FieldError, error) {
		broken, err := set(v, values)
		if err == nil {
			err = checkSpelling(values[0], t)
		}
		return broken, err
	}
}

func pathBool(s string) (bool, error) {
	b, err := parseBool(s)
	if err == nil {
		err = checkSpelling(s, reflect.TypeFor[bool]())
	}
	return b, err
}

// isInteger reports whether digits, with a minus or without, are an integer of JSON.
func isInteger(s string) bool {
	return s == "0" || s[0] != '0' && (s[0] != '-' || s[1] != '0')
}

func pathInt(s string, bits int) (int64, error) {
	n, err := parseInt(s, bits)
	if err == nil && !isInteger(s) {
		err = checkSpelling(s, intTypes[bits])
	}
	return n, err
}

func pathUint(s string, bits int) (uint64, error) {
	n, err := parseUint(s, bits)
	if err == nil && !isInteger(s) {
		err = checkSpelling(s, uintTypes[bits])
	}
	return n, err
}

// Setter returns what reads a value of a type from text, nil when the type
// cannot be read from text.
func Setter(t reflect.Type) func(v reflect.Value, s string) error {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) && t.Kind() != reflect.Pointer {
		return textSetter(t)
	}
	switch {
	case t == reflect.TypeFor[json.Number]():
		return func(v reflect.Value, s string) error { v.SetString(s); return checkNumber(s) }
	case strictjson.IsBytes(t):
		return func(v reflect.Value, s string) error { return readBytes(v, s) }
	}
	switch t.Kind() {
	case reflect.String:
		return func(v reflect.Value, s string) error { v.SetString(s); return nil }
	case reflect.Bool:
		return func(v reflect.Value, s string) error { b, err := parseBool(s); v.SetBool(b); return err }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value, s string) error { n, err := parseInt(s, t.Bits()); v.SetInt(n); return err }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(v reflect.Value, s string) error { n, err := parseUint(s, t.Bits()); v.SetUint(n); return err }
	case reflect.Float32, reflect.Float64:
		return func(v reflect.Value, s string) error { n, err := parseFloat(s, t.Bits()); v.SetFloat(n); return err }
	case reflect.Pointer:
		return pointerSetter(t)
	}
	return nil
}

// textSetter asks the type itself.
func textSetter(t reflect.Type) func(v reflect.Value, s string) error {
	if t != reflect.TypeFor[time.Time]() {
		return func(v reflect.Value, s string) error {
			if err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(s)); err != nil {
				return refused(s, t, err)
			}
			return nil
		}
	}
	return func(v reflect.Value, s string) error {
		if err := strictjson.Instant(v, []byte(s)); err != nil {
			return &misfit{problem.FieldError{Detail: fmt.Sprintf("%.80q is %v", s, err), Code: problem.CodeFormat, Format: "date-time"}}
		}
		return nil
	}
}

func pointerSetter(t reflect.Type) func(v reflect.Value, s string) error {
	set := Setter(t.Elem())
	if set == nil {
		return nil
	}
	return func(v reflect.Value, s string) error {
		v.Set(reflect.New(t.Elem()))
		return set(v.Elem(), s)
	}
}

// checkedSetter is valuesSetter with constraints, also for an Optional.
func checkedSetter(t reflect.Type, constraints constraint.Set) func(v reflect.Value, values []string) ([]*problem.FieldError, error) {
	if held, ok := strictjson.OptionalType(t); ok {
		return optionalSetter(held, checkedSetter(held, constraints))
	}
	set := valuesSetter(t)
	if set == nil {
		return nil
	}
	return func(v reflect.Value, values []string) (broken []*problem.FieldError, err error) {
		if err := set(v, values); err != nil {
			return nil, err
		}
		return constraints.CheckAll(nil, v), nil
	}
}

// valuesSetter returns what reads a value of a type from the values of one
// name, nil when that is not possible.
func valuesSetter(t reflect.Type) func(v reflect.Value, values []string) error {
	if set := Setter(t); set != nil {
		return func(v reflect.Value, values []string) error {
			if len(values) > 1 {
				return &misfit{onlyOne(len(values), "values")}
			}
			return set(v, values[0])
		}
	}
	if t.Kind() != reflect.Slice || Setter(t.Elem()) == nil {
		return nil
	}
	set := Setter(t.Elem())
	return func(v reflect.Value, values []string) error {
		list := reflect.MakeSlice(t, len(values), len(values))
		for i, s := range values {
			if err := set(list.Index(i), s); err != nil {
				f := faultOf(err)
				f.Item = i + 1
				return &misfit{f}
			}
		}
		v.Set(list)
		return nil
	}
}

// optionalSetter reads an Optional from the values of one name: one empty value
// makes it null unless it holds a string. Set reads what it holds, nil when that
// is not possible.
func optionalSetter(held reflect.Type, set func(reflect.Value, []string) ([]*problem.FieldError, error)) func(reflect.Value, []string) ([]*problem.FieldError, error) {
	if set == nil {
		return nil
	}
	return func(v reflect.Value, values []string) ([]*problem.FieldError, error) {
		opt := v.Addr().Interface().(strictjson.Optional)
		if len(values) == 1 && values[0] == "" && held.Kind() != reflect.String {
			opt.Slot(true)
			return nil, nil
		}
		return set(reflect.ValueOf(opt.Slot(false)).Elem(), values)
	}
}

func parseInt(s string, bits int) (int64, error) {
	n, err := strconv.ParseInt(s, 10, bits)
	if strings.HasPrefix(s, "+") {
		err = strconv.ErrSyntax
	}
	if err != nil {
		return 0, notA(s, "an integer", err, intTypes[bits])
	}
	return n, nil
}

func parseUint(s string, bits int) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, bits)
	if zeros, ok := strings.CutPrefix(s, "-"); ok && zeros != "" && strings.Trim(zeros, "0") == "" { // no less than its minimum
		n, err = 0, nil
	}
	if err != nil {
		return 0, notA(s, "an integer that is not negative", err, uintTypes[bits])
	}
	return n, nil
}

func parseFloat(s string, bits int) (float64, error) {
	n, err := strconv.ParseFloat(s, bits)
	if strings.HasPrefix(s, "+") || strings.ContainsAny(s, "xX_") { // numbers of Go, and of nobody else
		err = strconv.ErrSyntax
	}
	if err != nil {
		return 0, notA(s, "a number", err, floatTypes[bits])
	}
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return 0, notA(s, "a finite number", nil, floatTypes[bits])
	}
	return n, nil
}

// checkNumber refuses what is no number of JSON (RFC 8259, section 6), which a json.Number
// has to be. It may be one that no float holds, as in a body.
func checkNumber(s string) error {
	if !json.Valid([]byte(s)) || strings.Trim(s, "+-.0123456789Ee") != "" {
		return notA(s, "a number", nil, floatTypes[64])
	}
	return nil
}

func readBytes(v reflect.Value, s string) error {
	if err := strictjson.Bytes(v, []byte(s)); err != nil {
		return &misfit{problem.FieldError{Detail: fmt.Sprintf("%.80q is %v", s, err), Code: problem.CodeContentEncoding, Format: "base64"}}
	}
	return nil
}

// parseBool reads what forms of HTML send, too: a checkbox without a value sends "on".
func parseBool(s string) (bool, error) {
	switch s {
	case "true", "1", "on":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, notA(s, "true or false", nil, reflect.TypeFor[bool]())
}

// The types of numbers by their bits.
var (
	intTypes = map[int]reflect.Type{
		8: reflect.TypeFor[int8](), 16: reflect.TypeFor[int16](), 32: reflect.TypeFor[int32](), 64: reflect.TypeFor[int64](),
	}
	uintTypes = map[int]reflect.Type{
		8: reflect.TypeFor[uint8](), 16: reflect.TypeFor[uint16](), 32: reflect.TypeFor[uint32](), 64: reflect.TypeFor[uint64](),
	}
	floatTypes = map[int]reflect.Type{32: reflect.TypeFor[float32](), 64: reflect.TypeFor[float64]()}
)

// notA is the error of text that is no value of a type.
func notA(s, what string, err error, t reflect.Type) error {
	if errors.Is(err, strconv.ErrRange) || isNegative(s) && t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uintptr {
		if what += " in range"; t.Kind() <= reflect.Uintptr {
			what = strictjson.Integers(t)
		}
		return &misfit{strictjson.OutOfRange(fmt.Sprintf("%.80q is not %s", s, what), t, s[0] == '-')}
	}
	return &misfit{problem.FieldError{Detail: fmt.Sprintf("%.80q is not %s", s, what), Code: problem.CodeType, Type: strictjson.TypeName(t)}}
}

// isNegative reports whether s is an integer below zero, of any size.
func isNegative(s string) bool {
	digits, ok := strings.CutPrefix(s, "-")
	return ok && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// isNoText reports whether a text holds what a path may not hold either.
func isNoText(s string) bool { return !utf8.ValidString(s) || strings.IndexByte(s, 0) >= 0 }

// onlyOne is the fault of several values of a parameter that is no list.
func onlyOne(n int, what string) problem.FieldError {
	return problem.FieldError{Detail: fmt.Sprintf("%d %s where one is expected", n, what), Code: problem.CodeMaxItems, Limit: "1"}
}
