package constraint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/format"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// size is a bound of the length of a string or the number of items.
func (p *parser) size(k kind, keyword, value string) error {
	units := map[kind]string{text: "characters", list: "items", object: "members"}
	switch {
	case kindOf(p.t) != k:
		return p.misfit(map[kind]string{text: "strings", list: "lists", object: "maps"}[k])
	case p.t.Kind() == reflect.Array:
		return fmt.Errorf("a %s always has %d items", p.t, p.t.Len())
	}
	n, err := strconv.ParseUint(value, 10, 31)
	if err != nil {
		return errors.New("is not a length")
	}
	limit, lower := int(n), strings.HasPrefix(keyword, "min")
	p.describe(func(s *apidoc.Schema) { *sizeOf(s, keyword) = new(int64(limit)) })
	broken := problem.FieldError{
		Detail: fmt.Sprintf("%s than %d %s", map[bool]string{true: "fewer", false: "more"}[lower], limit, units[k]),
		Code:   keyword, Limit: json.Number(strconv.Itoa(limit)),
	}
	switch {
	case k == text && lower:
		p.rule(broken, func(v reflect.Value) bool { return atLeast(v.String(), limit) })
	case k == text:
		p.rule(broken, func(v reflect.Value) bool { return atMost(v.String(), limit) })
	case lower:
		p.rule(broken, func(v reflect.Value) bool { return v.Len() >= limit })
	default:
		p.rule(broken, func(v reflect.Value) bool { return v.Len() <= limit })
	}
	return nil
}

func sizeOf(s *apidoc.Schema, keyword string) **int64 {
	return map[string]**int64{
		"minLength": &s.MinLength, "maxLength": &s.MaxLength,
		"minItems": &s.MinItems, "maxItems": &s.MaxItems,
		"minProperties": &s.MinProperties, "maxProperties": &s.MaxProperties,
	}[keyword]
}

// atLeast and atMost compare the number of code points, which is between a
// quarter of the bytes and all of them.
func atLeast(s string, n int) bool {
	return len(s) >= n && (len(s)/utf8.UTFMax >= n || utf8.RuneCountInString(s) >= n)
}

func atMost(s string, n int) bool {
	return len(s) <= n || len(s)/utf8.UTFMax <= n && utf8.RuneCountInString(s) <= n
}

// maxTold bounds what of a tag a fault repeats for programs, in bytes, and
// maxAllowed how many values. What is more is left out: a part of a list or of
// a pattern says something else than the whole, and the description has it all.
const (
	maxTold    = 1024
	maxAllowed = 64
)

// pattern is a regular expression in the syntax of package regexp (RE2), which
// runs in linear time. As in JSON Schema it may match anywhere. Clients are told what it
// is in ECMAScript.
func (p *parser) pattern(value string) error {
	if kindOf(p.t) != text {
		return p.misfit("strings")
	}
	expression, err := regexp.Compile(value)
	if err != nil {
		return err
	}
	told := ecmascript(value)
	p.describe(func(s *apidoc.Schema) { s.Pattern = told })
	broken := problem.FieldError{Detail: "text that does not match " + told, Code: problem.CodePattern}
	if len(told) <= maxTold {
		broken.Pattern = told
	}
	p.rule(broken, func(v reflect.Value) bool { return expression.MatchString(v.String()) })
	return nil
}

// format is checked when it is a known one and the value a string; others only
// describe, unless they look like one that was meant.
func (p *parser) format(value string) error {
	if p.t == nil {
		return p.misfit("")
	}
	if meant := formatLike(value); meant != "" {
		return fmt.Errorf("did you mean %s?", meant)
	}
	p.describe(func(s *apidoc.Schema) { s.Format = value })
	known, ok := format.Of(value)
	switch {
	case !ok, kindOf(p.t) == other && readsText(p.t):
		return nil // a type that reads text checks it itself
	case kindOf(p.t) != text:
		return p.misfit("strings")
	}
	p.rule(problem.FieldError{Detail: "not " + known.Means, Code: problem.CodeFormat, Format: value}, func(v reflect.Value) bool { return known.Valid(v.String()) })
	return nil
}

// enum lists the values, separated by commas.
func (p *parser) enum(value string) error {
	k := kindOf(p.t)
	if k != text && k != number && k != boolean {
		return p.misfit("strings, numbers and booleans")
	}
	var allowed []reflect.Value
	var described [3][]apidoc.EnumValue
	for one := range strings.SplitSeq(value, ",") {
		v, err := scalar(p.t, one)
		if err != nil {
			return fmt.Errorf("%q %w", one, err)
		}
		all, err := formsOf(p.t, one)
		if err != nil {
			return fmt.Errorf("%q %w", one, err)
		}
		allowed = append(allowed, v)
		for form, value := range all {
			described[form] = append(described[form], apidoc.EnumValue{Value: value})
		}
	}
	p.describeValue(func(s *apidoc.Schema, in Form) { s.Enum = described[in] })
	broken := problem.FieldError{Detail: "none of " + strings.ReplaceAll(value, ",", ", "), Code: problem.CodeEnum}
	if len(value) <= maxTold && len(allowed) <= maxAllowed {
		broken.Allowed = plainValues(described[Read])
	}
	p.rule(broken, func(v reflect.Value) bool {
		return slices.ContainsFunc(allowed, v.Equal)
	})
	return nil
}

// plainValues are values of strings, numbers and booleans as problem.FieldError has
// them.
func plainValues(values []apidoc.EnumValue) []any {
	plain := make([]any, len(values))
	for i, v := range values {
		d := json.NewDecoder(bytes.NewReader(v.Value))
		d.UseNumber()
		if d.Decode(&plain[i]) != nil {
			return nil // a literal is JSON
		}
	}
	return plain
}

// fewItems is how many items are compared pairwise.
const fewItems = 16

func (p *parser) uniqueItems(value string) error {
	switch {
	case kindOf(p.t) != list:
		return p.misfit("lists")
	case kindOf(p.t.Elem()) < text || kindOf(p.t.Elem()) > boolean:
		return fmt.Errorf("is for items that are strings, numbers or booleans, not for a %s", p.t)
	case value != "true" && value != "false":
		return errors.New(`is "true" or "false"`)
	case value == "false":
		return nil
	}
	p.describe(func(s *apidoc.Schema) { s.UniqueItems = true })
	p.rule(problem.FieldError{Detail: "a list that repeats an item", Code: problem.CodeUniqueItems}, unique)
	return nil
}

func unique(v reflect.Value) bool {
	if v.Len() > fewItems {
		return uniqueOfMany(v)
	}
	for i := 1; i < v.Len(); i++ {
		for j := range i {
			if v.Index(i).Equal(v.Index(j)) {
				return false
			}
		}
	}
	return true
}

func uniqueOfMany(v reflect.Value) bool {
	seen := make(map[any]struct{}, v.Len())
	for i := range v.Len() {
		seen[v.Index(i).Interface()] = struct{}{}
	}
	return len(seen) == v.Len()
}
