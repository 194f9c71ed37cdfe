package htmlrender

import (
	"cmp"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/schemafacts"
	snippets "github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/wording"
)

// preset is what the operator has filled in for a security scheme. Secrets are
// masked; the identifier of a client and scopes are none.
func preset(w *wording.Language, c core.Credentials, s *apidoc.SecurityScheme) schemafacts.List {
	own := c.Schemes[s.Name]
	var list schemafacts.List
	secret := func(label wording.Key, value string) { list.Flag(w.Say(label), snippets.Mask, value != "") }
	switch {
	case s.Type == apidoc.APIKey:
		secret(wording.Key("Key"), cmp.Or(own.Token, c.APIKey))
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		secret(wording.Key("User name"), cmp.Or(own.Username, c.Username))
		secret(wording.Key("Password"), cmp.Or(own.Password, c.Password))
	case s.Type == apidoc.HTTPAuth:
		secret(wording.Key("Token"), cmp.Or(own.Token, c.Bearer))
	case s.Type == apidoc.OAuth2, s.Type == apidoc.OpenIDConnect:
		secret(wording.Key("Token"), cmp.Or(own.Token, c.AccessToken))
		list.Text(w.Say("Client ID"), c.ClientID)
		list.Text(w.Say("Scopes"), strings.Join(c.Scopes, " "))
	}
	return list
}
