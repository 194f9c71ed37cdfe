package mock

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/httpfield"
	"github.com/trefoil-go/trefoil/modules/core/problem"
)

// checkCredentials refuses a request without what an operation requires. Any
// credential will do.
func checkCredentials(r *http.Request, required []apidoc.SecurityRequirement, schemes []apidoc.SecurityScheme) *refusal {
	if len(required) == 0 {
		return nil
	}
	f := &refusal{statuses: []int{http.StatusUnauthorized}, detail: "The operation requires credentials. The mock server takes any."}
	for _, one := range required {
		missing := missingSchemes(r, one, schemes)
		if len(missing) == 0 {
			return nil
		}
		for _, s := range missing {
			v := problem.FieldError{In: "security", Name: s.Name, Detail: "is missing: " + wanted(s), Code: problem.CodeRequired}
			known := slices.ContainsFunc(f.violations, func(k problem.FieldError) bool { return k.Name == v.Name && k.Detail == v.Detail })
			if !known {
				f.violations = append(f.violations, v)
			}
			if c := challengeOf(s); !slices.Contains(f.challenges, c) {
				f.challenges = append(f.challenges, c)
			}
		}
	}
	return f
}

// missingSchemes are the schemes of a requirement that a request has nothing for.
func missingSchemes(r *http.Request, required apidoc.SecurityRequirement, schemes []apidoc.SecurityScheme) []*apidoc.SecurityScheme {
	var list []*apidoc.SecurityScheme
	for _, one := range required.Schemes {
		i := slices.IndexFunc(schemes, func(s apidoc.SecurityScheme) bool { return s.Name == one.Name })
		if i >= 0 && !hasCredential(r, &schemes[i]) {
			list = append(list, &schemes[i])
		}
	}
	return list
}

// hasCredential reports whether a request has a credential for a scheme. A
// certificate cannot be asked for here.
func hasCredential(r *http.Request, s *apidoc.SecurityScheme) bool {
	switch s.Type {
	case apidoc.APIKey:
		return hasKey(r, s)
	case apidoc.MutualTLS:
		return true
	}
	scheme, credential, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, schemeOf(s)) && strings.TrimSpace(credential) != ""
}

func hasKey(r *http.Request, s *apidoc.SecurityScheme) bool {
	switch s.In {
	case apidoc.InQuery:
		return r.URL.Query().Get(s.ParameterName) != ""
	case apidoc.InCookie:
		c, err := r.Cookie(s.ParameterName)
		return err == nil && c.Value != ""
	}
	return r.Header.Get(s.ParameterName) != ""
}

// schemeOf is the word before a credential.
func schemeOf(s *apidoc.SecurityScheme) string {
	if s.Type == apidoc.HTTPAuth && httpfield.IsToken(s.Scheme) {
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
