package lint

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
)

// form is what a value of a description has to be.
type form struct {
	means string
	is    func(value any) bool
}

var (
	isText    = form{"a text", func(v any) bool { _, ok := v.(string); return ok }}
	isBoolean = form{"true or false", func(v any) bool { _, ok := v.(bool); return ok }}
	isNumber  = form{"a number", func(v any) bool { _, ok := v.(float64); return ok }}
	isStep    = form{"a number above 0", func(v any) bool { n, ok := v.(float64); return ok && n > 0 }}
	isCount   = form{"an integer of 0 or more", func(v any) bool { n, ok := v.(float64); return ok && n >= 0 && n == math.Trunc(n) }}
	isObject  = form{"an object", func(v any) bool { _, ok := v.(map[string]any); return ok }}
	isSchema  = form{"a schema", func(v any) bool { return isObject.is(v) || isBoolean.is(v) }}
	isList    = form{"a list that is not empty", func(v any) bool { list, _ := v.([]any); return len(list) > 0 }}
	isValues  = form{"a list", func(v any) bool { _, ok := v.([]any); return ok }} // which should not be empty, and may be
	isNames   = form{"a list of texts, none of them twice", func(v any) bool {
		list, ok := v.([]any)
		seen := map[any]bool{}
		for _, item := range list {
			if !isText.is(item) || seen[item] {
				return false
			}
			seen[item] = true
		}
		return ok
	}}
	isType = form{"a type of JSON, or a list of several", func(v any) bool {
		name, ok := v.(string)
		return ok && slices.Contains(types, name) || isNames.is(v) && isList.is(v) && !slices.ContainsFunc(v.([]any), func(item any) bool { return !slices.Contains(types, item.(string)) })
	}}
	isOldType = form{"one of " + strings.Join(types[1:], ", "), func(v any) bool { name, ok := v.(string); return ok && slices.Contains(types[1:], name) }}
)

var types = []string{"null", "array", "boolean", "integer", "number", "object", "string"}

// keywords are those of schemas whose values have a form (JSON Schema Validation, section 6,
// and Core, section 10).
var keywords = map[string]form{
	"type": isType, "enum": isValues, "required": isNames, "format": isText, "pattern": isText, "title": isText, "description": isText,
	"minimum": isNumber, "maximum": isNumber, "exclusiveMinimum": isNumber, "exclusiveMaximum": isNumber, "multipleOf": isStep,
	"minLength": isCount, "maxLength": isCount, "minItems": isCount, "maxItems": isCount, "minProperties": isCount, "maxProperties": isCount,
	"minContains": isCount, "maxContains": isCount, "uniqueItems": isBoolean, "deprecated": isBoolean, "readOnly": isBoolean, "writeOnly": isBoolean,
	"properties": isObject, "patternProperties": isObject, "dependentSchemas": isObject, "dependentRequired": isObject, "$defs": isObject,
	"allOf": isList, "anyOf": isList, "oneOf": isList, "prefixItems": isList, "items": isSchema, "additionalProperties": isSchema, "not": isSchema,
	"$id": isText, "$anchor": isText, "$dynamicAnchor": isText, "$dynamicRef": isText, "$comment": isText, "examples": isValues,
	"contentEncoding": isText, "contentMediaType": isText, "contentSchema": isSchema,
	"if": isSchema, "then": isSchema, "else": isSchema, "contains": isSchema, "propertyNames": isSchema,
	"unevaluatedItems": isSchema, "unevaluatedProperties": isSchema,
}

// oldKeywords are those that OpenAPI 3.0 has in another form, and newKeywords those that
// it does not have.
var (
	oldKeywords = map[string]form{"type": isOldType, "exclusiveMinimum": isBoolean, "exclusiveMaximum": isBoolean, "items": isObject, "not": isObject, "nullable": isBoolean}
	newKeywords = []string{
		"$defs", "const", "contains", "contentEncoding", "contentMediaType", "contentSchema", "dependentRequired", "dependentSchemas", "else", "examples", "if",
		"maxContains", "minContains", "patternProperties", "prefixItems", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
	}
)

