package restvet

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer is restvet for drivers of package analysis, such as unitchecker,
// multichecker and golangci-lint. It has the flag notes, true by default: report
// paths that are not constants.
var Analyzer = newAnalyzer()

// The categories of diagnostics.
const (
	categoryPath     = "path"
	categoryArgument = "argument"
	categoryEntity   = "entity"
	categoryOption   = "option"
	categoryNote     = "note"
)

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

func run(pass *analysis.Pass, notes bool) error {
	if !imports(pass.Pkg, clientPath) {
		return nil
	}
	calls, ok := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	if !ok {
		return fmt.Errorf("restvet: the driver did not run %s", inspect.Analyzer)
	}
	c := &checker{
		pass:      pass,
		notes:     notes,
		variables: variablesOf(pass),
		texts:     textMarshaler(),
		reported:  map[finding]bool{},
	}
	start := *c
	start.variables = c.variables.atStart()
	c.atStart = &start
	for cursor := range calls.Root().Preorder((*ast.CallExpr)(nil)) {
		c.call(cursor)
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

// in is the checker for a call: one that initialises a variable of the package
// is before anybody can change another.
func (c *checker) in(call inspector.Cursor) *checker {
	for range call.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		return c
	}
	return c.atStart
}

// checker checks the declarations of one package.
type checker struct {
	pass      *analysis.Pass
	notes     bool
	variables variables
	texts     *types.Interface
	reported  map[finding]bool
	atStart   *checker // for the initialisation of the package
}

type finding struct {
	at      token.Pos
	message string
}

// report adds a diagnostic, once: several declarations may share an argument
// type.
func (c *checker) report(d analysis.Diagnostic) {
	f := finding{d.Pos, d.Message}
	if !c.reported[f] {
		c.reported[f] = true
		c.pass.Report(d)
	}
}

func (c *checker) reportf(at ast.Node, category, format string, args ...any) {
	c.report(analysis.Diagnostic{
		Pos: at.Pos(), End: at.End(), Category: category, Message: fmt.Sprintf(format, args...),
	})
}

// name writes a type as the code of the package would.
func (c *checker) name(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == c.pass.Pkg {
			return ""
		}
		return p.Name()
	})
}
