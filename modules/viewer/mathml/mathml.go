// Package mathml turns formulas as TeX writes them into MathML, which browsers
// show without a script:
//
//	formula, ok := mathml.Block(`\frac{a}{b}`)
//
// It knows what formulas in descriptions use: fractions, roots, scripts, Greek,
// operators, functions, accents, fonts, brackets that grow, matrices and cases.
// What it does not know is not guessed: ok is false then. All text is escaped;
// there are no addresses, styles or attributes of the author's.
package mathml

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a formula.
const (
	MaxSource = 4 << 10 // bytes
	maxDepth  = 40
	maxNodes  = 2000
)

// Block returns a formula that stands on its own.
func Block(source string) (string, bool) { return write(source, ` display="block"`, true) }

// Inline returns a formula that stands in a line.
func Inline(source string) (string, bool) { return write(source, "", false) }

func write(source, attributes string, display bool) (string, bool) {
	source = strings.TrimSpace(source)
	if source == "" || len(source) > MaxSource || !utf8.ValidString(source) {
		return "", false
	}
	p := &parser{text: source, display: display}
	body := p.row("")
	if p.failed || p.pos < len(p.text) {
		return "", false
	}
	return "<math" + attributes + ` alttext="` + html.EscapeString(source) + `">` + body + "</math>", true
}

// parser reads TeX by recursive descent and writes as it reads. Once it has
// failed, it reads nothing more.
type parser struct {
	text    string
	pos     int
	depth   int
	nodes   int
	display bool
	variant string // of letters, such as "bold"
	failed  bool
}

func (p *parser) fail() string {
	p.failed = true
	p.pos = len(p.text)
	return ""
}

// peek returns the next token without reading it: a command with its back slash,
// or one character. It is empty at the end.
func (p *parser) peek() string {
	for p.pos < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.pos]) >= 0 {
		p.pos++
	}
	rest := p.text[p.pos:]
	if rest == "" {
		return ""
	}
	if rest[0] != '\\' {
		_, size := utf8.DecodeRuneInString(rest)
		return rest[:size]
	}
	i := 1
	for i < len(rest) && isLetter(rest[i]) {
		i++
	}
	if i == 1 && len(rest) > 1 {
		_, size := utf8.DecodeRuneInString(rest[1:])
		i += size
	}
	return rest[:i]
}

func (p *parser) next() string {
	token := p.peek()
	p.pos += len(token)
	return token
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// row reads up to a token, which it leaves, or the end when it is empty. Inside a
// table "&" and "\\" end it too.
func (p *parser) row(stop string) string {
	var b strings.Builder
	count := 0
	for !p.failed {
		token := p.peek()
		if token == "" || token == stop || token == "}" || stop == `\end` && (token == "&" || token == `\\`) {
			break
		}
		b.WriteString(p.scripted())
		count++
	}
	if token := p.peek(); stop != "" && token == "" || stop == "" && token != "" {
		return p.fail()
	}
	if count == 1 {
		return b.String()
	}
	return "<mrow>" + b.String() + "</mrow>"
}

// group reads one argument: what stands in braces, or one token.
func (p *parser) group() string {
	if p.peek() != "{" {
		return p.atom()
	}
	p.next()
	if p.depth++; p.depth > maxDepth {
		return p.fail()
	}
	body := p.row("}")
	p.depth--
	if p.next() != "}" {
		return p.fail()
	}
	return body
}

// scripted reads one part with what stands below and above it.
func (p *parser) scripted() string {
	limits := largeOperator(p.peek()) && p.display
	base := p.atom()
	below, above := "", ""
	for !p.failed {
		switch p.peek() {
		case "_":
			p.next()
			if below != "" {
				return p.fail()
			}
			below = p.group()
			continue
		case "^":
			p.next()
			if above != "" {
				return p.fail()
			}
			above = p.group()
			continue
		case "'":
			p.next()
			above += "<mo>′</mo>"
			continue
		case `\limits`:
			p.next()
			limits = true
			continue
		}
		break
	}
	return scripts(base, below, above, limits)
}

func scripts(base, below, above string, limits bool) string {
	names := [...]string{"msub", "msup", "msubsup"}
	if limits {
		names = [...]string{"munder", "mover", "munderover"}
	}
	if strings.Count(above, "<mo>′</mo>") > 1 {
		above = "<mrow>" + above + "</mrow>"
	}
	switch {
	case below != "" && above != "":
		return "<" + names[2] + ">" + base + below + above + "</" + names[2] + ">"
	case below != "":
		return "<" + names[0] + ">" + base + below + "</" + names[0] + ">"
	case above != "":
		return "<" + names[1] + ">" + base + above + "</" + names[1] + ">"
	}
	return base
}

// atom reads one part without scripts.
func (p *parser) atom() string {
	if p.nodes++; p.nodes > maxNodes || p.depth > maxDepth {
		return p.fail()
	}
	token := p.peek()
	switch {
	case token == "", token == "}", token == "&", token == "^", token == "_", token == `\\`:
		return p.fail()
	case token == "{":
		return p.group()
	case token[0] == '\\':
		p.next()
		return p.command(token[1:])
	case '0' <= token[0] && token[0] <= '9':
		return p.number()
	}
	p.next()
	r, _ := utf8.DecodeRuneInString(token)
	switch {
	case unicode.IsLetter(r):
		return p.letter(token)
	case token == "-":
		token = "−"
	case token == "~":
		return `<mspace width="0.33em"></mspace>`
	case token == "$" || token == "%" || token == "#":
		return p.fail()
	}
	return "<mo>" + html.EscapeString(token) + "</mo>"
}

func (p *parser) number() string {
	start := p.pos
	for p.pos < len(p.text) && (p.text[p.pos] >= '0' && p.text[p.pos] <= '9' || p.text[p.pos] == '.' && p.pos+1 < len(p.text) && '0' <= p.text[p.pos+1] && p.text[p.pos+1] <= '9') {
		p.pos++
	}
	return "<mn>" + p.text[start:p.pos] + "</mn>"
}

// letter writes a letter in the font that is set.
func (p *parser) letter(text string) string {
	escaped := html.EscapeString(text)
	switch p.variant {
	case "":
		return "<mi>" + escaped + "</mi>"
	case "normal":
		return `<mi mathvariant="normal">` + escaped + "</mi>"
	}
	return `<mi class="math-` + p.variant + `" mathvariant="normal">` + escaped + "</mi>"
}
