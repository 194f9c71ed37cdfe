package describe

import (
	"encoding"
	"reflect"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/route"
	"github.com/trefoil-go/trefoil/modules/router/internal/answer"
	"github.com/trefoil-go/trefoil/modules/router/internal/bind"
	"github.com/trefoil-go/trefoil/modules/router/internal/constraint"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
	"github.com/trefoil-go/trefoil/modules/router/internal/strictjson"
)

// styles are how parameters are written at their place (OpenAPI 3.1, section
// 4.8.12.2), and whether every value of a list has its own name.
var styles = map[string]struct {
	style   string
	explode bool
}{"query": {"form", true}, "cookie": {"form", true}, "header": {"simple", false}}

func parameters(b *schema.Builder, r located, flags map[string]Flag) []apidoc.Parameter {
	all := append(pathParameters(b, r), inputParameters(b, r)...)
	if by := r.Result.PagedBy; by != "" && r.Input == nil {
		all = append(all, apidoc.Parameter{
			Name: by, In: apidoc.InQuery, Description: "Selects a page: see the header Link", Style: "form", Explode: true, Schema: &apidoc.Schema{Types: []string{"string"}},
		})
	}
	for _, flag := range r.Route.Route.Flags {
		for _, p := range flags[flag].Parameters {
			if !slices.ContainsFunc(all, func(other apidoc.Parameter) bool { return isSame(p, other) }) {
				all = append(all, p)
			}
		}
	}
	return all
}

// isSame reports whether two parameters are one: the case of headers does not count
// (OpenAPI 3.1, section 4.8.12.1).
func isSame(a, b apidoc.Parameter) bool {
	return a.In == b.In && (a.Name == b.Name || a.In == apidoc.InHeader && strings.EqualFold(a.Name, b.Name))
}

func inputParameters(b *schema.Builder, r located) []apidoc.Parameter {
	if r.Input == nil {
		return nil
	}
	var all []apidoc.Parameter
	for _, f := range r.Input.Fields {
		written, ok := styles[f.In]
		if !ok {
			continue
		}
		all = append(all, apidoc.Parameter{
			Name: f.Name, In: apidoc.Place(f.In), Required: f.Constraints.Required,
			Style: written.style, Explode: written.explode, Schema: fieldSchema(b, f),
		})
	}
	return all
}

// fieldSchema describes a value that is sent as text. No text is null for a string or an
// element, so a list of pointers is described as one of what they point to.
func fieldSchema(b *schema.Builder, f bind.Field) *apidoc.Schema {
	t := f.Type
	if held, ok := strictjson.OptionalType(t); ok && held.Kind() == reflect.String {
		t = held // an empty text is no null
	}
	whole := reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Pointer && !whole {
		t = reflect.SliceOf(t.Elem().Elem())
	}
	return schema.Constrain(b.Of(t, schema.Parameter), f.Constraints, constraint.Text)
}

func pathParameters(b *schema.Builder, r located) []apidoc.Parameter {
	var all []apidoc.Parameter
	own := r.Route.Route.Params()
	for i, name := range r.names {
		p := apidoc.Parameter{Name: name, In: apidoc.InPath, Required: true, Style: "simple", Schema: pathSchema(b, r.Route, i, own[i])}
		if r.Route.Route.Segments[len(r.Route.Route.Segments)-1].Kind == route.CatchAll && i == len(own)-1 {
			p.Description = "The rest of the path. It may be empty and hold slashes."
		}
		all = append(all, p)
	}
	return all
}

// pathSchema describes a path parameter, which is text to a function that does
// not name it.
func pathSchema(b *schema.Builder, r Route, i int, name string) *apidoc.Schema {
	if r.Input != nil {
		for _, field := range r.Input.Fields {
			if field.In == "path" && field.Name == name {
				return fieldSchema(b, field)
			}
		}
	}
	if i < len(r.Params) {
		return b.Of(r.Params[i], schema.Parameter)
	}
	return &apidoc.Schema{Types: []string{"string"}}
}

func requestBody(b *schema.Builder, r Route) *apidoc.RequestBody {
	switch {
	case r.Input == nil:
		return nil
	case len(r.Input.Members) > 0:
		return &apidoc.RequestBody{Required: r.Input.Demanded, Content: []apidoc.MediaType{{Name: answer.JSON, Schema: bodySchema(b, r)}}}
	case r.Input.Form:
		return &apidoc.RequestBody{Required: r.Input.Demanded, Content: formContent(b, r.Input)}
	case r.Input.Types != nil:
		return &apidoc.RequestBody{Required: true, Content: streamedContent(r.Input.Types)}
	}
	return nil
}

func bodySchema(b *schema.Builder, r Route) *apidoc.Schema {
	if r.Loose {
		return b.Object(r.Input.Members, schema.Loose)
	}
	return b.Body(r.Input.Type, r.Input.Members, r.Input.Whole)
}

func streamedContent(types []string) []apidoc.MediaType {
	var content []apidoc.MediaType
	for _, name := range types {
		content = append(content, apidoc.MediaType{Name: name, Schema: &apidoc.Schema{Always: new(true)}})
	}
	return content
}

func formContent(b *schema.Builder, in *bind.Input) []apidoc.MediaType {
	form := &apidoc.Schema{Types: []string{"object"}}
	for _, f := range in.Fields {
		if f.In != "form" {
			continue
		}
		form.Properties = append(form.Properties, apidoc.Property{Name: f.Name, Schema: formField(b, f), Required: f.Constraints.Required})
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

func formField(b *schema.Builder, f bind.Field) *apidoc.Schema {
	if !f.File {
		return fieldSchema(b, f)
	}
	file := &apidoc.Schema{Types: []string{"string"}, ContentMediaType: "application/octet-stream"}
	if f.Type.Kind() == reflect.Slice {
		file = &apidoc.Schema{Types: []string{"array"}, Items: file}
	}
	return schema.Constrain(file, f.Constraints, constraint.Text)
}
