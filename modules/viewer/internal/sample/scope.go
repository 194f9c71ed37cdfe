package sample

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// scope is the schemas that a value stands in and that $dynamicRef may mean, or that have
// in their $defs what it may mean, from the outside.
type scope []resource

type resource struct {
	schema *apidoc.Schema
	ref    string // that leads to it, "" for an inline one
}

// with is the scope within a schema.
func (c scope) with(s *apidoc.Schema, ref string) scope {
	if s == nil || len(s.Defs) == 0 && (s.DynamicAnchor == "" || ref == "") {
		return c
	}
	return append(slices.Clip(c), resource{s, ref})
}

// meant is the schema that $dynamicRef means: the outermost with its anchor (JSON Schema
// 2020-12 core, section 8.2.3.2), as the checker has it.
func (c scope) meant(s *apidoc.Schema) *apidoc.Schema {
	if s == nil || s.DynamicRef == "" {
		return s
	}
	_, name, _ := strings.Cut(s.DynamicRef, "#")
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
	return s
}
