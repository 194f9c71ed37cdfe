package jsonschema

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

func array(c *check, p place, items []any, s *apidoc.Schema) {
	count(c, p, int64(len(items)), bounds{problem.CodeMinItems, s.MinItems, problem.CodeMaxItems, s.MaxItems}, "item(s)")
	for i, item := range items {
		if c.full() {
			return
		}
		if i < len(s.PrefixItems) {
			c.check(p.item(i), item, s.PrefixItems[i])
			continue
		}
		if s.Items == nil {
			break
		}
		c.check(p.item(i), item, s.Items)
	}
	p.seen.upTo(min(len(items), len(s.PrefixItems)))
	if s.Items != nil {
		p.seen.upTo(len(items))
	}
	if s.UniqueItems {
		unique(c, p, items)
	}
	if s.Contains != nil {
		contains(c, p, items, s)
	}
}

func unique(c *check, p place, items []any) {
	seen := map[string]int{}
	for i, item := range items {
		if c.full() {
			return
		}
		text := canonical(item)
		c.left -= len(text) / 2 // lists of lists are walked through for each of them
		if first, twice := seen[text]; twice {
			c.fail(p.item(i), Fault{Code: problem.CodeUniqueItems}, "is the same as item %d", first)
			continue
		}
		seen[text] = i
	}
}

// contains counts the items that fit: one at least, unless minContains says
// otherwise (JSON Schema 2020-12 validation, section 6.4.5).
func contains(c *check, p place, items []any, s *apidoc.Schema) {
	var n int64
	for i, item := range items {
		if c.full() {
			return
		}
		if fits(c, p.item(i), item, s.Contains) {
			p.seen.item(i)
			n++
		}
	}
	least := s.MinContains
	if least == nil {
		least = new(int64(1))
	}
	count(c, p, n, bounds{"minContains", least, "maxContains", s.MaxContains}, "item(s) that fit contains")
}

func object(c *check, p place, members map[string]any, s *apidoc.Schema) {
	count(c, p, int64(len(members)), bounds{problem.CodeMinProperties, s.MinProperties, problem.CodeMaxProperties, s.MaxProperties}, "member(s)")
	for _, name := range s.Required {
		if _, ok := members[name]; !ok && !hidden(c, p.root, name) {
			c.fail(p, Fault{Code: problem.CodeRequired, Lacks: name}, "lacks the member %q", name)
		}
	}
	named := map[string]bool{}
	for _, property := range s.Properties {
		if value, ok := members[property.Name]; ok {
			named[property.Name] = true
			p.seen.member(property.Name)
			c.check(p.member(property.Name), value, property.Schema)
		}
	}
	if s.PropertyNames != nil || s.AdditionalProperties != nil || len(s.PatternProperties) > 0 {
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if c.full() {
				return
			}
			otherMember(c, p, name, members[name], s, named[name])
		}
	}
	dependencies(c, p, members, s)
}

// otherMember checks a member against all that does not know it by its name.
func otherMember(c *check, object place, name string, value any, s *apidoc.Schema, named bool) {
	p := object.member(name)
	if s.PropertyNames != nil && !fits(c, p, name, s.PropertyNames) {
		c.fail(p, Fault{Code: problem.CodePropertyNames}, "has a name that is not allowed")
	}
	for _, property := range s.PatternProperties {
		if matches(c, property.Name, name) {
			named = true
			object.seen.member(name)
			c.check(p, value, property.Schema)
		}
	}
	if named || s.AdditionalProperties == nil {
		return
	}
	object.seen.member(name)
	if a := s.AdditionalProperties; a.Always != nil && !*a.Always {
		c.fail(p, Fault{Code: problem.CodeAdditionalProperties}, "is not a member that is described")
		return
	}
	c.check(p, value, s.AdditionalProperties)
}

func dependencies(c *check, p place, members map[string]any, s *apidoc.Schema) {
	for _, d := range s.DependentRequired {
		if _, there := members[d.Property]; !there {
			continue
		}
		for _, name := range d.Requires {
			if _, ok := members[name]; !ok {
				c.fail(p, Fault{Code: "dependentRequired", Lacks: name}, "lacks the member %q, which %q needs", name, d.Property)
			}
		}
	}
	for _, d := range s.DependentSchemas {
		if _, there := members[d.Name]; there {
			c.check(p, members, d.Schema)
		}
	}
}

func combinations(c *check, p place, value any, s *apidoc.Schema) {
	for _, part := range s.AllOf {
		c.check(p, value, part)
	}
	if len(s.AnyOf) > 0 {
		alternatives(c, p, value, s, s.AnyOf, false)
	}
	if len(s.OneOf) > 0 {
		alternatives(c, p, value, s, s.OneOf, true)
	}
	if s.Not != nil && unlike(c, p, value, s.Not) {
		c.fail(p, Fault{Code: "not"}, "fits what it must not be")
	}
	if s.If == nil {
		return
	}
	if fits(c, p, value, s.If) {
		c.check(p, value, s.Then)
		return
	}
	c.check(p, value, s.Else)
}
