package restvet_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
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
	loaded  map[string]*packages.Package // that were analyzed, by name
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

// goCommand is the go command in the lab. With -trimpath it takes from the build
// cache what it compiled in another directory; with a higher GOGC the compiler
// spends less on collecting its garbage, of which the program makes much.
func (l *lab) goCommand(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = l.dir, append(os.Environ(), "GOWORK=", "GOFLAGS=-trimpath "+os.Getenv("GOFLAGS"), "GOGC=200")
	return cmd
}

// diagnostic is one finding of restvet.
type diagnostic struct {
	analysis.Diagnostic
	Offset int // in the file
}

// analyze runs restvet in this process. The result is by package.
func (l *lab) analyze(ctx context.Context) (map[string][]diagnostic, error) {
	loaded, err := l.load(ctx)
	if err != nil {
		return nil, err
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
		for _, d := range action.Diagnostics {
			found[action.Package.Name] = append(found[action.Package.Name], diagnostic{d, action.Package.Fset.Position(d.Pos).Offset})
		}
	}
	return found, nil
}

// load parses and checks the packages against what the compiler exported of the
// packages that they import. Package packages would compile each of ours to get
// there, or check the whole of the standard library from its source.
func (l *lab) load(ctx context.Context) ([]*packages.Package, error) {
	fset := token.NewFileSet()
	files, imports := map[string]*ast.File{}, map[string]bool{}
	for name, source := range l.sources {
		file, err := parser.ParseFile(fset, name+"/declarations.go", source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files[name] = file
		for _, spec := range file.Imports {
			imports[strings.Trim(spec.Path.Value, `"`)] = true
		}
	}
	exports, err := l.exports(ctx, slices.Collect(maps.Keys(imports)))
	if err != nil {
		return nil, err
	}
	imported := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var loaded []*packages.Package
	for name, file := range files {
		pkg, err := check(name, fset, file, imported)
		if err != nil {
			return nil, fmt.Errorf("package %s does not compile: %w", name, err)
		}
		l.loaded[name] = pkg
		loaded = append(loaded, pkg)
	}
	return loaded, nil
}

// exports compiles packages and what they import, if that has not been done
// before. The result has the file of what each exports.
func (l *lab) exports(ctx context.Context, imports []string) (map[string]string, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}"}
	out, err := l.goCommand(ctx, append(args, imports...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", withStderr(err))
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "=")
		files[path] = file
	}
	return files, nil
}

func check(name string, fset *token.FileSet, file *ast.File, imported types.Importer) (*packages.Package, error) {
	pkg := &packages.Package{
		ID: labPath + "/" + name, Name: name, PkgPath: labPath + "/" + name,
		Fset: fset, Syntax: []*ast.File{file}, TypesSizes: types.SizesFor("gc", runtime.GOARCH),
		TypesInfo: &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Instances: map[*ast.Ident]types.Instance{},
			Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
			Scopes: map[ast.Node]*types.Scope{}, FileVersions: map[*ast.File]string{},
		},
	}
	conf := types.Config{Importer: imported, Sizes: pkg.TypesSizes, GoVersion: "go1.26"}
	var err error
	pkg.Types, err = conf.Check(pkg.PkgPath, fset, pkg.Syntax, pkg.TypesInfo)
	return pkg, err
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
	// It runs once, in no time: compiling it is all the work.
	out, err := l.goCommand(ctx, "run", "-gcflags=-N -l -dwarf=false", "-ldflags=-s -w", "./program").Output()
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
	if pkg == nil {
		return "", nil, fmt.Errorf("package %s was not loaded", name)
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

// refersTo reports whether an identifier declares or names something of a scope.
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
