package snippet

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
)

// xmlParts writes the parts of a form whose encoding says that they are XML (OpenAPI 3.1
// §4.8.15.1). They are texts of the form then.
type xmlParts struct{ schemas }

// among reports whether a property of a body is such a part.
func (xmlParts) among(m *apidoc.MediaType, property string) bool {
	e := encodingOf(m, property)
	if e == nil || baseType(m.Name) != multipartType {
		return false
	}
	first, _, _ := strings.Cut(e.ContentType, ",")
	return sample.IsXML(first)
}

// written is a body with such parts as texts.
func (x xmlParts) written(m *apidoc.MediaType, v value) value {
	if !slices.ContainsFunc(v.members, func(p member) bool { return x.among(m, p.name) }) {
		return v
	}
	v.members = slices.Clone(v.members)
	for i, p := range v.members {
		if x.among(m, p.name) {
			v.members[i].value = x.part(x.property(m.Schema, p.name), p.value)
		}
	}
	v.raw = v.compact()
	return v
}

// part is the text of a part, or a list of those of its items. What is a text already is
// the XML itself.
func (x xmlParts) part(s *apidoc.Schema, v value) value {
	switch {
	case v.kind == list:
		v.items = slices.Clone(v.items)
		for i := range v.items {
			v.items[i] = x.part(itemsOf(x.resolve(s)), v.items[i])
		}
		v.raw = v.compact()
		return v
	case v.quoted, s == nil:
		return v
	}
	return textValue(string(sample.XML(x.Resolver, s, v.raw)))
}

// fields is the schema of a body as its form has it, where such parts are texts.
func (x xmlParts) fields(m *apidoc.MediaType) *apidoc.Schema {
	s := x.resolve(m.Schema)
	if s == nil || !slices.ContainsFunc(s.Properties, func(p apidoc.Property) bool { return x.among(m, p.Name) }) {
		return m.Schema
	}
	form := *s
	form.Properties = slices.Clone(s.Properties)
	for i, p := range form.Properties {
		if !x.among(m, p.Name) {
			continue
		}
		own := x.resolve(p.Schema)
		text := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/xml"}
		if own != nil && slices.Contains(own.Types, "array") {
			text = &apidoc.Schema{Types: []string{"array"}, Items: text}
		}
		form.Properties[i].Schema = text
	}
	return &form
}
