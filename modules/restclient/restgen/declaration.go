package restgen

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/goname"
)

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

func (r *resource) has(o *operation) bool {
	return slices.ContainsFunc(r.members, func(m member) bool { return m.op == o })
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

// methodNames are the operations that a resource can have.
var methodNames = [...]string{"Get", "GetList", "GetList.Push", "Update", "PartialUpdate", "Delete"}

// reasons are the notes as sentences, with the arguments that a resource does
// not take.
func (o *operation) reasons() []string {
	var found []string
	for _, n := range o.notes {
		found = append(found, ended(n))
	}
	if o.taken && !o.isList() && len(o.query) > 0 {
		var names []string
		for _, a := range o.query {
			names = append(names, a.wire)
		}
		found = append(found, "Not sent: "+ended(plain(strings.Join(names, ", "))))
	}
	return found
}

// isList tells the operation that the filter of a resource is for.
func (o *operation) isList() bool { return o.Method == http.MethodGet && o.result.kind == list }

// summary is one sentence about the operation, or nothing.
func (o *operation) summary() string {
	for _, text := range []string{o.Summary, o.Description, o.PathSummary} {
		if s := sentence(text); s != "" {
			return ended(s)
		}
	}
	return ""
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

// methodBut is the method, "" when it is the usual one.
func (o *operation) methodBut(usual string) string {
	if o.Method == usual {
		return ""
	}
	return o.Method
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

// quote is a literal without escapes where there is one.
func quote(text string) string {
	if strings.Contains(text, `"`) && strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
