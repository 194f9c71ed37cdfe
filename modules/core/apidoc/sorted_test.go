package apidoc_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

func TestSorted(t *testing.T) {
	tags := func(a, b *apidoc.Tag) int { return cmp.Compare(a.Name, b.Name) }
	operations := func(a, b *apidoc.OperationSummary) int { return cmp.Compare(a.Method, b.Method) }
	doc := apidoc.New(apidoc.Outline{
		Tags:   []apidoc.Tag{{Name: "c"}, {Name: "b", Parent: "d"}, {Name: "d"}, {Name: "a", Parent: "d"}},
		Groups: []apidoc.TagGroup{{Name: "G/", Tags: []string{"d", "c"}}},
		Operations: []apidoc.OperationSummary{
			{Method: "PUT", Path: "/1", ID: "same", Tags: []string{"c"}},
			{Method: "GET", Path: "/2", ID: "same", Tags: []string{"c"}},
			{Method: "GET", Path: "/1", Tags: []string{"c"}},
		},
		Webhooks: []apidoc.OperationSummary{{Method: "POST", Path: "b"}, {Method: "GET", Path: "a"}},
	}, apidoc.Memory{}, apidoc.Text{})
	before := []string{"same", "GET-2", "GET-1"}

	for _, test := range []struct {
		name       string
		tags       func(a, b *apidoc.Tag) int
		operations func(a, b *apidoc.OperationSummary) int
		groups     []string
		slugs      []string
		hooks      []string
	}{
		{"nothing", nil, nil, []string{"G/d0", "G/b1", "G/a1", "G/c0"}, before, []string{"POST-b", "GET-a"}},
		{"tags, each before those below it", tags, nil, []string{"G/c0", "G/d0", "G/a1", "G/b1"}, before, []string{"POST-b", "GET-a"}},
		{"operations, and equal ones stay in order", nil, operations, []string{"G/d0", "G/b1", "G/a1", "G/c0"}, []string{"GET-2", "GET-1", "same"}, []string{"GET-a", "POST-b"}},
	} {
		sorted := doc.Sorted(test.tags, test.operations)
		if got := tree(sorted); !slices.Equal(got, test.groups) {
			t.Errorf("%s: groups %v, want %v", test.name, got, test.groups)
		}
		if got := slugs(sorted.TagOperations("c")); !slices.Equal(got, test.slugs) {
			t.Errorf("%s: operations %v, want %v", test.name, got, test.slugs)
		}
		if got := slugs(sorted.TagWebhooks("")); !slices.Equal(got, test.hooks) {
			t.Errorf("%s: webhooks %v, want %v", test.name, got, test.hooks)
		}
		for i := range sorted.Operations {
			if o := &sorted.Operations[i]; sorted.OperationSummary(o.Slug) != o {
				t.Errorf("%s: %s is not found", test.name, o.Slug)
			}
		}
		if got := slugs(doc.TagOperations("c")); !slices.Equal(got, before) || doc.Tags[0].Name != "c" {
			t.Fatalf("%s: the document itself has changed", test.name)
		}
	}
	if got := doc.Sorted(tags, nil).TagChildren("d"); got[0].Name != "a" {
		t.Errorf("tags below another are not sorted: %s is first", got[0].Name)
	}
}

func slugs(list []*apidoc.OperationSummary) []string {
	var names []string
	for _, o := range list {
		names = append(names, o.Slug)
	}
	return names
}
