package apichange

import (
	"maps"
	"math/big"
	"slices"
	"strings"
)

// shape is a schema with its references and allOf laid together: types and
// values that all parts allow, members of any part. Of two parts with the same
// other keyword the first counts, but for bounds, patterns, items and other members.
type shape struct {
	at           string // of the first part
	parts        []node
	types        []string // nil for any
	null         bool     // null is allowed beside the types or alternatives
	never        bool     // nothing fits
	values       map[string]bool
	properties   map[string]schema
	required     map[string]bool
	alternatives []node
	apart        bool // the only alternative stays one, and is not laid into the whole
	keywords     map[string]node
}

// newShape lays the parts of a schema together.
func newShape(s schema) *shape { return lay(s, false) }

// newUnion lays the parts of a schema together whose only alternative, beside null, is to be
// held against several.
func newUnion(s schema) *shape { return lay(s, true) }

func lay(s schema, apart bool) *shape {
	f := &shape{apart: apart, properties: map[string]schema{}, required: map[string]bool{}, keywords: map[string]node{}}
	visited := map[string]bool{}
	orNull := map[string]bool{} // what stands in a part that may be null
	for queue := slices.Clone(s); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if part.value == nil || visited[part.at] {
			continue
		}
		visited[part.at] = true
		part = ofItems(part)
		if f.at == "" {
			f.at = part.at
		}
		f.parts = append(f.parts, part)
		null := orNull[part.at] || part.truth("nullable") || part.truth("x-nullable") // OpenAPI 3.0, and what is common in 2.0
		for _, inner := range f.add(part, null) {
			orNull[inner.at] = null
			queue = append(queue, inner)
		}
	}
	if f.text("format") == "byte" { // which OpenAPI 3.1 says as JSON Schema does
		delete(f.keywords, "format")
		f.keywords["contentEncoding"] = node{value: "base64"}
	}
	if _, coded := f.keywords["contentEncoding"]; !coded && f.text("contentMediaType") == "application/octet-stream" {
		delete(f.keywords, "contentMediaType")
		f.keywords["format"] = node{value: "binary"}
	}
	f.null = f.null || slices.Contains(f.types, "null")
	switch {
	case f.values != nil:
		if f.null {
			f.values["null"] = true // which is allowed all the same
		}
		if named := typesOf(f.values); f.types == nil || len(both(f.types, named)) > 0 {
			f.types = named // else no value fits, and the types are what is meant
		}
	case f.types == nil && len(f.properties) > 0:
		f.types = []string{"object"}
	}
	if f.null && f.types != nil && !slices.Contains(f.types, "null") {
		f.types = append(slices.Clone(f.types), "null")
	}
	return f
}

// ofItems is a part as it is meant: values of a list none of which is a list are those of
// its items, which no list would fit else.
func ofItems(part node) node {
	items := part.member("items")
	if part.text("type") != "array" || !part.has("enum") || !part.has("items") || items.has("enum") ||
		slices.ContainsFunc(part.member("enum").items(), func(v node) bool { _, isList := v.value.([]any); return isList || v.value == nil }) {
		return part
	}
	meant, of := maps.Clone(part.object()), maps.Clone(items.object())
	of["enum"], meant["items"] = meant["enum"], of
	delete(meant, "enum")
	return node{part.doc, part.at, meant}
}

// typesOf are the types of values in JSON.
func typesOf(values map[string]bool) []string {
	types := []string{}
	for _, value := range sortedKeys(values) {
		name := map[byte]string{'"': "string", 't': "boolean", 'f': "boolean", 'n': "null", '[': "array", '{': "object"}[value[0]]
		switch {
		case name == "" && strings.Contains(value, "."):
			name = "number"
		case name == "":
			name = "integer"
		}
		if !slices.Contains(types, name) {
			types = append(types, name)
		}
	}
	if slices.Contains(types, "number") {
		types = slices.DeleteFunc(types, func(name string) bool { return name == "integer" })
	}
	return types
}

