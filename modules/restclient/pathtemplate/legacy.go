package pathtemplate

import (
	"fmt"
	"strings"
)

// rewriter turns the modifiers of path-to-regexp 6 into today's grammar:
// "/:id?" becomes "{/:id}", "/:p+" becomes "/*p", "/:p*" becomes "{/*p}",
// ":id(\d+)" becomes ":id" and an unnamed "(.*)" becomes "*path".
type rewriter struct {
	input   string
	out     strings.Builder
	unnamed int
}

// rewrite returns s in today's grammar, or "" when that is not enough to make
// it a template.
func rewrite(s string) string {
	r := rewriter{input: s}
	for i := 0; i < len(s); {
		i = r.next(i)
	}
	p := parser{input: r.out.String(), isRewrite: true}
	if _, err := p.template(); err != nil {
		return ""
	}
	return p.input
}

// next rewrites what stands at i and returns where it ends.
func (r *rewriter) next(i int) int {
	switch c := r.input[i]; c {
	case '\\':
		end := min(i+2, len(r.input))
		r.out.WriteString(r.input[i:end])
		return end
	case ':':
		return r.parameter(i)
	case '(':
		return r.pattern(i)
	case '}':
		r.out.WriteByte(c)
		if i+1 < len(r.input) && r.input[i+1] == '?' {
			return i + 2
		}
		return i + 1
	default:
		r.out.WriteByte(c)
		return i + 1
	}
}

func (r *rewriter) parameter(i int) int {
	p := parser{input: r.input, pos: i + 1}
	if _, err := p.name(i); err != nil {
		r.out.WriteByte(':')
		return i + 1
	}
	name := r.input[i+1 : p.pos]
	end := patternEnd(r.input, p.pos)
	modifier := r.input[end:modifierEnd(r.input, end)]
	switch modifier {
	case "?":
		r.optional(":" + name)
	case "+":
		r.out.WriteString("*" + name)
	case "*":
		r.optional("*" + name)
	default:
		r.out.WriteString(":" + name)
	}
	return end + len(modifier)
}

func (r *rewriter) pattern(i int) int {
	token := "*path"
	if r.unnamed++; r.unnamed > 1 {
		token = fmt.Sprintf("*path%d", r.unnamed)
	}
	end := patternEnd(r.input, i)
	switch modifier := r.input[end:modifierEnd(r.input, end)]; modifier {
	case "?", "*":
		r.optional(token)
		return end + len(modifier)
	default:
		r.out.WriteString(token)
		return end + len(modifier)
	}
}

// optional takes the slash or dot before an optional parameter into its group.
func (r *rewriter) optional(token string) {
	before, prefix := r.out.String(), ""
	if last := len(before) - 1; last >= 0 && (before[last] == '/' || before[last] == '.') {
		before, prefix = before[:last], before[last:]
	}
	r.out.Reset()
	r.out.WriteString(before + "{" + prefix + token + "}")
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
