package sample

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// Limits of texts that are made of patterns.
const (
	maxPattern      = 3000 // instructions of the pattern
	maxPatternText  = 1024 // bytes of the text
	maxPatternSteps = 4000 // parts of the pattern that are written
)

// scalars makes texts, numbers and booleans.
type scalars struct {
	random   *rand.Rand // nil for the usual values
	patterns map[string]*pattern
}

// pattern is a pattern of a schema, and what it is made of.
type pattern struct {
	*regexp.Regexp
	tree    *syntax.Regexp
	lengths map[*syntax.Regexp]int // of the shortest text of a part, in characters
}

// pattern reads a pattern, once for all values of a sample. It is nil for none, for one
// that package regexp does not know, and for a large one.
func (sc *scalars) pattern(text string) *pattern {
	p, known := sc.patterns[text]
	if known || text == "" {
		return p
	}
	if re := jsonschema.Pattern(text, maxPattern); re != nil {
		if tree, err := syntax.Parse(re.String(), syntax.Perl); err == nil {
			p = &pattern{re, tree, map[*syntax.Regexp]int{}}
		}
	}
	sc.patterns[text] = p
	return p
}

// ofPattern makes a text that matches the pattern of a schema and is as long as it
// demands: one of the short ones when it is random, and otherwise one in which every
// repetition is there once. Where that does not fit, it is the shortest, with as many
// characters more as the schema wants. It is false when none that comes out fits.
func (sc *scalars) ofPattern(s *apidoc.Schema) (string, bool) {
	p := sc.pattern(s.Pattern)
	if p == nil {
		return "", false
	}
	least := int(min(bound(s.MinLength, 0), maxPatternText))
	fits := func(text string) bool {
		n := int64(utf8.RuneCountInString(text))
		return len(text) <= maxPatternText && p.MatchString(text) && n >= bound(s.MinLength, 0) && (s.MaxLength == nil || n <= *s.MaxLength)
	}
	usual := patternWriter{pattern: p, random: sc.random}
	if usual.write(p.tree); fits(string(usual.out)) {
		return string(usual.out), true
	}
	for _, random := range []*rand.Rand{sc.random, nil} {
		w := patternWriter{pattern: p, random: random, exact: true, more: least - p.shortest(p.tree)}
		w.write(p.tree)
		text := string(w.out)
		more := strings.Repeat("a", max(0, least-utf8.RuneCount(w.out)))
		for _, text := range []string{text + more, more + text} { // where the pattern does not say how a text ends, or begins
			if fits(text) {
				return text, true
			}
		}
	}
	return "", false
}

// shortest is how many characters the shortest text has that is made of the first
// alternatives of a part.
func (p *pattern) shortest(t *syntax.Regexp) int {
	n, known := p.lengths[t]
	if known {
		return n
	}
	switch t.Op {
	case syntax.OpLiteral:
		n = len(t.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 1
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range t.Sub {
			n += p.shortest(sub)
		}
	case syntax.OpAlternate, syntax.OpPlus:
		n = p.shortest(t.Sub[0])
	case syntax.OpRepeat:
		n = t.Min * p.shortest(t.Sub[0])
	}
	n = min(n, maxPatternText+1)
	p.lengths[t] = n
	return n
}

// patternWriter writes a text that a pattern matches.
type patternWriter struct {
	*pattern
	random *rand.Rand
	out    []byte
	exact  bool // no repetition is longer than it must be
	more   int  // but for so many characters that are wanted beyond the shortest text
	steps  int
}

func (w *patternWriter) write(t *syntax.Regexp) {
	if w.steps++; len(w.out) > maxPatternText || w.steps > maxPatternSteps {
		return
	}
	switch t.Op {
	case syntax.OpLiteral:
		w.out = append(w.out, string(t.Rune)...)
	case syntax.OpCharClass:
		w.class(t.Rune)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		w.class([]rune{'a', 'z'})
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range t.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.write(t.Sub[w.number(len(t.Sub))])
	case syntax.OpStar:
		w.repeat(t.Sub[0], 0, -1)
	case syntax.OpPlus:
		w.repeat(t.Sub[0], 1, -1)
	case syntax.OpQuest:
		w.repeat(t.Sub[0], 0, 1)
	case syntax.OpRepeat:
		w.repeat(t.Sub[0], t.Min, t.Max)
	}
}

// number is one of n, the first unless it is random.
func (w *patternWriter) number(n int) int {
	if w.random == nil || n < 2 {
		return 0
	}
	return w.random.IntN(n)
}

func (w *patternWriter) repeat(t *syntax.Regexp, least, most int) {
	const more = 4
	n := least
	switch {
	case w.exact && w.more > 0:
		length := max(w.shortest(t), 1)
		extra := w.more / length
		if most >= 0 {
			extra = min(extra, most-n)
		}
		n += extra
		w.more -= extra * length
	case w.exact:
	case most < 0:
		n = max(least, 1) + w.number(more)
	default:
		n += w.number(min(most-least, more) + 1)
	}
	for range min(n, maxPatternText+1) {
		if w.steps > maxPatternSteps {
			return
		}
		w.write(t)
	}
}

// class writes a character of a class, given as pairs of bounds: a letter or digit
// when there is one.
func (w *patternWriter) class(pairs []rune) {
	for _, usual := range [][2]rune{{'a', 'z'}, {'A', 'Z'}, {'0', '9'}, {'!', '~'}} {
		for i := 0; i+1 < len(pairs); i += 2 {
			low, high := max(pairs[i], usual[0]), min(pairs[i+1], usual[1])
			if low <= high {
				w.out = utf8.AppendRune(w.out, low+rune(w.number(int(high-low)+1)))
				return
			}
		}
	}
	if len(pairs) > 0 {
		w.out = utf8.AppendRune(w.out, pairs[0])
	}
}
