package snippet

import (
	"cmp"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// Placeholders of credentials that are not filled in.
const (
	keyPlaceholder   = "YOUR_TOKEN"
	tokenPlaceholder = "YOUR_SECRET_TOKEN"
)

// authenticate adds what an operation requires: all schemes of one alternative.
func (b *builder) authenticate(alternatives []apidoc.SecurityRequirement, address string) {
	if !b.declared(address) {
		b.options.Credentials = core.Credentials{Preferred: b.options.Credentials.Preferred}
	}
	for _, required := range b.alternative(alternatives).Schemes {
		if s := b.scheme(required.Name); s != nil {
			b.credential(s)
		}
	}
}

// declared reports whether credentials are for the origin of an address. Servers
// have the defaults of their variables here, as in samples.
func (b *builder) declared(address string) bool {
	servers := b.options.Credentials.Servers
	if servers == nil {
		servers = b.doc.Servers
	}
	to := origin(address)
	if len(servers) == 0 {
		return to != "" && to == origin(server(nil, b.options.Base))
	}
	return to != "" && slices.ContainsFunc(servers, func(s apidoc.Server) bool { return origin(server([]apidoc.Server{s}, b.options.Base)) == to })
}

// origin is that of an address, "" for none.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// alternative chooses how to authenticate: with the scheme that the
// configuration prefers; not at all where that is possible too; with the scheme
// that the description declares first; with the alternative that stands first.
func (b *builder) alternative(all []apidoc.SecurityRequirement) apidoc.SecurityRequirement {
	if r, ok := naming(all, b.options.Credentials.Preferred); ok {
		return r
	}
	for _, r := range all {
		if len(r.Schemes) == 0 {
			return r
		}
	}
	if schemes := b.doc.SecuritySchemes; len(schemes) > 0 {
		if r, ok := naming(all, schemes[0].Name); ok {
			return r
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return apidoc.SecurityRequirement{}
}

// naming returns the first alternative that names a scheme.
func naming(all []apidoc.SecurityRequirement, name string) (apidoc.SecurityRequirement, bool) {
	for _, r := range all {
		for _, s := range r.Schemes {
			if name != "" && s.Name == name {
				return r, true
			}
		}
	}
	return apidoc.SecurityRequirement{}, false
}

func (b *builder) scheme(name string) *apidoc.SecurityScheme {
	for i := range b.doc.SecuritySchemes {
		if s := &b.doc.SecuritySchemes[i]; s.Name == name {
			return s
		}
	}
	return nil
}

func (b *builder) credential(s *apidoc.SecurityScheme) {
	own := b.options.Credentials.Schemes[s.Name]
	switch {
	case s.Type == apidoc.APIKey:
		b.apiKey(s, cmp.Or(own.Token, b.options.Credentials.APIKey))
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		b.basic(own)
	case s.Type == apidoc.MutualTLS:
		b.r.Certificate = "CERTIFICATE.pem"
	case s.Type == apidoc.HTTPAuth:
		b.token(cmp.Or(s.Scheme, "Bearer"), cmp.Or(own.Token, b.options.Credentials.Bearer))
	default:
		b.token("Bearer", cmp.Or(own.Token, b.options.Credentials.AccessToken))
	}
}

func (b *builder) apiKey(s *apidoc.SecurityScheme, key string) {
	text := Secret{Shown: keyPlaceholder}
	if key != "" {
		text = Secret{Shown: Mask, Real: header(key)}
	}
	switch s.In {
	case apidoc.InQuery:
		name := encode(s.ParameterName, "")
		if key != "" {
			b.secrets = append(b.secrets, pair{name, encode(key, "")})
			return
		}
		b.query = append(b.query, pair{name, keyPlaceholder})
	case apidoc.InCookie:
		if text.Real != "" {
			text.Real = cookieText(text.Real)
		}
		b.r.Cookies = append(b.r.Cookies, Header{cookieText(s.ParameterName), text})
	default:
		b.secretHeader(s.ParameterName, text)
	}
}

// token adds a token with the name of its scheme, which readers know as Bearer
// however a description spells it.
func (b *builder) token(scheme, token string) {
	if !httpfield.IsToken(scheme) || strings.EqualFold(scheme, "bearer") {
		scheme = "Bearer"
	}
	if token == "" {
		b.secretHeader("Authorization", Secret{Shown: scheme + " " + tokenPlaceholder})
		return
	}
	b.secretHeader("Authorization", Secret{Shown: scheme + " " + Mask, Real: scheme + " " + header(token)})
}

func (b *builder) basic(own core.SchemeCredentials) {
	user := cmp.Or(own.Username, b.options.Credentials.Username)
	password := cmp.Or(own.Password, b.options.Credentials.Password)
	code := "Basic " + base64.StdEncoding.EncodeToString([]byte(cmp.Or(user, "USERNAME")+":"+cmp.Or(password, "PASSWORD")))
	if user == "" && password == "" {
		b.secretHeader("Authorization", Secret{Shown: code})
	} else {
		b.secretHeader("Authorization", Secret{Shown: "Basic " + Mask, Real: code})
	}
	b.r.Basic = &Basic{User: credential(user, "USERNAME"), Password: credential(password, "PASSWORD")}
}

func credential(text, otherwise string) Secret {
	if text == "" {
		return Secret{Shown: otherwise}
	}
	return Secret{Shown: Mask, Real: text}
}
