package restvet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/analysis"
)

// variables knows the variables of a package that are set once, where they are
// declared, so that they stand for what they were set to.
type variables struct {
	info    *types.Info
	initial map[types.Object]ast.Expr
	// exported are those that other packages can change, once the package is
	// initialised.
	exported map[types.Object]ast.Expr
	bodies   map[*types.Func]*ast.BlockStmt
}

func variablesOf(pass *analysis.Pass) variables {
	v := variables{
		info: pass.TypesInfo, initial: map[types.Object]ast.Expr{},
		exported: map[types.Object]ast.Expr{}, bodies: map[*types.Func]*ast.BlockStmt{},
	}
	var changed []ast.Expr
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			changed = append(changed, v.visit(n)...)
			return true
		})
	}
	for _, e := range changed {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok {
			delete(v.initial, v.info.ObjectOf(id))
			delete(v.exported, v.info.ObjectOf(id))
		}
	}
	return v
}

// visit records declarations and returns what a node changes, or may let others
// change.
func (v variables) visit(n ast.Node) (changed []ast.Expr) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if fn, ok := v.info.Defs[n.Name].(*types.Func); ok {
			v.bodies[fn] = n.Body
		}
	case *ast.ValueSpec:
		if len(n.Names) == len(n.Values) {
			for i, name := range n.Names {
				v.declare(name, n.Values[i])
			}
		}
	case *ast.AssignStmt:
		return v.assign(n)
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		return []ast.Expr{n.Key, n.Value}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	}
	return nil
}

func (v variables) assign(n *ast.AssignStmt) (changed []ast.Expr) {
	for i, left := range n.Lhs {
		id, ok := left.(*ast.Ident)
		if ok && v.info.Defs[id] != nil && len(n.Lhs) == len(n.Rhs) {
			v.declare(id, n.Rhs[i])
			continue
		}
		changed = append(changed, left)
	}
	return changed
}

// declare sets apart what other packages can change.
func (v variables) declare(id *ast.Ident, value ast.Expr) {
	object, ok := v.info.Defs[id].(*types.Var)
	switch {
	case !ok:
	case object.Exported() && object.Parent() == object.Pkg().Scope():
		v.exported[object] = value
	default:
		v.initial[object] = value
	}
}

// atStart is what the variables stand for while the package is initialised.
func (v variables) atStart() variables {
	v.initial = maps.Clone(v.initial)
	maps.Copy(v.initial, v.exported)
	return v
}

// value follows variables to the expression that they were set to.
func (v variables) value(e ast.Expr) ast.Expr {
	for range maxIndirections {
		e = ast.Unparen(e)
		id, ok := e.(*ast.Ident)
		if !ok {
			return e
		}
		next, ok := v.initial[v.info.ObjectOf(id)]
		if !ok {
			return e
		}
		e = next
	}
	return e
}

// maxIndirections bounds the walk along variables, and the depth of sums.
const maxIndirections = 16

// text evaluates an expression to a string, when it is a constant, a variable
// that stands for one, or a sum of them.
func (v variables) text(e ast.Expr) (string, bool) { return v.sum(e, 0) }

func (v variables) sum(e ast.Expr, depth int) (string, bool) {
	if s, ok := v.constant(e); ok {
		return s, true
	}
	e = v.value(e)
	if s, ok := v.constant(e); ok {
		return s, true
	}
	sum, ok := e.(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || depth == maxIndirections {
		return "", false
	}
	x, ok := v.sum(sum.X, depth+1)
	if !ok {
		return "", false
	}
	y, ok := v.sum(sum.Y, depth+1)
	return x + y, ok
}

func (v variables) constant(e ast.Expr) (string, bool) {
	value := v.info.Types[e].Value
	if value == nil || value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(value), true
}
