package trial

import (
	"bytes"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Requirement is a scheme with the scopes that are needed.
type Requirement struct {
	Scheme string   `json:"scheme"`
	Scopes []string `json:"scopes"`
}

// Schemes are an object of JSON, in the order of the description.
type Schemes []NamedScheme

// NamedScheme is a scheme with the name that requirements have for it.
type NamedScheme struct {
	Name   string
	Scheme Scheme
}

// MarshalJSON writes an object.
func (s Schemes) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, n := range s {
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(marshal(n.Name))
		out.WriteByte(':')
		out.Write(marshal(n.Scheme))
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Scheme is one way to authenticate.
type Scheme struct {
	Type             apidoc.SecurityType `json:"type"`
	In               apidoc.Place        `json:"in"`   // of an apiKey
	Name             string              `json:"name"` // of the parameter of an apiKey
	Scheme           string              `json:"scheme"`
	BearerFormat     string              `json:"bearerFormat"`
	Flows            []Flow              `json:"flows"`
	ClientID         string              `json:"clientId"`
	OpenIDConnectURL string              `json:"openIdConnectUrl"`
	Description      string              `json:"description"`
}

// Flow is one way to get a token.
type Flow struct {
	Kind                   string  `json:"kind"`
	AuthorizationURL       string  `json:"authorizationUrl"`
	DeviceAuthorizationURL string  `json:"deviceAuthorizationUrl"`
	TokenURL               string  `json:"tokenUrl"`
	RefreshURL             string  `json:"refreshUrl"`
	ClientID               string  `json:"clientId"`
	Scopes                 []Scope `json:"scopes"`
}

// Scope is one permission.
type Scope struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Default     bool   `json:"default"`
}

// Prefill is what the operator's configuration fills in, in its own words.
type Prefill struct {
	PreferredSecurityScheme string           `json:"preferredSecurityScheme"`
	APIKey                  Token            `json:"apiKey"`
	HTTP                    HTTP             `json:"http"`
	OAuth2                  OAuth2           `json:"oAuth2"`
	SecuritySchemes         map[string]Basic `json:"securitySchemes"`
	Servers                 []Server         `json:"servers"` // that it is for
}

// Token is one text.
type Token struct {
	Token string `json:"token"`
}

// HTTP is what schemes of HTTP are filled in with.
type HTTP struct {
	Basic  Basic `json:"basic"`
	Bearer Token `json:"bearer"`
}

// Basic is a name with its password, or a token.
type Basic struct {
	Token    string `json:"token,omitempty"`
	Username string `json:"username"`
	Password string `json:"password"`
}

// OAuth2 is what schemes of OAuth 2 are filled in with.
type OAuth2 struct {
	ClientID    string   `json:"clientId"`
	Scopes      []string `json:"scopes"`
	AccessToken string   `json:"accessToken"`
}

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
	for i := range doc.SecuritySchemes {
		if s := &doc.SecuritySchemes[i]; needed[s.Name] {
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
