package pathtemplate

import (
	"errors"
	"slices"
	"strings"
)

// ErrNoParameter says that a template has no ":name" parameter, so that no
// collection can be derived from it.
var ErrNoParameter = errors.New(`no ":name" parameter`)

var errDotParent = errors.New(`the path of the collection has a "." or ".." segment`)

// cut removes the last parameter and all that follows it. A group around it
// stays when something is left in it.
func cut(parts []Part) ([]Part, bool) {
	for i, p := range slices.Backward(parts) {
		switch p.Kind {
		case Parameter:
			return trimSlash(parts[:i]), true
		case Group:
			inner, ok := cut(p.Group)
			if !ok {
				continue
			}
			if len(inner) == 0 {
				return slices.Clone(parts[:i]), true
			}
			return append(slices.Clone(parts[:i]), Part{Kind: Group, Group: inner}), true
		}
	}
	return nil, false
}

func trimSlash(parts []Part) []Part {
	parts = slices.Clone(parts)
	if len(parts) == 0 {
		return parts
	}
	last := &parts[len(parts)-1]
	text, ok := strings.CutSuffix(last.Text, "/")
	if last.Kind != Literal || !ok {
		return parts
	}
	if text == "" {
		return parts[:len(parts)-1]
	}
	*last = Part{Kind: Literal, Text: text, Escaped: escapeLiteral(text)}
	return parts
}
