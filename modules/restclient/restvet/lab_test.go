package restvet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/trefoil-go/trefoil/modules/restclient/restvet"
)

// lab is a module outside the repository whose packages hold declarations. It
// uses the restclient of this checkout.
type lab struct {
	dir     string
	sources map[string]string            // by package
	loaded  map[string]*packages.Package // that were analyzed
}

const labPath = "example.com/declarations"

func newLab(dir string) (*lab, error) {
	l := &lab{dir: dir, sources: map[string]string{}, loaded: map[string]*packages.Package{}}
	client, err := filepath.Abs("..")
	if err != nil {
		return nil, err
	}
	core := filepath.Join(filepath.Dir(client), "core")
	work := fmt.Sprintf("go 1.26.0\n\nuse (\n\t.\n\t%q\n\t%q\n)\n", core, client)
	return l, writeAll(dir, map[string]string{
		"go.work": work,
		"go.mod":  "module " + labPath + "\n\ngo 1.26.0\n",
	})
}

// add writes a package of one file.
func (l *lab) add(name, source string) error {
	l.sources[name] = source
	return writeAll(l.dir, map[string]string{name + "/declarations.go": source})
}

func writeAll(dir string, files map[string]string) error {
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (l *lab) environ() []string { return append(os.Environ(), "GOWORK=", "GOFLAGS=") }

// diagnostic is one finding of restvet.
type diagnostic struct {
	analysis.Diagnostic
	Offset int // in the file
}

// analyze runs restvet in this process. The result is by package.
func (l *lab) analyze(ctx context.Context) (map[string][]diagnostic, error) {
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: l.dir, Env: l.environ(),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
	}, "./...")
	if err != nil {
		return nil, err
	}
	for _, pkg := range loaded {
		if len(pkg.Errors) > 0 {
			return nil, fmt.Errorf("package %s does not compile: %v", pkg.PkgPath, pkg.Errors)
		}
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{restvet.Analyzer}, loaded, nil)
	if err != nil {
		return nil, err
	}
	found := map[string][]diagnostic{}
	for _, action := range graph.Roots {
		if action.Err != nil {
			return nil, action.Err
		}
		name := path.Base(action.Package.PkgPath)
		l.loaded[name] = action.Package
		for _, d := range action.Diagnostics {
			found[name] = append(found[name], diagnostic{d, action.Package.Fset.Position(d.Pos).Offset})
		}
	}
	return found, nil
}

// run asks every declaration in the packages for its error, in a program of one
// package that is built and run. The packages were analyzed before. The result
// has "package.Variable" and what Err returned.
func (l *lab) run(ctx context.Context, names []string) (map[string]string, error) {
	var calls strings.Builder
	files := map[string]string{}
	for _, name := range names {
		source, variables, err := l.renamed(name)
		if err != nil {
			return nil, err
		}
		files["program/"+name+".go"] = source
		for _, v := range variables {
			fmt.Fprintf(&calls, "\tadd(\"%s.%s\", %s.Err())\n", name, v, inProgram(v, name))
		}
	}
	files["program/main.go"] = fmt.Sprintf(program, calls.String())
	if err := writeAll(l.dir, files); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "run", "./program")
	cmd.Dir, cmd.Env = l.dir, l.environ()
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go run: %w", withStderr(err))
	}
	faults := map[string]string{}
	return faults, json.Unmarshal(out, &faults)
}

// renamed writes a package as a file of the program, in which what it declares
// has names of its own. It returns the exported variables, too.
func (l *lab) renamed(name string) (source string, variables []string, err error) {
	pkg := l.loaded[name]
	if pkg == nil || len(pkg.Syntax) != 1 || len(pkg.Errors) > 0 {
		return "", nil, fmt.Errorf("package %s was not loaded: %v", name, pkg)
	}
	file := pkg.Syntax[0]
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && refersTo(pkg.Types.Scope(), id, pkg.TypesInfo) {
			id.Name = inProgram(id.Name, name)
		}
		return true
	})
	file.Name.Name = "main"
	var out strings.Builder
	err = format.Node(&out, pkg.Fset, file)
	return out.String(), l.declared(name), err
}

// refersTo tells whether an identifier declares or names something of a scope.
// An embedded field does both, and counts as the type that it names.
func refersTo(scope *types.Scope, id *ast.Ident, info *types.Info) bool {
	object := info.Uses[id]
	if object == nil {
		object = info.Defs[id]
	}
	return object != nil && object.Parent() == scope
}

func inProgram(variable, pkg string) string { return variable + "_" + pkg }

// declared lists the exported variables of a package that was analyzed.
func (l *lab) declared(name string) []string {
	var names []string
	scope := l.loaded[name].Types.Scope()
	for _, variable := range scope.Names() {
		if object, ok := scope.Lookup(variable).(*types.Var); ok && object.Exported() {
			names = append(names, variable)
		}
	}
	return names
}

const program = `package main

import (
	"encoding/json"
	"log"
	"os"
)

func main() {
	faults := map[string]string{}
	add := func(name string, err error) {
		faults[name] = ""
		if err != nil {
			faults[name] = err.Error()
		}
	}
%s	if err := json.NewEncoder(os.Stdout).Encode(faults); err != nil {
		log.Fatal(err)
	}
}
`

func withStderr(err error) error {
	if exit, ok := err.(*exec.ExitError); ok {
		return fmt.Errorf("%w\n%s", err, exit.Stderr)
	}
	return err
}
