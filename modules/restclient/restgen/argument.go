package restgen

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// argument is a parameter as a field.
type argument struct {
	name     string // in Go
	wire     string // as it is sent
	in       apidoc.Place
	typ      goType
	required bool
	open     bool     // does not restrict a list
	options  []string // of the tag: how the value is written
	doc      string
}

func (a *argument) tag() string {
	value := a.wire
	if a.in != apidoc.InPath && !a.required && a.typ.kind != pointer && a.typ.kind != list && a.typ.kind != dict && a.typ.structOf() == nil {
		value += ",omitempty"
	}
	for _, option := range a.options {
		value += "," + option
	}
	if a.open {
		value += ",nofilter"
	}
	return string(a.in) + ":" + strconv.Quote(value)
}

// title names the parameter, and where it is sent unless that is the query.
func (a *argument) title() string {
	if a.in == apidoc.InQuery {
		return a.wire
	}
	return "the " + string(a.in) + " " + a.wire
}

// instead names the option that has a resource send the argument.
func (a *argument) instead() string {
	if a.in == apidoc.InHeader && strings.EqualFold(a.wire, "If-Match") {
		return ", which WithIfMatch is for"
	}
	return ""
}

// isSentAs reports whether two arguments are one parameter.
func (a *argument) isSentAs(b *argument) bool {
	return a.in == b.in && a.wire == b.wire && a.typ.String() == b.typ.String() && slices.Equal(a.options, b.options)
}

// names are what the argument takes of the names that a place has.
func (a *argument) names() []string {
	m := a.typ.structOf()
	isText := slices.ContainsFunc(a.options, func(option string) bool { return option != "exploded" && option != "reserved" })
	if a.in != apidoc.InQuery || isText || m == nil {
		return []string{string(a.in) + " " + a.wire}
	}
	var all []string
	for _, f := range m.fields {
		if slices.Contains(a.options, "exploded") {
			all = append(all, string(a.in)+" "+f.property)
		} else {
			all = append(all, string(a.in)+" "+a.wire+"["+f.property+"]")
		}
	}
	return all
}

// arguments turns the parameters of an operation into fields.
type arguments struct {
	*resolver
	o      *operation
	fields goname.Scope
	taken  map[string]bool // names, as they are sent
}

func addArguments(r *resolver, o *operation) {
	r.inQuery = true
	defer func() { r.inQuery = false }()
	as := arguments{r, o, goname.Scope{"PK": true}, map[string]bool{}}
	for _, p := range o.template.Params() {
		a := as.inPath(p.Name)
		as.taken[a.names()[0]] = true
		o.path = append(o.path, a)
	}
	for i := range o.Parameters {
		if p := &o.Parameters[i]; p.In != apidoc.InPath && !p.Ignored() {
			as.add(p)
		}
	}
}

func (as arguments) inPath(name string) *argument {
	a := &argument{name: as.fields.Name(goname.Exported(name)), wire: name, in: apidoc.InPath, typ: basicType("string"), required: true}
	i := slices.IndexFunc(as.o.Parameters, func(p apidoc.Parameter) bool { return p.In == apidoc.InPath && p.Name == name })
	if i < 0 {
		return a
	}
	p := &as.o.Parameters[i]
	a.doc = as.docOf(p)
	t, reason := as.typeOf(p)
	if reason != "" {
		as.o.note("The path parameter " + name + " is sent as one text: " + reason)
		t = basicType("string")
	}
	a.typ, a.options = t, optionsOf(p, t)
	return a
}

// add takes over a parameter of the query, a header or a cookie, or says why it is not
// sent.
func (as arguments) add(p *apidoc.Parameter) {
	t, reason := as.typeOf(p)
	a := &argument{wire: p.Name, in: p.In, typ: t, required: p.Required, doc: as.docOf(p), options: optionsOf(p, t)}
	if unnamed := unnamed(p); unnamed != "" {
		reason = unnamed
	} else if reason == "" && slices.ContainsFunc(a.names(), func(name string) bool { return as.taken[name] }) {
		reason = "another parameter has its name"
	}
	if reason != "" {
		what := string(p.In)
		if p.In == apidoc.InQuery {
			what = "query parameter"
		}
		as.o.note("The " + what + " " + p.Name + " is not sent: " + reason)
		return
	}
	for _, name := range a.names() {
		as.taken[name] = true
	}
	a.name = as.fields.Name(goname.Exported(p.Name), goname.Exported(p.Name+" "+string(p.In)))
	a.open = p.In == apidoc.InQuery && slices.Contains(openNames, bare(p.Name))
	if !p.Required && t.zeroIsValue() {
		a.typ = t.of(pointer)
	}
	as.o.params = append(as.o.params, a)
}

