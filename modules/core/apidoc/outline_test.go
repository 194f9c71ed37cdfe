package apidoc_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func outline() apidoc.Outline {
	return apidoc.Outline{
		Tags: []apidoc.Tag{{Name: "pets", DisplayName: "All pets"}, {Name: "empty"}},
		Operations: []apidoc.OperationSummary{
			{ID: "listPets", Method: "GET", Path: "/pets", Tags: []string{"pets"}, Pointer: "/paths/~1pets/get"},
			{ID: "listPets", Method: "POST", Path: "/pets", Tags: []string{"pets", "found", "pets"}},
			{Method: "GET", Path: "/pets/{id}"},
			{Method: "GET", Path: "/pets/{id"},
		},
		Models: []apidoc.ModelSummary{{Name: "Pet", Ref: "#/components/schemas/Pet"}, {Name: "pet", Ref: "#/components/schemas/pet"}},
	}
}

func TestNewAddsTagsOfOperations(t *testing.T) {
	d := apidoc.New(outline(), apidoc.Memory{}, apidoc.Text{})
	var names []string
	for _, tag := range d.Tags {
		names = append(names, tag.DisplayName)
	}
	if want := []string{"All pets", "empty", "found"}; !reflect.DeepEqual(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
	if n := len(d.TagOperations("pets")); n != 2 {
		t.Errorf("%d operations in pets, want 2", n)
	}
	if n := len(d.TagOperations("")); n != 2 {
		t.Errorf("%d operations without tag, want 2", n)
	}
}

func TestNewGivesATitleToWhatIsNamedByBlanks(t *testing.T) {
	d := apidoc.New(apidoc.Outline{
		Tags:   []apidoc.Tag{{Name: " "}, {Name: "", DisplayName: "All"}},
		Models: []apidoc.ModelSummary{{Name: ""}, {Name: " ", Title: "A thing"}, {Name: "Pet"}},
	}, apidoc.Memory{}, apidoc.Text{})
	got := []string{d.Tags[0].DisplayName, d.Tags[1].DisplayName, d.Models[0].Title, d.Models[1].Title, d.Models[2].Title}
	if want := []string{"unnamed", "All", "unnamed", "A thing", ""}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNewGroups(t *testing.T) {
	tests := map[string]struct{ groups, want []apidoc.TagGroup }{
		"none declared": {nil, []apidoc.TagGroup{{Tags: []string{"pets", "empty", "found"}}}},
		"the rest goes to Other": {
			[]apidoc.TagGroup{{Name: "A", Tags: []string{"found"}}},
			[]apidoc.TagGroup{{Name: "A", Tags: []string{"found"}}, {Name: "Other", Tags: []string{"pets", "empty"}}},
		},
		"unknown tags and empty groups vanish": {
			[]apidoc.TagGroup{{Name: "A", Tags: []string{"ghost"}}, {Name: "B", Tags: []string{"pets", "ghost", "pets", "empty", "found"}}},
			[]apidoc.TagGroup{{Name: "B", Tags: []string{"pets", "empty", "found"}}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			o := outline()
			o.Groups = test.groups
			if got := apidoc.New(o, apidoc.Memory{}, apidoc.Text{}).Groups; !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestNewMakesSlugsUnique(t *testing.T) {
	d := apidoc.New(outline(), apidoc.Memory{}, apidoc.Text{})
	var got []string
	for _, o := range d.Operations {
		got = append(got, o.Slug)
	}
	if want := []string{"listPets", "POST-pets", "GET-pets-id", "GET-pets-id-2"}; !reflect.DeepEqual(got, want) {
		t.Errorf("operations: got %q, want %q", got, want)
	}
	if d.Models[0].Slug != "Pet" || d.Models[1].Slug != "pet-2" {
		t.Errorf("models: got %q and %q", d.Models[0].Slug, d.Models[1].Slug)
	}
	for _, o := range d.Operations {
		if d.OperationSummary(o.Slug).Path != o.Path {
			t.Errorf("%s leads to another operation", o.Slug)
		}
	}
}

func TestNoSlugIsTheNameOfAPageInMarkdown(t *testing.T) {
	var o apidoc.Outline
	for _, id := range []string{"a.md", "a", "a.md.md", ".md"} {
		o.Operations = append(o.Operations, apidoc.OperationSummary{ID: id, Method: "GET", Path: "/" + id, Pointer: "/paths/" + id})
	}

	d := apidoc.New(o, apidoc.Memory{}, apidoc.Text{})

	var got []string
	for _, op := range d.Operations {
		got = append(got, op.Slug)
	}
	if want := []string{"a-md", "a", "a.md-md", "-md"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSlugsStayUniqueAndCheapWhenAllNamesAreEqual(t *testing.T) {
	o := apidoc.Outline{Models: make([]apidoc.ModelSummary, 20_000)}
	for i := range o.Models {
		o.Models[i].Name = "same"
	}
	o.Models[1].Name = "same-3"
	d := apidoc.New(o, apidoc.Memory{}, apidoc.Text{})
	seen := map[string]bool{}
	for _, m := range d.Models {
		seen[m.Slug] = true
	}
	if len(seen) != len(o.Models) {
		t.Errorf("%d slugs for %d models", len(seen), len(o.Models))
	}
}

func TestSlug(t *testing.T) {
	tests := map[string]string{
		"Pets & Co.":              "Pets-Co.",
		"/a/{b}/":                 "a-b",
		"..":                      "unnamed",
		"":                        "unnamed",
		"größe":                   "größe",
		"a_b-c":                   "a_b-c",
		"../../etc":               "..-..-etc",
		strings.Repeat("x", 1000): strings.Repeat("x", 120),
	}
	for text, want := range tests {
		if got := apidoc.Slug(text); got != want {
			t.Errorf("Slug(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestDocumentReads(t *testing.T) {
	pet := &apidoc.Schema{Types: []string{"object"}}
	reader := apidoc.Memory{
		Operations: map[string]*apidoc.Operation{"/paths/~1pets/get": {Description: "whole"}},
		Schemas:    map[string]*apidoc.Schema{"#/components/schemas/Pet": pet},
	}
	d, ctx := apidoc.New(outline(), reader, apidoc.Text{}), context.Background()

	op, err := d.Operation(ctx, "listPets")
	if err != nil || op.Description != "whole" || op.Method != "GET" || op.Slug != "listPets" {
		t.Errorf("operation: got %+v, %v", op, err)
	}
	m, err := d.Model(ctx, "Pet")
	if err != nil || m.Schema != pet || m.Name != "Pet" {
		t.Errorf("model: got %+v, %v", m, err)
	}
	if _, err := d.Operation(ctx, "ghost"); !errors.Is(err, apidoc.ErrNotFound) {
		t.Errorf("missing operation: got %v", err)
	}
	if _, err := d.Model(ctx, "pet-2"); !errors.Is(err, apidoc.ErrNotFound) {
		t.Errorf("model without schema: got %v", err)
	}
	if d.ModelOf("#/components/schemas/Pet").Name != "Pet" || d.ModelOf("#/x") != nil {
		t.Error("ModelOf does not lead from references to models")
	}
}

func TestLinked(t *testing.T) {
	doc := apidoc.New(apidoc.Outline{Operations: []apidoc.OperationSummary{
		{ID: "first", Method: "GET", Path: "/a", Pointer: "/paths/~1a/get"}, {Method: "GET", Path: "/b c", Pointer: "/paths/~1b c/get"},
	}}, apidoc.Memory{}, apidoc.Text{})
	for _, c := range []struct {
		link apidoc.Link
		want *apidoc.OperationSummary
	}{
		{apidoc.Link{OperationID: "first"}, &doc.Operations[0]},
		{apidoc.Link{OperationRef: "#/paths/~1a/get"}, &doc.Operations[0]},
		{apidoc.Link{OperationRef: "#/paths/~1b%20c/get"}, &doc.Operations[1]},
		{apidoc.Link{OperationID: "second"}, nil},
		{apidoc.Link{OperationRef: "https://other.example/openapi.json#/paths/~1a/get"}, nil},
		{apidoc.Link{OperationRef: "#%"}, nil},
		{apidoc.Link{}, nil},
	} {
		if got := doc.Linked(&c.link); got != c.want {
			t.Errorf("%+v leads to %v, not %v", c.link, got, c.want)
		}
	}
}
