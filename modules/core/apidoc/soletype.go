package apidoc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// SoleType is the one type of a schema beside null, "" when there is none or there
// are several; integer and number together are "number". A type that the schema
// does not name is told by its keywords: properties make it an object, items an
// array, and a constant or an enumeration of texts, numbers or truth values one of these.
func (s *Schema) SoleType() string {
	var found []string
	for _, t := range s.Types {
		if t != "null" && !slices.Contains(found, t) {
			found = append(found, t)
		}
	}
	slices.Sort(found)
	switch {
	case len(found) == 1:
		return found[0]
	case slices.Equal(found, []string{"integer", "number"}):
		return "number"
	case len(found) > 1:
		return ""
	case len(s.Properties) > 0 || s.AdditionalProperties != nil:
		return "object"
	case s.Items != nil:
		return "array"
	case len(s.Const) > 0:
		return typeOfValues([]json.RawMessage{s.Const})
	}
	values := make([]json.RawMessage, len(s.Enum))
	for i, v := range s.Enum {
		values[i] = v.Value
	}
	return typeOfValues(values)
}

// OnlyNull reports whether null is the only value that a schema without a reference
// matches, by its type or by its enumeration.
func (s *Schema) OnlyNull() bool {
	return s.Ref == "" && (slices.Equal(s.Types, []string{"null"}) || len(s.Enum) == 1 && IsNull(s.Enum[0].Value))
}

// IsNull reports whether a value of JSON is null.
func IsNull(value json.RawMessage) bool { return bytes.Equal(bytes.TrimSpace(value), []byte("null")) }

// typeOfValues is the type of all values, null aside, "" where they are not of one type
// that is neither an object nor an array.
func typeOfValues(values []json.RawMessage) (found string) {
	for _, v := range values {
		own := typeOfValue(bytes.TrimSpace(v))
		switch {
		case IsNull(v) || own == found:
		case own == "":
			return ""
		case found == "" || found == "integer" && own == "number":
			found = own
		case found != "number" || own != "integer":
			return ""
		}
	}
	return found
}

func typeOfValue(value []byte) string {
	switch {
	case len(value) == 0 || bytes.ContainsAny(value[:1], "{[n"):
		return ""
	case value[0] == '"':
		return "string"
	case bytes.ContainsAny(value[:1], "tf"):
		return "boolean"
	case bytes.ContainsAny(value, ".eE"):
		return "number"
	}
	return "integer"
}
