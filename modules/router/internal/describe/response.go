package describe

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

func responses(b *schema.Builder, r located, problems problems) []apidoc.Response {
	all := successes(b, r)
	for _, v := range r.failed {
		response := problems[v]
		at, known := slices.BinarySearchFunc(all, response.Status, func(r apidoc.Response, status string) int { return strings.Compare(r.Status, status) })
		if known {
			all[at].Description = v.Description
			continue
		}
		all = slices.Insert(all, at, response)
	}
	if r.Route.Route.Method == http.MethodHead {
		for i := range all {
			all[i].Content, all[i].Ref = nil, "" // what GET has
		}
	}
	return all
}

// successes are what a route answers with when it does not fail, with the headers of
// its flags, sorted by status.
func successes(b *schema.Builder, r located) []apidoc.Response {
	all := make([]apidoc.Response, 0, 2+len(r.failed))
	all = append(all, success(b, r.Route))
	if r.Result.MayBeNil && !r.Handler {
		all = append(all, apidoc.Response{Status: "204", Description: "The result is empty"})
	}
	if r.Result.Content && isGet(r.Route.Route.Method) {
		all = append(all, partial(all[0]))
	}
	for i := range all {
		status, _ := strconv.Atoi(all[i].Status) // 0 for a range of them and the default
		headers, _ := r.answers.headers(status)
		all[i].Headers = withHeaders(all[i].Headers, headers)
	}
	return all
}

// success is what a route answers with when it does not fail.
func success(b *schema.Builder, r Route) apidoc.Response {
	if r.Handler {
		return apidoc.Response{Status: "default", Description: "Written by an HTTP handler"}
	}
	if r.Result.Elsewhere {
		return apidoc.Response{Status: "3XX", Description: "Elsewhere", Headers: []apidoc.Header{location("", "Where to go on")}}
	}
	response := apidoc.Response{Status: "200", Description: "OK"}
	switch r.Result.Status {
	case http.StatusNoContent:
		return apidoc.Response{Status: "204", Description: "Done"}
	case http.StatusCreated:
		response.Status, response.Description = "201", "Created"
		response.Headers = []apidoc.Header{location(headerRef+"Location", createdAt)}
	}
	response.Headers = withHeaders(response.Headers, headers(b, r.Result.Headings))
	if by := r.Result.PagedBy; by != "" {
		response.Headers = append(response.Headers, header("Link", "The pages `next`, `prev` and `first` (RFC 8288), which `"+by+"` selects"))
	}
	if r.Result.Stream != "" {
		response.Content = []apidoc.MediaType{streamContent(b, r.Result)}
		return response
	}
	s := &apidoc.Schema{Always: new(true)}
	switch t := r.Result.Body; {
	case t == nil:
	case t.Kind() == reflect.Pointer:
		s = b.Element(t.Elem(), schema.Output) // a nil t has no body, one to a nil pointer is null
	default:
		s = b.Of(t, schema.Output)
	}
	for _, name := range r.Result.Types {
		content := apidoc.MediaType{Name: name, Schema: s}
		if name == answer.Text {
			content.Schema = &apidoc.Schema{Types: []string{"string"}}
		}
		response.Content = append(response.Content, content)
	}
	return response
}

// partial is a response with a range of the content of whole.
func partial(whole apidoc.Response) apidoc.Response {
	whole.Status, whole.Description = "206", "A range of it"
	whole.Headers = []apidoc.Header{header("Content-Range", "Which range")}
	return whole
}

// streamContent describes a stream by its parts (OpenAPI 3.2, section 4.14.4,
// Sequential Media Types).
func streamContent(b *schema.Builder, r Result) apidoc.MediaType {
	if r.Item != nil {
		return apidoc.MediaType{Name: r.Stream, ItemSchema: b.Element(r.Item, schema.Output)}
	}
	return apidoc.MediaType{Name: r.Stream, ItemSchema: eventSchema(b, r.Events)}
}

func eventSchema(b *schema.Builder, events []Event) *apidoc.Schema {
	switch len(events) {
	case 0:
		return oneEvent(b, Event{Data: reflect.TypeFor[string]()})
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
func oneEvent(b *schema.Builder, e Event) *apidoc.Schema {
	text := func() *apidoc.Schema { return &apidoc.Schema{Types: []string{"string"}} }
	name, data := text(), text()
	s := &apidoc.Schema{Types: []string{"object"}}
	if e.Name != "" {
		name.Const = mustJSON(e.Name)
		s.Required = []string{"event"}
	}
	if e.Data != reflect.TypeFor[string]() && e.Data != reflect.TypeFor[[]byte]() {
		data.ContentMediaType, data.ContentSchema = answer.JSON, b.Of(e.Data, schema.Output)
		s.Required = append(s.Required, "data")
	}
	retry := &apidoc.Schema{Types: []string{"integer"}, Minimum: json.Number("0")}
	for _, p := range []apidoc.Property{{Name: "id", Schema: text()}, {Name: "event", Schema: name}, {Name: "data", Schema: data}, {Name: "retry", Schema: retry}} {
		p.Required = e.Name != "" && p.Name == "event" || data.ContentSchema != nil && p.Name == "data"
		s.Properties = append(s.Properties, p)
	}
	return s
}

// mustJSON encodes strings, which cannot fail; maps come out sorted.
func mustJSON(v any) json.RawMessage {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}
