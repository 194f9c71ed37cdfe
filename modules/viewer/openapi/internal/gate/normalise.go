package gate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Aliases may stand for freeAliased values, and for aliasRatio times as many more
// as have been read: what is read must not cost much more than the text does. The
// same holds for the bytes of their texts and names.
const (
	freeAliased      = 20_000
	aliasRatio       = 4
	freeAliasedBytes = 1 << 20
)

// normaliser makes a tree plain: aliases are replaced by what they stand for,
// merge keys by what they merge, and of names that occur twice the last one
// stays.
type normaliser struct {
	limits  Limits
	nodes   int // so far, with those behind aliases
	aliased int // of these, those behind aliases

	bytes        int // of texts and names so far, with those behind aliases
	aliasedBytes int // of these, those behind aliases

	anchors  map[*tree.Node]extent
	path     []step
	problems []Problem
}

// step is one token of a JSON pointer. It becomes a text only when there is a
// problem to point at.
type step struct {
	name  string
	index int // in a list, where the name is empty
	list  bool
}

// extent is how much stands below an anchor.
type extent struct {
	nodes, bytes, depth int
	open                bool // being looked at
}

func (n *normaliser) tree(root *tree.Node) (*tree.Node, error) {
	n.anchors = map[*tree.Node]extent{}
	root, _, err := n.value(root, 1)
	return root, err
}

func (n *normaliser) problem(node *tree.Node, message string) {
	if len(n.problems) < maxProblems {
		n.problems = append(n.problems, Problem{Node: node, Pointer: pointerOf(n.path), Message: message})
	}
}

// maxPointer bounds the pointer of a problem in bytes: names may be long, and
// problems many.
const maxPointer = 1 << 10

func pointerOf(path []step) string {
	var b strings.Builder
	for _, s := range path {
		name := s.name
		if s.list {
			name = strconv.Itoa(s.index)
		}
		if b.Len()+len(name) > maxPointer {
			b.WriteString("/…")
			break
		}
		b.WriteByte('/')
		b.WriteString(tree.Escape(name))
	}
	return b.String()
}

func (n *normaliser) check(at *tree.Node, depth int) error {
	if n.limits.Depth > 0 && depth > n.limits.Depth {
		return tree.ErrorAt(at, fmt.Sprintf("nested deeper than %d levels", n.limits.Depth))
	}
	if n.limits.Nodes > 0 && n.nodes > n.limits.Nodes {
		return tree.ErrorAt(at, fmt.Sprintf("more than %d values", n.limits.Nodes))
	}
	return nil
}

// value makes one value plain and returns what stands for it, with the depth of
// what is below.
func (n *normaliser) value(node *tree.Node, depth int) (*tree.Node, int, error) {
	if node == nil {
		return nil, 0, nil
	}
	if tree.IsAlias(node) {
		return n.alias(node, depth)
	}
	n.nodes++
	n.bytes += len(node.Value)
	if err := n.check(node, depth); err != nil {
		return nil, 0, err
	}
	if !tree.IsAnchored(node) {
		below, err := n.content(node, depth)
		return node, below, err
	}
	before, bytes := n.nodes, n.bytes-len(node.Value)
	n.anchors[node] = extent{open: true}
	below, err := n.content(node, depth)
	n.anchors[node] = extent{nodes: n.nodes - before + 1, bytes: n.bytes - bytes, depth: below}
	return node, below, err
}

// alias counts what stands behind an alias without looking at it again.
func (n *normaliser) alias(node *tree.Node, depth int) (*tree.Node, int, error) {
	target := node.Content()[0]
	e := n.anchors[target]
	if e.open {
		return nil, 0, tree.ErrorAt(node, fmt.Sprintf("the alias *%s stands inside what it stands for", node.Value))
	}
	n.nodes += e.nodes
	n.aliased += e.nodes
	if err := n.repeat(node, e.bytes); err != nil {
		return nil, 0, err
	}
	if limit := freeAliased + aliasRatio*(n.nodes-n.aliased); n.aliased > limit {
		return nil, 0, tree.ErrorAt(node, fmt.Sprintf("too many aliases: they stand for more than %d values, out of proportion to the text", limit))
	}
	if n.limits.Nodes > 0 && n.nodes > n.limits.Nodes {
		return nil, 0, tree.ErrorAt(node, fmt.Sprintf("too many aliases: with everything they stand for, there are more than %d values", n.limits.Nodes))
	}
	return target, e.depth, n.check(node, depth+e.depth)
}

