package sample

import (
	"encoding/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// fitted writes a value that a description gives, with others in place of the
// members and items that their own schemas refuse and with the members that it
// lacks.
func (w *writer) fitted(value json.RawMessage, s *apidoc.Schema, p spot) {
	switch kind := kindOf(value); {
	case p.depth > maxDepth || !w.resolver.Compare(len(value)):
		w.out.Write(value)
	case kind == "object" && isObject(s):
		w.fittedObject(value, s, p)
	case kind == "array" && s.Items != nil && len(s.PrefixItems) == 0:
		w.fittedArray(value, s, p)
	default:
		w.out.Write(value)
	}
}

func (w *writer) fittedObject(value json.RawMessage, s *apidoc.Schema, p spot) {
	schemas := make(map[string]*apidoc.Schema, len(s.Properties))
	for _, property := range s.Properties {
		schemas[property.Name] = property.Schema
	}
	w.out.WriteByte('{')
	there := map[string]bool{}
	Members(value, func(name string, member json.RawMessage) json.RawMessage {
		schema, known := schemas[name]
		if !known {
			schema = w.undescribed(s, name)
		}
		w.member(name, there)
		w.fittedPart(member, schema, p.below(name))
		return nil
	})
	w.missing(s, p, there)
	w.out.WriteByte('}')
}

// missing writes the members that an object requires and that are not there yet, and
// others until it has as many as it must.
func (w *writer) missing(s *apidoc.Schema, p spot, there map[string]bool) {
	for _, property := range s.Properties {
		if property.Required && !there[property.Name] && !w.leftOut(property, p) && !w.over() {
			w.member(property.Name, there)
			w.value(property.Schema, p.below(property.Name))
		}
	}
	for _, name := range s.Required {
		if !there[name] && !described(s, name) && !w.over() {
			w.member(name, there)
			w.value(w.undescribed(s, name), p.below(name))
		}
	}
	for int64(len(there)) < min(bound(s.MinProperties, 0), maxItems) && !w.over() && w.others(s, p, there) {
		w.left--
	}
}

// undescribed is the schema of a property that none has the name of.
func (w *writer) undescribed(s *apidoc.Schema, name string) *apidoc.Schema {
	for _, p := range s.PatternProperties {
		if re := w.pattern(p.Name); re != nil && re.MatchString(name) {
			return p.Schema
		}
	}
	return s.AdditionalProperties
}

func (w *writer) fittedArray(value json.RawMessage, s *apidoc.Schema, p spot) {
	var items []json.RawMessage
	if json.Unmarshal(value, &items) != nil {
		return
	}
	w.out.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			w.out.WriteByte(',')
		}
		w.fittedPart(item, s.Items, p.item())
	}
	w.out.WriteByte(']')
}

// fittedPart writes a member or item of a given value.
func (w *writer) fittedPart(value json.RawMessage, s *apidoc.Schema, p spot) {
	sh := w.of(s, p)
	switch spelled := w.accepted(sh.Schema, value); {
	case s == nil || sh.Broken != "" || sh.Schema.Always != nil:
		w.out.Write(value)
	case spelled != nil:
		w.fitted(spelled, sh.Schema, p)
	default:
		w.value(s, p)
	}
}
