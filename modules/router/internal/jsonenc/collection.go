package jsonenc

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

func (e *Encoder) encodeInterface(dst []byte, v reflect.Value, at trail) ([]byte, error) {
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	v = v.Elem()
	return e.dynamic(v.Type()).encode(dst, v, at)
}

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
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	at, err := at.enter(v)
	if err != nil {
		return nil, err
	}
	dst, err = s.array.encode(dst, v, at)
	at.leave(v)
	return dst, err
}

type mapEncoder struct{ element encodeFunc }

type entry struct {
	key   string
	value reflect.Value
}

func (c *compiler) mapEncoder(t form) encodeFunc {
	switch {
	case !isKey(t.Key()):
		return encodeUnsupported
	case t.Key().Kind() != reflect.String && marshalsText(t.Key()):
		return encodeForeign
	}
	return mapEncoder{c.element(t)}.encode
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
	if v.IsNil() {
		return append(dst, "null"...), nil
	}
	at, err := at.enter(v)
	if err != nil {
		return nil, err
	}
	dst = append(dst, '{')
	for i, e := range sorted(v) {
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

func sorted(v reflect.Value) []entry {
	entries := make([]entry, 0, v.Len())
	for all := v.MapRange(); all.Next(); {
		entries = append(entries, entry{keyText(all.Key()), all.Value()})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	return entries
}

func keyText(k reflect.Value) string {
	switch {
	case k.Kind() == reflect.String:
		return k.String()
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10)
	}
	return strconv.FormatUint(k.Uint(), 10)
}
