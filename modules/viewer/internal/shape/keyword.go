package shape

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// scalars takes every keyword of a part but its properties and parts. What
// differs from what is there already and cannot be made one stays behind, as a
// part of the result.
func (m *merger) scalars(s *apidoc.Schema) {
	out, rest := m.out, &apidoc.Schema{}
	m.types(s)
	m.values(s)
	m.bounds(s)
	for _, text := range texts(out, s, rest) {
		takeText(text)
	}
	take(&out.Const, s.Const, &rest.Const, s.Const == nil, out.Const == nil || equal(out.Const, s.Const))
	take(&out.Default, s.Default, &rest.Default, s.Default == nil, out.Default == nil || equal(out.Default, s.Default))
	take(&out.OneOf, s.OneOf, &rest.OneOf, s.OneOf == nil, out.OneOf == nil)
	take(&out.AnyOf, s.AnyOf, &rest.AnyOf, s.AnyOf == nil, out.AnyOf == nil)
	take(&out.Discriminator, s.Discriminator, &rest.Discriminator, s.Discriminator == nil, out.Discriminator == nil)
	take(&out.XML, s.XML, &rest.XML, s.XML == nil, out.XML == nil)
	take(&out.ExternalDocs, s.ExternalDocs, &rest.ExternalDocs, s.ExternalDocs == nil, out.ExternalDocs == nil)
	take(&out.PrefixItems, s.PrefixItems, &rest.PrefixItems, s.PrefixItems == nil, out.PrefixItems == nil)
	m.schemas(s, rest)
	m.lists(s)
	if rest.Const != nil {
		m.conflict("The value would have to be {1} and {2} at once.", clip(out.Const), clip(rest.Const))
	}
	if rest.Default != nil {
		m.conflict("The parts name different defaults: {1} and {2}.", clip(out.Default), clip(rest.Default))
	}
	if !empty(rest) {
		out.AllOf = append(out.AllOf, rest)
	}
}

// takeOne is one keyword with a text: what there is, what comes, and where it
// stays when both differ.
type takeOne struct{ have, come, rest *string }

func texts(out, s, rest *apidoc.Schema) []takeOne {
	return []takeOne{
		{&out.Title, &s.Title, &rest.Title},
		{&out.Format, &s.Format, &rest.Format},
		{&out.Pattern, &s.Pattern, &rest.Pattern},
		{&out.ContentEncoding, &s.ContentEncoding, &rest.ContentEncoding},
		{&out.ContentMediaType, &s.ContentMediaType, &rest.ContentMediaType},
		{&out.ID, &s.ID, &rest.ID},
		{&out.Anchor, &s.Anchor, &rest.Anchor},
		{&out.DynamicAnchor, &s.DynamicAnchor, &rest.DynamicAnchor},
		{&out.DynamicRef, &s.DynamicRef, &rest.DynamicRef},
		{&out.Comment, &s.Comment, &rest.Comment},
		{(*string)(&out.MultipleOf), (*string)(&s.MultipleOf), (*string)(&rest.MultipleOf)},
	}
}

func takeText(t takeOne) {
	take(t.have, *t.come, t.rest, *t.come == "", *t.have == "" || *t.have == *t.come)
}

// take puts what comes where it belongs.
func take[T any](have *T, come T, rest *T, absent, fits bool) {
	switch {
	case absent:
	case fits:
		*have = come
	default:
		*rest = come
	}
}

// types takes the types that both allow.
func (m *merger) types(s *apidoc.Schema) {
	if s.Always != nil && (m.out.Always == nil || !*s.Always) {
		m.out.Always = s.Always
	}
	if len(s.Types) == 0 {
		return
	}
	if !m.typed {
		m.typed, m.out.Types = true, s.Types
		m.nullable = slices.Contains(s.Types, "null")
		return
	}
	common := commonTypes(m.out.Types, s.Types)
	if len(common) == 0 && len(m.out.Types) > 0 {
		m.conflict("The parts demand different types: {1} and {2}. No value fits.",
			strings.Join(m.out.Types, " or "), strings.Join(s.Types, " or "))
		return
	}
	m.out.Types = common
}

// commonTypes are the types in both lists. An integer is a number too.
func commonTypes(a, b []string) []string {
	var common []string
	for _, t := range a {
		switch {
		case slices.Contains(b, t), t == "integer" && slices.Contains(b, "number"):
			common = append(common, t)
		case t == "number" && slices.Contains(b, "integer"):
			common = append(common, "integer")
		}
	}
	return common
}

// values takes the values that both enumerations hold.
func (m *merger) values(s *apidoc.Schema) {
	if s.Enum == nil {
		return
	}
	if m.out.Enum == nil {
		m.out.Enum = s.Enum
		return
	}
	known := map[string]bool{}
	for _, e := range s.Enum {
		known[compact(e.Value)] = true
	}
	common := []apidoc.EnumValue{}
	for _, e := range m.out.Enum {
		if known[compact(e.Value)] {
			common = append(common, e)
		}
	}
	switch {
	case len(common) == 0:
		m.conflict("The parts allow different values and have none in common. No value fits.")
		m.out.AllOf = append(m.out.AllOf, &apidoc.Schema{Enum: s.Enum})
		return
	case len(common) < len(m.out.Enum):
		m.conflict("The parts allow different values; only what all of them allow is listed.")
	}
	m.out.Enum = common
}

