package argument

import (
	"encoding"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// writer turns a value of one type into its URL values; none means absent.
type writer struct {
	many  bool // may yield more than one value
	write func(v reflect.Value) ([]string, error)
}

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

func writerFor(t reflect.Type) (writer, error) {
	switch {
	case t.Kind() == reflect.Pointer && !t.Implements(textMarshaler),
		t.Kind() == reflect.Pointer && t.Elem().Implements(textMarshaler):
		return pointerWriter(t)
	case t.Implements(textMarshaler):
		return writer{write: writeText}, nil
	case t.Kind() == reflect.Slice || t.Kind() == reflect.Array:
		return sliceWriter(t)
	}
	one, ok := scalarWriter(t.Kind())
	if !ok {
		return writer{}, fmt.Errorf("a %s cannot be written into a URL: use a string, bool, number, encoding.TextMarshaler, a pointer to one or a slice of them", t)
	}
	return writer{write: func(v reflect.Value) ([]string, error) {
		s, err := one(v)
		return []string{s}, err
	}}, nil
}

func scalarWriter(k reflect.Kind) (func(reflect.Value) (string, error), bool) {
	switch k {
	case reflect.String:
		return func(v reflect.Value) (string, error) { return v.String(), nil }, true
	case reflect.Bool:
		return func(v reflect.Value) (string, error) { return strconv.FormatBool(v.Bool()), nil }, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(v reflect.Value) (string, error) { return strconv.FormatInt(v.Int(), 10), nil }, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(v reflect.Value) (string, error) { return strconv.FormatUint(v.Uint(), 10), nil }, true
	case reflect.Float32, reflect.Float64:
		return writeFloat, true
	}
	return nil, false
}

func writeFloat(v reflect.Value) (string, error) {
	f := v.Float()
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "", fmt.Errorf("%v is not a number that a URL can hold", f)
	}
	return strconv.FormatFloat(f, 'f', -1, v.Type().Bits()), nil
}

func writeText(v reflect.Value) ([]string, error) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, nil
	}
	text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
	return []string{string(text)}, err
}

func pointerWriter(t reflect.Type) (writer, error) {
	elem, err := writerFor(t.Elem())
	if err != nil {
		return writer{}, err
	}
	return writer{many: elem.many, write: func(v reflect.Value) ([]string, error) {
		if v.IsNil() {
			return nil, nil
		}
		return elem.write(v.Elem())
	}}, nil
}

func sliceWriter(t reflect.Type) (writer, error) {
	elem, err := writerFor(t.Elem())
	if err != nil || elem.many || t.Elem().Kind() == reflect.Uint8 {
		return writer{}, fmt.Errorf("a %s cannot be written into a URL: a slice holds strings, bools, numbers or encoding.TextMarshalers", t)
	}
	return writer{many: true, write: func(v reflect.Value) ([]string, error) {
		var values []string
		for i := range v.Len() {
			one, err := elem.write(v.Index(i))
			if err != nil {
				return nil, err
			}
			values = append(values, one...)
		}
		return values, nil
	}}, nil
}
