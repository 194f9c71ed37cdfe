// Package gate decides whether a text is an API description that is safe to
// read, before anything else looks at it. Its checks take time and memory in
// proportion to the text:
//
//	text, err := gate.Decode(data, limits)
//	root, problems, err := gate.Read(text, limits)
//
// What it lets pass has no aliases, no merge keys, no name twice, bounded depth
// and size, a version that is known, and no reference that leads back to where
// it stands, except between schemas. References to parts of it are JSON pointers,
// whatever they were.
package gate

import "github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"

// Limits bound what passes. Zero means no limit.
type Limits struct {
	Bytes      int // of the text in UTF-8
	Depth      int // of nested values, those behind aliases included
	Nodes      int // values and names, those behind aliases counted each time
	References int // $ref in total
	Chain      int // references that lead to each other one after the other
}

// Problem is a part of a description that could not be read.
type Problem struct {
	Node    *tree.Node
	Pointer string
	Message string
	Shown   bool // what it is about is shown all the same
}

// maxProblems bounds how many problems are kept.
const maxProblems = 1000
