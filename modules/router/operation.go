package router

import (
	"cmp"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
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

func (d *describer) parameters(e documented) []apidoc.Parameter {
	all := d.pathParameters(e)
	if e.function.input == nil {
		return all
	}
	for _, f := range e.function.input.fields {
		p := apidoc.Parameter{Name: f.name, In: apidoc.Place(f.in), Style: "simple"}
		switch f.in {
		case "query":
			p.Style, p.Explode = "form", true
		case "header":
		default:
			continue
		}
		p.Schema = d.schemas.Of(f.typ, schema.Input)
		all = append(all, p)
	}
	return all
}

func (d *describer) pathParameters(e documented) []apidoc.Parameter {
	var all []apidoc.Parameter
	own := e.route.Params()
	for i, name := range e.names {
		p := apidoc.Parameter{Name: name, In: apidoc.InPath, Required: true, Style: "simple", Schema: &apidoc.Schema{Types: []string{"string"}}}
		if t := pathType(e.function, i, own[i]); t != nil {
			p.Schema = d.schemas.Of(t, schema.Input)
		}
		if e.route.Segments[len(e.route.Segments)-1].Kind == route.CatchAll && i == len(own)-1 {
			p.Description = "The rest of the path. It may be empty and hold slashes."
		}
		all = append(all, p)
	}
	return all
}

// pathType is the Go type of a path parameter, nil when the function reads it
// as text.
func pathType(f *Function, i int, name string) reflect.Type {
	if f.input != nil {
		for _, field := range f.input.fields {
			if field.in == "path" && field.name == name {
				return field.typ
			}
		}
	}
	if i < len(f.params) {
		return f.params[i]
	}
	return nil
}

func (d *describer) requestBody(f *Function) *apidoc.RequestBody {
	switch {
	case f.input == nil:
		return nil
	case len(f.input.body) > 0:
		s := d.schemas.Object(f.input.body, schema.Input)
		return &apidoc.RequestBody{Required: true, Content: []apidoc.MediaType{{Name: jsonType, Schema: s}}}
	case f.input.form:
		return &apidoc.RequestBody{Required: true, Content: d.formContent(f.input)}
	}
	return nil
}

func (d *describer) formContent(in *input) []apidoc.MediaType {
	form := &apidoc.Schema{Types: []string{"object"}}
	for _, f := range in.fields {
		if f.in == "form" {
			form.Properties = append(form.Properties, apidoc.Property{Name: f.name, Schema: d.formField(f)})
		}
	}
	content := []apidoc.MediaType{{Name: multipartType, Schema: form}}
	if !in.files {
		content = append(content, apidoc.MediaType{Name: formType, Schema: form})
	}
	return content
}

func (d *describer) formField(f inputField) *apidoc.Schema {
	if !f.file {
		return d.schemas.Of(f.typ, schema.Input)
	}
	file := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/octet-stream"}
	if f.typ.Kind() == reflect.Slice {
		return &apidoc.Schema{Types: []string{"array"}, Items: file}
	}
	return file
}

func (d *describer) responses(e documented) []apidoc.Response {
	all := []apidoc.Response{d.success(e.function)}
	statuses := map[int]string{}
	if e.function.input != nil || len(e.function.params) > 0 {
		statuses[http.StatusBadRequest] = "A value cannot be read"
	}
	if in := e.function.input; in != nil && (in.form || len(in.body) > 0) {
		statuses[http.StatusRequestEntityTooLarge] = "The body is too long"
		statuses[http.StatusUnsupportedMediaType] = "The body is of another type"
		if len(in.body) > 0 {
			statuses[http.StatusUnprocessableEntity] = "The body does not fit"
		}
	}
	if d.security(e) != nil {
		statuses[http.StatusUnauthorized] = "Nobody is logged in"
		statuses[http.StatusForbidden] = "Not allowed"
	}
	for _, s := range e.function.about.statuses {
		statuses[s.code] = s.description
	}
	for code, description := range statuses {
		all = append(all, problemResponse(strconv.Itoa(code), cmp.Or(description, http.StatusText(code))))
	}
	slices.SortFunc(all, func(a, b apidoc.Response) int { return cmp.Compare(a.Status, b.Status) })
	if e.function.handler == nil {
		all = append(all, problemResponse("default", "An error"))
	}
	return all
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
