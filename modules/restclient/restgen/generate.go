package restgen

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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

// printDeclarations writes resources and endpoints in the order of the
// description, a resource where its first operation is.
func (g *generator) printDeclarations() {
	printed := map[*resource]bool{}
	for _, o := range g.operations {
		if !o.taken {
			g.printEndpoint(o)
			continue
		}
		r := g.resources[slices.IndexFunc(g.resources, func(r *resource) bool { return r.has(o) })]
		if !printed[r] {
			printed[r] = true
			g.printResource(r)
		}
	}
}

func (g *generator) printResource(r *resource) {
	g.printModel(r.entity)
	name := g.resourceName(r)
	key := g.keyType(r, name)
	filter := g.printArguments([]string{r.entity.name + "Filter", name + "Filter"}, nil, r.filter)
	g.describeResource(r, name)
	options := g.options("")
	if r.cursor != "" {
		options = append(options, "restclient.WithPaginationField("+strconv.Quote(r.cursor)+")")
	}
	types := []string{r.entity.name, key, filter}
	g.declare(name, "CreateResource", types, r.get.template.String(), options)
	for _, m := range r.members {
		if m.body != nil {
			what := fmt.Sprintf("%s is %s.%s with the body of %s.", m.op.name, name, m.method, m.op.title())
			comment(&g.body, "// ", "// ", plain(what)+" "+m.op.formFields())
			fmt.Fprintf(&g.body, "var %s = restclient.WithBody[%s](%s.%s)\n\n", m.op.name, m.body, name, m.method)
		}
	}
}

// keyType is what names one entity: its key, or a struct when the path has more
// parameters.
func (g *generator) keyType(r *resource, name string) string {
	path := slices.Clone(r.get.path)
	last := *path[len(path)-1]
	last.typ = r.entity.key.typ
	path[len(path)-1] = &last
	return g.printArguments([]string{r.entity.name + "Key", name + "Key"}, path, nil)
}

// resourceName is the segment before the key, in the plural where that is the
// name of something else already, most often of the entity.
func (g *generator) resourceName(r *resource) string {
	own := goname.Exported(r.get.segment())
	before, _, _ := cutLast(r.get.Path, "/{")
	before, _, _ = cutLast(before, "/")
	return g.scope.Name(own, plural(own), plural(r.entity.name), goname.Exported(before+" "+own))
}

func (g *generator) describeResource(r *resource, name string) {
	text := name + " is the resource at " + plain(r.get.Path)
	if len(r.members) < len(methodNames) {
		text += ", of which the description has"
	}
	text += ":"
	comment(&g.body, "// ", "// ", text)
	g.body.WriteString("//\n")
	for _, m := range r.members {
		words := m.method + ": " + cmp.Or(m.op.summary(), m.op.title()+".")
		if m.op.Deprecated {
			words += " Deprecated."
		}
		comment(&g.body, "//   - ", "//     ", plain(words+" "+strings.Join(m.op.reasons(), " ")))
	}
}

func (g *generator) printEndpoint(o *operation) {
	what := o.name + " is " + plain(o.title()) + "."
	if s := o.summary(); s != "" {
		what = o.name + " is " + plain(o.title()) + ": " + s
	}
	if o.template == nil {
		comment(&g.body, "// ", "// ", "No declaration for "+plain(o.title())+". "+strings.Join(o.reasons(), " "))
		g.body.WriteString("\n")
		return
	}
	schema := g.schemaOption(o)
	if m := o.entity(); m != nil {
		g.printModel(m)
	}
	args := g.printArguments([]string{o.name + "Args"}, o.path, o.query)
	comment(&g.body, "// ", "// ", what+" "+o.formFields()+" "+strings.Join(o.reasons(), " "))
	if o.Deprecated {
		g.body.WriteString("//\n// Deprecated: the description says so.\n")
	}
	if o.isRead() {
		g.declare(o.name, "RestEndpoint", []string{args, o.resultType()}, o.template.String(), append(g.options(o.methodBut(http.MethodGet)), schema...))
		return
	}
	types := []string{args, o.body.String(), o.resultType()}
	g.declare(o.name, "RestMutation", types, o.template.String(), append(g.options(o.methodBut(http.MethodPost)), schema...))
}

func (g *generator) options(method string) []string {
	var options []string
	if g.prefix != "" {
		options = append(options, "restclient.WithURLPrefix(URLPrefix)")
	}
	if method != "" {
		options = append(options, "restclient.WithMethod("+strconv.Quote(method)+")")
	}
	return options
}

func (g *generator) declare(name, constructor string, types []string, path string, options []string) {
	fmt.Fprintf(&g.body, "var %s = restclient.%s[%s](%s", name, constructor, strings.Join(types, ", "), quote(path))
	if len(options) > 0 {
		g.body.WriteString(",\n" + strings.Join(options, ", "))
	}
	g.body.WriteString(")\n\n")
}

// schemaOption stores what an operation answers with as entities, and what holds
// entities with these in it.
func (g *generator) schemaOption(o *operation) []string {
	m := o.entity()
	parts := o.result.parts()
	schema := ""
	switch {
	case len(parts) == 0:
		return nil
	case m != nil && o.result.kind == list:
		schema = "ListOf[" + m.name + "]()"
	case m != nil && m.isNamedBy(o):
		schema = "EntityOf[" + m.name + "]()"
	default:
		schema = "ObjectOf[" + o.result.String() + "](" + entitiesOf(parts) + ")"
	}
	return []string{"restclient.WithSchema(restclient." + schema + ")"}
}

