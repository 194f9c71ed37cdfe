package oas

import (
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// writeSchema writes a Schema Object (section 4.8.24): JSON Schema 2020-12 with the
// keywords of OpenAPI. Null is one of the types. A schema that says nothing is
// {}, which means the same as true: generators of code know no other one.
func writeSchema(d *document, s *apidoc.Schema) {
	if s != nil && s.Always != nil && !*s.Always {
		d.text = append(d.text, "false"...)
		return
	}
	d.open('{')
	if s != nil && s.Always == nil {
		for name, value := range s.Keywords() {
			writeKeyword(d, name, value)
		}
	}
	d.close('}')
}

// writeKeyword writes one member of a schema.
func writeKeyword(d *document, name string, value any) {
	switch v := value.(type) {
	case string:
		d.str(name, v)
	case bool:
		d.truth(name, v)
	case *int64:
		d.count(name, v)
	case json.Number:
		d.raw(name, json.RawMessage(v))
	case json.RawMessage:
		d.raw(name, v)
	case []string:
		d.strs(name, v)
	case []json.RawMessage:
		array(&d.writer, name, v, d.value)
	case []apidoc.EnumValue:
		writeEnum(d, v)
	case *apidoc.Schema:
		d.key(name)
		writeSchema(d, v)
	case []*apidoc.Schema:
		array(&d.writer, name, v, with(d, writeSchema))
	case []apidoc.Property:
		writeSchemaMap(d, name, v)
	default:
		writeKeywordObject(d, name, value)
	}
}

// writeKeywordObject writes a member that OpenAPI knows the members of, or one that
// the model has no field for.
func writeKeywordObject(d *document, name string, value any) {
	switch v := value.(type) {
	case []apidoc.Dependency:
		d.optional(name, func() {
			for _, dependency := range v {
				d.strs(dependency.Property, dependency.Requires)
			}
		})
	case *apidoc.Discriminator:
		d.object(name, func() { writeDiscriminator(d, v) })
	case *apidoc.XML:
		d.optional(name, func() { writeXML(d, v) })
	case *apidoc.ExternalDocs:
		d.externalDocs(v)
	case apidoc.Extension:
		d.raw(v.Name, v.Value)
	}
}

// writeEnum writes the values, and names and descriptions when one has some.
func writeEnum(d *document, values []apidoc.EnumValue) {
	array(&d.writer, "enum", values, func(v apidoc.EnumValue) { d.value(v.Value) })
	names, descriptions := make([]string, len(values)), make([]string, len(values))
	var named, described bool
	for i, v := range values {
		names[i], descriptions[i] = v.Name, v.Description
		named, described = named || v.Name != "", described || v.Description != ""
	}
	if named {
		d.strs("x-enum-varnames", names)
	}
	if described {
		d.strs("x-enum-descriptions", descriptions)
	}
}

func writeXML(d *document, x *apidoc.XML) {
	d.str("name", x.Name)
	d.str("namespace", x.Namespace)
	d.str("prefix", x.Prefix)
	d.str(d.since32("nodeType"), x.NodeType)
	d.truth("attribute", x.Attribute)
	d.truth("wrapped", x.Wrapped)
	d.extensions(x.Extensions)
}

func writeDiscriminator(d *document, c *apidoc.Discriminator) {
	d.str("propertyName", c.Property)
	d.optional("mapping", func() {
		for _, m := range c.Mapping {
			d.str(m.Value, m.Ref)
		}
	})
	d.str(d.since32("defaultMapping"), c.DefaultMapping)
	d.extensions(c.Extensions)
}

func writeSchemaMap(d *document, name string, all []apidoc.Property) {
	d.object(name, func() {
		for _, p := range all {
			d.key(p.Name)
			writeSchema(d, p.Schema)
		}
	})
}
