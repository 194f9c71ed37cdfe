package restvet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Fault returns what restvet says of arguments of a type on a path, empty when
// it says nothing.
func Fault(t types.Type, path *pathtemplate.Template) (message string) {
	pass := &analysis.Pass{
		Pkg:    types.NewPackage("example.com/arguments", "arguments"),
		Report: func(d analysis.Diagnostic) { message = d.Message },
	}
	c := &checker{pass: pass, texts: textMarshaler(), reported: map[finding]bool{}}
	c.bind(&ast.BadExpr{From: token.NoPos, To: token.NoPos}, t, subject{"path", path})
	return message
}
