package route

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// Piece is a part of a segment: a text that is matched as it is, or a parameter.
type Piece = braces.Piece

// Pieces are the parts of a segment, in order. A parameter takes at least one
// character, and the first of several as many as it can.
func (s Segment) Pieces() []Piece {
	if s.Kind != Mixed {
		return []Piece{{Param: s.Kind != Literal, Text: s.Text}}
	}
	return piecesOf(s.Text)
}

// piecesOf cuts a segment as it is written. A colon begins a parameter, unless a
// backslash stands before it or it stands right behind another parameter.
func piecesOf(text string) []Piece {
	var pieces []Piece
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			pieces = append(pieces, Piece{Text: literal.String()})
			literal.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		behind := literal.Len() == 0 && len(pieces) > 0 && pieces[len(pieces)-1].Param
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			literal.WriteByte(text[i])
		case text[i] == ':' && !behind:
			flush()
			name := text[i+1 : i+1+nameLength(text[i+1:])]
			pieces = append(pieces, Piece{Param: true, Text: name})
			i += len(name)
		default:
			literal.WriteByte(text[i])
		}
	}
	flush()
	return pieces
}

// nameLength is how many bytes of a text are the name of a parameter.
func nameLength(text string) int {
	for i := range len(text) {
		if !isNameByte(text[i], i == 0) {
			return i
		}
	}
	return len(text)
}

func isNameByte(c byte, first bool) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', c == '_':
		return true
	}
	return !first && '0' <= c && c <= '9'
}
