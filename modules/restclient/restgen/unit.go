package restgen

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// unit is a package of the output, which is one file.
type unit struct {
	*generator
	name string // of the package
	path string // its import path, where others need it
	// shared is what the package imports; nil for the one that the others share, and
	// for the only one.
	shared *unit
	about  string // which operations are in it, in words; empty: those that remain
	body   strings.Builder
}

// filePath is where the file is, relative to the directory of all. It has no
// underscore, which go build reads as a condition.
func (u *unit) filePath() string {
	file := strings.ReplaceAll(u.name, "_", "") + ".go"
	if u.shared == nil {
		return file
	}
	return u.name + "/" + file
}

// nameOf is the name of a type, as code of the package writes it.
func (u *unit) nameOf(m *model) string {
	if u == nil || m.home == nil || m.home == u {
		return m.name
	}
	return m.home.name + "." + m.name
}

// constant is the name of a constant of the shared package.
func (u *unit) constant(name string) string {
	if u.shared == nil {
		return name
	}
	return u.shared.name + "." + name
}

// file puts the imports that the code uses before it.
func (u *unit) file() ([]byte, error) {
	body := u.body.String()
	imports, err := u.imports(body)
	if err != nil {
		return nil, fmt.Errorf("restgen: parse what was generated: %w", err)
	}
	var b strings.Builder
	u.printHeader(&b)
	if len(imports) > 0 {
		b.WriteString("import (\n" + strings.Join(imports, "\n") + "\n)\n\n")
	}
	if u.shared == nil {
		u.printConstant(&b)
	}
	code, err := format.Source([]byte(b.String() + body))
	if err != nil {
		return nil, fmt.Errorf("restgen: format what was generated: %w", err)
	}
	return code, nil
}

type imported struct{ name, path string }

// packages are what generated code can import.
var packages = [...]imported{
	{"json", "encoding/json"},
	{"io", "io"},
	{"time", "time"},
	{"core", "github.com/trefoil-go/trefoil/modules/core"},
	{"restclient", module},
	{"forms", module + "/forms"},
	{"policy", module + "/policy"},
	{"transfer", module + "/transfer"},
	{"union", module + "/union"},
}

const module = "github.com/trefoil-go/trefoil/modules/restclient"

// isImported reports whether generated code can import a package of that name.
func isImported(name string) bool {
	return slices.ContainsFunc(packages[:], func(p imported) bool { return p.name == name })
}

// imports looks for the packages in the syntax tree, where the texts of others
// cannot pretend to be code.
func (u *unit) imports(body string) ([]string, error) {
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
	all := packages[:]
	if u.shared != nil {
		all = append(slices.Clone(all), imported{u.shared.name, u.shared.path})
	}
	var lines []string
	for _, p := range all {
		if !used[p.name] {
			continue
		}
		if strings.Contains(p.path, ".") && len(lines) > 0 && !strings.Contains(lines[len(lines)-1], ".") {
			lines = append(lines, "")
		}
		alias := ""
		if path.Base(p.path) != p.name {
			alias = p.name + " "
		}
		lines = append(lines, alias+strconv.Quote(p.path))
	}
	return lines, nil
}

func (u *unit) printResource(r *resource) {
	r.entity.home.printModel(r.entity)
	name := u.resourceName(r)
	key := u.keyType(r, name)
	filter := u.printArguments([]string{r.entity.name + "Filter", name + "Filter"}, nil, r.filter)
	u.describeResource(r, name)
	options := append(u.options(r.get, ""), encodingOption(r.encoding)...)
	if r.patchMethod != "" {
		options = append(options, "restclient.WithPatchMethod("+strconv.Quote(r.patchMethod)+")")
	}
	options = append(options, contentOption(r.sentAs)...)
	if r.patchFormat != "" {
		options = append(options, "restclient.WithPatchFormat("+r.patchFormat+")")
	}
	if r.addressed {
		options = append(options, "restclient.WithKeyInAnswer()")
	}
	for _, in := range [...]struct{ option, member string }{{"WithEntityIn", r.entityIn}, {"WithItemsIn", r.itemsIn}, {"WithBodyIn", r.bodyIn}, {"WithPaginationField", r.cursor}} {
		if in.member != "" {
			options = append(options, "restclient."+in.option+"("+strconv.Quote(in.member)+")")
		}
	}
	types := []string{u.nameOf(r.entity), key, filter}
	u.declare(name, "CreateResource", types, r.get.template.String(), options)
	for _, m := range r.members {
		u.printBeside(m, name, map[string]string{"Get": key, "GetList": filter}[m.method])
	}
}

