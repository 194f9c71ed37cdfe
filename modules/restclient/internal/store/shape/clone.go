package shape

import (
	"encoding"
	"reflect"
)

// Cloner copies a value so that nothing is shared which changes: nothing reachable through
// exported fields, and no number of math/big. It is nil when an assignment does that
// already.
type Cloner func(reflect.Value) reflect.Value

// CloneOf returns a pointer to a copy that a Cloner makes, which can be addressed; for
// nil, p itself, of which an assignment is a copy.
func CloneOf[E any](c Cloner, p *E) *E {
	if c == nil {
		return p
	}
	return c(reflect.ValueOf(p).Elem()).Addr().Interface().(*E)
}

// ClonerFor decides once per type. Unexported fields are copied as they are:
// they belong to their package, as in time.Time.
func ClonerFor(t reflect.Type) Cloner {
	c := copier{}
	if c.find(t, map[reflect.Type]bool{}) {
		return nil
	}
	return c.copy
}

// copier copies values deeply. It holds the types of which an assignment is no copy though
// they have no exported fields: those that change in place.
type copier map[reflect.Type]struct{}

// find adds those in a type. It reports whether an assignment is a copy of the type.
func (c copier) find(t reflect.Type, seen map[reflect.Type]bool) (flat bool) {
	if seen[t] {
		return true // it was told before
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Interface:
		return false
	case reflect.Slice, reflect.Map, reflect.Pointer:
		c.find(t.Elem(), seen)
		return false
	case reflect.Array:
		return c.find(t.Elem(), seen)
	case reflect.Struct:
		return c.findIn(t, seen)
	}
	return true
}

func (c copier) findIn(t reflect.Type, seen map[reflect.Type]bool) (flat bool) {
	if changesInPlace(t) {
		c[t] = struct{}{}
		return false
	}
	flat = true
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && !c.find(f.Type, seen) {
			flat = false
		}
	}
	return flat
}

// changesInPlace reports whether a type is one like big.Int: only a pointer to it is written
// as text, and what it consists of is neither exported nor copied by an assignment.
func changesInPlace(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	if t.Implements(marshalerType) || !p.Implements(marshalerType) || !p.Implements(unmarshalerType) {
		return false
	}
	hides := false
	for i := range t.NumField() {
		f := t.Field(i)
		if f.IsExported() {
			return false
		}
		switch f.Type.Kind() {
		case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Struct:
			hides = true
		}
	}
	return hides
}

var (
	marshalerType   = reflect.TypeFor[encoding.TextMarshaler]()
	unmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func (c copier) copy(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	c.into(out, v)
	return out
}

func (c copier) into(out, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		c.copyStruct(out, v)
	case reflect.Slice:
		c.copySlice(out, v)
	case reflect.Array:
		for i := range v.Len() {
			c.into(out.Index(i), v.Index(i))
		}
	case reflect.Map:
		c.copyMap(out, v)
	case reflect.Pointer, reflect.Interface:
		c.copyReference(out, v)
	default:
		out.Set(v)
	}
}

func (c copier) copyStruct(out, v reflect.Value) {
	out.Set(v)
	if len(c) > 0 {
		if _, is := c[v.Type()]; is {
			rewrite(out)
			return
		}
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			c.into(out.Field(i), v.Field(i))
		}
	}
}

// rewrite makes a value that changes in place one of its own. What cannot be written as text
// stays as it is.
func rewrite(v reflect.Value) {
	text, err := v.Addr().Interface().(encoding.TextMarshaler).MarshalText()
	if err != nil {
		return
	}
	own := reflect.New(v.Type())
	if own.Interface().(encoding.TextUnmarshaler).UnmarshalText(text) == nil {
		v.Set(own.Elem())
	}
}

func (c copier) copySlice(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
	for i := range v.Len() {
		c.into(out.Index(i), v.Index(i))
	}
}

func (c copier) copyMap(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
	for k, e := range v.Seq2() {
		out.SetMapIndex(k, c.copy(e))
	}
}

func (c copier) copyReference(out, v reflect.Value) {
	if v.IsNil() {
		return
	}
	if v.Kind() == reflect.Interface {
		out.Set(c.copy(v.Elem()))
		return
	}
	out.Set(reflect.New(v.Type().Elem()))
	c.into(out.Elem(), v.Elem())
}
