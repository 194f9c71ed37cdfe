package schemacheck

import (
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func (c *checker) array(p place, items []any, s *apidoc.Schema) {
	c.count(p, int64(len(items)), s.MinItems, s.MaxItems, "item(s)")
	for i, item := range items {
		if c.full() {
			return
		}
		if i < len(s.PrefixItems) {
			c.check(p.item(i), item, s.PrefixItems[i])
			continue
		}
		c.check(p.item(i), item, s.Items)
	}
	if s.UniqueItems {
		c.unique(p, items)
	}
	if s.Contains != nil {
		c.contains(p, items, s)
	}
}

func (c *checker) unique(p place, items []any) {
	seen := map[string]int{}
	for i, item := range items {
		text := canonical(item)
		if first, twice := seen[text]; twice {
			c.fail(p.item(i), "is the same as item %d", first)
			continue
		}
		seen[text] = i
	}
}

// contains counts the items that fit: one at least, unless minContains says
// otherwise (JSON Schema 2020-12 validation, section 6.4.5).
func (c *checker) contains(p place, items []any, s *apidoc.Schema) {
	var n int64
	for i, item := range items {
		if c.fits(p.item(i), item, s.Contains) {
			n++
		}
	}
	least := s.MinContains
	if least == nil {
		least = new(int64(1))
	}
	c.count(p, n, least, s.MaxContains, "item(s) that fit contains")
}

func (c *checker) object(p place, members map[string]any, s *apidoc.Schema) {
	c.count(p, int64(len(members)), s.MinProperties, s.MaxProperties, "member(s)")
	for _, name := range s.Required {
		if _, ok := members[name]; !ok {
			c.fail(p, "lacks the member %q", name)
		}
	}
	for _, property := range s.Properties {
		if value, ok := members[property.Name]; ok {
			c.check(p.member(property.Name), value, property.Schema)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if c.full() {
			return
		}
		c.otherMember(p.member(name), name, members[name], s)
	}
	c.dependencies(p, members, s)
}

// otherMember checks a member against all that does not know it by its name.
func (c *checker) otherMember(p place, name string, value any, s *apidoc.Schema) {
	if s.PropertyNames != nil && !c.fits(p, name, s.PropertyNames) {
		c.fail(p, "has a name that is not allowed")
	}
	named := slices.ContainsFunc(s.Properties, func(known apidoc.Property) bool { return known.Name == name })
	for _, property := range s.PatternProperties {
		if c.matches(property.Name, name) {
			named = true
			c.check(p, value, property.Schema)
		}
	}
	switch additional := s.AdditionalProperties; {
	case named || additional == nil:
	case additional.Always != nil && !*additional.Always:
		c.fail(p, "is not a member that is described")
	default:
		c.check(p, value, additional)
	}
}

func (c *checker) dependencies(p place, members map[string]any, s *apidoc.Schema) {
	for _, d := range s.DependentRequired {
		if _, there := members[d.Property]; !there {
			continue
		}
		for _, name := range d.Requires {
			if _, ok := members[name]; !ok {
				c.fail(p, "lacks the member %q, which %q needs", name, d.Property)
			}
		}
	}
	for _, d := range s.DependentSchemas {
		if _, there := members[d.Name]; there {
			c.check(p, members, d.Schema)
		}
	}
}

func (c *checker) combinations(p place, value any, s *apidoc.Schema) {
	for _, part := range s.AllOf {
		c.check(p, value, part)
	}
	if len(s.AnyOf) > 0 {
		c.alternatives(p, value, s.AnyOf, false)
	}
	if len(s.OneOf) > 0 {
		c.alternatives(p, value, s.OneOf, true)
	}
	if s.Not != nil && c.fits(p, value, s.Not) {
		c.fail(p, "fits what it must not be")
	}
	if s.If == nil {
		return
	}
	if c.fits(p, value, s.If) {
		c.check(p, value, s.Then)
		return
	}
	c.check(p, value, s.Else)
}

// alternatives checks that a value fits one, and only one where that is asked
// for. When it fits none but only one speaks of its type, it is told what that
// one wants.
func (c *checker) alternatives(p place, value any, all []*apidoc.Schema, one bool) {
	fitting := 0
	var near [][]Fault
	for _, alternative := range all {
		faults := c.faultsOf(p, value, alternative)
		if len(faults) == 0 {
			fitting++
			continue
		}
		if c.speaksOf(p, value, alternative) {
			near = append(near, faults)
		}
	}
	switch {
	case fitting == 1 || fitting > 1 && !one:
	case fitting > 1:
		c.fail(p, "fits %d alternatives instead of one", fitting)
	case len(near) == 1:
		c.faults = append(c.faults, near[0][:min(len(near[0]), maxFaults-len(c.faults))]...)
	default:
		c.fail(p, "fits none of %d alternatives", len(all))
	}
}

// speaksOf says whether a schema is about values of the type of a value.
func (c *checker) speaksOf(p place, value any, s *apidoc.Schema) bool {
	for range 32 {
		if s == nil || s.Ref == "" {
			break
		}
		s, _ = c.resolve(s.Ref)
	}
	return s != nil && len(c.faultsOf(p, value, &apidoc.Schema{Types: s.Types})) == 0
}
