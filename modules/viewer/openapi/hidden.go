package openapi

import (
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/jsonpointer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// internal reports whether a part is hidden by x-internal or x-scalar-ignore.
func internal(n *tree.Node) bool {
	return tree.True(tree.Get(n, "x-internal")) || tree.True(tree.Get(n, "x-scalar-ignore"))
}

// hidden are the tags and security schemes that are internal, by name.
type hidden struct{ tags, schemes map[string]bool }

func newHidden(d *description) hidden {
	h := hidden{map[string]bool{}, map[string]bool{}}
	for _, n := range tree.Items(tree.Get(d.root, "tags")) {
		if internal(n) {
			h.tags[tree.Text(tree.Get(n, "name"))] = true
		}
	}
	schemes := tree.Get(d.root, "securityDefinitions")
	if !d.swagger() {
		schemes = tree.Get(tree.Get(d.root, "components"), "securitySchemes")
	}
	r := &references{description: d}
	for name, own := range tree.Members(schemes) {
		if n, _ := r.follow(own); internal(own) || internal(n) {
			h.schemes[name] = true
		}
	}
	return h
}

// strip takes internal tags from an operation. It is false when the operation has
// no other ones and is internal by that.
func (h hidden) strip(o *apidoc.OperationSummary) bool {
	isHidden := func(name string) bool { return h.tags[name] }
	if !slices.ContainsFunc(o.Tags, isHidden) {
		return true
	}
	o.Tags = slices.DeleteFunc(o.Tags, isHidden)
	return len(o.Tags) > 0
}

// requirements reads alternatives, without internal schemes. One that needs
// nothing but internal schemes is left out.
func (h hidden) requirements(list *tree.Node) []apidoc.SecurityRequirement {
	var requirements []apidoc.SecurityRequirement
	for _, n := range tree.Items(list) {
		if !tree.IsMap(n) {
			continue
		}
		r := apidoc.SecurityRequirement{}
		for name, scopes := range tree.Members(n) {
			if !h.schemes[schemeName(name)] {
				r.Schemes = append(r.Schemes, apidoc.RequiredScheme{Name: schemeName(name), Scopes: tree.Texts(scopes)})
			}
		}
		if len(r.Schemes) > 0 || len(n.Content()) == 0 {
			requirements = append(requirements, r)
		}
	}
	return requirements
}

// schemeName is the name of a scheme that a requirement names, which since
// OpenAPI 3.2 may be a reference to it.
func schemeName(name string) string {
	if plain, found := strings.CutPrefix(name, "#/components/securitySchemes/"); found && !strings.Contains(plain, "/") {
		return jsonpointer.Unescape(plain)
	}
	return name
}

// modelTags are the tags that a model is listed below.
func (h hidden) modelTags(n *tree.Node) []string {
	var list []string
	for _, name := range tree.Texts(tree.Get(n, "x-tags")) {
		if len(list) < maxTags && name != "" && !h.tags[name] {
			list = append(list, name)
		}
	}
	return list
}
