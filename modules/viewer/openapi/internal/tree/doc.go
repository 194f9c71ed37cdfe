// Package tree reads JSON and YAML into one kind of node tree, the one that
// libopenapi works on, and answers questions about it:
//
//	root, err := tree.ParseJSON(text, tree.Limits{Depth: 200, Nodes: 1e6})
//	title := tree.Text(tree.Get(tree.Get(root, "info"), "title"))
//
// Nodes keep the line and column of what they were read from. Every function
// takes nil and nodes of the wrong kind and then finds nothing, so that broken
// descriptions need no special case.
package tree

import "go.yaml.in/yaml/v4"

// Node is a value of a description.
type Node = yaml.Node

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
	return &Error{Line: n.Line, Column: n.Column, Message: message}
}
