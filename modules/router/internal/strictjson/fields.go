package strictjson

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
)

// Field is one member of the JSON object of a struct.
type Field struct {
	Name      string
	Index     []int // for reflect.Value.FieldByIndex
	Type      reflect.Type
	Tag       reflect.StructTag
	Tagged    bool // the name comes from a tag
	OmitEmpty bool // omitempty or omitzero
	Pointed   bool // in an embedded pointer: without it a value has no such member
	Quoted    bool // the ",string" option, where it has a meaning
	WriteOnly bool // an embedded struct with a name of its own that is not exported: nothing can set it
}

// Member is a Field with what its tags say about values.
type Member struct {
	Field

	Constraints constraint.Set
	Mistakes    []string // of the tags
}

// Members returns the fields of a struct with what their tags say.
func Members(t reflect.Type) []Member {
	var all []Member
	for _, f := range Fields(t) {
		m := Member{Field: f}
		sf := t.FieldByIndex(f.Index)
		m.Constraints, m.Mistakes = Constraints(sf)
		if f.Quoted && !decodesItself(pointee(f.Type)) {
			m.Mistakes = append(m.Mistakes, unquotable(sf, m.Constraints)...)
		}
		for i, mistake := range m.Mistakes {
			m.Mistakes[i] = nameOf(t) + ": " + mistake
		}
		all = append(all, m)
	}
	return all
}

// Required says whether a value that is read must have the member: not when it
// is a pointer, Optional, has a default or one of the options omitempty and
// omitzero. The tag required decides over all that.
func (m Member) Required() bool {
	if m.Constraints.Required || m.Constraints.Optional {
		return m.Constraints.Required
	}
	_, optional := OptionalType(m.Type)
	return !optional && !m.OmitEmpty && m.Type.Kind() != reflect.Pointer && !m.Constraints.HasDefault()
}

// Optional is a type that tells an absent value from null and from a value. It
// is recognised by its methods, on its pointer.
type Optional interface {
	// Slot makes it null and returns nil, or makes it present and returns the
	// pointer to the value to be filled.
	Slot(null bool) any
	IsNull() bool
	IsSet() bool
}

// OptionalType returns the type of the value that an Optional holds.
func OptionalType(t reflect.Type) (reflect.Type, bool) {
	if t.Kind() != reflect.Struct || !reflect.PointerTo(t).Implements(reflect.TypeFor[Optional]()) {
		return nil, false
	}
	return reflect.TypeOf(reflect.New(t).Interface().(Optional).Slot(false)).Elem(), true
}

// Fields returns the members of a struct in the order in which encoding/json
// writes them, promoted ones included: of several with one name the least
// nested one counts, then the only tagged one, else none.
func Fields(t reflect.Type) []Field {
	all := collect(t)
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
	// Of all structs sorted with package slices, every type has 20 kB of its own in a program.
	sort.Slice(kept, func(i, j int) bool { return slices.Compare(kept[i].Index, kept[j].Index) < 0 })
	return kept
}

// promoter is a struct whose fields are promoted, and where it is embedded.
type promoter struct {
	typ     reflect.Type
	index   []int
	pointed bool // in a pointer
}

// collect finds the fields level by level, as encoding/json does: it looks at a
// struct on the first level that embeds it, and once for all places there, which
// hides its fields but not those that it embeds itself.
func collect(t reflect.Type) []Field {
	var all []Field
	var times map[reflect.Type]int // how often the level above embeds a struct
	seen := map[reflect.Type]bool{t: true}
	for level := []promoter{{typ: t}}; len(level) > 0; {
		var next []promoter
		again := map[reflect.Type]int{}
		for _, p := range level {
			own, inner := p.fields()
			all = append(all, own...)
			if times[p.typ] > 1 {
				all = append(all, own...) // a name that is there twice is none
			}
			for _, in := range inner {
				if again[in.typ]++; again[in.typ] == 1 && !seen[in.typ] {
					next = append(next, in)
				}
			}
		}
		for _, p := range next {
			seen[p.typ] = true
		}
		level, times = next, again
	}
	return all
}

// fields are those of the struct itself, and the structs that it embeds.
func (p promoter) fields() (own []Field, inner []promoter) {
	for i := range p.typ.NumField() {
		sf := p.typ.Field(i)
		tag := sf.Tag.Get("json")
		if tag == "-" {
			continue
		}
		at := append(slices.Clone(p.index), i)
		name, options, _ := strings.Cut(tag, ",")
		if !validName(name) {
			name = ""
		}
		structure, embedded := embeds(sf)
		switch {
		case embedded && name == "":
			inner = append(inner, promoter{structure, at, p.pointed || sf.Type.Kind() == reflect.Pointer})
		case embedded || sf.IsExported():
			f := field(sf, at, name, options)
			f.Pointed = p.pointed
			own = append(own, f)
		}
	}
	return own, inner
}

// embeds returns the struct that a field embeds, by value or by pointer.
func embeds(sf reflect.StructField) (reflect.Type, bool) {
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t, sf.Anonymous && t.Kind() == reflect.Struct
}

func field(sf reflect.StructField, index []int, name, options string) Field {
	f := Field{Name: name, Index: index, Type: sf.Type, Tag: sf.Tag, Tagged: name != "", WriteOnly: !sf.IsExported()}
	if name == "" {
		f.Name = sf.Name
	}
	for o := range strings.SplitSeq(options, ",") {
		f.OmitEmpty = f.OmitEmpty || o == "omitempty" || o == "omitzero"
		f.Quoted = f.Quoted || o == "string" && quotable(sf.Type)
	}
	return f
}

// unquotable are the constraints that no description has for a value in quotes: those of a
// string are about its text.
func unquotable(sf reflect.StructField, c constraint.Set) []string {
	var inside apidoc.Schema
	c.Describe(&inside, constraint.Read)
	bounded := inside.Minimum+inside.Maximum+inside.ExclusiveMinimum+inside.ExclusiveMaximum != ""
	said := map[string]bool{
		"a bound":    bounded && (pointee(sf.Type).Kind() == reflect.Float32 || pointee(sf.Type).Kind() == reflect.Float64),
		"multipleOf": inside.MultipleOf != "", "a length": inside.MinLength != nil || inside.MaxLength != nil,
		"pattern": inside.Pattern != "", "format": inside.Format != "",
	}
	var mistakes []string
	for _, keyword := range slices.Sorted(maps.Keys(said)) {
		if said[keyword] {
			mistakes = append(mistakes, fmt.Sprintf(`field %s: no description has %s for what the option ",string" puts in quotes: leave out one of both, or check it in Validate`, sf.Name, keyword))
		}
	}
	return mistakes
}

// Constraints reads the constraints of a field; those of an Optional are for
// the value it holds.
func Constraints(sf reflect.StructField) (constraint.Set, []string) {
	held, optional := OptionalType(sf.Type)
	if !optional {
		return constraint.Parse(sf)
	}
	sf.Type = held
	set, mistakes := constraint.Parse(sf)
	if set.HasDefault() {
		mistakes = append(mistakes, "field "+sf.Name+": a default fills what the type is there to leave absent")
	}
	return set, mistakes
}

// quotable says whether encoding/json heeds the option ",string".
func quotable(t reflect.Type) bool {
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		t = t.Elem()
	}
	k := t.Kind()
	return k == reflect.String || k >= reflect.Bool && k <= reflect.Float64
}

// validName says whether encoding/json takes the name of a tag.
func validName(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return name != ""
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
