package openapi

import (
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
)

// identifierCheck notes operations that cannot be told from each other.
type identifierCheck struct {
	*references
	*findings
}

// all notes operationIds that occur twice, and paths that differ in
// the names of their parameters alone.
func (i identifierCheck) all(operations []apidoc.OperationSummary) {
	ids, paths := map[string]apidoc.OperationSummary{}, map[string]string{}
	for _, op := range operations {
		if first, known := ids[op.ID]; !known {
			ids[op.ID] = op
		} else if op.ID != "" {
			i.sameID(first, op)
		}
		key := op.Method + " " + braces.Shape(op.Path)
		if first, known := paths[key]; known && first != op.Path {
			_, n := i.locate(op.Pointer)
			i.remark(n, op.Pointer, "%s %s means the same as %s", op.Method, op.Path, first)
		}
		paths[key] = op.Path
	}
}

// sameID notes that two operations have the same operationId, unless they are
// one, to which two path items refer.
func (i identifierCheck) sameID(first, second apidoc.OperationSummary) {
	_, a := i.locate(first.Pointer)
	_, b := i.locate(second.Pointer)
	if a != b {
		i.remark(b, second.Pointer, "the operationId %q is that of %s too", second.ID, first.Pointer)
	}
}
