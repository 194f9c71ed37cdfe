package router

import (
	"reflect"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/schema"
)

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
	for _, name := range d.offersOf(f.result, nil) {
		r.Content = append(r.Content, apidoc.MediaType{Name: name, Schema: s})
		if name == textType {
			r.Content[len(r.Content)-1].Schema = &apidoc.Schema{Types: []string{"string"}}
		}
	}
	return r
}
