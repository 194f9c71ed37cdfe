package openapi

import (
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

// outliner reads what is read at once, and notes what cannot be read.
type outliner struct {
	*references
	*findings
	targets map[*tree.Node]bool // what references outside schemas lead to
}

const rootKeys keywords = "openapi swagger info servers host basePath schemes consumes produces paths webhooks x-webhooks components definitions" +
	" parameters responses securityDefinitions security tags externalDocs x-tagGroups x-tagGroup $self jsonSchemaDialect"

const componentKeys keywords = "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes"

func (o *outliner) outline() apidoc.Outline {
	out := apidoc.Outline{
		SpecVersion: string(o.dialect), Info: o.info(),
		Self: tree.Text(tree.Get(o.root, "$self")), Dialect: tree.Text(tree.Get(o.root, "jsonSchemaDialect")),
		Security:     o.hidden.requirements(tree.Get(o.root, "security")),
		ExternalDocs: externalDocs(tree.Get(o.root, "externalDocs")),
		Extensions:   o.extensions(),
	}
	out.Servers = servers(o.list(o.root, "", "servers"))
	if o.swagger() {
		o.checkHost()
		out.Servers = o.swaggerServers(tree.Texts(tree.Get(o.root, "schemes")))
	}
	operations := newOperationList(o.references, o.findings)
	out.Operations = operations.in("paths")
	out.Webhooks = append(operations.in("webhooks"), operations.in("x-webhooks")...)
	out.Models = o.models()
	out.Components = components(o.references, o.findings, o.targets)
	out.SecuritySchemes = securitySchemes(o.references, o.findings)
	tags := tagList{o.description, o.findings}
	out.Tags = tags.tags()
	out.Groups = tags.groups(out)
	identifierCheck{o.references, o.findings}.all(out.Operations)
	checkSecurity(o.description, o.findings, out)
	addressCheck{o.references, o.findings}.outside()
	out.Problems = byPlace(o.all)
	return out
}

// checkHost notes a host and a base path of Swagger 2.0 that say something else.
func (o *outliner) checkHost() {
	host, base := tree.Get(o.root, "host"), tree.Get(o.root, "basePath")
	if text := tree.Text(host); strings.Contains(text, "/") {
		o.remark(host, "/host", "the host %q holds a scheme or a path", text)
	}
	if text := tree.Text(base); text != "" && !strings.HasPrefix(text, "/") {
		o.remark(base, "/basePath", "the path %q does not begin with a slash", text)
	}
}

// extensions are those of the description and of what holds its parts.
func (o *outliner) extensions() []apidoc.Extension {
	list := extensions(o.root, rootKeys)
	list = append(list, named(tree.Get(o.root, "paths"))...)
	list = append(list, named(tree.Get(o.root, "webhooks"))...)
	return append(list, extensions(tree.Get(o.root, "components"), componentKeys)...)
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
			Tags: o.hidden.modelTags(n),
		})
	}
	return list
}
