package mdrender

import (
	"cmp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
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

// line writes an item of a list within a list.
func (p *printer) line(level int, head, text string) {
	if p.left--; p.left >= 0 {
		p.out.WriteString(strings.Repeat("  ", level))
		p.item(head, text)
	}
}

// extensions writes what a description says in words of its own, below an item.
func (p *printer) extensions(list []apidoc.Extension, level int) {
	for _, e := range list {
		p.line(level, "Extension "+code(e.Name), code(clip(line(string(sample.Indent(e.Value))))))
	}
}

// extensionList is extensions in a list of their own.
func (p *printer) extensionList(list []apidoc.Extension) {
	if len(list) > 0 {
		p.extensions(list, 0)
		p.end()
	}
}

// externalDocs leads to further documentation.
func (p *printer) externalDocs(d *apidoc.ExternalDocs) {
	if d != nil {
		p.text("More: " + p.docs(d))
		p.extensionList(d.Extensions)
	}
}

func (p *printer) docs(d *apidoc.ExternalDocs) string {
	return strings.TrimSpace(sentence(line(d.Description)) + " " + webAddress(cmp.Or(doclink.Resolve(p.base, d.URL), d.URL)))
}

// webAddress writes the address of a link, as text when a page may not link it.
func webAddress(url string) string {
	if weblink.Safe(url) == "" || strings.ContainsAny(url, "<>") {
		return code(url)
	}
	return "<" + url + ">"
}

// sentence ends a text with a full stop, when others come behind it.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, "?") {
		return text
	}
	return text + "."
}

// clip bounds a value within a line.
func clip(text string) string { return phrase.Clip(text, 1000) }

// codes writes words as code, with commas between.
func codes(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = code(line(w))
	}
	return strings.Join(list, ", ")
}

// word is the language of a fence: nothing but letters and digits may follow it.
func word(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		return ""
	}
	return strings.ToLower(text)
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
