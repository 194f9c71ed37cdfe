package restgen_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var _ = Describe("A security scheme", func() {
	withScheme := func(s apidoc.SecurityScheme) string {
		d := todos()
		d.outline.SecuritySchemes = []apidoc.SecurityScheme{s}
		return generate(d)
	}
	tokens := "origin string, source policy.TokenSource, opts ...policy.AuthOption) policy.Middleware {\nreturn policy.Auth(origin, source, "

	DescribeTable("becomes a policy",
		func(s apidoc.SecurityScheme, want string) {
			Expect(withScheme(s)).To(ContainSubstring(want))
		},
		Entry("of a token", apidoc.SecurityScheme{Name: "bearerAuth", Type: apidoc.HTTPAuth, Scheme: "Bearer"}, "func BearerAuth("+tokens+"opts...)"),
		Entry("of a user", apidoc.SecurityScheme{Name: "basic", Type: apidoc.HTTPAuth, Scheme: "basic"},
			"// Basic adds what the scheme basic asks for, http basic, to the requests for an origin.\nfunc Basic(origin, user, password string, opts ...policy.AuthOption) policy.Middleware {\nreturn policy.BasicAuth(origin, user, password, opts...)\n}"),
		Entry("of a key in a header", apidoc.SecurityScheme{Name: "key", Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: "X-Key"},
			"func Key("+tokens+"append([]policy.AuthOption{policy.WithHeader(\"X-Key\", \"\")}, opts...)...)"),
		Entry("of a key in the query", apidoc.SecurityScheme{Name: "key", Type: apidoc.APIKey, In: apidoc.InQuery, ParameterName: "k"}, `policy.WithQuery("k")`),
		Entry("of a key in a cookie", apidoc.SecurityScheme{Name: "key", Type: apidoc.APIKey, In: apidoc.InCookie, ParameterName: "k"}, `policy.WithCookie("k")`),
		Entry("of client credentials", apidoc.SecurityScheme{Name: "oauth", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{{Kind: "implicit"}, {Kind: "clientCredentials", TokenURL: "https://login.test/token"}}},
			"func Oauth(origin, id, secret string, transport core.Transport, opts ...policy.CredentialsOption) policy.Middleware {\n"+
				"return policy.Auth(origin, policy.ClientCredentials(transport, \"https://login.test/token\", id, secret, opts...))\n}"),
		Entry("of the tokens of another flow", apidoc.SecurityScheme{Name: "oauth", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{{Kind: "implicit"}}}, "func Oauth("+tokens+"opts...)"),
		Entry("whose name is that of a type", apidoc.SecurityScheme{Name: "todo", Type: apidoc.OpenIDConnect}, "func TodoAuth("),
	)

	It("is named in the comment of the package", func() {
		Expect(withScheme(apidoc.SecurityScheme{Name: "key", Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: "X-Key"})).
			To(ContainSubstring("//\n// The API asks for credentials, which these policies add: Key.\npackage api"))
	})

	It("that no policy serves is left to the transport", func() {
		code := withScheme(apidoc.SecurityScheme{Name: "certificate", Type: apidoc.MutualTLS})

		Expect(code).To(ContainSubstring("What is for the transport to do: certificate (mutualTLS)."))
		Expect(code).NotTo(ContainSubstring("policy"))
	})
})
