package tryit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/gbytes"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/guard/guardtest"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

// provider is one without CORS headers, which answers every form with what it got.
func provider() (origin string, got *requestsOf[string]) {
	got = &requestsOf[string]{}
	mux := http.NewServeMux()
	server := httptest.NewUnstartedServer(mux)
	serve(server)
	mux.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got.add(r.URL.Path + " " + r.Header.Get("Authorization") + " " + string(body))
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Set-Cookie", "session=of-the-provider")
		w.Header().Set("Cache-Control", "no-store")
		_, _ = io.WriteString(w, `{"access_token":"t-1","token_type":"bearer"}`)
	})
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]string{"issuer": server.URL, "token_endpoint": server.URL + "/found", "device_authorization_endpoint": server.URL + "/device"})
	})
	return server.URL, got
}

// tokens serves a proxy for the schemes of a description, and returns its address.
func tokens(schemes []apidoc.SecurityScheme, options ...tryit.Option) string {
	GinkgoHelper()
	r := &guardtest.Recorder{Loopback: true}
	p, err := tryit.NewProxy(append([]tryit.Option{tryit.WithObserver(r.Observe), tryit.WithLimits(quick), tryit.WithResolver(resolver(nil))}, options...)...)
	Expect(err).NotTo(HaveOccurred())
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.ServeToken(w, r, schemes) }))
	serve(server)
	return server.URL
}

// oauth is a scheme with every flow that gets tokens, of a provider.
func oauth(at string) []apidoc.SecurityScheme {
	return []apidoc.SecurityScheme{
		{Name: "key", Type: apidoc.APIKey},
		{Name: "login", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{
			{Kind: "authorizationCode", TokenURL: at + "/token", RefreshURL: at + "/refresh"},
			{Kind: "clientCredentials", TokenURL: at + "/token"},
			{Kind: "password", TokenURL: at + "/token"},
			{Kind: "deviceAuthorization", TokenURL: at + "/token", DeviceAuthorizationURL: at + "/device"},
			{Kind: "implicit", AuthorizationURL: at + "/authorize"},
		}},
		{Name: "openid", Type: apidoc.OpenIDConnect, OpenIDConnectURL: at + "/.well-known/openid-configuration"},
	}
}

func askToken(ctx context.Context, endpoint string, t tryit.TokenRequest) *tryittest.Answer {
	GinkgoHelper()
	request, err := tryittest.NewTokenRequest(ctx, endpoint, t)
	Expect(err).NotTo(HaveOccurred())
	answer, err := tryittest.Do(request)
	Expect(err).NotTo(HaveOccurred())
	return answer
}

// form is the form of a grant.
func form(grant string, more ...[]string) [][]string {
	return append([][]string{{"grant_type", grant}}, more...)
}

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

