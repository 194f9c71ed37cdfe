package jsonschema

import (
	"encoding/json"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/format"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// types says whether a value has one of the types, and tells when it has not.
func types(c *check, p place, value any, s *apidoc.Schema) bool {
	if len(s.Types) == 0 {
		return true
	}
	is := typeOf(value)
	if slices.Contains(s.Types, is) || is == "integer" && slices.Contains(s.Types, "number") {
		return true
	}
	wanted := make([]string, len(s.Types))
	for i, name := range s.Types {
		wanted[i] = withArticle(name)
	}
	c.fail(p, Fault{Code: problem.CodeType, Type: only(s.Types)}, "is %s, not %s", withArticle(is), strings.Join(wanted, " or "))
	return false
}

func withArticle(name string) string {
	switch {
	case name == "null":
		return name
	case name != "" && strings.Contains("aio", name[:1]):
		return "an " + name
	}
	return "a " + name
}

// typeOf is the type of a decoded value. An integer is a number without a
// fraction, however it is written (JSON Schema 2020-12 validation, section
// 6.1.1).
func typeOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if r := rational(v); r != nil && r.IsInt() {
			return "integer"
		}
		return "number"
	}
	return "object"
}

// maxDigits bounds a number in characters: the longest one that a float64 stands
// for has 767 digits.
const maxDigits = 1100

// rational is a number exactly, nil when it is out of all proportion.
func rational(n json.Number) *big.Rat {
	if len(n) > maxDigits {
		return nil
	}
	if f, err := n.Float64(); err != nil || f == 0 && strings.ContainsAny(n.String(), "123456789") {
		return nil
	}
	r, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return nil
	}
	return r
}

func values(c *check, p place, value any, s *apidoc.Schema) {
	for _, e := range s.Enum {
		c.left -= len(e.Value) >> 6
	}
	if c.left -= len(s.Const) >> 6; c.left < 0 {
		return
	}
	if len(s.Const) > 0 && !equal(value, s.Const) {
		c.fail(p, Fault{Code: "const", Allowed: plain(s.Const)}, "is not %s", shortened(string(s.Const)))
	}
	if len(s.Enum) > 0 && !slices.ContainsFunc(s.Enum, func(e apidoc.EnumValue) bool { return equal(value, e.Value) }) {
		texts, allowed := make([]string, len(s.Enum)), make([]json.RawMessage, len(s.Enum))
		for i, e := range s.Enum {
			texts[i], allowed[i] = string(e.Value), e.Value
		}
		c.fail(p, Fault{Code: problem.CodeEnum, Allowed: plain(allowed...)}, "is none of %s", shortened(strings.Join(texts, ", ")))
	}
}

// only is the one type of a list that is not null, empty when there are more.
func only(types []string) string {
	name := ""
	for _, t := range types {
		switch {
		case t == "null":
		case name != "":
			return ""
		default:
			name = t
		}
	}
	return name
}

// What a fault repeats of a schema for programs has at most so many values and bytes.
const (
	maxValues  = 64
	maxAllowed = 1024
)

// plain are values as a fault tells them to programs, nil when they are many, long, or
// lists and objects.
func plain(texts ...json.RawMessage) []any {
	if len(texts) > maxValues {
		return nil
	}
	var all []any
	size := 0
	for _, text := range texts {
		size += len(text)
		value, err := decode(text)
		if err != nil || size > maxAllowed {
			return nil
		}
		switch value.(type) {
		case string, json.Number, bool:
			all = append(all, value)
		case nil: // nothing to choose
		default:
			return nil
		}
	}
	return all
}

// shortened bounds what a message repeats of a schema.
func shortened(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

func equal(value any, text json.RawMessage) bool {
	other, err := decode(text)
	return err == nil && same(value, other)
}

// same reports whether two values are equal as JSON. It ends at the first
// difference.
func same(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && (a == b || canonical(a) == canonical(b))
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case map[string]any:
		b, ok := b.(map[string]any)
		return ok && maps.EqualFunc(a, b, same)
	}
	return a == b
}

// canonical is the same text for values that are equal as JSON.
func canonical(value any) string {
	switch v := value.(type) {
	case json.Number:
		if r := rational(v); r != nil {
			return r.RatString()
		}
		return v.String()
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = canonical(item)
		}
		return "[" + strings.Join(items, ",") + "]"
	case map[string]any:
		members := make([]string, 0, len(v))
		for name, member := range v {
			members = append(members, strconv.Quote(name)+":"+canonical(member))
		}
		slices.Sort(members)
		return "{" + strings.Join(members, ",") + "}"
	case string:
		return strconv.Quote(v)
	case bool:
		return strconv.FormatBool(v)
	}
	return "null"
}

