package pathtemplate

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// special holds the characters that a literal must escape.
const special = `\:*{}()[]+?!`

// maxDepth bounds the nesting of groups, and with it the stack of a parse.
const maxDepth = 16

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
	parts, err := p.parts(0)
	if err != nil {
		return nil, err
	}
	t := newTemplate(s, parts)
	if err := p.check(t); err != nil {
		return nil, err
	}
	return t, nil
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
}

func (p *parser) fail(offset int, format string, args ...any) *SyntaxError {
	return &SyntaxError{Input: p.input, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

func (p *parser) legacy(offset int, what string) *SyntaxError {
	err := p.fail(offset, "%s is the grammar of path-to-regexp 6", what)
	err.Rewrite = rewrite(p.input)
	return err
}

// parts reads up to the end of the input, or to the brace that ends a group.
func (p *parser) parts(depth int) ([]part, error) {
	var parts []part
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

func (p *parser) part(depth int) (part, error) {
	switch c := p.input[p.pos]; c {
	case '{':
		return p.group(depth)
	case ':':
		return p.parameter(param)
	case '*':
		return p.parameter(wildcard)
	case '(':
		return part{}, p.legacy(p.pos, "an unnamed pattern")
	case ')', '[', ']', '+', '?', '!':
		return part{}, p.fail(p.pos, "%q is reserved: write \\%c for the character itself", c, c)
	}
	return p.literal()
}

func (p *parser) group(depth int) (part, error) {
	start := p.pos
	if depth == maxDepth {
		return part{}, p.fail(start, "groups nest deeper than %d", maxDepth)
	}
	p.pos++
	parts, err := p.parts(depth + 1)
	if err != nil {
		return part{}, err
	}
	if len(parts) == 0 {
		return part{}, p.fail(start, "empty group")
	}
	p.pos++
	if p.pos < len(p.input) && strings.IndexByte("?+", p.input[p.pos]) >= 0 {
		return part{}, p.legacy(p.pos, "a modifier behind a group")
	}
	return part{kind: group, group: parts}, nil
}

func (p *parser) parameter(kind partKind) (part, error) {
	start := p.pos
	p.pos++
	name, err := p.name(start)
	if err != nil {
		return part{}, err
	}
	if slices.Contains(p.names, name) {
		return part{}, p.fail(start, "parameter %q appears twice", name)
	}
	p.names = append(p.names, name)
	if p.atModifier() {
		return part{}, p.legacy(p.pos, fmt.Sprintf("%q behind a parameter", p.input[p.pos]))
	}
	return part{kind: kind, text: name}, nil
}

// atModifier tells a modifier from a wildcard that follows a parameter.
func (p *parser) atModifier() bool {
	if p.pos == len(p.input) {
		return false
	}
	switch p.input[p.pos] {
	case '?', '+', '(':
		return true
	case '*':
		next, _ := utf8.DecodeRuneInString(p.input[p.pos+1:])
		return next != '"' && !isStart(next)
	}
	return false
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

func (p *parser) literal() (part, error) {
	var text []byte
	for p.pos < len(p.input) {
		c := p.input[p.pos]
		if c == '\\' {
			if p.pos+1 == len(p.input) {
				return part{}, p.fail(p.pos, "\"\\\" at the end escapes nothing")
			}
			p.pos++
			c = p.input[p.pos]
		} else if strings.IndexByte(special, c) >= 0 {
			break
		}
		text = append(text, c)
		p.pos++
	}
	return part{kind: literal, text: string(text), escaped: escapeLiteral(string(text))}, nil
}

// check refuses what only shows in the whole template: dot segments, which
// every client and server resolves in its own way. An escape does not hide one.
func (p *parser) check(t *Template) error {
	offset, segment := dotSegment(p.input)
	if segment == "" {
		_, segment = dotSegment(t.String())
	}
	if segment != "" {
		return p.fail(offset, "a %q segment changes what the path means", segment)
	}
	return nil
}

// dotSegment finds the first "." or ".." segment; both results are zero when
// there is none.
func dotSegment(s string) (offset int, segment string) {
	for segment := range strings.SplitSeq(s, "/") {
		if segment == "." || segment == ".." {
			return offset, segment
		}
		offset += len(segment) + 1
	}
	return 0, ""
}
