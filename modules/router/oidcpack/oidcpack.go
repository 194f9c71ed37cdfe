// Package oidcpack has flags whose routes need a token of an OpenID Connect
// provider or another authorization server.
//
//	login, err := oidcpack.New("https://login.example.com", "https://zoo.example.com")
//	…
//	user := router.NewKey[account]("user")
//	r.Install(
//		oidcpack.Bearer("AUTH", user, login),
//		oidcpack.Bearer("ADMIN", user, login, oidcpack.Scope("zoo:admin")))
//	r.Register(router.Controllers{"GET AUTH /me": router.F0(me), "DELETE ADMIN /animals/:id": router.F1(remove)})
//
// A token is a signed JWT in the header Authorization: an access token of RFC 9068,
// or another one that has an issuer, an audience and an end. The keys that it may be
// signed with are those that the provider publishes, where OpenID Connect Discovery
// 1.0 or RFC 8414 says; they are asked for when the first token comes and renewed
// from time to time, see Provider.
//
// The answers, with the challenge of RFC 6750, section 3:
//
//	401  there is no token, or it is not good: the reason is error_description
//	403  the token lacks scopes or roles of the flag (insufficient_scope)
//	503  the keys that would tell are not to be had, with Retry-After
//
// Nothing of a token is logged, and nothing but its claims is kept, until the end
// of the request.
package oidcpack

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/go-jose/go-jose/v4/json"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

// maxToken is how long a header with a token may be, in bytes: tokens that list
// groups are longer than the 4 KiB that flagpack allows.
const maxToken = 16 << 10

// FlagOption changes a setting of one flag.
type FlagOption func(*flagConfig)

type flagConfig struct {
	scopes []string
	roles  []roles
	auth   []flagpack.AuthOption
}

// Scope asks for tokens that grant all of the scopes, in the claim "scope" (RFC
// 9068, section 2.2.3) or "scp". The description of the API names them. It panics
// when one is no scope-token (RFC 6749, section 3.3). Default: none.
func Scope(scopes ...string) FlagOption {
	for _, s := range scopes {
		if s == "" || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' || r == '"' || r == '\\' }) {
			panic(fmt.Sprintf("oidcpack: %q is no scope (RFC 6749, section 3.3)", s))
		}
	}
	return func(c *flagConfig) { c.scopes = append(c.scopes, scopes...) }
}

// Role asks for tokens of which a claim holds at least one of the names: "roles",
// "groups" or "entitlements" (RFC 9068, section 2.2.3.1), or a JSON pointer to where
// a provider has them, such as "/realm_access/roles". The claim is a string or a
// list of strings. Several Roles ask for one name of each. It panics without names.
// Default: none.
func Role(claim string, names ...string) FlagOption {
	if claim == "" || len(names) == 0 {
		panic("oidcpack: Role has a claim and the names that it may hold")
	}
	return func(c *flagConfig) { c.roles = append(c.roles, roles{claim, names}) }
}

// With adds options of flagpack, such as flagpack.Optional and
// flagpack.Description. The realm is that of the provider: see WithRealm.
func With(opts ...flagpack.AuthOption) FlagOption {
	return func(c *flagConfig) { c.auth = append(c.auth, opts...) }
}

// Bearer is the pack of a flag whose routes need a token of the provider. The
// claims of the token are decoded as JSON into a C, in which names are compared
// exactly, and kept in the key for hooks and controller functions. A token whose
// claims do not fit is 401.
//
// The flag does all that its routes need, so "GET ADMIN /x" does not need AUTH in
// front of it. A token is verified once for all flags of a route. It panics without
// a key or a provider.
func Bearer[C any](flag string, claims *router.Key[C], p *Provider, opts ...FlagOption) router.Pack {
	if p == nil {
		panic("oidcpack: " + flag + ": the provider is nil")
	}
	var config flagConfig
	for _, opt := range opts {
		opt(&config)
	}
	verify := func(c *router.Context, raw string) (C, error) {
		var into C
		t, err := p.verify(c, raw)
		if err != nil {
			return into, err
		}
		if err := json.Unmarshal(t.payload, &into); err != nil {
			return into, p.refuse("the claims of the token have other types than this service expects", nil)
		}
		return into, p.permit(t, config.scopes, config.roles)
	}
	auth := []flagpack.AuthOption{
		flagpack.MaxCredentials(maxToken),
		flagpack.Declare(func(f *router.Flag) {
			f.Security, f.Scopes = p.scheme(), config.scopes
			f.Answers = append(f.Answers, router.Answer{
				Status: http.StatusServiceUnavailable, Description: "The identity provider cannot be asked for its keys.",
				Headers: []apidoc.Header{{Name: "Retry-After", Description: "Seconds to wait", Schema: &apidoc.Schema{Types: []string{"integer"}}}},
			})
			if config.scopes != nil || config.roles != nil {
				f.Answers = append(f.Answers, router.Answer{
					Status:  http.StatusForbidden,
					Headers: []apidoc.Header{{Name: "WWW-Authenticate", Description: "What credentials there have to be"}},
				})
			}
			for _, r := range config.roles {
				f.Description += fmt.Sprintf(" Its claim `%s` holds `%s`.", r.claim, strings.Join(r.names, "` or `"))
			}
		}),
	}
	return flagpack.Bearer(flag, claims, verify, append(append(auth, config.auth...), flagpack.Realm(p.realm))...)
}
