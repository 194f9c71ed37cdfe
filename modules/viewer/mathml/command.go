package mathml

import (
	"html"
	"strings"
)

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
