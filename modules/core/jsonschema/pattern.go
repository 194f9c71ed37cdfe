package jsonschema

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
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
	text = inGo(text)
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

// What \s and the line ends that . leaves out are in ECMAScript (ECMA-262, section 22.2.2),
// as members of a class, and what is neither of them.
const (
	blanks    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	noBlanks  = `\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
	noLineEnd = `[^\n\r\x{2028}\x{2029}]`
)

// inGo spells what ECMAScript means as package regexp says it.
func inGo(text string) string {
	var b strings.Builder
	inClass := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			said, length := escape(text[i:])
			if said == "" {
				said = text[i : i+length]
			} else if !inClass && (text[i+1] == 's' || text[i+1] == 'S') {
				said = "[" + said + "]"
			}
			b.WriteString(said)
			i += length - 1
			continue
		case c == '.' && !inClass:
			b.WriteString(noLineEnd)
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// escape is what an escape that begins a text says in Go, empty where it says the same,
// and how long it is.
func escape(text string) (said string, length int) {
	switch c := text[1]; {
	case c == 's':
		return blanks, 2
	case c == 'S':
		return noBlanks, 2
	case c == 'u' && strings.HasPrefix(text[2:], "{"):
		if end := strings.IndexByte(text, '}'); end > 3 && hex(text[3:end]) {
			return `\x` + text[2:end+1], end + 1
		}
	case c == 'u' && len(text) >= 6 && hex(text[2:6]):
		first := codePoint(text[2:6])
		if pair := text[6:]; utf16.IsSurrogate(first) && len(pair) >= 6 && pair[:2] == `\u` && hex(pair[2:6]) {
			if r := utf16.DecodeRune(first, codePoint(pair[2:6])); r != utf8.RuneError {
				return fmt.Sprintf(`\x{%x}`, r), 12
			}
		}
		return `\x{` + text[2:6] + `}`, 6
	case c == 'c' && len(text) >= 3 && (text[2]|0x20 >= 'a' && text[2]|0x20 <= 'z'):
		return fmt.Sprintf(`\x{%x}`, text[2]&0x1f), 3
	}
	return "", 2
}

// codePoint is what four digits say.
func codePoint(digits string) rune {
	n, _ := strconv.ParseUint(digits, 16, 16) // they are digits
	return rune(n)
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
