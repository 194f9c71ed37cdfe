package jsonschema

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"
)

// Limits of patterns: the instructions of one and of all that are kept, and how
// much work one text may be. The work is what package regexp does at most,
// instructions times bytes.
const (
	maxPattern     = 20_000
	maxPatterns    = 500_000
	maxPatternWork = 1 << 25
)

// patterns keeps compiled patterns. It is safe for concurrent use.
type patterns struct {
	mu    sync.Mutex
	known map[string]pattern // guarded by mu
	size  int                // of all together; guarded by mu
}

// pattern is a compiled pattern, nil when it cannot be read, and about how many
// instructions it has.
type pattern struct {
	re   *regexp.Regexp
	size int
}

func (ps *patterns) get(text string) pattern {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p, ok := ps.known[text]
	if ok {
		return p
	}
	p.re, p.size = compile(text, maxPattern)
	if ps.size += p.size + len(text); ps.known == nil || ps.size > maxPatterns {
		ps.known, ps.size = map[string]pattern{}, p.size+len(text)
	}
	ps.known[text] = p
	return p
}

// Pattern reads a pattern of a schema, as far as package regexp knows what it
// says. It is nil for one that it does not know, and for one of more than size
// instructions: repetitions may multiply them.
func Pattern(text string, size int) *regexp.Regexp {
	re, _ := compile(text, size)
	return re
}

func compile(text string, most int) (*regexp.Regexp, int) {
	if len(text) > most {
		return nil, 0
	}
	text = unicodeEscapes(text)
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, 0
	}
	size := instructions(tree, most)
	if size > most {
		return nil, 0
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, 0
	}
	return re, size
}

// instructions is about how many instructions a pattern has, and more than most
// when it has more.
func instructions(t *syntax.Regexp, most int) int {
	n := 1
	if t.Op == syntax.OpLiteral {
		n = len(t.Rune)
	}
	for _, sub := range t.Sub {
		if n += instructions(sub, most); n > most {
			return n
		}
	}
	if t.Op == syntax.OpRepeat {
		n *= max(t.Min, t.Max, 1)
	}
	return n
}

// unicodeEscapes spells \u00e9, which ECMAScript knows, as \x{00e9}.
func unicodeEscapes(text string) string {
	if !strings.Contains(text, `\u`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		if text[i+1] == 'u' && i+6 <= len(text) && hex(text[i+2:i+6]) {
			b.WriteString(`\x{` + text[i+2:i+6] + `}`)
			i += 5
			continue
		}
		b.WriteString(text[i : i+2])
		i++
	}
	return b.String()
}

func hex(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'f')
	})
}

// matches says whether a text holds a match of a pattern. Patterns are not
// anchored (JSON Schema 2020-12 core, section 6.4).
func matches(c *check, text, value string) bool {
	p := c.patterns.get(text)
	switch work := p.size * len(value); {
	case p.re == nil:
		c.note("the pattern %s cannot be read and accepts everything", text)
		return true
	case work > maxPatternWork:
		c.note("a text is too long to be checked for the pattern %s", text)
		return true
	default:
		c.left -= work >> 10
	}
	return p.re.MatchString(value)
}