// bounds takes the tighter one of two bounds.
func (m *merger) bounds(s *apidoc.Schema) {
	out := m.out
	tighter(&out.Minimum, s.Minimum, 1)
	tighter(&out.ExclusiveMinimum, s.ExclusiveMinimum, 1)
	tighter(&out.Maximum, s.Maximum, -1)
	tighter(&out.ExclusiveMaximum, s.ExclusiveMaximum, -1)
	for _, b := range []struct{ have, come **int64 }{
		{&out.MinLength, &s.MinLength}, {&out.MinItems, &s.MinItems}, {&out.MinProperties, &s.MinProperties}, {&out.MinContains, &s.MinContains},
	} {
		if *b.come != nil && (*b.have == nil || **b.come > **b.have) {
			*b.have = *b.come
		}
	}
	for _, b := range []struct{ have, come **int64 }{
		{&out.MaxLength, &s.MaxLength}, {&out.MaxItems, &s.MaxItems}, {&out.MaxProperties, &s.MaxProperties}, {&out.MaxContains, &s.MaxContains},
	} {
		if *b.come != nil && (*b.have == nil || **b.come < **b.have) {
			*b.have = *b.come
		}
	}
	out.UniqueItems = out.UniqueItems || s.UniqueItems
	out.Deprecated = out.Deprecated || s.Deprecated
	out.ReadOnly = out.ReadOnly || s.ReadOnly
	out.WriteOnly = out.WriteOnly || s.WriteOnly
}

// tighter replaces a bound by one that is greater, or less, in the direction of
// sign.
func tighter(have *json.Number, come json.Number, sign int) {
	if come == "" {
		return
	}
	if *have == "" || compare(come, *have)*sign > 0 {
		*have = come
	}
}

// compare compares two numbers as they are written; 0 when it cannot be told.
func compare(a, b json.Number) int {
	const longest, precision = 100, 400
	if len(a) > longest || len(b) > longest {
		return 0
	}
	x, _, errX := big.ParseFloat(string(a), 10, precision, big.ToNearestEven)
	y, _, errY := big.ParseFloat(string(b), 10, precision, big.ToNearestEven)
	if errX != nil || errY != nil {
		return 0
	}
	return x.Cmp(y)
}

// checkBounds finds ranges that nothing fits into.
func (m *merger) checkBounds() {
	o := m.out
	if o.Minimum != "" && o.Maximum != "" && compare(o.Minimum, o.Maximum) > 0 {
		m.conflict("No number is at least {1} and at most {2}.", string(o.Minimum), string(o.Maximum))
	}
	for _, b := range []struct {
		says     wording.Key
		min, max *int64
	}{
		{"No text is at least {1} and at most {2} long.", o.MinLength, o.MaxLength},
		{"No list is at least {1} and at most {2} long.", o.MinItems, o.MaxItems},
		{"No object is at least {1} and at most {2} long.", o.MinProperties, o.MaxProperties},
	} {
		if b.min != nil && b.max != nil && *b.min > *b.max {
			m.conflict(b.says, strconv.FormatInt(*b.min, 10), strconv.FormatInt(*b.max, 10))
		}
	}
}

// schemas takes the keywords that hold a schema. Those that each value below has
// to match are made one, the others stay apart.
func (m *merger) schemas(s, rest *apidoc.Schema) {
	out := m.out
	for _, k := range []struct{ have, come **apidoc.Schema }{
		{&out.Items, &s.Items},
		{&out.AdditionalProperties, &s.AdditionalProperties},
		{&out.PropertyNames, &s.PropertyNames},
		{&out.UnevaluatedItems, &s.UnevaluatedItems},
		{&out.UnevaluatedProperties, &s.UnevaluatedProperties},
		{&out.ContentSchema, &s.ContentSchema},
	} {
		switch {
		case *k.come == nil || *k.have != nil && same(*k.have, *k.come) || never(*k.have):
		case *k.have == nil || never(*k.come):
			*k.have = *k.come
		default:
			*k.have = m.resolver.Join(*k.have, *k.come)
		}
	}
	take(&out.Contains, s.Contains, &rest.Contains, s.Contains == nil, out.Contains == nil)
	take(&out.Not, s.Not, &rest.Not, s.Not == nil, out.Not == nil)
	if s.If == nil && s.Then == nil && s.Else == nil {
		return
	}
	at := rest
	if out.If == nil && out.Then == nil && out.Else == nil {
		at = out
	}
	at.If, at.Then, at.Else = s.If, s.Then, s.Else
}

func never(s *apidoc.Schema) bool { return s != nil && s.Always != nil && !*s.Always }

// lists takes the keywords whose values add up.
func (m *merger) lists(s *apidoc.Schema) {
	out := m.out
	const most = 50
	for _, e := range s.Examples {
		if len(out.Examples) < most {
			out.Examples = append(out.Examples, e)
		}
	}
	for _, d := range s.DependentRequired {
		if len(out.DependentRequired) > most || !slices.ContainsFunc(out.DependentRequired, func(had apidoc.Dependency) bool { return reflect.DeepEqual(had, d) }) {
			out.DependentRequired = append(out.DependentRequired, d)
		}
	}
	out.DependentSchemas = append(out.DependentSchemas, s.DependentSchemas...)
	out.Defs = append(out.Defs, s.Defs...)
	out.AdditionalName = cmp.Or(out.AdditionalName, s.AdditionalName)
	for _, e := range s.Extensions {
		if len(out.Extensions) > most || !slices.ContainsFunc(out.Extensions, func(had apidoc.Extension) bool { return had.Name == e.Name && bytes.Equal(had.Value, e.Value) }) {
			out.Extensions = append(out.Extensions, e)
		}
	}
}

func equal(a, b json.RawMessage) bool { return compact(a) == compact(b) }

func compact(value json.RawMessage) string {
	var out bytes.Buffer
	if json.Compact(&out, value) != nil {
		return string(value)
	}
	return out.String()
}

func clip(value json.RawMessage) string {
	return phrase.Clip(compact(value), 80)
}
