package tree

import "strings"

// lookahead follows a YAML text as the scanner of the parser does, and counts its
// tokens. The parser keeps whatever may be the name of a member, brackets with all they
// hold included, until it knows whether it is one: up to the colon, the next comma, or
// the end of the brackets around. It has no bound for that.
type lookahead struct {
	text  string
	at    int  // offset of the next character
	line  int  // from 1
	start int  // offset of the line
	begun bool // the document has begun

	indents []int  // columns of the open block collections, from 1
	level   int    // of brackets
	allowed bool   // a name may begin here
	name    name   // of this level
	outer   []name // names that begin with the brackets around
	tokens  int
	last    byte // the first character of the last token
}

// name is what may be the name of a member.
type name struct {
	possible bool
	// Where it begins.
	token, line, column int
	level               int
}

// maxBrackets is how deep the parser lets brackets nest.
const maxBrackets = 10_000

// undecided returns the line of what may be a name of more than limit tokens, 0 when
// nothing may. It stops where the parser does.
func undecided(text string, limit int) (line int) {
	l := lookahead{text: text, line: 1, allowed: true}
	for l.next() {
		first := l.name
		if len(l.outer) > 0 {
			first = l.outer[0]
		}
		if first.possible && l.tokens-first.token > limit {
			return first.line
		}
	}
	return 0
}

// next goes over one token. It is false at the end of the first document, and where the
// parser finds a fault that this scanner knows.
func (l *lookahead) next() bool {
	l.skipSpace()
	if l.at == len(l.text) {
		return false
	}
	if l.level == 0 {
		for l.indent() > l.column() {
			l.indents = l.indents[:len(l.indents)-1]
		}
	}
	switch {
	case l.column() == 1 && l.text[l.at] == '%':
		l.name.possible = false
		l.skipLine()
		return true
	case l.atMarker() && l.begun:
		return false
	case l.atMarker():
		l.name.possible, l.allowed, l.begun = false, false, true
		l.at += len("---")
		return true
	}
	l.begun = true
	return l.token()
}

// token goes over a token that is no marker of a document.
func (l *lookahead) token() bool {
	c := l.text[l.at]
	apart := l.isBlank(l.at + 1)
	l.tokens++
	switch {
	case c == '[' || c == '{':
		l.open()
	case c == ']' || c == '}':
		l.close()
	case c == ',':
		l.name.possible, l.allowed = false, true
	case c == '-' && apart:
		l.indentTo(l.column())
		l.name.possible, l.allowed = false, true
	case c == '?' && apart:
		l.indentTo(l.column())
		l.name.possible, l.allowed = false, l.level == 0
	case c == ':' && (apart || l.level > 0 && l.endsName()):
		l.value()
	default:
		return l.scalar(c)
	}
	l.at++
	l.last = c
	return l.level <= maxBrackets
}

// scalar goes over a text, or over what says something about a value.
func (l *lookahead) scalar(c byte) bool {
	l.last = c
	if l.level == 0 && (c == '|' || c == '>') {
		l.name.possible, l.allowed = false, true
		l.skipBlock()
		return true
	}
	l.begin()
	switch c {
	case '\'', '"':
		return l.skipQuoted(c)
	case '!', '&', '*':
		l.skipProperty()
	default:
		l.skipPlain()
	}
	return true
}

// begin notes what may be a name.
func (l *lookahead) begin() {
	if l.allowed {
		l.name = name{true, l.tokens, l.line, l.column(), l.level}
	}
	l.allowed = false
}

func (l *lookahead) open() {
	l.begin()
	if l.name.possible {
		l.outer = append(l.outer, l.name)
	}
	l.name, l.allowed = name{}, true
	l.level++
}

func (l *lookahead) close() {
	l.name.possible, l.allowed = false, false
	if l.level == 0 {
		return
	}
	l.level--
	if n := len(l.outer); n > 0 && l.outer[n-1].level == l.level {
		l.name, l.outer = l.outer[n-1], l.outer[:n-1]
	}
}

// value goes over the colon behind a name. One on another line than the name does not
// belong to it.
func (l *lookahead) value() {
	if l.name.possible && l.name.line == l.line {
		l.tokens++ // the parser puts one before the name
		l.indentTo(l.name.column)
		l.name.possible, l.allowed = false, false
		return
	}
	l.indentTo(l.column())
	l.allowed = l.level == 0
}

// endsName reports whether a colon within brackets, with no space behind it, stands
// between a name and its value.
func (l *lookahead) endsName() bool {
	switch l.last {
	case '[', ',':
		return false
	case '{', ':', '?':
		return isBracket(l.text[l.at+1])
	}
	return true
}

func (l *lookahead) column() int { return l.at - l.start + 1 }

// indent is the column of the block collection around, 0 for none.
func (l *lookahead) indent() int {
	if len(l.indents) == 0 {
		return 0
	}
	return l.indents[len(l.indents)-1]
}

