package pathtemplate

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrNoParameter says that a template has no ":name" parameter, so that no
// collection can be derived from it.
var ErrNoParameter = errors.New(`no ":name" parameter`)

// Parent derives the path of the collection: everything before the last
// ":name" parameter, without the slash that ends it. "/todos/:id" gives
// "/todos", "/x/:id/detail" gives "/x". It returns ErrNoParameter, wrapped, for
// a template without such a parameter.
func (t *Template) Parent() (*Template, error) {
	parts, ok := cut(t.parts)
	if !ok {
		return nil, fmt.Errorf("path template %q: %w", t.source, ErrNoParameter)
	}
	parent := newTemplate("", parts)
	parent.source = parent.String()
	return parent, nil
}

// cut removes the last parameter and all that follows it. A group around it
// stays when something is left in it.
func cut(parts []part) ([]part, bool) {
	for i, p := range slices.Backward(parts) {
		switch p.kind {
		case param:
			return trimSlash(parts[:i]), true
		case group:
			inner, ok := cut(p.group)
			if !ok {
				continue
			}
			if len(inner) == 0 {
				return slices.Clone(parts[:i]), true
			}
			return append(slices.Clone(parts[:i]), part{kind: group, group: inner}), true
		}
	}
	return nil, false
}

func trimSlash(parts []part) []part {
	parts = slices.Clone(parts)
	if len(parts) == 0 {
		return parts
	}
	last := &parts[len(parts)-1]
	text, ok := strings.CutSuffix(last.text, "/")
	if last.kind != literal || !ok {
		return parts
	}
	if text == "" {
		return parts[:len(parts)-1]
	}
	*last = part{kind: literal, text: text, escaped: escapeLiteral(text)}
	return parts
}
