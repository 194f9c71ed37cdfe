// Package arch checks who imports whom in the repository, and the size of
// files and functions.
//
//	repo, err := workspace.Find(".")
//	tree, err := arch.Load(ctx, repo)
//	for _, v := range arch.Check(tree) { fmt.Println(v) }
//
// The rules are the table in rules.go; everything else here reads packages and
// compares them with it.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Tree is what the go command knows about the packages of a repository.
type Tree struct {
	Packages []*Package          // of the repository, sorted by path
	Graph    map[string][]string // imports of every package, dependencies included
}

// Package is one package of the repository.
type Package struct {
	Path   string
	Name   string
	Module string // the path of its module
	Files  []File
	Err    string // why the go command cannot load it, usually empty
}

// forTests reports whether only tests import the package.
func (p *Package) forTests() bool { return strings.HasSuffix(p.Name, "test") || match(suites, p.Path) }

// File is one Go file, whatever its build constraints.
type File struct {
	Name      string // relative to the root of the repository, with slashes
	Test      bool   // _test.go
	Generated bool   // by the comment of https://go.dev/s/generatedcode
	Lines     int
	Imports   []string
	Funcs     []Func
	Types     []Type
	Declares  []string // names of the package: types, functions, variables, constants
	Uses      []string // names that other files of the package may declare
}

// Func is one function or method declaration.
type Func struct {
	Name     string
	Receiver string // the name of its type, "" for a function
	Line     int
	Lines    int
}

// Type is one type declaration.
type Type struct {
	Name   string
	Fields int // 0 for what is no struct
}

// Violation is one place that breaks one rule.
type Violation struct {
	Where string // a file, with a line where there is one, or a package
	Rule  string
	Do    string
}

// String returns "where: rule: what to do".
func (v Violation) String() string { return v.Where + ": " + v.Rule + ": " + v.Do }

func readFile(root, path string) (File, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return File{}, err
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		return File{}, err
	}
	file := File{
		Name:      filepath.ToSlash(name),
		Test:      strings.HasSuffix(path, "_test.go"),
		Generated: ast.IsGenerated(syntax),
		Lines:     fset.File(syntax.FileStart).LineCount(),
	}
	for _, spec := range syntax.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return File{}, fmt.Errorf("%s: %w", name, err)
		}
		file.Imports = append(file.Imports, imported)
	}
	for _, decl := range syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			file.Funcs = append(file.Funcs, newFunc(fset, decl))
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					file.Types = append(file.Types, newType(spec))
				}
			}
		}
	}
	file.Declares = slices.Sorted(maps.Keys(syntax.Scope.Objects))
	for _, name := range syntax.Unresolved {
		file.Uses = append(file.Uses, name.Name)
	}
	return file, nil
}

func newFunc(fset *token.FileSet, fn *ast.FuncDecl) Func {
	first, last := fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line
	f := Func{Name: fn.Name.Name, Line: first, Lines: last - first + 1}
	if fn.Recv != nil {
		f.Receiver = nameOf(fn.Recv.List[0].Type)
	}
	return f
}

// nameOf is the name of the type that an expression such as *T[K] is about.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return nameOf(e.X)
	case *ast.IndexExpr:
		return nameOf(e.X)
	case *ast.IndexListExpr:
		return nameOf(e.X)
	case *ast.ParenExpr:
		return nameOf(e.X)
	}
	return ""
}

func newType(spec *ast.TypeSpec) Type {
	t := Type{Name: spec.Name.Name}
	if s, ok := spec.Type.(*ast.StructType); ok {
		for _, field := range s.Fields.List {
			t.Fields += max(1, len(field.Names))
		}
	}
	return t
}
