package restgen

import (
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// Generate writes the declarations of an API as one Go file, formatted. The same
// description and options give the same bytes. It reads the document at once;
// ctx bounds that.
//
// A part that cannot be read or expressed is no error: it is in the Report and
// in a comment. Errors are options that do not fit the description, a filter
// that leaves nothing, and the end of ctx.
func Generate(ctx context.Context, doc *apidoc.Document, opts ...Option) ([]byte, error) {
	c, err := newConfig(doc, opts)
	if err != nil {
		return nil, err
	}
	g := &generator{config: c, doc: doc, resolver: newResolver(ctx, doc, c.typeNames)}
	if err := g.read(ctx); err != nil {
		return nil, err
	}
	g.printDeclarations()
	g.printModels()
	code, err := g.file()
	if err != nil {
		return nil, err
	}
	g.fillReport(code)
	return code, nil
}

type generator struct {
	config
	*resolver
	doc        *apidoc.Document
	operations []*operation
	resources  []*resource
	body       strings.Builder // the file behind its imports
}

// read resolves all operations that pass the filter. Their names are given
// first, so that they depend on nothing else.
func (g *generator) read(ctx context.Context) error {
	names := map[*apidoc.OperationSummary]string{}
	for i := range g.doc.Operations {
		if o := &g.doc.Operations[i]; g.keeps(o) {
			names[o] = g.scope.Name(goname.Operation(o))
		}
	}
	if len(names) == 0 {
		return fmt.Errorf("restgen: no operation passes the filter, of %d", len(g.doc.Operations))
	}
	for i := range g.doc.Operations {
		o := &g.doc.Operations[i]
		if names[o] == "" {
			continue
		}
		op, err := g.doc.Operation(ctx, o.Slug)
		if ctx.Err() != nil {
			return fmt.Errorf("restgen: read the description: %w", context.Cause(ctx))
		}
		g.operations = append(g.operations, g.resolve(o, op, err, names[o]))
	}
	g.settle()
	keepKeys(g.operations)
	nest(g.models)
	listResults(g.models, g.operations)
	breakCycles(g.models)
	g.resources = resources(g.operations)
	return nil
}

func (g *generator) resolve(summary *apidoc.OperationSummary, op *apidoc.Operation, err error, name string) *operation {
	if err == nil {
		return g.newOperation(op, name)
	}
	o := &operation{Operation: &apidoc.Operation{OperationSummary: *summary}, name: name}
	o.note("It cannot be read: " + err.Error())
	return o
}

// file puts the imports that the code uses before it.
func (g *generator) file() ([]byte, error) {
	body := g.body.String()
	imports, err := importsOf(body)
	if err != nil {
		return nil, fmt.Errorf("restgen: parse what was generated: %w", err)
	}
	var b strings.Builder
	g.printHeader(&b)
	if len(imports) > 0 {
		b.WriteString("import (\n" + strings.Join(imports, "\n") + "\n)\n\n")
	}
	g.printConstant(&b)
	code, err := format.Source([]byte(b.String() + body))
	if err != nil {
		return nil, fmt.Errorf("restgen: format what was generated: %w", err)
	}
	return code, nil
}

// packages are what generated code can import.
var packages = [...]struct{ name, path string }{
	{"json", "encoding/json"},
	{"time", "time"},
	{"restclient", module},
	{"transfer", module + "/transfer"},
}

const module = "github.com/trefoil-go/trefoil/modules/restclient"

// importsOf looks for the packages in the syntax tree, where the texts of others
// cannot pretend to be code.
func importsOf(body string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p\n"+body, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if name, ok := selector.X.(*ast.Ident); ok {
				used[name.Name] = true
			}
		}
		return true
	})
	var lines []string
	for _, p := range packages {
		if !used[p.name] {
			continue
		}
		if p.path == module && len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, strconv.Quote(p.path))
	}
	return lines, nil
}

func (g *generator) fillReport(code []byte) {
	if g.report == nil {
		return
	}
	report := Report{Operations: len(g.operations), Resources: len(g.resources), Lines: strings.Count(string(code), "\n")}
	for _, o := range g.operations {
		switch {
		case o.taken:
			report.InResource++
		case o.template != nil:
			report.Endpoints++
		}
		if reasons := o.reasons(); len(reasons) > 0 {
			report.Fallbacks = append(report.Fallbacks, Fallback{Operation: o.title(), Declared: o.template != nil, Reasons: reasons})
		}
	}
	*g.report = report
}
