package restvet

import (
	"go/ast"
	"go/types"
	"net/http"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

const (
	clientPath   = "github.com/trefoil-go/trefoil/modules/restclient"
	restEndpoint = "RestEndpoint"
)

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

// call checks a call when it is a declaration.
func (c *checker) call(at inspector.Cursor) {
	call, ok := at.Node().(*ast.CallExpr)
	if !ok {
		return
	}
	fn, written, args := c.callee(call.Fun)
	if fn == nil || len(call.Args) == 0 {
		return
	}
	d := declaration{call: call, args: args, written: written}
	switch fn.Name() {
	case "CreateResource":
		d.settings = c.settings(call)
		c.resource(d)
	case restEndpoint:
		d.settings = c.settings(call)
		c.endpoint(d, http.MethodGet)
	case "RestMutation":
		d.settings = c.settings(call)
		c.endpoint(d, http.MethodPost)
	case "PageOf":
		c.in(at).page(call, args)
	}
}

// callee finds the function of restclient that an expression stands for, with
// its type arguments. It is nil for others.
func (c *checker) callee(fun ast.Expr) (fn *types.Func, written []ast.Expr, args []types.Type) {
	fun = c.variables.value(fun)
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
	fn, ok = c.pass.TypesInfo.Uses[id].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != clientPath || fn.Signature().Recv() != nil {
		return nil, nil, nil
	}
	for t := range c.pass.TypesInfo.Instances[id].TypeArgs.Types() {
		args = append(args, t)
	}
	return fn, written, args
}

func (c *checker) resource(d declaration) {
	c.resourceOptions(d)
	concrete := len(d.args) == 4 && isConcrete(d.args)
	if concrete && !isStruct(d.args[0]) {
		c.reportf(d.typeArg(0), categoryEntity, "the entity %s is not a struct: use a struct type with a method PK that has no pointer receiver", c.name(d.args[0]))
	}
	if len(d.args) > 0 && isStruct(d.args[0]) && isConcrete(d.args[:1]) {
		if err := c.entityFault(d.args[0]); err != nil {
			c.reportf(d.typeArg(0), categoryEntity, "%v", err)
		}
		c.untagged(d.typeArg(0), d.args[0])
	}
	member, ok := c.parsePath(d)
	if !ok {
		return
	}
	list, err := member.Parent()
	if err != nil {
		c.reportNoParent(d, err)
		return
	}
	if concrete {
		c.resourceArguments(d, member, list)
	}
}

func (c *checker) resourceArguments(d declaration, member, list *pathtemplate.Template) {
	p, f, k := d.args[1], d.args[2], d.args[3]
	one := c.bind(d.typeArg(1), p, subject{"path", member})
	if one.ok && !one.yields(k) {
		last, _ := member.Last()
		c.reportf(d.typeArg(1), categoryArgument, "the arguments %s do not yield the key of type %s: make parameter %q of that type, or give %[1]s a method PK() %[2]s",
			c.name(p), c.name(k), last.Name)
	}
	many := c.bind(d.typeArg(2), f, subject{"list path", list})
	cursor, node := d.settings.text(withPaginationField)
	if many.ok && cursor != "" && !many.has(inQuery, cursor) {
		c.reportf(node, categoryOption, "%s has no query parameter %q, which WithPaginationField names: add a field tagged `query:\"%[2]s,omitempty\"`", c.name(f), cursor)
	}
}

func (c *checker) endpoint(d declaration, method string) {
	c.endpointOptions(d, method)
	template, ok := c.parsePath(d)
	if ok && len(d.args) > 0 && isConcrete(d.args) {
		args := c.bind(d.typeArg(0), d.args[0], subject{"path", template})
		if method == http.MethodGet {
			c.indexed(d, args)
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}
