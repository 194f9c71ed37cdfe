package apidoc

import (
	"iter"
	"reflect"
)

// Keywords returns the members of a schema that are set, as OpenAPI 3.1 and JSON
// Schema 2020-12 spell them, always in the same order. A value is one of
//
//	string, bool, *int64, json.Number, json.RawMessage
//	[]string, []json.RawMessage, []EnumValue, []Dependency
//	*Schema, []*Schema, []Property
//	*Discriminator, *XML, *ExternalDocs, Extension
//
// in which "type" is a string when there is one type. Numbers, raw messages, names
// and texts are as the description has them. Always is no keyword: a schema of
// which it is set has none. The schema must not change meanwhile.
func (s *Schema) Keywords() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if s == nil || s.Always != nil {
			return
		}
		for _, k := range keywords {
			if value := k.of(s); isSet(value) && !yield(k.name, value) {
				return
			}
		}
		for _, x := range s.Extensions {
			if !yield(x.Name, x) {
				return
			}
		}
	}
}

// keyword is one member of a schema.
type keyword struct {
	name string
	of   func(s *Schema) any
}

// keywords are the members of schemas, in the order in which they are written.
var keywords = []keyword{
	{"$id", func(s *Schema) any { return s.ID }},
	{"$anchor", func(s *Schema) any { return s.Anchor }},
	{"$dynamicAnchor", func(s *Schema) any { return s.DynamicAnchor }},
	{"$ref", func(s *Schema) any { return s.Ref }},
	{"$dynamicRef", func(s *Schema) any { return s.DynamicRef }},
	{"$comment", func(s *Schema) any { return s.Comment }},
	{"$defs", func(s *Schema) any { return s.Defs }},
	{"type", typeOf},
	{"title", func(s *Schema) any { return s.Title }},
	{"description", func(s *Schema) any { return s.Description }},
	{"format", func(s *Schema) any { return s.Format }},
	{"default", func(s *Schema) any { return s.Default }},
	{"examples", func(s *Schema) any { return s.Examples }},
	{"deprecated", func(s *Schema) any { return s.Deprecated }},
	{"readOnly", func(s *Schema) any { return s.ReadOnly }},
	{"writeOnly", func(s *Schema) any { return s.WriteOnly }},

	{"const", func(s *Schema) any { return s.Const }},
	{"enum", func(s *Schema) any { return s.Enum }},
	{"multipleOf", func(s *Schema) any { return s.MultipleOf }},
	{"minimum", func(s *Schema) any { return s.Minimum }},
	{"maximum", func(s *Schema) any { return s.Maximum }},
	{"exclusiveMinimum", func(s *Schema) any { return s.ExclusiveMinimum }},
	{"exclusiveMaximum", func(s *Schema) any { return s.ExclusiveMaximum }},
	{"minLength", func(s *Schema) any { return s.MinLength }},
	{"maxLength", func(s *Schema) any { return s.MaxLength }},
	{"pattern", func(s *Schema) any { return s.Pattern }},
	{"contentEncoding", func(s *Schema) any { return s.ContentEncoding }},
	{"contentMediaType", func(s *Schema) any { return s.ContentMediaType }},
	{"contentSchema", func(s *Schema) any { return s.ContentSchema }},

	{"items", func(s *Schema) any { return s.Items }},
	{"prefixItems", func(s *Schema) any { return s.PrefixItems }},
	{"contains", func(s *Schema) any { return s.Contains }},
	{"minContains", func(s *Schema) any { return s.MinContains }},
	{"maxContains", func(s *Schema) any { return s.MaxContains }},
	{"minItems", func(s *Schema) any { return s.MinItems }},
	{"maxItems", func(s *Schema) any { return s.MaxItems }},
	{"uniqueItems", func(s *Schema) any { return s.UniqueItems }},
	{"unevaluatedItems", func(s *Schema) any { return s.UnevaluatedItems }},

	{"properties", func(s *Schema) any { return s.Properties }},
	{"required", func(s *Schema) any { return s.Required }},
	{"patternProperties", func(s *Schema) any { return s.PatternProperties }},
	{"additionalProperties", func(s *Schema) any { return s.AdditionalProperties }},
	{"x-additionalPropertiesName", func(s *Schema) any { return s.AdditionalName }},
	{"unevaluatedProperties", func(s *Schema) any { return s.UnevaluatedProperties }},
	{"propertyNames", func(s *Schema) any { return s.PropertyNames }},
	{"minProperties", func(s *Schema) any { return s.MinProperties }},
	{"maxProperties", func(s *Schema) any { return s.MaxProperties }},
	{"dependentRequired", func(s *Schema) any { return s.DependentRequired }},
	{"dependentSchemas", func(s *Schema) any { return s.DependentSchemas }},

	{"allOf", func(s *Schema) any { return s.AllOf }},
	{"anyOf", func(s *Schema) any { return s.AnyOf }},
	{"oneOf", func(s *Schema) any { return s.OneOf }},
	{"not", func(s *Schema) any { return s.Not }},
	{"if", func(s *Schema) any { return s.If }},
	{"then", func(s *Schema) any { return s.Then }},
	{"else", func(s *Schema) any { return s.Else }},

	{"discriminator", func(s *Schema) any { return s.Discriminator }},
	{"xml", func(s *Schema) any { return s.XML }},
	{"externalDocs", func(s *Schema) any { return s.ExternalDocs }},
}

func typeOf(s *Schema) any {
	if len(s.Types) == 1 {
		return s.Types[0]
	}
	return s.Types
}

// isSet tells the values of fields that say something.
func isSet(value any) bool {
	v := reflect.ValueOf(value)
	if v.Kind() == reflect.Slice {
		return v.Len() > 0
	}
	return !v.IsZero()
}
