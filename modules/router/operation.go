package router

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/problem"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

const (
	problemRef  = "#/components/schemas/Problem"
	responseRef = "#/components/responses/"
)

func problemSchema(b *schema.Builder) *apidoc.Schema {
	s := b.Of(reflect.TypeFor[problem.Problem](), schema.Output)
	whole := *b.Schemas[s.Ref]
	delete(b.Schemas, s.Ref)
	whole.Description = "What went wrong (RFC 9457). The instance is the id of the request."
	whole.Required = append(whole.Required, "instance")
	return &whole
}

// usual describes the statuses of problems that the router and flags answer with.
// The description of any other is its text in RFC 9110.
var usual = map[int]string{
	http.StatusBadRequest:            "A value cannot be read",
	http.StatusUnauthorized:          "Nobody is logged in",
	http.StatusForbidden:             "Not allowed",
	http.StatusRequestEntityTooLarge: "The body is too long",
	http.StatusUnsupportedMediaType:  "The body is of another type",
	http.StatusUnprocessableEntity:   "A value does not fit",
}

// documentedProblem is a status and what it means to an operation.
type documentedProblem documentedStatus

func (p documentedProblem) isUsual() bool {
	return p.description == cmp.Or(usual[p.code], http.StatusText(p.code))
}

// component is the name of a problem among the components: that of the status,
// and in front of it the description that is a special one.
func (p documentedProblem) component() string {
	name := cmp.Or(words(http.StatusText(p.code)), "Status"+strconv.Itoa(p.code))
	if p.isUsual() {
		return name
	}
	return words(p.description) + name
}

// words are the letters and digits of a text, each word with a capital letter.
func words(text string) string {
	all := strings.FieldsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return camel(append([]string{""}, all...)...)
}

// shareProblems names the problems that are written once for all operations: the
// usual ones, and of the others those that several operations have. Of two that
// would have one name the first counts, in the order of the descriptions.
func (d *describer) shareProblems(shown []entry) {
	uses := map[documentedProblem]int{}
	for _, e := range shown {
		for code, description := range d.statuses(e) {
			uses[documentedProblem{code, description}]++
		}
	}
	problems := slices.SortedFunc(maps.Keys(uses), func(a, b documentedProblem) int {
		return cmp.Or(cmp.Compare(a.code, b.code), cmp.Compare(a.description, b.description))
	})
	taken := map[string]bool{"Error": true}
	for _, p := range problems {
		if name := p.component(); p.code >= 400 && !taken[name] && (p.isUsual() || uses[p] > 1) {
			d.problems[p], taken[name] = name, true
		}
	}
}

// statuses are those that a route answers with when it fails, and those that it
// documents itself.
func (d *describer) statuses(e entry) map[int]string {
	codes := inputStatuses(e.function)
	statuses := map[int]string{}
	for _, code := range codes {
		statuses[code] = ""
	}
	for _, flag := range e.route.Flags {
		maps.Copy(statuses, d.known[flag].Statuses)
	}
	if d.secured(e) {
		statuses[http.StatusUnauthorized], statuses[http.StatusForbidden] = "", ""
	}
	for _, s := range e.function.about.statuses {
		statuses[s.code] = s.description
	}
	for code, description := range statuses {
		statuses[code] = cmp.Or(description, usual[code], http.StatusText(code))
	}
	return statuses
}

func (d *describer) secured(e entry) bool {
	return slices.ContainsFunc(e.route.Flags, func(flag string) bool { return d.known[flag].Security != nil })
}

func (d *describer) responses(e documented) []apidoc.Response {
	all := []apidoc.Response{d.success(e.function)}
	for code, description := range d.statuses(e.entry) {
		all = append(all, d.statusResponse(documentedProblem{code, description}))
	}
	slices.SortFunc(all, func(a, b apidoc.Response) int { return cmp.Compare(a.Status, b.Status) })
	if e.function.handler == nil {
		all = append(all, problemResponse("default", "An error", "Error"))
	}
	return all
}

