package tree

import (
	"strings"
	"unicode/utf8"
)

// places tells where in a text the parser is. It counts characters of what was left of the
// text; places are in bytes. They are asked for in the order of the text, or each costs
// as much as reading it.
type places struct {
	text  string // whole
	moved move

	line, column, start, at int // the last one, its column in characters, and where it and its line begin
}

func newPlaces(text string, moved move) *places {
	return &places{text: text, moved: moved, line: 1, column: 1}
}

// of returns the line and the column in bytes of a line and a column in characters, all
// from 1.
func (p *places) of(line, column int) (int, int) {
	line, column = p.moved.place(line, column)
	if line < p.line {
		p.line, p.start = 1, 0
	}
	if line < p.line || column < p.column {
		p.at, p.column = p.start, 1
	}
	for p.line < line {
		end := strings.IndexAny(p.text[p.at:], "\r\n")
		if end < 0 {
			return line, column
		}
		p.at += end + 1
		if strings.HasPrefix(p.text[p.at-1:], "\r\n") {
			p.at++
		}
		p.line, p.start, p.column = p.line+1, p.at, 1
	}
	for ; p.column < column && p.at < len(p.text); p.column++ {
		_, size := utf8.DecodeRuneInString(p.text[p.at:])
		p.at += size
	}
	return line, p.at - p.start + 1
}

// move is how much further a place is in a text than the parser says.
type move struct {
	lines   int
	columns int // of the first line
}

func (m move) place(line, column int) (int, int) {
	if line == 1 {
		column += m.columns
	}
	return line + m.lines, column
}
