package oas

import (
	"encoding/json"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// schema writes a Schema Object (section 4.8.24): JSON Schema 2020-12 with the
// keywords of OpenAPI. Null is one of the types. A schema that says nothing is
// the schema true.
func (d *document) schema(s *apidoc.Schema) {
	if s == nil {
		d.text = append(d.text, "true"...)
		return
	}
	if s.Always != nil {
		d.text = strconv.AppendBool(d.text, *s.Always)
		return
	}
	mark := len(d.text)
	d.open('{')
	d.identification(s)
	d.annotations(s)
	d.values(s)
	d.arrays(s)
	d.properties(s)
	d.combinations(s)
	d.openAPI(s)
	empty := d.first
	d.close('}')
	if empty {
		d.text = append(d.text[:mark], "true"...)
	}
}

func (d *document) identification(s *apidoc.Schema) {
	d.str("$id", s.ID)
	d.str("$anchor", s.Anchor)
	d.str("$dynamicAnchor", s.DynamicAnchor)
	d.str("$ref", s.Ref)
	d.str("$dynamicRef", s.DynamicRef)
	d.str("$comment", s.Comment)
	d.schemaMap("$defs", s.Defs)
	if len(s.Types) == 1 {
		d.str("type", s.Types[0])
	} else {
		d.strs("type", s.Types)
	}
}

func (d *document) annotations(s *apidoc.Schema) {
	d.str("title", s.Title)
	d.str("description", s.Description)
	d.str("format", s.Format)
	d.raw("default", s.Default)
	array(&d.writer, "examples", s.Examples, d.value)
	d.truth("deprecated", s.Deprecated)
	d.truth("readOnly", s.ReadOnly)
	d.truth("writeOnly", s.WriteOnly)
}

func (d *document) values(s *apidoc.Schema) {
	d.raw("const", s.Const)
	d.enum(s.Enum)
	d.number("multipleOf", s.MultipleOf)
	d.number("minimum", s.Minimum)
	d.number("maximum", s.Maximum)
	d.number("exclusiveMinimum", s.ExclusiveMinimum)
	d.number("exclusiveMaximum", s.ExclusiveMaximum)
	d.count("minLength", s.MinLength)
	d.count("maxLength", s.MaxLength)
	d.str("pattern", s.Pattern)
	d.str("contentEncoding", s.ContentEncoding)
	d.str("contentMediaType", s.ContentMediaType)
	d.subschema("contentSchema", s.ContentSchema)
}

// enum writes the values, and names and descriptions when one has some.
func (d *document) enum(values []apidoc.EnumValue) {
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

func (d *document) number(name string, n json.Number) { d.raw(name, json.RawMessage(n)) }

func (d *document) arrays(s *apidoc.Schema) {
	d.subschema("items", s.Items)
	array(&d.writer, "prefixItems", s.PrefixItems, d.schema)
	d.subschema("contains", s.Contains)
	d.count("minContains", s.MinContains)
	d.count("maxContains", s.MaxContains)
	d.count("minItems", s.MinItems)
	d.count("maxItems", s.MaxItems)
	d.truth("uniqueItems", s.UniqueItems)
	d.subschema("unevaluatedItems", s.UnevaluatedItems)
}

func (d *document) properties(s *apidoc.Schema) {
	d.schemaMap("properties", s.Properties)
	d.strs("required", s.Required)
	d.schemaMap("patternProperties", s.PatternProperties)
	d.subschema("additionalProperties", s.AdditionalProperties)
	d.str("x-additionalPropertiesName", s.AdditionalName)
	d.subschema("unevaluatedProperties", s.UnevaluatedProperties)
	d.subschema("propertyNames", s.PropertyNames)
	d.count("minProperties", s.MinProperties)
	d.count("maxProperties", s.MaxProperties)
	d.optional("dependentRequired", func() {
		for _, dependency := range s.DependentRequired {
			d.strs(dependency.Property, dependency.Requires)
		}
	})
	d.schemaMap("dependentSchemas", s.DependentSchemas)
}

func (d *document) combinations(s *apidoc.Schema) {
	array(&d.writer, "allOf", s.AllOf, d.schema)
	array(&d.writer, "anyOf", s.AnyOf, d.schema)
	array(&d.writer, "oneOf", s.OneOf, d.schema)
	d.subschema("not", s.Not)
	d.subschema("if", s.If)
	d.subschema("then", s.Then)
	d.subschema("else", s.Else)
}

// openAPI writes what OpenAPI adds to JSON Schema, and the keywords that the
// model has no field for.
func (d *document) openAPI(s *apidoc.Schema) {
	if c := s.Discriminator; c != nil {
		d.object("discriminator", func() { d.discriminator(c) })
	}
	if x := s.XML; x != nil {
		d.optional("xml", func() {
			d.str("name", x.Name)
			d.str("namespace", x.Namespace)
			d.str("prefix", x.Prefix)
			d.str(d.since32("nodeType"), x.NodeType)
			d.truth("attribute", x.Attribute)
			d.truth("wrapped", x.Wrapped)
			d.extensions(x.Extensions)
		})
	}
	d.externalDocs(s.ExternalDocs)
	for _, x := range s.Extensions {
		d.raw(x.Name, x.Value)
	}
}

func (d *document) discriminator(c *apidoc.Discriminator) {
	d.str("propertyName", c.Property)
	d.optional("mapping", func() {
		for _, m := range c.Mapping {
			d.str(m.Value, m.Ref)
		}
	})
	d.str(d.since32("defaultMapping"), c.DefaultMapping)
	d.extensions(c.Extensions)
}

func (d *document) subschema(name string, s *apidoc.Schema) {
	if s != nil {
		d.key(name)
		d.schema(s)
	}
}

func (d *document) schemaMap(name string, all []apidoc.Property) {
	if len(all) == 0 {
		return
	}
	d.object(name, func() {
		for _, p := range all {
			d.key(p.Name)
			d.schema(p.Schema)
		}
	})
}
