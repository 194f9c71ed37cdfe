package shape

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// merger makes one schema of the parts of allOf. What stands nearest comes
// first: its title, its default.
type merger struct {
	resolver *Resolver
	shape    *Shape
	out      *apidoc.Schema
	known    map[string]bool // references that are part of it already
	at       map[string]int  // properties by name
	pattern  map[string]int  // properties by pattern, by their pattern
	required map[string]bool
	closed   []*apidoc.Schema // parts that allow no other properties
	typed    bool             // some part has named types
	nullable bool             // the types of the nearest part hold null
	left     int
}

func newMerger(r *Resolver, shape *Shape) *merger {
	shape.origins = map[string]string{}
	return &merger{
		resolver: r, shape: shape, out: &apidoc.Schema{}, known: map[string]bool{}, at: map[string]int{},
		pattern: map[string]int{}, required: map[string]bool{}, left: maxParts,
	}
}

// beside takes what stands beside a reference.
func (m *merger) beside(s *apidoc.Schema) {
	m.known[m.resolver.reference(s)] = true
	own := *s
	own.Ref = ""
	m.scalars(&own)
	m.parts(&own)
	m.members(&own, "")
}

// part takes a schema without reference: its own keywords, then its parts.
// Origin is the reference that led to it.
func (m *merger) part(s *apidoc.Schema, origin string) {
	m.resolver.merged += len(s.Properties)
	m.scalars(s)
	m.parts(s)
	if origin == m.shape.Ref {
		origin = ""
	}
	m.members(s, origin)
}

func (m *merger) parts(s *apidoc.Schema) {
	for _, p := range s.AllOf {
		if p == nil {
			continue
		}
		m.resolver.work++
		full := m.resolver.work > maxWork || m.resolver.merged > maxMerged
		m.resolver.short = m.resolver.short || full
		if m.left--; m.left < 0 || full {
			m.out.AllOf = append(m.out.AllOf, p)
			continue
		}
		m.allOf(p)
	}
}

func (m *merger) allOf(p *apidoc.Schema) {
	ref := m.resolver.reference(p)
	if ref == "" {
		if p.Title != "" || p.Description != "" {
			m.shape.Parts = append(m.shape.Parts, Part{Title: p.Title, Description: p.Description})
		}
		p = withoutText(p)
		m.part(p, "")
		return
	}
	if m.known[ref] {
		return
	}
	m.known[ref] = true
	if p.Description != "" || p.Ref == "" || !OnlyRef(p) {
		beside := withoutText(p)
		beside.Ref = ""
		m.part(beside, "")
	}
	target := m.resolver.Target(ref)
	if target == nil {
		m.shape.Broken = ref
		m.out.AllOf = append(m.out.AllOf, p)
		return
	}
	description := p.Description
	if description == "" {
		description = target.Description
	}
	m.shape.Parts = append(m.shape.Parts, Part{Ref: ref, Title: target.Title, Description: description})
	if m.resolver.reference(target) != "" {
		m.allOf(target)
		return
	}
	m.part(withoutText(target), ref)
}

// withoutText returns a part without its title and description, which are kept
// as those of the part.
func withoutText(s *apidoc.Schema) *apidoc.Schema {
	bare := *s
	bare.Title, bare.Description = "", ""
	return &bare
}

// members takes the properties of a part and what is said about them.
func (m *merger) members(s *apidoc.Schema, origin string) {
	for _, p := range s.Properties {
		m.property(p, origin)
	}
	for _, name := range s.Required {
		if !m.required[name] {
			m.required[name] = true
			m.out.Required = append(m.out.Required, name)
		}
	}
	m.patterns(s.PatternProperties)
	if closes(s) {
		m.closed = append(m.closed, s)
	}
}

func (m *merger) property(p apidoc.Property, origin string) {
	i, known := m.at[p.Name]
	if !known {
		m.at[p.Name] = len(m.out.Properties)
		m.out.Properties = append(m.out.Properties, p)
		if origin != "" {
			m.shape.origins[p.Name] = origin
		}
		return
	}
	had := &m.out.Properties[i]
	had.Required = had.Required || p.Required
	if !same(had.Schema, p.Schema) {
		had.Schema = m.resolver.Join(had.Schema, p.Schema)
	}
}

func (m *merger) patterns(list []apidoc.Property) {
	for _, p := range list {
		i, known := m.pattern[p.Name]
		if !known {
			m.pattern[p.Name] = len(m.out.PatternProperties)
			m.out.PatternProperties = append(m.out.PatternProperties, p)
		} else if had := &m.out.PatternProperties[i]; !same(had.Schema, p.Schema) {
			had.Schema = m.resolver.Join(had.Schema, p.Schema)
		}
	}
}

