package openapi

import (
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// schemaKeyword reads the value of one keyword into a schema. It reports false
// for a value of the wrong kind, which is then kept as an extension.
type schemaKeyword func(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool

// schemaKeywords are the keywords that a schema has fields for.
func schemaKeywords(d dialect) map[string]schemaKeyword {
	keywords := map[string]schemaKeyword{
		"$ref": readRef, "type": readType, "enum": readEnum, "example": readExample, "examples": readExamples,
		"default":          readRaw(func(s *apidoc.Schema) *json.RawMessage { return &s.Default }),
		"const":            readRaw(func(s *apidoc.Schema) *json.RawMessage { return &s.Const }),
		"exclusiveMinimum": readBound(func(s *apidoc.Schema) *json.Number { return &s.ExclusiveMinimum }),
		"exclusiveMaximum": readBound(func(s *apidoc.Schema) *json.Number { return &s.ExclusiveMaximum }),
		"items":            readItems, "required": readRequired, "dependencies": readDependencies,
		"dependentRequired": readDependencies, "discriminator": readDiscriminator, "xml": readXML, "externalDocs": readExternalDocs,
		"x-enum-varnames": readEnumText, "x-enumNames": readEnumText, "x-enum-descriptions": readEnumText, "x-enumDescriptions": readEnumText,
		"x-internal": readHidden, "x-scalar-ignore": readHidden,
	}
	addTexts(keywords)
	addNumbers(keywords)
	addSchemas(keywords)
	if name := d.nullable(); name != "" {
		keywords[name] = readNullable
	}
	return keywords
}

func addTexts(keywords map[string]schemaKeyword) {
	for name, field := range map[string]func(*apidoc.Schema) *string{
		"title":            func(s *apidoc.Schema) *string { return &s.Title },
		"description":      func(s *apidoc.Schema) *string { return &s.Description },
		"format":           func(s *apidoc.Schema) *string { return &s.Format },
		"pattern":          func(s *apidoc.Schema) *string { return &s.Pattern },
		"contentEncoding":  func(s *apidoc.Schema) *string { return &s.ContentEncoding },
		"contentMediaType": func(s *apidoc.Schema) *string { return &s.ContentMediaType },
		"$id":              func(s *apidoc.Schema) *string { return &s.ID },
		"$anchor":          func(s *apidoc.Schema) *string { return &s.Anchor },
		"$dynamicAnchor":   func(s *apidoc.Schema) *string { return &s.DynamicAnchor },
		"$dynamicRef":      func(s *apidoc.Schema) *string { return &s.DynamicRef },
		"$comment":         func(s *apidoc.Schema) *string { return &s.Comment },

		"x-additionalPropertiesName": func(s *apidoc.Schema) *string { return &s.AdditionalName },
	} {
		keywords[name] = func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
			*field(s) = tree.Text(n)
			return tree.IsScalar(n)
		}
	}
	for name, field := range map[string]func(*apidoc.Schema) *bool{
		"deprecated":  func(s *apidoc.Schema) *bool { return &s.Deprecated },
		"readOnly":    func(s *apidoc.Schema) *bool { return &s.ReadOnly },
		"writeOnly":   func(s *apidoc.Schema) *bool { return &s.WriteOnly },
		"uniqueItems": func(s *apidoc.Schema) *bool { return &s.UniqueItems },
	} {
		keywords[name] = func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) (ok bool) {
			*field(s), ok = tree.Bool(n)
			return ok
		}
	}
}

func addNumbers(keywords map[string]schemaKeyword) {
	for name, field := range map[string]func(*apidoc.Schema) *json.Number{
		"multipleOf": func(s *apidoc.Schema) *json.Number { return &s.MultipleOf },
		"minimum":    func(s *apidoc.Schema) *json.Number { return &s.Minimum },
		"maximum":    func(s *apidoc.Schema) *json.Number { return &s.Maximum },
	} {
		keywords[name] = func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool { return readNumber(field(s), n) }
	}
	for name, field := range map[string]func(*apidoc.Schema) **int64{
		"minLength":     func(s *apidoc.Schema) **int64 { return &s.MinLength },
		"maxLength":     func(s *apidoc.Schema) **int64 { return &s.MaxLength },
		"minContains":   func(s *apidoc.Schema) **int64 { return &s.MinContains },
		"maxContains":   func(s *apidoc.Schema) **int64 { return &s.MaxContains },
		"minItems":      func(s *apidoc.Schema) **int64 { return &s.MinItems },
		"maxItems":      func(s *apidoc.Schema) **int64 { return &s.MaxItems },
		"minProperties": func(s *apidoc.Schema) **int64 { return &s.MinProperties },
		"maxProperties": func(s *apidoc.Schema) **int64 { return &s.MaxProperties },
	} {
		keywords[name] = func(_ *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
			*field(s) = tree.Int(n)
			return *field(s) != nil
		}
	}
}

func addSchemas(keywords map[string]schemaKeyword) {
	for name, field := range map[string]func(*apidoc.Schema) **apidoc.Schema{
		"contentSchema":         func(s *apidoc.Schema) **apidoc.Schema { return &s.ContentSchema },
		"contains":              func(s *apidoc.Schema) **apidoc.Schema { return &s.Contains },
		"unevaluatedItems":      func(s *apidoc.Schema) **apidoc.Schema { return &s.UnevaluatedItems },
		"additionalProperties":  func(s *apidoc.Schema) **apidoc.Schema { return &s.AdditionalProperties },
		"unevaluatedProperties": func(s *apidoc.Schema) **apidoc.Schema { return &s.UnevaluatedProperties },
		"propertyNames":         func(s *apidoc.Schema) **apidoc.Schema { return &s.PropertyNames },
		"not":                   func(s *apidoc.Schema) **apidoc.Schema { return &s.Not },
		"if":                    func(s *apidoc.Schema) **apidoc.Schema { return &s.If },
		"then":                  func(s *apidoc.Schema) **apidoc.Schema { return &s.Then },
		"else":                  func(s *apidoc.Schema) **apidoc.Schema { return &s.Else },
	} {
		keywords[name] = func(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool {
			*field(s) = c.schema(n)
			return *field(s) != nil
		}
	}
	for name, field := range map[string]func(*apidoc.Schema) *[]*apidoc.Schema{
		"prefixItems": func(s *apidoc.Schema) *[]*apidoc.Schema { return &s.PrefixItems },
		"allOf":       func(s *apidoc.Schema) *[]*apidoc.Schema { return &s.AllOf },
		"anyOf":       func(s *apidoc.Schema) *[]*apidoc.Schema { return &s.AnyOf },
		"oneOf":       func(s *apidoc.Schema) *[]*apidoc.Schema { return &s.OneOf },
	} {
		keywords[name] = func(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool { return c.schemas(field(s), n) }
	}
	for name, field := range map[string]func(*apidoc.Schema) *[]apidoc.Property{
		"properties":        func(s *apidoc.Schema) *[]apidoc.Property { return &s.Properties },
		"patternProperties": func(s *apidoc.Schema) *[]apidoc.Property { return &s.PatternProperties },
		"dependentSchemas":  func(s *apidoc.Schema) *[]apidoc.Property { return &s.DependentSchemas },
		"$defs":             func(s *apidoc.Schema) *[]apidoc.Property { return &s.Defs },
		"definitions":       func(s *apidoc.Schema) *[]apidoc.Property { return &s.Defs },
	} {
		keywords[name] = func(c *schemaConverter, s *apidoc.Schema, n *tree.Node) bool { return c.properties(field(s), n) }
	}
}
