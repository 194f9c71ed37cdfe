package gate

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Context is what a value of a description is, as far as references depend on it.
type Context uint8

// The contexts.
const (
	Object      Context = iota // of the description: an operation, a response…
	ObjectNames                // a map from names to objects
	Schema                     // a schema
	SchemaNames                // a map from names to schemas
	Raw                        // an example or something else without references
)

// Below returns what the member of a value is. The version is that of the description.
func (c Context) Below(name string, value *tree.Node, version string) Context {
	switch c {
	case ObjectNames:
		return Object
	case SchemaNames:
		return Schema
	case Schema:
		return schemaContext(name)
	}
	if strings.HasPrefix(name, "x-") && name != "x-webhooks" && name != "x-itemSchema" {
		return Raw
	}
	switch name {
	case "schema", "itemSchema", "x-itemSchema", "items":
		return Schema
	case "schemas", "definitions":
		return SchemaNames
	case "value":
		if RefersToExample(value) {
			return Object
		}
		return Raw
	case "example", "dataValue", "default", "enum", "scopes", "security":
		return Raw
	case "examples":
		if version == "2.0" {
			return Raw
		}
		return ObjectNames
	case "paths", "webhooks", "x-webhooks", "responses", "headers", "callbacks", "links", "content", "encoding", "parameters",
		"requestBodies", "securitySchemes", "securityDefinitions", "pathItems", "mediaTypes", "additionalOperations":
		if tree.IsList(value) {
			return Object
		}
		return ObjectNames
	}
	return Object
}

// RefersToExample reports whether the value of an example is a reference to another example, which
// OpenAPI does not have and GitHub's description does.
func RefersToExample(value *tree.Node) bool {
	ref := tree.Get(value, "$ref")
	return tree.IsString(ref) && strings.HasPrefix(ref.Value, "#/components/examples/")
}

func schemaContext(name string) Context {
	switch name {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies":
		return SchemaNames
	case "default", "example", "examples", "enum", "const", "discriminator", "xml", "externalDocs", "required":
		return Raw
	}
	if strings.HasPrefix(name, "x-") {
		return Raw
	}
	return Schema
}
