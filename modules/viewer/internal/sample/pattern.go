package sample

import (
	"math/rand/v2"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonschema"
)

// Limits of texts that are made of patterns.
const (
	maxPattern      = 1000 // instructions of the pattern
	maxPatternText  = 200  // bytes of the text
	maxPatternSteps = 4000 // parts of the pattern that are written
)

// ofPattern makes a text that matches the pattern of a schema and is as long as it
// demands. It is false for patterns that package regexp does not know, and when
// the text that comes out does not fit.
func ofPattern(s *apidoc.Schema, random *rand.Rand) (string, bool) {
	re := jsonschema.Pattern(s.Pattern, maxPattern)
	if re == nil {
		return "", false
	}
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return "", false
	}
	w := patternWriter{random: random}
	w.write(tree)
	if len(w.out) > maxPatternText {
		return "", false
	}
	if s.MinLength != nil && int64(utf8.RuneCount(w.out)) < *s.MinLength {
		shortest := patternWriter{}
		shortest.write(tree)
		w = patternWriter{random: random, least: int(min(*s.MinLength, maxPatternText)) - utf8.RuneCount(shortest.out), exact: true}
		w.write(tree)
	}
	text := string(w.out)
	n := int64(utf8.RuneCountInString(text))
	fits := re.MatchString(text) && (s.MinLength == nil || n >= *s.MinLength) && (s.MaxLength == nil || n <= *s.MaxLength)
	return text, fits
}

// patternWriter writes a text that a pattern matches: the shortest, or when it is
// random one of the short ones.
type patternWriter struct {
	random *rand.Rand
	out    []byte
	least  int // so many more characters are wanted, where a repetition allows it
	steps  int
	exact  bool // no repetition is longer than that
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
	more := 4
	if w.exact {
		more = 0
	}
	n := least
	if most < 0 {
		n = max(least, 1) + w.number(more)
		most = n + w.least
	} else if most > least {
		n += w.number(min(most-least, more) + 1)
	}
	if extra := min(most-n, w.least); extra > 0 {
		n += extra
		w.least -= extra
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
