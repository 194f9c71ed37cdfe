package restgen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/restclient/restgen"
)

// description makes documents for specs: operations and named schemas.
type description struct {
	outline    apidoc.Outline
	operations map[string]*apidoc.Operation
	schemas    map[string]*apidoc.Schema
}

func describe() *description {
	return &description{operations: map[string]*apidoc.Operation{}, schemas: map[string]*apidoc.Schema{}}
}

func (d *description) schema(name string, s *apidoc.Schema) *description {
	ref := "#/components/schemas/" + name
	d.outline.Models = append(d.outline.Models, apidoc.ModelSummary{Name: name, Ref: ref})
	d.schemas[ref] = s
	return d
}

func (d *description) operation(op apidoc.Operation) *description {
	op.Pointer = fmt.Sprintf("/paths/%d", len(d.outline.Operations))
	d.outline.Operations = append(d.outline.Operations, op.OperationSummary)
	d.operations[op.Pointer] = &op
	return d
}

// call adds an operation with a JSON body and result, nil for none, and its path
// parameters as text.
func (d *description) call(id, method, path string, body, result *apidoc.Schema, parameters ...apidoc.Parameter) *description {
	op := apidoc.Operation{OperationSummary: apidoc.OperationSummary{ID: id, Method: method, Path: path}, Parameters: parameters}
	if body != nil {
		op.RequestBody = &apidoc.RequestBody{Content: inJSON(body)}
	}
	response := apidoc.Response{Status: "200"}
	if result != nil {
		response.Content = inJSON(result)
	}
	op.Responses = []apidoc.Response{response}
	return d.operation(op)
}

func (d *description) document() *apidoc.Document {
	return apidoc.New(d.outline, apidoc.Memory{Operations: d.operations, Schemas: d.schemas}, apidoc.Text{})
}

func inJSON(s *apidoc.Schema) []apidoc.MediaType {
	return []apidoc.MediaType{{Name: "application/json", Schema: s}}
}

func ref(name string) *apidoc.Schema { return &apidoc.Schema{Ref: "#/components/schemas/" + name} }

func typed(name, format string) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{name}, Format: format}
}

func arrayOf(s *apidoc.Schema) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"array"}, Items: s}
}

func object(properties ...apidoc.Property) *apidoc.Schema {
	return &apidoc.Schema{Types: []string{"object"}, Properties: properties}
}

func optional(name string, s *apidoc.Schema) apidoc.Property {
	return apidoc.Property{Name: name, Schema: s}
}

func required(name string, s *apidoc.Schema) apidoc.Property {
	return apidoc.Property{Name: name, Schema: s, Required: true}
}

func enum(values ...string) *apidoc.Schema {
	s := typed("string", "")
	for _, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		s.Enum = append(s.Enum, apidoc.EnumValue{Value: text})
	}
	return s
}

func inPath(name string, s *apidoc.Schema) apidoc.Parameter {
	return apidoc.Parameter{Name: name, In: apidoc.InPath, Required: true, Style: "simple", Schema: s}
}

func inQuery(name string, s *apidoc.Schema) apidoc.Parameter {
	return apidoc.Parameter{Name: name, In: apidoc.InQuery, Style: "form", Explode: true, Schema: s}
}

// generate returns code that has passed the type checker.
func generate(d *description, opts ...restgen.Option) string {
	code, err := restgen.Generate(context.Background(), d.document(), opts...)
	Expect(err).NotTo(HaveOccurred())
	Expect(typeCheck(code)).To(Succeed(), string(code))
	return oneSpace(string(code))
}

// oneSpace undoes the alignment of gofmt, so that specs need not know it.
func oneSpace(code string) string {
	lines := strings.Split(code, "\n")
	for i, line := range lines {
		lines[i] = strings.Join(strings.Fields(line), " ")
	}
	return strings.Join(lines, "\n")
}

// typeCheck says whether a file compiles.
func typeCheck(code []byte) error {
	imports, err := exported()
	if err != nil {
		return err
	}
	_, err = checkFile("api", code, imports)
	return err
}

// checkFile type-checks the only file of a package.
func checkFile(path string, code []byte, imports types.Importer) (*types.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "api.go", code, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	checker := types.Config{Importer: imports}
	return checker.Check(path, fset, []*ast.File{file}, nil)
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
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "..", "../transfer", "../forms", "../policy", "../union", "../../core", "time", "encoding/json").Output()
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
