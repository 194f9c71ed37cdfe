package tree

import (
	"fmt"
	"slices"
	"strings"
)

// ParseJSON reads a JSON text, which must be valid UTF-8, in one pass. Strings
// without escapes share the memory of text. Names that occur twice in an object
// are both kept, and repeats reports whether there are any. The error is an *Error.
func ParseJSON(text string, limits Limits) (root *Node, repeats bool, err error) {
	p := &parser{text: text, line: 1, limits: limits}
	value, failure := p.value()
	if failure == nil {
		if p.space(); p.pos < len(p.text) {
			failure = p.fail("there is more text after the end of the JSON value")
		}
	}
	if failure != nil {
		return nil, false, failure
	}
	return value, p.repeats, nil
}

// parser reads JSON by recursive descent.
type parser struct {
	text      string
	pos       int
	line      int // of pos, 1-based
	lineStart int // offset of the first byte of line
	limits    Limits
	depth     int
	nodes     int
	repeats   bool      // a name occurs twice in an object
	slab      []Node    // nodes are made many at a time
	contents  [][]*Node // and so is the content of collections
	lists     []*Node   // and what is in it
	children  []*Node   // of the values being read, innermost last
}

// slabSize is how many nodes are made at a time.
const slabSize = 512

func (p *parser) fail(message string) *Error {
	return &Error{Line: p.line, Column: p.pos - p.lineStart + 1, Message: message}
}

func (p *parser) space() {
	text, pos := p.text, p.pos
	for ; pos < len(text); pos++ {
		switch text[pos] {
		case '\n':
			p.line++
			p.lineStart = pos + 1
			for len(text)-pos > 8 && eight(text[pos+1:]) == ' '*each { // of the next line
				pos += 8
			}
		case ' ', '\t', '\r':
		default:
			p.pos = pos
			return
		}
	}
	p.pos = pos
}

// node makes a node that begins at pos.
func (p *parser) node(k kind) (*Node, *Error) {
	if p.nodes++; p.limits.Nodes > 0 && p.nodes > p.limits.Nodes {
		return nil, p.fail(fmt.Sprintf("more than %d values", p.limits.Nodes))
	}
	if p.limits.Depth > 0 && p.depth >= p.limits.Depth {
		return nil, p.fail(fmt.Sprintf("nested deeper than %d levels", p.limits.Depth))
	}
	if len(p.slab) == 0 {
		p.slab = make([]Node, slabSize)
	}
	n := &p.slab[0]
	p.slab = p.slab[1:]
	n.facts = newFacts(k, p.line, p.pos-p.lineStart+1)
	return n, nil
}

func (p *parser) value() (*Node, *Error) {
	p.space()
	if p.pos >= len(p.text) {
		return nil, p.unexpected("a value")
	}
	switch c := p.text[p.pos]; {
	case c == '{':
		return p.collection(object, '}')
	case c == '[':
		return p.collection(list, ']')
	case c == '"':
		return p.stringNode()
	case c == '-' || isDigit(c):
		return p.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(p.text[p.pos:], word) {
			return p.word(word)
		}
	}
	return nil, p.unexpected("a value")
}

func (p *parser) word(word string) (*Node, *Error) {
	n, err := p.node(resolvePlain(word))
	if err != nil {
		return nil, err
	}
	n.Value = word
	p.pos += len(word)
	return n, nil
}

