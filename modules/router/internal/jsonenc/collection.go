package jsonenc

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

type pointerEncoder struct{ target encodeFunc }

func (p pointerEncoder) encode(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	at, err := at.enter(v)
	if err != nil {
		return nil, err
	}
	dst, err = p.target(dst, v.Elem(), at)
	at.leave(v)
	return dst, err
}

type arrayEncoder struct{ element encodeFunc }

// encode puts a comma before every element, and then the bracket in place of
// the first.
func (a arrayEncoder) encode(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	n := v.Len()
	if n == 0 {
		return append(dst, "[]"...), nil
	}
	start := len(dst)
	var err error
	for i := range n {
		if dst, err = a.element(append(dst, ','), v.Index(i), at); err != nil {
			return nil, err
		}
	}
	dst[start] = '['
	return append(dst, ']'), nil
}

type sliceEncoder struct{ array arrayEncoder }

func (s sliceEncoder) encode(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	at, err := at.enter(v)
	if err != nil {
		return nil, err
	}
	dst, err = s.array.encode(dst, v, at)
	at.leave(v)
	return dst, err
}

type mapEncoder struct {
	key     func(reflect.Value) (string, error)
	element encodeFunc
}

type entry struct {
	key   string
	value reflect.Value
}

// encodeMap returns the encodeFunc of a map, whose elements have that of encoder.
func encodeMap(t form, encoder func(form) encodeFunc) encodeFunc {
	switch {
	case !isKey(t.Key()):
		return encodeUnsupported
	case t.Key().Kind() != reflect.String && marshalsText(t.Key()):
		return mapEncoder{marshaledKey, encoder(form{Type: t.Elem()})}.encode
	}
	return mapEncoder{plainKey, encoder(form{Type: t.Elem()})}.encode
}

// isKey tells the types that can name a member. Strings name it even when they
// have MarshalText, integers only when they have not.
func isKey(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.String,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return true
	}
	return marshalsText(t)
}

func (m mapEncoder) encode(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	at, err := at.enter(v)
	if err != nil {
		return nil, err
	}
	entries, err := m.sorted(v)
	if err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for i, e := range entries {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendString(dst, e.key), ':')
		if dst, err = m.element(dst, e.value, at); err != nil {
			return nil, err
		}
	}
	at.leave(v)
	return append(dst, '}'), nil
}

func (m mapEncoder) sorted(v reflect.Value) ([]entry, error) {
	if v.Len() == 0 {
		return nil, nil
	}
	entries := make([]entry, 0, v.Len())
	for all := v.MapRange(); all.Next(); {
		key, err := m.key(all.Key())
		if err != nil {
			return nil, fmt.Errorf("json: encoding error for type %q: %q", v.Type().String(), err.Error())
		}
		entries = append(entries, entry{key, all.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	return entries, nil
}

func plainKey(k reflect.Value) (string, error) {
	switch {
	case k.Kind() == reflect.String:
		return k.String(), nil
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10), nil
	}
	return strconv.FormatUint(k.Uint(), 10), nil
}

// marshaledKey is the text of a key with MarshalText, empty for a nil pointer.
func marshaledKey(k reflect.Value) (string, error) {
	if k.Kind() == reflect.Pointer && k.IsNil() {
		return "", nil
	}
	m, _ := reflect.TypeAssert[encoding.TextMarshaler](k)
	text, err := m.MarshalText()
	return string(text), err
}
