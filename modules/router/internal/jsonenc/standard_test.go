package jsonenc_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/trefoil-go/trefoil/modules/router/internal/jsonenc"
)

// outcome is what an encoder made of a value, comparable.
type outcome struct {
	text string
	err  string // with the type of the error, and the Go type that it names
}

// standard is what encoding/json writes of v with empty slices and maps in place
// of nil ones.
func standard(v any) outcome {
	var buffer bytes.Buffer
	enc := json.NewEncoder(&buffer)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(withoutNil(v)); err != nil {
		return outcome{err: describe(err)}
	}
	return outcome{text: string(bytes.TrimSuffix(buffer.Bytes(), []byte("\n")))}
}

// ours appends behind a prefix, which has to stay, with little room for more.
func ours(e *jsonenc.Encoder, v any) outcome {
	const prefix = "prefix:"
	dst, err := e.Append(append(make([]byte, 0, 16), prefix...), v)
	text, ok := bytes.CutPrefix(dst, []byte(prefix))
	switch {
	case !ok:
		return outcome{err: fmt.Sprintf("the prefix became %q", dst)}
	case err != nil && len(text) > 0:
		return outcome{err: fmt.Sprintf("%v left %q behind", err, text)}
	case err != nil:
		return outcome{err: describe(err)}
	}
	return outcome{text: string(text)}
}

func describe(err error) string {
	text := fmt.Sprintf("%T: %v", err, err)
	if e, ok := errors.AsType[*json.MarshalerError](err); ok {
		return fmt.Sprintf("%s, in %v by %T", text, e.Type, e.Err)
	}
	if e, ok := errors.AsType[*json.UnsupportedTypeError](err); ok {
		return fmt.Sprintf("%s, in %v", text, e.Type)
	}
	if e, ok := errors.AsType[*json.UnsupportedValueError](err); ok {
		return fmt.Sprintf("%s, in %v", text, e.Value.Type())
	}
	return text
}

// placed returns v at all the places where a value can be: with and without an
// address, inside of every kind of container, behind an interface.
func placed(v any) map[string]any {
	t := reflect.TypeOf(v)
	value := reflect.ValueOf(v)
	pointer := reflect.New(t)
	pointer.Elem().Set(value)
	pointerToPointer := reflect.New(pointer.Type())
	pointerToPointer.Elem().Set(pointer)
	places := map[string]any{
		"a pointer":            pointer.Interface(),
		"a pointer to pointer": pointerToPointer.Interface(),
		"a slice":              filled(reflect.MakeSlice(reflect.SliceOf(t), 2, 2), value).Interface(),
		"a slice of pointers":  filled(reflect.MakeSlice(reflect.SliceOf(pointer.Type()), 2, 2), pointer).Interface(),
		"an array":             filled(reflect.New(reflect.ArrayOf(2, t)).Elem(), value).Interface(),
		"an interface":         []any{v, pointer.Interface()},
		"a map":                map[string]any{"k": v},
	}
	typed := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[int](), t))
	typed.SetMapIndex(reflect.ValueOf(-7), value)
	places["a map of its type"] = typed.Interface()
	for _, tag := range []string{"f", "f,omitempty", "f,omitzero", "f,omitempty,omitzero", "f,string"} {
		object := reflect.New(reflect.StructOf([]reflect.StructField{
			{Name: "Before", Type: reflect.TypeFor[string]()},
			{Name: "Field", Type: t, Tag: reflect.StructTag(`json:"` + tag + `"`)},
			{Name: "Pointer", Type: pointer.Type(), Tag: reflect.StructTag(`json:"p` + tag + `"`)},
			{Name: "After", Type: reflect.TypeFor[int]()},
		}))
		object.Elem().Field(1).Set(value)
		places["a struct with an address, "+tag] = object.Interface()
		object.Elem().Field(2).Set(pointer)
		places["a struct without address, "+tag] = object.Elem().Interface()
	}
	return places
}

func filled(list, element reflect.Value) reflect.Value {
	for i := range list.Len() {
		list.Index(i).Set(element)
	}
	return list
}
