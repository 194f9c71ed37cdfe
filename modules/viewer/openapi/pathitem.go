package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// pathItem is a path item that may refer to another one. Its own members win
// over those of the other.
type pathItem struct{ own, target *tree.Node }

func (c *converter) pathItem(n *tree.Node) pathItem {
	target, ref := c.follow(n)
	if ref == "" {
		return pathItem{own: n}
	}
	return pathItem{own: n, target: target}
}

func (p pathItem) get(name string) *tree.Node {
	if n := tree.Get(p.own, name); n != nil {
		return n
	}
	return tree.Get(p.target, name)
}

func (p pathItem) internal() bool { return internal(p.own) || internal(p.target) }

// pathOperation is one operation of a path item.
type pathOperation struct {
	method string // in upper case
	suffix string // of its pointer below the path item
	node   *tree.Node
}

const (
	methods2  keywords = "get put post delete options head patch"
	methods30 keywords = methods2 + " trace"
	methods32 keywords = methods30 + " query"
)

// methods are the members of a path item that are operations.
func (r *reader) methods() keywords {
	switch {
	case r.swagger():
		return methods2
	case strings.HasPrefix(r.version, "3.2"):
		return methods32
	}
	return methods30
}

// operations returns the operations of a path item in their order, those of its
// own first.
func (c *converter) operations(item pathItem) []pathOperation {
	methods := c.methods()
	var list []pathOperation
	for _, n := range []*tree.Node{item.own, item.target} {
		for name, value := range tree.Members(n) {
			switch {
			case n == item.target && c.index.Member(item.own, name) != nil:
			case methods.has(name):
				list = append(list, pathOperation{strings.ToUpper(name), "/" + name, value})
			case name == "additionalOperations" && strings.HasPrefix(c.version, "3.2"):
				list = append(list, additionalOperations(value)...)
			}
		}
	}
	return list
}

// additionalOperations are those with methods of other names (OpenAPI 3.2).
func additionalOperations(n *tree.Node) []pathOperation {
	var list []pathOperation
	for method, value := range tree.Members(n) {
		if len(list) == maxAdditional {
			break
		}
		list = append(list, pathOperation{method, "/additionalOperations/" + tree.Escape(method), value})
	}
	return list
}
