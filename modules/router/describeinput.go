package router

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
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
	for _, f := range e.function.input.Fields {
		written, ok := styles[f.In]
		if !ok {
			continue
		}
		all = append(all, apidoc.Parameter{
			Name: f.Name, In: apidoc.Place(f.In), Required: f.Constraints.Required,
			Style: written.style, Explode: written.explode, Schema: d.fieldSchema(f),
		})
	}
	return all
}

func (d *describer) fieldSchema(f bind.Field) *apidoc.Schema {
	return schema.Constrain(d.schemas.Of(f.Type, schema.Input), f.Constraints)
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
		for _, field := range f.input.Fields {
			if field.In == "path" && field.Name == name {
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
	case len(f.input.Members) > 0:
		s := d.schemas.Body(f.input.Type, f.input.Members)
		if f.about.json.UnknownMembers {
			s = d.schemas.Object(f.input.Members, schema.Input)
			s.AdditionalProperties = nil
		}
		return &apidoc.RequestBody{Required: f.input.Demanded, Content: []apidoc.MediaType{{Name: answer.JSON, Schema: s}}}
	case f.input.Form:
		return &apidoc.RequestBody{Required: f.input.Demanded, Content: d.formContent(f.input)}
	case f.input.Types != nil:
		return &apidoc.RequestBody{Required: true, Content: streamedContent(f.input.Types)}
	}
	return nil
}

func streamedContent(types []string) []apidoc.MediaType {
	var content []apidoc.MediaType
	for _, name := range types {
		content = append(content, apidoc.MediaType{Name: name, Schema: &apidoc.Schema{Always: new(true)}})
	}
	return content
}

func (d *describer) formContent(in *bind.Input) []apidoc.MediaType {
	form := &apidoc.Schema{Types: []string{"object"}}
	for _, f := range in.Fields {
		if f.In != "form" {
			continue
		}
		form.Properties = append(form.Properties, apidoc.Property{Name: f.Name, Schema: d.formField(f), Required: f.Constraints.Required})
		if f.Constraints.Required {
			form.Required = append(form.Required, f.Name)
		}
	}
	content := []apidoc.MediaType{{Name: bind.MultipartType, Schema: form}}
	if !in.Files {
		content = append(content, apidoc.MediaType{Name: bind.FormType, Schema: form})
	}
	return content
}

func (d *describer) formField(f bind.Field) *apidoc.Schema {
	if !f.File {
		return d.fieldSchema(f)
	}
	file := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/octet-stream"}
	if f.Type.Kind() == reflect.Slice {
		file = &apidoc.Schema{Types: []string{"array"}, Items: file}
	}
	return schema.Constrain(file, f.Constraints)
}
