package tree

import (
	"strings"

	"go.yaml.in/yaml/v4"
)

// reading makes the nodes of a text of those of the YAML package. What an alias stands
// for is in the tree once.
type reading struct {
	anchored map[*yaml.Node]*Node
	moved    move
}

func (r reading) node(n *yaml.Node) *Node {
	if n == nil {
		return nil
	}
	if own := r.anchored[n]; own != nil {
		return own
	}
	line, column := r.moved.place(n.Line, n.Column)
	own := &Node{Value: n.Value, Line: int32(line), Column: int32(column), kind: kindOf(n), anchored: n.Anchor != ""}
	own.plain = own.kind <= number && n.Style&quoted == 0
	if own.anchored {
		r.anchored[n] = own // before what it holds, which may be an alias of it
	}
	if n.Alias != nil {
		own.Content = []*Node{r.node(n.Alias)}
		return own
	}
	if len(n.Content) > 0 {
		own.Content = make([]*Node, len(n.Content))
	}
	for i, child := range n.Content {
		own.Content[i] = r.node(child)
	}
	return own
}

const quoted = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle

// kindOf says what a node is. Scalars in quotes are text; tags that a description
// writes are obeyed.
func kindOf(n *yaml.Node) kind {
	switch n.Kind {
	case yaml.MappingNode:
		return object
	case yaml.SequenceNode:
		return list
	case yaml.AliasNode:
		return alias
	}
	if n.Style&yaml.TaggedStyle != 0 {
		switch n.ShortTag() {
		case "!!null", "!!bool", "!!int", "!!float":
			return resolvePlain(n.Value)
		}
		return text
	}
	if n.Style&quoted != 0 {
		return text
	}
	return resolvePlain(n.Value)
}

// ToYAML returns a tree without aliases as one of the YAML package, and of which
// value of the tree each of its nodes is a copy. What occurs twice is copied
// once.
func ToYAML(n *Node) (*yaml.Node, map[*yaml.Node]*Node) {
	c := copier{of: map[*yaml.Node]*Node{}, made: map[*Node]*yaml.Node{}}
	return c.copy(n), c.of
}

type copier struct {
	of   map[*yaml.Node]*Node
	made map[*Node]*yaml.Node
}

func (c copier) copy(n *Node) *yaml.Node {
	if n == nil {
		return nil
	}
	if made := c.made[n]; made != nil {
		return made
	}
	y := &yaml.Node{Kind: yaml.ScalarNode, Value: n.Value, Line: int(n.Line), Column: int(n.Column)}
	c.made[n], c.of[y] = y, n
	switch n.kind {
	case object:
		y.Kind, y.Tag = yaml.MappingNode, "!!map"
	case list:
		y.Kind, y.Tag = yaml.SequenceNode, "!!seq"
	case text:
		y.Tag, y.Style = "!!str", yaml.DoubleQuotedStyle
	case boolean:
		y.Tag = "!!bool"
	case null:
		y.Tag = "!!null"
	case number:
		y.Tag = "!!int"
		if strings.ContainsAny(n.Value, ".eE") {
			y.Tag = "!!float"
		}
	}
	for _, child := range n.Content {
		y.Content = append(y.Content, c.copy(child))
	}
	return y
}

// move is how much further a place is in a text than the parser says.
type move struct {
	lines   int
	columns int // of the first line
}

func (m move) place(line, column int) (int, int) {
	if line == 1 {
		column += m.columns
	}
	return line + m.lines, column
}
