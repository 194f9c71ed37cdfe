package markdown

import (
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/weblink"
)

// decorator is what a tree is given of our own: colours, callouts, anchors,
// frames that scroll, drawings and formulas.
type decorator struct {
	*pieces
	drawings
	options  Options
	source   []byte
	headings []int // levels of the headings that the next one may stand below
	marked   []Heading
	slugs    map[string]int
	colours  int  // spans of code so far
	raw      bool // there is HTML in it
}

// maxColours bounds the spans of the code of one description.
const maxColours = 800

// decorate is a goldmark transformer that has a decorator visit every node.
type decorate struct{}

// Transform is called by goldmark after everything else has been read.
func (decorate) Transform(document *ast.Document, reader text.Reader, context parser.Context) {
	d, ok := context.Get(piecesKey).(*decorator)
	if !ok {
		return
	}
	d.source = reader.Source()
	for _, n := range nodes(document) {
		d.visit(n)
	}
}

func (d *decorator) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		d.heading(n)
	case *ast.FencedCodeBlock:
		d.code(n, string(n.Language(d.source)))
	case *ast.CodeBlock:
		d.code(n, "")
	case *ast.Blockquote:
		d.alert(n)
	case *ast.Image:
		d.image(n)
	case *ast.RawHTML, *ast.HTMLBlock:
		d.raw = true
	case *math:
		d.formula(n)
	case *extended.Table:
		d.frame(n)
	case *extended.TaskCheckBox:
		d.task(n)
	case *extended.FootnoteLink:
		d.footnoteLink(n)
	case *extended.FootnoteBacklink:
		d.footnoteBack(n)
	case *extended.Footnote:
		d.block(n, `<li id="`+prefixMark+noteID(n.Index)+`">`, "</li>")
	case *extended.FootnoteList:
		d.block(n, `<section class="footnotes" aria-label="Footnotes"><ol>`, "</ol></section>")
	}
}

// heading puts a heading below those of the page, in order: it is at most one
// level deeper than the one that it stands below. Its anchor stands beside it, so
// that the name of the heading is its text alone. One without anything in it is
// left out.
func (d *decorator) heading(n *ast.Heading) {
	if n.ChildCount() == 0 {
		n.Parent().RemoveChild(n.Parent(), n)
		return
	}
	for len(d.headings) > 0 && d.headings[len(d.headings)-1] >= n.Level {
		d.headings = d.headings[:len(d.headings)-1]
	}
	d.headings = append(d.headings, n.Level)
	level := "h" + strconv.Itoa(min(d.options.Shift+len(d.headings), 6))
	title := plainText(n, d.source)
	slug := d.slug(title)
	d.mark(n, title, slug)
	id := prefixMark + slug
	d.block(n, `<div class="titled"><`+level+` id="`+id+`">`,
		"</"+level+`> <a class="heading-link" href="#`+id+`" aria-label="Link to `+html.EscapeString(shown(title))+`"></a></div>`)
}

// mark notes a heading that is given an anchor.
func (d *decorator) mark(n *ast.Heading, title, id string) {
	start, end := 0, 0
	if lines := n.Lines(); lines.Len() > 0 {
		start, end = lines.At(0).Start, lines.At(lines.Len()-1).Stop
		for start > 0 && d.source[start-1] != '\n' {
			start--
		}
	}
	d.marked = append(d.marked, Heading{Depth: len(d.headings), Title: shown(title), ID: id, Start: start, End: end})
}

// slug is the id of a heading: that of its title, once only.
func (d *decorator) slug(title string) string {
	name := slugOf(title)
	if d.slugs == nil {
		d.slugs = map[string]int{}
	}
	d.slugs[name]++
	if n := d.slugs[name]; n > 1 {
		return name + "--" + strconv.Itoa(n)
	}
	return name
}

