package htmlrender

import (
	"cmp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	snippets "github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

// preset is what the operator has filled in for a security scheme. Secrets are
// masked; the identifier of a client and scopes are none.
func preset(c core.Credentials, s *apidoc.SecurityScheme) schemafacts.List {
	own := c.Schemes[s.Name]
	var list schemafacts.List
	secret := func(label, value string) { list.Flag(label, snippets.Mask, value != "") }
	switch {
	case s.Type == apidoc.APIKey:
		secret("Key", cmp.Or(own.Token, c.APIKey))
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		secret("User name", cmp.Or(own.Username, c.Username))
		secret("Password", cmp.Or(own.Password, c.Password))
	case s.Type == apidoc.HTTPAuth:
		secret("Token", cmp.Or(own.Token, c.Bearer))
	case s.Type == apidoc.OAuth2, s.Type == apidoc.OpenIDConnect:
		secret("Token", cmp.Or(own.Token, c.AccessToken))
		list.Text("Client ID", c.ClientID)
		list.Text("Scopes", strings.Join(c.Scopes, " "))
	}
	return list
}
