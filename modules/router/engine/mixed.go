package engine

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/route"
)

// Mixed matches segments of route.Mixed, such as ":id.json". The first of several
// parameters takes as much as it can: ":file.:ext" has "a.b" and "c" of "a.b.c".
// It is safe for concurrent use.
type Mixed struct {
	prefix string
	// betweens are the literals behind the parameters but the last, which suffix
	// is behind.
	betweens []string
	suffix   string
}

// NewMixed compiles a segment of any kind but route.CatchAll.
func NewMixed(s route.Segment) *Mixed {
	m := &Mixed{}
	for _, piece := range s.Pieces() {
		switch text := Escape(piece.Text); {
		case piece.Param:
			m.betweens = append(m.betweens, "")
		case len(m.betweens) == 0:
			m.prefix = text
		default:
			m.betweens[len(m.betweens)-1] = text
		}
	}
	if last := len(m.betweens) - 1; last >= 0 {
		m.suffix, m.betweens = m.betweens[last], m.betweens[:last]
	}
	return m
}

// Params is the number of parameters.
func (m *Mixed) Params() int { return len(m.betweens) + 1 }

// Match reports whether a segment, spelled as Path does it, matches, and puts the
// values of its parameters, still escaped, into values, which has room for them.
func (m *Mixed) Match(segment string, values []string) bool {
	rest, ok := strings.CutPrefix(segment, m.prefix)
	if !ok || !strings.HasSuffix(rest, m.suffix) {
		return false
	}
	rest = rest[:len(rest)-len(m.suffix)]
	for i := len(m.betweens) - 1; i >= 0; i-- {
		// No literal begins inside of an escape: a digit or a letter behind a
		// parameter belongs to its name.
		at := strings.LastIndex(rest[:max(len(rest)-1, 0)], m.betweens[i])
		if at < 0 {
			return false
		}
		values[i+1], rest = rest[at+len(m.betweens[i]):], rest[:at]
	}
	values[0] = rest
	return rest != ""
}