// repeat counts the bytes of texts and names that stand behind an alias.
func (n *normaliser) repeat(alias *tree.Node, bytes int) error {
	n.bytes += bytes
	n.aliasedBytes += bytes
	if limit := freeAliasedBytes + aliasRatio*(n.bytes-n.aliasedBytes); n.aliasedBytes > limit {
		return tree.ErrorAt(alias, fmt.Sprintf("too many aliases: they stand for more than %d bytes, out of proportion to the text; use references ($ref) instead", limit))
	}
	return nil
}

// content makes what a collection holds plain and returns how deep it is.
func (n *normaliser) content(node *tree.Node, depth int) (int, error) {
	deepest := 0
	isMap, stride := tree.IsMap(node), 1
	if isMap {
		stride = 2
	}
	for i := stride - 1; i < len(node.Content()); i += stride {
		at := step{index: i, list: true}
		if isMap {
			n.nodes++
			if err := n.key(node, i-1); err != nil {
				return 0, err
			}
			at = step{name: node.Content()[i-1].Value}
		}
		n.path = append(n.path, at)
		value, below, err := n.value(node.Content()[i], depth+1)
		n.path = n.path[:len(n.path)-1]
		if err != nil {
			return 0, err
		}
		node.Content()[i] = value
		deepest = max(deepest, below+1)
	}
	if isMap {
		n.merge(node)
		n.duplicates(node)
	}
	return deepest, nil
}

// key makes the name of a member plain.
func (n *normaliser) key(node *tree.Node, i int) error {
	key := node.Content()[i]
	if tree.IsAlias(key) {
		alias := key
		key = key.Content()[0]
		node.Content()[i] = key
		if err := n.repeat(alias, len(key.Value)); err != nil {
			return err
		}
	} else {
		n.bytes += len(key.Value)
	}
	if !tree.IsScalar(key) {
		return tree.ErrorAt(key, "the name of a member is "+tree.Kind(key)+" and must be text")
	}
	if tree.IsAnchored(key) {
		n.anchors[key] = extent{nodes: 1, bytes: len(key.Value)}
	}
	return nil
}

// merge puts the members behind a merge key ("<<") into the object, where it
// does not have them itself.
func (n *normaliser) merge(node *tree.Node) {
	merged := false
	var content []*tree.Node
	for i := 0; i < len(node.Content()); i += 2 {
		key, value := node.Content()[i], node.Content()[i+1]
		if !tree.IsMergeKey(key) || tree.IsScalar(value) {
			continue
		}
		merged = true
		sources := tree.Items(value)
		if tree.IsMap(value) {
			sources = []*tree.Node{value}
		}
		for _, source := range sources {
			if tree.IsMap(source) {
				content = append(content, source.Content()...)
			}
		}
	}
	if merged {
		node.SetContent(mergeContent(node.Content(), content))
	}
}

// mergeContent returns own without its merge keys, and those of others whose
// names do not occur before.
func mergeContent(own, others []*tree.Node) []*tree.Node {
	known := map[string]bool{}
	var content []*tree.Node
	for i := 0; i < len(own); i += 2 {
		if own[i].Value != "<<" {
			known[own[i].Value] = true
			content = append(content, own[i], own[i+1])
		}
	}
	for i := 0; i+1 < len(others); i += 2 {
		if !known[others[i].Value] {
			known[others[i].Value] = true
			content = append(content, others[i], others[i+1])
		}
	}
	return content
}

// duplicates removes members whose name occurs again later.
func (n *normaliser) duplicates(node *tree.Node) {
	if !tree.Repeats(node) {
		return
	}
	last := map[string]int{}
	for i := 0; i < len(node.Content()); i += 2 {
		last[node.Content()[i].Value] = i
	}
	var content []*tree.Node
	for i := 0; i < len(node.Content()); i += 2 {
		key := node.Content()[i]
		if last[key.Value] == i {
			content = append(content, key, node.Content()[i+1])
			continue
		}
		n.problem(key, fmt.Sprintf("%q occurs twice in this object; the last one counts", clip(key.Value)))
	}
	node.SetContent(content)
}
