package gate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Text is a text that was recognised.
type Text struct {
	Root    *tree.Node
	JSON    bool   // YAML otherwise
	Version string // as written
	Index   *tree.Index
	// Anchors are the schemas with an $anchor or $dynamicAnchor, by the reference
	// to them, such as "#pet". Of several with one name it is the first.
	Anchors map[string]*tree.Node
	// Identified is set when a schema has an $id.
	Identified bool
	// Identifiers are the references that are neither JSON pointers nor anchors,
	// when Identified is set.
	Identifiers []string
	References  int // how many there are
	// Targets are the parts that are no schemas and that something refers to.
	Targets map[*tree.Node]bool
	// Problems are what was left out or does not lead anywhere.
	Problems []Problem
}

// Read parses a text and checks all of it. JSON is told from YAML by how the
// text begins. The error is a *tree.Error.
func Read(text string, limits Limits) (*Text, error) {
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return nil, &tree.Error{Message: "the description is empty; " + expected}
	}
	if trimmed[0] == '<' {
		return nil, &tree.Error{Line: 1, Column: 1, Message: "this is " + markup(trimmed) + "; " + expected}
	}
	t := &Text{JSON: looksLikeJSON(trimmed)}
	if err := t.read(text, limits); err != nil {
		var place *tree.Error
		if !t.JSON && errors.As(err, &place) {
			place.Column = NewColumns(text).Bytes(place.Line, place.Column)
		}
		return nil, err
	}
	return t, nil
}

func (t *Text) read(text string, limits Limits) error {
	root, err := t.parse(text, limits)
	if err != nil {
		return err
	}
	n := normaliser{limits: limits}
	if root, err = n.tree(root); err != nil {
		return err
	}
	if t.Version, err = Version(root); err != nil {
		return err
	}
	t.Root, t.Index, t.Problems = root, tree.NewIndex(root), append(t.Problems, n.problems...)
	problems, err := checkReferences(t, limits)
	t.Problems = append(t.Problems, problems...)
	return err
}

func (t *Text) parse(text string, limits Limits) (*tree.Node, error) {
	bounds := tree.Limits{Depth: limits.Depth, Nodes: limits.Nodes}
	if t.JSON {
		return tree.ParseJSON(text, bounds)
	}
	root, err := tree.ParseYAML(text, bounds)
	if err != nil {
		return nil, err
	}
	if line := tree.SecondDocument(text); line > 0 {
		t.Problems = append(t.Problems, Problem{
			Node: &tree.Node{Line: int32(line), Column: 1}, Message: "the text holds several YAML documents; only the first one is shown",
		})
	}
	return root, nil
}

// looksLikeJSON tells JSON from YAML by the first two characters that are not
// space.
func looksLikeJSON(trimmed string) bool {
	switch trimmed[0] {
	case '[', '"':
		return true
	case '{':
		rest := strings.TrimSpace(trimmed[1:min(len(trimmed), 4096)])
		return rest == "" || rest[0] == '"' || rest[0] == '}'
	}
	return false
}

func markup(trimmed string) string {
	head := strings.ToLower(trimmed[:min(len(trimmed), 256)])
	if strings.Contains(head, "<html") || strings.Contains(head, "<!doctype html") {
		return "an HTML page"
	}
	return "XML or HTML"
}

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
		n.problems = append(n.problems, Problem{node, pointerOf(n.path), message})
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
