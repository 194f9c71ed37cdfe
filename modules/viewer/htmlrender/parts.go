package htmlrender

import (
	"cmp"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// part is a group of schemas that another consists of, or a sentence about it.
type part struct {
	label    string // "" for properties
	sentence string
	rows     []row
	choice   *shape.Choice
}

// row is a schema with the name it has among its siblings.
type row struct {
	name     string // "" for a part without one
	schema   *apidoc.Schema
	required bool
	pattern  bool   // the name is a pattern
	item     string // the step to it in ids when it is not the name
	same     bool   // it is the same value as what it stands below
	origin   string // reference of the part of allOf that brings it
}

// parts returns what a schema consists of, in the order it is read: properties
// first. Items that are plain values are none; their type says it all.
func (v *view) parts(n node) []part {
	s := n.Schema
	var list partList
	list.rows("", v.properties(n)...)
	list.rows("Properties by pattern", patterned(s.PatternProperties)...)
	list.other(s)
	if c := v.choice(n); c != nil {
		list = append(list, part{label: schemafacts.Choice(c), choice: c})
	}
	if len(s.OneOf) > 0 && len(s.AnyOf) > 0 {
		list = append(list, part{label: "Any of", choice: v.shapes.Choice(&shape.Shape{Schema: &apidoc.Schema{AnyOf: s.AnyOf}})})
	}
	list.rows("And", numbered(s.AllOf, "and")...)
	list.rows("Items in order", ordered(s.PrefixItems)...)
	list.items(v, n)
	list.conditions(s)
	list.single("Names of properties", "propertyNames", s.PropertyNames, false)
	list.single("Content, decoded", "content", s.ContentSchema, false)
	list.single("Properties that nothing else describes", "unevaluatedProperties", s.UnevaluatedProperties, false)
	list.single("Items that nothing else describes", "unevaluatedItems", s.UnevaluatedItems, false)
	list.rows("Definitions", named(s.Defs)...)
	return list
}

type partList []part

func (l *partList) rows(label string, rows ...row) {
	if len(rows) > 0 {
		*l = append(*l, part{label: label, rows: rows})
	}
}

func (l *partList) sentence(text string) {
	if text != "" {
		*l = append(*l, part{sentence: text})
	}
}

// single adds a keyword that holds one schema.
func (l *partList) single(label, step string, s *apidoc.Schema, same bool) {
	if s != nil && s.Always == nil {
		l.rows(label, row{schema: s, item: step, same: same})
	}
}

// other adds what properties without a name have to be.
func (l *partList) other(s *apidoc.Schema) {
	if s.AdditionalProperties == nil || s.AdditionalProperties.Always != nil {
		return
	}
	name := "any other name"
	if len(s.Properties)+len(s.PatternProperties) == 0 {
		name = "any name"
	}
	l.rows("Other properties", row{name: cmp.Or(s.AdditionalName, name), schema: s.AdditionalProperties, item: "additionalProperties", pattern: true})
}

func (l *partList) items(v *view, n node) {
	s := n.Schema
	if s.Items != nil && s.Items.Always == nil {
		label := "Items"
		if len(s.PrefixItems) > 0 {
			label = "Other items"
		}
		if len(s.PrefixItems) > 0 || v.plainItems(n) == nil && (s.Items.Ref != "" || v.itemsSay(s.Items)) {
			l.rows(label, row{schema: s.Items, item: "items", same: true})
		}
	}
	if s.Contains != nil {
		l.rows(schemafacts.Contains(s), row{schema: s.Contains, item: "contains"})
	}
}

// conditions adds what depends on what a value is.
func (l *partList) conditions(s *apidoc.Schema) {
	for i, d := range s.DependentRequired {
		if i < 50 {
			l.sentence(schemafacts.Dependency(d))
		}
	}
	for _, p := range s.DependentSchemas {
		l.rows("When "+p.Name+" is present", row{schema: p.Schema, item: "with-" + p.Name, same: true})
	}
	if s.If != nil {
		l.sentence(schemafacts.Condition(s))
	}
	l.single("If", "if", s.If, true)
	l.single("Then", "then", s.Then, true)
	l.single("Otherwise", "else", s.Else, true)
	l.single("Must not match", "not", s.Not, true)
}

// hasParts reports whether there is more to say about a schema than fits its
// row.
func (v *view) hasParts(n node) bool {
	s := n.Schema
	if len(s.Properties)+len(s.PatternProperties)+len(s.AllOf)+len(s.PrefixItems)+len(s.DependentSchemas)+len(s.Defs)+len(s.DependentRequired) > 0 {
		return true
	}
	for step, child := range schemafacts.Children(s) {
		if step.Many || child == nil || child.Always != nil {
			continue
		}
		if step.Keyword != "items" || v.plainItems(n) == nil && v.itemsSay(s.Items) {
			return true
		}
	}
	return v.choice(n) != nil
}

// itemsSay reports whether items are more than a plain type. Lists of lists end:
// a list may be its own item.
func (v *view) itemsSay(s *apidoc.Schema) bool {
	if says(s) {
		return true
	}
	if v.nested > maxLevel {
		return false
	}
	v.nested++
	defer func() { v.nested-- }()
	return v.hasParts(v.follow(s))
}

// choice returns the alternatives of a schema, nil when it has none or when its
// type says all about them.
func (v *view) choice(n node) *shape.Choice {
	c := v.shapes.Choice(n.shape)
	if c == nil || besideNull(n.Schema) != nil || v.plainAlternatives(n) != nil {
		return nil
	}
	for _, a := range c.Alternatives {
		if a.Schema == nil {
			continue
		}
		if a.Ref != "" || a.Schema.Title != "" || says(a.Schema) || v.hasParts(v.follow(a.Schema)) {
			return c
		}
	}
	return nil
}

// plainItems returns the items of a list when what they have to be fits the row
// of the list.
func (v *view) plainItems(n node) *apidoc.Schema {
	s := n.Schema
	if s.Items == nil || len(s.PrefixItems) > 0 || !v.plain(s.Items) || !says(s.Items) {
		return nil
	}
	return s.Items
}

// plainAlternatives returns the alternatives of a schema when each fits a line.
func (v *view) plainAlternatives(n node) []*apidoc.Schema {
	const most = 6
	list := n.Schema.OneOf
	if len(list) == 0 {
		list = n.Schema.AnyOf
	}
	if len(list) > most || len(n.Properties) > 0 || len(n.Schema.OneOf) > 0 && len(n.Schema.AnyOf) > 0 || n.Discriminator != nil {
		return nil
	}
	said := false
	for _, s := range list {
		if !v.plain(s) {
			return nil
		}
		said = said || says(s) || s.Title != ""
	}
	if !said {
		return nil
	}
	return list
}

// plain reports whether a schema is inline and all about it fits a line.
func (v *view) plain(s *apidoc.Schema) bool {
	return s != nil && s.Ref == "" && s.Description == "" && s.Always == nil && s.Items == nil && len(schemafacts.Rare(s)) == 0 && s.ExternalDocs == nil &&
		len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0 && !v.hasParts(v.follow(s))
}

func (v *view) properties(n node) []row {
	s := n.Schema
	rows := make([]row, 0, len(s.Properties))
	known := make(map[string]bool, len(s.Properties))
	for _, p := range s.Properties {
		rows = append(rows, row{name: p.Name, schema: p.Schema, required: p.Required, origin: n.shape.Origin(p.Name)})
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

// numbered are schemas about the same value.
func numbered(list []*apidoc.Schema, step string) []row {
	rows := make([]row, 0, len(list))
	for i, s := range list {
		rows = append(rows, row{schema: s, item: step + "-" + strconv.Itoa(i+1), same: true})
	}
	return rows
}

// ordered are the items of a list, each with its place.
func ordered(list []*apidoc.Schema) []row {
	rows := make([]row, 0, len(list))
	for i, s := range list {
		rows = append(rows, row{name: "[" + strconv.Itoa(i) + "]", schema: s, item: strconv.Itoa(i)})
	}
	return rows
}
