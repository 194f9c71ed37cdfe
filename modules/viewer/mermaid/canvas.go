package mermaid

import (
	"fmt"
	"html"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/phrase"
)

// canvas collects what is drawn.
type canvas struct{ strings.Builder }

func (c *canvas) printf(format string, values ...any) { fmt.Fprintf(&c.Builder, format, values...) }

// text writes lines around a point, in the middle of which they stand.
func (c *canvas) text(class string, x, y float64, lines []string) {
	top := y - float64(len(lines)-1)*lineHeight/2 + baseline
	for i, line := range lines {
		c.printf(`<text class="%s" x="%.5g" y="%.5g">%s</text>`, class, x, top+float64(i)*lineHeight, html.EscapeString(line))
	}
}

// arrow writes the head of an arrow that ends at a point and comes from (dx, dy),
// which is one unit long.
func (c *canvas) arrow(x, y, dx, dy float64) {
	const length, half = 9, 4.5
	c.printf(`<path class="mermaid-arrow" d="M%.5g %.5gL%.5g %.5gL%.5g %.5gZ"></path>`, x, y,
		x-dx*length-dy*half, y-dy*length+dx*half, x-dx*length+dy*half, y-dy*length-dx*half)
}

// whole wraps what is drawn.
func (c *canvas) whole(width, height float64, label string) string {
	return fmt.Sprintf(`<svg class="mermaid-diagram" role="img" aria-label="%s" viewBox="0 0 %.5g %.5g" width="%.5g" height="%.5g">%s</svg>`,
		html.EscapeString(phrase.Clip(label, 600)), width, height, width, height, c.String())
}

// How large text is drawn, in pixels.
const (
	lineHeight = 19.0
	baseline   = 4.8
	maxChars   = 28 // of a line
)

// wrap splits a text into lines: at its breaks, and where it is too long, between words
// if there are any.
func wrap(text string) []string {
	text = phrase.Clip(strings.Trim(strings.TrimSpace(text), "\"`"), maxLabel)
	for _, br := range []string{"<br/>", "<br>", "<br />", `\n`} {
		text = strings.ReplaceAll(text, br, "\n")
	}
	var lines []string
	for line := range strings.SplitSeq(unescape(text), "\n") {
		current, count := "", 0
		for word := range strings.FieldsSeq(line) {
			for runes := []rune(word); len(runes) > 0; {
				part := runes[:min(len(runes), maxChars)]
				runes = runes[len(part):]
				if count > 0 && count+1+len(part) > maxChars {
					lines, current, count = append(lines, current), "", 0
				}
				if count > 0 {
					current, count = current+" ", count+1
				}
				current, count = current+string(part), count+len(part)
			}
		}
		lines = append(lines, current)
	}
	return lines
}

// unescape reads the entities that Mermaid writes with "#".
func unescape(text string) string { return entities.Replace(text) }

var entities = strings.NewReplacer("#quot;", `"`, "#amp;", "&", "#lt;", "<", "#gt;", ">", "#35;", "#", "#59;", ";", "&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`)

// measure is about how large lines are: as large as they get in the fonts of the pages.
func measure(lines []string) (width, height float64) {
	for _, line := range lines {
		w := 0.0
		for _, r := range line {
			w += widthOf(r)
		}
		width = max(width, w)
	}
	return width, float64(len(lines)) * lineHeight
}

func widthOf(r rune) float64 {
	switch {
	case r >= 0x1100:
		return 14
	case strings.ContainsRune(" iljtfrI.,:;'|!()[]{}-", r):
		return 5.8
	case strings.ContainsRune("mwMW@%", r):
		return 14
	case 'A' <= r && r <= 'Z':
		return 10.5
	}
	return 8.7
}
