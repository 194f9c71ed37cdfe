package mathml

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of a formula.
const (
	maxDepth = 40
	maxNodes = 2000
)

// parser reads TeX by recursive descent and writes as it reads. Once it has
// failed, it reads nothing more.
type parser struct {
	text    string
	pos     int
	depth   int
	nodes   int
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
	limits := largeOperator(p.peek())
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

// command writes what a command stands for.
func (p *parser) command(name string) string {
	if symbol, ok := symbols[name]; ok {
		return "<mo>" + symbol + "</mo>"
	}
	if letter, ok := letters[name]; ok {
		return "<mi>" + letter + "</mi>"
	}
	if width, ok := spaces[name]; ok {
		return `<mspace width="` + width + `"></mspace>`
	}
	if accent, ok := accents[name]; ok {
		tag := "mover"
		if strings.HasPrefix(name, "under") {
			tag = "munder"
		}
		return "<" + tag + ` accent="true">` + p.group() + "<mo>" + accent + "</mo></" + tag + ">"
	}
	if variant, ok := variants[name]; ok {
		return p.font(variant)
	}
	if strings.Contains(functions, " "+name+" ") {
		if largeOperator(`\` + name) {
			return `<mo movablelimits="true" lspace="0" rspace="0.17em">` + name + "</mo>"
		}
		return "<mi>" + name + "</mi>"
	}
	return p.structure(name)
}

// structure writes a command that has a shape of its own.
func (p *parser) structure(name string) string {
	switch name {
	case "frac", "dfrac", "tfrac", "cfrac":
		return "<mfrac>" + p.group() + p.group() + "</mfrac>"
	case "binom":
		return `<mrow><mo>(</mo><mfrac linethickness="0">` + p.group() + p.group() + "</mfrac><mo>)</mo></mrow>"
	case "sqrt":
		return p.root()
	case "text", "textrm", "mbox", "operatorname":
		return p.words(name)
	case "left":
		return p.fence()
	case "begin":
		return p.environment()
	case "overset", "stackrel":
		above := p.group()
		return "<mover>" + p.group() + above + "</mover>"
	case "underset":
		below := p.group()
		return "<munder>" + p.group() + below + "</munder>"
	case "displaystyle", "textstyle", "limits", "nolimits", "big", "Big", "bigl", "bigr", "Bigl", "Bigr":
		return ""
	}
	return p.fail()
}

func (p *parser) font(variant string) string {
	before := p.variant
	p.variant = variant
	body := p.group()
	p.variant = before
	return body
}

func (p *parser) root() string {
	if p.peek() != "[" {
		return "<msqrt>" + p.group() + "</msqrt>"
	}
	p.next()
	degree := p.row("]")
	if p.next() != "]" {
		return p.fail()
	}
	return "<mroot>" + p.group() + degree + "</mroot>"
}

// words reads text in braces as it is.
func (p *parser) words(name string) string {
	if p.peek() != "{" {
		return p.fail()
	}
	p.next()
	end := strings.IndexAny(p.text[p.pos:], "{}\\")
	if end < 0 || p.text[p.pos+end] != '}' {
		return p.fail()
	}
	text := p.text[p.pos : p.pos+end]
	p.pos += end + 1
	if name == "operatorname" {
		return "<mi>" + html.EscapeString(text) + "</mi>"
	}
	return "<mtext>" + html.EscapeString(strings.NewReplacer(" ", "\u00A0").Replace(text)) + "</mtext>"
}

// fence reads \left( … \right), whose brackets grow.
func (p *parser) fence() string {
	open := p.bracket()
	if p.depth++; p.depth > maxDepth {
		return p.fail()
	}
	body := p.row(`\right`)
	p.depth--
	if p.next() != `\right` {
		return p.fail()
	}
	return "<mrow>" + open + body + p.bracket() + "</mrow>"
}

func (p *parser) bracket() string {
	token := p.next()
	if token == "." {
		return ""
	}
	if symbol, ok := symbols[strings.TrimPrefix(token, `\`)]; ok && token[0] == '\\' {
		token = symbol
	} else if token == "" || !strings.Contains("()[]|/<>", token) {
		return p.fail()
	} else {
		token = html.EscapeString(token)
	}
	return `<mo stretchy="true">` + token + "</mo>"
}

// environments are tables by their names, with what stands around them.
var environments = map[string][2]string{
	"matrix": {"", ""}, "pmatrix": {"(", ")"}, "bmatrix": {"[", "]"}, "Bmatrix": {"{", "}"}, "vmatrix": {"|", "|"},
	"cases": {"{", ""}, "aligned": {"", ""}, "align": {"", ""}, "align*": {"", ""}, "array": {"", ""}, "gathered": {"", ""},
}

func (p *parser) environment() string {
	name := p.name()
	around, ok := environments[name]
	if p.depth++; !ok || p.depth > maxDepth {
		return p.fail()
	}
	if name == "array" {
		p.name() // how columns are aligned
	}
	body := p.table()
	p.depth--
	if p.next() != `\end` || p.name() != name {
		return p.fail()
	}
	class := "math-table"
	if name == "cases" || strings.HasPrefix(name, "align") {
		class += " math-" + strings.Trim(name, "*d")
	}
	return "<mrow>" + stretched(around[0]) + `<mtable class="` + class + `">` + body + "</mtable>" + stretched(around[1]) + "</mrow>"
}

func stretched(bracket string) string {
	if bracket == "" {
		return ""
	}
	return `<mo stretchy="true">` + bracket + "</mo>"
}

// name reads a name in braces.
func (p *parser) name() string {
	if p.next() != "{" {
		return p.fail()
	}
	name, _, found := strings.Cut(p.text[p.pos:], "}")
	if !found {
		return p.fail()
	}
	p.pos += len(name) + 1
	return name
}

func (p *parser) table() string {
	var b strings.Builder
	b.WriteString("<mtr>")
	for !p.failed {
		b.WriteString("<mtd>" + p.row(`\end`) + "</mtd>")
		switch p.peek() {
		case "&":
			p.next()
			continue
		case `\\`:
			p.next()
			if p.peek() != `\end` {
				b.WriteString("</mtr><mtr>")
				continue
			}
		}
		break
	}
	b.WriteString("</mtr>")
	return b.String()
}
