package shape

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Scope is the schemas that a value stands in and that $dynamicRef may mean, or that have
// in their $defs what it may mean, from the outside. The zero value is the scope of what
// stands in none.
type Scope []resource

type resource struct {
	schema *apidoc.Schema
	ref    string // that leads to it, "" for an inline one
}

// Within is the scope of what stands in a schema, through all references on the way to it.
func (r *Resolver) Within(outer Scope, s *apidoc.Schema) Scope {
	ref := ""
	for range maxChain {
		if s == nil {
			return outer
		}
		outer = outer.with(s, ref)
		if ref = r.reference(s); ref == "" {
			return outer
		}
		s = r.Target(ref)
	}
	return outer
}

func (c Scope) with(s *apidoc.Schema, ref string) Scope {
	anchored := ref != "" && s.DynamicAnchor != "" || slices.ContainsFunc(s.Defs, func(d apidoc.Property) bool {
		return d.Schema != nil && d.Schema.DynamicAnchor != ""
	})
	if !anchored {
		return c
	}
	return append(slices.Clip(c), resource{s, ref})
}

// Meant is a schema with what its $dynamicRef means in its place: the outermost schema with
// the anchor (JSON Schema 2020-12 core, section 8.2.3.2), as the checker has it. It is the
// schema itself where that is in no scope.
func (c Scope) Meant(s *apidoc.Schema) *apidoc.Schema {
	if len(c) == 0 || s == nil || s.DynamicRef == "" || s.Ref != "" {
		return s
	}
	_, name, _ := strings.Cut(s.DynamicRef, "#")
	meant := c.anchored(name)
	if meant == nil {
		return s
	}
	own := *s
	own.DynamicRef = ""
	if meant.Ref != "" && meant.DynamicAnchor == "" {
		own.Ref = meant.Ref
		return &own
	}
	if empty(&own) {
		return meant
	}
	own.AllOf = append([]*apidoc.Schema{meant}, own.AllOf...)
	return &own
}

// anchored is the outermost schema with a dynamic anchor, nil for none. One that is
// referred to is a reference.
func (c Scope) anchored(name string) *apidoc.Schema {
	for _, r := range c {
		if r.ref != "" && r.schema.DynamicAnchor == name {
			return &apidoc.Schema{Ref: r.ref}
		}
		for _, d := range r.schema.Defs {
			if d.Schema != nil && d.Schema.DynamicAnchor == name {
				return d.Schema
			}
		}
	}
	return nil
}

// maxBound bounds the schemas that are looked through for dynamic references.
const maxBound = 2000

// Bound is a schema with what dynamic references mean in their place, in itself and in all
// that stands inline in it. It is the schema itself where nothing is replaced.
func (c Scope) Bound(s *apidoc.Schema) *apidoc.Schema {
	if len(c) == 0 {
		return s
	}
	b := binder{scope: c, left: maxBound}
	return b.schema(s)
}

type binder struct {
	scope Scope
	left  int
}

func (b *binder) schema(s *apidoc.Schema) *apidoc.Schema {
	if b.left--; s == nil || b.left < 0 {
		return s
	}
	if meant := b.scope.Meant(s); meant != s {
		return meant
	}
	own := *s
	changed := false
	for _, one := range []**apidoc.Schema{
		&own.Items, &own.AdditionalProperties, &own.Contains, &own.UnevaluatedItems, &own.UnevaluatedProperties, &own.PropertyNames,
		&own.ContentSchema, &own.Not, &own.If, &own.Then, &own.Else,
	} {
		if bound := b.schema(*one); bound != *one {
			*one, changed = bound, true
		}
	}
	for _, list := range []*[]*apidoc.Schema{&own.AllOf, &own.AnyOf, &own.OneOf, &own.PrefixItems} {
		changed = b.list(list) || changed
	}
	for _, list := range []*[]apidoc.Property{&own.Properties, &own.PatternProperties, &own.DependentSchemas} {
		changed = b.properties(list) || changed
	}
	if !changed {
		return s
	}
	return &own
}

func (b *binder) list(list *[]*apidoc.Schema) (changed bool) {
	for i, s := range *list {
		if bound := b.schema(s); bound != s {
			if !changed {
				*list = slices.Clone(*list)
			}
			(*list)[i], changed = bound, true
		}
	}
	return changed
}

func (b *binder) properties(list *[]apidoc.Property) (changed bool) {
	for i, p := range *list {
		if bound := b.schema(p.Schema); bound != p.Schema {
			if !changed {
				*list = slices.Clone(*list)
			}
			(*list)[i].Schema, changed = bound, true
		}
	}
	return changed
}
