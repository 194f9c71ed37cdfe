package tree

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"
)

// What may be the name of a member may have freeName tokens, or one for perToken bytes
// of the text: each takes some 150 bytes, and what is read must not cost much more than
// the text does.
const (
	freeName = 10_000
	perToken = 50
)

// ParseYAML reads the first document of a YAML text. Aliases are nodes of their
// own, which may lead round in a circle. The error is an *Error. The root is nil when the text is empty.
func ParseYAML(text string, limits Limits) (*Node, error) {
	if limits.Nodes > 0 && structure(text) > 2*limits.Nodes {
		return nil, &Error{Message: fmt.Sprintf("more than %d values", limits.Nodes)}
	}
	whole := text
	text, restored, err := withoutSeparators(text)
	if err != nil {
		return nil, err
	}
	text, moved := nameless(withoutDirectives(text))
	limit := max(freeName, len(text)/perToken)
	if line := undecided(text, limit); line > 0 {
		return nil, &Error{Line: line + moved.lines, Message: fmt.Sprintf("more than %d values and signs that may all be the name of one member; "+
			"begin brackets on the line of their name, as in 'name: {', or write what they hold in lines of its own", limit)}
	}
	var document yaml.Node
	if err := yaml.Unmarshal([]byte(text), &document); err != nil {
		return nil, yamlError(err, newPlaces(whole, moved), restored)
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return reading{map[*yaml.Node]*Node{}, newPlaces(whole, moved), restored}.node(document.Content[0]), nil
}

// withoutDirectives makes comments of the directives that the parser refuses: versions from
// 1.2 on, and unknown ones, which are ignored (YAML 1.2, section 6.8).
func withoutDirectives(text string) string {
	var refused []int // where they begin
	for at := 0; at < len(text); {
		line, _, _ := strings.Cut(text[at:], "\n")
		switch trimmed := strings.TrimSpace(line); {
		case strings.HasPrefix(line, "%"):
			name, value, _ := strings.Cut(strings.ReplaceAll(trimmed[1:], "\t", " "), " ")
			if name != "TAG" && (name != "YAML" || strings.HasPrefix(strings.TrimSpace(value), "1.")) {
				refused = append(refused, at)
			}
		case strings.HasPrefix(line, "---") && len(refused) > 0:
			without := []byte(text)
			for _, at := range refused {
				without[at] = '#'
			}
			return string(without)
		case trimmed != "" && trimmed[0] != '#':
			return text
		}
		at += len(line) + 1
	}
	return text
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

func yamlError(err error, places *places, restored func(string) string) *Error {
	var load *yaml.LoadError
	if !errors.As(err, &load) {
		return &Error{Message: restored(strings.TrimPrefix(err.Error(), "yaml: "))}
	}
	message := load.Message
	if load.ContextMsg != "" {
		message += " " + load.ContextMsg
	}
	line, column := places.of(load.Mark.Line, load.Mark.Column)
	if tabbed(places.text, line) {
		message = "a tab in the indentation; YAML is indented with spaces"
	}
	return &Error{Line: line, Column: column, Message: restored(message)}
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
