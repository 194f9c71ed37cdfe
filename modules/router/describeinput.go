package router

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

// styles are how parameters are written at their place (OpenAPI 3.1, section
// 4.8.12.2), and whether every value of a list has its own name.
var styles = map[string]struct {
	style   string
	explode bool
}{"query": {"form", true}, "cookie": {"form", true}, "header": {"simple", false}}

func (d *describer) parameters(e documented) []apidoc.Parameter {
	all := d.pathParameters(e)
	if e.function.input == nil {
		return all
	}
	for _, f := range e.function.input.fields {
		written, ok := styles[f.in]
		if !ok {
			continue
		}
		all = append(all, apidoc.Parameter{
			Name: f.name, In: apidoc.Place(f.in), Required: f.constraints.Required,
			Style: written.style, Explode: written.explode, Schema: d.fieldSchema(f),
		})
	}
	return all
}

func (d *describer) fieldSchema(f inputField) *apidoc.Schema {
	return schema.Constrain(d.schemas.Of(f.typ, schema.Input), f.constraints)
}

func (d *describer) pathParameters(e documented) []apidoc.Parameter {
	var all []apidoc.Parameter
	own := e.route.Params()
	for i, name := range e.names {
		p := apidoc.Parameter{Name: name, In: apidoc.InPath, Required: true, Style: "simple", Schema: d.pathSchema(e.function, i, own[i])}
		if e.route.Segments[len(e.route.Segments)-1].Kind == route.CatchAll && i == len(own)-1 {
			p.Description = "The rest of the path. It may be empty and hold slashes."
		}
		all = append(all, p)
	}
	return all
}

// pathSchema describes a path parameter, which is text to a function that does
// not name it.
func (d *describer) pathSchema(f *Function, i int, name string) *apidoc.Schema {
	if f.input != nil {
		for _, field := range f.input.fields {
			if field.in == "path" && field.name == name {
				return d.fieldSchema(field)
			}
		}
	}
	if i < len(f.params) {
		return d.schemas.Of(f.params[i], schema.Input)
	}
	return &apidoc.Schema{Types: []string{"string"}}
}

func (d *describer) requestBody(f *Function) *apidoc.RequestBody {
	switch {
	case f.input == nil:
		return nil
	case len(f.input.body) > 0:
		s := d.schemas.Body(f.input.typ, f.input.body)
		if f.about.json.unknown {
			s = d.schemas.Object(f.input.body, schema.Input)
			s.AdditionalProperties = nil
		}
		return &apidoc.RequestBody{Required: f.input.demanded, Content: []apidoc.MediaType{{Name: jsonType, Schema: s}}}
	case f.input.form:
		return &apidoc.RequestBody{Required: f.input.demanded, Content: d.formContent(f.input)}
	case f.input.stream != nil:
		return &apidoc.RequestBody{Required: true, Content: streamedContent(f.input.stream)}
	}
	return nil
}

func streamedContent(in *inputStream) []apidoc.MediaType {
	var content []apidoc.MediaType
	for _, name := range in.types {
		content = append(content, apidoc.MediaType{Name: name, Schema: &apidoc.Schema{Always: new(true)}})
	}
	return content
}

func (d *describer) formContent(in *input) []apidoc.MediaType {
	form := &apidoc.Schema{Types: []string{"object"}}
	for _, f := range in.fields {
		if f.in != "form" {
			continue
		}
		form.Properties = append(form.Properties, apidoc.Property{Name: f.name, Schema: d.formField(f), Required: f.constraints.Required})
		if f.constraints.Required {
			form.Required = append(form.Required, f.name)
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
		return d.fieldSchema(f)
	}
	file := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/octet-stream"}
	if f.typ.Kind() == reflect.Slice {
		file = &apidoc.Schema{Types: []string{"array"}, Items: file}
	}
	return schema.Constrain(file, f.constraints)
}
