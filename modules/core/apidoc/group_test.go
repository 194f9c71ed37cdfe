package apidoc_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// nested makes a document of tags that are written "name<parent".
func nested(groups []apidoc.TagGroup, tags ...[2]string) *apidoc.Document {
	outline := apidoc.Outline{Groups: groups}
	for _, t := range tags {
		outline.Tags = append(outline.Tags, apidoc.Tag{Name: t[0], Parent: t[1]})
	}
	return apidoc.New(outline, apidoc.Memory{}, apidoc.Text{})
}

// tree writes the tags of a document in their order, each with its depth.
func tree(d *apidoc.Document) []string {
	var list []string
	for _, g := range d.Groups {
		for _, name := range g.Tags {
			list = append(list, fmt.Sprintf("%s%s%d", g.Name, name, d.TagNamed(name).Depth))
		}
	}
	return list
}

// A3, row 32: tags below tags.
func TestNestedTags(t *testing.T) {
	groups := []apidoc.TagGroup{{Name: "G/", Tags: []string{"b", "a"}}}
	for name, test := range map[string]struct {
		tags [][2]string
		want []string
	}{
		"a tree, each before what is below it":            {[][2]string{{"moon", "planet"}, {"galaxy", ""}, {"planet", "galaxy"}, {"star", "galaxy"}}, []string{"galaxy0", "planet1", "moon2", "star1"}},
		"a parent that does not exist":                    {[][2]string{{"a", "nowhere"}, {"b", ""}}, []string{"G/b0", "G/a0"}},
		"a tag that is its own parent":                    {[][2]string{{"a", "a"}, {"b", ""}}, []string{"G/b0", "G/a0"}},
		"a circle, which has no valid parent":             {[][2]string{{"a", "b"}, {"b", "a"}}, []string{"G/b0", "G/a0"}},
		"a tag below a circle":                            {[][2]string{{"c", "a"}, {"a", "b"}, {"b", "a"}}, []string{"G/b0", "G/a0", "G/c1"}},
		"a parent, whose group a tag stands in":           {[][2]string{{"a", ""}, {"b", "a"}, {"c", "nowhere"}}, []string{"G/a0", "G/b1", "Otherc0"}},
		"a tag below another that no group names":         {[][2]string{{"c", "b"}, {"b", "a"}, {"a", ""}, {"d", ""}}, []string{"G/a0", "G/b1", "G/c2", "Otherd0"}},
		"a group that names a tag below one of no group":  {[][2]string{{"x", ""}, {"b", "x"}, {"y", "x"}}, []string{"G/x0", "G/b1", "G/y1"}},
		"the groups as they are where there is no parent": {[][2]string{{"a", ""}, {"b", ""}}, []string{"G/b0", "G/a0"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tree(nested(groups, test.tags...)); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

func TestTagChildren(t *testing.T) {
	d := nested(nil, [2]string{"planet", "galaxy"}, [2]string{"galaxy", ""}, [2]string{"star", "galaxy"})
	var names []string
	for _, c := range d.TagChildren("galaxy") {
		names = append(names, c.Name)
	}
	if !slices.Equal(names, []string{"planet", "star"}) || len(d.TagChildren("")) != 1 || d.TagChildren("star") != nil {
		t.Errorf("children of galaxy: %v", names)
	}
}

func TestTagWebhooks(t *testing.T) {
	d := apidoc.New(apidoc.Outline{Webhooks: []apidoc.OperationSummary{{Path: "born", Tags: []string{"zoo", "zoo"}}, {Path: "died"}}}, apidoc.Memory{}, apidoc.Text{})
	if n := len(d.TagWebhooks("zoo")); n != 1 {
		t.Errorf("%d webhooks of the tag", n)
	}
	if n := len(d.TagWebhooks("")); n != 1 {
		t.Errorf("%d webhooks without a tag", n)
	}
}

// A chain of very many tags takes a time that grows with their number alone.
func TestManyNestedTags(t *testing.T) {
	tags := make([][2]string, 20_000)
	for i := range tags {
		tags[i] = [2]string{fmt.Sprint(i), fmt.Sprint(i + 1)}
	}
	d := nested(nil, tags...)
	if depth := d.TagNamed("0").Depth; depth != len(tags)-1 {
		t.Errorf("depth %d", depth)
	}
}

// One tag below another leaves the groups of all others as they are.
func TestGroupsWithOneNestedTag(t *testing.T) {
	d := nested([]apidoc.TagGroup{{Name: "G/", Tags: []string{"a", "b"}}, {Name: "H/", Tags: []string{"c", "b2"}}},
		[2]string{"c", ""}, [2]string{"b2", "b"}, [2]string{"b", ""}, [2]string{"a", ""})
	if got, want := tree(d), []string{"G/a0", "G/b0", "G/b21", "H/c0"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Groups that name all tags of a chain again and again cost what they list.
func TestGroupsOfManyNestedTags(t *testing.T) {
	const n = 20_000
	tags, groups := make([][2]string, n), make([]apidoc.TagGroup, n)
	for i := range tags {
		tags[i] = [2]string{fmt.Sprint(i), fmt.Sprint(i + 1)}
		groups[i].Tags = []string{fmt.Sprint(i), fmt.Sprint(n - 1)}
	}
	listed := 0
	for _, g := range nested(groups, tags...).Groups {
		listed += len(g.Tags)
	}
	if listed != n {
		t.Errorf("%d tags are listed", listed)
	}
}

func TestTagsThatMarkOperations(t *testing.T) {
	tags := []apidoc.Tag{{Name: "beta", Kind: "badge"}, {Name: "partners", Kind: "audience"}, {Name: "pets", Kind: "nav"}, {Name: "other", Kind: "mood"}}
	for name, test := range map[string]struct {
		groups     []apidoc.TagGroup
		operations [][]string // the tags of each
		parent     string     // of pets
		want       string
	}{
		"stand in no group, and behind the tags that lead": {operations: [][]string{{"beta", "pets", "partners"}, {"other"}}, want: "[{ [pets other]}] [[pets beta partners] [other]]"},
		"lead where an operation has no other":             {operations: [][]string{{"beta", "pets"}, {"partners", "beta"}}, want: "[{ [partners pets other]}] [[pets beta] [partners beta]]"},
		"lead where a group names them":                    {groups: []apidoc.TagGroup{{Name: "G", Tags: []string{"beta"}}}, operations: [][]string{{"beta", "pets"}}, want: "[{G [beta]} {Other [partners pets other]}] [[pets beta]]"},
		"lead where they stand above others":               {operations: [][]string{{"beta", "pets"}}, parent: "beta", want: "[{ [beta pets partners other]}] [[pets beta]]"},
		"are listed where no operation has them":           {want: "[{ [beta partners pets other]}] []"},
	} {
		t.Run(name, func(t *testing.T) {
			o := apidoc.Outline{Tags: slices.Clone(tags), Groups: test.groups}
			o.Tags[2].Parent = test.parent
			for i, names := range test.operations {
				o.Operations = append(o.Operations, apidoc.OperationSummary{Method: "GET", Path: fmt.Sprint("/", i), Tags: names})
			}
			d := apidoc.New(o, apidoc.Memory{}, apidoc.Text{})
			got := [][]string{}
			for _, op := range d.Operations {
				got = append(got, op.Tags)
			}
			if text := fmt.Sprint(d.Groups, " ", got); text != test.want {
				t.Errorf("got %s, want %s", text, test.want)
			}
		})
	}
}

func TestGroupedTagsAreThereOnce(t *testing.T) {
	var names []string
	for _, tag := range nested([]apidoc.TagGroup{{Name: "A", Tags: []string{"b", "a"}}, {Name: "B", Tags: []string{"a"}}}, [2]string{"a"}, [2]string{"b"}, [2]string{"c"}).GroupedTags() {
		names = append(names, tag.Name)
	}
	if want := []string{"b", "a", "c"}; !slices.Equal(names, want) {
		t.Errorf("got %v, want %v", names, want)
	}
}
