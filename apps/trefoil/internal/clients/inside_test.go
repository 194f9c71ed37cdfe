package clients_test

import (
	"context"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

var _ = Describe("What is inside of what", func() {
	const person = "package main\nimport \"github.com/trefoil-go/trefoil/modules/restclient\"\n" +
		"type Person struct { ID int }\nfunc (p Person) PK() int { return p.ID }\n" +
		"type Page struct { People restclient.List[Person] }\n"
	const book = "func (b Book) PK() int { return b.ID }\nfunc (Book) Nested() []restclient.Nested { return []restclient.Nested{restclient.EntityOf[Person]()} }\n"

	DescribeTable("is told where it is declared wrongly",
		func(code string, faults ...string) {
			Expect(misdeclared(person + code)).To(Equal(faults))
		},
		Entry("an entity that is not said", "type Book struct { ID int; By map[string][]*Person }\nfunc (b Book) PK() int { return b.ID }", "Nested of Book says [], and should [Person]"),
		Entry("one that is not there", "type Book struct { ID int }\n"+book, "Nested of Book says [Person], and should []"),
		Entry("a list in an entity", "type Book struct { ID int; Page Page }\n"+book, "Book holds a List"),
		Entry("an entity in itself", "type Book struct { ID int; By Person; In []Series }\ntype Series struct { Of *Book }\n"+book,
			"Book holds itself, in the end by Book", "Nested of Book says [Person], and should [Book Person]"),
		Entry("an entity in itself by a union", "type Book struct { ID int; In restclient.OneOf[Item] }\ntype Item any\nfunc (b Book) PK() int { return b.ID }\n"+
			"func (Book) Nested() []restclient.Nested { return []restclient.Nested{ItemUnion()} }\nfunc ItemUnion() restclient.Nested { return restclient.UnionOf[Item](\"a\", restclient.Case(\"b\", restclient.EntityOf[Book]())) }",
			"Book holds itself, in the end by Book"),
		Entry("a result without a schema", "var Do = restclient.RestEndpoint[restclient.None, Page](\"/do\")", `the schema of "/do" says [], and should [Person]`),
		Entry("a union without a schema", "type Item any\nvar Do = restclient.RestEndpoint[restclient.None, []restclient.OneOf[Item]](\"/do\")", `the schema of "/do" says [], and should [Item]`),
		Entry("a result of a mutation without an entity", "var Do = restclient.WithResult(Persons.Update, restclient.ObjectOf[Page]())\nvar Persons restclient.Resource[Person, int, restclient.None]", "the schema of Page says [], and should [Person]"),
		Entry("a schema without an entity", "var Do = restclient.RestEndpoint[restclient.None, Page](\"/do\", restclient.WithSchema(restclient.ObjectOf[Page]()))", `the schema of "/do" says [], and should [Person]`),
	)
})

// inside reads off generated code which entities are inside of what, and what is
// said about that: a compiler takes far longer to let Err say it.
type inside struct {
	pkg    *types.Package
	info   types.Info
	said   map[string][]string // by entity: what its method Nested returns
	cases  map[string][]string // by union: its entities
	begun  map[*types.Named]bool
	done   map[*types.Named]bool
	faults []string
}

// misdeclared tells for which entities and results restclient would be told too
// little or too much.
func misdeclared(code string) []string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "api.go", code, parser.SkipObjectResolution)
	Expect(err).NotTo(HaveOccurred())
	imports, err := exported()
	Expect(err).NotTo(HaveOccurred())
	i := inside{info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}, said: map[string][]string{}, cases: map[string][]string{}, begun: map[*types.Named]bool{}, done: map[*types.Named]bool{}}
	i.pkg, err = (&types.Config{Importer: imports}).Check("api", fset, []*ast.File{file}, &i.info)
	Expect(err).NotTo(HaveOccurred())

	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "Nested" {
			i.said[f.Recv.List[0].Type.(*ast.Ident).Name] = entitiesOf(f.Body)
		} else if union, isUnion := strings.CutSuffix(name(d), "Union"); isUnion {
			i.cases[union] = entitiesOf(f.Body)
		}
	}
	for _, name := range i.pkg.Scope().Names() {
		if e := i.entity(i.pkg.Scope().Lookup(name).Type()); e != nil && !i.done[e] {
			i.checkEntity(e)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			i.checkEndpoint(call)
		}
		return true
	})
	return i.faults
}

