package apichange

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
)

// shape is a schema with its references and allOf laid together: types and
// values that all parts allow, members of any part. Of two parts with the same
// other keyword the first counts.
type shape struct {
	at           string   // of the first part
	types        []string // nil for any
	null         bool     // null is allowed beside the types or alternatives
	values       map[string]bool
	properties   map[string]schema
	required     map[string]bool
	alternatives []node
	keywords     map[string]node
}

// newShape lays the parts of a schema together.
func newShape(s schema) *shape {
	f := &shape{properties: map[string]schema{}, required: map[string]bool{}, keywords: map[string]node{}}
	visited := map[string]bool{}
	for queue := slices.Clone(s); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if part.value == nil || visited[part.at] {
			continue
		}
		visited[part.at] = true
		if f.at == "" {
			f.at = part.at
		}
		queue = append(queue, f.add(part)...)
	}
	if f.null && f.types != nil && !slices.Contains(f.types, "null") {
		f.types = append(slices.Clone(f.types), "null")
	}
	return f
}

// add lays a part over the shape and returns the parts that belong to it.
func (f *shape) add(part node) []node {
	if part.value == false {
		f.keywords["not"] = node{part.doc, part.at, map[string]any{}}
	}
	for name, value := range part.object() {
		if _, known := f.keywords[name]; !known && value != nil {
			f.keywords[name] = part.member(name)
		}
	}
	f.addTypes(part)
	f.addValues(part)
	for _, name := range part.member("properties").names() {
		f.properties[name] = append(f.properties[name], part.member("properties").member(name))
	}
	for _, name := range part.member("required").items() {
		if text, ok := name.value.(string); ok {
			f.required[text] = true
		}
	}
	more := part.member("allOf").items()
	if target := part.doc.target(part.text("$ref")); part.has("$ref") && target.value != nil {
		delete(f.keywords, "$ref")
		more = append(more, target)
	}
	return append(more, f.addAlternatives(part)...)
}

func (f *shape) addTypes(part node) {
	var types []string
	if one := part.text("type"); one != "" {
		types = []string{one}
	}
	for _, item := range part.member("type").items() {
		if text, ok := item.value.(string); ok {
			types = append(types, text)
		}
	}
	if part.truth("nullable") || part.truth("x-nullable") { // OpenAPI 3.0, and what is common in 2.0
		f.null = true
	}
	switch {
	case types == nil:
	case f.types == nil:
		f.types = types
	default:
		f.types = both(f.types, types)
	}
}

func (f *shape) addValues(part node) {
	values := map[string]bool{}
	for _, item := range part.member("enum").items() {
		values[canonical(item.value)] = true
	}
	if value, ok := part.object()["const"]; ok {
		values[canonical(value)] = true
	}
	switch {
	case len(values) == 0:
	case f.values == nil:
		f.values = values
	default:
		maps.DeleteFunc(f.values, func(value string, _ bool) bool { return !values[value] })
	}
}

// addAlternatives takes null out of the alternatives, and returns the one that
// is left when there are no others.
func (f *shape) addAlternatives(part node) []node {
	var others []node
	for _, alternative := range append(part.member("anyOf").items(), part.member("oneOf").items()...) {
		if alternative.text("type") == "null" {
			f.null = true
			continue
		}
		others = append(others, alternative)
	}
	if len(others) == 1 {
		return others
	}
	f.alternatives = append(f.alternatives, others...)
	return nil
}

// isSingle reports whether a value is neither a list nor an object.
func (f *shape) isSingle() bool {
	return f.types != nil && !slices.Contains(f.types, "array") && !slices.Contains(f.types, "object")
}

// allowsNull is only about shapes with alternatives and those beside them.
func (f *shape) allowsNull() bool { return f.null || slices.Contains(f.types, "null") }

// names are the members that a shape says something about.
func (f *shape) names() map[string]bool {
	all := map[string]bool{}
	for name := range f.properties {
		all[name] = true
	}
	for name := range f.required {
		all[name] = true
	}
	return all
}

// holds reports whether an object of the schema has a member in one direction.
func (f *shape) holds(name string, d direction) bool {
	p, described := f.properties[name]
	elsewhere := "readOnly"
	if d == fromServer {
		elsewhere = "writeOnly"
	}
	return (described || f.required[name]) && !p.marked(elsewhere)
}

// holdsOthers reports whether a shape has members or alternatives.
func (f *shape) holdsOthers() bool {
	return len(f.properties)+len(f.required)+len(f.alternatives) > 0 || f.keywords["additionalProperties"].object() != nil
}

func (f *shape) text(keyword string) string {
	text, _ := f.keywords[keyword].value.(string)
	return text
}

// bound reads a limit. In OpenAPI 3.0 the keyword that excludes the bound is a
// boolean beside it, in 3.1 it is a bound of its own. Lengths and counts are
// at least 0 without being said.
func (f *shape) bound(l limit) bound {
	b := f.number(l.keyword)
	if b.value == nil && l.usual > 0 {
		return bound{value: big.NewRat(l.usual, 1)}
	}
	if l.exclusive == "" {
		if l.usual == 0 && b.value != nil && b.value.Sign() == 0 && !l.upper {
			return bound{}
		}
		return b
	}
	if f.keywords[l.exclusive].value == true {
		b.excluded = true
		return b
	}
	other := f.number(l.exclusive)
	other.excluded = true
	if b.value == nil || other.value != nil && b.tighter(other, l.upper) > 0 {
		return other
	}
	return b
}

func (f *shape) number(keyword string) bound {
	n, _ := f.keywords[keyword].value.(json.Number)
	r, ok := rational(n)
	if !ok {
		return bound{}
	}
	return bound{value: r, text: n.String()}
}

// both are the types that two lists allow, not nil. Of a number and an integer
// the integer is left.
func both(a, b []string) []string {
	common := []string{}
	for _, t := range append(slices.Clone(a), b...) {
		if covers(a, []string{t}) && covers(b, []string{t}) && !slices.Contains(common, t) {
			common = append(common, t)
		}
	}
	return common
}

// covers reports whether every value of some types has one of the wanted types.
// Nil stands for any type; an integer is a number.
func covers(wanted, types []string) bool {
	if wanted == nil {
		return true
	}
	return types != nil && !slices.ContainsFunc(types, func(t string) bool {
		return !slices.Contains(wanted, t) && (t != "integer" || !slices.Contains(wanted, "number"))
	})
}

func sortedKeys[V any](maps ...map[string]V) []string {
	var keys []string
	for _, m := range maps {
		for key := range m {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
