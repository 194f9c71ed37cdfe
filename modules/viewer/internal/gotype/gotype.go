// Package gotype says how an operation looks in Go, for samples that call it with
// a typed client:
//
//	names := gotype.NewNames(ctx, doc) // once for a description
//	part, err := gotype.New(ctx, names, operation)
//
// Names and types are those that the generator of declarations of this project
// gives them, so that a sample and generated code agree. A part is bounded: what
// there is no room for is JSON without a type.
package gotype

import (
	"context"
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// New says how an operation looks in Go. The error is that of ctx.
func New(ctx context.Context, n *Names, o *apidoc.Operation) (Part, error) {
	shapes, names := shape.New(ctx, n.doc), n.of(o)
	r := newResolver(shapes, names)
	part := Part{Name: names.operation, Path: o.Path, Body: r.body(o), Result: r.result(o.Responses)}
	r.settle()
	part.Arguments = r.arguments(o)
	breakCycles(r.types)
	part.Types = []Type{}
	for _, m := range r.types {
		part.Types = append(part.Types, m.written())
	}
	if err := ctx.Err(); err != nil {
		return Part{}, fmt.Errorf("say how %s looks in Go: %w", o.Slug, err)
	}
	return part, nil
}
