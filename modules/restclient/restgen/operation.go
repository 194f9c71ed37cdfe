package restgen

import (
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/restclient/pathtemplate"
)

// operation is an operation in terms of Go. Its Go name is kept also when a
// resource takes it.
type operation struct {
	*apidoc.Operation
	name     string
	template *pathtemplate.Template // nil when there can be no declaration
	path     []*argument            // in the order of the template
	query    []*argument
	body     goType            // text is "restclient.None" for none
	form     []apidoc.Property // of a body that is a form
	result   goType
	taken    bool     // by a resource
	notes    []string // what is not expressed
}

// argument is a parameter as a field.
type argument struct {
	name     string // in Go
	wire     string // in the path or query
	typ      goType
	required bool
	inPath   bool
	open     bool // does not restrict a list
	doc      string
}

var none = basicType("restclient.None")

func (t goType) isNone() bool { return t == none }

func (o *operation) title() string { return o.Method + " " + o.Path }

func (o *operation) note(text string) {
	if text = plain(text); !slices.Contains(o.notes, text) {
		o.notes = append(o.notes, text)
	}
}

func (o *operation) isRead() bool {
	return o.Method == http.MethodGet || o.Method == http.MethodHead || o.Method == http.MethodOptions || o.Method == http.MethodTrace
}

// newOperation reads what an operation needs and gives. What cannot be expressed
// becomes a note.
func (r *resolver) newOperation(op *apidoc.Operation, name string) *operation {
	o := &operation{Operation: op, name: name, body: none, result: none}
	template, err := templateOf(op.Path)
	if err != nil {
		o.note("The path has no template: " + err.Error())
		return o
	}
	if !isMethod(op.Method) {
		o.note("The method " + op.Method + " is not one that can be sent")
		return o
	}
	o.template = template
	r.addBody(o)
	r.addResult(o)
	r.settle() // so that parameters share the constants of properties, and not the reverse
	r.addArguments(o)
	return o
}

func isMethod(method string) bool {
	return method != "" && !strings.ContainsFunc(method, func(c rune) bool { return c < 'A' || c > 'Z' })
}

// templateOf turns the braces of OpenAPI into the names of restclient. Literals
// keep their meaning.
func templateOf(path string) (*pathtemplate.Template, error) {
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
	case !strings.HasPrefix(t.String(), "/") || strings.ContainsAny(b.String(), "?#"):
		return nil, &pathtemplate.SyntaxError{Input: t.String(), Message: "a path begins with a slash and has no query or fragment"}
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

// addBody takes the body as JSON. Of another format it is a form with files, or
// whatever the caller has.
func (r *resolver) addBody(o *operation) {
	if o.RequestBody == nil || len(o.RequestBody.Content) == 0 {
		return
	}
	if o.isRead() {
		if !holdsNothing(o.RequestBody.Content[0].Schema) {
			o.note("The body is not sent: a read has none")
		}
		return
	}
	content := jsonContent(o.RequestBody.Content)
	if content == nil {
		r.addUpload(o)
		return
	}
	o.body = r.typeOf(content.Schema, hints{o.name + "Body"})
	r.explainRaw(o, "body", content.Schema, o.body)
}

// holdsNothing tells the schema of an object that has no members.
func holdsNothing(s *apidoc.Schema) bool {
	return s != nil && s.SoleType() == "object" && len(s.Properties) == 0 && s.AdditionalProperties == nil ||
		s != nil && s.AdditionalProperties != nil && s.AdditionalProperties.Always != nil && !*s.AdditionalProperties.Always && len(s.Properties) == 0
}

func (r *resolver) addResult(o *operation) {
	response := apidoc.SuccessOf(o.Responses)
	if response == nil || len(response.Content) == 0 {
		return
	}
	if content := jsonContent(response.Content); content != nil {
		o.result = r.typeOf(content.Schema, hints{o.name + "Result"})
		r.explainRaw(o, "result", content.Schema, o.result)
		return
	}
	o.result = basicType("[]byte")
	switch name := response.Content[0].Name; {
	case strings.HasPrefix(name, "text/event-stream"), strings.Contains(name, "ndjson"), strings.Contains(name, "jsonl"):
		o.note("The result is a stream, " + name + ": this waits for its end")
	case strings.HasPrefix(name, "text/"):
		o.result = basicType("string")
	}
}

func (r *resolver) explainRaw(o *operation, what string, s *apidoc.Schema, t goType) {
	switch {
	case t.kind != raw:
	case s == nil || s.Always != nil || saysNothing(s) && s.Ref == "":
		o.note("The " + what + " is JSON of any type")
	default:
		o.note("The " + what + " has no type in Go: it is JSON as it comes." + r.alternatives(s))
	}
}

// jsonContent is the content that is JSON, nil when there is none.
func jsonContent(content []apidoc.MediaType) *apidoc.MediaType {
	for _, is := range []func(string) bool{isJSON, func(name string) bool { return name == "*/*" || name == "application/*" }} {
		for i := range content {
			if is(mediaType(content[i])) {
				return &content[i]
			}
		}
	}
	return nil
}

func isJSON(name string) bool { return name == "application/json" || strings.HasSuffix(name, "+json") }
