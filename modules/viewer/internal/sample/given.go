package sample

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// giver finds the values that schemas give and accept.
type giver struct {
	scalars
	resolver  *shape.Resolver
	checker   *jsonschema.Checker
	to        Direction
	shortened bool // something was too long
}

// given returns the value that a schema gives, without what the direction does
// not have. It is nil for none, and for one that is too long.
func (g *giver) given(s *apidoc.Schema) json.RawMessage {
	value := g.first(s)
	if g.random != nil {
		value = g.chosenValue(s)
	}
	if len(value) > maxBytes {
		g.shortened = true
		return nil
	}
	if g.to == Both || value == nil || !isObject(s) {
		return value
	}
	var hidden []string
	for _, p := range s.Properties {
		sh := g.resolver.Of(p.Schema)
		if g.to == Request && sh.Schema.ReadOnly || g.to == Response && sh.Schema.WriteOnly {
			hidden = append(hidden, p.Name)
		}
	}
	return without(value, hidden)
}

// gives reports whether a schema gives values.
func gives(s *apidoc.Schema) bool {
	return len(s.Examples)+len(s.Const)+len(s.Default)+len(s.Enum) > 0
}

// first returns the first value that the description itself gives and that the
// schema accepts. It is nil when there is none: values that are all that the
// schema allows are given even if it refuses them too.
func (g *giver) first(s *apidoc.Schema) json.RawMessage {
	const most = 20
	byDefault := s.Default
	if string(byDefault) == "null" && !hasType(s, "null") {
		byDefault = nil // which says that there is none
	}
	if len(s.Examples)+len(s.Const)+len(byDefault)+len(s.Enum) == 0 {
		return nil
	}
	list := append(slices.Clip(s.Examples[:min(len(s.Examples), most)]), s.Const, byDefault)
	for _, e := range s.Enum[:min(len(s.Enum), most)] {
		list = append(list, e.Value)
	}
	if value := g.accepted(s, list...); value != nil {
		return value
	}
	if len(s.Const) > 0 && json.Valid(s.Const) {
		return s.Const
	}
	if len(s.Enum) > 0 && json.Valid(s.Enum[0].Value) {
		return s.Enum[0].Value
	}
	return nil
}

// chosenValue returns one of the values that a schema gives, nil when others are
// possible too and one has to be made up.
func (g *giver) chosenValue(s *apidoc.Schema) json.RawMessage {
	var given []json.RawMessage
	switch {
	case len(s.Const) > 0:
		given = append(given, s.Const)
	case len(s.Enum) > 0:
		for _, e := range s.Enum {
			given = append(given, e.Value)
		}
	case isObject(s) || hasType(s, "array"):
		return nil
	case len(s.Examples) > 1, len(s.Examples) == 1 && hasType(s, "string") && formats[s.Format] == "":
		given = s.Examples
	}
	if len(given) == 0 {
		return nil
	}
	chosen := g.random.IntN(len(given))
	return g.accepted(s, append(given[chosen:chosen+1:chosen+1], given...)...)
}

// accepted returns the first of some given values that a schema accepts, in
// another spelling where only that is wrong, and nil when it accepts none.
func (g *giver) accepted(s *apidoc.Schema, values ...json.RawMessage) json.RawMessage {
	for _, value := range values {
		if len(value) == 0 || !json.Valid(value) {
			continue
		}
		if g.accepts(s, value) {
			return value
		}
		for _, spelling := range spellings(value, s) {
			if g.accepts(s, spelling) {
				return spelling
			}
		}
	}
	return nil
}

// accepts reports whether a schema accepts a value, as far as it says so itself:
// members, items and, of lists and objects, alternatives are not looked at.
func (g *giver) accepts(s *apidoc.Schema, value json.RawMessage) bool {
	cost, kind := len(value)+len(s.Enum), kindOf(value)
	whole := kind != "object" && kind != "array" && len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0
	if whole {
		cost += minCompared
	}
	if !g.resolver.Compare(cost) {
		return true
	}
	own := apidoc.Schema{
		Types: s.Types, Enum: s.Enum, Const: s.Const, Format: s.Format, Pattern: s.Pattern, ContentEncoding: s.ContentEncoding,
		Minimum: s.Minimum, Maximum: s.Maximum, ExclusiveMinimum: s.ExclusiveMinimum, ExclusiveMaximum: s.ExclusiveMaximum,
		MultipleOf: s.MultipleOf, MinLength: s.MinLength, MaxLength: s.MaxLength, MinItems: s.MinItems, MaxItems: s.MaxItems,
		MinProperties: s.MinProperties, MaxProperties: s.MaxProperties, Not: s.Not,
	}
	if whole {
		own.AllOf, own.AnyOf, own.OneOf = s.AllOf, s.AnyOf, s.OneOf
	}
	return len(g.checker.Check(value, &own, "").Faults) == 0
}

// spellings are other ways to write a value: a number that is meant as a text, a text
// that is meant as a number, and an item that is meant as a list.
func spellings(value json.RawMessage, s *apidoc.Schema) (list []json.RawMessage) {
	switch kind := kindOf(value); {
	case kind == "array" || kind == "object" || kind == "null":
	case hasType(s, "array") && s.Items != nil:
		list = append(list, append(append(json.RawMessage{'['}, value...), ']'))
	case kind != "string" && hasType(s, "string"):
		list = append(list, quoted(string(value)))
	case kind == "string":
		var text string
		if json.Unmarshal(value, &text) == nil && json.Valid([]byte(text)) && text[0] != '{' && text[0] != '[' {
			list = append(list, json.RawMessage(text))
		}
	}
	return list
}

// kindOf is the type of a value in JSON; "number" for every number.
func kindOf(value json.RawMessage) string {
	switch bytes.TrimLeft(value, " \t\r\n")[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}
