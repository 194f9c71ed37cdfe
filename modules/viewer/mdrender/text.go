package mdrender

import (
	"bytes"
	"cmp"
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/address"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/doclink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/oldlink"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/sample"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// writer writes Markdown. What writes the parts of a page shares one.
type writer struct {
	page *core.Page
	doc  *apidoc.Document // never nil
	base *url.URL         // what relative addresses are resolved against, nil for none
	old  *oldlink.Index   // pages by the fragments of other viewers
	out  bytes.Buffer
	left int // lines that may still be written about properties and parts
}

// heading writes a heading, in one line.
func (w *writer) heading(level int, text string) {
	w.out.WriteString(strings.Repeat("#", level) + " " + escape(line(text)) + "\n\n")
}

// text writes a paragraph of Markdown.
func (w *writer) text(text string) {
	if text = strings.TrimSpace(text); text != "" {
		w.out.WriteString(text + "\n\n")
	}
}

// prose writes a description as a paragraph.
func (w *writer) prose(description string) { w.text(w.said(description)) }

// brief is a description in one line.
func (w *writer) brief(description string) string { return line(w.said(description)) }

// said is a description whose relative links lead somewhere from wherever the page is
// copied to, as far as that is known.
func (w *writer) said(description string) string {
	return markdown.Relink(description, func(address string) string {
		fragment, own := strings.CutPrefix(address, "#")
		switch {
		case own && hasHeading(description, fragment):
			return ""
		case own:
			return w.ownPlace(fragment)
		case w.base != nil:
			return doclink.Resolve(w.base, address)
		case !doclink.Relative(address), strings.HasPrefix(address, "//"):
			return ""
		}
		return w.beside(address)
	})
}

// ownPlace is the page that a fragment leads to in the way of this or another viewer, ""
// for none.
func (w *writer) ownPlace(fragment string) string {
	page, ok := w.old.Resolve(fragment)
	if !ok {
		return ""
	}
	page, part, _ := strings.Cut(page, "#")
	return address.Fragment(w.page.Root+address.Markdown(page), part)
}

// beside is an address of a description that has none itself, and is where the
// reference serves it.
func (w *writer) beside(written string) string {
	if root, err := url.Parse(w.page.Root); err == nil && root.IsAbs() {
		return doclink.Resolve(root, written)
	}
	if written[0] == '/' {
		return ""
	}
	return w.page.Root + written
}

// hasHeading reports whether a fragment names a heading of a description.
func hasHeading(description, fragment string) bool {
	id := markdown.Slug(fragment)
	for l := range strings.Lines(description) {
		if strings.HasPrefix(l, "#") && markdown.Slug(strings.Trim(l, "# \r\n")) == id {
			return true
		}
	}
	return false
}

// item writes an item of a list.
func (w *writer) item(head, text string) {
	w.out.WriteString("- " + head)
	if text = strings.TrimSpace(text); text != "" {
		w.out.WriteString(": " + text)
	}
	w.out.WriteByte('\n')
}

// line writes an item of a list within a list.
func (w *writer) line(level int, head, text string) {
	if w.left--; w.left >= 0 {
		w.out.WriteString(strings.Repeat("  ", level))
		w.item(head, text)
	}
}

// extensions writes what a description says in words of its own, below an item.
func (w *writer) extensions(list []apidoc.Extension, level int) {
	for _, e := range list {
		w.line(level, "Extension "+code(e.Name), code(clip(line(string(sample.Indent(e.Value))))))
	}
}

// extensionList is extensions in a list of their own.
func (w *writer) extensionList(list []apidoc.Extension) {
	if len(list) > 0 {
		w.extensions(list, 0)
		w.end()
	}
}

// externalDocs leads to further documentation.
func (w *writer) externalDocs(d *apidoc.ExternalDocs) {
	if d != nil {
		w.text("More: " + w.docs(d))
		w.extensionList(d.Extensions)
	}
}

func (w *writer) docs(d *apidoc.ExternalDocs) string {
	return strings.TrimSpace(sentence(w.brief(d.Description)) + " " + webAddress(cmp.Or(doclink.Resolve(w.base, d.URL), d.URL)))
}

// link links a page in Markdown.
func (w *writer) link(kind core.PageKind, slug, text string) string {
	return "[" + escape(line(text)) + "](" + w.page.Root + address.Markdown(address.Of(kind, slug)) + ")"
}

// end ends a list.
func (w *writer) end() { w.out.WriteByte('\n') }

// fence writes a block of code.
func (w *writer) fence(language, text string) {
	w.out.WriteString(fenced(language, text) + "\n\n")
}

// fenceInItem writes a block of code into the item of a list that was written last.
func (w *writer) fenceInItem(language, text string) {
	const indent = "  "
	w.out.WriteString(indent + strings.ReplaceAll(fenced(language, text), "\n", "\n"+indent) + "\n")
}

// fenced is a block of code, in a fence longer than any in it.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + text + "\n" + fence
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
