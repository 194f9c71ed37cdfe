// Package mathml turns formulas as TeX writes them into MathML, which browsers
// show without a script:
//
//	htmlrender.New(htmlrender.WithFence("math", mathml.Draw))
//
// It knows what formulas in descriptions use: fractions, roots, scripts, Greek,
// operators, functions, accents, fonts, brackets that grow, matrices and cases.
// What it does not know is not guessed: ok is false then. All text is escaped;
// there are no addresses, styles or attributes of the author's.
package mathml

import (
	"html"
	"strings"
	"unicode/utf8"
)

// maxSource bounds a formula in bytes.
const maxSource = 4 << 10

// Draw returns a formula. Browsers lay it out for where it stands: sums have their limits
// above and below where it has display="block", and beside them in a line.
func Draw(source string) (formula string, ok bool) {
	source = strings.TrimSpace(source)
	if source == "" || len(source) > maxSource || !utf8.ValidString(source) || strings.ContainsFunc(source, unprintable) {
		return "", false
	}
	p := &parser{text: source}
	body := p.row("")
	if p.failed || p.pos < len(p.text) {
		return "", false
	}
	return `<math alttext="` + html.EscapeString(source) + `">` + body + "</math>", true
}

// unprintable reports whether XML, and so MathML, has no such character.
func unprintable(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF'
}
