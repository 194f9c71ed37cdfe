package gate

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// Text is a text that was recognised.
type Text struct {
	Root    *tree.Node
	JSON    bool   // YAML otherwise
	Version string // as written
	Index   *tree.Index
	Names   *Names // schemas by $id and anchor
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
	t, err := ReadPart(text, limits)
	if err != nil {
		return nil, err
	}
	if err := t.check(limits); err != nil {
		return nil, err
	}
	return t, nil
}

// ReadPart parses a text that may be part of a description and is not empty, and makes it
// plain and bounded. Its version and references are not looked at. The error is a *tree.Error.
func ReadPart(text string, limits Limits) (*Text, error) {
	t := &Text{JSON: looksLikeJSON(strings.TrimSpace(text))}
	if err := t.read(text, limits); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Text) read(text string, limits Limits) error {
	root, plain, err := t.parse(text, limits)
	if err != nil {
		return err
	}
	if !plain {
		n := normaliser{limits: limits}
		if root, err = n.tree(root); err != nil {
			return err
		}
		t.Problems = append(t.Problems, n.problems...)
	}
	t.Root, t.Index = root, tree.NewIndex(root)
	return nil
}

func (t *Text) check(limits Limits) (err error) {
	if t.Version, err = Version(t.Root); err != nil {
		return err
	}
	problems, err := checkReferences(t, limits)
	t.Problems = append(t.Problems, problems...)
	return err
}

// parse makes the tree of a text. It is plain where nothing has to be left out or put in
// place of something else: JSON has no aliases.
func (t *Text) parse(text string, limits Limits) (root *tree.Node, plain bool, err error) {
	bounds := tree.Limits{Depth: limits.Depth, Nodes: limits.Nodes}
	if t.JSON {
		root, repeats, err := tree.ParseJSON(text, bounds)
		return root, !repeats, err
	}
	if root, err = tree.ParseYAML(text, bounds); err != nil {
		return nil, false, err
	}
	if line := tree.SecondDocument(text); line > 0 {
		t.Problems = append(t.Problems, Problem{
			Node: tree.At(line, 1), Message: "the text holds several YAML documents; only the first one is shown",
		})
	}
	return root, false, nil
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
