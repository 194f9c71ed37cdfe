package strictjson

import (
	"reflect"
	"slices"
	"strings"
)

// Field is one member of the JSON object of a struct.
type Field struct {
	Name      string
	Index     []int // for reflect.Value.FieldByIndex
	Type      reflect.Type
	Tag       reflect.StructTag
	Tagged    bool // the name comes from a tag
	OmitEmpty bool // omitempty or omitzero
	Quoted    bool // the ",string" option
}

// Fields returns the members of a struct in the order in which encoding/json
// writes them, promoted ones included: of several with one name the least
// nested one counts, then the only tagged one, else none.
func Fields(t reflect.Type) []Field {
	var all []Field
	collect(t, nil, map[reflect.Type]bool{}, &all)
	byName := map[string][]Field{}
	for _, f := range all {
		byName[f.Name] = append(byName[f.Name], f)
	}
	kept := all[:0]
	for _, f := range all {
		if d, ok := dominant(byName[f.Name]); ok && slices.Equal(d.Index, f.Index) {
			kept = append(kept, f)
		}
	}
	return kept
}

func collect(t reflect.Type, index []int, above map[reflect.Type]bool, all *[]Field) {
	if above[t] {
		return
	}
	above[t] = true
	defer delete(above, t)
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		if tag == "-" {
			continue
		}
		at := append(slices.Clone(index), i)
		name, options, _ := strings.Cut(tag, ",")
		if inner, ok := embedded(sf, name); ok {
			collect(inner, at, above, all)
			continue
		}
		if sf.IsExported() {
			*all = append(*all, field(sf, at, name, options))
		}
	}
}

func embedded(sf reflect.StructField, name string) (reflect.Type, bool) {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t, sf.Anonymous && name == "" && t.Kind() == reflect.Struct
}

func field(sf reflect.StructField, index []int, name, options string) Field {
	f := Field{Name: name, Index: index, Type: sf.Type, Tag: sf.Tag, Tagged: name != ""}
	if name == "" {
		f.Name = sf.Name
	}
	for o := range strings.SplitSeq(options, ",") {
		f.OmitEmpty = f.OmitEmpty || o == "omitempty" || o == "omitzero"
		f.Quoted = f.Quoted || o == "string"
	}
	return f
}

func dominant(same []Field) (Field, bool) {
	best := same[:0:0]
	for _, f := range same {
		switch {
		case len(best) == 0 || len(f.Index) < len(best[0].Index):
			best = append(best[:0], f)
		case len(f.Index) == len(best[0].Index):
			best = append(best, f)
		}
	}
	if len(best) == 1 {
		return best[0], true
	}
	tagged := slices.DeleteFunc(best, func(f Field) bool { return !f.Tagged })
	if len(tagged) != 1 {
		return Field{}, false
	}
	return tagged[0], true
}
