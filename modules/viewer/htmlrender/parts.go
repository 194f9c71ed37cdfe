package htmlrender

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
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

// reader says what the schemas of a page are.
type reader struct {
	*locator
	nested  int                               // lists in lists that are being looked into
	inOrder map[*apidoc.Schema]*apidoc.Schema // schemas with their properties in another order
}

// follow resolves the references of s, which stands in no other schema.
func (r *reader) follow(s *apidoc.Schema) node { return r.followIn(nil, s) }

// followIn resolves the references of s, which stands in a scope.
func (r *reader) followIn(outer shape.Scope, s *apidoc.Schema) node {
	s = outer.Meant(s)
	sh := r.shapes.Of(s)
	scope := r.shapes.Within(outer, s)
	if bound := scope.Bound(sh.Schema); bound != sh.Schema {
		own := *sh
		own.Schema = bound
		sh = &own
	}
	n := node{Schema: sh.Schema, shape: sh, source: s, ref: sh.Ref, broken: sh.Broken != "" && sh.Broken == sh.Ref, description: sh.Description, scope: scope}
	if sh.Ref != "" {
		n.model = r.modelOf(sh.Ref)
	}
	if r.page.Settings.SortProperties && len(n.Properties) > 1 {
		n.Schema = r.sorted(n.Schema)
	}
	return n
}

