package router

import (
	"cmp"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

const problemRef = "#/components/schemas/Problem"

func problemSchema(b *schema.Builder) *apidoc.Schema {
	s := b.Of(reflect.TypeFor[problem](), schema.Output)
	whole := *b.Schemas[s.Ref]
	delete(b.Schemas, s.Ref)
	whole.Description = "What went wrong (RFC 9457). The instance is the id of the request."
	return &whole
}

func (d *describer) responses(e documented) []apidoc.Response {
	all := []apidoc.Response{d.success(e.function)}
	statuses := inputStatuses(e.function)
	for _, flag := range e.route.Flags {
		maps.Copy(statuses, d.known[flag].Statuses)
	}
	if d.security(e) != nil {
		statuses[http.StatusUnauthorized] = "Nobody is logged in"
		statuses[http.StatusForbidden] = "Not allowed"
	}
	for _, s := range e.function.about.statuses {
		statuses[s.code] = s.description
	}
	for code, description := range statuses {
		all = append(all, statusResponse(code, description))
	}
	slices.SortFunc(all, func(a, b apidoc.Response) int { return cmp.Compare(a.Status, b.Status) })
	if e.function.handler == nil {
		all = append(all, problemResponse("default", "An error"))
	}
	return all
}

// inputStatuses are what the router answers when the input is at fault.
func inputStatuses(f *Function) map[int]string {
	statuses := map[int]string{}
	in := f.input
	if in != nil || len(f.params) > 0 {
		statuses[http.StatusBadRequest] = "A value cannot be read"
	}
	if in == nil {
		return statuses
	}
	statuses[http.StatusUnprocessableEntity] = "A value does not fit"
	if in.form || in.stream != nil || len(in.body) > 0 {
		statuses[http.StatusRequestEntityTooLarge] = "The body is too long"
		statuses[http.StatusUnsupportedMediaType] = "The body is of another type"
	}
	return statuses
}

func statusResponse(code int, description string) apidoc.Response {
	r := problemResponse(strconv.Itoa(code), cmp.Or(description, http.StatusText(code)))
	if code < 400 {
		r.Content = nil
	}
	return r
}

func problemResponse(status, description string) apidoc.Response {
	return apidoc.Response{Status: status, Description: description, Content: []apidoc.MediaType{
		{Name: problemType, Schema: &apidoc.Schema{Ref: problemRef}},
	}}
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
			r.Headers = []apidoc.Header{{Name: "Location", Description: "The address of what was made", Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}, Format: "uri-reference"}}}
		}
	}
	if isStream(f.result) {
		r.Content = []apidoc.MediaType{d.streamContent(f.result)}
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
	for _, name := range d.offersOf(f.result, nil) {
		r.Content = append(r.Content, apidoc.MediaType{Name: name, Schema: s})
		if name == textType {
			r.Content[len(r.Content)-1].Schema = &apidoc.Schema{Types: []string{"string"}}
		}
	}
	return r
}

// streamContent describes a stream by its parts.
func (d *describer) streamContent(t reflect.Type) apidoc.MediaType {
	s := reflect.Zero(t).Interface().(streamResult)
	content := apidoc.MediaType{Name: s.mediaType(), ItemSchema: eventSchema()}
	if s.mediaType() == ndjsonType {
		content.ItemSchema = d.schemas.Of(s.itemType(), schema.Output)
	}
	return content
}

// eventSchema is a server-sent event as OpenAPI 3.2 sees it (section 4.14.4,
// Sequential Media Types).
func eventSchema() *apidoc.Schema {
	text := func(name string) apidoc.Property {
		return apidoc.Property{Name: name, Schema: &apidoc.Schema{Types: []string{"string"}}}
	}
	retry := apidoc.Property{Name: "retry", Schema: &apidoc.Schema{Types: []string{"integer"}, Minimum: "0"}}
	return &apidoc.Schema{Types: []string{"object"}, Properties: []apidoc.Property{text("id"), text("event"), text("data"), retry}}
}
