package viewer

import "github.com/trefoil-go/trefoil/modules/core"

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
	schemes := make(map[string]core.SchemeCredentials, len(a.SecuritySchemes))
	for name, s := range a.SecuritySchemes {
		schemes[name] = core.SchemeCredentials(s)
	}
	return core.Credentials{
		Preferred: a.PreferredSecurityScheme, APIKey: a.APIKey.Token,
		Username: a.HTTP.Basic.Username, Password: a.HTTP.Basic.Password, Bearer: a.HTTP.Bearer.Token,
		AccessToken: a.OAuth2.AccessToken, ClientID: a.OAuth2.ClientID, Scopes: a.OAuth2.Scopes, Schemes: schemes,
	}
}
