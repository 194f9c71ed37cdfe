package markdown

import (
	"bytes"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

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

// Bounds of a formula between dollars, and of how often the end of one is searched in
// one description.
const (
	maxMath  = 4 << 10 // bytes
	maxTried = 200
)

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
		if line == nil || len(source)+len(before) > maxMath {
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

// formula writes a formula, or its source when it cannot be read. One that is all of a
// paragraph takes its place.
func (d *decorator) formula(n *math) {
	drawn, ok := d.draw(languageOfMath, n.source)
	p, alone := n.Parent().(*ast.Paragraph)
	switch {
	case ok && n.block && alone && p.ChildCount() == 1:
		d.leaf(p, figure(languageOfMath, drawn))
	case ok && isFormula(drawn):
		d.inline(n, drawn)
	default:
		d.inline(n, "<code>"+html.EscapeString("$"+n.source+"$")+"</code>")
	}
}

// isFormula reports whether HTML is one formula and nothing else, which can stand in a
// line wherever it is.
func isFormula(drawn string) bool {
	return strings.HasPrefix(drawn, "<math") && strings.HasSuffix(drawn, "</math>") && strings.Count(drawn, "<math") == 1
}
