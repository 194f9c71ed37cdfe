// Package braces reads templates with names in braces, as OpenAPI writes paths and
// the addresses of servers (OpenAPI 3.1, sections 4.3 and 4.8.5):
//
//	braces.Cut("/reports/{id}.json")   // "/reports/", the parameter id, ".json"
//	braces.Names("/teams/{team}/{id}") // team, id
//	braces.Shape("/teams/{team}/{id}") // "/teams/{}/{}"
//
// A name holds no brace; what does not belong to a name, a brace as well, is literal.
// A name may be empty: OpenAPI does not allow that, and says nothing else about it.
package braces

import "strings"

// Piece is a part of a template: a text that stands for itself, or a parameter.
type Piece struct {
	Param bool
	Text  string // the literal, or the name of the parameter
}

// Cut returns the parts of a template in order. No literal is empty, and there are
// never two in a row.
func Cut(template string) []Piece {
	var pieces []Piece
	for from := 0; template != ""; {
		end := strings.IndexByte(template[from:], '}')
		if end < 0 {
			return append(pieces, Piece{Text: template})
		}
		end += from
		open := strings.LastIndexByte(template[from:end], '{')
		if open < 0 {
			from = end + 1
			continue
		}
		open += from
		if open > 0 {
			pieces = append(pieces, Piece{Text: template[:open]})
		}
		pieces = append(pieces, Piece{true, template[open+1 : end]})
		template, from = template[end+1:], 0
	}
	return pieces
}

// Join is the template of some parts.
func Join(pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		if p.Param {
			b.WriteString("{" + p.Text + "}")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// Names returns the names of the parameters of a template in order, one that occurs
// twice as often.
func Names(template string) []string {
	var names []string
	for _, p := range Cut(template) {
		if p.Param {
			names = append(names, p.Text)
		}
	}
	return names
}

// Shape returns a template without the names of its parameters. Paths of one shape
// are identical to OpenAPI (3.1, section 4.8.8).
func Shape(template string) string {
	pieces := Cut(template)
	for i := range pieces {
		if pieces[i].Param {
			pieces[i].Text = ""
		}
	}
	return Join(pieces)
}
