package gate

import (
	"net/url"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Names finds schemas by other names than their place: by $id, which references below it
// are relative to, and by anchors (JSON Schema 2020-12 core, sections 8.2 and 9.2).
type Names struct {
	index     *tree.Index
	whole     *resource
	resources map[string]*resource  // by address
	inner     map[string]*tree.Node // by anchor, those within an $id
}

// resource is a schema with an $id, and all below it up to the next one; or the
// description.
type resource struct {
	root    *tree.Node
	address string // without fragment, "" when it is not known
	anchors map[string]*tree.Node
}

// newNames makes names of a description, whose address is $self of OpenAPI 3.2.
func newNames(root *tree.Node, index *tree.Index) *Names {
	n := &Names{index: index, whole: &resource{root: root}}
	if n.whole.address = n.resolve(tree.Text(tree.Get(root, "$self")), n.whole); n.whole.address != "" {
		n.resources = map[string]*resource{n.whole.address: n.whole}
	}
	return n
}

// enter remembers the names of a schema, and returns the resource that it is part of.
// Of several schemas with one name it is the first that has it.
func (n *Names) enter(schema *tree.Node, in *resource) *resource {
	if id := tree.Text(tree.Get(schema, "$id")); id != "" {
		if address := n.resolve(id, in); address != "" {
			in = &resource{root: schema, address: address}
			if n.resources == nil {
				n.resources = map[string]*resource{}
			}
			if n.resources[address] == nil {
				n.resources[address] = in
			}
		}
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if anchor := tree.Text(tree.Get(schema, name)); anchor != "" {
			in.anchors = named(in.anchors, anchor, schema)
			if in != n.whole {
				n.inner = named(n.inner, anchor, schema)
			}
		}
	}
	return in
}

func named(all map[string]*tree.Node, name string, schema *tree.Node) map[string]*tree.Node {
	if all == nil {
		all = map[string]*tree.Node{}
	}
	if all[name] == nil {
		all[name] = schema
	}
	return all
}

// maxAddress bounds an address that others are resolved against, and one that is
// resolved, in bytes.
const maxAddress = 300

// resolve returns the address that a reference names from within a resource, without
// its fragment. It is "" for what is no address, and for the fragment alone.
func (n *Names) resolve(ref string, in *resource) string {
	ref, _, _ = strings.Cut(ref, "#")
	if ref == "" || len(ref) > maxAddress || len(in.address) > maxAddress {
		return ""
	}
	u, err := url.Parse(in.address)
	if err == nil {
		u, err = u.Parse(ref)
	}
	if err != nil {
		return ""
	}
	return u.String()
}

// itself returns a reference as one within the description, when it names the
// description by its address from outside of schemas with an $id.
func (n *Names) itself(ref string) string {
	if n.whole.address == "" || ref == "" || ref[0] == '#' || n.resolve(ref, n.whole) != n.whole.address {
		return ref
	}
	_, fragment, _ := strings.Cut(ref, "#")
	return "#" + fragment
}

// absolute returns a reference as it is written outside of all schemas with an $id.
func (n *Names) absolute(ref string, in *resource) string {
	before, fragment, _ := strings.Cut(ref, "#")
	if before == "" {
		return in.address + "#" + fragment
	}
	return n.resolve(before, in) + "#" + fragment
}

// Find returns what a reference leads to that stands outside of schemas with an $id, nil
// for nothing.
func (n *Names) Find(ref string) *tree.Node {
	found, _ := n.find(ref, n.whole)
	return found
}

// find returns what a reference leads to from within a resource, nil for nothing. It
// reports whether the resource leads there. What only the description as a whole has
// is found too: many write a pointer of the description below an $id.
func (n *Names) find(ref string, in *resource) (found *tree.Node, leads bool) {
	if found = n.within(ref, in); found != nil {
		return found, true
	}
	if found = n.within(ref, n.whole); found == nil && strings.HasPrefix(ref, "#") {
		found = n.inner[ref[1:]]
	}
	return found, false
}

func (n *Names) within(ref string, in *resource) *tree.Node {
	before, fragment, _ := strings.Cut(ref, "#")
	if before != "" {
		if n.resources == nil {
			return nil // without reading the address
		}
		if in = n.resources[n.resolve(before, in)]; in == nil {
			return nil
		}
	}
	if pointer, ok := tree.Pointer("#" + fragment); ok {
		return n.index.From(in.root, pointer)
	}
	return in.anchors[fragment]
}
