package openapi

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/internal/tree"
)

const (
	schemeKeys keywords = "$ref type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated" +
		" flow authorizationUrl tokenUrl scopes x-default-scopes x-defaultClientId x-internal x-scalar-ignore"
	flowKeys keywords = "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes x-default-scopes x-scalar-client-id x-client-id x-internal x-scalar-ignore"
)

// securitySchemes reads the ways to authenticate.
func securitySchemes(r *references, f *findings) []apidoc.SecurityScheme {
	pointer, schemes := "/securityDefinitions", f.object(r.root, "", "securityDefinitions")
	if !r.swagger() {
		pointer, schemes = "/components/securitySchemes", f.object(tree.Get(r.root, "components"), "/components", "securitySchemes")
	}
	var list []apidoc.SecurityScheme
	for name, own := range tree.Members(schemes) {
		n, ref := r.follow(own)
		if r.hidden.schemes[name] {
			continue
		}
		if !tree.IsMap(n) {
			if ref == "" {
				f.problem(own, pointer+"/"+tree.Escape(name), "the security scheme is %s and must be an object", tree.Kind(own))
			}
			continue
		}
		list = append(list, securityScheme(name, own, n))
	}
	return list
}

func securityScheme(name string, own, n *tree.Node) apidoc.SecurityScheme {
	s := apidoc.SecurityScheme{
		Name: name, Type: apidoc.SecurityType(tree.Text(tree.Get(n, "type"))), Description: described(own, n),
		ParameterName: tree.Text(tree.Get(n, "name")), In: apidoc.Place(tree.Text(tree.Get(n, "in"))),
		Scheme: tree.Text(tree.Get(n, "scheme")), BearerFormat: tree.Text(tree.Get(n, "bearerFormat")),
		OpenIDConnectURL: tree.Text(tree.Get(n, "openIdConnectUrl")), MetadataURL: tree.Text(tree.Get(n, "oauth2MetadataUrl")),
		ClientID: tree.Text(tree.Get(n, "x-defaultClientId")), Deprecated: tree.True(tree.Get(n, "deprecated")), Extensions: extensions(n, schemeKeys),
	}
	if s.Type == "basic" { // Swagger 2.0
		s.Type, s.Scheme = apidoc.HTTPAuth, "basic"
	}
	for kind, f := range tree.Members(tree.Get(n, "flows")) {
		if tree.IsMap(f) && !strings.HasPrefix(kind, "x-") && !internal(f) {
			s.Flows = append(s.Flows, flow(kind, f, extensions(f, flowKeys)))
		}
	}
	s.Extensions = append(s.Extensions, named(tree.Get(n, "flows"))...)
	if kind := tree.Text(tree.Get(n, "flow")); kind != "" { // Swagger 2.0
		s.Flows = append(s.Flows, flow(swaggerFlow(kind), n, nil))
	}
	for i := range s.Flows {
		markDefault(s.Flows[i].Scopes, tree.Texts(tree.Get(n, "x-default-scopes")))
	}
	return s
}

// swaggerFlow gives a flow of Swagger 2.0 the name that it has since 3.0.
func swaggerFlow(kind string) string {
	switch kind {
	case "application":
		return "clientCredentials"
	case "accessCode":
		return "authorizationCode"
	}
	return kind
}

func flow(kind string, n *tree.Node, extra []apidoc.Extension) apidoc.OAuthFlow {
	f := apidoc.OAuthFlow{
		Kind: kind, AuthorizationURL: tree.Text(tree.Get(n, "authorizationUrl")),
		DeviceAuthorizationURL: tree.Text(tree.Get(n, "deviceAuthorizationUrl")),
		TokenURL:               tree.Text(tree.Get(n, "tokenUrl")), RefreshURL: tree.Text(tree.Get(n, "refreshUrl")), Extensions: extra,
		ClientID: cmp.Or(tree.Text(tree.Get(n, "x-scalar-client-id")), tree.Text(tree.Get(n, "x-client-id"))),
	}
	for name, description := range tree.Members(tree.Get(n, "scopes")) {
		f.Scopes = append(f.Scopes, apidoc.Scope{Name: name, Description: tree.Text(description)})
	}
	markDefault(f.Scopes, tree.Texts(tree.Get(n, "x-default-scopes")))
	return f
}

// markDefault marks the scopes that are asked for unless the reader says
// otherwise.
func markDefault(scopes []apidoc.Scope, names []string) {
	for i := range scopes {
		scopes[i].Default = scopes[i].Default || slices.Contains(names, scopes[i].Name)
	}
}

// checkSecurity notes requirements of the description as a whole that name a
// scheme that does not exist.
func checkSecurity(d *description, f *findings, out apidoc.Outline) {
	known := map[string]bool{}
	for _, s := range out.SecuritySchemes {
		known[s.Name] = true
	}
	for name := range d.hidden.schemes {
		known[name] = true
	}
	for i, requirement := range tree.Items(f.list(d.root, "", "security")) {
		for name := range tree.Members(requirement) {
			if !known[name] && !strings.ContainsAny(name, "#/") { // OpenAPI 3.2 allows references here
				f.problem(requirement, fmt.Sprintf("/security/%d", i), "the security scheme %q does not exist", name)
			}
		}
	}
}
