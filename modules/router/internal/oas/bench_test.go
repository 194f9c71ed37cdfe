package oas_test

import (
	"fmt"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router/internal/oas"
)

// BenchmarkWrite writes a description of 1,000 operations and 200 models, with
// about as much in each as a router has to say.
func BenchmarkWrite(b *testing.B) {
	outline, parts := large(1000, 200)
	b.ReportAllocs()
	b.SetBytes(int64(len(oas.Options{}.Write(outline, parts))))
	for b.Loop() {
		oas.Options{}.Write(outline, parts)
	}
}

func large(operations, models int) (apidoc.Outline, apidoc.Memory) {
	outline := apidoc.Outline{Info: apidoc.Info{Title: "Large", Version: "1.0.0"}}
	parts := apidoc.Memory{Operations: map[string]*apidoc.Operation{}, Schemas: map[string]*apidoc.Schema{}}
	for i := range models {
		m := apidoc.ModelSummary{Name: fmt.Sprintf("Model%d", i), Ref: fmt.Sprintf("#/components/schemas/Model%d", i)}
		outline.Models = append(outline.Models, m)
		parts.Schemas[m.Ref] = model(i, models)
	}
	for i := range operations {
		path := fmt.Sprintf("/things%d/{id}", i/2)
		method := []string{"GET", "PUT"}[i%2]
		o := apidoc.OperationSummary{
			ID: fmt.Sprintf("%s%d", method, i), Method: method, Path: path, Pointer: fmt.Sprint(i),
			Summary: "Change a thing", Tags: []string{"things"},
		}
		outline.Operations = append(outline.Operations, o)
		parts.Operations[o.Pointer] = operation(fmt.Sprintf("#/components/schemas/Model%d", i%models))
	}
	return outline, parts
}

func model(i, models int) *apidoc.Schema {
	s := &apidoc.Schema{Types: []string{"object"}, Description: "A <thing> & \"more\" of it – with text"}
	for j := range 12 {
		name := fmt.Sprintf("member%d", j)
		p := &apidoc.Schema{Types: []string{"string", "null"}, Description: "What it is called.", MaxLength: new(int64(64)), Pattern: "^[a-z]+$"}
		if j%4 == 3 {
			p = &apidoc.Schema{Types: []string{"array"}, Items: &apidoc.Schema{Ref: fmt.Sprintf("#/components/schemas/Model%d", (i+j)%models)}}
		}
		s.Properties = append(s.Properties, apidoc.Property{Name: name, Schema: p, Required: true})
		s.Required = append(s.Required, name)
	}
	return s
}

func operation(ref string) *apidoc.Operation {
	problem := []apidoc.MediaType{{Name: "application/problem+json", Schema: &apidoc.Schema{Ref: "#/components/schemas/Problem"}}}
	body := []apidoc.MediaType{{Name: "application/json", Schema: &apidoc.Schema{Ref: ref}}}
	op := &apidoc.Operation{
		Description: "Changes a thing and says what it is then.",
		RequestBody: &apidoc.RequestBody{Required: true, Content: body},
		Responses:   []apidoc.Response{{Status: "200", Description: "OK", Content: body}},
		Security:    []apidoc.SecurityRequirement{{Schemes: []apidoc.RequiredScheme{{Name: "bearer"}}}},
		Extensions:  []apidoc.Extension{{Name: "x-flags", Value: []byte(`["AUTH","ADMIN"]`)}},
	}
	for _, status := range []string{"400", "401", "403", "413", "415", "422", "default"} {
		op.Responses = append(op.Responses, apidoc.Response{Status: status, Description: "An error", Content: problem})
	}
	for _, name := range []string{"id", "dry_run", "label"} {
		op.Parameters = append(op.Parameters, apidoc.Parameter{
			Name: name, In: apidoc.InQuery, Style: "form", Explode: true, Description: "Says which one.",
			Schema: &apidoc.Schema{Types: []string{"integer"}, Format: "int64", Minimum: "1"},
		})
	}
	return op
}
