package openapi

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const tagKeys keywords = "name summary description externalDocs parent kind x-displayName x-internal x-scalar-ignore"

// tagList reads the tags of a description and their groups.
type tagList struct {
	*description
	*findings
}

// tags reads the declared tags. Of two with the same name the first one stays.
func (l tagList) tags() []apidoc.Tag {
	var list []apidoc.Tag
	known := map[string]bool{}
	for i, n := range tree.Items(l.list(l.root, "", "tags")) {
		name, pointer := tree.Text(tree.Get(n, "name")), fmt.Sprintf("/tags/%d", i)
		switch {
		case name == "":
			l.problem(n, pointer, "the tag has no name")
			continue
		case known[name]:
			l.problem(n, pointer, "the tag %q is declared twice; the first declaration counts", name)
			continue
		}
		known[name] = true
		if internal(n) {
			continue
		}
		list = append(list, apidoc.Tag{
			Name: name, DisplayName: displayName(n), Description: tree.Text(tree.Get(n, "description")),
			Parent: tree.Text(tree.Get(n, "parent")), Kind: tree.Text(tree.Get(n, "kind")),
			ExternalDocs: externalDocs(tree.Get(n, "externalDocs")), Extensions: extensions(n, tagKeys),
		})
	}
	return list
}

func displayName(n *tree.Node) string {
	if name := tree.Text(tree.Get(n, "x-displayName")); name != "" {
		return apidoc.PlainTitle(name)
	}
	return apidoc.PlainTitle(tree.Text(tree.Get(n, "summary")))
}

// groups reads x-tagGroups, which is also spelled x-tagGroup. Tags are named by
// their names, whatever is displayed.
func (l tagList) groups(out apidoc.Outline) []apidoc.TagGroup {
	name := "x-tagGroups"
	if tree.Get(l.root, name) == nil {
		name = "x-tagGroup"
	}
	known := tagNames(out)
	var list []apidoc.TagGroup
	for i, n := range tree.Items(l.list(l.root, "", name)) {
		pointer := fmt.Sprintf("/%s/%d", name, i)
		if !tree.IsMap(n) {
			l.problem(n, pointer, "the group is %s and must be an object", tree.Kind(n))
			continue
		}
		tags := l.list(n, pointer, "tags")
		if len(tree.Items(tags)) == 0 {
			l.remark(n, pointer, "the group %q has no tags", tree.Text(tree.Get(n, "name")))
		}
		for j, tag := range tree.Items(tags) {
			if !known[tree.Text(tag)] && !l.hidden.tags[tree.Text(tag)] {
				l.remark(tag, fmt.Sprintf("%s/tags/%d", pointer, j), "the group names the tag %q, which does not exist", tree.Text(tag))
			}
		}
		list = append(list, apidoc.TagGroup{Name: apidoc.PlainTitle(tree.Text(tree.Get(n, "name"))), Tags: tree.Texts(tags)})
	}
	return list
}

// tagNames are the names of the tags that are declared or that operations carry.
func tagNames(out apidoc.Outline) map[string]bool {
	known := map[string]bool{}
	for _, t := range out.Tags {
		known[t.Name] = true
	}
	for _, operations := range [][]apidoc.OperationSummary{out.Operations, out.Webhooks} {
		for _, o := range operations {
			for _, t := range o.Tags {
				known[t] = true
			}
		}
	}
	return known
}

// lostParents notes the parents of tags that a document could not use: those that
// no tag has and those that lead round in a circle.
func lostParents(d *description, doc *apidoc.Document) []apidoc.Problem {
	var list []apidoc.Problem
	for i, n := range tree.Items(tree.Get(d.root, "tags")) {
		own := tree.Get(n, "parent")
		name := tree.Text(own)
		t := doc.TagNamed(tree.Text(tree.Get(n, "name")))
		if t == nil || name == "" || t.Parent != "" || d.hidden.tags[name] {
			continue
		}
		message := "the parent %q of the tag does not exist"
		if doc.TagNamed(name) != nil {
			message = "the parent %q of the tag leads back to the tag"
		}
		p := problem(own, fmt.Sprintf("/tags/%d/parent", i), fmt.Sprintf(message, name))
		p.Read = true
		list = append(list, p)
	}
	return list
}
