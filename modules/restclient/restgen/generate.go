package restgen

import (
	"context"
	"fmt"
	"go/token"
	"path"
	"slices"
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
	files, err := generate(ctx, doc, opts, func(g *generator) []*unit { return onePackage(g) })
	if err != nil {
		return nil, err
	}
	return files[0].Code, nil
}

// File is a Go file of several.
type File struct {
	Path string // with slashes, relative to the directory of all of them
	Code []byte
}

// SplitByTag is Generate for large descriptions: it writes a package for each tag, and
// one for what they share, of which importPath is the import path. That one has the
// name of WithPackage and comes first; the others are in directories below it, and
// import nothing but it.
//
// An operation is in the package of its first tag, of those that WithTags names where
// it names some. One without tags is with those at the same first segment of the path;
// versions, such as v1, do not count. A type that operations of several packages need,
// by whatever way, is in the shared one. All names are those that Generate gives.
//
// Beside the errors of Generate there is one for an import path that is not valid.
func SplitByTag(ctx context.Context, doc *apidoc.Document, importPath string, opts ...Option) ([]File, error) {
	if importPath == "" || path.Clean(importPath) != importPath || strings.ContainsFunc(importPath, notInPath) {
		return nil, fmt.Errorf("restgen: %q is not an import path", importPath)
	}
	return generate(ctx, doc, append(slices.Clip(opts), isSplit), func(g *generator) []*unit { return packagesByTag(g, importPath) })
}

// notInPath reports whether a character is in no import path.
func notInPath(c rune) bool {
	return c <= ' ' || c >= 0x7f || strings.ContainsRune("!\"#$%&'()*,:;<=>?[\\]^`{|}", c)
}

func generate(ctx context.Context, doc *apidoc.Document, opts []Option, split func(*generator) []*unit) ([]File, error) {
	c, err := newConfig(doc, opts)
	if err != nil {
		return nil, err
	}
	g := &generator{config: c, doc: doc, resolver: newResolver(ctx, doc, c.typeNames)}
	if err := g.read(ctx); err != nil {
		return nil, err
	}
	g.credentials, g.unserved = credentialsOf(doc.SecuritySchemes, g.scope)
	units := split(g)
	g.settleHomes(units[0])
	g.print(units[0])
	var files []File
	for _, u := range units {
		if u.shared != nil && u.body.Len() == 0 {
			continue // all its operations are methods of resources elsewhere
		}
		code, err := u.file()
		if err != nil {
			return nil, err
		}
		files = append(files, File{u.filePath(), code})
	}
	g.fillReport(files)
	return files, nil
}

