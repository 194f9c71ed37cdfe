package htmlrender

import (
	"cmp"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// part is a group of schemas that another consists of.
type part struct {
	label string // "" for properties
	rows  []row
}

// row is a schema with the name it has among its siblings.
type row struct {
	name     string // "" for an alternative
	schema   *apidoc.Schema
	required bool
	pattern  bool // the name is a pattern
}

// parts returns what a schema consists of, in the order it is read: properties
// first. Items that are plain values are none; their type says it all.
func parts(s *apidoc.Schema) []part {
	var list []part
	add := func(label string, rows ...row) {
		if len(rows) > 0 {
			list = append(list, part{label, rows})
		}
	}
	add("", properties(s)...)
	add("Properties by pattern", patterned(s.PatternProperties)...)
	if s.AdditionalProperties != nil && s.AdditionalProperties.Always == nil {
		add("Other properties", row{name: cmp.Or(s.AdditionalName, "any other name"), schema: s.AdditionalProperties})
	}
	add("All of", alternatives(s.AllOf)...)
	add("One of", alternatives(s.OneOf)...)
	add("Any of", alternatives(s.AnyOf)...)
	add("Items in order", alternatives(s.PrefixItems)...)
	for _, one := range single(s) {
		if one.schema != nil && one.schema.Always == nil {
			add(one.label, row{schema: one.schema})
		}
	}
	add("When a property is present", named(s.DependentSchemas)...)
	add("Definitions", named(s.Defs)...)
	return list
}

type labelled struct {
	label  string
	schema *apidoc.Schema
}

// single are the keywords that hold one schema.
func single(s *apidoc.Schema) []labelled {
	list := []labelled{
		{"Contains", s.Contains},
		{"Not", s.Not},
		{"If", s.If},
		{"Then", s.Then},
		{"Else", s.Else},
		{"Property names", s.PropertyNames},
		{"Content", s.ContentSchema},
		{"Properties that nothing else describes", s.UnevaluatedProperties},
		{"Items that nothing else describes", s.UnevaluatedItems},
	}
	if s.Items != nil && (len(s.PrefixItems) > 0 || s.Items.Ref == "" && (hasParts(s.Items) || len(facts(s.Items)) > 0 || len(s.Items.Enum) > 0)) {
		return append([]labelled{{"Items", s.Items}}, list...)
	}
	return list
}

// hasParts reports whether there is more to say about a schema than fits its
// row.
func hasParts(s *apidoc.Schema) bool {
	s = unpack(s)
	lists := len(s.Properties) + len(s.PatternProperties) + len(s.AllOf) + len(s.OneOf) + len(s.AnyOf) +
		len(s.PrefixItems) + len(s.DependentSchemas) + len(s.Defs)
	if lists > 0 || s.AdditionalProperties != nil && s.AdditionalProperties.Always == nil {
		return true
	}
	return slices.ContainsFunc(single(s), func(l labelled) bool { return l.schema != nil && l.schema.Always == nil })
}

// unpack returns the items of an array of inline objects, so that its row opens
// to their properties at once, and every other schema as it is. Items that say
// something themselves keep a row of their own.
func unpack(s *apidoc.Schema) *apidoc.Schema {
	for range maxLevel {
		items := s.Items
		if items == nil || items.Ref != "" || len(s.PrefixItems) > 0 || len(s.Properties) > 0 || s.Contains != nil {
			return s
		}
		if items.Description != "" || len(items.Enum) > 0 || len(facts(items)) > 0 || len(items.Properties)+len(items.AllOf)+len(items.OneOf)+len(items.AnyOf) == 0 {
			return s
		}
		s = items
	}
	return s
}

func properties(s *apidoc.Schema) []row {
	rows := make([]row, 0, len(s.Properties))
	known := map[string]bool{}
	for _, p := range s.Properties {
		rows = append(rows, row{name: p.Name, schema: p.Schema, required: p.Required})
		known[p.Name] = true
	}
	for _, name := range s.Required {
		if !known[name] && len(s.Properties) > 0 {
			rows = append(rows, row{name: name, required: true})
		}
	}
	return rows
}

func patterned(list []apidoc.Property) []row {
	rows := named(list)
	for i := range rows {
		rows[i].pattern = true
	}
	return rows
}

func named(list []apidoc.Property) []row {
	rows := make([]row, 0, len(list))
	for _, p := range list {
		rows = append(rows, row{name: p.Name, schema: p.Schema})
	}
	return rows
}

func alternatives(list []*apidoc.Schema) []row {
	rows := make([]row, 0, len(list))
	for _, s := range list {
		rows = append(rows, row{schema: s})
	}
	return rows
}
