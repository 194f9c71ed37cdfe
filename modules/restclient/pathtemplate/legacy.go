package pathtemplate

import "strings"

// rewrite turns the modifiers of path-to-regexp 6 into today's grammar:
// "/:id?" becomes "{/:id}", "/:p+" becomes "/*p", "/:p*" becomes "{/*p}",
// ":id(\d+)" becomes ":id" and an unnamed "(.*)" becomes "*path".
func rewrite(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		i = rewriteAt(&out, s, i)
	}
	return out.String()
}

func rewriteAt(out *strings.Builder, s string, i int) int {
	switch c := s[i]; c {
	case '\\':
		end := min(i+2, len(s))
		out.WriteString(s[i:end])
		return end
	case ':':
		return rewriteParam(out, s, i)
	case '(':
		out.WriteString("*path")
		return patternEnd(s, i)
	case '}':
		out.WriteByte(c)
		return modifierEnd(s, i+1)
	default:
		out.WriteByte(c)
		return i + 1
	}
}

func rewriteParam(out *strings.Builder, s string, i int) int {
	p := parser{input: s, pos: i + 1}
	if _, err := p.name(i); err != nil {
		out.WriteByte(s[i])
		return i + 1
	}
	name := s[i+1 : p.pos]
	end := patternEnd(s, p.pos)
	modifier := s[end:modifierEnd(s, end)]
	switch modifier {
	case "?":
		writeOptional(out, ":"+name)
	case "+":
		out.WriteString("*" + name)
	case "*":
		writeOptional(out, "*"+name)
	default:
		out.WriteString(":" + name)
	}
	return end + len(modifier)
}

// writeOptional takes the slash before an optional parameter into its group.
func writeOptional(out *strings.Builder, token string) {
	before, slash := strings.CutSuffix(out.String(), "/")
	out.Reset()
	out.WriteString(before)
	out.WriteByte('{')
	if slash {
		out.WriteByte('/')
	}
	out.WriteString(token + "}")
}

func patternEnd(s string, i int) int {
	if i == len(s) || s[i] != '(' {
		return i
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func modifierEnd(s string, i int) int {
	if i < len(s) && strings.IndexByte("?+*", s[i]) >= 0 {
		return i + 1
	}
	return i
}
