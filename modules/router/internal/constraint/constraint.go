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
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Parse reads the tags of a field. Pointers are looked through: a constraint on
// a *T is one on its T. The second result says which tags cannot be, because
// they do not fit the type, cannot be read, are misspelt or leave no value; each names the
// field.
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
	mistakes = append(mistakes, misspelt(sf.Tag, keys)...)
	for i, m := range mistakes {
		mistakes[i] = fmt.Sprintf("field %s: %s", sf.Name, m)
	}
	return set, mistakes
}

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
	if mistakes = append(mistakes, p.crossed()...); len(mistakes) > 0 {
		return Set{}, mistakes
	}
	if p.standIn.IsValid() {
		for _, m := range p.set.Check(nil, p.standIn) {
			mistakes = append(mistakes, "the default is "+m.Detail)
		}
	}
	return p.set, mistakes
}
