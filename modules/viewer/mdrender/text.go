package mdrender

import (
	"strings"
)

// heading writes a heading, in one line.
func (p *printer) heading(level int, text string) {
	p.out.WriteString(strings.Repeat("#", level) + " " + escape(line(text)) + "\n\n")
}

// text writes a paragraph. Descriptions are Markdown already and stay as they
// are.
func (p *printer) text(text string) {
	if text = strings.TrimSpace(text); text != "" {
		p.out.WriteString(text + "\n\n")
	}
}

// item writes an item of a list.
func (p *printer) item(head, text string) {
	p.out.WriteString("- " + head)
	if text = strings.TrimSpace(text); text != "" {
		p.out.WriteString(": " + text)
	}
	p.out.WriteByte('\n')
}

// end ends a list.
func (p *printer) end() { p.out.WriteByte('\n') }

// fence writes a block of code, in a fence longer than any in it.
func (p *printer) fence(language, text string) {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	p.out.WriteString(fence + language + "\n" + text + "\n" + fence + "\n\n")
}

// line makes one line of a text.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`, "#", `\#`, "|", `\|`,
)

// escape writes text so that no Markdown is read into it.
func escape(text string) string { return escaper.Replace(text) }

// code writes text as code, in a fence longer than any in it.
func code(text string) string {
	if text == "" {
		return ""
	}
	if !strings.Contains(text, "`") {
		return "`" + text + "`"
	}
	fence := "``"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + " " + text + " " + fence
}

func required(is bool) string {
	if is {
		return ", required"
	}
	return ""
}

func deprecated(is bool) string {
	if is {
		return ", deprecated"
	}
	return ""
}