// plainText is the text of a node without its marks.
func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Value(source))
			}
		case *ast.String:
			if entering {
				b.Write(n.Value)
			}
		case *math: // in the words that it has where formulas are not drawn
			if entering {
				b.WriteString(n.source)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// frame lets a table scroll on its own.
func (d *decorator) frame(n *extended.Table) {
	own := &blockPiece{open: d.add(`<div class="table-frame" role="region" aria-label="Table" tabindex="0">`), close: d.add("</div>")}
	n.Parent().ReplaceChild(n.Parent(), n, own)
	own.AppendChild(own, n)
}

func (d *decorator) task(n *extended.TaskCheckBox) {
	if n.IsChecked {
		d.inline(n, `<input type="checkbox" disabled checked aria-label="done">`)
		return
	}
	d.inline(n, `<input type="checkbox" disabled aria-label="to do">`)
}

// image shows an image of an allowed host. Others have become links before.
func (d *decorator) image(n *ast.Image) {
	address := weblink.Image(string(n.Destination), d.options.ImageHosts)
	if address == "" {
		replaceImage(n)
		return
	}
	d.inline(n, `<img class="image" src="`+html.EscapeString(address)+`" alt="`+html.EscapeString(plainText(n, d.source))+
		`" loading="lazy" decoding="async" referrerpolicy="no-referrer">`)
}

func (d *decorator) footnoteLink(n *extended.FootnoteLink) {
	index := strconv.Itoa(n.Index)
	d.inline(n, `<sup><a id="`+prefixMark+refID(n.Index, n.RefIndex)+`" href="#`+prefixMark+noteID(n.Index)+`" aria-label="Footnote `+index+`">`+index+`</a></sup>`)
}

// maxBacks bounds the ways back from one footnote.
const maxBacks = 10

func (d *decorator) footnoteBack(n *extended.FootnoteBacklink) {
	if n.RefIndex >= maxBacks {
		n.Parent().RemoveChild(n.Parent(), n)
		return
	}
	d.inline(n, ` <a href="#`+prefixMark+refID(n.Index, n.RefIndex)+`" aria-label="Back to the text">↩</a>`)
}

// noteID and refID are those of a footnote and of a place in the text that has it. They
// begin with a dash, as the id of no heading does.
func noteID(note int) string { return "-note-" + strconv.Itoa(note) }

func refID(note, ref int) string {
	id := "-ref-" + strconv.Itoa(note)
	if ref > 0 {
		id += "-" + strconv.Itoa(ref)
	}
	return id
}

// alerts are the kinds of callouts of GitHub with their titles.
var alerts = [...]struct{ mark, class, title string }{
	{"[!note]", "note", "Note"},
	{"[!tip]", "tip", "Tip"},
	{"[!important]", "important", "Important"},
	{"[!warning]", "warning", "Warning"},
	{"[!caution]", "caution", "Caution"},
}

// alert makes a callout of a quote that begins with the mark of one.
func (d *decorator) alert(n *ast.Blockquote) {
	first, ok := n.FirstChild().(*ast.Paragraph)
	if !ok || first.Lines().Len() == 0 {
		return
	}
	line := first.Lines().At(0)
	mark := strings.ToLower(strings.TrimSpace(string(line.Value(d.source))))
	for _, a := range alerts {
		if mark != a.mark {
			continue
		}
		removeLine(first)
		d.block(n, `<div class="alert alert-`+a.class+`" role="note"><p class="alert-title">`+a.title+`</p>`, "</div>")
		return
	}
}

// removeLine removes what stands on the first line of a paragraph, and the
// paragraph when nothing is left.
func removeLine(p *ast.Paragraph) {
	for child := p.FirstChild(); child != nil; child = p.FirstChild() {
		p.RemoveChild(p, child)
		if t, ok := child.(*ast.Text); ok && (t.SoftLineBreak() || t.HardLineBreak()) {
			break
		}
	}
	if p.FirstChild() == nil {
		p.Parent().RemoveChild(p.Parent(), p)
	}
}
