package schema

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// digits is the pattern of the integers of a schema as texts, without needless zeros. The
// ends of 64 bits are left out.
func digits(s *apidoc.Schema) string {
	least, most := bounds(s)
	if least != nil && most != nil && least.Cmp(most) > 0 {
		return `\b\B` // which no text matches
	}
	zero := new(big.Int)
	var texts []string
	if least == nil || least.Sign() < 0 {
		from := big.NewInt(1)
		if most != nil && most.Sign() < 0 {
			from.Neg(most)
		}
		var to *big.Int
		if least != nil {
			to = new(big.Int).Neg(least)
		}
		if texts = naturals(from, to); least == nil && most == nil {
			return "^(0|-?[1-9][0-9]*)$"
		}
		texts = []string{"-" + either(texts)}
		least = zero
	}
	if most == nil || most.Sign() >= 0 {
		texts = append(naturals(least, most), texts...)
	}
	return "^" + either(texts) + "$"
}

// bounds are the least and the most that a schema allows, nil at the ends of 64 bits.
func bounds(s *apidoc.Schema) (least, most *big.Int) {
	bound := func(text string, beside int64) *big.Int {
		n, ok := new(big.Int).SetString(text, 10)
		if !ok {
			return nil
		}
		return n.Add(n, big.NewInt(beside))
	}
	least, most = bound(s.Minimum.String(), 0), bound(s.Maximum.String(), 0)
	if n := bound(s.ExclusiveMinimum.String(), 1); n != nil && (least == nil || n.Cmp(least) > 0) {
		least = n
	}
	if n := bound(s.ExclusiveMaximum.String(), -1); n != nil && (most == nil || n.Cmp(most) < 0) {
		most = n
	}
	if s.Format == "int32" {
		least, most = cmp.Or(least, big.NewInt(math.MinInt32)), cmp.Or(most, big.NewInt(math.MaxInt32))
	}
	end := new(big.Int).SetUint64(math.MaxUint64)
	if s.Format == "int64" {
		end.SetInt64(math.MaxInt64)
	}
	if most != nil && most.Cmp(end) >= 0 {
		most = nil
	}
	if least != nil && least.Cmp(big.NewInt(math.MinInt64)) <= 0 {
		least = nil
	}
	return least, most
}

// naturals are the texts of the integers from a to b, which are not negative; a nil b is
// without end.
func naturals(a, b *big.Int) []string {
	low := a.String()
	if b == nil {
		if a.Sign() == 0 {
			return []string{"0", "[1-9][0-9]*"}
		}
		if strings.Trim(low[1:], "0") == "" && low[0] == '1' {
			return []string{"[1-9][0-9]" + atLeast(len(low)-1)}
		}
		return []string{between(low, strings.Repeat("9", len(low))), "[1-9][0-9]" + atLeast(len(low))}
	}
	high := b.String()
	var texts []string
	for n := len(low); n <= len(high); n++ {
		from, to := "1"+strings.Repeat("0", n-1), strings.Repeat("9", n)
		if n == len(low) {
			from = low
		}
		if n == len(high) {
			to = high
		}
		texts = append(texts, between(from, to))
	}
	return texts
}

func atLeast(n int) string {
	if n == 0 {
		return "*"
	}
	return fmt.Sprintf("{%d,}", n)
}

// between is the pattern of the numbers between two of so many digits.
func between(low, high string) string {
	n := len(low)
	if n == 0 {
		return ""
	}
	if low[0] == high[0] {
		return low[:1] + between(low[1:], high[1:])
	}
	from, to := low[0], high[0]
	var first, last []string
	if strings.Trim(low[1:], "0") != "" {
		first = []string{low[:1] + between(low[1:], strings.Repeat("9", n-1))}
		from++
	}
	if strings.Trim(high[1:], "9") != "" {
		last = []string{high[:1] + between(strings.Repeat("0", n-1), high[1:])}
		to--
	}
	if from <= to {
		first = append(first, digit(from, to)+repeated(n-1))
	}
	return either(append(first, last...))
}

func digit(from, to byte) string {
	if from == to {
		return string(from)
	}
	return fmt.Sprintf("[%c-%c]", from, to)
}

func repeated(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "[0-9]"
	}
	return fmt.Sprintf("[0-9]{%d}", n)
}

func either(texts []string) string {
	if len(texts) == 1 && !strings.Contains(texts[0], "|") {
		return texts[0]
	}
	return "(" + strings.Join(texts, "|") + ")"
}
