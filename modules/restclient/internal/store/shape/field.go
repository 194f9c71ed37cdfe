package shape

import (
	"cmp"
	"fmt"
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

	quoted  string // the name as JSON is likely to spell it; empty with Rest
	isNamed bool   // by a tag
	anyCase bool   // takes the member in any case, and with or without - and _
}

// In returns the field of an entity, which can be addressed: a zero value where a pointer
// to the struct around it is nil.
func (f *Field) In(v reflect.Value) reflect.Value {
	if len(f.Index) == 1 {
		return v.Field(f.Index[0])
	}
	return at(v, f.Index)
}

// at returns what is at an index of a struct, a zero value behind a pointer that is nil.
func at(v reflect.Value, index []int) reflect.Value {
	field, err := v.FieldByIndexErr(index)
	if err != nil {
		return reflect.New(v.Type().FieldByIndex(index).Type).Elem()
	}
	return field
}

// own returns what is at an index of a struct, to be set. What pointers on the way point
// to is copied, since others may have it, too.
func own(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			copied := reflect.New(v.Type().Elem())
			if !v.IsNil() {
				copied.Elem().Set(v.Elem())
			}
			v.Set(copied)
			v = copied.Elem()
		}
		v = v.Field(i)
	}
	return v
}

// Member is a member of a field that is a struct, at whatever depth.
type Member struct {
	Field int
	Index []int    // of the entity
	Names []string // in JSON, from the entity to it
}

// String is the way to the member.
func (m Member) String() string { return strings.Join(m.Names, ".") }

// In returns the member of an entity, as that of a Field.
func (m Member) In(v reflect.Value) reflect.Value { return at(v, m.Index) }

// Copy gives one entity the member of another.
func (m Member) Copy(to, from reflect.Value) { own(to, m.Index).Set(m.In(from)) }

// fieldsOf returns the fields of t, a struct. Of several with one name, that one has it which
// is alone at the least depth, or alone there with a tag, as in package encoding/json.
func fieldsOf(t reflect.Type) (fields []Field) {
	all := flattened(t)
	for i, f := range all {
		isHidden := false
		for j := range all {
			isHidden = isHidden || i != j && all[j].hides(&f)
		}
		if !isHidden {
			fields = append(fields, f)
		}
	}
	return fields
}

func (f *Field) hides(other *Field) bool {
	if f.Rest != other.Rest || !f.Rest && f.Name != other.Name {
		return false
	}
	depth, least := len(f.Index), len(other.Index)
	return depth < least || depth == least && (f.isNamed || !other.isNamed)
}

// flattened returns the fields of t, and those of the structs that are embedded in it. Within
// are the types around it.
func flattened(t reflect.Type, within ...reflect.Type) (fields []Field) {
	for i := range t.NumField() {
		sf := t.Field(i)
		name, options := JSONName(sf)
		switch {
		case sf.Tag.Get("json") == "-" || !sf.IsExported() && !sf.Anonymous:
		case Embeds(sf):
			of := StructIn(sf.Type)
			if of == t || slices.Contains(within, of) {
				continue
			}
			for _, f := range flattened(of, append(within, t)...) {
				f.Index = append([]int{i}, f.Index...)
				fields = append(fields, f)
			}
		case !sf.IsExported():
		case has(options, "embed"):
			fields = append(fields, Field{Name: sf.Name, Index: []int{i}, Rest: true})
		default:
			f := Field{Name: cmp.Or(name, sf.Name), Index: []int{i}, isNamed: name != "", anyCase: has(options, "case:ignore")}
			f.quoted = quoted(f.Name)
			fields = append(fields, f)
		}
	}
	return fields
}

// Embeds reports whether the members of a field, which is a struct or a pointer to one, are
// those of the struct around it.
func Embeds(sf reflect.StructField) bool {
	of := StructIn(sf.Type)
	name, options := JSONName(sf)
	isEmbedded := sf.Anonymous && name == "" || has(options, "embed")
	isReachable := sf.IsExported() || of == sf.Type // else the pointer cannot be set
	return isEmbedded && isReachable && of != nil && !DecodesItself(of)
}

// StructIn returns the struct that t is or points to, nil for other types.
func StructIn(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return t
}

// Check reports fields that are meant to take several members, and take none: their tags
// have an option that was renamed before JSON was settled.
func Check(t reflect.Type) error {
	if t.Kind() != reflect.Struct || DecodesItself(t) {
		return nil
	}
	for i := range t.NumField() {
		sf := t.Field(i)
		name, options := JSONName(sf)
		for _, old := range []string{"inline", "unknown"} {
			if sf.IsExported() && name == "" && !Embeds(sf) && has(options, old) {
				return fmt.Errorf("%s.%s has the option %q in its json tag, which does nothing: write `json:\",embed\"`", t, sf.Name, old)
			}
		}
	}
	return nil
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

func has(options, wanted string) bool {
	for option := range strings.SplitSeq(options, ",") {
		if option == wanted {
			return true
		}
	}
	return false
}
