// Package jsonenc writes Go values as JSON. It works out once per type what
// encoding/json finds out per value, and writes the same bytes as its Encoder
// with SetEscapeHTML(false), without the line break.
//
//	users := jsonenc.For(reflect.TypeFor[[]User]())
//	body, err := users.Append(body[:0], list)
//
// One thing differs, wherever it is: a nil slice is written [], a nil map {} and
// a nil []byte "", so that a list without elements is a list. Nil pointers and
// interfaces are null.
//
// Struct members follow encoding/json in every rule (names, promotion,
// omitempty, omitzero, string); types with MarshalJSON or MarshalText write
// themselves.
package jsonenc

import (
	"reflect"
	"sync"
)

// Encoder writes the values of one type. It is safe for concurrent use.
type Encoder struct {
	typ  reflect.Type
	root compiled
	met  sync.Map // reflect.Type to *compiled: what interfaces turned out to hold
}

// compiled is how a type is written.
type compiled struct {
	encode    encodeFunc
	addressed bool // methods count only where a value has an address
}

// For compiles the encoder of a type. Types that refer to themselves are
// allowed; so are types that JSON cannot express, whose values are then errors,
// and interface types, whose values are compiled when they are met first.
func For(t reflect.Type) *Encoder {
	e := &Encoder{typ: t}
	e.root = *e.compile(t)
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
	out, err := e.known(value.Type()).encode(dst, value, trail{})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// AppendAt is Append for the value that p points to, which has the type of the encoder:
// its methods are found as if it was written by itself and had an address.
func (e *Encoder) AppendAt(dst []byte, p any) ([]byte, error) {
	out, err := e.root.encode(dst, reflect.ValueOf(p).Elem(), trail{})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// AppendAlone is Append for a v that is written by itself: its methods are found as if it
// had an address, as AppendAt finds them.
func (e *Encoder) AppendAlone(dst []byte, v any) ([]byte, error) {
	value := reflect.ValueOf(v)
	if !value.IsValid() {
		return append(dst, "null"...), nil
	}
	known := e.known(value.Type())
	switch value.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map: // what they hold has an address, or never has
	default:
		if known.addressed {
			own := reflect.New(value.Type()).Elem()
			own.Set(value)
			value = own
		}
	}
	out, err := known.encode(dst, value, trail{})
	if err != nil {
		return dst, err
	}
	return out, nil
}

// known returns how a type is written.
func (e *Encoder) known(t reflect.Type) *compiled {
	if t == e.typ {
		return &e.root
	}
	return e.dynamic(t)
}

// dynamic returns how a type is written that was not known at start.
func (e *Encoder) dynamic(t reflect.Type) *compiled {
	if f, ok := e.met.Load(t); ok {
		return f.(*compiled)
	}
	f, _ := e.met.LoadOrStore(t, e.compile(t))
	return f.(*compiled)
}

func (e *Encoder) compile(t reflect.Type) *compiled {
	c := &compiler{inInterface: e.encodeInterface, held: e.encodeHeld, known: map[form]*encodeFunc{}}
	encode := c.encoder(form{Type: t})
	return &compiled{encode, c.addressed}
}

func (e *Encoder) encodeInterface(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	v = v.Elem()
	return e.dynamic(v.Type()).encode(dst, v, at)
}

// encodeHeld writes what a holder holds, or null.
func (e *Encoder) encodeHeld(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	h, _ := reflect.TypeAssert[holder](v)
	held, present := h.Held()
	value := reflect.ValueOf(held)
	if !present || !value.IsValid() {
		return append(dst, "null"...), nil
	}
	return e.dynamic(value.Type()).encode(dst, value, at)
}
