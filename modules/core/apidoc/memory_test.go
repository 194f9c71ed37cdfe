package apidoc_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func inMemory() *apidoc.Document {
	ref := func(name string) *apidoc.Schema { return &apidoc.Schema{Ref: "#/components/schemas/" + name} }
	body := func(s *apidoc.Schema) []apidoc.MediaType {
		return []apidoc.MediaType{{Name: "application/json", Schema: s}}
	}
	model := func(name string) apidoc.ModelSummary {
		return apidoc.ModelSummary{Name: name, Ref: "#/components/schemas/" + name}
	}
	return apidoc.New(apidoc.Outline{
		Operations: []apidoc.OperationSummary{
			{ID: "get", Method: "GET", Path: "/pets", Pointer: "/paths/~1pets/get"},
			{ID: "put", Method: "PUT", Path: "/pets", Pointer: "/paths/~1pets/put"},
		},
		Webhooks:   []apidoc.OperationSummary{{ID: "born", Method: "POST", Path: "born", Pointer: "/webhooks/born/post"}},
		Models:     []apidoc.ModelSummary{model("Pet"), model("Shelter"), model("Dog"), model("Lonely")},
		Components: []apidoc.ComponentSummary{{Kind: apidoc.ParameterComponent, Name: "Limit", Ref: "#/components/parameters/Limit"}},
	}, apidoc.Memory{
		Operations: map[string]*apidoc.Operation{
			"/paths/~1pets/get": {Responses: []apidoc.Response{{Status: "200", Content: body(&apidoc.Schema{Items: ref("Pet")})}}},
			"/paths/~1pets/put": {RequestBody: &apidoc.RequestBody{Content: body(ref("Shelter"))}},
			"/webhooks/born/post": {Callbacks: []apidoc.Callback{{Operations: []apidoc.Operation{
				{Parameters: []apidoc.Parameter{{Schema: ref("Pet")}}},
			}}}},
		},
		Schemas: map[string]*apidoc.Schema{
			"#/components/schemas/Pet":     {Properties: []apidoc.Property{{Name: "mother", Schema: ref("Pet")}}},
			"#/components/schemas/Shelter": {Properties: []apidoc.Property{{Name: "pets", Schema: &apidoc.Schema{Items: ref("Pet")}}}},
			"#/components/schemas/Dog":     {AllOf: []*apidoc.Schema{ref("Pet")}},
			"#/components/schemas/Lonely":  {},
		},
		Components: map[string]*apidoc.Component{"#/components/parameters/Limit": {Parameter: &apidoc.Parameter{Name: "limit"}}},
	}, apidoc.Text{})
}

func titles(u apidoc.Users) []string {
	var list []string
	for _, o := range append(u.Operations, u.Webhooks...) {
		list = append(list, o.Title())
	}
	for _, m := range u.Models {
		list = append(list, m.Name)
	}
	return list
}

func TestMemoryUses(t *testing.T) {
	doc := inMemory()
	for _, test := range []struct {
		model                     string
		direct, through, children []string
	}{
		{"Pet", []string{"get", "born", "Shelter", "Dog"}, []string{"put"}, []string{"Dog"}},
		{"Shelter", []string{"put"}, nil, nil},
		{"Lonely", nil, nil, nil},
	} {
		uses, err := doc.Uses(t.Context(), "#/components/schemas/"+test.model)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			what      string
			got, want []string
		}{
			{"direct", titles(uses.Direct), test.direct},
			{"through", titles(uses.Through), test.through},
			{"children", titles(apidoc.Users{Models: uses.Children}), test.children},
		} {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%s users of %s: got %v, want %v", c.what, test.model, c.got, c.want)
			}
		}
	}
}

func TestMemoryComponent(t *testing.T) {
	doc := inMemory()
	slug := doc.Components[0].Slug
	c, err := doc.Component(t.Context(), slug)
	if err != nil {
		t.Fatal(err)
	}
	if slug != "parameters-Limit" || c.Slug != slug || c.Kind != apidoc.ParameterComponent || c.Parameter.Name != "limit" {
		t.Errorf("got %+v at %q", c, slug)
	}
	if _, err := doc.Component(t.Context(), "none"); !errors.Is(err, apidoc.ErrNotFound) {
		t.Errorf("got %v, want ErrNotFound", err)
	}
}
