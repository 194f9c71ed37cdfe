package restgen

import (
	"cmp"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/goname"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// operation is an operation in terms of Go. Its Go name is kept also when a
// resource takes it.
type operation struct {
	*apidoc.Operation
	name     string
	template *pathtemplate.Template // nil when there can be no declaration
	server   string                 // that of its own; empty: that of the description
	path     []*argument            // in the order of the template
	params   []*argument            // of the query, headers and cookies
	body     goType                 // text is "restclient.None" for none
	encoding string                 // of the body, in Go; empty: JSON
	sentAs   string                 // the media type of a JSON body; empty: application/json
	result   goType
	envelope
	taken bool        // by a resource
	sent  []*argument // of the params, those that the resource has
	home  *unit       // the package that it is declared in
	remarks
}

// remarks are what the comment of an operation says besides.
type remarks struct {
	notes    []string // what is not expressed
	named    []*model // types that the notes name
	failures []failure
}

// failure is what the errors of some statuses are made of.
type failure struct {
	model    *model
	statuses []string
}

// addFailure takes what the errors of a status are made of.
func (r *remarks) addFailure(m *model, status string) {
	i := slices.IndexFunc(r.failures, func(f failure) bool { return f.model == m })
	if i < 0 {
		i = len(r.failures)
		r.failures = append(r.failures, failure{model: m})
	}
	r.failures[i].statuses = append(r.failures[i].statuses, status)
}

// told is what the comment in a package says behind its beginning.
func (o *operation) told(u *unit) string {
	list := o.reasons()
	var types []string
	for _, f := range o.failures {
		types = append(types, u.nameOf(f.model)+" ("+strings.Join(f.statuses, ", ")+")")
	}
	if len(types) > 0 {
		list = append(list, "Errors: "+ended(strings.Join(types, ", ")))
	}
	return strings.Join(list, " ")
}

var none = basicType("restclient.None")

func (o *operation) title() string { return o.Method + " " + o.Path }

func (o *operation) note(text string) {
	if text = plain(text); !slices.Contains(o.notes, text) {
		o.notes = append(o.notes, text)
	}
}

// place finds the server of an operation that is not where the description is.
func (o *operation) place(all []apidoc.Server) {
	if len(o.Servers) == 0 || slices.EqualFunc(o.Servers, all, func(a, b apidoc.Server) bool { return a.URL == b.URL }) {
		return
	}
	switch address := addressOf(o.Servers); address {
	case "":
		o.note("It is sent to the base URL, and not to " + o.Servers[0].URL)
	case addressOf(all):
	default:
		o.server = address
	}
}

func (o *operation) isRead() bool {
	return o.Method == http.MethodGet || o.Method == http.MethodHead || o.Method == http.MethodOptions || o.Method == http.MethodTrace
}

func isMethod(method string) bool {
	return method != "" && !strings.ContainsFunc(method, func(c rune) bool { return c < 'A' || c > 'Z' })
}

// withoutFragment is a path template without the fragment, which is never sent (RFC 9110,
// section 7.1). It is false where the path has no fragment.
func withoutFragment(path string) (string, bool) {
	var sent []braces.Piece
	for _, piece := range braces.Cut(path) {
		before, _, ok := strings.Cut(piece.Text, "#")
		if ok && !piece.Param {
			return braces.Join(append(sent, braces.Piece{Text: before})), true
		}
		sent = append(sent, piece)
	}
	return path, false
}

// ofPaths are the operations that are told apart by what is sent: those that differ in
// the fragment of their paths alone are in no resource.
func ofPaths(operations []*operation) []*operation {
	return slices.DeleteFunc(slices.Clone(operations), func(o *operation) bool {
		_, ok := withoutFragment(o.Path)
		return ok
	})
}

// templateOf turns the braces of OpenAPI into the names of restclient. Literals
// keep their meaning.
func templateOf(path string) (*pathtemplate.Template, error) {
	path, _ = withoutFragment(path)
	var b strings.Builder
	for _, piece := range braces.Cut(path) {
		switch {
		case !piece.Param:
			writeLiteral(&b, piece.Text)
		case piece.Text == "":
			writeLiteral(&b, "{}")
		default:
			b.WriteString(`:"` + quotable.Replace(piece.Text) + `"`)
		}
	}
	t, err := pathtemplate.Parse(b.String())
	switch {
	case err != nil:
		return nil, err
	case !strings.HasPrefix(t.String(), "/") || strings.Contains(b.String(), "?"):
		return nil, &pathtemplate.SyntaxError{Input: t.String(), Message: "a path begins with a slash and has no query"}
	}
	return t, nil
}

var quotable = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func writeLiteral(b *strings.Builder, text string) {
	for _, c := range text {
		if strings.ContainsRune(`\:*{}()[]+?!`, c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
}

// holdsNothing tells the schema of an object that has no members.
func holdsNothing(s *apidoc.Schema) bool {
	return s != nil && s.SoleType() == "object" && len(s.Properties) == 0 && s.AdditionalProperties == nil ||
		s != nil && s.AdditionalProperties != nil && s.AdditionalProperties.Always != nil && !*s.AdditionalProperties.Always && len(s.Properties) == 0
}

// jsonContent returns the JSON content, or nil. It prefers a merge patch to other patches,
// because a merge patch has the members that change, however deep they are.
func jsonContent(content []apidoc.MediaType) *apidoc.MediaType {
	for _, is := range []func(string) bool{
		func(name string) bool { return name == "application/json" },
		func(name string) bool { return name == "application/merge-patch+json" },
		isJSON,
		func(name string) bool { return name == "*/*" || name == "application/*" },
	} {
		for i := range content {
			if is(mediaType(content[i])) {
				return &content[i]
			}
		}
	}
	return nil
}

func isJSON(name string) bool { return name == "application/json" || strings.HasSuffix(name, "+json") }

// reasons are the notes as sentences, with the arguments that a resource does
// not take.
func (o *operation) reasons() []string {
	var found []string
	for _, n := range o.notes {
		found = append(found, ended(n))
	}
	var names []string
	for _, a := range o.params {
		if o.taken && !o.isList() && !slices.Contains(o.sent, a) {
			names = append(names, a.title()+a.instead())
		}
	}
	if len(names) > 0 {
		found = append(found, "Not sent: "+ended(plain(strings.Join(names, ", "))))
	}
	if o.taken && o.Method == http.MethodDelete && !o.result.isNone() {
		found = append(found, "What it answers is not returned.")
	}
	return found
}

// addTo adds what the operation takes in the query to the arguments of several, which stand
// beside others. Use is told of each that it has there.
func (o *operation) addTo(all, others []*argument, use func(*argument)) []*argument {
	names, sent := goname.Scope{"PK": true}, map[string]*argument{}
	for _, a := range slices.Concat(others, all) {
		names[a.name] = true
		for _, name := range a.names() {
			sent[name] = a
		}
	}
	for _, a := range o.params {
		var there *argument
		for _, name := range a.names() {
			there = cmp.Or(there, sent[name])
		}
		switch {
		case a.in != apidoc.InQuery || there != nil && !there.isSentAs(a):
			continue
		case there == nil:
			added := *a
			added.name = names.Name(a.name)
			there, all = &added, append(slices.Clip(all), &added)
		}
		o.sent = append(o.sent, a)
		use(there)
	}
	return all
}

// what is the type of what an operation gets: its result, or a member of that.
func (o *operation) what() goType { return o.inner.typeIn(o.result) }

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

// methodBut is the method, "" when it is the usual one.
func (o *operation) methodBut(usual string) string {
	if o.Method == usual {
		return ""
	}
	return o.Method
}

// entity is the entity that an operation answers with, alone or as a list; nil
// when it answers with something else.
func (o *operation) entity() *model {
	t := o.result
	if t.kind == list {
		t = *t.elem
	}
	if m := t.structOf(); m != nil && m.key != nil {
		return m
	}
	return nil
}

// resultType is the type of the result, as code of a package writes it.
func (o *operation) resultType(u *unit) string {
	if o.result.kind == list && o.entity() != nil {
		return "restclient.List[" + u.nameOf(o.entity()) + "]"
	}
	return o.result.in(u)
}

// uses are the types that the declaration of an operation names. What a deletion answers
// is not returned by a resource.
func (o *operation) uses() iter.Seq[*model] {
	return func(yield func(*model) bool) {
		types := []goType{o.body, o.result, o.whole}
		if o.taken && o.Method == http.MethodDelete {
			types = types[:1]
		}
		for _, t := range types {
			if m := t.leaf().model; m != nil && !yield(m) {
				return
			}
		}
		for _, a := range slices.Concat(o.path, o.params) {
			if m := a.typ.leaf().model; m != nil && !yield(m) {
				return
			}
		}
		for _, m := range o.named {
			if !yield(m) {
				return
			}
		}
		for _, f := range o.failures {
			if !yield(f.model) {
				return
			}
		}
	}
}

// endsInParameter tells paths whose last segment is one parameter.
func (o *operation) endsInParameter() bool {
	if o.template == nil || len(o.path) == 0 {
		return false
	}
	return strings.HasSuffix(o.Path, "/{"+o.path[len(o.path)-1].wire+"}")
}

// segment is the part of the path before the last parameter.
func (o *operation) segment() string {
	before, _, _ := cutLast(o.Path, "/{")
	return before[strings.LastIndex(before, "/")+1:]
}

// fits reports whether the arguments of a resource are enough for an operation.
func (o *operation) fits() bool { return o != nil && !o.taken && !hasRequired(o.params) }

func mediaType(c apidoc.MediaType) string {
	name, _, _ := strings.Cut(strings.ToLower(c.Name), ";")
	return strings.TrimSpace(name)
}

// explainOthers says which successes have another content than the one that is read.
// What has none is read as no value.
func (o *operation) explainOthers(chosen *apidoc.Response) {
	var others []string
	for i := range o.Responses {
		other := &o.Responses[i]
		if status, err := strconv.Atoi(other.Status); err != nil || status/100 != 2 || len(other.Content) == 0 || hasNoBody(o.Method, other.Status) {
			continue
		}
		if contentOf(other) != contentOf(chosen) {
			others = append(others, other.Status)
		}
	}
	if len(others) > 0 {
		o.note("The result is that of status " + chosen.Status + ": those of " + strings.Join(others, ", ") + " are described otherwise")
	}
}

// contentOf names what a response is: the schema of its JSON, as far as that has a
// name or is of one type, or else its media type.
func contentOf(r *apidoc.Response) string {
	content := jsonContent(r.Content)
	switch {
	case content == nil:
		return mediaType(r.Content[0])
	case content.Schema == nil:
		return ""
	case content.Schema.Ref == "" && content.Schema.Items != nil:
		return "array of " + content.Schema.Items.Ref
	}
	return content.Schema.Ref + " " + content.Schema.SoleType()
}