// schema checks what is written of a schema, and of those in it. One that says that it is of
// another dialect is left alone.
func (c *checker) schema(pointer string, value any) {
	s, _ := value.(map[string]any)
	if c.dialect() || s["$schema"] != nil {
		return
	}
	switch {
	case value == nil:
	case c.old() && !isObject.is(value):
		c.formless("a schema", pointer, isObject.means)
	case !isSchema.is(value):
		c.formless("a schema", pointer, "an object, or true or false")
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		at := pointer + "/" + jsonpointer.Escape(name)
		c.keyword(at, name, s[name])
		switch below := s[name].(type) {
		case map[string]any:
			switch {
			case keywords[name].means == isSchema.means:
				c.schema(at, below)
			case name == "dependentRequired":
				for _, member := range slices.Sorted(maps.Keys(below)) {
					c.keyword(at+"/"+jsonpointer.Escape(member), "required", below[member])
				}
			case keywords[name].means == isObject.means:
				for _, member := range slices.Sorted(maps.Keys(below)) {
					c.schema(at+"/"+jsonpointer.Escape(member), below[member])
				}
			}
		case []any:
			for i, item := range below {
				if keywords[name].means == isList.means {
					c.schema(at+"/"+strconv.Itoa(i), item)
				}
			}
		}
	}
	c.enum(pointer, s)
	c.mapping(pointer, s)
	c.part("a discriminator", pointer+"/discriminator", s["discriminator"])
	c.part("an XML object", pointer+"/xml", s["xml"])
	c.part("a link to documents", pointer+"/externalDocs", s["externalDocs"])
	if ref, ok := s["$ref"]; ok {
		c.refers("a schema", pointer+"/$ref", ref)
	}
	if c.old() && s["type"] == "array" && s["items"] == nil {
		c.found(schemaKeyword, pointer, `a schema of type array needs "items"`)
	}
}

// keyword checks the value of a keyword.
func (c *checker) keyword(pointer, name string, value any) {
	want, known := keywords[name]
	if older, ok := oldKeywords[name]; ok && c.old() {
		want, known = older, true
	}
	switch {
	case c.old() && slices.Contains(newKeywords, name):
		c.found(schemaVersion, pointer, "OpenAPI 3.0 has no %q: it means nothing there", name)
	case !c.old() && name == "nullable":
		c.found(schemaVersion, pointer, `"nullable" means nothing since OpenAPI 3.1: say "null" in the type`)
	case known && !want.is(value):
		c.found(schemaKeyword, pointer, "%q is not %s", name, want.means)
	}
}

// enum finds values that are of no type of their schema.
func (c *checker) enum(pointer string, s map[string]any) {
	values, _ := s["enum"].([]any)
	allowed, _ := s["type"].([]any)
	if name, ok := s["type"].(string); ok {
		allowed = []any{name}
	}
	if s["nullable"] == true {
		allowed = append(slices.Clone(allowed), "null")
	}
	for i, value := range values {
		if kind := typeOf(value); len(allowed) > 0 && !slices.Contains(allowed, any(kind)) && (kind != "integer" || !slices.Contains(allowed, any("number"))) {
			c.found(schemaKeyword, fmt.Sprintf("%s/enum/%d", pointer, i), "the value is of type %s, which its schema does not allow", kind)
		}
	}
}

// mapping finds values of a discriminator that lead nowhere.
func (c *checker) mapping(pointer string, s map[string]any) {
	d, _ := s["discriminator"].(map[string]any)
	values, _ := d["mapping"].(map[string]any)
	for _, value := range slices.Sorted(maps.Keys(values)) {
		to, _ := values[value].(string)
		target := "/components/schemas/" + to
		if strings.ContainsAny(to, "#/.") {
			var local bool
			if target, local = strings.CutPrefix(to, "#"); !local {
				continue
			}
		}
		if found, _ := c.at(target); found == nil {
			c.found(schemaKeyword, pointer+"/discriminator/mapping/"+jsonpointer.Escape(value), "the schema %q of the value %q is not there", to, value)
		}
	}
}

func typeOf(value any) string {
	switch v := value.(type) {
	case string:
		return "string"
	case bool:
		return "boolean"
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case float64:
		if v == math.Trunc(v) {
			return "integer"
		}
		return "number"
	}
	return "null"
}

// old reports whether the description is one of OpenAPI 3.0.
func (c *checker) old() bool { return c.before("3.1") }

// version reports whether the description is of one of some versions.
func (c *checker) version(versions ...string) bool {
	root, _ := c.root.(map[string]any)
	said, _ := root["openapi"].(string)
	return slices.ContainsFunc(versions, func(v string) bool { return strings.HasPrefix(said, v) })
}

// dialect reports whether the schemas of the description are of a dialect of their own.
func (c *checker) dialect() bool {
	root, _ := c.root.(map[string]any)
	said, ok := root["jsonSchemaDialect"].(string)
	return ok && !strings.HasPrefix(said, "https://spec.openapis.org/")
}
