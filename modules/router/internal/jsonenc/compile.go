package jsonenc

import (
	"encoding"
	"encoding/json"
	"reflect"
	"time"
)

// compiler turns types into encodeFuncs, each type once.
type compiler struct {
	inInterface, held encodeFunc // write what interfaces and holders hold
	known             map[form]*encodeFunc
	addressed         bool // a type has methods on its pointer alone
}

// encoder returns the encodeFunc of a type. Inside of the type itself that one
// is still to come: it is then taken when the first value is written.
func (c *compiler) encoder(t form) encodeFunc {
	if f, ok := c.known[t]; ok {
		if *f != nil {
			return *f
		}
		return func(dst []byte, v reflect.Value, at trail) ([]byte, error) { return (*f)(dst, v, at) }
	}
	f := new(encodeFunc)
	c.known[t] = f
	*f = c.compile(t)
	return *f
}

func (c *compiler) element(t form) encodeFunc { return c.encoder(form{Type: t.Elem()}) }

// compile decides who writes a type, in the order of encoding/json: a method on
// the pointer counts only for values that have an address.
func (c *compiler) compile(t form) encodeFunc {
	pointer := reflect.PointerTo(t.Type)
	switch addressed := t.Kind() != reflect.Pointer; {
	case t.Type == reflect.TypeFor[time.Time]():
		return encodeTime
	case addressed && t.Implements(reflect.TypeFor[holder]()):
		return c.held
	case t.Implements(reflect.TypeFor[holder]()): // a pointer, which may be nil
		return c.byKind(t)
	case addressed && pointer.Implements(reflect.TypeFor[json.Marshaler]()):
		return c.whereAddressed(t, encodeAddressOfMarshaler)
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return encodeMarshaler
	case addressed && pointer.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return c.whereAddressed(t, encodeAddressOfTextMarshaler)
	}
	return c.withoutAddress(t)
}

func (c *compiler) withoutAddress(t form) encodeFunc {
	switch {
	case t.Implements(reflect.TypeFor[json.Marshaler]()):
		return encodeMarshaler
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return encodeTextMarshaler
	}
	return c.byKind(t)
}

func (c *compiler) whereAddressed(t form, then encodeFunc) encodeFunc {
	otherwise := c.withoutAddress(t)
	c.addressed = c.addressed || !marshalsItself(t.Type)
	return func(dst []byte, v reflect.Value, at trail) ([]byte, error) {
		if v.CanAddr() {
			return then(dst, v, at)
		}
		return otherwise(dst, v, at)
	}
}

func (c *compiler) byKind(t form) encodeFunc {
	switch t.Kind() {
	case reflect.Interface:
		return c.inInterface
	case reflect.Pointer:
		return pointerEncoder{c.encoder(form{t.Elem(), t.quoted})}.encode
	case reflect.Struct:
		return encodeStruct(t.Type, c.encoder)
	case reflect.Map:
		return encodeMap(t, c.encoder)
	case reflect.Array:
		return arrayEncoder{c.element(t)}.encode
	case reflect.Slice:
		if isBytes(t.Type) {
			return encodeBytes
		}
		return sliceEncoder{arrayEncoder{c.element(t)}}.encode
	}
	return encodeScalar(t)
}
