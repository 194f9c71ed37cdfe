package pathtemplate

import "strings"

func format(parts []Part) string {
	var b strings.Builder
	printParts(&b, parts)
	return b.String()
}

func printParts(b *strings.Builder, parts []Part) {
	for i, p := range parts {
		switch p.Kind {
		case Literal:
			printLiteral(b, p.Text)
		case Parameter:
			b.WriteByte(':')
			printName(b, p.Text, parts[i+1:])
		case Wildcard:
			b.WriteByte('*')
			printName(b, p.Text, parts[i+1:])
		case Group:
			b.WriteByte('{')
			printParts(b, p.Group)
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
func printName(b *strings.Builder, name string, rest []Part) {
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

func extends(rest []Part) bool {
	if len(rest) == 0 || rest[0].Kind != Literal {
		return false
	}
	for _, r := range rest[0].Text {
		return isContinue(r)
	}
	return false
}
