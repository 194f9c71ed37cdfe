package snippet

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
)

// fields are values that a form or a parameter has as texts: parts of a form whose
// encoding says that they are XML (OpenAPI 3.1 §4.8.15.1), and the lists within the lists
// of Swagger 2.0, whose collectionFormat says what stands between their items (Items
// Object).
type fields struct {
	schemas
	version string // of OpenAPI, or "2.0" of Swagger
}

func (s *source) fields() fields {
	return fields{schemas{s.shapes}, s.doc.SpecVersion}
}

func (f fields) swagger() bool { return strings.HasPrefix(f.version, "2") }

// styled is an encoding as a body heeds it: OpenAPI 3.0 has no styles of parts.
func (f fields) styled(m *apidoc.MediaType, e *apidoc.Encoding) *apidoc.Encoding {
	if e.Style == "" || baseType(m.Name) != multipartType || !strings.HasPrefix(f.version, "3.0") {
		return e
	}
	plain := *e
	plain.Style = ""
	return &plain
}

// isXML reports whether a property of a body is a part in XML.
func (fields) isXML(m *apidoc.MediaType, property string) bool {
	e := encodingOf(m, property)
	if e == nil || baseType(m.Name) != multipartType {
		return false
	}
	first, _, _ := strings.Cut(e.ContentType, ",")
	return sample.IsXML(first)
}

// written is a body with such values as texts.
func (f fields) written(m *apidoc.MediaType, v value) value {
	v.members = slices.Clone(v.members)
	for i, p := range v.members {
		if s := f.property(m.Schema, p.name); f.isXML(m, p.name) {
			v.members[i].value = f.xml(s, p.value)
		} else {
			v.members[i].value = f.joined(f.resolve(s), p.value)
		}
	}
	v.raw = v.compact()
	return v
}

// xml is the text of a part, or a list of those of its items. What is a text already is
// the XML itself.
func (f fields) xml(s *apidoc.Schema, v value) value {
	switch {
	case v.kind == list:
		return v.each(func(item value) value { return f.xml(itemsOf(f.resolve(s)), item) })
	case v.quoted, s == nil:
		return v
	}
	return textValue(string(sample.XML(f.Resolver, s, v.raw)))
}

// joined is a value whose lists within lists are texts.
func (f fields) joined(s *apidoc.Schema, v value) value {
	if !f.swagger() || v.kind != list {
		return v
	}
	items := itemsOf(s)
	return v.each(func(item value) value {
		if item.kind != list {
			return item
		}
		var texts []string
		for _, inner := range f.joined(items, item).items {
			texts = append(texts, inner.plain())
		}
		return textValue(strings.Join(texts, schemafacts.Separator(items)))
	})
}

// schema is that of a body as its form has it, where such values are texts.
func (f fields) schema(m *apidoc.MediaType) *apidoc.Schema {
	s := f.resolve(m.Schema)
	if s == nil || baseType(m.Name) != multipartType && baseType(m.Name) != formType {
		return m.Schema
	}
	form, changed := *s, false
	form.Properties = slices.Clone(s.Properties)
	for i, p := range form.Properties {
		own := f.list(p.Schema)
		if f.isXML(m, p.Name) {
			own = &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/xml"}
			if list := f.resolve(p.Schema); list != nil && slices.Contains(list.Types, "array") {
				own = &apidoc.Schema{Types: []string{"array"}, Items: own}
			}
		}
		changed = changed || own != p.Schema
		form.Properties[i].Schema = own
	}
	if !changed {
		return m.Schema
	}
	return &form
}

// list is the schema of a list whose lists are texts.
func (f fields) list(s *apidoc.Schema) *apidoc.Schema {
	if !f.swagger() || s == nil || s.Items == nil || !slices.Contains(s.Items.Types, "array") {
		return s
	}
	list := *s
	list.Examples, list.Default = nil, nil // which are lists of lists
	list.Items = &apidoc.Schema{Types: []string{"string"}, Description: s.Items.Description}
	return &list
}