type generator struct {
	config
	*resolver
	doc        *apidoc.Document
	operations []*operation
	resources  []*resource
	// credentials are the security schemes that have a function; the others are unserved.
	credentials []credential
	unserved    []string
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
	for _, o := range g.operations {
		g.addFailures(o)
	}
	g.settle()
	ofPaths := ofPaths(g.operations)
	findEnveloped(ofPaths)
	keepKeys(ofPaths)
	compounds{g.resolver}.keep(ofPaths)
	unions{g.resolver}.settleRefs(g.operations)
	unions{g.resolver}.settleOneOfs()
	results := onlyResults(g.models, g.operations)
	compounds{g.resolver}.setApart(results)
	nest(g.models)
	listResults(results)
	breakCycles(g.models)
	var opened []*model
	g.resources, opened = resources(ofPaths)
	g.models = without(opened, g.models, g.operations)
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

// settleHomes gives each type the package of the operations that need it, and the
// shared one where these are in several: what that one has leads nowhere else.
func (g *generator) settleHomes(shared *unit) {
	var settle func(m *model, u *unit)
	settle = func(m *model, u *unit) {
		if m.home == u || m.home == shared {
			return
		}
		if m.home != nil {
			u = shared
		}
		m.home = u
		for next := range m.uses() {
			settle(next, u)
		}
	}
	for _, r := range g.resources {
		for _, member := range r.members {
			member.op.home = r.get.home
		}
	}
	for _, o := range g.operations {
		for m := range o.uses() {
			settle(m, o.home)
		}
	}
	for _, m := range g.models {
		if m.home == nil {
			settle(m, shared)
		}
	}
}

// print writes resources and endpoints in the order of the description, a resource
// where its first operation is, then the types that none of them has written yet, in
// the order in which they were found.
func (g *generator) print(shared *unit) {
	printed := map[*resource]bool{}
	for _, o := range g.operations {
		if !o.taken {
			o.home.printEndpoint(o)
			continue
		}
		r := g.resources[slices.IndexFunc(g.resources, func(r *resource) bool { return r.has(o) })]
		if !printed[r] {
			printed[r] = true
			o.home.printResource(r)
		}
	}
	for _, m := range g.models {
		m.home.printModel(m)
	}
	for _, c := range g.credentials {
		c.print(&shared.body)
	}
}

func (g *generator) fillReport(files []File) {
	if g.report == nil {
		return
	}
	report := Report{Operations: len(g.operations), Resources: len(g.resources)}
	for _, f := range files {
		report.Lines += strings.Count(string(f.Code), "\n")
	}
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

// onePackage has all operations in one package.
func onePackage(g *generator) []*unit {
	u := &unit{generator: g, name: g.pkg}
	for _, o := range g.operations {
		o.home = u
	}
	return []*unit{u}
}

// packagesByTag has an operation in the package of its tag.
func packagesByTag(g *generator, importPath string) []*unit {
	shared := &unit{generator: g, name: g.pkg, path: importPath}
	units := []*unit{shared}
	names, of := goname.Scope{g.pkg: true}, map[string]*unit{}
	for _, o := range g.operations {
		group, about := g.groupOf(o)
		switch {
		case group == "":
			o.home = shared
		case of[about] == nil:
			of[about] = &unit{generator: g, name: names.Name(packageName(group)), shared: shared, about: about}
			units = append(units, of[about])
			fallthrough
		default:
			o.home = of[about]
		}
	}
	return units
}

// groupOf is what an operation has in common with others of its package, as a name and
// in words; empty for one at the root.
func (g *generator) groupOf(o *operation) (name, about string) {
	tags := o.Tags
	if len(g.tags) > 0 {
		tags = slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return !slices.Contains(g.tags, tag) })
	}
	if len(tags) > 0 {
		return tags[0], "that have the tag " + plain(tags[0])
	}
	for segment := range strings.SplitSeq(strings.Trim(o.Path, "/"), "/") {
		switch {
		case isVersion(segment):
		case segment == "", strings.Contains(segment, "{"):
			return "", ""
		default:
			return segment, "at /" + plain(segment)
		}
	}
	return "", ""
}

// isVersion reports whether a segment of a path is a version, such as v1.
func isVersion(segment string) bool {
	number, ok := strings.CutPrefix(strings.ToLower(segment), "v")
	return ok && number != "" && strings.Trim(number, "0123456789.") == ""
}

// unfit are names that a package cannot have, or that mean something to Go or to
// Windows.
var unfit = []string{
	"main", "internal", "vendor", "testdata", "init", "con", "prn", "aux", "nul",
	"com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
	"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9",
}

// packageName is a name for the package of a tag: its letters and digits that ASCII
// has, in small letters.
func packageName(tag string) string {
	name := strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			return c
		case 'A' <= c && c <= 'Z':
			return c + 'a' - 'A'
		}
		return -1
	}, tag)
	const longest = 60
	name = name[:min(len(name), longest)]
	switch {
	case name == "", name[0] <= '9':
		return "tag" + name
	case token.IsKeyword(name), slices.Contains(unfit, name), isImported(name):
		return name + "api"
	}
	return name
}
