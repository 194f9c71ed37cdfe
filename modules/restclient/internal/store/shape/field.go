package shape

import (
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Field is a field of a Shape.
type Field struct {
	Name  string
	Index []int
	Type  reflect.Type
	Rest  bool // takes the members no other field takes

	Compare Comparer

	quoted string // the name as JSON is likely to spell it; empty with Rest
}

// in returns the field of an entity.
func (f *Field) in(v reflect.Value) reflect.Value {
	if len(f.Index) == 1 {
		return v.Field(f.Index[0])
	}
	return v.FieldByIndex(f.Index)
}

// Member is a member of a field that is a struct, at whatever depth.
type Member struct {
	Field int
	Index []int    // of the entity
	Names []string // in JSON, from the entity to it
}

// String is the way to the member.
func (m Member) String() string { return strings.Join(m.Names, ".") }

// In returns the member of an entity.
func (m Member) In(v reflect.Value) reflect.Value { return v.FieldByIndex(m.Index) }

// fieldsOf returns the fields of t, a struct that is at index.
func fieldsOf(t reflect.Type, index []int) (fields []Field) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(index), i)
		name, options := JSONName(sf)
		switch {
		case sf.Tag.Get("json") == "-" || !sf.IsExported() && !sf.Anonymous:
		case sf.Anonymous && name == "" && sf.Type.Kind() == reflect.Struct && !DecodesItself(sf.Type):
			fields = append(fields, fieldsOf(sf.Type, at)...)
		case !sf.IsExported():
		case takesRest(options):
			fields = append(fields, Field{Name: sf.Name, Index: at, Rest: true})
		case name != "":
			fields = append(fields, Field{Name: name, Index: at, quoted: quoted(name)})
		default:
			fields = append(fields, Field{Name: sf.Name, Index: at, quoted: quoted(sf.Name)})
		}
	}
	return fields
}

// DecodesItself reports whether a type reads its JSON by a method.
func DecodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	// Constant names let the linker drop methods without a call.
	_, plain := p.MethodByName("UnmarshalJSON")
	_, from := p.MethodByName("UnmarshalJSONFrom")
	_, text := p.MethodByName("UnmarshalText")
	return plain || from || text
}

// quoted returns a name as a JSON string.
func quoted(name string) string {
	text, _ := jsontext.AppendQuote(nil, name) // fails for invalid UTF-8, which it replaces
	return string(text)
}

// JSONName returns the name and the options that the tag of a field gives.
func JSONName(sf reflect.StructField) (name, options string) {
	name, options, _ = strings.Cut(sf.Tag.Get("json"), ",")
	return strings.Trim(name, "'"), options
}

func takesRest(options string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if option == "inline" || option == "unknown" || option == "embed" {
			return true
		}
	}
	return false
}
