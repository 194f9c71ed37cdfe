package trial

import (
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/serverurl"
)

func requirements(list []apidoc.SecurityRequirement) [][]Requirement {
	all := [][]Requirement{}
	for _, r := range list[:min(len(list), maxList)] {
		its := []Requirement{}
		for _, s := range r.Schemes[:min(len(r.Schemes), maxList)] {
			its = append(its, Requirement{s.Name, append([]string{}, s.Scopes...)})
		}
		all = append(all, its)
	}
	return all
}

// schemes are those that the requirements of an operation name.
func schemes(doc *apidoc.Document, list []apidoc.SecurityRequirement) Schemes {
	needed := map[string]bool{}
	for _, r := range list[:min(len(list), maxList)] {
		for _, s := range r.Schemes {
			needed[s.Name] = true
		}
	}
	var all Schemes
	known := serverurl.Schemes(doc)
	for i := range known {
		if s := &known[i]; needed[s.Name] {
			all = append(all, NamedScheme{s.Name, scheme(s)})
		}
	}
	return all
}

func scheme(s *apidoc.SecurityScheme) Scheme {
	its := Scheme{
		Type: s.Type, In: s.In, Name: s.ParameterName, Scheme: s.Scheme, BearerFormat: s.BearerFormat, Flows: []Flow{}, ClientID: s.ClientID,
		OpenIDConnectURL: s.OpenIDConnectURL, Description: apidoc.Brief(s.Description, maxBrief),
	}
	for _, f := range s.Flows {
		flow := Flow{f.Kind, f.AuthorizationURL, f.DeviceAuthorizationURL, f.TokenURL, f.RefreshURL, f.ClientID, []Scope{}}
		for _, scope := range f.Scopes {
			flow.Scopes = append(flow.Scopes, Scope{scope.Name, apidoc.Brief(scope.Description, maxBrief), scope.Default})
		}
		its.Flows = append(its.Flows, flow)
	}
	return its
}

func prefill(c core.Credentials) Prefill {
	p := Prefill{
		PreferredSecurityScheme: c.Preferred, APIKey: Token{c.APIKey},
		HTTP:            HTTP{Basic: Basic{Username: c.Username, Password: c.Password}, Bearer: Token{c.Bearer}},
		OAuth2:          OAuth2{ClientID: c.ClientID, Scopes: append([]string{}, c.Scopes...), AccessToken: c.AccessToken},
		SecuritySchemes: map[string]Basic{}, Servers: servers(c.Servers),
	}
	for name, s := range c.Schemes {
		p.SecuritySchemes[name] = Basic(s)
	}
	return p
}
