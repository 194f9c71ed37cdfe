package strictjson

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/format"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// scalar returns what decodes a string, number or boolean, nil for other types.
func scalar(t reflect.Type) func(*state, reflect.Value) error {
	switch k := t.Kind(); {
	case k == reflect.String:
		return decodeString
	case k == reflect.Bool:
		return decodeBool
	case k >= reflect.Int && k <= reflect.Int64:
		return signed(t)
	case k >= reflect.Uint && k <= reflect.Uintptr:
		return unsigned(t)
	case k == reflect.Float32, k == reflect.Float64:
		return float(t.Bits())
	}
	return nil
}

func decodeString(s *state, v reflect.Value) error {
	if s.peek() != '"' {
		return s.mismatch("a string")
	}
	text, err := s.text()
	if err != nil {
		return err
	}
	v.SetString(string(text))
	return nil
}

func decodeBool(s *state, v reflect.Value) error {
	switch s.peek() {
	case 't':
		v.SetBool(true)
		return s.word("true")
	case 'f':
		v.SetBool(false)
		return s.word("false")
	}
	return s.mismatch("true or false")
}

func signed(t reflect.Type) func(*state, reflect.Value) error {
	bits := t.Bits()
	return func(s *state, v reflect.Value) error {
		literal, err := s.integer()
		if literal == nil || err != nil {
			return err
		}
		n, wrong := strconv.ParseInt(string(literal), 10, bits)
		if wrong != nil {
			s.outOfRange(literal, t)
			return nil
		}
		v.SetInt(n)
		return nil
	}
}

func unsigned(t reflect.Type) func(*state, reflect.Value) error {
	bits := t.Bits()
	return func(s *state, v reflect.Value) error {
		literal, err := s.integer()
		if literal == nil || err != nil {
			return err
		}
		n, wrong := strconv.ParseUint(string(literal), 10, bits)
		if wrong != nil {
			s.outOfRange(literal, t)
			return nil
		}
		v.SetUint(n)
		return nil
	}
}

func float(bits int) func(*state, reflect.Value) error {
	return func(s *state, v reflect.Value) error {
		if !isNumber(s.peek()) {
			return s.mismatch("a number")
		}
		literal, _, err := s.number()
		if err != nil {
			return err
		}
		n, wrong := strconv.ParseFloat(string(literal), bits)
		if wrong != nil {
			s.outOfFloat(literal, bits)
			return nil
		}
		v.SetFloat(n)
		return nil
	}
}

func jsonNumber(s *state, v reflect.Value) error {
	if !isNumber(s.peek()) {
		return s.mismatch("a number")
	}
	literal, _, err := s.number()
	v.SetString(string(literal))
	return err
}

// anything decodes into an empty interface.
func anything(s *state, v reflect.Value) error {
	plain, err := s.any()
	if err != nil {
		return err
	}
	if plain == nil {
		v.SetZero()
		return nil
	}
	v.Set(reflect.ValueOf(plain))
	return nil
}

// itself hands a value to a type with UnmarshalJSON.
func itself(s *state, v reflect.Value) error {
	at := s.pos
	if err := s.skip(); err != nil {
		return err
	}
	err := v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(s.data[at:s.pos])
	var other *json.UnmarshalTypeError
	switch {
	case err == nil:
	case errors.As(err, &other):
		s.fault(wrongType(found(s.data[at:s.pos]), expected(other.Type)))
	default:
		s.explain(err, Refused(found(s.data[at:s.pos]), v.Type(), err))
	}
	return nil
}

// Refused is the fault of a value that its type does not read. What the error says is for
// the log, unless it is a *core.ClientError.
func Refused(sent string, t reflect.Type, err error) problem.FieldError {
	f := problem.FieldError{Detail: sent + " cannot be read", Code: problem.CodeUnreadable, Err: err}
	var client *core.ClientError
	name, _, _ := strings.Cut(t.Name(), "[") // without the packages of type arguments
	switch {
	case errors.As(err, &client) && client.Message != "":
		f.Detail = client.Message
	case name != "":
		f.Detail += " as " + name
	}
	return f
}

// RefusedText is Refused for a text.
func RefusedText(text string, t reflect.Type, err error) problem.FieldError {
	return Refused(fmt.Sprintf("%.80q", text), t, err)
}

// text decodes a string with what reads it. Refuses is the fault of a string that
// cannot be read, but for what its error says.
func text(read func(v reflect.Value, text []byte) error, expects string, refuses problem.FieldError) func(*state, reflect.Value) error {
	return func(s *state, v reflect.Value) error {
		if s.peek() != '"' {
			return s.mismatch(expects)
		}
		text, err := s.text()
		if err != nil {
			return err
		}
		if err := read(v, text); err != nil {
			f := refuses
			f.Detail = err.Error()
			s.fault(f)
		}
		return nil
	}
}

// ownText hands a string to a type with UnmarshalText.
func ownText(s *state, v reflect.Value) error {
	if s.peek() != '"' {
		return s.mismatch("a string")
	}
	text, err := s.text()
	if err != nil {
		return err
	}
	if err := fromText(v, text); err != nil {
		s.explain(err, RefusedText(string(text), v.Type(), err))
	}
	return nil
}

func fromText(v reflect.Value, text []byte) error {
	return v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText(text)
}

// Instant reads a time.Time from what RFC 3339, section 5.6, has, in letters of either
// case. The type itself takes more, such as a comma, and no leap second, which is the
// second behind it here.
func Instant(v reflect.Value, text []byte) error {
	const seconds = len("2006-01-02T15:04:")
	refused := errors.New("not a date and time (RFC 3339)")
	if f, _ := format.Of("date-time"); !f.Valid(string(text)) {
		return refused
	}
	text = bytes.ToUpper(text)
	leap := string(text[seconds:seconds+2]) == "60"
	if leap {
		copy(text[seconds:], "59")
	}
	if fromText(v, text) != nil {
		return refused
	}
	if leap {
		at := v.Addr().Interface().(*time.Time)
		*at = at.Add(time.Second)
	}
	return nil
}

// Bytes sets bytes from base64 (RFC 4648, section 4), without bits that are left over.
func Bytes(v reflect.Value, text []byte) error {
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Strict().Decode(data, text)
	if err != nil {
		return errors.New("not base64 (RFC 4648)")
	}
	v.SetBytes(data[:n])
	return nil
}

// quotedValue decodes a scalar whose JSON is in a string: the option ",string".
func quotedValue(t reflect.Type, inner value) value {
	n := node{expects: "a string", null: t.Kind() == reflect.Pointer}
	if n.null {
		t = t.Elem()
	}
	expects := expected(t) + " in quotes"
	n.decode = func(s *state, v reflect.Value) error {
		if s.peek() != '"' {
			return s.mismatch(expects)
		}
		text, err := s.text()
		if err == nil {
			quoted(s, &inner, v, text, expects)
		}
		return err
	}
	return value{node: &n}
}

// quoted decodes the text of a string. Text that is no JSON is a fault, as the
// string itself is well formed.
func quoted(s *state, inner *value, v reflect.Value, text []byte, expects string) {
	own := state{data: text, options: s.options, quotes: true}
	err := inner.read(&own, v)
	if err != nil || own.pos < len(text) {
		s.fault(problem.FieldError{Detail: "text where " + expects + " is expected", Code: problem.CodeUnreadable})
		return
	}
	for _, f := range own.faults {
		s.fault(f)
	}
}
