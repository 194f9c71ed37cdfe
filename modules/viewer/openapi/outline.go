package openapi

import (
	"fmt"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// outliner reads what is read at once, and notes what cannot be read.
type outliner struct {
	*reader
	targets  map[*tree.Node]bool // what references outside schemas lead to
	problems []apidoc.Problem
	shared   *budget             // for operations behind references of path items
	checked  map[*tree.Node]bool // operations that were checked
}

const rootKeys keywords = "openapi swagger info servers host basePath schemes consumes produces paths webhooks x-webhooks components definitions" +
	" parameters responses securityDefinitions security tags externalDocs x-tagGroups x-tagGroup $self jsonSchemaDialect"

const componentKeys keywords = "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes"

func (o *outliner) outline() apidoc.Outline {
	c := &converter{reader: o.reader}
	out := apidoc.Outline{
		SpecVersion: o.version, Info: o.info(),
		Self: tree.Text(tree.Get(o.root, "$self")), Dialect: tree.Text(tree.Get(o.root, "jsonSchemaDialect")),
		Security:     c.securityRequirements(tree.Get(o.root, "security")),
		ExternalDocs: externalDocs(tree.Get(o.root, "externalDocs")),
		Extensions:   o.extensions(),
	}
	out.Servers = c.servers(o.list(o.root, "", "servers"))
	if o.swagger() {
		out.Servers = c.swaggerServers(tree.Texts(tree.Get(o.root, "schemes")))
	}
	out.Operations = o.operations(c, "paths")
	out.Webhooks = append(o.operations(c, "webhooks"), o.operations(c, "x-webhooks")...)
	out.Models = o.models()
	out.Components = o.components(c)
	out.SecuritySchemes = o.securitySchemes(c)
	out.Tags = o.tags()
	out.Groups = o.groups(out)
	o.checkIdentifiers(c, out)
	o.checkSecurity(out)
	o.checkAddresses(c)
	out.Problems = byPlace(o.problems)
	return out
}

// extensions are those of the description and of what holds its parts.
func (o *outliner) extensions() []apidoc.Extension {
	list := extensions(o.root, rootKeys)
	list = append(list, named(tree.Get(o.root, "paths"))...)
	list = append(list, named(tree.Get(o.root, "webhooks"))...)
	return append(list, extensions(tree.Get(o.root, "components"), componentKeys)...)
}

func (o *outliner) problem(n *tree.Node, pointer, format string, values ...any) {
	if len(o.problems) < maxProblems {
		o.problems = append(o.problems, problem(n, clip(pointer, maxPlace), clip(fmt.Sprintf(format, values...), maxMessage)))
	}
}

// remark notes what is not as it should be with a part that is shown all the same.
func (o *outliner) remark(n *tree.Node, pointer, format string, values ...any) {
	before := len(o.problems)
	o.problem(n, pointer, format, values...)
	for i := range o.problems[before:] {
		o.problems[before+i].Read = true
	}
}

// object returns a member of the description that must be an object. A missing
// one is not a problem.
func (o *outliner) object(parent *tree.Node, pointer, name string) *tree.Node {
	key, n := tree.Member(parent, name)
	if key != nil && !tree.IsMap(n) && !tree.IsNull(n) {
		o.problem(n, pointer+"/"+tree.Escape(name), "%q is %s and must be an object", name, tree.Kind(n))
	}
	return n
}

// list returns a member of the description that must be a list.
func (o *outliner) list(parent *tree.Node, pointer, name string) *tree.Node {
	key, n := tree.Member(parent, name)
	if key != nil && !tree.IsList(n) && !tree.IsNull(n) {
		o.problem(n, pointer+"/"+tree.Escape(name), "%q is %s and must be a list", name, tree.Kind(n))
	}
	return n
}

const infoKeys keywords = "title summary description version termsOfService contact license x-logo x-scalar-links x-scalar-sdk-installation"

func (o *outliner) info() apidoc.Info {
	n := o.object(o.root, "", "info")
	if n == nil {
		o.remark(o.root, "", `"info" is missing: the API has neither title nor version`)
	}
	info := apidoc.Info{
		Title: apidoc.PlainTitle(tree.Text(tree.Get(n, "title"))), Summary: tree.Text(tree.Get(n, "summary")),
		Description: tree.Text(tree.Get(n, "description")), Version: tree.Text(tree.Get(n, "version")),
		TermsOfService: tree.Text(tree.Get(n, "termsOfService")), Extensions: extensions(n, infoKeys),
	}
	if contact := o.object(n, "/info", "contact"); tree.IsMap(contact) {
		info.Contact = &apidoc.Contact{
			Name: tree.Text(tree.Get(contact, "name")), URL: tree.Text(tree.Get(contact, "url")), Email: tree.Text(tree.Get(contact, "email")),
			Extensions: extensions(contact, "name url email"),
		}
	}
	if license := o.object(n, "/info", "license"); tree.IsMap(license) {
		info.License = &apidoc.License{
			Name: tree.Text(tree.Get(license, "name")), Identifier: tree.Text(tree.Get(license, "identifier")), URL: tree.Text(tree.Get(license, "url")),
			Extensions: extensions(license, "name identifier url"),
		}
	}
	if logo := o.object(n, "/info", "x-logo"); tree.IsMap(logo) {
		info.Logo = &apidoc.Logo{
			URL: tree.Text(tree.Get(logo, "url")), AltText: tree.Text(tree.Get(logo, "altText")),
			Href: tree.Text(tree.Get(logo, "href")), BackgroundColor: tree.Text(tree.Get(logo, "backgroundColor")),
		}
	}
	info.Links, info.Libraries = namedLinks(tree.Get(n, "x-scalar-links")), libraries(tree.Get(n, "x-scalar-sdk-installation"))
	return info
}

// operations reads the summaries of the operations in paths or webhooks.
func (o *outliner) operations(c *converter, section string) []apidoc.OperationSummary {
	var list []apidoc.OperationSummary
	for path, n := range tree.Members(o.object(o.root, "", section)) {
		if strings.HasPrefix(path, "x-") {
			continue
		}
		pointer := "/" + section + "/" + tree.Escape(path)
		if !tree.IsMap(n) {
			o.problem(n, pointer, "the path item is %s and must be an object", tree.Kind(n))
			continue
		}
		if len(path) > maxPath {
			o.problem(n, "/"+section, "the name %q… is longer than %d bytes and is left out", path[:40], maxPath)
			continue
		}
		item := c.pathItem(n)
		if item.internal() {
			continue
		}
		if more := item.get("additionalOperations"); tree.IsMap(more) && len(more.Content) > 2*maxAdditional {
			o.problem(more, pointer, "the path item has more than %d additional operations; the others are left out", maxAdditional)
		}
		if section == "paths" && !strings.HasPrefix(path, "/") {
			o.remark(n, pointer, "the path %q does not begin with a slash", path)
		}
		o.list(n, pointer, "parameters")
		list = append(list, o.summaries(c, item, path, pointer)...)
	}
	return list
}

func (o *outliner) summaries(c *converter, item pathItem, path, pointer string) []apidoc.OperationSummary {
	var list []apidoc.OperationSummary
	for _, op := range c.operations(item) {
		if !tree.IsMap(op.node) {
			o.problem(op.node, pointer+op.suffix, "the operation is %s and must be an object", tree.Kind(op.node))
			continue
		}
		if internal(op.node) {
			continue
		}
		if item.target != nil && !o.share(op.node) {
			o.problem(item.own, pointer, "too many operations stand behind references of path items; this one is left out")
			break
		}
		summary := summarise(op, path, pointer)
		if !o.withoutHiddenTags(&summary) {
			continue
		}
		o.checkOperation(c, op.node, pointer+op.suffix)
		list = append(list, summary)
	}
	return list
}

// checkOperation notes the parts of an operation that are of the wrong kind.
func (o *outliner) checkOperation(c *converter, n *tree.Node, pointer string) {
	if o.checked[n] {
		return
	}
	o.checked[n] = true
	o.checkOwnAddresses(n, pointer)
	for _, name := range []string{"tags", "parameters", "security", "servers"} {
		o.list(n, pointer, name)
	}
	for _, name := range []string{"responses", "requestBody", "callbacks", "externalDocs"} {
		o.object(n, pointer, name)
	}
	for i, own := range tree.Items(tree.Get(n, "parameters")) {
		p, ref := c.follow(own)
		if p == nil && ref != "" { // which the gate has noted
			continue
		}
		if tree.Text(tree.Get(p, "name")) == "" || tree.Text(tree.Get(p, "in")) == "" {
			o.problem(own, fmt.Sprintf("%s/parameters/%d", pointer, i), `the parameter lacks "name" or "in" and is left out`)
		}
	}
}

// models reads the summaries of the schemas with names.
func (o *outliner) models() []apidoc.ModelSummary {
	pointer, schemas := "/definitions", o.object(o.root, "", "definitions")
	if !o.swagger() {
		pointer, schemas = "/components/schemas", o.object(o.object(o.root, "", "components"), "/components", "schemas")
	}
	var list []apidoc.ModelSummary
	for name, n := range tree.Members(schemas) {
		if _, isBool := tree.Bool(n); !tree.IsMap(n) && !isBool {
			o.problem(n, pointer+"/"+tree.Escape(name), "the schema is %s and must be an object, true or false", tree.Kind(n))
			continue
		}
		if internal(n) {
			continue
		}
		list = append(list, apidoc.ModelSummary{
			Name: name, Ref: o.modelRef(name), Title: apidoc.PlainTitle(tree.Text(tree.Get(n, "title"))),
			Description: tree.Text(tree.Get(n, "description")), Deprecated: tree.True(tree.Get(n, "deprecated")),
			Tags: o.modelTags(n),
		})
	}
	return list
}
