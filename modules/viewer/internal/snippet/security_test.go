package snippet_test

import (
	"encoding/json"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
)

var schemes = []apidoc.SecurityScheme{
	{Name: "key", Type: apidoc.APIKey, In: apidoc.InHeader, ParameterName: "X-Key"},
	{Name: "query", Type: apidoc.APIKey, In: apidoc.InQuery, ParameterName: "k y"},
	{Name: "cookie", Type: apidoc.APIKey, In: apidoc.InCookie, ParameterName: "s"},
	{Name: "basic", Type: apidoc.HTTPAuth, Scheme: "Basic"},
	{Name: "bearer", Type: apidoc.HTTPAuth, Scheme: "bearer"},
	{Name: "digest", Type: apidoc.HTTPAuth, Scheme: "digest"},
	{Name: "hoba", Type: apidoc.HTTPAuth, Scheme: "HOBA"},
	{Name: "oauth", Type: apidoc.OAuth2},
	{Name: "mtls", Type: apidoc.MutualTLS},
}

// secured needs any of the alternatives, each the names of schemes.
func secured(alternatives ...string) *apidoc.Operation {
	o := operation("GET", "/a")
	for _, names := range alternatives {
		r := apidoc.SecurityRequirement{}
		for _, name := range strings.Fields(names) {
			r.Schemes = append(r.Schemes, apidoc.RequiredScheme{Name: name})
		}
		o.Security = append(o.Security, r)
	}
	return o
}

var _ = DescribeTable("Credentials stand where their scheme says",
	func(ctx SpecContext, o *apidoc.Operation, c core.Credentials, want string) {
		r := snippet.Build(ctx, document(schemes...), o, snippet.Options{Credentials: c})

		Expect(snippet.Curl(r)).To(Equal("curl 'https://your-server.example/a" + want))
	},
	Entry("apiKey in a header", secured("key"), core.Credentials{}, "' \\\n  --header 'X-Key: YOUR_TOKEN'"),
	Entry("apiKey in the query", secured("query"), core.Credentials{}, "?k%20y=YOUR_TOKEN'"),
	Entry("apiKey in a cookie", secured("cookie"), core.Credentials{}, "' \\\n  --cookie 's=YOUR_TOKEN'"),
	Entry("basic", secured("basic"), core.Credentials{}, "' \\\n  --user 'USERNAME:PASSWORD'"),
	Entry("bearer", secured("bearer"), core.Credentials{}, "' \\\n  --header 'Authorization: Bearer YOUR_SECRET_TOKEN'"),
	Entry("digest", secured("digest"), core.Credentials{}, "' \\\n  --digest \\\n  --user 'USERNAME:PASSWORD'"),
	Entry("digest with a header that is known", secured("digest"), core.Credentials{Schemes: map[string]core.SchemeCredentials{"digest": {Token: "x"}}},
		"' \\\n  --header 'Authorization: digest ********'"),
	Entry("another scheme of HTTP", secured("hoba"), core.Credentials{}, "' \\\n  --header 'Authorization: HOBA YOUR_SECRET_TOKEN'"),
	Entry("oauth2", secured("oauth"), core.Credentials{}, "' \\\n  --header 'Authorization: Bearer YOUR_SECRET_TOKEN'"),
	Entry("a certificate", secured("mtls"), core.Credentials{}, "' \\\n  --cert 'CERTIFICATE.pem'"),
	Entry("all of one alternative", secured("key cookie"), core.Credentials{}, "' \\\n  --header 'X-Key: YOUR_TOKEN' \\\n  --cookie 's=YOUR_TOKEN'"),
	Entry("none where none is possible too", secured("bearer", ""), core.Credentials{}, "'"),
	Entry("the preferred one all the same", secured("", "bearer", "cookie"), core.Credentials{Preferred: "cookie"}, "' \\\n  --cookie 's=YOUR_TOKEN'"),
	Entry("the first that is declared", secured("cookie", "key"), core.Credentials{}, "' \\\n  --header 'X-Key: YOUR_TOKEN'"),
	Entry("the first alternative", secured("cookie", "bearer"), core.Credentials{}, "' \\\n  --cookie 's=YOUR_TOKEN'"),
	Entry("a preferred one that is not required", secured("bearer"), core.Credentials{Preferred: "key"}, "' \\\n  --header 'Authorization: Bearer YOUR_SECRET_TOKEN'"),
	Entry("masked when it is filled in", secured("key"), core.Credentials{APIKey: "s3cret"}, "' \\\n  --header 'X-Key: ********'"),
	Entry("masked in the query", secured("query"), core.Credentials{APIKey: "s3cret"}, "?k%20y=********'"),
	Entry("masked, name and password", secured("basic"), core.Credentials{Username: "me", Password: "s3cret"}, "' \\\n  --user '********:********'"),
	Entry("its own before that of its type", secured("oauth"), core.Credentials{Schemes: map[string]core.SchemeCredentials{"oauth": {Token: "x"}}}, "' \\\n  --header 'Authorization: Bearer ********'"),
	Entry("deep merge: a client id leaves the token as it is", secured("oauth"), core.Credentials{ClientID: "me"}, "' \\\n  --header 'Authorization: Bearer YOUR_SECRET_TOKEN'"),
)