// inputStatuses are what the router answers when the input is at fault.
func inputStatuses(f *Function) []int {
	var statuses []int
	in := f.input
	if in != nil || len(f.params) > 0 {
		statuses = append(statuses, http.StatusBadRequest)
	}
	if in == nil {
		return statuses
	}
	statuses = append(statuses, http.StatusUnprocessableEntity)
	if in.HasBody() {
		statuses = append(statuses, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return statuses
}

func (d *describer) statusResponse(p documentedProblem) apidoc.Response {
	if p.code < 400 {
		return apidoc.Response{Status: strconv.Itoa(p.code), Description: p.description}
	}
	return problemResponse(strconv.Itoa(p.code), p.description, d.problems[p])
}

// problemResponse is a problem, one among the components if it has a name there.
func problemResponse(status, description, component string) apidoc.Response {
	r := apidoc.Response{Status: status, Description: description, Content: []apidoc.MediaType{
		{Name: problem.MediaType, Schema: &apidoc.Schema{Ref: problemRef}},
	}}
	if component != "" {
		r.Ref = responseRef + component
	}
	return r
}

// success is what a function answers with when it does not fail.
func (d *describer) success(f *Function) apidoc.Response {
	if f.handler != nil {
		return apidoc.Response{Status: "default", Description: "Written by an HTTP handler"}
	}
	r := apidoc.Response{Status: "200", Description: "OK"}
	if f.result == reflect.TypeFor[None]() {
		return apidoc.Response{Status: "204", Description: "Done"}
	}
	if f.result != nil {
		if _, ok := reflect.Zero(f.result).Interface().(createdResult); ok {
			r.Status, r.Description = "201", "Created"
			r.Headers = []apidoc.Header{{Ref: "#/components/headers/Location", Name: "Location", Description: "The address of what was made", Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "uri-reference"}}}
		}
	}
	if isStream(f.result) {
		r.Content = []apidoc.MediaType{d.streamContent(f)}
		return r
	}
	t := resultType(f)
	if t == nil && f.result != nil {
		return r
	}
	s := &apidoc.Schema{Always: new(true)}
	if t != nil {
		s = d.schemas.Of(t, schema.Output)
	}
	for _, name := range offersOf(d.formats, f.result) {
		r.Content = append(r.Content, apidoc.MediaType{Name: name, Schema: s})
		if name == answer.Text {
			r.Content[len(r.Content)-1].Schema = &apidoc.Schema{Types: []string{"string"}}
		}
	}
	return r
}

// streamContent describes a stream by its parts (OpenAPI 3.2, section 4.14.4,
// Sequential Media Types).
func (d *describer) streamContent(f *Function) apidoc.MediaType {
	s := reflect.Zero(f.result).Interface().(streamResult)
	if s.mediaType() == ndjsonType {
		return apidoc.MediaType{Name: ndjsonType, ItemSchema: d.schemas.Of(s.itemType(), schema.Output)}
	}
	return apidoc.MediaType{Name: s.mediaType(), ItemSchema: eventSchema(d.schemas, f.about.events)}
}

func eventSchema(b *schema.Builder, events []documentedEvent) *apidoc.Schema {
	switch len(events) {
	case 0:
		return oneEvent(b, documentedEvent{data: reflect.TypeFor[string]()})
	case 1:
		return oneEvent(b, events[0])
	}
	all := &apidoc.Schema{}
	for _, e := range events {
		all.AnyOf = append(all.AnyOf, oneEvent(b, e))
	}
	return all
}

// oneEvent describes a server-sent event, whose fields are text: JSON among them
// has a schema of its own (JSON Schema Validation 2020-12, section 8.5).
func oneEvent(b *schema.Builder, e documentedEvent) *apidoc.Schema {
	text := func() *apidoc.Schema { return &apidoc.Schema{Types: []string{"string"}} }
	name, data := text(), text()
	s := &apidoc.Schema{Types: []string{"object"}}
	if e.name != "" {
		name.Const = mustJSON(e.name)
		s.Required = []string{"event"}
	}
	if e.data.Kind() != reflect.String && e.data != reflect.TypeFor[[]byte]() {
		data.ContentMediaType, data.ContentSchema = answer.JSON, b.Of(e.data, schema.Output)
		s.Required = append(s.Required, "data")
	}
	retry := &apidoc.Schema{Types: []string{"integer"}, Minimum: json.Number("0")}
	for _, p := range []apidoc.Property{{Name: "id", Schema: text()}, {Name: "event", Schema: name}, {Name: "data", Schema: data}, {Name: "retry", Schema: retry}} {
		p.Required = e.name != "" && p.Name == "event" || data.ContentSchema != nil && p.Name == "data"
		s.Properties = append(s.Properties, p)
	}
	return s
}
