package constraint

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

// common are patterns that package regexp and ECMAScript, with Unicode, read alike: what
// they repeat, group and list. A point is not among them, nor \s: ECMAScript knows more
// ends of lines and more blanks.
var common = func() *regexp.Regexp {
	const (
		category = `\\[pP]\{[LMNPSZC][a-z]?\}`
		escape   = `\\(?:[tnrfv^$\\.*+?()\[\]{}|/]|x[0-9A-Fa-f]{2})`
		member   = `(?:[^\\\[\]-]|\\-|` + escape + `)`
		class    = `\[\^?-?(?:` + member + `(?:-` + member + `)?|\\[dDwW]|` + category + `)+-?\]`
		atom     = `(?:[^\\.^$*+?()\[\]{}|]|` + escape + `|\\[dDwW]|` + category + `|` + class + `|\))`
		times    = `(?:(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??)?`
	)
	return regexp.MustCompile(`^(?:` + atom + times + `|\((?:\?:)?|[|^$]|\\[bB])*$`)
}()

// categories are those of Unicode that are named without braces.
var categories = regexp.MustCompile(`((?:^|[^\\])(?:\\\\)*\\[pP])([LMNPSZC])`)

// ecmascript is a pattern of package regexp as JSON Schema spells it, with Unicode (JSON
// Schema 2020-12 core, section 6.4).
func ecmascript(pattern string) string {
	pattern = categories.ReplaceAllString(pattern, `$1{$2}`)
	tree, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil || common.MatchString(pattern) {
		return pattern
	}
	var b strings.Builder
	spell(&b, tree)
	return b.String()
}

// spelled is what stands for an operation without operands.
var spelled = map[syntax.Op]string{
	syntax.OpNoMatch: `[^\s\S]`, syntax.OpEmptyMatch: `(?:)`,
	syntax.OpAnyChar: `[\s\S]`, syntax.OpAnyCharNotNL: `[^\n]`,
	syntax.OpBeginText: `^`, syntax.OpEndText: `$`, syntax.OpBeginLine: `(?:^|(?<=\n))`, syntax.OpEndLine: `(?=\n|$)`,
	syntax.OpWordBoundary: `\b`, syntax.OpNoWordBoundary: `\B`,
}

func spell(b *strings.Builder, t *syntax.Regexp) {
	switch t.Op {
	case syntax.OpLiteral:
		for _, r := range t.Rune {
			spellRune(b, r, t.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		spellClass(b, t.Rune)
	case syntax.OpCapture:
		b.WriteByte('(')
		spell(b, t.Sub[0])
		b.WriteByte(')')
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		spellGroup(b, t.Sub[0], func(sub *syntax.Regexp) bool {
			return sub.Op == syntax.OpLiteral && len(sub.Rune) == 1 || slices.Contains(single, sub.Op)
		})
		b.WriteString(times(t))
	case syntax.OpConcat:
		for _, sub := range t.Sub {
			spellGroup(b, sub, func(sub *syntax.Regexp) bool { return sub.Op != syntax.OpAlternate })
		}
	case syntax.OpAlternate:
		for i, sub := range t.Sub {
			if i > 0 {
				b.WriteByte('|')
			}
			spell(b, sub)
		}
	default:
		b.WriteString(spelled[t.Op])
	}
}

// single are the operations that can be repeated as they are spelled.
var single = []syntax.Op{syntax.OpCharClass, syntax.OpCapture, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch, syntax.OpEmptyMatch}

func spellGroup(b *strings.Builder, sub *syntax.Regexp, alone func(*syntax.Regexp) bool) {
	if alone(sub) {
		spell(b, sub)
		return
	}
	b.WriteString("(?:")
	spell(b, sub)
	b.WriteByte(')')
}

// times is how often something is repeated.
func times(t *syntax.Regexp) string {
	text := map[syntax.Op]string{syntax.OpStar: "*", syntax.OpPlus: "+", syntax.OpQuest: "?"}[t.Op]
	switch {
	case t.Op != syntax.OpRepeat:
	case t.Min == t.Max:
		text = fmt.Sprintf("{%d}", t.Min)
	case t.Max < 0:
		text = fmt.Sprintf("{%d,}", t.Min)
	default:
		text = fmt.Sprintf("{%d,%d}", t.Min, t.Max)
	}
	if t.Flags&syntax.NonGreedy != 0 {
		text += "?"
	}
	return text
}

// spellRune spells a rune outside of classes, or all that it is but for its case.
func spellRune(b *strings.Builder, r rune, anyCase bool) {
	if other := unicode.SimpleFold(r); anyCase && other != r {
		ranges := []rune{r, r}
		for ; other != r; other = unicode.SimpleFold(other) {
			ranges = append(ranges, other, other)
		}
		spellClass(b, ranges)
		return
	}
	b.WriteString(character(r, `\.+*?()|[]{}^$/`))
}

// spellClass spells the runes of some ranges.
func spellClass(b *strings.Builder, ranges []rune) {
	switch string(ranges) {
	case "09":
		b.WriteString(`\d`)
		return
	case "09AZ__az":
		b.WriteString(`\w`)
		return
	}
	b.WriteByte('[')
	if n := len(ranges); n > 2 && ranges[0] == 0 && ranges[n-1] == unicode.MaxRune {
		b.WriteByte('^')
		var others []rune
		for i := 1; i < n-1; i += 2 {
			others = append(others, ranges[i]+1, ranges[i+1]-1)
		}
		ranges = others
	}
	const special = `\[]^-`
	for i := 0; i < len(ranges); i += 2 {
		b.WriteString(character(ranges[i], special))
		switch ranges[i+1] - ranges[i] {
		case 0:
			continue
		default:
			b.WriteByte('-')
			fallthrough
		case 1:
			b.WriteString(character(ranges[i+1], special))
		}
	}
	b.WriteByte(']')
}

// character spells a rune, with a backslash where it is one of the special ones.
func character(r rune, special string) string {
	switch i := strings.IndexRune("\t\n\f\r", r); {
	case i >= 0:
		return `\` + "tnfr"[i:i+1]
	case strings.ContainsRune(special, r):
		return `\` + string(r)
	case unicode.IsPrint(r):
		return string(r)
	case r <= 0xffff:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}
