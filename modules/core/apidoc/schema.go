package apidoc

import "encoding/json"

// Schema is a JSON Schema (2020-12, which OpenAPI 3.1 speaks; the dialects of
// Swagger 2.0 and OpenAPI 3.0 are translated into it). Nil pointers, empty
// slices and empty strings mean that the keyword is absent.
type Schema struct {
	// Ref is the reference that stands here. The other fields are then what
	// stands beside it; Document.Schema gives what it points to.
	Ref string
	// Always is set for the schemas true (matches everything) and false.
	Always *bool

	Types       []string // "null" among them when null is allowed
	Title       string
	Description string // Markdown
	Format      string
	Default     json.RawMessage
	Const       json.RawMessage
	Enum        []EnumValue
	Examples    []json.RawMessage
	Deprecated  bool
	ReadOnly    bool
	WriteOnly   bool

	// Numbers. They keep their spelling, so that nothing is rounded.
	MultipleOf       json.Number
	Minimum          json.Number
	Maximum          json.Number
	ExclusiveMinimum json.Number
	ExclusiveMaximum json.Number

	// Strings.
	MinLength        *int64
	MaxLength        *int64
	Pattern          string
	ContentEncoding  string
	ContentMediaType string
	ContentSchema    *Schema

	// Arrays.
	Items            *Schema
	PrefixItems      []*Schema
	Contains         *Schema
	MinContains      *int64
	MaxContains      *int64
	MinItems         *int64
	MaxItems         *int64
	UniqueItems      bool
	UnevaluatedItems *Schema

	// Objects.
	Properties            []Property // in the order of the description
	Required              []string   // also names that Properties lacks
	PatternProperties     []Property // the name is the pattern
	AdditionalProperties  *Schema
	AdditionalName        string // what to call such a property (x-additionalPropertiesName)
	UnevaluatedProperties *Schema
	PropertyNames         *Schema
	MinProperties         *int64
	MaxProperties         *int64
	DependentRequired     []Dependency
	DependentSchemas      []Property // the name is the property they depend on

	// Combinations.
	AllOf []*Schema
	AnyOf []*Schema
	OneOf []*Schema
	Not   *Schema
	If    *Schema
	Then  *Schema
	Else  *Schema

	Discriminator *Discriminator
	XML           *XML
	ExternalDocs  *ExternalDocs

	// Identification and reuse.
	ID            string // $id
	Anchor        string // $anchor
	DynamicAnchor string // $dynamicAnchor
	DynamicRef    string // $dynamicRef
	Comment       string // $comment
	Defs          []Property

	// Extensions are the members with "x-", and keywords this model lacks.
	Extensions []Extension
}

// Property is a schema with a name.
type Property struct {
	Name     string
	Schema   *Schema
	Required bool
}

// EnumValue is one of the values of an enumeration.
type EnumValue struct {
	Value       json.RawMessage
	Name        string // x-enum-varnames
	Description string // x-enum-descriptions
}

// Dependency says which properties must be there when one is.
type Dependency struct {
	Property string
	Requires []string
}

// Discriminator says which member tells the alternatives of oneOf or anyOf
// apart.
type Discriminator struct {
	Property       string
	Mapping        []Mapping
	DefaultMapping string // OpenAPI 3.2
	Extensions     []Extension
}

// Mapping leads from a value of a discriminator to a schema.
type Mapping struct{ Value, Ref string }

// XML is how a schema is written in XML.
type XML struct {
	Name      string
	Namespace string
	Prefix    string
	NodeType  string // OpenAPI 3.2
	Attribute bool
	Wrapped   bool

	Extensions []Extension
}
