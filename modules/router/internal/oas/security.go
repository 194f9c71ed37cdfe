package oas

import "github.com/trefoil-go/trefoil/modules/core/apidoc"

// writeSecurity writes requirements of which any one is enough. An empty list says
// that an operation is public, whatever the description requires as a whole
// (section 4.8.10).
func writeSecurity(d *document, requirements []apidoc.SecurityRequirement) {
	d.key("security")
	d.open('[')
	for _, r := range requirements {
		d.item()
		d.open('{')
		for _, s := range r.Schemes {
			d.key(s.Name)
			d.open('[') // section 4.8.30: empty when there are no scopes
			for _, scope := range s.Scopes {
				d.item()
				d.quote(scope)
			}
			d.close(']')
		}
		d.close('}')
	}
	d.close(']')
}

// writeScheme writes a Security Scheme Object (section 4.8.27).
func writeScheme(d *document, s apidoc.SecurityScheme) {
	d.str("type", string(s.Type))
	d.str("description", s.Description)
	d.str("name", s.ParameterName)
	d.str("in", string(s.In))
	d.str("scheme", s.Scheme)
	d.str("bearerFormat", s.BearerFormat)
	d.str("openIdConnectUrl", s.OpenIDConnectURL)
	d.optional("flows", func() {
		for _, f := range s.Flows {
			d.object(flowKey(d, f.Kind), func() { writeFlow(d, f) })
		}
	})
	d.str(d.since32("oauth2MetadataUrl"), s.MetadataURL)
	d.truth(d.since32("deprecated"), s.Deprecated)
	d.str("x-defaultClientId", s.ClientID)
	d.extensions(s.Extensions)
}

func flowKey(d *document, kind string) string {
	if kind == "deviceAuthorization" {
		return d.since32(kind)
	}
	return kind
}

// writeFlow writes an OAuth Flow Object, whose scopes are required (section 4.8.29).
func writeFlow(d *document, f apidoc.OAuthFlow) {
	d.str("authorizationUrl", f.AuthorizationURL)
	d.str(d.since32("deviceAuthorizationUrl"), f.DeviceAuthorizationURL)
	d.str("tokenUrl", f.TokenURL)
	d.str("refreshUrl", f.RefreshURL)
	d.object("scopes", func() {
		for _, s := range f.Scopes {
			d.key(s.Name)
			d.quote(s.Description)
		}
	})
	var usual []string
	for _, s := range f.Scopes {
		if s.Default {
			usual = append(usual, s.Name)
		}
	}
	d.strs("x-default-scopes", usual)
	d.str("x-scalar-client-id", f.ClientID)
	d.extensions(f.Extensions)
}
