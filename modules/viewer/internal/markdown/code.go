package markdown

import (
	"bytes"
	"html"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
	"github.com/trefoil-go/trefoil/modules/viewer/mathml"
	"github.com/trefoil-go/trefoil/modules/viewer/mermaid"
)

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// code writes a block of code with its colours, or what the code draws.
func (d *decorator) code(n ast.Node, language string) {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(d.source))
	}
	source := b.String()
	switch strings.ToLower(language) {
	case "mermaid":
		if svg, ok := d.draw(mermaid.SVG, source); ok {
			d.leaf(n, `<figure class="diagram" tabindex="0">`+svg+"</figure>")
			return
		}
	case "math":
		if formula, ok := d.draw(mathml.Block, source); ok {
			d.leaf(n, `<div class="formula" tabindex="0">`+formula+"</div>")
			return
		}
	}
	d.leaf(n, `<pre class="code-block" tabindex="0" role="group" aria-label="Code"><code>`+d.coloured(language, source)+"</code></pre>")
}

// draw calls what draws unless there are too many drawings.
func (d *decorator) draw(with func(string) (string, bool), source string) (string, bool) {
	if d.drawings++; d.drawings > maxDrawings {
		return "", false
	}
	return with(source)
}

func (d *decorator) coloured(language, source string) string {
	var b strings.Builder
	for _, span := range highlight.Spans(language, source, max(maxColours-d.colours, 1)) {
		if span.Class == highlight.Plain {
			b.WriteString(html.EscapeString(span.Text))
			continue
		}
		d.colours++
		b.WriteString(`<span class="` + span.Class + `">` + html.EscapeString(span.Text) + "</span>")
	}
	return b.String()
}

// math is a formula between dollars.
type math struct {
	ast.BaseInline
	source string
	block  bool
}

var kindMath = ast.NewNodeKind("Math")

// Kind is the kind of the node.
func (*math) Kind() ast.NodeKind { return kindMath }

// Dump is for debugging.
func (n *math) Dump(source []byte, level int) { ast.DumpHelper(n, source, level, nil, nil) }

// mathParser reads $$…$$, over several lines too, and $`…`$.
type mathParser struct{}

// maxTried bounds how often the end of a formula is searched in one description.
const maxTried = 200

var mathKey = parser.NewContextKey()

// Trigger is called by goldmark.
func (mathParser) Trigger() []byte { return []byte{'$'} }

// Parse is called by goldmark at each dollar.
func (mathParser) Parse(_ ast.Node, block text.Reader, context parser.Context) ast.Node {
	tried, _ := context.Get(mathKey).(int)
	if tried >= maxTried {
		return nil
	}
	line, _ := block.PeekLine()
	start, end, display := []byte("$$"), []byte("$$"), true
	if bytes.HasPrefix(line, []byte("$`")) {
		start, end, display = []byte("$`"), []byte("`$"), false
	} else if !bytes.HasPrefix(line, start) {
		return nil
	}
	context.Set(mathKey, tried+1)
	from, position := block.Position()
	block.Advance(len(start))
	var source []byte
	for {
		line, _ := block.PeekLine()
		before, _, found := bytes.Cut(line, end)
		if line == nil || len(source)+len(before) > mathml.MaxSource {
			break
		}
		source = append(source, before...)
		if found && len(bytes.TrimSpace(source)) == 0 {
			break
		}
		if found {
			block.Advance(len(before) + len(end))
			return &math{source: string(source), block: display}
		}
		block.AdvanceLine()
	}
	block.SetPosition(from, position)
	return nil
}

// formula writes a formula, or its source when it cannot be read. One that is all
// of a paragraph takes its place.
func (d *decorator) formula(n *math) {
	with, class := mathml.Inline, "$`"
	if n.block {
		with, class = mathml.Block, "$$"
	}
	formula, ok := d.draw(with, n.source)
	p, alone := n.Parent().(*ast.Paragraph)
	switch {
	case !ok:
		d.inline(n, "<code>"+html.EscapeString(strings.TrimSpace(class[:1]+n.source+class[:1]))+"</code>")
	case n.block && alone && p.ChildCount() == 1:
		d.leaf(p, `<div class="formula" tabindex="0">`+formula+"</div>")
	default:
		d.inline(n, formula)
	}
}
