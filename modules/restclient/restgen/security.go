package restgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/goname"
)

// credential is a security scheme as a function that makes a policy.
type credential struct {
	apidoc.SecurityScheme
	name string // of the function
	code string // its parameters and body
}

// credentialsOf writes the schemes that a policy can serve. The names of others, such
// as those of certificates, are rest.
func credentialsOf(schemes []apidoc.SecurityScheme, scope goname.Scope) (found []credential, rest []string) {
	for _, s := range schemes {
		code := policyCode(s)
		if code == "" {
			rest = append(rest, plain(s.Name+" ("+string(s.Type)+" "+s.Scheme)+")")
			continue
		}
		name := goname.Exported(s.Name)
		found = append(found, credential{s, scope.Name(name, name+"Auth"), code})
	}
	return found, rest
}

// tokens are the parameters of a policy that is given a source.
const tokens = "origin string, source policy.TokenSource, opts ...policy.AuthOption) policy.Middleware {\n"

func policyCode(s apidoc.SecurityScheme) string {
	with := func(option string) string {
		return tokens + "return policy.Auth(origin, source, append([]policy.AuthOption{policy." + option + "}, opts...)...)\n}"
	}
	name := strconv.Quote(s.ParameterName)
	switch {
	case s.Type == apidoc.APIKey && s.ParameterName == "":
	case s.Type == apidoc.APIKey && s.In == apidoc.InHeader:
		return with("WithHeader(" + name + `, "")`)
	case s.Type == apidoc.APIKey && s.In == apidoc.InQuery:
		return with("WithQuery(" + name + ")")
	case s.Type == apidoc.APIKey && s.In == apidoc.InCookie:
		return with("WithCookie(" + name + ")")
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "basic"):
		return "origin, user, password string, opts ...policy.AuthOption) policy.Middleware {\nreturn policy.BasicAuth(origin, user, password, opts...)\n}"
	case s.Type == apidoc.OAuth2 && tokenURL(s) != "":
		return "origin, id, secret string, transport core.Transport, opts ...policy.CredentialsOption) policy.Middleware {\n" +
			"return policy.Auth(origin, policy.ClientCredentials(transport, " + strconv.Quote(tokenURL(s)) + ", id, secret, opts...))\n}"
	case s.Type == apidoc.HTTPAuth && strings.EqualFold(s.Scheme, "bearer"), s.Type == apidoc.OAuth2, s.Type == apidoc.OpenIDConnect:
		return tokens + "return policy.Auth(origin, source, opts...)\n}"
	}
	return ""
}

// tokenURL is the address at which client credentials get a token, "" when there is
// none, or when it is relative.
func tokenURL(s apidoc.SecurityScheme) string {
	i := slices.IndexFunc(s.Flows, func(f apidoc.OAuthFlow) bool { return f.Kind == "clientCredentials" })
	if i < 0 || !strings.HasPrefix(s.Flows[i].TokenURL, "https://") && !strings.HasPrefix(s.Flows[i].TokenURL, "http://") {
		return ""
	}
	return s.Flows[i].TokenURL
}

// how says in words how a scheme authenticates.
func (c credential) how() string {
	switch c.Type {
	case apidoc.APIKey:
		return "a key in the " + string(c.In) + " " + c.ParameterName
	case apidoc.HTTPAuth:
		return "http " + c.Scheme
	}
	if tokenURL(c.SecurityScheme) != "" {
		return string(c.Type) + " with client credentials"
	}
	return string(c.Type)
}

// print writes the function.
func (c credential) print(b *strings.Builder) {
	about := c.name + " adds what the scheme " + c.Name + " asks for, " + c.how() + ", to the requests for an origin."
	if text := sentence(c.Description); text != "" {
		about += " " + ended(text)
	}
	comment(b, "// ", "// ", plain(about))
	fmt.Fprintf(b, "func %s(%s\n\n", c.name, c.code)
}
