package apidoc

import (
	"bytes"
	"encoding/json"
	"slices"
)

// SoleType is the one type of a schema beside null, "" when there is none or there
// are several; integer and number together are "number". A type that the schema
// does not name is told by its keywords: properties make it an object, items an
// array, and an enumeration of texts a string.
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
	case listsTexts(s.Enum):
		return "string"
	}
	return ""
}

// OnlyNull reports whether null is the only value that a schema without a reference
// matches, by its type or by its enumeration.
func (s *Schema) OnlyNull() bool {
	return s.Ref == "" && (slices.Equal(s.Types, []string{"null"}) || len(s.Enum) == 1 && IsNull(s.Enum[0].Value))
}

// IsNull reports whether a value of JSON is null.
func IsNull(value json.RawMessage) bool { return bytes.Equal(bytes.TrimSpace(value), []byte("null")) }

// listsTexts tells an enumeration of texts, null among them or not.
func listsTexts(values []EnumValue) bool {
	texts := 0
	for _, v := range values {
		switch {
		case bytes.HasPrefix(bytes.TrimSpace(v.Value), []byte(`"`)):
			texts++
		case !IsNull(v.Value):
			return false
		}
	}
	return texts > 0
}
