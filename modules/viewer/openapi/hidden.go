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

// hide finds the tags and security schemes that are internal, before anything
// that names them is read.
func (r *reader) hide() {
	r.hiddenTags, r.hiddenSchemes = map[string]bool{}, map[string]bool{}
	for _, n := range tree.Items(tree.Get(r.root, "tags")) {
		if internal(n) {
			r.hiddenTags[tree.Text(tree.Get(n, "name"))] = true
		}
	}
	schemes := tree.Get(r.root, "securityDefinitions")
	if !r.swagger() {
		schemes = tree.Get(tree.Get(r.root, "components"), "securitySchemes")
	}
	c := &converter{reader: r}
	for name, own := range tree.Members(schemes) {
		if n, _ := c.follow(own); internal(own) || internal(n) {
			r.hiddenSchemes[name] = true
		}
	}
}

// withoutHiddenTags takes internal tags from an operation. It is false when the
// operation has no other ones and is internal by that.
func (r *reader) withoutHiddenTags(o *apidoc.OperationSummary) bool {
	hidden := func(name string) bool { return r.hiddenTags[name] }
	if !slices.ContainsFunc(o.Tags, hidden) {
		return true
	}
	o.Tags = slices.DeleteFunc(o.Tags, hidden)
	return len(o.Tags) > 0
}

// securityRequirements reads alternatives, without internal schemes. One that
// needs nothing but internal schemes is left out.
func (c *converter) securityRequirements(list *tree.Node) []apidoc.SecurityRequirement {
	var requirements []apidoc.SecurityRequirement
	for _, n := range tree.Items(list) {
		if !tree.IsMap(n) {
			continue
		}
		r := apidoc.SecurityRequirement{}
		for name, scopes := range tree.Members(n) {
			if !c.hiddenSchemes[schemeName(name)] {
				r.Schemes = append(r.Schemes, apidoc.RequiredScheme{Name: schemeName(name), Scopes: tree.Texts(scopes)})
			}
		}
		if len(r.Schemes) > 0 || len(n.Content) == 0 {
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
