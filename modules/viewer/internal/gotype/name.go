package gotype

import (
	"slices"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/shape"
)

// reserved are the names of the constants that generated code may begin with.
var reserved = []string{"BaseURL", "URLPrefix"}

// names are those of the models and operations of a description, which depend on
// nothing but their order.
type names struct {
	scope     goname.Scope
	models    map[string]string // by reference
	operation string            // of the one that is asked for
}

func newNames(doc *apidoc.Document, shapes *shape.Resolver, o *apidoc.Operation) names {
	n := names{scope: goname.Scope{}, models: map[string]string{}}
	for _, name := range reserved {
		n.scope[name] = true
	}
	for i := range doc.Models {
		// Lists never become types of their own, and their names are often what
		// something else wants to be called.
		if m := &doc.Models[i]; !isArray(shapes, m.Ref) {
			n.models[m.Ref] = n.scope.Name(goname.Exported(m.Name))
		}
	}
	for i := range doc.Operations {
		its := &doc.Operations[i]
		name := n.scope.Name(goname.Operation(its))
		if its.Slug == o.Slug {
			n.operation = name
		}
	}
	if n.operation == "" {
		n.operation = n.scope.Name(goname.Operation(&o.OperationSummary))
	}
	return n
}

func isArray(shapes *shape.Resolver, ref string) bool {
	s := shapes.Target(ref)
	return s != nil && slices.Equal(s.Types, []string{"array"})
}