// unexpected explains what stands where want is expected.
func (p *parser) unexpected(want string) *Error {
	if p.pos >= len(p.text) {
		return p.fail("the text ends where " + want + " is expected")
	}
	switch c := p.text[p.pos]; c {
	case '/', '#':
		return p.fail("JSON has no comments; " + want + " is expected here")
	case '\'':
		return p.fail("JSON uses double quotes; " + want + " is expected here")
	case '}', ']':
		return p.fail(fmt.Sprintf("%q where %s is expected", c, want))
	default:
		return p.fail(fmt.Sprintf("%q where %s is expected", firstRune(p.text[p.pos:]), want))
	}
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// collection reads an object or array.
func (p *parser) collection(k kind, end byte) (*Node, *Error) {
	n, err := p.node(k)
	if err != nil {
		return nil, err
	}
	p.depth++
	base := len(p.children)
	p.pos++
	if p.space(); p.pos < len(p.text) && p.text[p.pos] == end {
		p.pos++
	} else if err := p.elements(k, end); err != nil {
		return nil, err
	}
	p.depth--
	n.content = p.content(p.children[base:])
	p.repeats = p.repeats || k == object && Repeats(n)
	p.children = p.children[:base]
	return n, nil
}

// content returns a copy of what a collection holds, which nobody can append to
// in place.
func (p *parser) content(children []*Node) *[]*Node {
	if len(children) == 0 {
		return nil
	}
	if len(p.contents) == 0 {
		p.contents = make([][]*Node, slabSize)
	}
	own := &p.contents[0]
	p.contents = p.contents[1:]
	if len(children) > slabSize {
		*own = slices.Clone(children)
		return own
	}
	if len(p.lists) < len(children) {
		p.lists = make([]*Node, 4*slabSize)
	}
	n := copy(p.lists, children)
	*own = p.lists[:n:n]
	p.lists = p.lists[n:]
	return own
}

// elements reads what stands between the brackets, and the closing one.
func (p *parser) elements(k kind, end byte) *Error {
	for {
		if k == object {
			if err := p.name(); err != nil {
				return err
			}
		}
		n, err := p.value()
		if err != nil {
			return err
		}
		p.children = append(p.children, n)
		more, err := p.separator(end)
		if err != nil || !more {
			return err
		}
	}
}

// name reads the name of a member and the colon behind it.
func (p *parser) name() *Error {
	if p.space(); p.pos >= len(p.text) || p.text[p.pos] != '"' {
		return p.unexpected("a name in double quotes")
	}
	n, err := p.stringNode()
	if err != nil {
		return err
	}
	p.children = append(p.children, n)
	if p.space(); p.pos >= len(p.text) || p.text[p.pos] != ':' {
		return p.unexpected("a colon")
	}
	p.pos++
	return nil
}

// separator reads what follows an element: a comma, when another one follows,
// or end.
func (p *parser) separator(end byte) (more bool, err *Error) {
	if p.space(); p.pos >= len(p.text) {
		return false, p.unexpected(fmt.Sprintf("a comma or %q", end))
	}
	switch p.text[p.pos] {
	case end:
		p.pos++
		return false, nil
	case ',':
	default:
		return false, p.unexpected(fmt.Sprintf("a comma or %q", end))
	}
	line, column := p.line, p.pos-p.lineStart+1
	p.pos++
	if p.space(); p.pos < len(p.text) && p.text[p.pos] == end {
		return false, &Error{Line: line, Column: column, Message: fmt.Sprintf("a comma before %q; remove it", end)}
	}
	return true, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (p *parser) number() (*Node, *Error) {
	n, err := p.node(number)
	if err != nil {
		return nil, err
	}
	length := numberLength(p.text[p.pos:])
	if length == 0 {
		return nil, p.fail("this is not a number as JSON writes it")
	}
	n.Value = p.text[p.pos : p.pos+length]
	p.pos += length
	return n, nil
}

// numberLength returns the length of the number at the beginning of s, 0 when
// there is none (RFC 8259, section 6).
func numberLength(s string) int {
	i := 0
	if i < len(s) && s[i] == '-' {
		i++
	}
	start := i
	i = skipDigits(s, i)
	if i == start || i-start > 1 && s[start] == '0' {
		return 0
	}
	if i < len(s) && s[i] == '.' {
		fraction := skipDigits(s, i+1)
		if fraction == i+1 {
			return 0
		}
		i = fraction
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		exponent := i + 1
		if exponent < len(s) && (s[exponent] == '+' || s[exponent] == '-') {
			exponent++
		}
		end := skipDigits(s, exponent)
		if end == exponent {
			return 0
		}
		i = end
	}
	return i
}

func skipDigits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}
