package markdown

import (
	"strings"
	"unicode/utf8"
)

const (
	maxInput    = 64 << 10 // bytes of a description
	maxElements = 2500     // elements of its HTML
)

// maxOutput is how many bytes the HTML of a description may have. Markup of a
// few bytes, such as a heading with its anchor, becomes more than a hundred, but
// there are no more than maxElements of it.
func maxOutput(description string) int { return 10*len(description) + 256<<10 }

// Limits of what is handed to the parser, whose time grows with the square of
// some of these.
const (
	maxNesting  = 32   // block quotes and list items opened on one line, or by indentation
	maxBrackets = 1000 // "[" and "]", each
	maxRuns     = 4000 // characters that open or close emphasis or code
	maxCells    = 10_000
	maxTags     = 4000 // "<"
)

// maxWork is about how many bytes the parser may allocate for a description.
const maxWork = 8 << 20

// work is about how many bytes the parser allocates at most for a byte of a
// description. Others take a part of the byte that they stand beside.
var work = [256]int{
	'\n': 700, '\x00': 400, '@': 2200, ':': 600, '<': 1200, '&': 400, '\\': 400, '$': 700,
	'*': 500, '_': 500, '~': 500, '`': 500, '[': 700, ']': 700, '|': 700,
}

const (
	workOfContainer = 1500 // a quote or an item of a list
	workOfHeading   = 2500
	workOfSearch    = 120 // a line that is searched for the end of code
	workOfDrawing   = 12_000
	workOfDrawn     = 60 // a byte of what is drawn
)

// acceptable reports whether a description can be parsed in little time.
func acceptable(description string) bool {
	_, ok := Work(description)
	return ok
}

// Work is about how many bytes are allocated at most to convert a description. It
// is false for one that Convert refuses without parsing it. What it draws comes on top,
// as far as it is drawn.
func Work(description string) (bytes int, ok bool) {
	if plain(description) {
		return 0, true
	}
	if len(description) > maxInput || !utf8.ValidString(description) {
		return 0, false
	}
	var count [256]int
	for i := range len(description) {
		count[description[i]]++
	}
	switch {
	case count['['] > maxBrackets, count[']'] > maxBrackets, count['|'] > maxCells, count['<'] > maxTags,
		count['`'] > maxRuns, count['*']+count['_']+count['~'] > maxRuns:
		return 0, false
	}
	needed, cells := strings.Count(description, "www.")*work['@'], 0
	for c, n := range count {
		needed += n * work[c]
	}
	var p passage
	for line := range strings.Lines(description) {
		depth, markers := nesting(line)
		if depth > maxNesting {
			return 0, false
		}
		needed += markers*workOfContainer + p.add(line)
		cells += p.columns
		if mayHead(line) {
			needed += workOfHeading
		}
		if cells > maxCells || needed > maxWork {
			return 0, false
		}
	}
	needed += p.searches()
	return needed, needed <= maxWork
}

// passage is lines without an empty one between them: the parser never sees more
// of them as one table or paragraph. Its zero value has no line yet.
type passage struct {
	columns, lines, bytes int
	escaped               int          // runs of backticks after a backslash
	lengths               map[int]bool // of the other runs of backticks
}

// add reads one more line, which begins another passage when it is empty. It
// returns the work for the row of a table, and for the passage that has ended.
func (p *passage) add(line string) int {
	if strings.Trim(line, " \t\r\n\v\f") == "" {
		done := p.searches()
		*p = passage{}
		return done
	}
	p.columns = widest(p.columns, line)
	p.lines++
	p.bytes += len(line)
	for i := strings.IndexByte(line, '`'); 0 <= i && i < len(line); i++ {
		from := i
		for i < len(line) && line[i] == '`' {
			i++
		}
		switch {
		case i == from:
		case from > 0 && line[from-1] == '\\':
			p.escaped++
		default:
			if p.lengths == nil {
				p.lengths = map[int]bool{}
			}
			p.lengths[i-from] = true
		}
	}
	return p.columns * work['|']
}

// searches is the work for backticks without end, which the parser searches in
// all that follows. Of those of a length only the last has no end, but those after
// a backslash begin code without being able to end it.
func (p *passage) searches() int {
	return (p.escaped + len(p.lengths)) * (p.lines*workOfSearch + p.bytes)
}

// mayHead reports whether a line may be a heading or the line below one.
func mayHead(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return line != "" && (line[0] == '#' || line[0] == '=' || line[0] == '-')
}

// widest returns how many cells a line has at most if it is a row of a table, of
// which the lines before have the number of columns: the parser fills every row
// up to the columns of the line of dashes below the head. Such a line is found by
// its end, since marks of quotes and lists may stand before it.
func widest(columns int, line string) int {
	bars := 0
	for i := len(line) - 1; i >= 0 && strings.IndexByte(" \t\r\n\v\f|:-", line[i]) >= 0; i-- {
		if line[i] == '|' {
			bars++
		}
	}
	if bars == 0 {
		return columns
	}
	return max(columns, bars+1)
}

// nesting counts how many containers a line stands in at most, and how many
// markers of quotes and lists it has: the rest are steps of indentation.
func nesting(line string) (depth, markers int) {
	line = strings.TrimRight(line, " \t\r\n")
	if rule(line) {
		return 0, 0
	}
	spaces := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			spaces++
		case c == '\t':
			spaces += 4
		case c == '>' || c == '-' || c == '+' || c == '*':
			markers++
		case (c == '.' || c == ')') && i > 0 && isDigit(line[i-1]):
			markers++
		case isDigit(c):
		case markers == 0:
			return 0, 0 // text or code, however far it is indented
		default:
			return markers + spaces/4, markers
		}
	}
	return markers, markers
}

// rule reports whether a line is one marker over and over, without spaces: it is
// a rule or the underline of a heading, and opens nothing.
func rule(line string) bool {
	return line != "" && (line[0] == '-' || line[0] == '*') && strings.Trim(line, line[:1]) == ""
}