// add lays a part over the shape, which may be null, and returns the parts that belong to it.
func (f *shape) add(part node, null bool) []node {
	f.never = f.never || part.value == false
	for name, value := range part.object() {
		if _, known := f.keywords[name]; !known && value != nil {
			f.keywords[name] = part.member(name)
		}
	}
	f.addTypes(part, null)
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

// addTypes adds the types of a part, null among them where it may be null.
func (f *shape) addTypes(part node, null bool) {
	var types []string
	if one := part.text("type"); one != "" {
		types = []string{one}
	}
	for _, item := range part.member("type").items() {
		if text, ok := item.value.(string); ok {
			types = append(types, text)
		}
	}
	if null && types != nil {
		types = append(types, "null")
	} else if null {
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

func (f *shape) addValues(part node) { f.keepValues(valuesOf(part)) }

// valuesOf are the values that a part names.
func valuesOf(part node) map[string]bool {
	values := map[string]bool{}
	if value, ok := part.object()["const"]; ok {
		values[canonical(value)] = true // an enum beside it adds none
		return values
	}
	for _, item := range part.member("enum").items() {
		values[canonical(item.value)] = true
	}
	return values
}

func (f *shape) keepValues(values map[string]bool) {
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
	all := append(part.member("anyOf").items(), part.member("oneOf").items()...)
	for _, alternative := range all {
		if alternative.text("type") == "null" {
			f.null = true
			continue
		}
		others = append(others, alternative)
	}
	if len(others) < len(all) && len(others) == 0 {
		f.addTypes(all[0], false)
	}
	if len(others) == 1 && !f.apart {
		return others
	}
	if values := onlyValues(others); values != nil && len(others) != 1 {
		f.keepValues(values)
		return nil
	}
	f.alternatives = append(f.alternatives, others...)
	return nil
}

// onlyValues are those of alternatives that name them all, such as values with titles of their
// own; nil when one does not.
func onlyValues(alternatives []node) map[string]bool {
	all := map[string]bool{}
	for _, alternative := range alternatives {
		const deepest = 8
		for range deepest {
			alternative = alternative.resolve()
			if alone := alternative.member("allOf").items(); len(alone) == 1 {
				alternative = alone[0]
			}
		}
		values := valuesOf(alternative)
		if len(values) == 0 {
			return nil
		}
		maps.Copy(all, values)
	}
	return all
}

// allValues are the values that are named, or those of types that have few.
func (f *shape) allValues() map[string]bool {
	if f.values != nil || len(f.types) == 0 {
		return f.values
	}
	all := map[string]bool{}
	for _, t := range f.types {
		switch t {
		case "null":
			all["null"] = true
		case "boolean":
			all["false"], all["true"] = true, true
		default:
			return nil
		}
	}
	return all
}

// isInteger reports whether the numbers of a schema are integers.
func (f *shape) isInteger() bool {
	return slices.Contains(f.types, "integer") && !slices.Contains(f.types, "number")
}

// isSingle reports whether a value is neither a list nor an object.
func (f *shape) isSingle() bool {
	return f.types != nil && !slices.Contains(f.types, "array") && !slices.Contains(f.types, "object")
}

// isAnyText reports whether a schema allows every text.
func (f *shape) isAnyText() bool {
	return slices.Equal(without(f.types, "null"), []string{"string"}) && f.isOnlyTyped()
}

// isAnything reports whether a schema allows every value.
func (f *shape) isAnything() bool { return f.types == nil && !f.never && f.isOnlyTyped() }

// isOnlyTyped reports whether a schema says nothing of a value but its types.
func (f *shape) isOnlyTyped() bool {
	if f.values != nil || len(f.alternatives) > 0 {
		return false
	}
	for keyword := range f.keywords {
		if keyword != "type" && keyword != "nullable" && !isAnnotation(keyword) {
			return false
		}
	}
	return true
}

// may reports whether a value may be of a type.
func (f *shape) may(name string) bool {
	return f.types == nil || slices.Contains(f.types, name) || name == "number" && slices.Contains(f.types, "integer")
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
	forbidden := slices.ContainsFunc(p, func(part node) bool { return part.value == false })
	return (described || f.required[name]) && !forbidden && !p.marked(elsewhere)
}

// holdsOthers reports whether a shape has members or alternatives.
func (f *shape) holdsOthers() bool {
	return len(f.properties)+len(f.required)+len(f.alternatives) > 0 || f.keywords["additionalProperties"].object() != nil
}

func (f *shape) text(keyword string) string {
	text, _ := f.keywords[keyword].value.(string)
	return text
}

// format is what a value has to be; "password" says how it is shown only (OpenAPI 3.0,
// section 4.4).
func (f *shape) format() string {
	if format := f.text("format"); format != "password" {
		return format
	}
	return ""
}

// all are the schemas that the parts have for a keyword.
func (f *shape) all(keyword string) (s schema) {
	for _, part := range f.parts {
		if part.has(keyword) {
			s = append(s, part.member(keyword))
		}
	}
	return s
}

// says reports whether a part has a value for a keyword.
func (f *shape) says(keyword string, value bool) bool {
	return slices.ContainsFunc(f.parts, func(part node) bool { return part.object()[keyword] == value })
}

// otherMembers are the keywords about members that are not named.
var otherMembers = []string{"additionalProperties", "unevaluatedProperties"}

// isClosed reports whether objects have no other members than those that are named.
func (f *shape) isClosed() bool {
	return slices.ContainsFunc(otherMembers, func(keyword string) bool { return f.says(keyword, false) })
}

// bound is the tightest limit of all parts. Lengths and counts are at least 0 without
// being said.
func (f *shape) bound(l limit) bound {
	var tightest bound
	for _, part := range f.parts {
		if b := l.in(part); b.value != nil && (tightest.value == nil || tightest.tighter(b, l.upper) > 0) {
			tightest = b
		}
	}
	switch {
	case tightest.value == nil && l.usual > 0:
		return bound{value: big.NewRat(l.usual, 1)}
	case tightest.value != nil && tightest.value.Sign() == 0 && l.exclusive == "" && l.usual == 0 && !l.upper:
		return bound{}
	}
	return tightest
}

func (f *shape) number(keyword string) bound { return numberOf(f.keywords[keyword].value) }

// patterns are those of all parts, quoted.
func (f *shape) patterns() (all map[string]bool) {
	for _, part := range f.parts {
		if pattern := part.text("pattern"); pattern != "" {
			if all == nil {
				all = map[string]bool{}
			}
			all[quoted(pattern)] = true
		}
	}
	return all
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

func typesText(types []string) string {
	if types == nil {
		return "any"
	}
	return strings.Join(slices.Sorted(slices.Values(types)), " or ")
}
