package openapi

import "github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"

// references follows the references of a description, and pays for what they lead to.
type references struct {
	*description
	budget *budget // nil where the outline is read
}

// maxChain bounds how many references are followed one after the other where
// the gate has not bounded it.
const maxChain = 1000

// follow returns what a part of the description is when it may be a reference,
// nil when that leads nowhere, and the first reference. Only JSON pointers are
// followed: the gate knows that they do not lead round in a circle.
func (r *references) follow(n *tree.Node) (target *tree.Node, ref string) {
	for range maxChain {
		next := tree.Get(n, "$ref")
		if !tree.IsString(next) {
			return n, ref
		}
		if ref == "" {
			ref = canonical(next.Value)
		}
		if n = r.index.Find(next.Value); n == nil || !r.budget.afford(n) {
			return nil, ref
		}
	}
	return nil, ref
}

// canonical spells a reference within the description as apidoc.ModelSummary
// does: as a JSON pointer without percent-encoding.
func canonical(ref string) string {
	if pointer, ok := tree.Pointer(ref); ok {
		return "#" + pointer
	}
	return ref
}

// described returns the description of a part, which one beside a reference to
// it overrides.
func described(own, target *tree.Node) string { return override(own, target, "description") }

func override(own, target *tree.Node, name string) string {
	if n := tree.Get(own, name); n != nil {
		return tree.Text(n)
	}
	return tree.Text(tree.Get(target, name))
}

// pathItem returns a path item with the one that it may refer to.
func (r *references) pathItem(n *tree.Node) pathItem {
	target, ref := r.follow(n)
	if ref == "" {
		return pathItem{own: n}
	}
	return pathItem{own: n, target: target}
}

// locate finds the path item and the operation that a pointer names.
func (r *references) locate(pointer string) (pathItem, *tree.Node) {
	tokens := tree.Tokens(pointer)
	if len(tokens) < 3 {
		return pathItem{}, nil
	}
	item := r.pathItem(r.index.At("/" + tree.Escape(tokens[0]) + "/" + tree.Escape(tokens[1])))
	node := item.get(tokens[2])
	for _, token := range tokens[3:] {
		node = r.index.Member(node, token)
	}
	if !tree.IsMap(node) {
		return pathItem{}, nil
	}
	return item, node
}
