package sample

import (
	"encoding/json"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// span is where a number can be.
type span struct {
	low, high           *big.Rat // nil for none
	lowOpen, highOpen   bool     // the bound is not part of it
	step                *big.Rat // it is a multiple of, nil for anything
	lowText, factorText string   // as the description spells them
}

func spanOf(s *apidoc.Schema) span {
	n := span{low: rational(s.Minimum), high: rational(s.Maximum), lowText: tidy(s.Minimum)}
	if open := rational(s.ExclusiveMinimum); open != nil && (n.low == nil || open.Cmp(n.low) >= 0) {
		n.low, n.lowOpen, n.lowText = open, true, ""
	}
	if open := rational(s.ExclusiveMaximum); open != nil && (n.high == nil || open.Cmp(n.high) <= 0) {
		n.high, n.highOpen = open, true
	}
	if n.step = rational(s.MultipleOf); n.step != nil && n.step.Sign() > 0 {
		n.factorText = tidy(s.MultipleOf)
	} else {
		n.step = nil
	}
	bits := integers[s.Format]
	if bits > 0 {
		n.within(new(big.Int).Lsh(big.NewInt(1), bits-1))
	}
	if (bits > 0 || slices.Contains(s.Types, "integer") && !slices.Contains(s.Types, "number")) && (n.step == nil || !n.step.IsInt()) {
		n.step = big.NewRat(1, 1)
	}
	return n
}

// integers are the formats of whole numbers, and how many bits these have (OpenAPI Format
// Registry). A number with one is whole, too.
var integers = map[string]uint{"int32": 32, "int64": 64}

// within corrects bounds that are no numbers of a format, whose numbers are less than limit
// and not less than its negative.
func (n *span) within(limit *big.Int) {
	most := new(big.Rat).SetInt(limit)
	if n.high != nil && n.high.Cmp(most) >= 0 {
		n.high, n.highOpen = most, true
	}
	if least := new(big.Rat).Neg(most); n.low != nil && n.low.Cmp(least) < 0 {
		n.low, n.lowOpen, n.lowText = least, false, least.Num().String()
	}
}

// number is a number that a schema allows, if there is one.
func number(s *apidoc.Schema) string {
	n := spanOf(s)
	switch one := big.NewRat(1, 1); {
	case n.low != nil && !n.lowOpen && (n.step == nil || n.on(n.low)):
		return n.lowText
	case n.low != nil:
		return n.spell(n.above(n.low))
	case n.high != nil && (n.high.Cmp(one) < 0 || n.highOpen && n.high.Cmp(one) == 0):
		return n.spell(n.below(n.high))
	case n.factorText != "":
		return n.factorText
	}
	return "1"
}

// on reports whether a number is a multiple of the step.
func (n span) on(r *big.Rat) bool { return new(big.Rat).Quo(r, n.step).IsInt() }

// above is the first number beyond a lower bound.
func (n span) above(low *big.Rat) *big.Rat {
	if n.step == nil {
		next := new(big.Rat).Add(low, big.NewRat(1, 1))
		if n.high != nil && (next.Cmp(n.high) > 0 || n.highOpen && next.Cmp(n.high) == 0) {
			next.Add(low, n.high)
			next.Quo(next, big.NewRat(2, 1))
		}
		return next
	}
	next := n.multiple(low)
	if next.Cmp(low) < 0 || n.lowOpen && next.Cmp(low) == 0 {
		next.Add(next, n.step)
	}
	return next
}

// below is the first number under an upper bound.
func (n span) below(high *big.Rat) *big.Rat {
	if n.step == nil {
		if !n.highOpen {
			return high
		}
		return new(big.Rat).Sub(high, big.NewRat(1, 1))
	}
	next := n.multiple(high)
	if n.highOpen && next.Cmp(high) == 0 {
		next.Sub(next, n.step)
	}
	return next
}

// multiple is the largest multiple of the step that is not more than r.
func (n span) multiple(r *big.Rat) *big.Rat {
	quotient := new(big.Rat).Quo(r, n.step)
	floor := new(big.Int).Div(quotient.Num(), quotient.Denom())
	return new(big.Rat).Mul(new(big.Rat).SetInt(floor), n.step)
}

func (n span) spell(r *big.Rat) string {
	const digits = 10
	if r.IsInt() {
		return r.Num().String()
	}
	return strings.TrimRight(r.FloatString(digits), "0")
}

// variedNumber is one of the numbers that a schema allows.
func variedNumber(s *apidoc.Schema, random *rand.Rand) string {
	const width = 1000
	n := spanOf(s)
	low, high := n.low, n.high
	switch {
	case low == nil && high == nil:
		low, high = big.NewRat(1, 1), big.NewRat(width, 1)
	case high == nil:
		high = new(big.Rat).Add(low, big.NewRat(width, 1))
	case low == nil && high.Sign() > 0:
		low = new(big.Rat)
	case low == nil:
		low = new(big.Rat).Sub(high, big.NewRat(width, 1))
	}
	r := new(big.Rat).Sub(high, low)
	r.Mul(r, big.NewRat(random.Int64N(width*width), width*width)).Add(r, low)
	if n.step == nil {
		n.step = big.NewRat(1, 100)
		if r.Cmp(low) <= 0 || n.multiple(r).Cmp(low) <= 0 {
			return number(s)
		}
	}
	if r = n.multiple(r); r.Cmp(low) < 0 || n.lowOpen && r.Cmp(low) == 0 {
		r = n.above(low)
	}
	return n.spell(r)
}

func tidy(n json.Number) string {
	if text := strings.TrimSpace(string(n)); json.Valid([]byte(text)) {
		return text
	}
	return ""
}

// maxExponent bounds numbers of usual size, in powers of two.
const maxExponent = 66

// rational reads a number of usual size, nil for none.
func rational(n json.Number) *big.Rat {
	const longest = 24
	text := tidy(n)
	if text == "" || len(text) > longest {
		return nil
	}
	f, _, err := big.ParseFloat(text, 10, 80, big.ToNearestEven)
	if err != nil || f.Sign() != 0 && (f.MantExp(nil) > maxExponent || f.MantExp(nil) < -maxExponent) {
		return nil
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil
	}
	return r
}