var _ = Describe("ServeToken", func() {
	DescribeTable("sends the form of a flow to where the description says",
		func(ctx SpecContext, t tryit.TokenRequest, sent string) {
			at, got := provider()
			url := tokens(oauth(at), tryit.WithOrigins(at))

			answer := askToken(ctx, url, t)

			Expect(answer.Problem).To(BeNil())
			Expect(got.all()).To(Equal([]string{sent}))
			Expect(answer.Head.Status).To(Equal(200))
			Expect(string(answer.Body)).To(ContainSubstring(`"access_token":"t-1"`))
			Expect(answer.Values("Content-Type")).To(Equal([]string{"application/json"}))
			Expect(answer.Values("Set-Cookie")).To(BeEmpty(), "a page must not find cookies of a provider")
		},
		Entry("a code, escaped", tryit.TokenRequest{Scheme: "login", Flow: "authorizationCode", Endpoint: "token", Form: form("authorization_code", []string{"code", "a&b=c d"})},
			"/token  grant_type=authorization_code&code=a%26b%3Dc+d"),
		Entry("a refresh token to its own endpoint", tryit.TokenRequest{Scheme: "login", Flow: "authorizationCode", Endpoint: "refresh", Form: form("refresh_token")},
			"/refresh  grant_type=refresh_token"),
		Entry("a refresh token where there is no such endpoint", tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "refresh", Form: form("refresh_token")},
			"/token  grant_type=refresh_token"),
		Entry("a client, by its escaped name and secret", tryit.TokenRequest{Scheme: "login", Flow: "clientCredentials", Endpoint: "token", Form: form("client_credentials"), Basic: []string{"me:1", "s t"}},
			"/token Basic bWUlM0ExOnMrdA== grant_type=client_credentials"),
		Entry("a device", tryit.TokenRequest{Scheme: "login", Flow: "deviceAuthorization", Endpoint: "device", Form: [][]string{{"client_id", "me"}}}, "/device  client_id=me"),
		Entry("a device that waits", tryit.TokenRequest{Scheme: "login", Flow: "deviceAuthorization", Endpoint: "token", Form: form(deviceGrant)},
			"/token  grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"),
		Entry("an endpoint that a provider names", tryit.TokenRequest{Scheme: "openid", Flow: "authorizationCode", Endpoint: "token", Form: form("authorization_code")},
			"/found  grant_type=authorization_code"),
		Entry("a device of OpenID Connect", tryit.TokenRequest{Scheme: "openid", Flow: "deviceAuthorization", Endpoint: "device"}, "/device  "),
	)

	It("reads what a provider says about itself", func(ctx SpecContext) {
		at, _ := provider()

		answer := askToken(ctx, tokens(oauth(at), tryit.WithOrigins(at)), tryit.TokenRequest{Scheme: "openid", Endpoint: "discovery"})

		Expect(string(answer.Body)).To(ContainSubstring(`"issuer":"` + at + `"`))
	})

	DescribeTable("sends nothing to what the description does not declare, or for another purpose",
		func(ctx SpecContext, t tryit.TokenRequest, wanted string) {
			at, got := provider()

			answer := askToken(ctx, tokens(oauth(at), tryit.WithOrigins(at)), t)

			Expect(code(answer)).To(Equal(wanted))
			Expect(got.all()).To(BeEmpty())
		},
		Entry("another scheme", tryit.TokenRequest{Scheme: "other", Flow: "password", Endpoint: "token", Form: form("password")}, tryit.CodeRefused),
		Entry("a scheme without a provider", tryit.TokenRequest{Scheme: "key", Flow: "password", Endpoint: "token", Form: form("password")}, tryit.CodeRefused),
		Entry("a flow without tokens", tryit.TokenRequest{Scheme: "login", Flow: "implicit", Endpoint: "token", Form: form("authorization_code")}, tryit.CodeInvalid),
		Entry("the grant of another flow", tryit.TokenRequest{Scheme: "login", Flow: "authorizationCode", Endpoint: "token", Form: form("password")}, tryit.CodeInvalid),
		Entry("two grants", tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "token", Form: form("password", []string{"grant_type", "password"})}, tryit.CodeInvalid),
		Entry("a document of OAuth", tryit.TokenRequest{Scheme: "login", Endpoint: "discovery"}, tryit.CodeRefused),
		Entry("an endpoint that is none", tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "userinfo"}, tryit.CodeInvalid),
		Entry("a form of one column", tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "token", Form: [][]string{{"grant_type"}}}, tryit.CodeInvalid),
	)

	DescribeTable("refuses addresses in the description that lead nowhere or inside",
		func(ctx SpecContext, address string) {
			schemes := []apidoc.SecurityScheme{{Name: "login", Type: apidoc.OAuth2, Flows: []apidoc.OAuthFlow{{Kind: "password", TokenURL: address, RefreshURL: address}}}, {Name: "openid", Type: apidoc.OpenIDConnect, OpenIDConnectURL: address}}
			url := tokens(schemes)

			for _, t := range []tryit.TokenRequest{
				{Scheme: "login", Flow: "password", Endpoint: "token", Form: form("password")},
				{Scheme: "login", Flow: "password", Endpoint: "refresh", Form: form("refresh_token")},
				{Scheme: "openid", Flow: "password", Endpoint: "token", Form: form("password")},
				{Scheme: "openid", Endpoint: "discovery"},
			} {
				Expect(code(askToken(ctx, url, t))).To(Equal(tryit.CodeRefused))
			}
		},
		Entry("a script", "javascript:H()"),
		Entry("a path", "/token"),
		Entry("a file", "file:///etc/passwd"),
		Entry("a user", "https://a@b.example/token"),
		Entry("this machine", "http://127.0.0.1:1/token"),
		Entry("a private network", "http://10.0.0.1/token"),
		Entry("where clouds keep credentials", "http://169.254.169.254/latest"),
	)

	It("takes no address from a page", func(ctx SpecContext) {
		at, got := provider()
		request, err := tryittest.NewRawRequest(ctx, tokens(oauth(at), tryit.WithOrigins(at)),
			[]byte(`{"scheme":"login","flow":"password","endpoint":"token","form":[["grant_type","password"]],"url":"`+at+`/other"}`), nil)
		Expect(err).NotTo(HaveOccurred())
		request.Header.Set("Content-Type", tryit.TokenType)

		answer, err := tryittest.Do(request)

		Expect(err).NotTo(HaveOccurred())
		Expect(code(answer)).To(Equal(tryit.CodeInvalid))
		Expect(got.all()).To(BeEmpty())
	})

	DescribeTable("lets pages of this origin in only, and answers what runs nowhere",
		func(ctx SpecContext, change func(*http.Request), status int) {
			at, got := provider()
			request, err := tryittest.NewTokenRequest(ctx, tokens(oauth(at), tryit.WithOrigins(at)), tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "token", Form: form("password")})
			Expect(err).NotTo(HaveOccurred())
			change(request)

			answer, err := tryittest.Do(request)

			Expect(err).NotTo(HaveOccurred())
			Expect(answer.Status).To(Equal(status))
			Expect(got.all()).To(HaveLen(map[bool]int{true: 1}[status == 200]))
			Expect(answer.Header.Get("Content-Security-Policy")).To(Equal("sandbox; default-src 'none'"))
			Expect(answer.Header.Get("Cache-Control")).To(Equal("no-store"))
			Expect(answer.Header.Get("Access-Control-Allow-Origin")).To(BeEmpty())
		},
		Entry("as a page asks", func(*http.Request) {}, 200),
		Entry("another origin", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403),
		Entry("no header of ours", func(r *http.Request) { r.Header.Del(tryit.RequestHeader) }, 403),
		Entry("a form", func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") }, 415),
		Entry("the type of other requests", func(r *http.Request) { r.Header.Set("Content-Type", tryit.RequestType) }, 415),
		Entry("a link", func(r *http.Request) { r.Method = "GET" }, 405),
		Entry("too much", func(r *http.Request) {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(strings.Repeat(" ", 65<<10))), 65<<10
		}, 400),
	)

	It("bounds what a hostile provider answers, and passes none of its redirects", func(ctx SpecContext) {
		at, _ := provider()
		endless := startProvider(func(w http.ResponseWriter) {
			for range 100 {
				_, _ = w.Write(bytes.Repeat([]byte("x"), 64<<10))
			}
		})
		elsewhere := startProvider(func(w http.ResponseWriter) { w.Header().Set("Location", at+"/token"); w.WriteHeader(307) })
		password := tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "token", Form: form("password")}

		answer := askToken(ctx, tokens(oauth(endless), tryit.WithOrigins(endless)), password)
		Expect(answer.End.Truncated).To(BeTrue())
		Expect(answer.Body).To(HaveLen(1 << 20))

		answer = askToken(ctx, tokens(oauth(elsewhere), tryit.WithOrigins(elsewhere)), password)
		Expect(answer.Head.Status).To(Equal(307))
		Expect(answer.Values("Location")).To(BeEmpty())
	})

	DescribeTable("believes no document that leads elsewhere",
		func(ctx SpecContext, document string) {
			at, got := provider()
			hostile := startProvider(func(w http.ResponseWriter) { _, _ = fmt.Fprint(w, strings.ReplaceAll(document, "OTHER", at)) })
			schemes := []apidoc.SecurityScheme{{Name: "openid", Type: apidoc.OpenIDConnect, OpenIDConnectURL: hostile + "/.well-known/openid-configuration"}}
			url := tokens(schemes, tryit.WithOrigins(hostile))

			answer := askToken(ctx, url, tryit.TokenRequest{Scheme: "openid", Flow: "password", Endpoint: "token", Form: form("password")})

			Expect(code(answer)).To(Equal(tryit.CodeProvider))
			Expect(got.all()).To(BeEmpty())
		},
		Entry("another issuer", `{"issuer":"OTHER","token_endpoint":"OTHER/token"}`),
		Entry("no document", `<html>`),
		Entry("a script", `{"issuer":"javascript:H()","token_endpoint":"javascript:H()"}`),
		Entry("a list", `[{"token_endpoint":"OTHER/token"}]`),
		Entry("too much", `{"x":"`+strings.Repeat("x", 1<<20)+`"}`),
	)

	It("believes a document that leads to where the operator says", func(ctx SpecContext) {
		at, got := provider()
		var issuer string
		issuer = startProvider(func(w http.ResponseWriter) {
			_, _ = fmt.Fprintf(w, `{"issuer":%q,"token_endpoint":%q}`, issuer, at+"/token")
		})
		schemes := []apidoc.SecurityScheme{{Name: "openid", Type: apidoc.OpenIDConnect, OpenIDConnectURL: issuer + "/x"}}
		password := tryit.TokenRequest{Scheme: "openid", Flow: "password", Endpoint: "token", Form: form("password")}

		Expect(askToken(ctx, tokens(schemes, tryit.WithOrigins(issuer, at)), password).Problem).To(BeNil())
		Expect(got.all()).To(HaveLen(1))
		Expect(code(askToken(ctx, tokens(schemes, tryit.WithOrigins(issuer)), password))).To(Equal(tryit.CodeProvider))
		Expect(got.all()).To(HaveLen(1))
	})

	It("passes no cookie as a trailer either", func(ctx SpecContext) {
		mux := http.NewServeMux()
		server := httptest.NewUnstartedServer(mux)
		serve(server)
		mux.HandleFunc("POST /", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Trailer", "Set-Cookie, X-Secret")
			_, _ = io.WriteString(w, `{}`)
			w.Header().Set("Set-Cookie", "session=of-the-provider")
			w.Header().Set("X-Secret", "s")
		})

		answer := askToken(ctx, tokens(oauth(server.URL), tryit.WithOrigins(server.URL)), tryit.TokenRequest{
			Scheme: "login", Flow: "clientCredentials", Endpoint: tryit.EndpointToken, Form: [][]string{{"grant_type", "client_credentials"}},
		})

		Expect(answer.Status).To(Equal(http.StatusOK))
		Expect(answer.End.Trailers).To(BeEmpty())
	})

	It("logs no secret", func(ctx SpecContext) {
		at, _ := provider()
		lines := gbytes.NewBuffer()
		log := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
		url := tokens(oauth(at), tryit.WithOrigins(at), tryit.WithLogger(log))

		askToken(ctx, url, tryit.TokenRequest{
			Scheme: "login", Flow: "password", Endpoint: "token", Basic: []string{"me", "canary-1"},
			Form: form("password", []string{"username", "canary-2"}, []string{"password", "canary-3"}),
		})
		askToken(ctx, url, tryit.TokenRequest{Scheme: "canary-4", Flow: "password", Endpoint: "token", Form: form("password")})

		Eventually(func() string { return string(lines.Contents()) }).WithContext(ctx).Should(And(ContainSubstring("request sent"), ContainSubstring(at), ContainSubstring("request not sent")))
		Expect(string(lines.Contents())).NotTo(Or(ContainSubstring("canary"), ContainSubstring("t-1")))
	})

	It("says the same of every provider that cannot be reached", func(ctx SpecContext) {
		silent, _ := upstream(func(c net.Conn, _ *http.Request) { _ = c.Close() })
		closed := "http://127.0.0.1:1"
		password := tryit.TokenRequest{Scheme: "login", Flow: "password", Endpoint: "token", Form: form("password")}

		for _, at := range []string{silent, closed} {
			Expect(code(askToken(ctx, tokens(oauth(at), tryit.WithOrigins(at)), password))).To(Equal(tryit.CodeUnreachable))
		}
	})
})

// startProvider is a provider that answers everything in one way.
func startProvider(answer func(w http.ResponseWriter)) string {
	GinkgoHelper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
	serve(server)
	return server.URL
}
