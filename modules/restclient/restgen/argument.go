package restgen

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// openNames are query parameters that say how a list is shown, not what is in
// it. Names that begin with "order" are so for restclient itself.
var openNames = []string{
	"sort", "sortby", "sortorder", "sortdir", "direction", "dir", "limit", "perpage", "pagesize", "size", "maxresults",
	"fields", "expand", "include", "select", "locale", "lang", "language", "pretty",
}

// pageNames are query parameters that select a page.
var pageNames = []string{"page", "cursor", "offset", "after", "startingafter", "pagetoken", "nexttoken", "nextcursor"}

// addArguments turns the parameters of an operation into fields.
func (r *resolver) addArguments(o *operation) {
	names := goname.Scope{"PK": true}
	for _, p := range o.template.Params() {
		o.path = append(o.path, r.pathArgument(o, p.Name, names))
	}
	for i := range o.Parameters {
		p := &o.Parameters[i]
		switch p.In {
		case apidoc.InPath:
		case apidoc.InQuery:
			r.addQuery(o, p, names)
		default:
			refuse(o, p)
		}
	}
}

func refuse(o *operation, p *apidoc.Parameter) {
	if p.In == apidoc.InHeader && slices.Contains([]string{"accept", "authorization", "content-type"}, strings.ToLower(p.Name)) {
		return
	}
	o.note("The " + string(p.In) + " " + p.Name + " is not sent")
}

func (r *resolver) pathArgument(o *operation, name string, names goname.Scope) *argument {
	a := &argument{name: names.Name(goname.Exported(name)), wire: name, typ: basicType("string"), required: true, inPath: true}
	for i := range o.Parameters {
		p := &o.Parameters[i]
		if p.In != apidoc.InPath || p.Name != name {
			continue
		}
		a.doc = p.Description
		if t := r.typeOf(p.Schema, hints{a.name, o.name + a.name}); t.isScalar() {
			a.typ = t
		} else if t.kind == pointer && t.elem.isScalar() {
			a.typ = *t.elem
		}
		return a
	}
	return a
}

func (r *resolver) addQuery(o *operation, p *apidoc.Parameter, names goname.Scope) {
	t, reason := r.queryType(o, p)
	switch bound := func(a *argument) bool { return a.wire == p.Name }; {
	case p.Name == "" || strings.Contains(p.Name, ","):
		reason = "its name is not one for a tag"
	case slices.ContainsFunc(o.path, bound) || slices.ContainsFunc(o.query, bound):
		reason = "another parameter has its name"
	}
	if reason != "" {
		o.note("The query parameter " + p.Name + " is not sent: " + reason)
		return
	}
	a := &argument{name: names.Name(goname.Exported(p.Name)), wire: p.Name, typ: t, required: p.Required, doc: p.Description}
	a.open = slices.Contains(openNames, bare(p.Name))
	if !p.Required && t.zeroIsValue() {
		a.typ = t.of(pointer)
	}
	o.query = append(o.query, a)
}

// queryType is the type of a query parameter, or the reason why there is none.
func (r *resolver) queryType(o *operation, p *apidoc.Parameter) (goType, string) {
	if p.Schema == nil {
		return basicType("string"), ""
	}
	if p.Style == "deepObject" || r.isObject(p.Schema) {
		return goType{}, "it is an object"
	}
	if r.isObject(p.Schema.Items) {
		return goType{}, "it is a list of objects"
	}
	t := r.typeOf(p.Schema, hints{goname.Exported(p.Name), o.name + goname.Exported(p.Name)})
	if t.kind == pointer {
		t = *t.elem
	}
	switch {
	case t.isScalar():
		return t, ""
	case t.kind == basic && t.text == "[]byte", t.kind == raw:
		return basicType("string"), ""
	case t.kind != list:
		return goType{}, "it is no value that a query has"
	case !p.Explode || p.Style != "form":
		return basicType("string"), "" // joined by the caller, who knows the separator
	case t.elem.kind == raw:
		return basicType("string").of(list), ""
	case !t.elem.isScalar():
		return goType{}, "it is a list of lists"
	}
	return t, ""
}

// isObject tells objects without making types for them.
func (r *resolver) isObject(s *apidoc.Schema) bool {
	flat := r.flatTarget(s)
	return flat != nil && flat.SoleType() == "object"
}

// pageField is the one query parameter that selects a page, "" when it is not
// clear which does.
func pageField(query []*argument) string {
	found := ""
	for _, a := range query {
		if !slices.Contains(pageNames, bare(a.wire)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = a.wire
	}
	return found
}
