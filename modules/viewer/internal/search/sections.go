package search

import "strings"

// section is a part of the introduction below a heading.
type section struct {
	title    string // empty for what stands above the first heading
	fragment string // of the heading
	text     string
}

// maxSections bounds the headings of an introduction that can be found.
const maxSections = 500

// sections cuts Markdown at its headings. The first section is what stands above
// them, always.
func sections(text string) []section {
	list := []section{{}}
	var body []string
	fenced := false
	for line := range strings.Lines(cut(text, 1<<20)) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			fenced = !fenced
		}
		title := heading(trimmed)
		if fenced || title == "" || len(list) >= maxSections {
			body = append(body, line)
			continue
		}
		list[len(list)-1].text = strings.Join(body, "")
		body = nil
		list = append(list, section{title: title})
	}
	list[len(list)-1].text = strings.Join(body, "")
	return list
}

// heading returns the text of a heading, empty for every other line.
func heading(line string) string {
	rest := strings.TrimLeft(line, "#")
	if level := len(line) - len(rest); level == 0 || level > 6 || rest == "" || rest[0] != ' ' {
		return ""
	}
	return plain(strings.TrimRight(strings.TrimSpace(rest), "# "))
}
