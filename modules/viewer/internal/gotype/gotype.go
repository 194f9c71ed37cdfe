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

// Limits of one part.
const (
	maxTypes     = 30   // structs
	maxFields    = 400  // fields of all structs
	maxArguments = 100  // parameters
	maxDeep      = 40   // schemas in schemas, without a struct between
	maxMember    = 1000 // bytes of the name of a member
)

// Part is what a sample needs to know of an operation. Types are spelled as in Go:
// string, bool, int64, float64, time.Time, []byte, any, json.RawMessage, the name
// of one of Types, and those behind "*", "[]" and "map[string]".
type Part struct {
	Name      string     `json:"name"` // of the operation
	Path      string     `json:"path"` // with its variables in braces
	Arguments []Argument `json:"arguments"`
	Body      string     `json:"body"`   // type of a body of JSON, "" for any other and for none
	Result    string     `json:"result"` // type of what a success answers, "" for nothing
	Types     []Type     `json:"types"`  // in the order in which they are met
}

// Argument is a parameter of the path, the query or a header.
type Argument struct {
	In    apidoc.Place `json:"in"`
	Name  string       `json:"name"`
	Field string       `json:"field"`
	Type  string       `json:"type"`
}

// Type is a struct.
type Type struct {
	Name   string  `json:"name"`
	Schema string  `json:"schema,omitempty"` // its name in the description, where that is another one
	Fields []Field `json:"fields"`
}

// Field is one of a struct.
type Field struct {
	Name     string `json:"name"`
	JSON     string `json:"json"`
	Type     string `json:"type"`
	Optional bool   `json:"optional,omitempty"` // it is left out when it is zero
}

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
