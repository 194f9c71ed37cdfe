package pathtemplate

import (
	"strconv"
	"strings"
	"unicode"
)

// String returns the template in its canonical form, which parses to the same
// template: names are quoted and characters escaped only where they must be.
func (t *Template) String() string {
	var b strings.Builder
	printParts(&b, t.parts)
	return b.String()
}

func printParts(b *strings.Builder, parts []part) {
	for i, p := range parts {
		switch p.kind {
		case literal:
			printLiteral(b, p.text)
		case param:
			b.WriteByte(':')
			printName(b, p.text, parts[i+1:])
		case wildcard:
			b.WriteByte('*')
			printName(b, p.text, parts[i+1:])
		case group:
			b.WriteByte('{')
			printParts(b, p.group)
			b.WriteByte('}')
		}
	}
}

func printLiteral(b *strings.Builder, s string) {
	for i := range len(s) {
		if strings.IndexByte(special, s[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
}

// printName quotes a name that is not an identifier, and one that the text
// behind it would extend.
func printName(b *strings.Builder, name string, rest []part) {
	if isIdentifier(name) && !extends(rest) {
		b.WriteString(name)
		return
	}
	b.WriteByte('"')
	for i := range len(name) {
		if name[i] == '"' || name[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(name[i])
	}
	b.WriteByte('"')
}

func extends(rest []part) bool {
	if len(rest) == 0 || rest[0].kind != literal {
		return false
	}
	for _, r := range rest[0].text {
		return isContinue(r)
	}
	return false
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if i == 0 && !isStart(r) || !isContinue(r) {
			return false
		}
	}
	return s != ""
}

func isStart(r rune) bool { return r == '$' || r == '_' || unicode.IsLetter(r) }

func isContinue(r rune) bool {
	return isStart(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r)
}

// escapeLiteral makes text of a template fit for a URL path: it keeps what a
// path may hold, escapes included, and escapes the rest.
func escapeLiteral(s string) string {
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if isPathByte(c) || c == '%' && isEscape(s[i:]) {
			b.WriteByte(c)
			continue
		}
		writeEscaped(&b, c)
	}
	return b.String()
}

func isPathByte(c byte) bool {
	return isUnreserved(c) || strings.IndexByte("/:@!$&'()*+,;=", c) >= 0
}

func isUnreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0
}

func isEscape(s string) bool {
	if len(s) < 3 {
		return false
	}
	_, err := strconv.ParseUint(s[1:3], 16, 8)
	return err == nil
}

func writeEscaped(b *strings.Builder, c byte) {
	const hex = "0123456789ABCDEF"
	b.WriteByte('%')
	b.WriteByte(hex[c>>4])
	b.WriteByte(hex[c&15])
}