// printBeside declares a method of a resource with another body, or with all that it
// answers: a read is an endpoint with these arguments then, which shows the same.
func (u *unit) printBeside(m member, resource, args string) {
	declared, has := resource+"."+m.method, ""
	if m.body != nil {
		declared, has = "restclient.WithBody["+m.body.in(u)+"]("+declared+")", "the body of "+m.op.title()
	}
	switch and := strings.TrimPrefix(has+", and ", ", and "); {
	case m.orElse:
		has = and + "what it answers, which may be something else"
	case m.op.hasMore():
		has = and + "what stands beside " + m.op.inner.String()
	}
	if has == "" {
		return
	}
	comment(&u.body, "// ", "// ", plain(fmt.Sprintf("%s is %s.%s with %s.", m.op.name, resource, m.method, has)))
	switch schema := u.objectOf(m.op.whole); {
	case m.orElse && m.op.result.model.isOneOf():
		fmt.Fprintf(&u.body, "var %s = restclient.WithResult(%s,\n%s)\n\n", m.op.name, declared, u.objectOf(m.op.result))
	case m.orElse:
		fmt.Fprintf(&u.body, "var %s = restclient.WithResult(%s,\nrestclient.Schema[%s]{})\n\n", m.op.name, declared, m.op.result.in(u))
	case !m.op.hasMore():
		fmt.Fprintf(&u.body, "var %s = %s\n\n", m.op.name, declared)
	case m.op.isRead():
		u.declare(m.op.name, "RestEndpoint", []string{args, m.op.whole.in(u)}, m.op.template.String(), append(u.options(m.op, ""), "restclient.WithSchema("+schema+")"))
	default:
		fmt.Fprintf(&u.body, "var %s = restclient.WithResult(%s,\n%s)\n\n", m.op.name, declared, schema)
	}
}

// objectOf is the schema of what has entities in it.
func (u *unit) objectOf(t goType) string {
	return "restclient.ObjectOf[" + t.in(u) + "](" + u.partsOf(t.parts()) + ")"
}

// keyType is what names one entity: its key, or a struct when the path has more
// parameters.
func (u *unit) keyType(r *resource, name string) string {
	path, key := slices.Clone(r.get.path), r.entity.key
	switch {
	case r.addressed:
	case key.isCompound() && len(r.query) == 0:
		return key.typ.in(u)
	case key.isCompound():
		args := u.printArguments([]string{r.entity.name + "Args", name + "Args"}, path, r.query)
		u.printKeyOf(args, r.entity, path)
		return args
	default:
		last := *path[len(path)-1]
		last.typ = key.typ
		path[len(path)-1] = &last
	}
	return u.printArguments([]string{r.entity.name + "Key", name + "Key"}, path, r.query)
}

// printKeyOf has arguments return the compound key of an entity, which is in their path,
// unless they have other types there.
func (u *unit) printKeyOf(args string, m *model, path []*argument) {
	var values []string
	for i, part := range m.key.parts {
		at, field := slices.IndexFunc(path, func(a *argument) bool { return bare(a.wire) == part.param }), m.key.typ.model.fields[i]
		if path[at].typ.String() != field.typ.String() {
			return
		}
		values = append(values, field.name+": a."+path[at].name)
	}
	fmt.Fprintf(&u.body, "// PK returns the primary key in the arguments.\nfunc (a %s) PK() %[2]s { return %[2]s{%s} }\n\n", args, m.key.typ.in(u), strings.Join(values, ", "))
}

// keyIn is the primary key of an entity in a variable, as code of the package writes it.
func (u *unit) keyIn(m *model, variable string) string {
	if !m.key.isCompound() {
		return variable + "." + m.key.name
	}
	var values []string
	for i, part := range m.key.parts {
		values = append(values, m.key.typ.model.fields[i].name+": "+part.in(variable))
	}
	return m.key.typ.in(u) + "{" + strings.Join(values, ", ") + "}"
}

