package restvet

import (
	"go/ast"
	"go/types"
)

const restEndpoint = "RestEndpoint"

// declaration is a call that makes a resource or an endpoint.
type declaration struct {
	call     *ast.CallExpr
	args     []types.Type // the type arguments, also those that were inferred
	written  []ast.Expr   // the type arguments that were not
	settings settings
}

// typeArg is where type argument i stands, or would stand.
func (d declaration) typeArg(i int) ast.Node {
	if i < len(d.written) {
		return d.written[i]
	}
	return d.call.Fun
}

func (d declaration) path() ast.Expr { return d.call.Args[0] }
