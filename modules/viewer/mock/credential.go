package mock

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

// checkCredentials refuses a request without what the operation requires. Any
// credential will do.
func (x *exchange) checkCredentials() *refusal {
	if len(x.op.Security) == 0 {
		return nil
	}
	f := &refusal{statuses: []int{http.StatusUnauthorized}, detail: "The operation requires credentials. The mock server takes any."}
	for _, required := range x.op.Security {
		missing := x.missing(required)
		if len(missing) == 0 {
			return nil
		}
		for _, s := range missing {
			v := violation{In: "security", Name: s.Name, Detail: "is missing: " + wanted(s)}
			if !slices.Contains(f.violations, v) {
				f.violations = append(f.violations, v)
			}
			if c := challengeOf(s); !slices.Contains(f.challenges, c) {
				f.challenges = append(f.challenges, c)
			}
		}
	}
	return f
}

// missing are the schemes of a requirement that the request has nothing for.
func (x *exchange) missing(required apidoc.SecurityRequirement) []*apidoc.SecurityScheme {
	var list []*apidoc.SecurityScheme
	for _, r := range required.Schemes {
		i := slices.IndexFunc(x.api.doc.SecuritySchemes, func(s apidoc.SecurityScheme) bool { return s.Name == r.Name })
		if i >= 0 && !x.has(&x.api.doc.SecuritySchemes[i]) {
			list = append(list, &x.api.doc.SecuritySchemes[i])
		}
	}
	return list
}

// has reports whether a request has a credential for a scheme. A certificate
// cannot be asked for here.
func (x *exchange) has(s *apidoc.SecurityScheme) bool {
	switch s.Type {
	case apidoc.APIKey:
		return x.hasKey(s)
	case apidoc.MutualTLS:
		return true
	}
	scheme, credential, _ := strings.Cut(x.r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, schemeOf(s)) && strings.TrimSpace(credential) != ""
}

func (x *exchange) hasKey(s *apidoc.SecurityScheme) bool {
	switch s.In {
	case apidoc.InQuery:
		return x.r.URL.Query().Get(s.ParameterName) != ""
	case apidoc.InCookie:
		c, err := x.r.Cookie(s.ParameterName)
		return err == nil && c.Value != ""
	}
	return x.r.Header.Get(s.ParameterName) != ""
}

// schemeOf is the word before a credential.
func schemeOf(s *apidoc.SecurityScheme) string {
	if s.Type == apidoc.HTTPAuth && isToken(s.Scheme) {
		return strings.ToUpper(s.Scheme[:1]) + s.Scheme[1:]
	}
	return "Bearer"
}

func wanted(s *apidoc.SecurityScheme) string {
	if s.Type == apidoc.APIKey {
		return fmt.Sprintf("%s %s", s.In, s.ParameterName)
	}
	return "header Authorization with " + schemeOf(s)
}

// challengeOf is what WWW-Authenticate says about a scheme. There is none for keys
// that anybody has registered.
func challengeOf(s *apidoc.SecurityScheme) string {
	if s.Type == apidoc.APIKey {
		return fmt.Sprintf(`ApiKey realm="mock", in=%s, name=%s`, quotedValue(string(s.In)), quotedValue(s.ParameterName))
	}
	switch scheme := schemeOf(s); scheme {
	case "Basic":
		return `Basic realm="mock", charset="UTF-8"`
	case "Digest":
		return `Digest realm="mock", qop="auth", algorithm=SHA-256, nonce="mock"`
	default:
		return scheme + ` realm="mock"`
	}
}