// docOf describes a parameter, and the media type of one that is encoded by the caller.
func (as arguments) docOf(p *apidoc.Parameter) string {
	if p.Schema != nil || len(p.Content) == 0 {
		doc := sentence(p.Description)
		if flat := as.flatTarget(p.Schema); flat != nil && constantDoc(flat) != "" {
			return strings.TrimSpace(ended(doc) + constantDoc(flat))
		}
		return doc
	}
	return strings.TrimSpace(ended(sentence(p.Description)) + " As " + plain(p.Content[0].Name) + ".")
}

// ofTransport are the headers of the transport: those that frame a message, and the one
// that has it leave a response as it is encoded.
var ofTransport = []string{"Accept-Encoding", "Connection", "Content-Length", "Host", "Transfer-Encoding"}

// unnamed says why no tag can have the name of a parameter, "" when one can.
func unnamed(p *apidoc.Parameter) string {
	switch {
	case p.In == apidoc.InQueryString:
		return "it is the whole query"
	case !slices.Contains([]apidoc.Place{apidoc.InQuery, apidoc.InHeader, apidoc.InCookie}, p.In):
		return "there is no such place"
	case p.In == apidoc.InQuery && (p.Name == "" || strings.Contains(p.Name, ",")),
		p.In != apidoc.InQuery && !httpfield.IsToken(p.Name):
		return "its name is not one for a tag"
	case p.In == apidoc.InHeader && slices.Contains(ofTransport, http.CanonicalHeaderKey(p.Name)):
		return "the transport sets it"
	}
	return ""
}

// optionsOf are the options of the tag of a parameter of type t: its style.
func optionsOf(p *apidoc.Parameter, t goType) []string {
	isObject, isList := t.kind == dict || t.structOf() != nil, t.kind == list
	var options []string
	style := map[string]string{"spaceDelimited": "space", "pipeDelimited": "pipe", "tabDelimited": "tab"}[p.Style]
	isPlural := isObject || isList
	switch {
	case p.In == apidoc.InPath && (p.Style == "label" || p.Style == "matrix"):
		options = []string{p.Style}
		if p.Explode && isPlural {
			options = append(options, "exploded")
		}
	case !isPlural:
	case p.In == apidoc.InPath, p.In == apidoc.InHeader:
		options = []string{cmp.Or(style, "comma")}
		if p.Explode && isObject {
			options = append(options, "exploded")
		}
	case p.Style == "deepObject" && t.lists():
		options = []string{"brackets"}
	case p.Style == "deepObject":
	case p.Explode && isObject:
		options = []string{"exploded"}
	case p.Explode:
	case p.In == apidoc.InQuery:
		options = []string{cmp.Or(style, "comma")}
	default:
		options = []string{"comma"}
	}
	if p.In == apidoc.InQuery && p.AllowReserved {
		options = append(options, "reserved")
	}
	return options
}

// typeOf returns the type of a parameter, or why it cannot be sent.
func (as arguments) typeOf(p *apidoc.Parameter) (goType, string) {
	if p.Schema == nil {
		return basicType("string"), ""
	}
	name := goname.Exported(p.Name)
	hint := hints{name, as.o.name + name}
	if p.In == apidoc.InQuery && p.Style == "deepObject" {
		return as.deep(hint, p.Schema, 0)
	}
	if as.isObject(p.Schema) {
		return as.object(as.o.name+name, as.flatTarget(p.Schema))
	}
	if as.isObject(p.Schema.Items) {
		return goType{}, "it is a list of objects"
	}
	switch t := sentAs(as.resolver.typeOf(p.Schema, hint)); {
	case t.isScalar(), t.kind == list && t.elem.isScalar():
		return t, ""
	case t.kind != list:
		return goType{}, notSent
	}
	return goType{}, "it is a list of lists"
}

const notSent = "it is no value that is sent so"

// sentAs is the type of a value as an argument: what may be null can be left out, what
// may be anything is a text.
func sentAs(t goType) goType {
	switch {
	case t.kind == pointer:
		return sentAs(*t.elem)
	case t.kind == basic && t.text == "[]byte", t.hasKinds():
		return basicType("string")
	case t.kind == list, t.kind == dict:
		return sentAs(*t.elem).of(t.kind)
	}
	return t
}

// object is the type of an object of scalars: a struct or a map of them.
func (as arguments) object(name string, s *apidoc.Schema) (goType, string) {
	scalar := func(hint hints, s *apidoc.Schema) (goType, string) {
		if t := sentAs(as.resolver.typeOf(s, hint)); t.isScalar() {
			return t, ""
		}
		return goType{}, notSent
	}
	if len(s.Properties) > 0 {
		return as.structOf(name, s, scalar)
	}
	return as.mapOf(hints{name}, s, scalar)
}