// resourceName is the segment before the key, in the plural where that is the
// name of something else already, most often of the entity.
func (u *unit) resourceName(r *resource) string {
	if strings.HasPrefix(r.get.segment(), "{") {
		return u.scope.Name(plural(r.entity.name))
	}
	own := goname.Exported(r.get.segment())
	before, _, _ := cutLast(r.get.Path, "/{")
	before, _, _ = cutLast(before, "/")
	return u.scope.Name(own, plural(own), plural(r.entity.name), goname.Exported(before+" "+own))
}

func (u *unit) describeResource(r *resource, name string) {
	text := name + " is the resource at " + plain(r.get.Path)
	if len(r.members) < len(methodNames) {
		text += ", of which the description has"
	}
	text += ":"
	comment(&u.body, "// ", "// ", text)
	u.body.WriteString("//\n")
	for _, m := range r.members {
		words := m.method + ": " + cmp.Or(m.op.summary(), m.op.title()+".")
		if m.op.Deprecated {
			words += " Deprecated."
		}
		if m.orElse {
			words += " By " + m.op.name + ": it may answer with something else."
		}
		comment(&u.body, "//   - ", "//     ", plain(words+" "+m.op.told(u)))
	}
}

func (u *unit) printEndpoint(o *operation) {
	what := o.name + " is " + plain(o.title()) + "."
	if s := o.summary(); s != "" {
		what = o.name + " is " + plain(o.title()) + ": " + s
	}
	if o.template == nil {
		comment(&u.body, "// ", "// ", "No declaration for "+plain(o.title())+". "+strings.Join(o.reasons(), " "))
		u.body.WriteString("\n")
		return
	}
	schema := u.schemaOption(o)
	if m := o.entity(); m != nil {
		m.home.printModel(m)
	}
	args := u.printArguments([]string{o.name + "Args"}, o.path, o.params)
	if m := o.entity(); m != nil && o.result.kind != list && m.key.isCompound() && m.isAt(o) {
		u.printKeyOf(args, m, o.path)
	}
	comment(&u.body, "// ", "// ", what+" "+o.told(u))
	if o.Deprecated {
		u.body.WriteString("//\n// Deprecated: the description says so.\n")
	}
	if o.isRead() {
		u.declare(o.name, "RestEndpoint", []string{args, o.resultType(u)}, o.template.String(), append(u.options(o, o.methodBut(http.MethodGet)), schema...))
		return
	}
	types := []string{args, o.body.in(u), o.resultType(u)}
	u.declare(o.name, "RestMutation", types, o.template.String(), slices.Concat(u.options(o, o.methodBut(http.MethodPost)), encodingOption(o.encoding), contentOption(o.sentAs), schema))
}

// contentOption sends JSON as another media type than application/json.
func contentOption(sentAs string) []string {
	switch format := patchFormats[sentAs]; {
	case sentAs == "":
		return nil
	case format != "":
		return []string{"restclient.WithPatchFormat(" + format + ")"}
	}
	return []string{"restclient.WithContentType(" + strconv.Quote(sentAs) + ")"}
}

// encodingOption sends a body in another format than JSON.
func encodingOption(encoding string) []string {
	if encoding == "" {
		return nil
	}
	return []string{"restclient.WithBodyEncoding(" + encoding + ")"}
}

func (u *unit) options(o *operation, method string) []string {
	var options []string
	switch {
	case u.prefix != "":
		options = append(options, "restclient.WithURLPrefix("+u.constant("URLPrefix")+")")
	case o.server != "":
		options = append(options, "restclient.WithURLPrefix("+strconv.Quote(o.server)+")")
	}
	if method != "" {
		options = append(options, "restclient.WithMethod("+strconv.Quote(method)+")")
	}
	return options
}

func (u *unit) declare(name, constructor string, types []string, path string, options []string) {
	fmt.Fprintf(&u.body, "var %s = restclient.%s[%s](%s", name, constructor, strings.Join(types, ", "), quote(path))
	if len(options) > 0 {
		u.body.WriteString(",\n" + strings.Join(options, ", "))
	}
	u.body.WriteString(")\n\n")
}