var _ = DescribeTable("A key that a parameter describes, too, is sent once",
	func(ctx SpecContext, o *apidoc.Operation, c core.Credentials, want string) {
		both := append(slices.Clone(schemes), apidoc.SecurityScheme{Name: "same", Type: apidoc.APIKey, In: apidoc.InQuery, ParameterName: "k y"})
		for in, name := range map[apidoc.Place]string{apidoc.InHeader: "x-key", apidoc.InQuery: "k y", apidoc.InCookie: "s"} {
			o.Parameters = append(o.Parameters, apidoc.Parameter{Name: name, In: in, Required: true, Example: json.RawMessage(`"x"`)})
		}
		slices.SortFunc(o.Parameters, func(a, b apidoc.Parameter) int { return strings.Compare(string(a.In), string(b.In)) })
		r := snippet.Build(ctx, document(both...), o, snippet.Options{Credentials: c})

		Expect(snippet.Curl(r)).To(Equal("curl 'https://your-server.example/a" + want))
	},
	Entry("in a header", secured("key"), core.Credentials{}, "?k%20y=x' \\\n  --header 'X-Key: YOUR_TOKEN' \\\n  --cookie 's=x'"),
	Entry("in a header, with a key that is known", secured("key"), core.Credentials{APIKey: "s3cret"}, "?k%20y=x' \\\n  --header 'X-Key: ********' \\\n  --cookie 's=x'"),
	Entry("in the query", secured("query"), core.Credentials{}, "?k%20y=YOUR_TOKEN' \\\n  --header 'x-key: x' \\\n  --cookie 's=x'"),
	Entry("in the query, with a key that is known", secured("query"), core.Credentials{APIKey: "s3cret"}, "?k%20y=********' \\\n  --header 'x-key: x' \\\n  --cookie 's=x'"),
	Entry("in a cookie", secured("cookie"), core.Credentials{}, "?k%20y=x' \\\n  --header 'x-key: x' \\\n  --cookie 's=YOUR_TOKEN'"),
	Entry("by two schemes", secured("query same"), core.Credentials{}, "?k%20y=YOUR_TOKEN' \\\n  --header 'x-key: x' \\\n  --cookie 's=x'"),
	Entry("by two schemes, with a key that is known", secured("query same"), core.Credentials{APIKey: "s3cret"}, "?k%20y=********' \\\n  --header 'x-key: x' \\\n  --cookie 's=x'"),
	Entry("as the parameter has it, where none is needed", secured("query", ""), core.Credentials{}, "?k%20y=x' \\\n  --header 'x-key: x' \\\n  --cookie 's=x'"),
)

var _ = DescribeTable("Headers that the parameters of an operation describe, too, are those of",
	func(ctx SpecContext, o *apidoc.Operation, want string) {
		for _, name := range []string{"accept", "Content-Type", "Authorization"} {
			o.Parameters = append(o.Parameters, apidoc.Parameter{Name: name, In: apidoc.InHeader, Required: true, Example: json.RawMessage(`"x"`)})
		}
		r := snippet.Build(ctx, document(schemes...), o, snippet.Options{})

		Expect(snippet.Curl(r)).To(Equal("curl 'https://your-server.example/a" + want))
	},
	Entry("its security", secured("bearer"), "' \\\n  --header 'Authorization: Bearer YOUR_SECRET_TOKEN'"),
	Entry("no one, where it has none: the parameter says what there is", secured(""), "' \\\n  --header 'Authorization: x'"),
)

var _ = Describe("A request as JSON", func() {
	It("holds credentials that it can be sent with and that nobody reads in it", func(ctx SpecContext) {
		o := secured("key query cookie basic")
		r := snippet.Build(ctx, document(schemes...), o, snippet.Options{Credentials: core.Credentials{APIKey: "s3cr&t", Username: "adm1n", Password: "pa55"}})

		text, err := json.Marshal(r)

		Expect(err).NotTo(HaveOccurred())
		for _, secret := range []string{"s3cr", "adm1n", "pa55", "YWRtMW46cGE1NQ=="} {
			Expect(strings.Contains(string(text), secret)).To(BeFalse())
		}
		Expect(r.URL.Real).To(Equal("https://your-server.example/a?k%20y=s3cr%26t"))
		Expect(r.Headers).To(ContainElement(snippet.Header{Name: "X-Key", Value: snippet.Secret{Shown: "********", Real: "s3cr&t"}}))
		Expect(r.Headers).To(ContainElement(snippet.Header{Name: "Authorization", Value: snippet.Secret{Shown: "Basic ********", Real: "Basic YWRtMW46cGE1NQ=="}}))
	})

	It("cannot end the script that holds it", func(ctx SpecContext) {
		o := operation("POST", "/</script>")
		o.RequestBody = &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: "text/plain", Example: json.RawMessage(`"</script><!--"`)}}}

		text, err := json.Marshal(build(ctx, o))

		Expect(err).NotTo(HaveOccurred())
		Expect(strings.ContainsAny(string(text), "<>")).To(BeFalse())
	})
})

var _ = DescribeTable("A key that the query of the path has is sent once",
	func(ctx SpecContext, path, want string) {
		o := secured("query")
		o.Path = path

		Expect(snippet.Curl(snippet.Build(ctx, document(schemes...), o, snippet.Options{}))).To(Equal("curl 'https://your-server.example" + want + "'"))
	},
	Entry("as its first pair", "/a?k%20y=1&b=2", "/a?k%20y=1&b=2"),
	Entry("behind another pair", "/a?b=2&k+y=1", "/a?b=2&k+y=1"),
	Entry("where it stands without a value", "/a?b=2&k+y", "/a?b=2&k+y"),
	Entry("with its own value where the path has a variable", "/a?k%20y={key}&b={x}", "/a?b=X&k%20y=YOUR_TOKEN"),
)