// finish completes the shape.
func (m *merger) finish() {
	for i := range m.out.Properties {
		p := &m.out.Properties[i]
		p.Required = p.Required || m.required[p.Name]
	}
	m.checkClosed()
	m.checkBounds()
	if m.nullable && len(m.out.Types) > 0 && !slices.Contains(m.out.Types, "null") {
		m.conflict("null is allowed here, but not by what this consists of.")
	}
	if ref := m.wrapped(); ref != "" {
		m.shape.Ref = ref
		maps.DeleteFunc(m.shape.origins, func(_, origin string) bool { return origin == ref })
	}
	if m.shape.Description == "" {
		m.shape.Description = m.described()
	}
	m.out.Description = m.shape.Description
	m.shape.Schema = m.out
}

// described takes the description of a schema that has none itself from its parts:
// what the inline ones say, which is about this schema alone, or else what the only
// reference says that has a description.
func (m *merger) described() string {
	inline, named := m.descriptions(false), m.descriptions(true)
	switch {
	case len(inline) > 0:
		m.forget(inline)
		return strings.Join(inline, "\n\n")
	case len(named) == 1:
		m.forget(named)
		return named[0]
	}
	return ""
}

// descriptions are the different descriptions of the parts with a reference, or
// of those without.
func (m *merger) descriptions(referred bool) (list []string) {
	const most = 10
	for _, p := range m.shape.Parts {
		if p.Description != "" && (p.Ref != "") == referred && len(list) < most && !slices.Contains(list, p.Description) {
			list = append(list, p.Description)
		}
	}
	return list
}

// forget removes descriptions from the parts, and parts that have nothing else.
func (m *merger) forget(descriptions []string) {
	for i := range m.shape.Parts {
		if p := &m.shape.Parts[i]; slices.Contains(descriptions, p.Description) {
			p.Description = ""
		}
	}
	m.shape.Parts = slices.DeleteFunc(m.shape.Parts, func(p Part) bool { return p == Part{} })
}

// wrapped returns the reference of the only part when the schema, and what else is in its
// allOf, adds nothing but texts to it: it is that schema under another description.
func (m *merger) wrapped() string {
	ref := onlyAllOf(m.shape.Schema)
	i := slices.IndexFunc(m.shape.Parts, func(p Part) bool { return p.Ref == ref })
	if m.shape.Ref != "" || ref == "" || i < 0 {
		return ""
	}
	target := m.resolver.Target(ref)
	if target == nil {
		return ""
	}
	if m.shape.Description == "" && len(m.descriptions(false)) == 0 {
		m.shape.Description = m.shape.Parts[i].Description
	}
	if m.out.Title == "" {
		m.out.Title = target.Title
	}
	m.shape.Discriminator = target.Discriminator
	m.shape.Parts = slices.Delete(m.shape.Parts, i, i+1)
	return ref
}

// onlyAllOf returns the reference of a schema that is one part of allOf and texts about it,
// "" for another.
func onlyAllOf(s *apidoc.Schema) (ref string) {
	if !onlyTexts(s) {
		return ""
	}
	for _, p := range s.AllOf {
		switch {
		case p.Ref == "" && len(p.AllOf) == 0 && onlyTexts(p):
		case p.Ref == "" || ref != "" || !OnlyRef(p):
			return ""
		default:
			ref = p.Ref
		}
	}
	return ref
}

// onlyTexts reports whether a schema says nothing beside its allOf but texts, and that it
// is an object.
func onlyTexts(s *apidoc.Schema) bool {
	bare := *s
	if len(bare.Types) == 1 && bare.Types[0] == "object" {
		bare.Types = nil
	}
	bare.AllOf, bare.Title, bare.Description, bare.Extensions = nil, "", "", nil
	return empty(&bare)
}

func (m *merger) conflict(says wording.Key, values ...string) {
	const most = 20
	known := func(c wording.Sentence) bool { return c.Key == says && slices.Equal(c.Values, values) }
	if len(m.shape.Conflicts) < most && !slices.ContainsFunc(m.shape.Conflicts, known) {
		m.shape.Conflicts = append(m.shape.Conflicts, wording.Sentence{Key: says, Values: values})
	}
}

// checkClosed finds parts that allow no other properties beside parts that have
// some: nothing but their common properties can be there.
func (m *merger) checkClosed() {
	const most = 20
	for _, part := range m.closed[:min(len(m.closed), most)] {
		own := map[string]bool{}
		for _, p := range part.Properties {
			own[p.Name] = true
		}
		var shut []string
		for _, p := range m.out.Properties {
			if !own[p.Name] && len(part.PatternProperties) == 0 {
				shut = append(shut, p.Name)
			}
		}
		if len(shut) > 3 {
			shut = append(shut[:3], "others")
		}
		if len(shut) > 0 {
			m.conflict("One part allows no properties but its own, which rules out {1} of another.", strings.Join(shut, ", "))
		}
	}
}

func closes(s *apidoc.Schema) bool {
	return s.AdditionalProperties != nil && s.AdditionalProperties.Always != nil && !*s.AdditionalProperties.Always
}

// same reports whether two schemas say the same.
func same(a, b *apidoc.Schema) bool { return a == b || reflect.DeepEqual(a, b) }
