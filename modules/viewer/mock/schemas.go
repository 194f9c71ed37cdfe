package mock

import (
	"context"
	"encoding/json"
	"iter"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// typeSet are the types that a schema allows, none for any.
type typeSet []string

func (t typeSet) has(name string) bool { return slices.Contains(t, name) }

// only reports whether a value can be of a type, or null, and nothing else.
func (t typeSet) only(one string) bool {
	return t.has(one) && !slices.ContainsFunc(t, func(name string) bool { return name != one && name != "null" })
}

// schemas says what the schemas of a description allow. It serves one request.
type schemas struct {
	resolver *shape.Resolver
	checker  *jsonschema.Checker
	known    map[*apidoc.Schema]typeSet
	version  string // of OpenAPI, or "2.0" of Swagger
}

// newSchemas follows references with a resolver, for checks as well.
func newSchemas(ctx context.Context, doc *apidoc.Document, checker *jsonschema.Checker) *schemas {
	resolver := shape.New(ctx, doc)
	return &schemas{version: doc.SpecVersion, resolver: resolver, known: map[*apidoc.Schema]typeSet{}, checker: checker.With(func(ref string) (*apidoc.Schema, bool) {
		s := resolver.Target(ref)
		return s, s != nil
	})}
}

// faults are what a value of a request breaks of its schema.
func (c *schemas) faults(value json.RawMessage, s *apidoc.Schema) []jsonschema.Fault {
	if s == nil {
		return nil
	}
	return c.checker.Check(value, s, core.InRequest).Faults
}

// maxSchemas bounds the schemas that are looked at for what one allows:
// alternatives within alternatives may multiply.
const maxSchemas = 300

func (c *schemas) types(s *apidoc.Schema) typeSet {
	if s == nil {
		return nil
	}
	t, known := c.known[s]
	if known {
		return t
	}
	for own := range c.each(s) {
		t = append(t, typesOf(own)...)
	}
	slices.Sort(t)
	c.known[s] = slices.Compact(t)
	return c.known[s]
}

// each gives a schema and its alternatives, level by level.
func (c *schemas) each(s *apidoc.Schema) iter.Seq[*apidoc.Schema] {
	return func(yield func(*apidoc.Schema) bool) {
		seen := map[*apidoc.Schema]bool{}
		for next := []*apidoc.Schema{s}; len(next) > 0 && len(seen) < maxSchemas; next = next[1:] {
			if next[0] == nil || seen[next[0]] {
				continue
			}
			seen[next[0]] = true
			sh := c.resolver.Of(next[0])
			if !yield(sh.Schema) {
				return
			}
			if choice := c.resolver.Choice(sh); choice != nil {
				for _, a := range choice.Alternatives[:min(len(choice.Alternatives), maxSchemas)] {
					next = append(next, a.Schema)
				}
			}
		}
	}
}

// item is the schema of an item of a list.
func (c *schemas) item(s *apidoc.Schema, i int) *apidoc.Schema {
	return c.within(s, func(own *apidoc.Schema) *apidoc.Schema {
		if i < len(own.PrefixItems) {
			return own.PrefixItems[i]
		}
		return own.Items
	})
}

// member is the schema of a member of an object.
func (c *schemas) member(s *apidoc.Schema, name string) *apidoc.Schema {
	if known := c.namedMember(s, name); known != nil {
		return known
	}
	return c.within(s, func(own *apidoc.Schema) *apidoc.Schema { return own.AdditionalProperties })
}

// namedMember is the schema of a member that an object has by its name.
func (c *schemas) namedMember(s *apidoc.Schema, name string) *apidoc.Schema {
	return c.within(s, func(own *apidoc.Schema) *apidoc.Schema {
		for _, p := range own.Properties {
			if p.Name == name && p.Schema != nil {
				return p.Schema
			}
		}
		return nil
	})
}

// within asks a schema and its alternatives.
func (c *schemas) within(s *apidoc.Schema, find func(*apidoc.Schema) *apidoc.Schema) *apidoc.Schema {
	for own := range c.each(s) {
		if found := find(own); found != nil {
			return found
		}
	}
	return nil
}

// typesOf are the types that a schema allows without its alternatives.
func typesOf(s *apidoc.Schema) typeSet {
	switch {
	case len(s.Types) > 0:
		return s.Types
	case len(s.Properties) > 0:
		return typeSet{"object"}
	case s.Items != nil:
		return typeSet{"array"}
	}
	var t typeSet
	for _, e := range s.Enum {
		t = append(t, typeOf(e.Value))
	}
	if len(s.Const) > 0 {
		t = append(t, typeOf(s.Const))
	}
	return t
}
