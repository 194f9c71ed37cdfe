package mock

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// maxDeep bounds the brackets of a name.
const maxDeep = 16

// branch is what stands behind the brackets of names: name[a][b]=c.
type branch struct {
	names    []string
	children map[string]*branch
	values   []string // decoded
}

func (b *branch) child(name string) *branch {
	if b.children == nil {
		b.children = map[string]*branch{}
	}
	if b.children[name] == nil {
		b.children[name] = &branch{}
		b.names = append(b.names, name)
	}
	return b.children[name]
}

// deep reads a parameter of the style deepObject.
func (s *sent) deep(p *apidoc.Parameter, all []pair) (json.RawMessage, bool) {
	root, there := &branch{}, false
	for _, one := range all {
		rest, ok := strings.CutPrefix(one.name, p.Name)
		if !ok || rest != "" && rest[0] != '[' {
			continue
		}
		at := root
		for depth := 0; strings.HasPrefix(rest, "[") && depth < maxDeep; depth++ {
			name, after, closed := strings.Cut(rest[1:], "]")
			if !closed {
				break
			}
			at, rest = at.child(name), after
		}
		at.values = append(at.values, decode(one.raw))
		there = true
	}
	if !there {
		return nil, false
	}
	return s.grown(root, p.Schema), true
}

// grown is a branch as JSON.
func (s *sent) grown(b *branch, schema *apidoc.Schema) json.RawMessage {
	kinds := s.kinds(schema)
	if len(b.names) == 0 {
		if kinds.has("array") || len(b.values) > 1 {
			var items []json.RawMessage
			for _, v := range b.values {
				items = append(items, s.scalar(v, s.itemOf(schema, len(items))))
			}
			return listText(items)
		}
		return s.scalar(slices.Concat(b.values, []string{""})[0], schema)
	}
	if numbered(b.names) && (kinds.has("array") || !kinds.has("object")) {
		var items []json.RawMessage
		for _, name := range b.names {
			child := b.children[name]
			if name != "" || len(child.names) > 0 {
				items = append(items, s.grown(child, s.itemOf(schema, len(items))))
				continue
			}
			for _, v := range child.values {
				items = append(items, s.scalar(v, s.itemOf(schema, len(items))))
			}
		}
		return listText(items)
	}
	out := objectBuilder{}
	for _, name := range b.names {
		out.add(name, s.grown(b.children[name], s.memberOf(schema, name)))
	}
	return out.text()
}

// numbered reports whether names are indexes.
func numbered(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	})
}
