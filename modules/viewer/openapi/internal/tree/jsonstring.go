package tree

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// stringNode reads a string, whose opening quote is at pos.
func (p *parser) stringNode() (*Node, *Error) {
	n, err := p.node(text)
	if err != nil {
		return nil, err
	}
	start := p.pos + 1
	p.pos = plainUntil(p.text, start)
	if p.pos == len(p.text) {
		return nil, ErrorAt(n, "this string does not end")
	}
	switch p.text[p.pos] {
	case '"':
		n.Value = p.text[start:p.pos]
		p.pos++
		return n, nil
	case '\\':
		n.Value, err = p.escaped(start)
		return n, err
	}
	return nil, p.fail(errControl)
}

const errControl = "a control character in a string; write it as an escape such as \\n"

// plainUntil is where a run of bytes ends that begins at from: before a quote, a
// backslash or a control character, or at the end of the text.
func plainUntil(text string, from int) int {
	i := from
	for ; len(text)-i >= 8; i += 8 {
		if found := notPlain(eight(text[i:])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(text); i++ {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' {
			return i
		}
	}
	return i
}

// each, times a byte, is that byte eight times.
const each = 0x0101010101010101

// eight are the first eight bytes of s, the first one lowest.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// notPlain has the highest bit of the first of eight bytes that ends a run, and none
// before it. A subtraction borrows from a byte that ends one alone, so those behind it may
// have theirs, too.
func notPlain(w uint64) uint64 {
	quote, backslash := w^'"'*each, w^'\\'*each
	return ((w-' '*each)&^w | (quote-each)&^quote | (backslash-each)&^backslash) & (0x80 * each)
}

// escaped reads the rest of a string that begins at start and has its first
// escape at pos.
func (p *parser) escaped(start int) (string, *Error) {
	var b strings.Builder
	for {
		b.WriteString(p.text[start:p.pos])
		if p.pos == len(p.text) {
			return "", p.fail("the text ends inside a string")
		}
		switch p.text[p.pos] {
		case '"':
			p.pos++
			return b.String(), nil
		case '\\':
			if err := p.escape(&b); err != nil {
				return "", err
			}
		default:
			return "", p.fail(errControl)
		}
		start = p.pos
		p.pos = plainUntil(p.text, start)
	}
}

// simpleEscapes are the characters that may follow a backslash, each followed
// by what it stands for.
const simpleEscapes = "\"\"\\\\//b\bf\fn\nr\rt\t"

func (p *parser) escape(b *strings.Builder) *Error {
	rest := p.text[p.pos:]
	if len(rest) < 2 {
		return p.fail("the text ends inside a string")
	}
	if rest[1] == 'u' {
		return p.unicodeEscape(b, rest)
	}
	for i := 0; i < len(simpleEscapes); i += 2 {
		if simpleEscapes[i] == rest[1] {
			b.WriteByte(simpleEscapes[i+1])
			p.pos += 2
			return nil
		}
	}
	return p.fail("JSON has no such escape")
}

// unicodeEscape reads \uXXXX, or two of them that stand for one character. Half
// of such a pair becomes U+FFFD.
func (p *parser) unicodeEscape(b *strings.Builder, rest string) *Error {
	r, ok := hexRune(rest)
	if !ok {
		return p.fail("\\u must be followed by four hexadecimal digits")
	}
	p.pos += 6
	if utf16.IsSurrogate(r) {
		low, _ := hexRune(rest[6:])
		if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
			p.pos += 6
		}
	}
	b.WriteRune(r)
	return nil
}

func hexRune(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[2:6], 16, 16)
	return rune(v), err == nil && s[2] != '+'
}
