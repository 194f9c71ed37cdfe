package restvet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"
)

const clientPath = "github.com/trefoil-go/trefoil/modules/restclient"

// The categories of diagnostics.
const (
	categoryPath     = "path"
	categoryArgument = "argument"
	categoryEntity   = "entity"
	categoryOption   = "option"
	categoryNote     = "note"
)

// pass is what all checks of one package share. Each check is a type of its own.
type pass struct {
	*analysis.Pass
	notes     bool
	variables variables
	texts     *types.Interface
	reported  map[finding]bool
	atStart   *pass // for the initialisation of the package
}

// in is the pass for a call: one that initialises a variable of the package
// is before anybody can change another.
func (p *pass) in(call inspector.Cursor) *pass {
	for range call.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return p
	}
	return p.atStart
}

type finding struct {
	at      token.Pos
	message string
}

// report adds a diagnostic, once: several declarations may share an argument
// type.
func (p *pass) report(d analysis.Diagnostic) {
	f := finding{d.Pos, d.Message}
	if !p.reported[f] {
		p.reported[f] = true
		p.Report(d)
	}
}

func (p *pass) reportf(at ast.Node, category, format string, args ...any) {
	p.report(analysis.Diagnostic{
		Pos: at.Pos(), End: at.End(), Category: category, Message: fmt.Sprintf(format, args...),
	})
}

// name writes a type as the code of the package would.
func (p *pass) name(t types.Type) string {
	return types.TypeString(t, func(of *types.Package) string {
		if of == p.Pkg {
			return ""
		}
		return of.Name()
	})
}

// callee finds the function of restclient that an expression stands for, with
// its type arguments. It is nil for others.
func (p *pass) callee(fun ast.Expr) (fn *types.Func, written []ast.Expr, args []types.Type) {
	fun = p.variables.value(fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun, written = ast.Unparen(f.X), []ast.Expr{f.Index}
	case *ast.IndexListExpr:
		fun, written = ast.Unparen(f.X), f.Indices
	}
	id, ok := fun.(*ast.Ident)
	if selector, is := fun.(*ast.SelectorExpr); is {
		id, ok = selector.Sel, true
	}
	if !ok {
		return nil, nil, nil
	}
	fn, ok = p.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != clientPath || fn.Signature().Recv() != nil {
		return nil, nil, nil
	}
	for t := range p.TypesInfo.Instances[id].TypeArgs.Types() {
		args = append(args, t)
	}
	return fn, written, args
}

// made returns the call of restclient that an expression stands for. The
// function is nil for others.
func (p *pass) made(e ast.Expr) (call *ast.CallExpr, fn *types.Func, args []types.Type) {
	call, ok := p.variables.value(e).(*ast.CallExpr)
	if !ok {
		return nil, nil, nil
	}
	fn, _, args = p.callee(call.Fun)
	return call, fn, args
}

func (p *pass) isNil(e ast.Expr) bool { return p.TypesInfo.Types[e].IsNil() }
