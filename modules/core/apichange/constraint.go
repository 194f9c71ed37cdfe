package apichange

import (
	"encoding/json"
	"math/big"
)

// restrict reports a change of a constraint: to clients it is all the same when
// the server may answer with longer texts or larger numbers.
func (s *site) restrict(e effect, format string, args ...any) {
	if s.direction == response {
		e &^= widened
	}
	s.tell(e, format, args...)
}

func (s *site) constraints() {
	for _, l := range limits {
		s.limit(l)
	}
	s.pattern()
	s.multipleOf()
	was, is := s.old.keywords["uniqueItems"].value == true, s.new.keywords["uniqueItems"].value == true
	switch {
	case !was && is:
		s.restrict(narrowed, "the items must be unique now")
	case was && !is:
		s.restrict(widened, "the items may repeat now")
	}
}

// limit is a keyword that bounds something, with the one that excludes the
// bound itself.
type limit struct {
	keyword, exclusive string
	upper              bool
}

var limits = []limit{
	{"minimum", "exclusiveMinimum", false},
	{"maximum", "exclusiveMaximum", true},
	{"minLength", "", false},
	{"maxLength", "", true},
	{"minItems", "", false},
	{"maxItems", "", true},
	{"minProperties", "", false},
	{"maxProperties", "", true},
}

// bound is a limit of a shape; the value is nil when there is none.
type bound struct {
	value    *big.Rat
	text     string
	excluded bool
}

func (s *site) limit(l limit) {
	was, is := s.old.bound(l), s.new.bound(l)
	var order int
	switch {
	case was.value == nil && is.value == nil:
	case was.value == nil:
		order = 1
	case is.value == nil:
		order = -1
	default:
		order = was.tighter(is, l.upper)
	}
	switch order {
	case 1:
		s.restrict(narrowed, "the %s was %s and is %s", l.keyword, was, is)
	case -1:
		s.restrict(widened, "the %s was %s and is %s", l.keyword, was, is)
	}
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

// String returns the number, "more than 3" where it is excluded itself, or
// "none".
func (b bound) String() string {
	switch {
	case b.value == nil:
		return "none"
	case b.excluded:
		return b.text + " (excluded)"
	}
	return b.text
}

// bound reads a limit. In OpenAPI 3.0 the keyword that excludes the bound is a
// boolean beside it, in 3.1 it is a bound of its own. Lengths and counts are
// at least 0 without being said.
func (f *shape) bound(l limit) bound {
	b := f.number(l.keyword)
	if l.exclusive == "" {
		if b.value != nil && b.value.Sign() == 0 && !l.upper {
			return bound{}
		}
		return b
	}
	if f.keywords[l.exclusive].value == true {
		b.excluded = true
		return b
	}
	other := f.number(l.exclusive)
	other.excluded = true
	if b.value == nil || other.value != nil && b.tighter(other, l.upper) > 0 {
		return other
	}
	return b
}

func (f *shape) number(keyword string) bound {
	n, _ := f.keywords[keyword].value.(json.Number)
	r, ok := rational(n)
	if !ok {
		return bound{}
	}
	return bound{value: r, text: n.String()}
}

func (s *site) pattern() {
	was, is := s.old.text("pattern"), s.new.text("pattern")
	switch {
	case was == is:
	case was == "":
		s.restrict(narrowed, "the pattern %q is new", is)
	case is == "":
		s.restrict(widened, "the pattern %q is gone", was)
	default:
		s.restrict(narrowed, "the pattern was %q and is %q", was, is)
	}
}

func (s *site) multipleOf() {
	was, is := s.old.number("multipleOf"), s.new.number("multipleOf")
	var e effect
	switch {
	case was.value == nil && is.value == nil:
		return
	case was.value == nil:
		e = narrowed
	case is.value == nil:
		e = widened
	case was.value.Cmp(is.value) == 0:
		return
	case was.value.Sign() != 0 && new(big.Rat).Quo(is.value, was.value).IsInt():
		e = narrowed
	case is.value.Sign() != 0 && new(big.Rat).Quo(was.value, is.value).IsInt():
		e = widened
	default:
		e = narrowed | widened
	}
	s.restrict(e, "the multipleOf was %s and is %s", was, is)
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
