package mdrender

import (
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// maxLevel bounds how deep inline schemas are written.
const maxLevel = 4

func (p *printer) model(m *apidoc.Model) {
	p.heading(1, m.Name)
	p.text(escape(m.Title))
	p.text(m.Schema.Description)
	p.schema(m.Schema)
}

// schema writes what a schema is and, indented, the properties it has itself.
// Models it refers to have pages of their own.
func (p *printer) schema(s *apidoc.Schema) {
	if s == nil {
		return
	}
	p.item(p.typeName(s, 0), strings.TrimSpace(limits(s)))
	p.members(s, 1)
	p.end()
}

func (p *printer) members(s *apidoc.Schema, level int) {
	for s.Items != nil && s.Ref == "" {
		s = s.Items
	}
	for _, property := range s.Properties {
		p.member(code(property.Name), property.Schema, property.Required, level)
	}
	for _, group := range []struct {
		name string
		list []*apidoc.Schema
	}{{"all of", s.AllOf}, {"one of", s.OneOf}, {"any of", s.AnyOf}} {
		for _, part := range group.list {
			p.member(group.name, part, false, level)
		}
	}
}

func (p *printer) member(name string, s *apidoc.Schema, isRequired bool, level int) {
	if p.left--; p.left < 0 {
		return
	}
	p.out.WriteString(strings.Repeat("  ", level))
	if s == nil {
		p.item(name, required(isRequired))
		return
	}
	about := p.typeName(s, 0) + required(isRequired) + deprecated(s.Deprecated)
	p.item(name+" ("+about+")", line(s.Description)+limits(s))
	if level < maxLevel {
		p.members(s, level+1)
	}
}

// typeName says what a schema is: "array of Pet".
func (p *printer) typeName(s *apidoc.Schema, depth int) string {
	switch {
	case s == nil || depth > 3:
		return "any"
	case s.Ref != "":
		if m := p.doc.ModelOf(s.Ref); m != nil {
			return escape(m.Name)
		}
		return code(s.Ref)
	case s.Items != nil:
		return "array of " + p.typeName(s.Items, depth+1)
	case len(s.Types) == 0:
		return "any"
	}
	name := strings.Join(s.Types, " or ")
	if s.Format != "" {
		name += ", " + s.Format
	}
	return escape(name)
}

// limits are the constraints that say most about a value.
func limits(s *apidoc.Schema) string {
	if s == nil {
		return ""
	}
	var b strings.Builder
	add := func(label, value string) {
		if value != "" {
			b.WriteString(" " + label + " " + code(line(value)) + ".")
		}
	}
	add("Default", string(s.Default))
	add("Always", string(s.Const))
	add("At least", string(s.Minimum))
	add("More than", string(s.ExclusiveMinimum))
	add("At most", string(s.Maximum))
	add("Less than", string(s.ExclusiveMaximum))
	add("Multiple of", string(s.MultipleOf))
	add("Pattern", s.Pattern)
	for label, n := range lengths(s) {
		if n != nil {
			add(label, strconv.FormatInt(*n, 10))
		}
	}
	var values []string
	for _, e := range s.Enum[:min(len(s.Enum), 100)] {
		values = append(values, string(e.Value))
	}
	add("One of", strings.Join(values, ", "))
	return b.String()
}

// lengths yields the limits of length in one order.
func lengths(s *apidoc.Schema) func(yield func(string, *int64) bool) {
	return func(yield func(string, *int64) bool) {
		_ = yield("Min length", s.MinLength) && yield("Max length", s.MaxLength) &&
			yield("Min items", s.MinItems) && yield("Max items", s.MaxItems) &&
			yield("Min properties", s.MinProperties) && yield("Max properties", s.MaxProperties)
	}
}