// printHeader writes everything up to the package clause.
func (g *generator) printHeader(b *strings.Builder) {
	title := plain(g.doc.Info.Title)
	if title == "" {
		title = "an API"
	}
	if version := plain(g.doc.Info.Version); version != "" {
		title += ", version " + version
	}
	b.WriteString("// Code generated by restgen from " + title + ". DO NOT EDIT.\n\n")
	comment(b, "// ", "// ", "Package "+g.pkg+" declares the endpoints of "+ended(title)+" "+ended(sentence(g.doc.Info.Description)))
	if schemes := g.schemes(); len(schemes) > 0 {
		b.WriteString("//\n")
		comment(b, "// ", "// ", "The API asks for credentials, which are for the transport to add: "+ended(strings.Join(schemes, ", ")))
	}
	b.WriteString("package " + g.pkg + "\n\n")
}

func (g *generator) schemes() []string {
	var found []string
	for _, s := range g.doc.SecuritySchemes {
		how := string(s.Type)
		switch s.Type {
		case apidoc.APIKey:
			how += " in " + string(s.In) + " " + s.ParameterName
		case apidoc.HTTPAuth:
			how += " " + s.Scheme
		}
		found = append(found, plain(s.Name+" ("+how+")"))
	}
	return found
}

func (g *generator) printConstant(b *strings.Builder) {
	if g.prefix != "" {
		b.WriteString("// URLPrefix stands before the path of every endpoint.\n")
		b.WriteString("const URLPrefix = " + strconv.Quote(g.prefix) + "\n\n")
		return
	}
	if address := baseURL(g.doc); address != "" {
		b.WriteString("// BaseURL is where the API is, for restclient.WithBaseURL.\n")
		b.WriteString("const BaseURL = " + strconv.Quote(address) + "\n\n")
	}
}

// printNested declares what an entity holds.
func (g *generator) printNested(m *model) {
	parts := m.parts()
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(&g.body, "// Nested returns the entities inside.\nfunc (%s) Nested() []restclient.Nested {\n"+
		"return []restclient.Nested{%s}\n}\n\n", m.name, entitiesOf(parts))
}

// printModels writes the types that no declaration has written yet, in the order
// in which they were found.
func (g *generator) printModels() {
	for _, m := range g.models {
		g.printModel(m)
	}
}

func (g *generator) printModel(m *model) {
	if m.printed {
		return
	}
	m.printed = true
	if text := m.comment(); text != "" {
		comment(&g.body, "// ", "// ", m.name+text)
	}
	if m.deprecated {
		g.body.WriteString("//\n// Deprecated: the description says so.\n")
	}
	if !m.isStruct() {
		g.printConstants(m)
		return
	}
	fmt.Fprintf(&g.body, "type %s struct {\n", m.name)
	for _, f := range m.fields {
		g.printField(f.doc, f.deprecated, f.name, f.typ, m.tag(f))
	}
	g.body.WriteString("}\n\n")
	if m.key != nil {
		fmt.Fprintf(&g.body, "// PK returns the primary key.\nfunc (e %s) PK() %[2]s { return e.%[3]s }\n\n", m.name, m.key.typ, m.key.name)
		g.printNested(m)
	}
}

func (g *generator) printField(doc string, deprecated bool, name string, t goType, tag string) {
	doc = sentence(doc)
	if deprecated {
		doc = strings.TrimSpace("Deprecated. " + doc)
	}
	trailing := ""
	if utf8.RuneCountInString(doc) <= maxTrailing && doc != "" {
		trailing = " // " + doc
	} else {
		comment(&g.body, "\t// ", "\t// ", ended(doc))
	}
	literal := "`" + tag + "`"
	if strings.ContainsAny(tag, "`\r") {
		literal = strconv.Quote(tag)
	}
	fmt.Fprintf(&g.body, "\t%s %s %s%s\n", name, t, literal, trailing)
}

func (g *generator) printConstants(m *model) {
	fmt.Fprintf(&g.body, "type %s string\n\nconst (\n", m.name)
	for _, c := range m.constants {
		fmt.Fprintf(&g.body, "\t%s %s = %s", c.name, m.name, strconv.Quote(c.value))
		if doc := sentence(c.doc); doc != "" {
			g.body.WriteString(" // " + doc)
		}
		g.body.WriteString("\n")
	}
	g.body.WriteString(")\n\n")
}

// printArguments writes the struct of arguments where one is needed, and returns
// the type of the arguments. A path parameter alone stands for itself; a filter
// is a struct also then, because it is no key.
func (g *generator) printArguments(hints []string, path, query []*argument) string {
	switch {
	case len(path)+len(query) == 0:
		return none.String()
	case len(path) == 1 && len(query) == 0:
		return path[0].typ.String()
	}
	name := g.scope.Name(hints...)
	fmt.Fprintf(&g.body, "type %s struct {\n", name)
	for _, a := range slices.Concat(path, query) {
		g.printField(a.doc, false, a.name, a.typ, a.tag())
	}
	g.body.WriteString("}\n\n")
	return name
}

// quote is a literal without escapes where there is one.
func quote(text string) string {
	if strings.Contains(text, `"`) && strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}

// maxTrailing is how long the description of a field may be to stand behind it.
const maxTrailing = 60
