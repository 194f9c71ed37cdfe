package tree

import "go.yaml.in/yaml/v4"

// reading makes the nodes of a text of those of the YAML package. What an alias stands
// for is in the tree once.
type reading struct {
	anchored map[*yaml.Node]*Node
	places   *places
	restored func(value string) string // with its separators of lines
}

func (r reading) node(n *yaml.Node) *Node {
	if n == nil {
		return nil
	}
	if own := r.anchored[n]; own != nil {
		return own
	}
	line, column := r.places.of(n.Line, n.Column)
	own := &Node{Value: r.restored(n.Value), facts: newFacts(kindOf(n), line, column)}
	if IsScalar(own) && n.Style&quoted == 0 {
		own.facts |= plain
	}
	if n.Anchor != "" {
		own.facts |= anchored
		r.anchored[n] = own // before what it holds, which may be an alias of it
	}
	if n.Alias != nil {
		own.SetContent([]*Node{r.node(n.Alias)})
		return own
	}
	if len(n.Content) == 0 {
		return own
	}
	content := make([]*Node, len(n.Content))
	own.SetContent(content)
	for i, child := range n.Content {
		content[i] = r.node(child)
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