// entitiesOf are the T of each EntityOf[T]() in a piece of code, and of each TUnion().
func entitiesOf(code ast.Node) (names []string) {
	ast.Inspect(code, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.IndexExpr:
			if of, ok := x.X.(*ast.SelectorExpr); ok && of.Sel.Name == "EntityOf" {
				names = append(names, types.ExprString(x.Index))
			}
		case *ast.CallExpr:
			if union, ok := strings.CutSuffix(types.ExprString(x.Fun), "Union"); ok {
				names = append(names, union)
			}
		}
		return true
	})
	return names
}

// entity is t when it is a struct with a primary key.
func (i *inside) entity(t types.Type) *types.Named {
	e, ok := t.(*types.Named)
	if !ok || e.Obj().Pkg() != i.pkg {
		return nil
	}
	if pk, _, _ := types.LookupFieldOrMethod(e, false, i.pkg, "PK"); pk == nil {
		return nil
	}
	return e
}

// held is what t holds, other than inside of another entity: entities by name,
// under the name of what they are in, "" for a plain value.
func (i *inside) held(t types.Type, seen map[types.Type]bool, found func(e *types.Named, in string)) {
	if e := i.entity(t); e != nil {
		found(e, "")
		return
	}
	if seen[t] {
		return
	}
	seen[t] = true
	switch t := types.Unalias(t).(type) {
	case interface{ Elem() types.Type }: // a pointer, slice or map
		i.held(t.Elem(), seen, found)
	case *types.Named:
		if t.TypeArgs().Len() == 1 {
			found(t.TypeArgs().At(0).(*types.Named), t.Obj().Name())
		} else if t.Obj().Pkg() == i.pkg && !decodesItself(t) {
			i.held(t.Underlying(), seen, found)
		}
	case *types.Struct:
		for field := range t.Fields() {
			i.held(field.Type(), seen, found)
		}
	}
}

// decodesItself reports whether restclient leaves alone what is in values of a type.
func decodesItself(t types.Type) bool {
	method, _, _ := types.LookupFieldOrMethod(t, true, nil, "UnmarshalJSON")
	return method != nil
}

func (i *inside) checkEntity(e *types.Named) {
	i.begun[e] = true
	var names []string
	i.held(e.Underlying(), map[types.Type]bool{}, func(part *types.Named, in string) {
		names = append(names, part.Obj().Name())
		switch {
		case in == "List":
			i.fault("%s holds a List", e.Obj().Name())
		case in == "OneOf":
			for _, of := range i.cases[part.Obj().Name()] {
				i.checkCase(e, i.entity(i.pkg.Scope().Lookup(of).Type()))
			}
		case in == "Ref" || i.done[part]:
		default:
			i.checkCase(e, part)
		}
	})
	i.compare("Nested of "+e.Obj().Name(), i.said[e.Obj().Name()], names)
	i.done[e] = true
}

// checkCase checks an entity that another one shows.
func (i *inside) checkCase(e, part *types.Named) {
	switch {
	case i.done[part]:
	case i.begun[part]:
		i.fault("%s holds itself, in the end by %s", part.Obj().Name(), e.Obj().Name())
	default:
		i.checkEntity(part)
	}
}

