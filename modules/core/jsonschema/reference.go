package jsonschema

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

func reference(c *check, p place, value any, s *apidoc.Schema) {
	if s.Ref == "" || slices.Contains(p.refs, s.Ref) {
		return
	}
	target, ok := c.resolve(s.Ref)
	if !ok {
		c.fail(p, Fault{Code: problem.CodeInvalid}, "cannot be checked: the description lacks %s", s.Ref)
		return
	}
	p.refs = append(slices.Clip(p.refs), s.Ref)
	c.check(p, value, target)
}

// dynamicReference follows $dynamicRef: to the outermost schema on the way that
// has such an anchor, itself or in $defs, or else to what a plain reference would
// mean (JSON Schema 2020-12 core, section 8.2.3.2).
func dynamicReference(c *check, p place, value any, s *apidoc.Schema) {
	key := "dynamic " + s.DynamicRef
	if s.DynamicRef == "" || slices.Contains(p.refs, key) {
		return
	}
	target := anchored(p.scope, s.DynamicRef)
	if target == nil {
		target, _ = c.resolve(s.DynamicRef)
	}
	if target == nil {
		c.note("the dynamic reference %s leads nowhere and accepts everything", s.DynamicRef)
		return
	}
	p.refs = append(slices.Clip(p.refs), key)
	c.check(p, value, target)
}

func anchored(scope []*apidoc.Schema, ref string) *apidoc.Schema {
	_, name, found := strings.Cut(ref, "#")
	if !found || name == "" || strings.HasPrefix(name, "/") {
		return nil
	}
	for _, s := range scope {
		if s.DynamicAnchor == name {
			return s
		}
		for _, d := range s.Defs {
			if d.Schema != nil && d.Schema.DynamicAnchor == name {
				return d.Schema
			}
		}
	}
	return nil
}

// hidden says whether a member is not part of what is sent in this direction:
// what describes it stands anywhere in the schema of its object.
func hidden(c *check, s *apidoc.Schema, name string) bool {
	if c.sent == "" {
		return false
	}
	found := false
	walk(c, s, 0, func(part *apidoc.Schema) {
		for _, property := range part.Properties {
			if property.Name == name {
				walk(c, property.Schema, 0, func(s *apidoc.Schema) {
					found = found || c.sent == core.InRequest && s.ReadOnly || c.sent == core.InResponse && s.WriteOnly
				})
			}
		}
	})
	return found
}

// walk calls f for a schema and for all that it consists of: what it refers to
// and the parts of allOf.
func walk(c *check, s *apidoc.Schema, depth int, f func(*apidoc.Schema)) {
	const deepest = 16
	if s == nil || depth > deepest || c.left < 0 {
		return
	}
	c.left -= cost(s)
	f(s)
	if s.Ref != "" {
		if target, ok := c.resolve(s.Ref); ok {
			walk(c, target, depth+1, f)
		}
	}
	for _, part := range s.AllOf {
		walk(c, part, depth+1, f)
	}
}
