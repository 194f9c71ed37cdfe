package mock

import (
	"slices"
	"strings"
)

// branch is what stands behind the brackets of names: name[a][b]=c.
type branch struct {
	names    []string
	children map[string]*branch
	values   []string // decoded
}

// maxDeep bounds the brackets of a name.
const maxDeep = 16

// add puts a value where the brackets lead to, "[a][b]".
func (b *branch) add(brackets, value string) {
	for depth := 0; strings.HasPrefix(brackets, "[") && depth < maxDeep; depth++ {
		name, after, closed := strings.Cut(brackets[1:], "]")
		if !closed {
			break
		}
		b, brackets = b.child(name), after
	}
	b.values = append(b.values, value)
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

// numbered reports whether the names are indexes.
func (b *branch) numbered() bool {
	return !slices.ContainsFunc(b.names, func(name string) bool {
		return strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	})
}
