package tree

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// stringNode reads a string, whose opening quote is at pos.
func (p *parser) stringNode() (*Node, *Error) {
	n, err := p.node(yaml.ScalarNode, "!!str")
	if err != nil {
		return nil, err
	}
	n.Style = yaml.DoubleQuotedStyle
	p.pos++
	for start := p.pos; p.pos < len(p.text); p.pos++ {
		switch c := p.text[p.pos]; {
		case c == '"':
			n.Value = p.text[start:p.pos]
			p.pos++
			return n, nil
		case c == '\\':
			n.Value, err = p.escaped(start)
			return n, err
		case c < ' ':
			return nil, p.fail("a control character in a string; write it as an escape such as \\n")
		}
	}
	return nil, &Error{Line: n.Line, Column: n.Column, Message: "this string does not end"}
}

// escaped reads the rest of a string that begins at start and has its first
// escape at pos.
func (p *parser) escaped(start int) (string, *Error) {
	var b strings.Builder
	b.WriteString(p.text[start:p.pos])
	for p.pos < len(p.text) {
		switch c := p.text[p.pos]; {
		case c == '"':
			p.pos++
			return b.String(), nil
		case c == '\\':
			if err := p.escape(&b); err != nil {
				return "", err
			}
		case c < ' ':
			return "", p.fail("a control character in a string; write it as an escape such as \\n")
		default:
			b.WriteByte(c)
			p.pos++
		}
	}
	return "", p.fail("the text ends inside a string")
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
