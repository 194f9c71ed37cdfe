package constraint

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// bound is one of the four bounds of a number.
func (p *parser) bound(keyword, value string) error {
	if kindOf(p.t) != number {
		return p.misfit("numbers")
	}
	limit, err := scalar(p.t, value)
	if err != nil {
		return err
	}
	p.describe(func(s *apidoc.Schema) { *boundOf(s, keyword) = json.Number(value) })
	p.rule(problem.FieldError{Detail: outside[keyword] + value, Code: keyword, Limit: json.Number(value)}, within(keyword, limit))
	return nil
}

// bounds are the keywords that leave no value where the first is more than the second.
var bounds = [][2]string{
	{"minimum", "maximum"},
	{"minimum", "exclusiveMaximum"},
	{"exclusiveMinimum", "maximum"},
	{"exclusiveMinimum", "exclusiveMaximum"},
	{"minLength", "maxLength"},
	{"minItems", "maxItems"},
	{"minProperties", "maxProperties"},
}

// crossed says which bounds leave no value.
func (p *parser) crossed() (mistakes []string) {
	if len(p.set.rules) < 2 {
		return nil // as most fields
	}
	limit := func(keyword string) (*big.Rat, json.Number) {
		for _, r := range p.set.rules {
			if r.fault.Code == keyword {
				n, _ := new(big.Rat).SetString(string(r.fault.Limit))
				return n, r.fault.Limit
			}
		}
		return nil, ""
	}
	for _, b := range bounds {
		lower, from := limit(b[0])
		upper, to := limit(b[1])
		if lower == nil || upper == nil {
			continue
		}
		if order := lower.Cmp(upper); order > 0 || order == 0 && strings.Contains(b[0]+b[1], "exclusive") {
			mistakes = append(mistakes, fmt.Sprintf("%s:%q and %s:%q leave no value", b[0], from, b[1], to))
		}
	}
	return mistakes
}

// outside is how a value is that a bound excludes.
var outside = map[string]string{
	"minimum": "less than ", "maximum": "more than ",
	"exclusiveMinimum": "not more than ", "exclusiveMaximum": "not less than ",
}

func boundOf(s *apidoc.Schema, keyword string) *json.Number {
	return map[string]*json.Number{
		"minimum": &s.Minimum, "maximum": &s.Maximum,
		"exclusiveMinimum": &s.ExclusiveMinimum, "exclusiveMaximum": &s.ExclusiveMaximum,
	}[keyword]
}

// within compares values with a bound of the same type. Each bound is a closed
// interval, as the next number above and below is known.
func within(keyword string, limit reflect.Value) func(v reflect.Value) bool {
	switch {
	case limit.CanInt():
		n := limit.Int()
		least, most := interval(keyword, n-1, n, n+1, math.MinInt64, math.MaxInt64)
		return func(v reflect.Value) bool { n := v.Int(); return least <= n && n <= most }
	case limit.CanUint():
		n := limit.Uint()
		least, most := interval(keyword, n-1, n, n+1, 0, math.MaxUint64)
		return func(v reflect.Value) bool { n := v.Uint(); return least <= n && n <= most }
	}
	n := limit.Float()
	least, most := interval(keyword, math.Nextafter(n, math.Inf(-1)), n, math.Nextafter(n, math.Inf(1)), math.Inf(-1), math.Inf(1))
	return func(v reflect.Value) bool { n := v.Float(); return least <= n && n <= most }
}

// interval is what a bound leaves of the numbers from least to most. Below and
// above are the numbers next to the limit; at the ends of the type they are on
// the other side of it, and nothing is left.
func interval[N cmp.Ordered](keyword string, below, limit, above, least, most N) (N, N) {
	switch {
	case keyword == "minimum":
		return limit, most
	case keyword == "maximum":
		return least, limit
	case keyword == "exclusiveMinimum" && above > limit:
		return above, most
	case keyword == "exclusiveMaximum" && below < limit:
		return least, below
	}
	return most, least
}

func (p *parser) multipleOf(value string) error {
	if kindOf(p.t) != number {
		return p.misfit("numbers")
	}
	step, err := scalar(p.t, value)
	if err != nil {
		return err
	}
	holds := multiple(step, value)
	if holds == nil {
		return errors.New("is not more than 0, or has more than 15 digits")
	}
	p.describe(func(s *apidoc.Schema) { s.MultipleOf = json.Number(value) })
	p.rule(problem.FieldError{Detail: "not a multiple of " + value, Code: problem.CodeMultipleOf, Limit: json.Number(value)}, holds)
	return nil
}

func multiple(step reflect.Value, value string) func(v reflect.Value) bool {
	switch {
	case step.CanInt() && step.Int() > 0:
		n := step.Int()
		return func(v reflect.Value) bool { return v.Int()%n == 0 }
	case step.CanUint() && step.Uint() > 0:
		n := step.Uint()
		return func(v reflect.Value) bool { return v.Uint()%n == 0 }
	case step.CanFloat() && step.Float() > 0:
		return decimalMultiple(value, step.Type().Bits())
	}
	return nil
}

// decimalMultiple tells the multiples of a decimal such as 0.1 the way people
// do: 0.3 is one, although the float64 nearest to 0.3 is no multiple of the one
// nearest to 0.1. The k-th multiple of digits/10^places is k·digits/10^places,
// which is rounded once as long as all three are integers below 2^53.
func decimalMultiple(step string, bits int) func(v reflect.Value) bool {
	whole, fraction, _ := strings.Cut(step, ".")
	digits, err := strconv.ParseUint(whole+fraction, 10, 64)
	if err != nil || digits == 0 || digits >= 1e15 || len(fraction) > 15 {
		return nil
	}
	numerator, denominator := float64(digits), math.Pow10(len(fraction))
	return func(v reflect.Value) bool {
		n := v.Float()
		product := math.Round(n*denominator/numerator) * numerator
		if math.Abs(product) >= 1<<53 {
			return isMultiple(n, step, bits)
		}
		if bits == 32 {
			return float32(product/denominator) == float32(n)
		}
		return product/denominator == n
	}
}

// isMultiple divides the decimals that stand for a number and its step.
func isMultiple(n float64, step string, bits int) bool {
	number, ok := new(big.Rat).SetString(strconv.FormatFloat(n, 'g', -1, bits))
	divisor, _ := new(big.Rat).SetString(step)
	return ok && number.Quo(number, divisor).IsInt()
}
