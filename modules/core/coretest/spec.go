package coretest

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// TestSpecSource checks that a source keeps the contract of core.SpecSource and
// that all of its document can be read. The source must have a description that
// can be loaded.
func TestSpecSource(t *testing.T, source core.SpecSource) {
	t.Helper()
	t.Run("loads a document", func(t *testing.T) { walk(t, load(t, source)) })
	t.Run("loads again", func(t *testing.T) {
		first, second := load(t, source), load(t, source)
		if len(first.Operations) != len(second.Operations) || len(first.Models) != len(second.Models) {
			t.Error("the second document differs from the first")
		}
	})
	t.Run("ends with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if doc, err := source.Load(ctx); doc != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("got %v and error %v, want one that wraps context.Canceled", doc, err)
		}
	})
	t.Run("is safe for concurrent use", func(t *testing.T) {
		doc := load(t, source)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { walk(t, doc) })
			group.Go(func() {
				if _, err := source.Load(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	})
}

func load(t *testing.T, source core.SpecSource) *apidoc.Document {
	t.Helper()
	doc, err := source.Load(context.Background())
	if err != nil || doc == nil {
		t.Fatalf("got document %v and error %v", doc, err)
	}
	return doc
}

// walk reads everything there is to read and checks that it hangs together.
func walk(t *testing.T, doc *apidoc.Document) {
	t.Helper()
	ctx := context.Background()
	for _, o := range doc.Operations {
		op, err := doc.Operation(ctx, o.Slug)
		if err != nil {
			t.Errorf("operation %s: %v", o.Slug, err)
			continue
		}
		checkOperation(t, doc, op, o)
	}
	for _, o := range doc.Webhooks {
		if op, err := doc.Webhook(ctx, o.Slug); err != nil {
			t.Errorf("webhook %s: %v", o.Slug, err)
		} else {
			checkOperation(t, doc, op, o)
		}
	}
	for _, m := range doc.Models {
		model, err := doc.Model(ctx, m.Slug)
		if err != nil || model.Schema == nil {
			t.Errorf("model %s: got %+v, %v", m.Slug, model, err)
		}
	}
	for _, c := range doc.Components {
		if component, err := doc.Component(ctx, c.Slug); err != nil || component.Name != c.Name {
			t.Errorf("component %s: got %+v, %v", c.Slug, component, err)
		}
	}
	if _, err := doc.Schema(ctx, "#/no/such/schema"); !errors.Is(err, apidoc.ErrNotFound) {
		t.Errorf("a reference to nothing gives %v, want ErrNotFound", err)
	}
	if len(doc.Text.Data) == 0 || doc.Text.MediaType == "" {
		t.Error("the document lacks its text")
	}
}

func checkOperation(t *testing.T, doc *apidoc.Document, op *apidoc.Operation, want apidoc.OperationSummary) {
	t.Helper()
	if op.Slug != want.Slug || op.Method != want.Method || op.Path != want.Path {
		t.Errorf("%s %s was read as %s %s", want.Method, want.Path, op.Method, op.Path)
	}
	for _, name := range op.Tags {
		if doc.TagNamed(name) == nil {
			t.Errorf("operation %s: tag %q is not in the outline", op.Slug, name)
		}
	}
	for _, p := range op.Parameters {
		if p.Name == "" || p.In == "" || p.Style == "" && p.In != apidoc.InQueryString && len(p.Content) == 0 {
			t.Errorf("operation %s: incomplete parameter %+v", op.Slug, p)
		}
	}
}

// Document returns a small document with at least one of everything that an
// outline can hold, for the tests of renderers and of whoever calls them. It is
// made anew at each call.
func Document() *apidoc.Document {
	return apidoc.New(sampleOutline(), sampleReader(), apidoc.Text{
		Data: []byte(`{"openapi":"3.1.0","info":{"title":"Zoo","version":"1"},"paths":{}}`), MediaType: "application/json",
	})
}

func sampleOutline() apidoc.Outline {
	return apidoc.Outline{
		SpecVersion: "3.1.0",
		Info: apidoc.Info{
			Title: "Zoo", Summary: "Animals over HTTP", Description: "A **small** zoo.", Version: "1.2.3",
			TermsOfService: "https://zoo.example/terms",
			Contact:        &apidoc.Contact{Name: "Keeper", Email: "keeper@zoo.example"},
			License:        &apidoc.License{Name: "MIT", Identifier: "MIT"},
		},
		Servers: []apidoc.Server{{URL: "https://{region}.zoo.example", Description: "Live", Variables: []apidoc.ServerVariable{
			{Name: "region", Default: "eu", Enum: []string{"eu", "us"}},
		}}},
		Tags:   []apidoc.Tag{{Name: "animals", DisplayName: "Our animals", Description: "Who lives *here*."}, {Name: "food"}},
		Groups: []apidoc.TagGroup{{Name: "Inhabitants", Tags: []string{"animals"}}},
		Operations: []apidoc.OperationSummary{
			{ID: "listAnimals", Method: "GET", Path: "/animals", Summary: "List animals", Tags: []string{"animals"}, Pointer: "/paths/~1animals/get"},
			{ID: "feed", Method: "POST", Path: "/animals/{id}/meals", Summary: "Feed an animal", Tags: []string{"food", "animals"}, Deprecated: true, Pointer: "/paths/~1animals~1{id}~1meals/post"},
			{Method: "GET", Path: "/health", Pointer: "/paths/~1health/get"},
		},
		Webhooks: []apidoc.OperationSummary{{ID: "animalBorn", Method: "POST", Path: "born", Summary: "An animal is born", Pointer: "/webhooks/born/post"}},
		Models:   []apidoc.ModelSummary{{Name: "Animal", Ref: animalRef, Description: "Lives in the zoo."}},
		Components: []apidoc.ComponentSummary{
			{Kind: apidoc.ParameterComponent, Name: "Limit", Ref: limitRef, Description: "How many."},
		},
		SecuritySchemes: []apidoc.SecurityScheme{
			{Name: "key", Type: apidoc.APIKey, ParameterName: "X-Key", In: apidoc.InHeader},
		},
		Problems: []apidoc.Problem{{Line: 3, Column: 5, Pointer: "/paths/~1lost", Message: "the path item is a number"}},
	}
}

const (
	animalRef = "#/components/schemas/Animal"
	limitRef  = "#/components/parameters/Limit"
)

func sampleReader() apidoc.Memory {
	animal := apidoc.MediaType{Name: "application/json", Schema: &apidoc.Schema{Ref: animalRef}, Example: json.RawMessage(`{"id":7,"name":"Ida"}`)}
	animals := apidoc.MediaType{Name: "application/json", Schema: &apidoc.Schema{Types: []string{"array"}, Items: animal.Schema}}
	id := apidoc.Parameter{Name: "id", In: apidoc.InPath, Required: true, Style: "simple", Schema: &apidoc.Schema{Types: []string{"integer"}, Minimum: "1"}}
	return apidoc.Memory{
		Operations: map[string]*apidoc.Operation{
			"/paths/~1animals/get": {
				Description: "All of them.",
				Parameters:  []apidoc.Parameter{{Name: "limit", In: apidoc.InQuery, Style: "form", Explode: true, Schema: &apidoc.Schema{Types: []string{"integer"}, Default: json.RawMessage("20")}}},
				Responses:   []apidoc.Response{{Status: "200", Description: "A page", Content: []apidoc.MediaType{animals}}},
			},
			"/paths/~1animals~1{id}~1meals/post": {
				Parameters:  []apidoc.Parameter{id},
				RequestBody: &apidoc.RequestBody{Required: true, Content: []apidoc.MediaType{animal}},
				Responses:   []apidoc.Response{{Status: "204", Description: "Eaten"}, {Status: "default", Description: "Refused"}},
				Security:    []apidoc.SecurityRequirement{{Schemes: []apidoc.RequiredScheme{{Name: "key"}}}},
			},
			"/paths/~1health/get": {Responses: []apidoc.Response{{Status: "200", Description: "Alive"}}},
			"/webhooks/born/post": {RequestBody: &apidoc.RequestBody{Content: []apidoc.MediaType{animal}}},
		},
		Schemas: map[string]*apidoc.Schema{animalRef: sampleModel()},
		Components: map[string]*apidoc.Component{
			limitRef: {Parameter: &apidoc.Parameter{Name: "limit", In: apidoc.InQuery, Description: "How many.", Style: "form", Explode: true}},
		},
	}
}

func sampleModel() *apidoc.Schema {
	return &apidoc.Schema{
		Types: []string{"object"}, Description: "Lives in the zoo.", Required: []string{"id"},
		Properties: []apidoc.Property{
			{Name: "id", Required: true, Schema: &apidoc.Schema{Types: []string{"integer"}}},
			{Name: "name", Schema: &apidoc.Schema{Types: []string{"string", "null"}, MaxLength: new(int64(64))}},
			{Name: "mother", Schema: &apidoc.Schema{Ref: animalRef}},
			{Name: "mood", Schema: &apidoc.Schema{Types: []string{"string"}, Enum: []apidoc.EnumValue{{Value: json.RawMessage(`"calm"`)}, {Value: json.RawMessage(`"wild"`)}}}},
		},
	}
}
