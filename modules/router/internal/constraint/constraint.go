// Package constraint reads what struct tags demand of a value, in the words of
// JSON Schema (2020-12), and checks it.
//
//	set, mistakes := constraint.Parse(field) // Name string `minLength:"2" pattern:"^[a-z]+$"`
//	faults = set.Check(faults, value)
//	set.Describe(schema, constraint.Written)
//
// The tags minimum, maximum, exclusiveMinimum, exclusiveMaximum and multipleOf
// are for numbers, minLength, maxLength, pattern and format for strings,
// minItems, maxItems and uniqueItems for lists, enum for strings, numbers and
// booleans. The short min and max are the value of a number, the length of a
// string in code points, the number of items of a list or of members of a map.
// With "items." in front they are for the items of a list or map:
// `items.pattern:"^[a-z]+$"`.
//
// The tags required ("true" or "false") and default are for who reads the
// value, doc and example for the description.
package constraint

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// Set is what the tags of one field demand. The zero value demands nothing. A
// Set does not change and is safe for concurrent use.
type Set struct {
	// Required and Optional are the tag required; without it both are false.
	Required, Optional bool
	// Items is for each item of a list or map, nil when there are no such tags.
	Items *Set

	rules    []rule
	solid    bool // a list or map that is null breaks a rule
	fallback func(v reflect.Value)
	describe []func(*apidoc.Schema, Form)
}

// rule is one demand on a value that is no pointer.
type rule struct {
	holds func(v reflect.Value) bool
	fault problem.FieldError // without its place
}

// Parse reads the tags of a field. Pointers are looked through: a constraint on
// a *T is one on its T. The second result says which tags cannot be, because
// they do not fit the type, cannot be read or are misspelt; each names the field.
func Parse(sf reflect.StructField) (Set, []string) {
	var own, ofItems []string // keys of the tag, of which most fields have few
	keys := tagKeys(string(sf.Tag))
	for _, key := range keys {
		if keyword, ok := strings.CutPrefix(key, forItems); ok {
			ofItems = append(ofItems, keyword)
		} else {
			own = append(own, key)
		}
	}
	set, mistakes := parse(sf.Type, own, sf.Tag.Lookup)
	items, more := parse(itemType(sf.Type), ofItems, func(keyword string) (string, bool) { return sf.Tag.Lookup(forItems + keyword) })
	if !items.Empty() {
		set.Items = &items
		if t := itemType(sf.Type); t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			items.solid = len(items.Check(nil, reflect.Zero(t))) > 0
		}
	}
	if items.Required || items.Optional || items.HasDefault() {
		more = append(more, "required and default are for members, not for items")
	}
	for _, m := range more {
		mistakes = append(mistakes, forItems+m)
	}
	mistakes = append(mistakes, misspelt(keys)...)
	for i, m := range mistakes {
		mistakes[i] = fmt.Sprintf("field %s: %s", sf.Name, m)
	}
	return set, mistakes
}

// forItems is in front of the keywords for the items of a list or map.
const forItems = "items."

// itemType is the type of the items of a list or map, nil for other types.
func itemType(t reflect.Type) reflect.Type {
	t = pointee(t)
	if k := kindOf(t); k == list || k == object {
		return t.Elem()
	}
	return nil
}

// parse reads the keywords that are among the keys of a tag.
func parse(t reflect.Type, keys []string, lookup func(keyword string) (string, bool)) (Set, []string) {
	p := parser{t: pointee(t)}
	var mistakes []string
	for _, k := range keywords {
		if !slices.Contains(keys, k.name) {
			continue
		}
		text, ok := lookup(k.name)
		if !ok {
			continue
		}
		if err := k.read(&p, text); err != nil {
			mistakes = append(mistakes, fmt.Sprintf("%s:%q: %v", k.name, text, err))
		}
	}
	if len(mistakes) > 0 {
		return Set{}, mistakes
	}
	if p.standIn.IsValid() {
		for _, m := range p.set.Check(nil, p.standIn) {
			mistakes = append(mistakes, "the default is "+m.Detail)
		}
	}
	return p.set, mistakes
}

// Empty says whether the field has none of the tags.
func (s *Set) Empty() bool {
	return len(s.rules) == 0 && len(s.describe) == 0 && s.fallback == nil && !s.Required && !s.Optional && s.Items == nil
}

// Check appends to faults what is wrong with v, which is of the type of the
// field. They say the rule that is broken, not where, and are shared: nobody
// writes to them. It looks through pointers; a nil pointer is not checked. It does not
// look at the items of a list or map. It allocates nothing when nothing is wrong, except for
// uniqueItems on more than 16 items.
func (s *Set) Check(faults []*problem.FieldError, v reflect.Value) []*problem.FieldError {
	if len(s.rules) == 0 {
		return faults
	}
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return faults
		}
		v = v.Elem()
	}
	for i := range s.rules {
		if !s.rules[i].holds(v) {
			faults = append(faults, &s.rules[i].fault)
		}
	}
	return faults
}

// CheckAll is Check, followed by what is wrong with the items of a list.
func (s *Set) CheckAll(faults []*problem.FieldError, v reflect.Value) []*problem.FieldError {
	faults = s.Check(faults, v)
	if s.Items == nil || v.Kind() != reflect.Slice {
		return faults
	}
	for i := range v.Len() {
		for _, f := range s.Items.Check(nil, v.Index(i)) {
			of := *f
			of.Item, of.Detail = i+1, fmt.Sprintf("item %d: %s", i+1, f.Detail)
			faults = append(faults, &of)
		}
	}
	return faults
}

// HasDefault says whether there is a default.
func (s *Set) HasDefault() bool { return s.fallback != nil }

// SetDefault sets v, which is of the type of the field, to the default. It does
// nothing when there is none.
func (s *Set) SetDefault(v reflect.Value) {
	if s.fallback == nil {
		return
	}
	for v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	s.fallback(v)
}

// Describe writes the keywords into a schema of the value in a form.
func (s *Set) Describe(schema *apidoc.Schema, form Form) {
	if len(s.describe) > 0 {
		schema.Always = nil // with keywords beside it, "true" is the empty schema
	}
	for _, write := range s.describe {
		write(schema, form)
	}
	inside := cmp.Or(schema.Items, schema.AdditionalProperties)
	if s.Items == nil || inside == nil {
		return
	}
	s.Items.Describe(inside, form)
	if s.Items.solid {
		inside.Types = slices.DeleteFunc(inside.Types, func(t string) bool { return t == "null" })
	}
}
