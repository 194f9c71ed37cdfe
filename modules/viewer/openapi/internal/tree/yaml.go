package tree

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// ParseYAML reads the first document of a YAML text with the parser that
// libopenapi uses. Aliases are nodes of their own, which may lead round in a
// circle. The error is an *Error. The root is nil when the text is empty.
func ParseYAML(text string, limits Limits) (*Node, error) {
	if limits.Nodes > 0 && structure(text) > 2*limits.Nodes {
		return nil, &Error{Message: fmt.Sprintf("more than %d values", limits.Nodes)}
	}
	if line := crowded(text); line > 0 {
		return nil, &Error{Line: line, Message: fmt.Sprintf("more than %d tags or anchors in a row; a value has one of each", maxProperties)}
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, yamlError(text, err)
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return FromYAML(document.Content[0]), nil
}

// structure is an upper bound for the number of values in a YAML text: each of
// them needs a character that separates it from the one before.
func structure(text string) int {
	count := 0
	for i := range len(text) {
		switch text[i] {
		case '\n', ',', ':', '[', '{', '?', '-':
			count++
		}
	}
	return count
}

// maxProperties bounds the tags and anchors in a row: before a value that may be the
// key of an object, the parser keeps what it reads up to the end of the line.
const maxProperties = 1000

// crowded returns the line that has more of them than may be, 0 when none has.
func crowded(text string) (line int) {
	inARow, atWord := 0, true
	line = 1
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\n', c == '\r':
			inARow, atWord = 0, true
			if c == '\n' {
				line++
			}
		case c == ' ', c == '\t':
			atWord = true
		case !atWord:
		case c != '!' && c != '&':
			inARow, atWord = 0, false
		default:
			atWord = false
			if inARow++; inARow > maxProperties {
				return line
			}
		}
	}
	return 0
}

func yamlError(text string, err error) *Error {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return &Error{Message: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	message := load.Message
	if load.ContextMsg != "" {
		message += " " + load.ContextMsg
	}
	if tabbed(text, load.Mark.Line) {
		message = "a tab in the indentation; YAML is indented with spaces"
	}
	return &Error{Line: load.Mark.Line, Column: load.Mark.Column, Message: message}
}

// tabbed reports whether the space before the first word of a line holds a tab.
func tabbed(text string, number int) bool {
	line := 0
	for l := range strings.Lines(text) {
		if line++; line == number {
			return strings.Contains(l[:len(l)-len(strings.TrimLeft(l, " \t"))], "\t")
		}
	}
	return false
}

// SecondDocument returns the line of the marker that begins the second document
// of a YAML text, 0 when there is one document.
func SecondDocument(text string) int {
	line, content := 0, false
	for l := range strings.Lines(text) {
		line++
		trimmed := strings.TrimSpace(l)
		marker := strings.HasPrefix(l, "---") && (trimmed == "---" || strings.HasPrefix(l, "--- "))
		if marker && content {
			return line
		}
		if marker {
			content = trimmed != "---"
		} else if trimmed != "" && trimmed[0] != '#' && trimmed[0] != '%' {
			content = true
		}
	}
	return 0
}
