package snippet

import (
	"cmp"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/braces"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
)

// Placeholders of credentials that are not filled in.
const (
	keyPlaceholder   = "YOUR_TOKEN"
	tokenPlaceholder = "YOUR_SECRET_TOKEN"
)

// login adds to a message what an operation requires.
type login struct {
	*message
	doc         *apidoc.Document
	credentials core.Credentials
}

// authenticate adds all schemes of one alternative, for an address.
func (l *login) authenticate(alternative apidoc.SecurityRequirement, address, base string) {
	if !l.declared(address, base) {
		l.credentials = core.Credentials{Preferred: l.credentials.Preferred}
	}
	for _, required := range alternative.Schemes {
		if s := l.scheme(required.Name); s != nil {
			l.credential(s)
		}
	}
}

// isKey reports whether a parameter is described twice: it is also the key of a scheme.
func (l *login) isKey(p *apidoc.Parameter, alternative apidoc.SecurityRequirement) bool {
	return slices.ContainsFunc(alternative.Schemes, func(required apidoc.RequiredScheme) bool {
		s := l.scheme(required.Name)
		return s != nil && s.Type == apidoc.APIKey && s.In == p.In && (s.ParameterName == p.Name || p.In == apidoc.InHeader && strings.EqualFold(s.ParameterName, p.Name))
	})
}

// declared reports whether credentials are for the origin of an address. Servers
// have the defaults of their variables here, as in samples.
func (l *login) declared(address, base string) bool {
	servers := l.credentials.Servers
	if servers == nil {
		servers = l.doc.Servers
	}
	to := origin(address)
	if len(servers) == 0 {
		return to != "" && to == origin(Address(nil, base))
	}
	return to != "" && slices.ContainsFunc(servers, func(s apidoc.Server) bool { return origin(Address([]apidoc.Server{s}, base)) == to })
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
func (l *login) alternative(all []apidoc.SecurityRequirement) apidoc.SecurityRequirement {
	if r, ok := naming(all, l.credentials.Preferred); ok {
		return r
	}
	for _, r := range all {
		if len(r.Schemes) == 0 {
			return r
		}
	}
	if schemes := l.doc.SecuritySchemes; len(schemes) > 0 {
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

func (l *login) scheme(name string) *apidoc.SecurityScheme {
	for i := range l.doc.SecuritySchemes {
		if s := &l.doc.SecuritySchemes[i]; s.Name == name {
			return s
		}
	}
	return nil
}

func (l *login) credential(s *apidoc.SecurityScheme) {
	own := l.credentials.Schemes[s.Name]
	switch {
	case s.Type == apidoc.APIKey:
		l.apiKey(s, cmp.Or(own.Token, l.credentials.APIKey))
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		l.basic(own)
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "digest") && own.Token == "":
		l.digest(own)
	case s.Type == apidoc.MutualTLS:
		l.r.Certificate = "CERTIFICATE.pem"
	case s.Type == apidoc.HTTPAuth:
		l.token(cmp.Or(s.Scheme, "Bearer"), cmp.Or(own.Token, l.credentials.Bearer))
	default:
		l.token("Bearer", cmp.Or(own.Token, l.credentials.AccessToken))
	}
}

func (l *login) apiKey(s *apidoc.SecurityScheme, key string) {
	text := Secret{Shown: keyPlaceholder}
	if key != "" {
		text = Secret{Shown: Mask, Real: header(key)}
	}
	switch s.In {
	case apidoc.InQuery:
		name := encode(s.ParameterName, "")
		has := func(piece string) bool { return pieceName(piece) == s.ParameterName }
		l.query = slices.DeleteFunc(l.query, func(piece string) bool { return has(piece) && len(braces.Names(piece)) > 0 })
		if slices.ContainsFunc(l.query, has) || slices.ContainsFunc(l.secrets, func(p pair) bool { return p.name == name }) {
			return // two schemes are one key, or the path has it
		}
		if key != "" {
			l.secrets = append(l.secrets, pair{name, encode(key, "")})
			return
		}
		l.query = append(l.query, name+"="+keyPlaceholder)
	case apidoc.InCookie:
		if text.Real != "" {
			text.Real = cookieText(text.Real)
		}
		l.r.Cookies = append(l.r.Cookies, Header{cookieText(s.ParameterName), text})
	default:
		l.secretHeader(s.ParameterName, text)
	}
}

// token adds a token with the name of its scheme, which readers know as Bearer
// however a description spells it.
func (l *login) token(scheme, token string) {
	if !httpfield.IsToken(scheme) || strings.EqualFold(scheme, "bearer") {
		scheme = "Bearer"
	}
	if token == "" {
		l.secretHeader("Authorization", Secret{Shown: scheme + " " + tokenPlaceholder})
		return
	}
	l.secretHeader("Authorization", Secret{Shown: scheme + " " + Mask, Real: scheme + " " + header(token)})
}

// digest adds a name and a password for clients that answer the challenge of a server with
// them (RFC 7616). The header has nothing of theirs.
func (l *login) digest(own core.SchemeCredentials) {
	l.token("Digest", "")
	user, password := l.user(own)
	l.r.Basic = &Basic{User: credential(user, "USERNAME"), Password: credential(password, "PASSWORD")}
}

func (l *login) user(own core.SchemeCredentials) (name, password string) {
	return cmp.Or(own.Username, l.credentials.Username), cmp.Or(own.Password, l.credentials.Password)
}

func (l *login) basic(own core.SchemeCredentials) {
	user, password := l.user(own)
	code := "Basic " + base64.StdEncoding.EncodeToString([]byte(cmp.Or(user, "USERNAME")+":"+cmp.Or(password, "PASSWORD")))
	if user == "" && password == "" {
		l.secretHeader("Authorization", Secret{Shown: code})
	} else {
		l.secretHeader("Authorization", Secret{Shown: "Basic " + Mask, Real: code})
	}
	l.r.Basic = &Basic{User: credential(user, "USERNAME"), Password: credential(password, "PASSWORD")}
}

func credential(text, otherwise string) Secret {
	if text == "" {
		return Secret{Shown: otherwise}
	}
	return Secret{Shown: Mask, Real: text}
}
