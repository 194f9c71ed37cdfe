package mermaid

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// reader reads a line of a flowchart.
type reader struct {
	text string
	pos  int
}

func (r *reader) rest() string { return r.text[r.pos:] }

func (r *reader) end() bool {
	r.space()
	return r.pos >= len(r.text)
}

func (r *reader) space() {
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos] == '\t') {
		r.pos++
	}
}

// take reads a text when it is next.
func (r *reader) take(text string) bool {
	if !strings.HasPrefix(r.rest(), text) {
		return false
	}
	r.pos += len(text)
	return true
}

// until reads up to a text, and the text.
func (r *reader) until(text string) (string, bool) {
	before, _, found := strings.Cut(r.rest(), text)
	if found {
		r.pos += len(before) + len(text)
	}
	return before, found
}

// brackets are the shapes by what stands around their text; longer ones first.
var brackets = []struct {
	open, close string
	shape       shape
}{
	{"(((", ")))", circle},
	{"((", "))", circle},
	{"([", "])", stadium},
	{"[[", "]]", subroutine},
	{"[(", ")]", cylinder},
	{"{{", "}}", hexagon},
	{"[/", "/]", slanted},
	{"[\\", "\\]", slanted},
	{"[/", "\\]", slanted},
	{"[\\", "/]", slanted},
	{"[", "]", box},
	{"(", ")", round},
	{"{", "}", diamond},
	{">", "]", flag},
}

// node reads an id, and the shape and the text behind it if there are any.
func (r *reader) node() (id string, s shape, text string, ok bool) {
	r.space()
	if id = r.id(); id == "" {
		return "", box, "", false
	}
	for _, b := range brackets {
		if !strings.HasPrefix(r.rest(), b.open) {
			continue
		}
		if text, ok = r.inside(b.open, b.close); ok {
			s = b.shape
			break
		}
	}
	if text == "" && r.pos < len(r.text) && strings.IndexByte("[({>", r.text[r.pos]) >= 0 {
		return "", box, "", false
	}
	if r.take(":::") {
		r.id()
	}
	return id, s, text, true
}

// inside reads what stands between brackets. In quotes it may hold brackets.
func (r *reader) inside(open, end string) (string, bool) {
	start := r.pos
	r.pos += len(open)
	if r.take(`"`) {
		if text, ok := r.until(`"` + end); ok && text != "" {
			return text, true
		}
	} else if text, ok := r.until(end); ok && strings.TrimSpace(text) != "" {
		return text, true
	}
	r.pos = start
	return "", false
}

// id reads the name of a node. A dash is part of it when a letter follows.
func (r *reader) id() string {
	start := r.pos
	for r.pos < len(r.text) {
		c, size := utf8.DecodeRuneInString(r.rest())
		next, _ := utf8.DecodeRuneInString(r.text[r.pos+size:])
		inner := (c == '-' || c == '.') && r.pos > start && (unicode.IsLetter(next) || unicode.IsDigit(next))
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && !inner {
			break
		}
		r.pos += size
	}
	return r.text[start:r.pos]
}

// link reads what connects two nodes, with its label.
func (r *reader) link() (edge, bool) {
	r.space()
	start := r.pos
	e := edge{class: "mermaid-edge"}
	e.tail = r.take("<")
	stroke := r.stroke()
	if len(stroke) < 2 || stroke[0] == '-' && len(stroke) == 2 && stroke[1] == '.' {
		if len(stroke) < 2 {
			r.pos = start
			return e, false
		}
	}
	switch stroke[0] {
	case '~':
		e.hidden = true
		return e, len(stroke) >= 3
	case '=':
		e.class += " mermaid-thick"
	}
	if strings.Contains(stroke, ".") {
		e.class += " mermaid-dotted"
	}
	closed := r.head(&e) || len(stroke) >= 3 && stroke != "-.."
	if !closed && !r.labelled(&e, stroke) {
		r.pos = start
		return e, false
	}
	r.space()
	if r.take("|") {
		label, ok := r.until("|")
		if !ok {
			r.pos = start
			return e, false
		}
		e.lines = wrap(label)
	}
	return e, true
}

// stroke reads the line of a link.
func (r *reader) stroke() string {
	start := r.pos
	for r.pos < len(r.text) && strings.IndexByte("-=.~", r.text[r.pos]) >= 0 {
		r.pos++
	}
	return r.text[start:r.pos]
}

// head reads the end of a link: an arrow, a cross or a circle.
func (r *reader) head(e *edge) bool {
	if r.take(">") {
		e.head = true
		return true
	}
	for _, end := range []string{"x ", "o ", "x|", "o|"} {
		if strings.HasPrefix(r.rest(), end) {
			r.pos++
			e.head = true
			return true
		}
	}
	return false
}

// labelled reads a label within a link, and the rest of the link: -- text -->.
func (r *reader) labelled(e *edge, stroke string) bool {
	for _, end := range []string{"--", "==", ".-"} {
		if end[0] != stroke[len(stroke)-1] {
			continue
		}
		label, ok := r.until(end)
		if !ok || strings.TrimSpace(label) == "" {
			return false
		}
		r.stroke()
		r.head(e)
		e.lines = wrap(label)
		return true
	}
	return false
}
