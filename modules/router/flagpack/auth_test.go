package flagpack_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
)

const challengeHeader = "WWW-Authenticate"

// login knows Ida with the password "geheim", and some that fare otherwise.
func login(_ *router.Context, name, password string) (string, error) {
	switch {
	case name == "banned":
		return "", &router.ClientError{Status: http.StatusForbidden, Message: "banned", Header: http.Header{"X-Until": {"May"}}}
	case name == "outage":
		return "", errors.New("the database is down")
	case flagpack.Equal(name, "Ida") && flagpack.Equal(password, "geheim"), name == "blank" && password == "":
		return name, nil
	}
	return "", fmt.Errorf("user %q: %w", name, flagpack.ErrDenied)
}

// byToken knows the token, or the key, "t0ken".
func byToken(c *router.Context, token string) (string, error) {
	name, _, ok := strings.Cut(token, ".")
	if ok {
		return login(c, name, token)
	}
	if !flagpack.Equal(token, "t0ken") {
		return "", flagpack.ErrDenied
	}
	return "Ida", nil
}

// whoAmI answers with the user, or that there is none.
func whoAmI(user *router.Key[string]) *router.Function {
	return router.F0(func(c *router.Context) (map[string]any, error) {
		name, ok := user.Get(c)
		return map[string]any{"name": name, "known": ok}, nil
	})
}

const (
	idaBody    = `{"known":true,"name":"Ida"}`
	nobodyBody = `{"known":false,"name":""}`
)

// guarded is a router with one route behind the flag AUTH.
func guarded(engine router.Engine, pack func(user *router.Key[string]) router.Pack) *fixture {
	user := router.NewKey[string]("user")
	f := newFixture(router.WithEngine(engine))
	f.Install(pack(user))
	f.register("GET AUTH /me", whoAmI(user))
	return f
}

var _ = Describe("Equal", func() {
	DescribeTable("compares", func(a, b string, want bool) {
		Expect(flagpack.Equal(a, b)).To(Equal(want))
	},
		Entry("equal secrets", "secret", "secret", true),
		Entry("empty secrets", "", "", true),
		Entry("secrets of one length", "secret", "secreT", false),
		Entry("a secret and its beginning", "secret", "secre", false),
		Entry("a secret and none", "secret", "", false),
	)
})

