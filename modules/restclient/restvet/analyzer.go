package restvet

import (
	"fmt"
	"go/ast"
	"go/types"
	"net/http"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/trefoil-go/trefoil/modules/restclient/fieldtag"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// Analyzer is restvet for drivers of package analysis, such as unitchecker,
// multichecker and golangci-lint. It has the flag notes, true by default: report
// paths that are not constants.
var Analyzer = newAnalyzer()

func newAnalyzer() *analysis.Analyzer {
	notes := true
	a := &analysis.Analyzer{
		Name:     "restvet",
		Doc:      "report declarations of restclient that cannot work\n\nIt checks the paths, argument types and options of CreateResource, RestEndpoint, RestMutation and PageOf.",
		URL:      "https://github.com/trefoil-go/trefoil/blob/main/docs/howto/check-declarations.md",
		Requires: []*analysis.Analyzer{inspect.Analyzer},
		Run:      func(pass *analysis.Pass) (any, error) { return nil, run(pass, notes) },
	}
	a.Flags.BoolVar(&notes, "notes", notes, "report paths that are not constants, which cannot be checked")
	return a
}

func run(analyzed *analysis.Pass, notes bool) error {
	if !imports(analyzed.Pkg, clientPath) {
		return nil
	}
	calls, ok := analyzed.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !ok {
		return fmt.Errorf("restvet: the driver did not run %s", inspect.Analyzer)
	}
	p := &pass{
		Pass:      analyzed,
		notes:     notes,
		variables: variablesOf(analyzed),
		texts:     textMarshaler(),
		reported:  map[finding]bool{},
	}
	start := *p
	start.variables = p.variables.atStart()
	p.atStart = &start
	for cursor := range calls.Root().Preorder((*ast.CallExpr)(nil)) {
		declarations{p}.call(cursor)
	}
	return nil
}

func imports(pkg *types.Package, path string) bool {
	for _, p := range pkg.Imports() {
		if p.Path() == path {
			return true
		}
	}
	return pkg.Path() == path
}

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
		d.settings = settingsOf(c.pass, call)
		c.resource(d)
	case restEndpoint:
		d.settings = settingsOf(c.pass, call)
		c.endpoint(d, http.MethodGet)
	case "RestMutation":
		d.settings = settingsOf(c.pass, call)
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
	concrete := len(d.args) > 0 && isConcrete(d.args)
	if concrete {
		results(c).result(d)
	}
	template, ok := paths(c).parsePath(d)
	if ok && concrete {
		args := arguments(c).bind(d.typeArg(0), d.args[0], subject{"path", template})
		if method == http.MethodGet {
			results(c).indexed(d, args)
		}
	}
}
