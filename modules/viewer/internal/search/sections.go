package search

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
)

// section is a part of a description below a heading.
type section struct {
	title    string // empty for what stands above the first heading
	fragment string // of the heading, empty when the page has no anchor for it
	text     string
}

// How many headings can be found: of one description, and of those of all tags. The
// text below others belongs to the section before them.
const (
	maxSections    = 500
	maxTagHeadings = 2000
)

// descriptionPrefix begins the anchors of the first description of a page.
const descriptionPrefix = "description-"

// sections cuts Markdown at its headings, of which most are taken. The first
// section is what stands above them, always. What a page shows as plain text is cut
// at lines that look like headings.
func sections(md *markdown.Converter, text string, most int) []section {
	headings, ok := md.Headings(text)
	if !ok {
		headings = lookLikeHeadings(cut(text, 1<<20))
	}
	list, from := []section{{}}, 0
	for _, h := range headings[:min(len(headings), maxSections-1, most)] {
		list[len(list)-1].text = text[from:h.Start]
		next := section{title: h.Title}
		if ok {
			next.fragment = descriptionPrefix + h.ID
		}
		list, from = append(list, next), h.End
	}
	list[len(list)-1].text = text[from:]
	return list
}

// lookLikeHeadings finds lines that begin with signs of numbers, outside of code.
func lookLikeHeadings(text string) []markdown.Heading {
	var list []markdown.Heading
	fenced, at := false, 0
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		if title := heading(trimmed); title != "" && !fenced {
			list = append(list, markdown.Heading{Title: title, Start: at, End: at + len(line)})
		}
		at += len(line)
	}
	return list
}

// heading returns the text of a heading, empty for every other line.
func heading(line string) string {
	rest := strings.TrimLeft(line, "#")
	if level := len(line) - len(rest); level == 0 || level > 6 || rest == "" || rest[0] != ' ' {
		return ""
	}
	rest = strings.TrimSpace(rest)
	if open := strings.TrimRight(rest, "#"); open == "" || strings.HasSuffix(open, " ") { // closing signs
		rest = open
	}
	return apidoc.PlainTitle(strings.TrimSpace(rest))
}
