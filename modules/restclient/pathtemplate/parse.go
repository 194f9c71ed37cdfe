package pathtemplate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of groups, and with it the stack of a parse.
const maxDepth = 16

// maxLength bounds the size of a template, in bytes, and with it the work of a
// match.
const maxLength = 8192

// SyntaxError says what is wrong with a template and where.
type SyntaxError struct {
	Input   string
	Offset  int // 0-based, in bytes: the first byte that is wrong
	Message string
	// Rewrite is the template in today's grammar when it uses modifiers of
	// path-to-regexp 6, empty otherwise.
	Rewrite string
}

// Error quotes the template, points at the first wrong byte and shows the
// rewrite when there is one.
func (e *SyntaxError) Error() string {
	s := fmt.Sprintf("path template %q, offset %d: %s", e.Input, e.Offset, e.Message)
	if e.Rewrite != "" {
		s += fmt.Sprintf(": write %q", e.Rewrite)
	}
	return s
}

// Parse reads a template. The empty template is valid and expands to nothing.
// It returns a *SyntaxError that points at the first wrong byte.
func Parse(s string) (*Template, error) {
	p := parser{input: s}
	parts, err := p.template()
	if err != nil {
		return nil, err
	}
	return newTemplate(s, parts), nil
}

// MustParse is Parse for templates that are written in the program. It panics
// when s is not a template.
func MustParse(s string) *Template {
	t, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return t
}

type parser struct {
	input string
	pos   int
	names []string
	// isRewrite keeps the parse of a rewrite from being rewritten.
	isRewrite bool
}

func (p *parser) template() ([]Part, error) {
	if len(p.input) > maxLength {
		return nil, p.fail(maxLength, "longer than %d bytes", maxLength)
	}
	parts, err := p.parts(0)
	if err != nil {
		return nil, err
	}
	if dotSegment(parts) {
		return nil, p.fail(max(0, findDotSegment(p.input)), "a \".\" or \"..\" segment changes what the path means")
	}
	return parts, nil
}

func (p *parser) fail(offset int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Input: p.input, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) legacy(offset int, what string) *SyntaxError {
	err := p.fail(offset, "%s is the grammar of path-to-regexp 6", what)
	if !p.isRewrite {
		err.Rewrite = rewrite(p.input)
	}
	return err
}

// parts reads up to the end of the input, or to the brace that ends a group.
func (p *parser) parts(depth int) ([]Part, error) {
	var parts []Part
	for p.pos < len(p.input) {
		if p.input[p.pos] == '}' {
			if depth == 0 {
				return nil, p.fail(p.pos, "\"}\" without \"{\": write \\} for a brace")
			}
			return parts, nil
		}
		next, err := p.part(depth)
		if err != nil {
			return nil, err
		}
		parts = append(parts, next)
	}
	if depth > 0 {
		return nil, p.fail(p.pos, "\"{\" is not closed")
	}
	return parts, nil
}

func (p *parser) part(depth int) (Part, error) {
	switch c := p.input[p.pos]; c {
	case '{':
		return p.group(depth)
	case ':':
		return p.parameter(Parameter)
	case '*':
		return p.parameter(Wildcard)
	case '(':
		return Part{}, p.legacy(p.pos, "an unnamed pattern")
	case ')', '[', ']', '+', '?', '!':
		return Part{}, p.fail(p.pos, "%q is reserved: write \\%c for the character itself", c, c)
	}
	return p.literal()
}

func (p *parser) group(depth int) (Part, error) {
	start := p.pos
	if depth == maxDepth {
		return Part{}, p.fail(start, "groups nest deeper than %d", maxDepth)
	}
	p.pos++
	parts, err := p.parts(depth + 1)
	if err != nil {
		return Part{}, err
	}
	p.pos++
	switch p.modifier() {
	case '?':
		return Part{}, p.legacy(p.pos, "a modifier behind a group")
	case '+', '*':
		return Part{}, p.fail(p.pos, "a repeated group is the grammar of path-to-regexp 6: use a wildcard, *name")
	}
	return Part{Kind: Group, Group: parts}, nil
}

func (p *parser) parameter(kind Kind) (Part, error) {
	start := p.pos
	p.pos++
	name, err := p.name(start)
	if err != nil {
		return Part{}, err
	}
	if slices.Contains(p.names, name) {
		return Part{}, p.fail(start, "parameter %q appears twice", name)
	}
	p.names = append(p.names, name)
	if c := p.modifier(); c != 0 {
		return Part{}, p.legacy(p.pos, fmt.Sprintf("%q behind a parameter", c))
	}
	return Part{Kind: kind, Text: name}, nil
}

// modifier returns the modifier of path-to-regexp 6 that comes next, 0 for
// none. A wildcard that follows is none.
func (p *parser) modifier() byte {
	if p.pos == len(p.input) {
		return 0
	}
	c := p.input[p.pos]
	switch c {
	case '?', '+', '(':
		return c
	case '*':
		next, _ := utf8.DecodeRuneInString(p.input[p.pos+1:])
		if next != '"' && !isStart(next) {
			return c
		}
	}
	return 0
}

func (p *parser) name(start int) (string, error) {
	if strings.HasPrefix(p.input[p.pos:], `"`) {
		return p.quoted()
	}
	begin := p.pos
	for p.pos < len(p.input) {
		r, size := utf8.DecodeRuneInString(p.input[p.pos:])
		if p.pos == begin && !isStart(r) || !isContinue(r) {
			break
		}
		p.pos += size
	}
	if p.pos == begin {
		return "", p.fail(start, "parameter without a name: write %[1]cname, or \\%[1]c for the character itself", p.input[start])
	}
	return p.input[begin:p.pos], nil
}

func (p *parser) quoted() (string, error) {
	start := p.pos
	p.pos++
	var name []byte
	for p.pos < len(p.input) {
		c := p.input[p.pos]
		p.pos++
		switch {
		case c == '"' && len(name) == 0:
			return "", p.fail(start, "empty name")
		case c == '"':
			return string(name), nil
		case c == '\\' && p.pos < len(p.input):
			c = p.input[p.pos]
			p.pos++
		}
		name = append(name, c)
	}
	return "", p.fail(start, "quote is not closed")
}

func (p *parser) literal() (Part, error) {
	var text []byte
	for p.pos < len(p.input) {
		c := p.input[p.pos]
		if c == '\\' {
			if p.pos+1 == len(p.input) {
				return Part{}, p.fail(p.pos, "\"\\\" at the end escapes nothing")
			}
			p.pos++
			c = p.input[p.pos]
		} else if strings.IndexByte(special, c) >= 0 {
			break
		}
		text = append(text, c)
		p.pos++
	}
	return Part{Kind: Literal, Text: string(text), Escaped: escapeLiteral(string(text))}, nil
}
