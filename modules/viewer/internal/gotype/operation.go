package gotype

import (
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// isRead tells the methods whose requests have no body.
func isRead(method string) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, ""}, method)
}

// body is the type of a body of JSON.
func (r *resolver) body(o *apidoc.Operation) string {
	if o.RequestBody == nil || isRead(strings.ToUpper(o.Method)) {
		return ""
	}
	if content := jsonContent(o.RequestBody.Content); content != nil {
		return r.typeOf(content.Schema, r.operation+"Body")
	}
	return ""
}

// result is the type of what a call results in.
func (r *resolver) result(responses []apidoc.Response) string {
	response := apidoc.SuccessOf(responses)
	if response == nil || len(response.Content) == 0 {
		return ""
	}
	if content := jsonContent(response.Content); content != nil {
		return r.typeOf(content.Schema, r.operation+"Result")
	}
	if strings.HasPrefix(response.Content[0].Name, "text/") {
		return "string"
	}
	return "[]byte"
}

// jsonContent is the content that is JSON, nil when there is none.
func jsonContent(content []apidoc.MediaType) *apidoc.MediaType {
	for _, fits := range []func(string) bool{isJSON, func(name string) bool { return name == "*/*" || name == "application/*" }} {
		for i := range content {
			name, _, err := mime.ParseMediaType(content[i].Name)
			if err == nil && fits(name) {
				return &content[i]
			}
		}
	}
	return nil
}

func isJSON(name string) bool { return name == "application/json" || strings.HasSuffix(name, "+json") }

// arguments are the parameters that fields can name. Those of the path come
// first, in its order, whether the description says more of them or not.
func (r *resolver) arguments(o *apidoc.Operation) []Argument {
	taken := goname.Scope{"PK": true}
	all := []Argument{}
	add := func(p *apidoc.Parameter) {
		known := slices.ContainsFunc(all, func(a Argument) bool { return a.In == p.In && a.Name == p.Name })
		if canBeTagged(p.Name) && !known && len(all) < maxArguments {
			all = append(all, Argument{In: p.In, Name: p.Name, Field: taken.Name(goname.Exported(p.Name)), Type: r.argumentType(p)})
		}
	}
	for _, name := range braces.Names(o.Path) {
		add(parameter(o.Parameters, name))
	}
	for _, place := range []apidoc.Place{apidoc.InQuery, apidoc.InHeader} {
		for i := range o.Parameters {
			if p := &o.Parameters[i]; p.In == place && o.Sends(p) {
				add(p)
			}
		}
	}
	return all
}

// parameter is the one of the path with a name.
func parameter(all []apidoc.Parameter, name string) *apidoc.Parameter {
	for i := range all {
		if p := &all[i]; p.In == apidoc.InPath && p.Name == name {
			return p
		}
	}
	return &apidoc.Parameter{Name: name, In: apidoc.InPath}
}

// argumentType is the type of a parameter: a plain one, a list of them, or a
// string for what has to be joined by who calls.
func (r *resolver) argumentType(p *apidoc.Parameter) string {
	if p.Schema == nil {
		return "string"
	}
	t := strings.TrimPrefix(r.scalarType(p.Schema), "*")
	if p.In == apidoc.InQuery && p.Explode && p.Style == "form" && r.shapes.Of(p.Schema).Schema.SoleType() == "array" {
		if item := strings.TrimPrefix(r.scalarType(r.shapes.Of(p.Schema).Schema.Items), "*"); isScalar(item) {
			return "[]" + item
		}
		return "[]string"
	}
	if isScalar(t) {
		return t
	}
	return "string"
}

// scalarType is the type of a schema that needs no struct, "" for another.
func (r *resolver) scalarType(s *apidoc.Schema) string {
	flat := r.shapes.Of(s).Schema
	if kind := flat.SoleType(); kind == "object" || kind == "array" || kind == "" || len(flat.AllOf) > 0 || len(alternatives(flat)) > 0 {
		return ""
	}
	return r.typeOfFlat(flat, "", "")
}
