package sample

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func hasType(s *apidoc.Schema, name string) bool { return slices.Contains(s.Types, name) }

// isObject reports whether a value is an object, also where only what is said of members
// tells so.
func isObject(s *apidoc.Schema) bool {
	return hasType(s, "object") || len(s.Types) == 0 &&
		(len(s.Properties) > 0 || len(s.PatternProperties) > 0 || s.AdditionalProperties != nil || s.PropertyNames != nil || s.MinProperties != nil || s.MaxProperties != nil || len(s.Required) > 0)
}

// isArray reports whether a value is a list, also where only what is said of items tells
// so.
func isArray(s *apidoc.Schema) bool {
	return hasType(s, "array") || len(s.Types) == 0 &&
		(s.Items != nil || len(s.PrefixItems) > 0 || s.Contains != nil || s.MinItems != nil || s.MaxItems != nil)
}

// holdsJSON reports whether a text is JSON of a schema of its own, as it is or in base64.
func holdsJSON(s *apidoc.Schema) bool {
	media, _, _ := strings.Cut(strings.ToLower(s.ContentMediaType), ";")
	return hasType(s, "string") && s.ContentSchema != nil && (s.ContentEncoding == "" || s.ContentEncoding == "base64") && (media == "application/json" || strings.HasSuffix(media, "+json"))
}

func (sc *scalars) emptyOf(s *apidoc.Schema) string {
	switch {
	case isObject(s):
		return "{}"
	case isArray(s):
		return "[]"
	}
	return sc.scalar(s)
}

// formats are example texts of the formats that have a shape.
var formats = map[string]string{
	"date-time":             "2026-01-15T09:30:00Z",
	"date":                  "2026-01-15",
	"time":                  "09:30:00Z",
	"duration":              "PT15M",
	"email":                 "ada@example.com",
	"idn-email":             "ada@example.com",
	"uuid":                  "3f2c7a10-5d0e-4c1b-9b65-0c8f6a1d2e47",
	"uri":                   "https://example.com",
	"iri":                   "https://example.com",
	"url":                   "https://example.com",
	"uri-reference":         "/path",
	"iri-reference":         "/path",
	"uri-template":          "/path/{id}",
	"hostname":              "example.com",
	"idn-hostname":          "example.com",
	"ipv4":                  "192.0.2.1",
	"ipv6":                  "2001:db8::1",
	"byte":                  "aGVsbG8=",
	"json-pointer":          "/path/0",
	"relative-json-pointer": "1/path",
	"regex":                 "^[a-z]+$",
	"password":              "********",
}

func (sc *scalars) scalar(s *apidoc.Schema) string {
	kind := ""
	for _, t := range s.Types {
		if t != "null" {
			kind = t
			break
		}
	}
	switch {
	case len(s.Types) == 1 && s.Types[0] == "null":
		return "null"
	case kind == "boolean":
		return "true"
	case kind == "integer" || kind == "number", kind == "" && numeric(s):
		return number(s)
	}
	usual, shaped := formats[s.Format]
	if p := sc.pattern(s.Pattern); p != nil && !(shaped && p.MatchString(usual)) {
		if text, ok := sc.ofPattern(s); ok {
			return string(quoted(text))
		}
	}
	if shaped {
		return `"` + lengthened(s, usual) + `"`
	}
	if strings.EqualFold(s.ContentEncoding, "base64") {
		return `"aGVsbG8="`
	}
	return `"` + wordOf(s) + `"`
}

// lengthened is the text of a format as long as a schema demands, where the format lets it.
func lengthened(s *apidoc.Schema, text string) string {
	least, most := demanded(s), len(text)
	switch s.Format {
	case "password":
		if most = max(most, least); s.MaxLength != nil && *s.MaxLength >= 0 {
			most = int(min(*s.MaxLength, int64(most)))
		}
		return strings.Repeat("*", most)
	case "byte":
		for len(text) < least {
			text = text[:4] + text
		}
	case "date-time", "time": // a fraction of the second
		if missing := least - len(text); missing > 0 {
			text = strings.TrimSuffix(text, "Z") + "." + strings.Repeat("0", max(1, missing-1)) + "Z"
		}
	case "uri", "iri", "url", "uri-reference", "iri-reference", "uri-template":
		if missing := least - len(text); missing > 0 {
			text += "/" + strings.Repeat("a", missing-1)
		}
	case "email", "idn-email":
		const longest = 64 // of what stands before the sign: RFC 5321, section 4.5.3.1.1
		text = strings.Repeat("a", max(0, min(least-len(text), longest-strings.IndexByte(text, '@')))) + text
	}
	return text
}

// Limits of a text that is made as long as a schema demands.
const (
	maxText = 4096 // bytes
	cutText = 200  // the same where it would have to be longer
)

// demanded is the length that a schema demands of a text, or less where a sample has no
// room for it.
func demanded(s *apidoc.Schema) int {
	if least := bound(s.MinLength, 0); least <= maxText {
		return int(least)
	}
	return cutText
}

func numeric(s *apidoc.Schema) bool {
	return s.Minimum != "" || s.Maximum != "" || s.ExclusiveMinimum != "" || s.ExclusiveMaximum != "" || s.MultipleOf != ""
}

// wordOf is a text of the length that a schema demands.
func wordOf(s *apidoc.Schema) string {
	const word = "string"
	least := max(demanded(s), len(word))
	value := strings.Repeat(word, least/len(word)+1)[:least]
	if s.MaxLength != nil && *s.MaxLength >= 0 && int64(len(value)) > *s.MaxLength {
		value = value[:*s.MaxLength]
	}
	return value
}

// quoted writes a text as JSON.
func quoted(text string) []byte {
	data, _ := json.Marshal(text)
	return data
}
