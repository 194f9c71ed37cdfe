// Package sample makes example values of schemas, for descriptions that give
// none:
//
//	value := sample.JSON(ctx, doc, mediaType.Schema)
//
// A recursive schema ends after a few levels; what a value costs is bounded.
package sample

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

const (
	maxDepth  = 6   // levels of objects and arrays
	maxValues = 300 // properties and items of one sample
	maxChain  = 32  // references followed in a row
)

// Direction says who sends the value: what is read-only is not part of a
// request, what is write-only not of a response.
type Direction bool

// The directions of a value.
const (
	Request  Direction = false
	Response Direction = true
)

// Reader resolves references; a *apidoc.Document is one.
type Reader interface {
	Schema(ctx context.Context, ref string) (*apidoc.Schema, error)
}

// OfMedia returns the example that a media type gives, or one made of its
// schema, indented, and nil when there is nothing to show.
func OfMedia(ctx context.Context, doc Reader, m *apidoc.MediaType, to Direction) json.RawMessage {
	switch {
	case m.Example != nil:
		return Indent(m.Example)
	case len(m.Examples) > 0 && m.Examples[0].Value != nil:
		return Indent(m.Examples[0].Value)
	case m.Schema == nil:
		return nil
	}
	return JSON(ctx, doc, m.Schema, to)
}

// JSON returns an example value of a schema, indented.
func JSON(ctx context.Context, doc Reader, s *apidoc.Schema, to Direction) json.RawMessage {
	w := writer{ctx: ctx, doc: doc, to: to, left: maxValues}
	w.value(s, 0, nil)
	return Indent(w.out.Bytes())
}

// Indent returns JSON with one member or item per line. What is not JSON comes
// back as it is. The spelling of values stays.
func Indent(value json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Indent(&out, value, "", "  ") != nil {
		return value
	}
	return out.Bytes()
}

// writer writes one sample. Open are the references it stands in.
type writer struct {
	ctx  context.Context
	doc  Reader
	to   Direction
	out  bytes.Buffer
	left int
}

func (w *writer) value(s *apidoc.Schema, depth int, open []string) {
	s, open = w.resolve(s, open)
	w.left--
	switch {
	case s == nil || s.Always != nil:
		w.out.WriteString("null")
	case given(s) != nil:
		w.out.Write(given(s))
	case depth > maxDepth || w.left <= 0:
		w.out.WriteString(emptyOf(s))
	case len(s.OneOf) > 0:
		w.value(s.OneOf[0], depth, open)
	case len(s.AnyOf) > 0:
		w.value(s.AnyOf[0], depth, open)
	case isObject(s):
		w.object(s, depth, open)
	case hasType(s, "array") || s.Items != nil:
		w.array(s, depth, open)
	default:
		w.out.WriteString(scalar(s))
	}
}

// resolve follows references. It returns nil for one that leads nowhere or back
// to a schema that the sample already stands in.
func (w *writer) resolve(s *apidoc.Schema, open []string) (*apidoc.Schema, []string) {
	for range maxChain {
		if s == nil || s.Ref == "" {
			return s, open
		}
		if slices.Contains(open, s.Ref) {
			return nil, open
		}
		target, err := w.doc.Schema(w.ctx, s.Ref)
		if err != nil {
			return nil, open
		}
		open = append(slices.Clip(open), s.Ref)
		s = target
	}
	return nil, open
}

func (w *writer) object(s *apidoc.Schema, depth int, open []string) {
	w.out.WriteByte('{')
	w.members(s, depth, open, map[string]bool{})
	w.out.WriteByte('}')
}

// members writes the properties of s and of all it consists of, each name once.
func (w *writer) members(s *apidoc.Schema, depth int, open []string, seen map[string]bool) {
	for _, p := range s.Properties {
		if w.left <= 0 || seen[p.Name] || w.hidden(p.Schema) {
			continue
		}
		if len(seen) > 0 {
			w.out.WriteByte(',')
		}
		seen[p.Name] = true
		name, _ := json.Marshal(p.Name)
		w.out.Write(name)
		w.out.WriteByte(':')
		w.value(p.Schema, depth+1, open)
	}
	for _, part := range s.AllOf {
		if part, inner := w.resolve(part, open); part != nil && depth+len(inner) < maxDepth*4 {
			w.members(part, depth, inner, seen)
		}
	}
}

func (w *writer) hidden(s *apidoc.Schema) bool {
	return s == nil || w.to == Request && s.ReadOnly || w.to == Response && s.WriteOnly
}

func (w *writer) array(s *apidoc.Schema, depth int, open []string) {
	items := s.PrefixItems
	if len(items) == 0 && s.Items != nil {
		items = []*apidoc.Schema{s.Items}
	}
	w.out.WriteByte('[')
	for i, item := range items {
		if target, _ := w.resolve(item, open); target == nil || w.left <= 0 {
			break
		}
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.value(item, depth+1, open)
	}
	w.out.WriteByte(']')
}

// given returns a value that the description itself gives, nil when it gives
// none that is JSON.
func given(s *apidoc.Schema) json.RawMessage {
	for _, v := range [][]byte{first(s.Examples), s.Default, s.Const, firstEnum(s.Enum)} {
		if len(v) > 0 && json.Valid(v) {
			return v
		}
	}
	return nil
}

func first(list []json.RawMessage) json.RawMessage {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

func firstEnum(list []apidoc.EnumValue) json.RawMessage {
	if len(list) == 0 {
		return nil
	}
	return list[0].Value
}

func hasType(s *apidoc.Schema, name string) bool { return slices.Contains(s.Types, name) }

func isObject(s *apidoc.Schema) bool {
	return hasType(s, "object") || len(s.Properties) > 0 || len(s.AllOf) > 0
}

func emptyOf(s *apidoc.Schema) string {
	switch {
	case isObject(s):
		return "{}"
	case hasType(s, "array"):
		return "[]"
	}
	return scalar(s)
}

// formats are example texts of the formats that have a shape.
var formats = map[string]string{
	"date-time": "2026-01-15T09:30:00Z",
	"date":      "2026-01-15",
	"time":      "09:30:00Z",
	"duration":  "PT15M",
	"email":     "ada@example.com",
	"uuid":      "3f2c7a10-5d0e-4c1b-9b65-0c8f6a1d2e47",
	"uri":       "https://example.com",
	"url":       "https://example.com",
	"hostname":  "example.com",
	"ipv4":      "192.0.2.1",
	"ipv6":      "2001:db8::1",
	"byte":      "aGVsbG8=",
}

func scalar(s *apidoc.Schema) string {
	kind := "string"
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
	case kind == "integer" || kind == "number":
		return number(s)
	}
	if text, ok := formats[s.Format]; ok {
		return `"` + text + `"`
	}
	return `"string"`
}

func number(s *apidoc.Schema) string {
	for _, bound := range []json.Number{s.Minimum, s.Maximum} {
		if bound != "" && json.Valid([]byte(strings.TrimSpace(string(bound)))) {
			return strings.TrimSpace(string(bound))
		}
	}
	return "1"
}