// checkEndpoint looks at the schema of an endpoint. Those of resources have it by
// themselves.
func (i *inside) checkEndpoint(call *ast.CallExpr) {
	x, ok := call.Fun.(*ast.IndexListExpr)
	if types.ExprString(call.Fun) == "restclient.WithResult" {
		i.checkResult(call.Args[1])
	}
	if !ok || !slices.Contains([]string{"RestEndpoint", "RestMutation"}, x.X.(*ast.SelectorExpr).Sel.Name) {
		return
	}
	result := x.Indices[len(x.Indices)-1]
	var names, said []string
	i.held(i.info.TypeOf(result), map[types.Type]bool{}, func(e *types.Named, _ string) { names = append(names, e.Obj().Name()) })
	for _, option := range call.Args[1:] {
		switch text := types.ExprString(option); {
		case strings.Contains(text, "ObjectOf["):
			said = entitiesOf(option)
		case strings.Contains(text, "ListOf["), strings.Contains(text, "EntityOf["):
			said = append(said, strings.FieldsFunc(text, func(c rune) bool { return c == '[' || c == ']' })[1])
		}
	}
	i.compare("the schema of "+types.ExprString(call.Args[0]), said, names)
}

// checkResult looks at the schema of what a mutation of a resource returns. A creation whose
// answer may be another value than the entity has the zero Schema.
func (i *inside) checkResult(schema ast.Expr) {
	if zero, ok := schema.(*ast.CompositeLit); ok {
		i.checkCreation(zero.Type.(*ast.IndexExpr).Index)
		return
	}
	result := schema.(*ast.CallExpr).Fun.(*ast.IndexExpr).Index
	var names []string
	i.held(i.info.TypeOf(result), map[types.Type]bool{}, func(e *types.Named, _ string) { names = append(names, e.Obj().Name()) })
	i.compare("the schema of "+types.ExprString(result), entitiesOf(schema), names)
}

// checkCreation looks for an entity among all that a creation may answer with, a struct
// that decodes itself.
func (i *inside) checkCreation(result ast.Expr) {
	found := false
	i.held(i.info.TypeOf(result).Underlying(), map[types.Type]bool{}, func(*types.Named, string) { found = true })
	if !found {
		i.fault("%s is never the entity of a resource", types.ExprString(result))
	}
}

func (i *inside) compare(what string, said, want []string) {
	slices.Sort(want)
	slices.Sort(said)
	if want = slices.Compact(want); !slices.Equal(said, want) {
		i.fault("%s says %v, and should %v", what, said, want)
	}
}

func (i *inside) fault(format string, args ...any) {
	i.faults = append(i.faults, fmt.Sprintf(format, args...))
}

// name is the name of a function, "" of other declarations.
func name(d ast.Decl) string {
	if f, ok := d.(*ast.FuncDecl); ok {
		return f.Name.Name
	}
	return ""
}

// typeCheck checks packages of which the first one is what the others import.
func typeCheck(files []restgen.File) error {
	imports, err := exported()
	if err != nil {
		return err
	}
	checker := types.Config{Importer: imports}
	for i, f := range files {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, f.Path, f.Code, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg, err := checker.Check(splitPath, fset, []*ast.File{file}, nil)
		if err != nil {
			return err
		}
		if i == 0 {
			checker.Importer = importing{imports, pkg}
		}
	}
	return nil
}

// importing imports one package more than others do.
type importing struct {
	types.Importer
	one *types.Package
}

func (i importing) Import(path string) (*types.Package, error) {
	if path == i.one.Path() {
		return i.one, nil
	}
	return i.Importer.Import(path)
}

// exported imports packages as the compiler has left them. It is not safe for
// concurrent use.
var exported = sync.OnceValues(func() (types.Importer, error) {
	list := exec.CommandContext(context.Background(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}",
		"github.com/trefoil-go/trefoil/modules/restclient/transfer", "github.com/trefoil-go/trefoil/modules/restclient/forms", "github.com/trefoil-go/trefoil/modules/restclient/policy", "github.com/trefoil-go/trefoil/modules/restclient/union", "time", "encoding/json")
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(files[path]) }
	return importer.ForCompiler(token.NewFileSet(), "gc", open), nil
})
