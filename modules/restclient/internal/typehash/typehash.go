// Package typehash reports whether values of a Go type are written as they were
// when some were saved: by a fingerprint of all that decides about their JSON.
//
//	saved := typehash.Of(reflect.TypeFor[Todo]())
package typehash

import (
	"cmp"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	stdjson "encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Of returns the fingerprint of types. It is the same in each run and on each
// machine, and changes with the names, the JSON tags and the types of fields, at
// whatever depth; not with their order, and not with those that are not written.
//
// What a type that writes itself does cannot be seen: such a type counts by its
// name.
func Of(types ...reflect.Type) string {
	w := writer{seen: map[reflect.Type]int{}}
	for _, t := range types {
		w.write(t)
		w.WriteString("\n")
	}
	sum := sha256.Sum256([]byte(w.String()))
	return hex.EncodeToString(sum[:16])
}

// writer describes types in words. A type that it has described already is a
// number, so that types may hold themselves.
type writer struct {
	strings.Builder
	seen map[reflect.Type]int
}

func (w *writer) write(t reflect.Type) {
	if n, ok := w.seen[t]; ok {
		fmt.Fprintf(w, "#%d", n)
		return
	}
	if t.Name() != "" {
		w.seen[t] = len(w.seen)
	}
	switch {
	case writesItself(t):
		fmt.Fprintf(w, "itself %s.%s", t.PkgPath(), t.Name())
		return
	case t.Kind() == reflect.Struct:
		w.structure(t)
		return
	}
	w.WriteString(t.Kind().String())
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		w.elements(t)
	case reflect.Array:
		fmt.Fprintf(w, "[%d]", t.Len())
		w.elements(t)
	case reflect.Map:
		w.WriteString(" of ")
		w.write(t.Key())
		w.elements(t)
	}
}

func (w *writer) elements(t reflect.Type) {
	w.WriteString(" of ")
	w.write(t.Elem())
}

func (w *writer) structure(t reflect.Type) {
	var fields []reflect.StructField
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("json") != "-" && (f.IsExported() || f.Anonymous) {
			fields = append(fields, f)
		}
	}
	slices.SortFunc(fields, func(a, b reflect.StructField) int { return cmp.Compare(a.Name, b.Name) })
	w.WriteString("struct{")
	for _, f := range fields {
		fmt.Fprintf(w, "%s %q %q %t ", f.Name, f.Tag.Get("json"), f.Tag.Get("format"), f.Anonymous)
		w.write(f.Type)
		w.WriteString(";")
	}
	w.WriteString("}")
}

// ownJSON are the interfaces of types that make their JSON, or read it.
var ownJSON = []reflect.Type{
	reflect.TypeFor[stdjson.Marshaler](), reflect.TypeFor[json.MarshalerTo](),
	reflect.TypeFor[encoding.TextMarshaler](), reflect.TypeFor[encoding.TextAppender](),
	reflect.TypeFor[stdjson.Unmarshaler](), reflect.TypeFor[json.UnmarshalerFrom](),
	reflect.TypeFor[encoding.TextUnmarshaler](),
}

// writesItself reports whether a type has methods that make its JSON, or read it.
func writesItself(t reflect.Type) bool {
	if t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface {
		t = reflect.PointerTo(t)
	}
	return slices.ContainsFunc(ownJSON, t.Implements)
}