func number(c *check, p place, n json.Number, s *apidoc.Schema) {
	if s.Format == "float" && !isFloat(n) {
		c.fail(p, Fault{Code: problem.CodeFormat, Format: s.Format}, "is not in the format %s", s.Format)
	}
	bits := map[string]int{"int32": 32, "int64": 64}[s.Format]
	if bits == 0 && s.Minimum+s.ExclusiveMinimum+s.Maximum+s.ExclusiveMaximum+s.MultipleOf == "" {
		return
	}
	value := rational(n)
	if value == nil {
		return
	}
	for _, limit := range []struct {
		code    string
		bound   json.Number
		broken  func(order int) bool
		message string
	}{
		{problem.CodeMinimum, s.Minimum, func(order int) bool { return order < 0 }, "below the minimum"},
		{problem.CodeExclusiveMinimum, s.ExclusiveMinimum, func(order int) bool { return order <= 0 }, "not more than"},
		{problem.CodeMaximum, s.Maximum, func(order int) bool { return order > 0 }, "above the maximum"},
		{problem.CodeExclusiveMaximum, s.ExclusiveMaximum, func(order int) bool { return order >= 0 }, "not less than"},
	} {
		if bound := rational(limit.bound); bound != nil && limit.broken(value.Cmp(bound)) {
			c.fail(p, Fault{Code: limit.code, Limit: limit.bound}, "is %s, %s %s", n, limit.message, limit.bound)
		}
	}
	factor := rational(s.MultipleOf)
	if factor != nil && factor.Sign() != 0 && !new(big.Rat).Quo(value, factor).IsInt() {
		c.fail(p, Fault{Code: problem.CodeMultipleOf, Limit: s.MultipleOf}, "is %s, not a multiple of %s", n, s.MultipleOf)
	}
	if bits > 0 && !isInt(value, bits) {
		c.fail(p, Fault{Code: problem.CodeFormat, Format: s.Format}, "is %s, not an %s", n, s.Format)
	}
}

// isFloat reports whether a number is one in single precision, where it may be rounded.
func isFloat(n json.Number) bool {
	_, err := strconv.ParseFloat(n.String(), 32)
	return err == nil
}

func isInt(r *big.Rat, bits int) bool {
	if !r.IsInt() || !r.Num().IsInt64() {
		return false
	}
	n := r.Num().Int64()
	return n == n<<(64-bits)>>(64-bits)
}

var base64, _ = format.Of("byte")

func text(c *check, p place, text string, s *apidoc.Schema) {
	n := int64(utf8.RuneCountInString(text))
	count(c, p, n, bounds{problem.CodeMinLength, s.MinLength, problem.CodeMaxLength, s.MaxLength}, "character(s)")
	if s.Pattern != "" && !matches(c, s.Pattern, text) {
		told := s.Pattern
		if len(told) > maxAllowed {
			told = ""
		}
		c.fail(p, Fault{Code: problem.CodePattern, Pattern: told}, "does not match the pattern %s", s.Pattern)
	}
	if f, known := format.Of(s.Format); known && !f.Valid(text) {
		c.fail(p, Fault{Code: problem.CodeFormat, Format: s.Format}, "is not in the format %s", s.Format)
	}
	if s.ContentEncoding == "base64" && !base64.Valid(text) {
		c.fail(p, Fault{Code: problem.CodeContentEncoding, Format: "base64"}, "is not in the encoding base64")
	}
}

// count checks how many there are of something.
func count(c *check, p place, n int64, b bounds, what string) {
	if b.least != nil && n < *b.least {
		c.fail(p, Fault{Code: b.tooFew, Limit: decimal(*b.least)}, "has %d %s, at least %d are wanted", n, what, *b.least)
	}
	if b.most != nil && n > *b.most {
		c.fail(p, Fault{Code: b.tooMany, Limit: decimal(*b.most)}, "has %d %s, at most %d are allowed", n, what, *b.most)
	}
}

// bounds are how many there may be, and the keywords that say so.
type bounds struct {
	tooFew  string
	least   *int64
	tooMany string
	most    *int64
}

func decimal(n int64) json.Number { return json.Number(strconv.FormatInt(n, 10)) }
