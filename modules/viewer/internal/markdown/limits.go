package markdown

import (
	"strings"
	"unicode/utf8"
)

// Limits of what is handed to the parser, whose time grows with the square of
// some of these.
const (
	maxNesting  = 32   // block quotes and list items opened on one line, or by indentation
	maxBrackets = 1000 // "[" and "]", each
	maxRuns     = 4000 // characters that open or close emphasis or code
	maxCells    = 10_000
	maxTags     = 4000 // "<"
)

// acceptable reports whether a description can be parsed in little time.
func acceptable(description string) bool {
	if len(description) > maxInput || !utf8.ValidString(description) {
		return false
	}
	var count [256]int
	for i := range len(description) {
		count[description[i]]++
	}
	switch {
	case count['['] > maxBrackets, count[']'] > maxBrackets, count['|'] > maxCells, count['<'] > maxTags,
		count['`'] > maxRuns, count['*']+count['_']+count['~'] > maxRuns:
		return false
	}
	for line := range strings.Lines(description) {
		if nesting(line) > maxNesting {
			return false
		}
	}
	return true
}

// nesting counts how many containers a line opens at most: markers of quotes and
// lists, and steps of indentation before them.
func nesting(line string) int {
	line = strings.TrimRight(line, " \t\r\n")
	if rule(line) {
		return 0
	}
	depth, spaces := 0, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			spaces++
		case c == '\t':
			spaces += 4
		case c == '>' || c == '-' || c == '+' || c == '*':
			depth++
		case (c == '.' || c == ')') && i > 0 && isDigit(line[i-1]):
			depth++
		case isDigit(c):
		case depth == 0:
			return 0 // text or code, however far it is indented
		default:
			return depth + spaces/4
		}
	}
	return depth
}

// rule reports whether a line is one marker over and over, without spaces: it is
// a rule or the underline of a heading, and opens nothing.
func rule(line string) bool {
	return line != "" && (line[0] == '-' || line[0] == '*') && strings.Trim(line, line[:1]) == ""
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