// schemaOption stores what an operation answers with as entities, and what holds
// entities with these in it.
func (u *unit) schemaOption(o *operation) []string {
	m := o.entity()
	parts := o.result.parts()
	schema := ""
	switch {
	case len(parts) == 0:
		return nil
	case m != nil && o.result.kind == list:
		schema = "restclient.ListOf[" + u.nameOf(m) + "]()"
	case m != nil && m.isNamedBy(o):
		schema = "restclient.EntityOf[" + u.nameOf(m) + "]()"
	default:
		schema = u.objectOf(o.result)
	}
	return []string{"restclient.WithSchema(" + schema + ")"}
}

// printHeader writes everything up to the package clause.
func (u *unit) printHeader(b *strings.Builder) {
	title := plain(u.doc.Info.Title)
	if title == "" {
		title = "an API"
	}
	if version := plain(u.doc.Info.Version); version != "" {
		title += ", version " + version
	}
	b.WriteString("// Code generated by restgen from " + title + ". DO NOT EDIT.\n\n")
	comment(b, "// ", "// ", u.declares(title))
	for _, text := range []string{u.asked(), u.fails()} {
		if text != "" && u.shared == nil {
			b.WriteString("//\n")
			comment(b, "// ", "// ", text)
		}
	}
	b.WriteString("package " + u.name + "\n\n")
}

// declares says what is in the package.
func (u *unit) declares(title string) string {
	endpoints := "Package " + u.name + " declares the endpoints of "
	switch {
	case u.shared != nil:
		return endpoints + title + " " + ended(u.about)
	case u.split:
		return endpoints + title + " that have no package of their own, and what those below it share. " + ended(sentence(u.doc.Info.Description))
	}
	return endpoints + ended(title) + " " + ended(sentence(u.doc.Info.Description))
}

// fails says how the errors are read whose types operations name.
func (u *unit) fails() string {
	if !slices.ContainsFunc(u.operations, func(o *operation) bool { return len(o.failures) > 0 }) {
		return ""
	}
	return "The errors that operations name are read by restclient.ErrorBody."
}

// asked says which credentials the API asks for.
func (u *unit) asked() string {
	var names []string
	for _, c := range u.credentials {
		names = append(names, c.name)
	}
	text := ""
	if len(names) > 0 {
		text = "The API asks for credentials, which these policies add: " + ended(strings.Join(names, ", "))
	}
	if len(u.unserved) > 0 {
		text += " What is for the transport to do: " + ended(strings.Join(u.unserved, ", "))
	}
	return strings.TrimSpace(text)
}

func (u *unit) printConstant(b *strings.Builder) {
	if u.prefix != "" {
		b.WriteString("// URLPrefix stands before the path of every endpoint.\n")
		b.WriteString("const URLPrefix = " + strconv.Quote(u.prefix) + "\n\n")
		return
	}
	if address := addressOf(u.doc.Servers); address != "" {
		b.WriteString("// BaseURL is where the API is, for restclient.WithBaseURL.\n")
		b.WriteString("const BaseURL = " + strconv.Quote(address) + "\n\n")
	}
}

// printNested declares what an entity holds.
func (u *unit) printNested(m *model) {
	parts := m.parts()
	if len(parts) == 0 {
		return
	}
	fmt.Fprintf(&u.body, "// Nested returns the entities inside.\nfunc (%s) Nested() []restclient.Nested {\n"+
		"return []restclient.Nested{%s}\n}\n\n", m.name, u.partsOf(parts))
}

// printModel writes a type of the package, once.
func (u *unit) printModel(m *model) {
	if m.printed {
		return
	}
	m.printed = true
	if text := m.comment(); text != "" {
		comment(&u.body, "// ", "// ", m.name+text)
	}
	if m.deprecated {
		u.body.WriteString("//\n// Deprecated: the description says so.\n")
	}
	switch {
	case m.isEnum():
		u.printConstants(m)
		return
	case m.isOneOf():
		u.printOneOf(m)
		return
	case m.plain != nil:
		fmt.Fprintf(&u.body, "type %s %s\n\n", m.name, u.nameOf(m.plain))
		return
	}
	fmt.Fprintf(&u.body, "type %s struct {\n", m.name)
	for _, f := range m.fields {
		u.printField(f.doc, f.deprecated, f.name, f.typ, m.tag(f))
	}
	if m.sum != nil {
		u.body.WriteString("\tOther json.RawMessage `union:\"any\"` // of no type that the description has\n")
	}
	u.body.WriteString("}\n\n")
	if m.sum != nil {
		fmt.Fprintf(&u.body, "// MarshalJSON writes the field that is set.\nfunc (u %[1]s) MarshalJSON() ([]byte, error) { return union.Marshal(u) }\n\n"+
			"// UnmarshalJSON sets the field that data is for.\nfunc (u *%[1]s) UnmarshalJSON(data []byte) error { return union.Unmarshal(data, u) }\n\n", m.name)
	}
	if m.key != nil {
		fmt.Fprintf(&u.body, "// PK returns the primary key.\nfunc (e %s) PK() %s { return %s }\n\n", m.name, m.key.typ.in(u), u.keyIn(m, "e"))
		u.printNested(m)
		if m.key.isCompound() {
			u.printModel(m.key.typ.model)
		}
	}
}

