package markdown

import (
	"html"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/highlight"
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
	if drawn, ok := d.draw(language, source); ok {
		d.leaf(n, figure(language, drawn))
		return
	}
	d.leaf(n, `<pre class="code-block" tabindex="0" role="group" aria-label="Code"><code>`+d.coloured(language, source)+"</code></pre>")
}

// figure frames a drawing that stands on its own, and lets it scroll.
func figure(language, drawn string) string {
	if strings.EqualFold(language, languageOfMath) {
		drawn = strings.Replace(drawn, "<math", `<math display="block"`, 1)
	}
	return `<figure class="drawn" tabindex="0">` + drawn + "</figure>"
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
