package apichange

import (
	"encoding/json"
	"math/big"
)

// limit is a keyword that bounds something, with the one that excludes the
// bound itself.
type limit struct {
	keyword, exclusive string
	upper              bool
	usual              int64  // what counts where contains stands alone
	of                 string // the type of what it bounds
}

var limits = []limit{
	{"minimum", "exclusiveMinimum", false, 0, "number"},
	{"maximum", "exclusiveMaximum", true, 0, "number"},
	{"minLength", "", false, 0, "string"},
	{"maxLength", "", true, 0, "string"},
	{"minItems", "", false, 0, "array"},
	{"maxItems", "", true, 0, "array"},
	{"minProperties", "", false, 0, "object"},
	{"maxProperties", "", true, 0, "object"},
	{"minContains", "", false, 1, "array"},
	{"maxContains", "", true, 0, "array"},
}

// bound is a limit of a shape. Its value is nil where the shape has no such limit.
type bound struct {
	value    *big.Rat
	text     string
	excluded bool
}

// of reads the limit of a part. In OpenAPI 3.0 the keyword that excludes the bound is a
// boolean beside it, in 3.1 it is a bound of its own.
func (l limit) in(part node) bound {
	members := part.object()
	b := numberOf(members[l.keyword])
	if l.exclusive == "" {
		return b
	}
	if members[l.exclusive] == true {
		b.excluded = true
		return b
	}
	other := numberOf(members[l.exclusive])
	other.excluded = true
	if b.value == nil || other.value != nil && b.tighter(other, l.upper) > 0 {
		return other
	}
	return b
}

func numberOf(value any) bound {
	number, isNumber := value.(json.Number)
	if !isNumber {
		return bound{}
	}
	r, ok := rational(number)
	if !ok {
		return bound{}
	}
	return bound{value: r, text: number.String()}
}

// whole is the last integer that a bound allows.
func (b bound) whole(upper bool) *big.Int {
	n := new(big.Int).Div(b.value.Num(), b.value.Denom()) // the floor: a denominator is positive
	one := big.NewInt(1)
	switch {
	case upper && b.excluded && b.value.IsInt():
		return n.Sub(n, one)
	case !upper && (b.excluded || !b.value.IsInt()):
		return n.Add(n, one)
	}
	return n
}

// tighter is 1 when other allows less than b, -1 when it allows more.
func (b bound) tighter(other bound, upper bool) int {
	order := other.value.Cmp(b.value)
	if upper {
		order = -order
	}
	switch {
	case order != 0:
		return order
	case other.excluded && !b.excluded:
		return 1
	case b.excluded && !other.excluded:
		return -1
	}
	return 0
}

// String returns the number, and says where it is excluded itself; it is empty for no
// bound.
func (b bound) String() string {
	if b.excluded && b.value != nil {
		return b.text + " (excluded)"
	}
	return b.text
}

// maxDigits bounds the text of the numbers that are calculated with.
const maxDigits = 400

// rational is a number exactly. Numbers that a float64 cannot come near to count
// as if they were not there.
func rational(n json.Number) (*big.Rat, bool) {
	if len(n) > maxDigits {
		return nil, false
	}
	f, err := n.Float64()
	switch {
	case err != nil: // no number, or out of all proportion
		return nil, false
	case f == 0:
		return new(big.Rat), true
	}
	return new(big.Rat).SetString(n.String())
}

// decimals is how many digits behind the point spell a number exactly, which is
// one with an end for all that JSON can say.
func decimals(r *big.Rat) int {
	n, _ := r.FloatPrec()
	return n
}
