package restvet

import (
	"go/types"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// options checks the options of declarations.
type options struct{ *pass }

func (c options) resourceOptions(d declaration) {
	if method, node := d.settings.text(withMethod); method != "" {
		c.reportf(node, categoryOption, "the methods of a resource are fixed: drop WithMethod, or use RestEndpoint or RestMutation")
	}
	if _, ok := d.settings.schema(); ok {
		c.reportf(d.settings.last[withSchema].node, categoryOption, "the schemas of a resource are fixed: drop WithSchema, or use RestEndpoint or RestMutation")
	}
	if len(d.args) == 4 && isConcrete(d.args) {
		c.tags(d, d.args[1], d.args[2])
		c.batch(d, d.args[3], d.args[2])
	}
}

func (c options) endpointOptions(d declaration, method string) {
	if field, node := d.settings.text(withPaginationField); field != "" {
		c.reportf(node, categoryOption, "WithPaginationField is for resources: drop it, or use CreateResource")
	}
	if set, ok := d.settings.last[withBatchGet]; ok {
		c.reportf(set.node, categoryOption, "WithBatchGet is for resources: drop it, or use CreateResource")
	}
	for _, name := range []string{withEntityIn, withItemsIn, withBodyIn} {
		if member, node := d.settings.text(name); member != "" {
			c.reportf(node, categoryOption, "%s is for resources: use ObjectOf for the answer, and a body with the member, or CreateResource", name)
		}
	}
	for _, name := range []string{withIfMatch, withSerial} {
		if set, ok := d.settings.last[name]; ok && method == http.MethodGet {
			c.reportf(set.node, categoryOption, "%s is for mutations: drop it", name)
		}
	}
	c.method(d, method)
	if len(d.args) > 0 && isConcrete(d.args) {
		c.tags(d, d.args[0])
	}
}

// tags checks the arguments that WithTagsOf takes against those that there are.
func (c options) tags(d declaration, args ...types.Type) {
	for _, set := range d.settings.tags {
		if !isConcrete(set.types) || has(args, set.types[0]) {
			continue
		}
		var names []string
		for _, t := range args {
			names = append(names, c.name(t))
		}
		c.reportf(set.node, categoryOption, "WithTagsOf takes arguments %s, the endpoint has %v", c.name(set.types[0]), names)
	}
}

func (c options) batch(d declaration, key, filter types.Type) {
	set, ok := d.settings.last[withBatchGet]
	switch {
	case !ok || !isConcrete(set.types):
	case !types.Identical(set.types[0], key):
		c.reportf(set.node, categoryOption, "WithBatchGet: the keys are %s, not %s", c.name(key), c.name(set.types[0]))
	case !types.Identical(set.types[1], filter):
		c.reportf(set.node, categoryOption, "WithBatchGet: the arguments of lists are %s, not %s", c.name(filter), c.name(set.types[1]))
	}
}

func (c options) method(d declaration, byDefault string) {
	method, node := d.settings.text(withMethod)
	switch {
	case method == "":
	case strings.ContainsAny(method, " \t\r\n"):
		c.reportf(node, categoryOption, "%q is not an HTTP method: write one word in upper case, such as %q", method, byDefault)
	case strings.ToUpper(method) != method:
		c.report(analysis.Diagnostic{
			Pos: node.Pos(), End: node.End(), Category: categoryOption,
			Message:        "HTTP methods are in upper case: write " + strconv.Quote(strings.ToUpper(method)),
			SuggestedFixes: replaceLiteral(d.settings.last[withMethod].arg, strings.ToUpper(method)),
		})
	case method == http.MethodGet && byDefault == http.MethodPost:
		c.reportf(node, categoryOption, "a mutation cannot be GET: use RestEndpoint, or another method")
	}
}