// maxNested bounds how deep the lists and objects of a query nest.
const maxNested = 6

// deep is the type of a deepObject and of what is in it: objects, lists and scalars. Of
// alternatives, the object counts: it says more than the scalar beside it. A text that
// can only be empty stands for nothing, as in a form.
func (as arguments) deep(hint hints, s *apidoc.Schema, depth int) (goType, string) {
	if depth > maxNested {
		return goType{}, "it nests too deep"
	}
	inForm := as.inForm
	as.inForm = true
	defer func() { as.inForm = inForm }()
	inner := func(hint hints, s *apidoc.Schema) (goType, string) { return as.deep(hint, s, depth+1) }
	flat := as.objectIn(s)
	switch {
	case flat == nil:
	case flat.SoleType() == "object" && len(flat.Properties) > 0:
		return as.structOf(hint[len(hint)-1], flat, inner)
	case flat.SoleType() == "object":
		return as.mapOf(hint.value(), flat, inner)
	case flat.SoleType() == "array":
		elem, reason := inner(hint.item(), flat.Items)
		return elem.of(list), reason
	}
	if t := sentAs(as.resolver.typeOf(s, hint)); t.isScalar() {
		return t, ""
	}
	return goType{}, notSent
}

// objectIn is what a schema says, flat, or the object among its alternatives; nil when
// that is nothing that Go has a type for.
func (as arguments) objectIn(s *apidoc.Schema) *apidoc.Schema {
	if flat := as.flatTarget(s); flat != nil || s == nil {
		return flat
	}
	for _, alternative := range slices.Concat(s.AnyOf, s.OneOf) {
		if found := as.flatTarget(alternative); found != nil && found.SoleType() == "object" {
			return found
		}
	}
	return nil
}

// typing returns the type of what is in an object, or why it cannot be sent.
type typing func(hint hints, s *apidoc.Schema) (goType, string)

// mapOf is the type of an object without properties.
func (as arguments) mapOf(hint hints, s *apidoc.Schema, typeOf typing) (goType, string) {
	values := s.AdditionalProperties
	if values == nil || values.Always != nil || isEmpty(values) {
		return basicType("string").of(dict), ""
	}
	elem, reason := typeOf(hint, values)
	if reason != "" {
		reason = "it is an object of more than texts and numbers"
	}
	return elem.of(dict), reason
}

// structOf declares a struct whose fields have tags for a query. Parameters of one
// shape share it.
func (as arguments) structOf(name string, s *apidoc.Schema, typeOf typing) (goType, string) {
	m := &model{in: apidoc.InQuery, doc: s.Description}
	names, id := goname.Scope{}, ""
	for i := range s.Properties {
		q := &s.Properties[i]
		f := &field{name: names.Name(goname.Exported(q.Name)), property: q.Name}
		t, reason := typeOf(hints{name + f.name}, q.Schema)
		if reason != "" || !canBeTagged(q.Name) {
			return goType{}, "its member " + q.Name + " is no value that is sent so"
		}
		as.describe(f, q.Schema)
		if f.typ = t; t.zeroIsValue() {
			f.typ = t.of(pointer)
		}
		m.fields = append(m.fields, f)
		id += f.name + " " + f.property + " " + f.typ.String() + "\x00"
	}
	if known := as.queries[id]; known != nil {
		return goType{kind: named, model: known}, ""
	}
	m.name = as.scope.Name(cmp.Or(goname.Camel(s.Title), name), name)
	as.queries[id] = m
	as.models = append(as.models, m)
	return goType{kind: named, model: m}, ""
}

// openNames are query parameters that say how a list is shown, not what is in
// it. Names that begin with "order" are so for restclient itself.
var openNames = []string{
	"sort", "sortby", "sortorder", "sortdir", "direction", "dir", "limit", "perpage", "pagesize", "size", "maxresults",
	"fields", "expand", "include", "select", "locale", "lang", "language", "pretty",
}

// pageNames are query parameters that select a page.
var pageNames = []string{"page", "cursor", "offset", "after", "startingafter", "pagetoken", "nexttoken", "nextcursor"}

// pageField is the one query parameter that selects a page, "" when it is not
// clear which does.
func pageField(params []*argument) string {
	found := ""
	for _, a := range params {
		if a.in != apidoc.InQuery || !slices.Contains(pageNames, bare(a.wire)) {
			continue
		}
		if found != "" {
			return ""
		}
		found = a.wire
	}
	return found
}
