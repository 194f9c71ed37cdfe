// Package mermaid draws diagrams that are written in the language of Mermaid, as
// SVG without scripts, styles or addresses:
//
//	htmlrender.New(htmlrender.WithFence("mermaid", mermaid.Draw))
//
// It knows flowcharts (graph, flowchart) and sequence diagrams. Of these it
// ignores colours and clicks. What it does not know is not guessed: ok is false
// then, and the source should be shown. All text is escaped; how a diagram looks
// is said by classes that begin with "mermaid-".
package mermaid

import (
	"strings"
	"unicode/utf8"
)

// Draw returns a diagram. It is the same for the same source.
func Draw(source string) (svg string, ok bool) {
	if len(source) > maxSource || !utf8.ValidString(source) || strings.ContainsFunc(source, unprintable) {
		return "", false
	}
	lines := statements(source)
	if len(lines) == 0 {
		return "", false
	}
	switch kind, rest, _ := strings.Cut(lines[0], " "); kind {
	case "graph", "flowchart", "flowchart-elk":
		return flowchart(strings.TrimSpace(rest), lines[1:])
	case "sequenceDiagram":
		return sequenceDiagram(lines[1:])
	}
	return "", false
}

// unprintable reports whether XML, and so SVG, has no such character.
func unprintable(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF'
}

// statements are the lines of a diagram without comments and front matter.
func statements(source string) []string {
	var list []string
	front := false
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if line == "---" && (front || len(list) == 0) {
			front = !front
			continue
		}
		if line != "" && !front && !strings.HasPrefix(line, "%%") {
			list = append(list, line)
		}
	}
	return list
}
