// Package strictjson decodes JSON and accepts nothing that the type does not
// say: no unknown or repeated member, no member in another case, no data behind
// the value, no deep nesting, nothing but UTF-8.
//
//	faults, err := strictjson.Decode(data, &v, nil)
//
// Faults name their place with a JSON pointer (RFC 6901).
package strictjson

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may nest.
const MaxDepth = 64

// maxFaults bounds how many faults one text is told.
const maxFaults = 32

// SyntaxError says that a text is not one JSON value of the allowed depth.
type SyntaxError struct{ Message string }

func (e *SyntaxError) Error() string { return e.Message }

// Fault is one value that the type does not accept.
type Fault struct {
	Pointer string // of the value, empty for the whole
	Message string
}

// Decode reads data into the value that v points to. Members names the members
// of the outermost object when it is a struct of which only some fields come
// from JSON; nil means all.
//
// The error is a *SyntaxError for a text that is no JSON or repeats a member.
// Faults are what is valid JSON and does not fit the type; v is then
// incomplete.
func Decode(data []byte, v any, members []Field) ([]Fault, error) {
	s := &scanner{types: map[reflect.Type]map[string]reflect.Type{}}
	t := reflect.TypeOf(v).Elem()
	if members != nil {
		s.types[t] = names(members)
	}
	if err := s.scan(data, t); err != nil {
		return nil, err
	}
	if len(s.faults) > 0 {
		return s.faults, nil
	}
	return mismatch(json.Unmarshal(data, v))
}

// Any reads data into plain values, as strictly: objects are map[string]any,
// numbers json.Number.
func Any(data []byte) (any, error) {
	s := &scanner{}
	if err := s.scan(data, nil); err != nil {
		return nil, err
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, &SyntaxError{syntax(err)}
	}
	return v, nil
}

func mismatch(err error) ([]Fault, error) {
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil, nil
	case errors.As(err, &wrongType):
		pointer := ""
		for name := range strings.SplitSeq(wrongType.Field, ".") {
			if name != "" {
				pointer += "/" + escape(name)
			}
		}
		return []Fault{{pointer, fmt.Sprintf("a JSON %s where %s is expected", wrongType.Value, Kind(wrongType.Type))}}, nil
	}
	return []Fault{{Message: err.Error()}}, nil
}

// Kind describes a Go type in the words of JSON: "an integer", "a string".
func Kind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "an integer of " + strconv.Itoa(t.Bits()) + " bits"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return "an integer of " + strconv.Itoa(t.Bits()) + " bits that is not negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.String:
		return "a string"
	case reflect.Slice, reflect.Array:
		return "an array"
	}
	return "an object"
}

type scanner struct {
	dec    *json.Decoder
	types  map[reflect.Type]map[string]reflect.Type
	faults []Fault
}

func (s *scanner) scan(data []byte, t reflect.Type) error {
	if !utf8.Valid(data) {
		return &SyntaxError{"the body is not UTF-8"}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return &SyntaxError{"the body is empty"}
	}
	var whole json.RawMessage
	if err := json.Unmarshal(data, &whole); err != nil {
		return &SyntaxError{syntax(err)}
	}
	s.dec = json.NewDecoder(bytes.NewReader(data))
	s.dec.UseNumber()
	return s.value(t, "", 0)
}

func (s *scanner) value(t reflect.Type, pointer string, depth int) error {
	token, err := s.dec.Token()
	if err != nil {
		return &SyntaxError{syntax(err)}
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth == MaxDepth {
		return &SyntaxError{fmt.Sprintf("more than %d levels of arrays and objects", MaxDepth)}
	}
	for t != nil && t.Kind() == reflect.Pointer && !decodesItself(t) {
		t = t.Elem()
	}
	if t != nil && decodesItself(t) {
		t = nil
	}
	if delim == '[' {
		return s.array(t, pointer, depth)
	}
	return s.object(t, pointer, depth)
}

func (s *scanner) array(t reflect.Type, pointer string, depth int) error {
	var element reflect.Type
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		element = t.Elem()
	}
	for i := 0; s.dec.More(); i++ {
		if err := s.value(element, pointer+"/"+strconv.Itoa(i), depth+1); err != nil {
			return err
		}
	}
	return s.end()
}

func (s *scanner) object(t reflect.Type, pointer string, depth int) error {
	seen := map[string]bool{}
	for s.dec.More() {
		token, err := s.dec.Token()
		if err != nil {
			return &SyntaxError{syntax(err)}
		}
		name, _ := token.(string)
		at := pointer + "/" + escape(name)
		if seen[name] {
			return &SyntaxError{fmt.Sprintf("%s appears twice", at)}
		}
		seen[name] = true
		if err := s.value(s.member(t, name, at), at, depth+1); err != nil {
			return err
		}
	}
	return s.end()
}

// member returns the type of a member, nil when anything goes.
func (s *scanner) member(t reflect.Type, name, at string) reflect.Type {
	switch {
	case t == nil:
		return nil
	case t.Kind() == reflect.Map:
		return t.Elem()
	case t.Kind() != reflect.Struct:
		return nil
	}
	known := s.types[t]
	if known == nil {
		known = names(Fields(t))
		s.types[t] = known
	}
	member, ok := known[name]
	if !ok && len(s.faults) < maxFaults {
		s.faults = append(s.faults, Fault{at, "unknown member"})
	}
	return member
}

func (s *scanner) end() error {
	if _, err := s.dec.Token(); err != nil {
		return &SyntaxError{syntax(err)}
	}
	return nil
}

func names(fields []Field) map[string]reflect.Type {
	types := make(map[string]reflect.Type, len(fields))
	for _, f := range fields {
		types[f.Name] = f.Type
	}
	return types
}

func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(reflect.TypeFor[json.Unmarshaler]()) || p.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func syntax(err error) string {
	var at *json.SyntaxError
	if errors.As(err, &at) {
		return fmt.Sprintf("not one JSON value: %v, at byte %d", at, at.Offset)
	}
	return "not JSON: " + err.Error()
}

func escape(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
