package gotype

import (
	"context"
	"maps"
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// reserved are the names of the constants that generated code may begin with.
var reserved = []string{"BaseURL", "URLPrefix"}

// Names are those of the models and operations of a description, which depend on
// nothing but their order. They are safe for concurrent use.
type Names struct {
	doc        *apidoc.Document
	taken      goname.Scope
	models     map[string]string // by reference
	operations map[string]string // by slug
}

// NewNames names the parts of a description, for all its operations. It reads every
// model once.
func NewNames(ctx context.Context, doc *apidoc.Document) *Names {
	shapes := shape.New(ctx, doc)
	n := &Names{doc: doc, taken: goname.Scope{}, models: map[string]string{}, operations: map[string]string{}}
	for _, name := range reserved {
		n.taken[name] = true
	}
	for i := range doc.Models {
		// Lists never become types of their own, and their names are often what
		// something else wants to be called.
		if m := &doc.Models[i]; !isArray(shapes, m.Ref) {
			n.models[m.Ref] = n.taken.Name(goname.Exported(m.Name))
		}
	}
	for i := range doc.Operations {
		o := &doc.Operations[i]
		n.operations[o.Slug] = n.taken.Name(goname.Operation(o))
	}
	return n
}

// names are those that the part of one operation has.
type names struct {
	scope     goname.Scope
	models    map[string]string // by reference
	operation string
}

// of are the names of the part of an operation; a webhook gets one that is free.
func (n *Names) of(o *apidoc.Operation) names {
	its := names{scope: maps.Clone(n.taken), models: n.models, operation: n.operations[o.Slug]}
	if its.operation == "" {
		its.operation = its.scope.Name(goname.Operation(&o.OperationSummary))
	}
	return its
}

func isArray(shapes *shape.Resolver, ref string) bool {
	s := shapes.Target(ref)
	return s != nil && slices.Equal(s.Types, []string{"array"})
}
