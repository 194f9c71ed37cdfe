package openapi

import (
	"fmt"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const tagKeys keywords = "name summary description externalDocs parent kind x-displayName x-internal x-scalar-ignore"

// tags reads the declared tags. Of two with the same name the first one stays.
func (o *outliner) tags() []apidoc.Tag {
	var list []apidoc.Tag
	known := map[string]bool{}
	for i, n := range tree.Items(o.list(o.root, "", "tags")) {
		name, pointer := tree.Text(tree.Get(n, "name")), fmt.Sprintf("/tags/%d", i)
		switch {
		case name == "":
			o.problem(n, pointer, "the tag has no name")
			continue
		case known[name]:
			o.problem(n, pointer, "the tag %q is declared twice; the first declaration counts", name)
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
func (o *outliner) groups(out apidoc.Outline) []apidoc.TagGroup {
	name := "x-tagGroups"
	if tree.Get(o.root, name) == nil {
		name = "x-tagGroup"
	}
	known := tagNames(out)
	var list []apidoc.TagGroup
	for i, n := range tree.Items(o.list(o.root, "", name)) {
		pointer := fmt.Sprintf("/%s/%d", name, i)
		if !tree.IsMap(n) {
			o.problem(n, pointer, "the group is %s and must be an object", tree.Kind(n))
			continue
		}
		tags := o.list(n, pointer, "tags")
		if len(tree.Items(tags)) == 0 {
			o.remark(n, pointer, "the group %q has no tags", tree.Text(tree.Get(n, "name")))
		}
		for j, tag := range tree.Items(tags) {
			if !known[tree.Text(tag)] && !o.hiddenTags[tree.Text(tag)] {
				o.remark(tag, fmt.Sprintf("%s/tags/%d", pointer, j), "the group names the tag %q, which does not exist", tree.Text(tag))
			}
		}
		list = append(list, apidoc.TagGroup{Name: apidoc.PlainTitle(tree.Text(tree.Get(n, "name"))), Tags: tree.Texts(tags)})
	}
	return list
}

// lostParents notes the parents of tags that a document could not use: those that
// no tag has and those that lead round in a circle.
func (r *reader) lostParents(doc *apidoc.Document) []apidoc.Problem {
	var list []apidoc.Problem
	for i, n := range tree.Items(tree.Get(r.root, "tags")) {
		own := tree.Get(n, "parent")
		name := tree.Text(own)
		t := doc.TagNamed(tree.Text(tree.Get(n, "name")))
		if t == nil || name == "" || t.Parent != "" || r.hiddenTags[name] {
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

// checkIdentifiers notes operationIds that occur twice, and paths that differ in
// the names of their parameters alone.
func (o *outliner) checkIdentifiers(c *converter, out apidoc.Outline) {
	ids, paths := map[string]apidoc.OperationSummary{}, map[string]string{}
	for _, op := range out.Operations {
		if first, known := ids[op.ID]; !known {
			ids[op.ID] = op
		} else if op.ID != "" {
			o.sameID(c, first, op)
		}
		key := op.Method + " " + untemplated(op.Path)
		if first, known := paths[key]; known && first != op.Path {
			_, n := c.locate(op.Pointer)
			o.remark(n, op.Pointer, "%s %s means the same as %s", op.Method, op.Path, first)
		}
		paths[key] = op.Path
	}
}

// sameID notes that two operations have the same operationId, unless they are
// one, to which two path items refer.
func (o *outliner) sameID(c *converter, first, second apidoc.OperationSummary) {
	_, a := c.locate(first.Pointer)
	_, b := c.locate(second.Pointer)
	if a != b {
		o.remark(b, second.Pointer, "the operationId %q is that of %s too", second.ID, first.Pointer)
	}
}

// untemplated is a path without the names of its parameters.
func untemplated(path string) string {
	plain := make([]byte, 0, len(path))
	inside := false
	for i := range len(path) {
		if path[i] == '}' {
			inside = false
		}
		if !inside {
			plain = append(plain, path[i])
		}
		if path[i] == '{' {
			inside = true
		}
	}
	return string(plain)
}
