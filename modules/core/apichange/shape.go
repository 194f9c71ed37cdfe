package apichange

import (
	"maps"
	"slices"
	"strings"
)

// schema is what a value must fit: all of its parts.
type schema []node

// key identifies a schema in its document, empty for one that says nothing.
func (s schema) key() string {
	var at []string
	for _, part := range s {
		if part.value != nil {
			at = append(at, part.at)
		}
	}
	slices.Sort(at)
	return strings.Join(slices.Compact(at), " ")
}

// direct is what a schema refers to that says nothing else, so that a change of
// it is one change wherever it is referred to.
func (s schema) direct() schema {
	if len(s) != 1 || !s[0].has("$ref") {
		return s
	}
	for name := range s[0].object() {
		if name != "$ref" && !slices.Contains(annotations, name) {
			return s
		}
	}
	return schema{s[0].resolve()}
}

// annotations are keywords that say nothing about what fits.
var annotations = []string{"title", "summary", "description", "default", "example", "examples", "deprecated"}

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

func (s schema) shape() *shape {
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
	if part.truth("nullable") { // OpenAPI 3.0
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

// marked says whether one of the parts of a schema, or what it refers to, holds
// a keyword that is true.
func (s schema) marked(keyword string) bool {
	return slices.ContainsFunc(s, func(part node) bool { return part.truth(keyword) || part.resolve().truth(keyword) })
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