// sorted is a schema with its properties in the order of their names, in which capitals
// count as small letters.
func (r *reader) sorted(s *apidoc.Schema) *apidoc.Schema {
	if r.inOrder[s] == nil {
		in := *s
		in.Properties = slices.Clone(s.Properties)
		slices.SortStableFunc(in.Properties, func(a, b apidoc.Property) int {
			return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
		if r.inOrder == nil {
			r.inOrder = map[*apidoc.Schema]*apidoc.Schema{}
		}
		r.inOrder[s] = &in
	}
	return r.inOrder[s]
}

// rounds are those in which properties are listed: first those that are required, unless
// the settings say otherwise. Each says which properties are its own.
func (r *reader) rounds() []func(p *apidoc.Property) bool {
	if r.page.Settings.MixProperties {
		return []func(p *apidoc.Property) bool{func(*apidoc.Property) bool { return true }}
	}
	return []func(p *apidoc.Property) bool{
		func(p *apidoc.Property) bool { return p.Required }, func(p *apidoc.Property) bool { return !p.Required },
	}
}

// element returns what stands below n when it is opened: the items of a list that
// says nothing else, the alternative beside null, and n itself otherwise.
func (r *reader) element(n node) node {
	for range maxLevel {
		next := r.onlyItems(n)
		if next == nil {
			next = besideNull(n.Schema)
		}
		if next == nil {
			return n
		}
		r.learn(n)
		n = r.followIn(n.scope, next)
	}
	return n
}

// onlyItems returns the items of a list when the row of the list says all about
// it. Items that say something themselves keep a row of their own.
func (r *reader) onlyItems(n node) *apidoc.Schema {
	s := n.Schema
	if s.Items == nil || len(s.PrefixItems) > 0 || s.Contains != nil || s.UnevaluatedItems != nil ||
		len(s.Properties)+len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) > 0 || s.Not != nil || s.If != nil {
		return nil
	}
	if s.Items.Ref == "" && (!r.itemsSay(s.Items) || says(s.Items) || r.combinedSay(s.Items)) {
		return nil
	}
	return s.Items
}

// combinedSay reports whether the parts of a schema together say something that its
// children do not.
func (r *reader) combinedSay(s *apidoc.Schema) bool {
	if len(s.AllOf) == 0 {
		return false
	}
	n := r.follow(s)
	if target := r.shapes.Target(n.ref); target != nil {
		return n.description != r.shapes.Of(target).Description
	}
	return n.description != "" || len(n.shape.Parts) > 0 || says(n.Schema)
}

// hidden reports whether the direction of the page leaves a schema out.
func (r *reader) hidden(s *apidoc.Schema) bool {
	if s == nil || r.direction == "" {
		return false
	}
	if s.Ref != "" || len(s.AllOf) > 0 {
		s = r.shapes.Of(s).Schema
	}
	return r.marked(s)
}

// marked reports whether a schema itself says that the direction of the page leaves it
// out: references are not followed.
func (r *reader) marked(s *apidoc.Schema) bool {
	if s == nil {
		return false
	}
	return r.direction == core.InRequest && s.ReadOnly || r.direction == core.InResponse && s.WriteOnly
}

// parts returns what a schema consists of, in the order it is read: properties
// first. Items that are plain values are none; their type says it all.
func (r *reader) parts(n node) []part {
	s := n.Schema
	var list partList
	list.rows("", r.properties(n)...)
	list.rows(r.words.Say("Properties by pattern"), patterned(s.PatternProperties)...)
	list.other(r.words, s)
	if c := r.choice(n); c != nil {
		list = append(list, part{label: schemafacts.Choice(r.words, c), choice: c})
	}
	if len(s.OneOf) > 0 && len(s.AnyOf) > 0 {
		list = append(list, part{label: r.words.Say("Any of"), choice: r.shapes.Choice(&shape.Shape{Schema: &apidoc.Schema{AnyOf: s.AnyOf}})})
	}
	list.rows(r.words.Say("And"), numbered(s.AllOf, "and")...)
	list.rows(r.words.Say("Items in order"), ordered(s.PrefixItems)...)
	list.items(r, n)
	list.conditions(r.words, s)
	list.single(r.words.Say("Names of properties"), "propertyNames", s.PropertyNames, false)
	list.single(r.words.Say("Content, decoded"), "content", s.ContentSchema, false)
	list.single(r.words.Say("Properties that nothing else describes"), "unevaluatedProperties", s.UnevaluatedProperties, false)
	list.single(r.words.Say("Items that nothing else describes"), "unevaluatedItems", s.UnevaluatedItems, false)
	list.rows(r.words.Say("Definitions"), named(s.Defs)...)
	return r.sent(list)
}

// sent leaves out what the direction of the page does.
func (r *reader) sent(list []part) []part {
	if r.direction == "" {
		return list
	}
	for i := range list {
		list[i].rows = slices.DeleteFunc(list[i].rows, func(row row) bool { return r.hidden(row.schema) })
	}
	return slices.DeleteFunc(list, func(p part) bool { return len(p.rows) == 0 && p.choice == nil && p.sentence == "" })
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
func (l *partList) other(w *wording.Language, s *apidoc.Schema) {
	if s.AdditionalProperties == nil || s.AdditionalProperties.Always != nil {
		return
	}
	name := w.Say("any other name")
	if len(s.Properties)+len(s.PatternProperties) == 0 {
		name = w.Say("any name")
	}
	l.rows(w.Say("Other properties"), row{name: cmp.Or(s.AdditionalName, name), schema: s.AdditionalProperties, item: "additionalProperties", pattern: true})
}

func (l *partList) items(r *reader, n node) {
	s := n.Schema
	if s.Items != nil && s.Items.Always == nil {
		label := r.words.Say("Items")
		if len(s.PrefixItems) > 0 {
			label = r.words.Say("Other items")
		}
		if len(s.PrefixItems) > 0 || r.plainItems(n) == nil && (s.Items.Ref != "" || r.itemsSay(s.Items)) {
			l.rows(label, row{schema: s.Items, item: "items", same: true})
		}
	}
	if s.Contains != nil {
		l.rows(schemafacts.Contains(r.words, s), row{schema: s.Contains, item: "contains"})
	}
}

// conditions adds what depends on what a value is.
func (l *partList) conditions(w *wording.Language, s *apidoc.Schema) {
	for i, d := range s.DependentRequired {
		if i < 50 {
			l.sentence(schemafacts.Dependency(w, d))
		}
	}
	for _, p := range s.DependentSchemas {
		l.rows(w.Fill("When {1} is present", p.Name), row{schema: p.Schema, item: "with-" + p.Name, same: true})
	}
	if s.If != nil {
		l.sentence(schemafacts.Condition(w, s))
	}
	l.single(w.Say("If"), "if", s.If, true)
	l.single(w.Say("Then"), "then", s.Then, true)
	l.single(w.Say("Otherwise"), "else", s.Else, true)
	l.single(w.Say("Must not match"), "not", s.Not, true)
}

// hasParts reports whether there is more to say about a schema than fits its
// row.
func (r *reader) hasParts(n node) bool {
	s := n.Schema
	if len(s.Properties)+len(s.PatternProperties)+len(s.AllOf)+len(s.PrefixItems)+len(s.DependentSchemas)+len(s.Defs)+len(s.DependentRequired) > 0 {
		return true
	}
	for step, child := range schemafacts.Children(s) {
		if step.Many || child == nil || child.Always != nil {
			continue
		}
		if step.Keyword != "items" || r.plainItems(n) == nil && r.itemsSay(s.Items) {
			return true
		}
	}
	return r.choice(n) != nil
}

// itemsSay reports whether items are more than a plain type. Lists of lists end:
// a list may be its own item.
func (r *reader) itemsSay(s *apidoc.Schema) bool {
	if says(s) {
		return true
	}
	if r.nested > maxLevel {
		return false
	}
	r.nested++
	defer func() { r.nested-- }()
	return r.hasParts(r.follow(s))
}

// choice returns the alternatives of a schema, nil when it has none or when its
// type says all about them.
func (r *reader) choice(n node) *shape.Choice {
	c := r.shapes.Choice(n.shape)
	if c == nil || besideNull(n.Schema) != nil || r.plainAlternatives(n) != nil {
		return nil
	}
	for _, a := range c.Alternatives {
		if a.Schema == nil {
			continue
		}
		if a.Ref != "" || a.Schema.Title != "" || says(a.Schema) || r.hasParts(r.follow(a.Schema)) {
			return c
		}
	}
	return nil
}

// plainItems returns the items of a list when what they have to be fits the row
// of the list.
func (r *reader) plainItems(n node) *apidoc.Schema {
	s := n.Schema
	if s.Items == nil || len(s.PrefixItems) > 0 || !r.plain(s.Items) || !says(s.Items) {
		return nil
	}
	return s.Items
}

// plainAlternatives returns the alternatives of a schema when each fits a line.
func (r *reader) plainAlternatives(n node) []*apidoc.Schema {
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
		if !r.plain(s) {
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
func (r *reader) plain(s *apidoc.Schema) bool {
	return s != nil && s.Ref == "" && s.Description == "" && s.Always == nil && s.Items == nil && s.ExternalDocs == nil && (!r.forAuthors() || len(schemafacts.Rare(s)) == 0) &&
		len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) == 0 && !r.hasParts(r.follow(s))
}

// properties are those of a schema that the direction of the page does not leave out,
// required ones first.
func (r *reader) properties(n node) []row {
	s := n.Schema
	lacking := undescribed(s)
	rows := make([]row, 0, len(s.Properties)+len(lacking))
	for _, in := range r.rounds() {
		for i := range s.Properties {
			if p := &s.Properties[i]; in(p) && !r.hidden(p.Schema) {
				rows = append(rows, row{name: cmp.Or(p.Name, schemafacts.NoName), schema: p.Schema, required: p.Required, origin: n.shape.Origin(p.Name)})
			}
		}
		for _, name := range lacking {
			rows = append(rows, row{name: cmp.Or(name, schemafacts.NoName), required: true})
		}
		lacking = nil
	}
	return rows
}

// undescribed are the names of properties that are required and not described, where
// others are.
func undescribed(s *apidoc.Schema) []string {
	left := len(s.Required)
	for i := range s.Properties {
		if s.Properties[i].Required {
			left--
		}
	}
	if left <= 0 || len(s.Properties) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.Required), func(name string) bool {
		return slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return p.Name == name })
	})
}

// propertyCount is how many properties a schema has, those left out aside.
func propertyCount(n node, leftOut func(*apidoc.Schema) bool) int {
	count := len(undescribed(n.Schema))
	for i := range n.Properties {
		if !leftOut(n.Properties[i].Schema) {
			count++
		}
	}
	return count
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
