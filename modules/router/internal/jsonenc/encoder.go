// Package jsonenc writes Go values as JSON. It works out once per type what
// encoding/json finds out per value, and writes the same bytes as its Encoder
// with SetEscapeHTML(false), without the line break.
//
//	users := jsonenc.For(reflect.TypeFor[[]User]())
//	body, err := users.Append(body[:0], list)
//
// One thing differs: an outermost nil slice is written [] and an outermost nil
// map {}, so that a list without elements is a list. A nil []byte stays null,
// and so do nil slices and maps inside of others.
//
// Struct members follow encoding/json in every rule (names, promotion,
// omitempty, omitzero, string); types with MarshalJSON or MarshalText write
// themselves. What is too rare to be worth a second implementation is handed
// to encoding/json: structs whose tags or embedding it reads in a way of its
// own, and maps whose keys are neither strings nor integers.
package jsonenc

import (
	"reflect"
	"sync"
)

// Encoder writes the values of one type. It is safe for concurrent use.
type Encoder struct {
	typ  reflect.Type
	root plan
	met  sync.Map // reflect.Type to plan: what interfaces turned out to hold
}

// plan is how the values of one type are written.
type plan struct {
	encode  encodeFunc
	instead string // of an outermost nil, empty when nil is nothing special
}

// encodeFunc appends one value. After an error the bytes mean nothing.
type encodeFunc func(dst []byte, v reflect.Value, at trail) ([]byte, error)

// For compiles the encoder of a type. Types that refer to themselves are
// allowed; so are types that JSON cannot express, whose values are then errors,
// and interface types, whose values are compiled when they are met first.
func For(t reflect.Type) *Encoder {
	e := &Encoder{typ: t}
	e.root = e.plan(t)
	return e
}

// Append appends v to dst and returns the longer slice, after an error dst as
// it was. A v of another type than the encoder's is written as well, at the
// price of a look-up. It does not allocate when dst has room, except for maps
// and for what the methods of v allocate.
//
// Errors are those of encoding/json: *json.UnsupportedValueError for NaN,
// infinities and values that contain themselves, *json.UnsupportedTypeError
// for functions, channels and complex numbers, *json.MarshalerError for a
// method that fails.
func (e *Encoder) Append(dst []byte, v any) ([]byte, error) {
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return append(dst, "null"...), nil
	}
	p := e.root
	if value.Type() != e.typ {
		p = e.dynamic(value.Type())
	}
	if p.instead != "" && value.IsNil() {
		return append(dst, p.instead...), nil
	}
	out, err := p.encode(dst, value, trail{})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// dynamic returns the plan of a type that was not known at start.
func (e *Encoder) dynamic(t reflect.Type) plan {
	if p, ok := e.met.Load(t); ok {
		return p.(plan)
	}
	p, _ := e.met.LoadOrStore(t, e.plan(t))
	return p.(plan)
}

func (e *Encoder) plan(t reflect.Type) plan {
	c := &compiler{interfaces: e, known: map[form]*encodeFunc{}}
	p := plan{encode: c.encoder(form{Type: t})}
	switch {
	case marshalsItself(t):
	case t.Kind() == reflect.Slice && !isBytes(t):
		p.instead = "[]"
	case t.Kind() == reflect.Map && isKey(t.Key()):
		p.instead = "{}"
	}
	return p
}