var _ = Describe("Auth packs", func() {
	var user *router.Key[string]

	BeforeEach(func() { user = router.NewKey[string]("user") })

	It("describe their security, and what they ask for", func() {
		f := newFixture()
		f.Install(
			flagpack.Basic("AUTH", user, login),
			flagpack.Bearer("TOKEN", user, byToken, flagpack.Description("Needs a *session*."), flagpack.SchemeName("session")),
			flagpack.APIKey("KEY", user, apidoc.InHeader, "X-Key", byToken))
		f.register("GET AUTH TOKEN KEY /me", whoAmI(user))

		got := f.description()

		Expect(got["components"]).To(HaveKeyWithValue("securitySchemes", Equal(map[string]any{
			"basic":   map[string]any{"type": "http", "scheme": "basic"},
			"session": map[string]any{"type": "http", "scheme": "bearer"},
			"apiKey":  map[string]any{"type": "apiKey", "name": "X-Key", "in": "header"},
		})))
		Expect(got["x-flags"]).To(Equal(map[string]any{
			"AUTH": "Needs a name and a password (HTTP Basic).", "TOKEN": "Needs a *session*.", "KEY": "Needs an API key (header `X-Key`).",
		}))
		operation := got["paths"].(map[string]any)["/me"].(map[string]any)["get"].(map[string]any)
		Expect(operation["responses"]).To(And(HaveKey("401"), HaveKey("403")))
		Expect(operation["security"]).To(Equal([]any{map[string]any{"basic": []any{}, "session": []any{}, "apiKey": []any{}}}))
	})

	It("declare what Declare says besides", func() {
		f := newFixture()
		f.Install(flagpack.Bearer("AUTH", user, byToken, flagpack.Declare(func(d *router.Flag) {
			d.Security = &apidoc.SecurityScheme{Name: "oidc", Type: apidoc.OpenIDConnect, OpenIDConnectURL: "https://login.example/d"}
			d.Scopes = []string{"read"}
		})))
		f.register("GET AUTH /me", whoAmI(user))

		got := f.description()

		Expect(got["components"]).To(HaveKeyWithValue("securitySchemes", Equal(map[string]any{
			"oidc": map[string]any{"type": "openIdConnect", "openIdConnectUrl": "https://login.example/d"},
		})))
		operation := got["paths"].(map[string]any)["/me"].(map[string]any)["get"].(map[string]any)
		Expect(operation["security"]).To(Equal([]any{map[string]any{"oidc": []any{"read"}}}))
	})

	It("describe security that is optional as such", func() {
		f := newFixture()
		f.Install(flagpack.Basic("AUTH", user, login, flagpack.Optional()))
		f.register("GET AUTH /me", whoAmI(user))

		got := f.description()

		operation := got["paths"].(map[string]any)["/me"].(map[string]any)["get"]
		Expect(operation).To(HaveKeyWithValue("security", []any{map[string]any{"basic": []any{}}, map[string]any{}}))
		Expect(got["components"]).To(HaveKey("securitySchemes"))
		Expect(got["x-flags"]).To(HaveKeyWithValue("AUTH", "Takes a name and a password (HTTP Basic), or nothing."))
	})

	It("do not let the other hooks of the route run first", func() {
		called := false
		f := newFixture()
		f.Install(flagpack.Basic("AUTH", user, login))
		f.BeforeFunctionCall(func(_ *router.Context, next func() error) error { called = true; return next() })
		f.register("GET AUTH /me", whoAmI(user))

		Expect(f.get("/me").Code).To(Equal(http.StatusUnauthorized))
		Expect(called).To(BeFalse())
	})

	It("keep what verify returned in the chain of the error", func() {
		var got error
		f := newFixture()
		f.Install(flagpack.Basic("AUTH", user, login))
		f.AfterResponse(func(c *router.Context) { got = c.Err() })
		f.register("GET AUTH /me", whoAmI(user))

		f.get("/me", "Authorization", basicOf("Ida:wrong"))

		Expect(got).To(MatchError(flagpack.ErrDenied))
	})

	It("of one route ask for all they stand for", func() {
		f := newFixture()
		f.Install(flagpack.Basic("AUTH", user, login), flagpack.APIKey("KEY", router.NewKey[string]("key"), apidoc.InQuery, "key", byToken))
		f.register("GET AUTH KEY /me", whoAmI(user))

		Expect(f.get("/me?key=t0ken").Header().Get(challengeHeader)).To(HavePrefix("Basic"))
		Expect(f.get("/me", "Authorization", basicOf("Ida:geheim")).Header().Get(challengeHeader)).To(HavePrefix("ApiKey"))
		Expect(f.get("/me?key=t0ken", "Authorization", basicOf("Ida:geheim")).Body.String()).To(Equal(idaBody))
	})

	DescribeTable("panic for what cannot work", func(message string, call func()) {
		Expect(call).To(PanicWith("flagpack: " + message))
	},
		Entry("no key of the user", "AUTH: the key of the user is nil", func() { flagpack.Basic("AUTH", nil, login) }),
		Entry("no verify of Basic", "AUTH: verify is nil", func() { flagpack.Basic("AUTH", user, nil) }),
		Entry("no verify of Bearer", "AUTH: verify is nil", func() { flagpack.Bearer("AUTH", user, nil) }),
		Entry("no verify of APIKey", "AUTH: verify is nil", func() { flagpack.APIKey("AUTH", user, apidoc.InHeader, "X-Key", nil) }),
		Entry("no parameter", "AUTH: the parameter has no name", func() { flagpack.APIKey("AUTH", user, apidoc.InHeader, "", byToken) }),
		Entry("a key in the path", `AUTH: an API key comes in a header, query or cookie, not in "path"`, func() { flagpack.APIKey("AUTH", user, apidoc.InPath, "key", byToken) }),
		Entry("a realm with a line break", "AUTH: a realm is printable ASCII", func() { flagpack.Basic("AUTH", router.NewKey[string](""), login, flagpack.Realm("a\r\nb")) }),
		Entry("a realm with an umlaut", "AUTH: a realm is printable ASCII", func() { flagpack.Basic("AUTH", router.NewKey[string](""), login, flagpack.Realm("ü")) }),
	)
})
