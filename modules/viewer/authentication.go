package viewer

import (
	"sync/atomic"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// Authentication is credentials that are filled in for the reader. Each field
// stands for itself: one that is not set keeps its placeholder whatever is set
// beside it.
type Authentication struct {
	// PreferredSecurityScheme is the name of the security scheme that is used
	// wherever an operation allows it. Default: none where authentication is
	// optional, else the scheme that the description declares first, else the first
	// alternative.
	PreferredSecurityScheme string `json:"preferredSecurityScheme,omitempty"`
	// APIKey is used for schemes of the type apiKey.
	APIKey APIKeyCredentials `json:"apiKey,omitzero"`
	// HTTP is used for schemes of the type http.
	HTTP HTTPCredentials `json:"http,omitzero"`
	// OAuth2 is used for schemes of the types oauth2 and openIdConnect.
	OAuth2 OAuth2Credentials `json:"oAuth2,omitzero"`
	// SecuritySchemes are credentials of single schemes, by their names. They come
	// before those of their types.
	SecuritySchemes map[string]SchemeCredentials `json:"securitySchemes,omitempty"`
	// Origins are where credentials are sent, such as "https://api.example.com". Names
	// and passwords to log in with go to a provider of tokens that is one of them. For
	// any other place the console says that they are withheld, and the reader decides.
	// Default: the origins of the servers of the whole description when it is loaded
	// for the first time.
	Origins []string `json:"origins,omitempty"`
}

// APIKeyCredentials are what an apiKey scheme is filled in with.
type APIKeyCredentials struct {
	Token string `json:"token,omitempty"`
}

// HTTPCredentials are what an http scheme is filled in with.
type HTTPCredentials struct {
	Basic  BasicCredentials  `json:"basic,omitzero"`
	Bearer BearerCredentials `json:"bearer,omitzero"`
}

// BasicCredentials are a name with its password.
type BasicCredentials struct {
	Username string `json:"username,omitempty"`
	Password string `json:"password,omitempty"`
}

// BearerCredentials are a token, for all schemes of HTTP but basic.
type BearerCredentials struct {
	Token string `json:"token,omitempty"`
}

// OAuth2Credentials are what an oauth2 scheme is filled in with.
type OAuth2Credentials struct {
	ClientID    string   `json:"clientId,omitempty"`
	Scopes      []string `json:"scopes,omitempty"`
	AccessToken string   `json:"accessToken,omitempty"`
}

// SchemeCredentials are those of one security scheme.
type SchemeCredentials struct {
	Token    string `json:"token,omitempty"`
	Username string `json:"username,omitempty"`
	Password string `json:"password,omitempty"`
}

// credentials returns what core.Settings holds.
func (a Authentication) credentials() core.Credentials {
	var servers []apidoc.Server
	for _, origin := range a.Origins {
		servers = append(servers, apidoc.Server{URL: origin})
	}
	schemes := make(map[string]core.SchemeCredentials, len(a.SecuritySchemes))
	for name, s := range a.SecuritySchemes {
		schemes[name] = core.SchemeCredentials(s)
	}
	return core.Credentials{
		Preferred: a.PreferredSecurityScheme, APIKey: a.APIKey.Token,
		Username: a.HTTP.Basic.Username, Password: a.HTTP.Basic.Password, Bearer: a.HTTP.Bearer.Token,
		AccessToken: a.OAuth2.AccessToken, ClientID: a.OAuth2.ClientID, Scopes: a.OAuth2.Scopes, Schemes: schemes, Servers: servers,
	}
}

// credentials are those that are filled in for readers. They are safe for concurrent use.
type credentials struct {
	given    core.Credentials
	declared atomic.Pointer[[]apidoc.Server] // that they are for, nil before the first description
}

// declare says which servers credentials are for, unless the operator has named
// origins. The first description decides: those that come later may name others.
func (c *credentials) declare(doc *apidoc.Document) *apidoc.Document {
	servers := c.given.Servers
	if servers == nil {
		servers = doc.Servers
	}
	if len(servers) == 0 {
		servers = []apidoc.Server{{URL: "/"}} // which is what none means
	}
	c.declared.CompareAndSwap(nil, &servers)
	return doc
}

// now are the credentials, with the servers that they are for.
func (c *credentials) now() core.Credentials {
	now := c.given
	if servers := c.declared.Load(); servers != nil {
		now.Servers = *servers
	}
	return now
}