// printOneOf declares the interface of entities of several types, and which these are.
func (u *unit) printOneOf(m *model) {
	var keys []string
	fmt.Fprintf(&u.body, "type %s interface", m.name)
	for e := range m.uses() {
		if key := e.key.typ.in(u); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 1 {
		u.body.WriteString("{ PK() " + keys[0] + " }\n\n")
	} else {
		u.body.WriteString("{}\n\n")
	}
	fmt.Fprintf(&u.body, "// %s declares the types of %s.\nfunc %[1]s() restclient.Nested {\nreturn restclient.UnionOf[%[2]s](%[3]s", m.sum.union, m.name, strconv.Quote(m.sum.attr))
	for _, f := range m.fields {
		for _, value := range f.values {
			fmt.Fprintf(&u.body, ",\nrestclient.Case(%s, restclient.EntityOf[%s]())", strconv.Quote(value), u.nameOf(f.typ.leaf().model))
		}
	}
	u.body.WriteString(")\n}\n\n")
}

func (u *unit) printField(doc string, deprecated bool, name string, t goType, tag string) {
	if deprecated {
		doc = "Deprecated. " + doc
	}
	doc = strings.TrimSpace(doc)
	trailing := ""
	if utf8.RuneCountInString(doc) <= maxTrailing && doc != "" {
		trailing = " // " + doc
	} else {
		comment(&u.body, "\t// ", "\t// ", ended(doc))
	}
	literal := "`" + tag + "`"
	if strings.ContainsAny(tag, "`\r") {
		literal = strconv.Quote(tag)
	}
	fmt.Fprintf(&u.body, "\t%s %s %s%s\n", name, t.in(u), literal, trailing)
}

func (u *unit) printConstants(m *model) {
	fmt.Fprintf(&u.body, "type %s string\n\nconst (\n", m.name)
	for _, c := range m.constants {
		fmt.Fprintf(&u.body, "\t%s %s = %s", c.name, m.name, strconv.Quote(c.value))
		if doc := sentence(c.doc); doc != "" {
			u.body.WriteString(" // " + doc)
		}
		u.body.WriteString("\n")
	}
	u.body.WriteString(")\n\n")
}

// printArguments writes the struct of arguments where one is needed, and returns
// the type of the arguments. A path parameter alone stands for itself, unless it
// has a style; a filter is a struct also then, because it is no key.
func (u *unit) printArguments(hints []string, path, params []*argument) string {
	switch {
	case len(path)+len(params) == 0:
		return none.String()
	case len(path) == 1 && len(params) == 0 && len(path[0].options) == 0:
		return path[0].typ.in(u)
	}
	name := u.scope.Name(hints...)
	fmt.Fprintf(&u.body, "type %s struct {\n", name)
	for _, a := range slices.Concat(path, params) {
		u.printField(a.doc, false, a.name, a.typ, a.tag())
	}
	u.body.WriteString("}\n\n")
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

// maxParts is how many entities are on one line.
const maxParts = 3

// partsOf is the schemas of entities, as arguments.
func (u *unit) partsOf(models []*model) string {
	var names []string
	for _, m := range models {
		if m.isOneOf() {
			names = append(names, strings.TrimSuffix(u.nameOf(m), m.name)+m.sum.union+"()")
			continue
		}
		names = append(names, "restclient.EntityOf["+u.nameOf(m)+"]()")
	}
	if len(names) <= maxParts {
		return strings.Join(names, ", ")
	}
	return "\n" + strings.Join(names, ",\n") + ",\n"
}
