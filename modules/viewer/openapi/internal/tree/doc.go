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

// Node is a value of a description. A description of 13 MB has half a million,
// so a node is about a third of what it is in a YAML package, which keeps
// comments and tags too.
type Node struct {
	// Content are the items of a list; the names and values of an object, by
	// turns; of an alias, what it stands for.
	Content []*Node
	Value   string // of a scalar, without quotes; of an alias, its name
	Line    int32  // 1-based, 0 when unknown
	Column  int32  // 1-based, 0 when unknown

	kind     kind
	plain    bool // a scalar that is written without quotes in YAML
	anchored bool // an alias may stand for it
}

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
	Column  int // 1-based, 0 when unknown
	Message string
}

// Error returns the message without the place.
func (e *Error) Error() string { return e.Message }

// ErrorAt returns an error that points at n.
func ErrorAt(n *Node, message string) *Error {
	if n == nil {
		return &Error{Message: message}
	}
	return &Error{Line: int(n.Line), Column: int(n.Column), Message: message}
}
