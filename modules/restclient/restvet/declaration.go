package restvet

import (
	"go/ast"
	"go/types"
	"net/http"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
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

// declarations checks the calls that make resources and endpoints.
type declarations struct{ *pass }

// call checks a call when it is a declaration.
func (c declarations) call(at inspector.Cursor) {
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
		d.settings = options(c).settings(call)
		c.resource(d)
	case restEndpoint:
		d.settings = options(c).settings(call)
		c.endpoint(d, http.MethodGet)
	case "RestMutation":
		d.settings = options(c).settings(call)
		c.endpoint(d, http.MethodPost)
	case "PageOf":
		results{c.in(at)}.page(call, args)
	}
}

func (c declarations) resource(d declaration) {
	options(c).resourceOptions(d)
	concrete := len(d.args) == 4 && isConcrete(d.args)
	if concrete && !isStruct(d.args[0]) {
		c.reportf(d.typeArg(0), categoryEntity, "the entity %s is not a struct: use a struct type with a method PK that has no pointer receiver", c.name(d.args[0]))
	}
	if len(d.args) > 0 && isStruct(d.args[0]) && isConcrete(d.args[:1]) {
		if err := holdings(c).entityFault(d.args[0]); err != nil {
			c.reportf(d.typeArg(0), categoryEntity, "%v", err)
		}
		results(c).untagged(d.typeArg(0), d.args[0])
	}
	member, ok := paths(c).parsePath(d)
	if !ok {
		return
	}
	list, err := member.Parent()
	if err != nil {
		paths(c).reportNoParent(d, err)
		return
	}
	if concrete {
		c.resourceArguments(d, member, list)
	}
}

func (c declarations) resourceArguments(d declaration, member, list *pathtemplate.Template) {
	p, f, k := d.args[1], d.args[2], d.args[3]
	one := arguments(c).bind(d.typeArg(1), p, subject{"path", member})
	if one.ok && !one.yields(k) {
		last, _ := member.Last()
		c.reportf(d.typeArg(1), categoryArgument, "the arguments %s do not yield the key of type %s: make parameter %q of that type, or give %[1]s a method PK() %[2]s",
			c.name(p), c.name(k), last.Name)
	}
	many := arguments(c).bind(d.typeArg(2), f, subject{"list path", list})
	cursor, node := d.settings.text(withPaginationField)
	if many.ok && cursor != "" && !many.has(fieldtag.InQuery, cursor) {
		c.reportf(node, categoryOption, "%s has no query parameter %q, which WithPaginationField names: add a field tagged `query:\"%[2]s,omitempty\"`", c.name(f), cursor)
	}
}

func (c declarations) endpoint(d declaration, method string) {
	options(c).endpointOptions(d, method)
	template, ok := paths(c).parsePath(d)
	if ok && len(d.args) > 0 && isConcrete(d.args) {
		args := arguments(c).bind(d.typeArg(0), d.args[0], subject{"path", template})
		if method == http.MethodGet {
			results(c).indexed(d, args)
		}
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}
