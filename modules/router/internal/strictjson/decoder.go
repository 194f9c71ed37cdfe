// Package strictjson decodes JSON and accepts nothing that the type does not
// say: no unknown or repeated member, no member in another case, no data behind
// the value, no deep nesting, nothing but Unicode in UTF-8. A decoder is
// compiled once for a type, reads a text in one pass straight into the value
// and checks it against the constraints of the struct tags (package constraint).
//
//	dec, err := strictjson.Compile(reflect.TypeFor[User](), nil, strictjson.Options{})
//	faults, err := dec.Decode(data, reflect.ValueOf(&user).Elem())
//
// Faults name their place with a JSON pointer (RFC 6901); all of them are found
// in one pass.
//
// # Agreement with encoding/json
//
// What Decode accepts, encoding/json decodes into the same value, constraints
// and defaults aside. Decode refuses more:
//
//   - null where neither a pointer, slice, map, interface nor Optional is; a
//     type with UnmarshalJSON is asked itself, except for time.Time
//   - half of a surrogate pair (RFC 7493, section 2.1), which encoding/json
//     replaces
//   - a number in quotes for a json.Number
//   - an array for a []byte, and an array that is longer or shorter than a Go
//     array
//   - with the option ",string", anything but a JSON literal in the quotes
//
// The number -0 is 0 for signed integers and refused for unsigned ones; a
// number with a fraction or an exponent is no integer, whatever its value.
package strictjson

import (
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// TypeError says which types and struct tags a decoder cannot be compiled for.
type TypeError struct{ Mistakes []string }

func (e *TypeError) Error() string { return strings.Join(e.Mistakes, "; ") }

// Decoder reads JSON into values of one type. It is safe for concurrent use.
type Decoder struct {
	whole   value
	options Options
}

// Compile makes the decoder of a type. Members names the members of the
// outermost object when it is a struct of which only some fields come from
// JSON; nil means all. A struct with members is validated by who fills the
// other fields: its own Validate method is not called.
//
// The error is a *TypeError with all mistakes.
func Compile(t reflect.Type, members []Member, o Options) (*Decoder, error) {
	c := compiler{nodes: map[reflect.Type]*node{}}
	d := &Decoder{options: o}
	if members != nil {
		d.whole.node = &node{expects: "an object"}
		d.whole.decode = c.object(t, members)
	} else {
		d.whole.node = c.node(t)
	}
	if len(c.mistakes) > 0 {
		return nil, &TypeError{c.mistakes}
	}
	return d, nil
}

// Decode reads data into v, which can be set and is of the type of the decoder.
//
// The error is a *SyntaxError. Faults, 32 at most, are what is valid JSON and
// does not fit the type; they say where with a pointer, empty for the whole. In both
// cases v is incomplete.
func (d *Decoder) Decode(data []byte, v reflect.Value) ([]problem.FieldError, error) {
	s := state{data: data, options: &d.options}
	if err := s.start(); err != nil {
		return nil, err
	}
	if err := d.whole.read(&s, v); err != nil {
		return nil, err
	}
	return s.faults, s.end()
}

// Any reads data into plain values, as strictly: objects are map[string]any,
// numbers json.Number.
func Any(data []byte) (any, error) {
	s := state{data: data, options: &Options{Numbers: true}}
	if err := s.start(); err != nil {
		return nil, err
	}
	v, err := s.any()
	if err != nil {
		return nil, err
	}
	return v, s.end()
}
