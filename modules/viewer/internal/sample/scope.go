package sample

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// resource is a schema that a value stands in and that $dynamicRef may mean, or has in
// its $defs what that may mean.
type resource struct {
	schema *apidoc.Schema
	ref    string // that leads to it, "" for an inline one
}

// within adds a schema to those that a value stands in.
func (p spot) within(s *apidoc.Schema, ref string) spot {
	if s != nil && (len(s.Defs) > 0 || s.DynamicAnchor != "" && ref != "") {
		p.scope = append(slices.Clip(p.scope), resource{s, ref})
	}
	return p
}

// meant is the schema that $dynamicRef means where a value stands: the outermost with its
// anchor (JSON Schema 2020-12 core, section 8.2.3.2), as the checker has it.
func (p spot) meant(s *apidoc.Schema) *apidoc.Schema {
	if s == nil || s.DynamicRef == "" {
		return s
	}
	_, name, _ := strings.Cut(s.DynamicRef, "#")
	for _, r := range p.scope {
		if r.ref != "" && r.schema.DynamicAnchor == name {
			return &apidoc.Schema{Ref: r.ref}
		}
		for _, d := range r.schema.Defs {
			if d.Schema != nil && d.Schema.DynamicAnchor == name {
				return d.Schema
			}
		}
	}
	return s
}

// of is the shape of a schema where a value stands.
func (w *writer) of(s *apidoc.Schema, p spot) *shape.Shape { return w.resolver.Of(p.meant(s)) }
