// Package tree reads JSON and YAML into one kind of node tree, and answers
// questions about it:
//
//	root, _, err := tree.ParseJSON(text, tree.Limits{Depth: 200, Nodes: 1e6})
//	title := tree.Text(tree.Get(tree.Get(root, "info"), "title"))
//
// Nodes keep the line and column of what they were read from. Every function
// takes nil and nodes of the wrong kind and then finds nothing, so that broken
// descriptions need no special case.
package tree

// Node is a value of a description. A description of 13 MB has half a million, so a node is
// a fifth of what it is in a YAML package, which keeps comments and tags too.
type Node struct {
	Value   string   // of a scalar, without quotes; of an alias, its name
	content *[]*Node // nil for nothing
	facts
}

// Content are the items of a list; the names and values of an object, by turns; of an alias,
// what it stands for.
func (n *Node) Content() []*Node {
	if n == nil || n.content == nil {
		return nil
	}
	return *n.content
}

// SetContent makes others the content of a node.
func (n *Node) SetContent(content []*Node) { n.content = &content }

// facts are what a node is and where it begins, in 8 bytes: from the lowest bit on, its kind,
// the two flags, its line and its column.
type facts uint64

const (
	kindBits, lineBits, columnBits = 3, 29, 30

	plain    facts = 1 << kindBits       // a scalar that is written without quotes in YAML
	anchored facts = 1 << (kindBits + 1) // an alias may stand for it

	lineShift   = kindBits + 2
	columnShift = lineShift + lineBits
)

// newFacts are those of a node without flags. A line or a column that is too large to be
// kept is the largest one.
func newFacts(k kind, line, column int) facts {
	return facts(k) | facts(min(line, 1<<lineBits-1))<<lineShift | facts(min(column, 1<<columnBits-1))<<columnShift
}

func (f facts) kind() kind       { return kind(f & (1<<kindBits - 1)) }
func (f facts) has(x facts) bool { return f&x != 0 }

// Line is where a node begins, 1-based, 0 when unknown.
func (f facts) Line() int { return int(f >> lineShift & (1<<lineBits - 1)) }

// Column is where a node begins in its line, in bytes, 1-based, 0 when unknown.
func (f facts) Column() int { return int(f >> columnShift) }

// kind is what a node is.
type kind uint8

const (
	null kind = iota
	text
	boolean
	number
	list
	object
	alias
)

// Limits bound what is read. Zero means no limit.
type Limits struct {
	Depth int // how deep values may nest
	Nodes int // how many values and names there may be
}

// Error says where a text cannot be read, and why.
type Error struct {
	Line    int // 1-based, 0 when unknown
	Column  int // in bytes, 1-based, 0 when unknown
	Message string
}

// Error returns the message without the place.
func (e *Error) Error() string { return e.Message }

// ErrorAt returns an error that points at n.
func ErrorAt(n *Node, message string) *Error {
	if n == nil {
		return &Error{Message: message}
	}
	return &Error{Line: n.Line(), Column: n.Column(), Message: message}
}
