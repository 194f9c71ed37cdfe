package mock

import (
	"encoding/json"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// kinds are the types that a schema allows, none for any.
type kinds []string

func (k kinds) has(name string) bool { return slices.Contains(k, name) }

// maxKinds bounds the schemas that are looked at for what one allows: alternatives
// within alternatives may multiply.
const maxKinds = 300

func (x *exchange) kinds(s *apidoc.Schema) kinds {
	if s == nil {
		return nil
	}
	k, known := x.known[s]
	if known {
		return k
	}
	x.each(s, func(own *apidoc.Schema) bool {
		k = append(k, kindsOf(own)...)
		return true
	})
	slices.Sort(k)
	if x.known == nil {
		x.known = map[*apidoc.Schema]kinds{}
	}
	x.known[s] = slices.Compact(k)
	return x.known[s]
}

// kindsOf are the types that a schema allows without its alternatives.
func kindsOf(s *apidoc.Schema) kinds {
	switch {
	case len(s.Types) > 0:
		return s.Types
	case len(s.Properties) > 0:
		return kinds{"object"}
	case s.Items != nil:
		return kinds{"array"}
	}
	var k kinds
	for _, e := range s.Enum {
		k = append(k, kindOf(e.Value))
	}
	if len(s.Const) > 0 {
		k = append(k, kindOf(s.Const))
	}
	return k
}

// each calls f for a schema and its alternatives, level by level, until f is
// false.
func (x *exchange) each(s *apidoc.Schema, f func(*apidoc.Schema) bool) {
	seen := map[*apidoc.Schema]bool{}
	for next := []*apidoc.Schema{s}; len(next) > 0 && len(seen) < maxKinds; next = next[1:] {
		if next[0] == nil || seen[next[0]] {
			continue
		}
		seen[next[0]] = true
		sh := x.resolver.Of(next[0])
		if !f(sh.Schema) {
			return
		}
		if c := x.resolver.Choice(sh); c != nil {
			for _, a := range c.Alternatives[:min(len(c.Alternatives), maxKinds)] {
				next = append(next, a.Schema)
			}
		}
	}
}

func kindOf(value json.RawMessage) string {
	if len(value) == 0 {
		return "null"
	}
	switch value[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// scalar is a text as the JSON that its schema means: a number or a boolean where
// the schema allows one and the text is one, unless only a string fits.
func (x *exchange) scalar(text string, s *apidoc.Schema) json.RawMessage {
	k := x.kinds(s)
	other := json.RawMessage(nil)
	switch {
	case (k.has("integer") || k.has("number")) && isNumber(text):
		other = json.RawMessage(text)
	case k.has("boolean") && (text == "true" || text == "false"):
		other = json.RawMessage(text)
	case k.has("null") && (text == "null" || text == "" && !k.has("string")):
		other = json.RawMessage("null")
	}
	if other == nil || k.has("string") && len(x.violations(violation{}, other, s)) > 0 {
		return quote(text)
	}
	return other
}

// itemOf is the schema of an item of a list.
func (x *exchange) itemOf(s *apidoc.Schema, i int) *apidoc.Schema {
	return x.within(s, func(own *apidoc.Schema) *apidoc.Schema {
		if i < len(own.PrefixItems) {
			return own.PrefixItems[i]
		}
		return own.Items
	})
}

// memberOf is the schema of a member of an object.
func (x *exchange) memberOf(s *apidoc.Schema, name string) *apidoc.Schema {
	if known := x.namedMember(s, name); known != nil {
		return known
	}
	return x.within(s, func(own *apidoc.Schema) *apidoc.Schema { return own.AdditionalProperties })
}

// namedMember is the schema of a member that an object has by its name.
func (x *exchange) namedMember(s *apidoc.Schema, name string) *apidoc.Schema {
	return x.within(s, func(own *apidoc.Schema) *apidoc.Schema {
		for _, p := range own.Properties {
			if p.Name == name && p.Schema != nil {
				return p.Schema
			}
		}
		return nil
	})
}

// within asks a schema and its alternatives.
func (x *exchange) within(s *apidoc.Schema, find func(*apidoc.Schema) *apidoc.Schema) *apidoc.Schema {
	var found *apidoc.Schema
	x.each(s, func(own *apidoc.Schema) bool {
		found = find(own)
		return found == nil
	})
	return found
}