func (l *lookahead) indentTo(column int) {
	if l.level == 0 && l.indent() < column {
		l.indents = append(l.indents, column)
	}
}

// atMarker reports whether a document begins or ends here.
func (l *lookahead) atMarker() bool {
	rest := l.text[l.at:]
	return l.column() == 1 && (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && l.isBlank(l.at+3)
}

// breakAt is how long the line break at an offset is, 0 for none.
func (l *lookahead) breakAt(i int) int {
	switch {
	case i >= len(l.text) || l.text[i] != '\r' && l.text[i] != '\n':
		return 0
	case strings.HasPrefix(l.text[i:], "\r\n"):
		return 2
	}
	return 1
}

// isBlank reports whether there is space, or nothing, at an offset.
func (l *lookahead) isBlank(i int) bool {
	return i >= len(l.text) || l.text[i] == ' ' || l.text[i] == '\t' || l.breakAt(i) > 0
}

func isBracket(c byte) bool { return strings.IndexByte("[]{},", c) >= 0 }

// skipBreak goes over a line break.
func (l *lookahead) skipBreak() bool {
	n := l.breakAt(l.at)
	if n > 0 {
		l.at += n
		l.start = l.at
		l.line++
	}
	return n > 0
}

func (l *lookahead) skipLine() {
	for l.at < len(l.text) && l.breakAt(l.at) == 0 {
		l.at++
	}
}

// skipSpace goes over space and comments.
func (l *lookahead) skipSpace() {
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case c == ' ' || c == '\t':
			l.at++
		case c == '#':
			l.skipLine()
		case l.skipBreak():
			l.allowed = l.allowed || l.level == 0
		default:
			return
		}
	}
}

// skipProperty goes over a tag, an anchor or an alias.
func (l *lookahead) skipProperty() {
	l.at++
	for !l.isBlank(l.at) && (l.level == 0 || !isBracket(l.text[l.at])) {
		l.at++
	}
}

// skipQuoted goes over a text in quotes. It is false when these are not closed.
func (l *lookahead) skipQuoted(quote byte) bool {
	l.at++
	for l.at < len(l.text) {
		switch c := l.text[l.at]; {
		case l.skipBreak():
		case c == '\\' && quote == '"' && l.breakAt(l.at+1) == 0:
			l.at += 2
		case c != quote:
			l.at++
		case quote == '\'' && strings.HasPrefix(l.text[l.at+1:], "'"):
			l.at += 2
		default:
			l.at++
			return true
		}
	}
	return false
}

// skipPlain goes over a text without quotes, which may go on in lines that are indented
// further. A name may begin in a line behind it.
func (l *lookahead) skipPlain() {
	broken := false
	for l.at < len(l.text) && !l.atMarker() && l.text[l.at] != '#' {
		from := l.at
		for !l.isBlank(l.at) && !l.endsPlain() {
			l.at++
		}
		broken = broken && l.at == from
		if !l.isBlank(l.at) {
			break
		}
		for l.at < len(l.text) && l.isBlank(l.at) {
			if l.skipBreak() {
				broken = true
			} else {
				l.at++
			}
		}
		if l.level == 0 && l.column() <= l.indent() {
			break
		}
	}
	l.allowed = broken
}

// endsPlain reports whether a text without quotes ends here.
func (l *lookahead) endsPlain() bool {
	switch c := l.text[l.at]; {
	case c == ':':
		return l.isBlank(l.at+1) || l.level > 0 && strings.IndexByte(",]}", l.text[l.at+1]) >= 0
	default:
		return l.level > 0 && isBracket(c)
	}
}

// skipBlock goes over a text in lines of their own, all of them indented.
func (l *lookahead) skipBlock() {
	from := l.at
	l.skipLine()
	indent := 0
	for _, c := range l.text[from:min(from+3, l.at)] {
		if c >= '1' && c <= '9' {
			indent = max(l.indent(), 1) + int(c-'0')
		}
	}
	l.skipBreak()
	widest := max(l.indent()+1, 1)
	for l.at < len(l.text) {
		for l.at < len(l.text) && l.text[l.at] == ' ' && (indent == 0 || l.column() < indent) {
			l.at++
		}
		widest = max(widest, l.column())
		if l.skipBreak() {
			continue
		}
		if indent == 0 {
			indent = widest
		}
		if l.column() < indent {
			return
		}
		l.skipLine()
		l.skipBreak()
	}
}

// nameless puts a marker before a document that begins with a bracket, so that the
// parser does not take all of it for what may be a name.
func nameless(text string) (string, move) {
	l := lookahead{text: text, line: 1}
	l.skipSpace()
	if l.at == len(text) || text[l.at] != '{' && text[l.at] != '[' {
		return text, move{}
	}
	const marker = "--- "
	return marker + text[l.at:], move{l.line - 1, l.column() - 1 - len(marker)}
}
