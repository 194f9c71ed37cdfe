package gate

import "strings"

// Columns turns columns that are counted in characters, as the parser of YAML
// does, into columns in bytes. It is quick when lines do not go back.
type Columns struct {
	text    string
	line    int    // the one that rest begins with, 0 before the first
	rest    string // of the text
	offsets []int  // of the characters of the line, nil when each is a byte
}

// NewColumns makes the columns of a text.
func NewColumns(text string) *Columns { return &Columns{text: text} }

// Bytes returns the column in bytes. What is not in the text stays as it is.
func (c *Columns) Bytes(line, column int) int {
	if line < 1 || column < 1 {
		return column
	}
	if line != c.line {
		c.find(line)
	}
	if column > len(c.offsets) {
		return column
	}
	return c.offsets[column-1] + 1
}

// find goes to a line.
func (c *Columns) find(line int) {
	if c.line == 0 || line < c.line {
		c.line, c.rest = 1, c.text
	}
	for c.line < line {
		_, rest, found := strings.Cut(c.rest, "\n")
		if !found {
			break
		}
		c.line, c.rest = c.line+1, rest
	}
	c.offsets = nil
	if c.line != line {
		c.line = 0
		return
	}
	text, _, _ := strings.Cut(c.rest, "\n")
	if strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 }) {
		for i := range text {
			c.offsets = append(c.offsets, i)
		}
		c.offsets = append(c.offsets, len(text))
	}
}
