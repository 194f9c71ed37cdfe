package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// pathItem is a path item that may refer to another one. Its own members win
// over those of the other.
type pathItem struct{ own, target *tree.Node }

func (p pathItem) get(name string) *tree.Node {
	if n := tree.Get(p.own, name); n != nil {
		return n
	}
	return tree.Get(p.target, name)
}

func (p pathItem) internal() bool { return internal(p.own) || internal(p.target) }

// operations returns the operations of a path item in their order, those of its
// own first.
func (p pathItem) operations(d *description) []pathOperation {
	methods := d.methods()
	var list []pathOperation
	for _, n := range []*tree.Node{p.own, p.target} {
		for name, value := range tree.Members(n) {
			switch {
			case n == p.target && d.index.Member(p.own, name) != nil:
			case methods.has(name):
				list = append(list, pathOperation{strings.ToUpper(name), "/" + name, value})
			case name == "additionalOperations" && d.additional():
				list = append(list, additionalOperations(value)...)
			}
		}
	}
	return list
}

// pathOperation is one operation of a path item.
type pathOperation struct {
	method string // in upper case
	suffix string // of its pointer below the path item
	node   *tree.Node
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
