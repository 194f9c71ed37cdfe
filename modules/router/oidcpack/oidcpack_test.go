package oidcpack_test

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/flagpack"
	"github.com/trefoil-go/trefoil/modules/router/oidcpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

var _ = Describe("New", func() {
	DescribeTable("refuses", func(issuer, audience, reason string, opts ...oidcpack.Option) {
		_, err := oidcpack.New(issuer, audience, opts...)

		Expect(err).To(MatchError(ContainSubstring(reason)))
	},
		Entry("no issuer", "", audience, "https://"),
		Entry("an issuer without TLS", "http://login.example", audience, "https://"),
		Entry("an issuer that begins like loopback", "http://127.0.0.1.login.example", audience, "https://"),
		Entry("an issuer with a query", "https://login.example?x", audience, "no query"),
		Entry("an issuer with a user", "https://me@login.example", audience, "no user"),
		Entry("no audience", "https://login.example", "", "the audience is empty"),
		Entry("no further audience", "https://login.example", audience, "the audience is empty", oidcpack.WithAudiences("https://old.example", "")),
		Entry("no signature", "https://login.example", audience, `"none"`, oidcpack.WithAlgorithms("none")),
		Entry("a shared secret", "https://login.example", audience, `"HS256"`, oidcpack.WithAlgorithms("RS256", "HS256")),
		Entry("no algorithm", "https://login.example", audience, "names none", oidcpack.WithAlgorithms()),
	)
})

var _ = Describe("Bearer", func() {
	onEngines("answers", func(engine func() router.Engine) {
		var (
			i *issuer
			s *service
		)

		BeforeEach(func() {
			i = newIssuer()
			s = newService(i, engine())
		})

		It("lets a token in and hands its claims on", func() {
			w := s.get("/me", i.good(nil))

			Expect(w.Code).To(Equal(http.StatusOK))
			Expect(w.Body.String()).To(Equal(`{"sub":"ida"}`))
		})

		It("challenges without an error those who send none", func() {
			w := s.get("/me", "")

			Expect(w.Code).To(Equal(http.StatusUnauthorized))
			Expect(w.Header().Values(challengeHeader)).To(Equal([]string{`Bearer realm="API"`}))
			Expect(i.asked).To(BeEmpty())
		})

		It("says what is wrong with a token", func() {
			expectRefused(s.get("/me", i.good(claims{"exp": noon})), "the token has expired")
		})

		It("names the scopes that a token lacks", func() {
			w := s.get("/admin", i.good(nil))

			Expect(w.Code).To(Equal(http.StatusForbidden))
			Expect(w.Header().Get(challengeHeader)).To(Equal(
				`Bearer realm="API", error="insufficient_scope", error_description="the token lacks a scope", scope="admin"`))
		})

		It("says when to come back while the provider is down", func() {
			i.down()

			w := s.get("/me", i.good(nil))

			Expect(w.Code).To(Equal(http.StatusServiceUnavailable))
			Expect(w.Header().Get("Retry-After")).To(Equal("1"))
		})
	})

	var (
		i *issuer
		s *service
	)

	BeforeEach(func() {
		i = newIssuer()
		s = newService(i, trierouter.Engine())
	})

	DescribeTable("lets in", func(path string, changes claims) {
		Expect(s.get(path, i.good(changes)).Code).To(Equal(http.StatusOK))
	},
		Entry("a token for several", "/me", claims{"aud": []string{"other", audience}}),
		Entry("a token that begins now", "/me", claims{"nbf": noon}),
		Entry("an end with a fraction", "/me", claims{"exp": noon + 0.5}),
		Entry("scopes", "/write", nil),
		Entry("scopes as a list", "/write", claims{"scope": []string{"write", "read"}}),
		Entry("scopes in scp", "/write", claims{"scope": nil, "scp": "write read"}),
		Entry("a role", "/keeper", claims{"roles": []string{"guest", "vet"}}),
		Entry("a role that is a string", "/keeper", claims{"roles": "keeper"}),
		Entry("a role further inside", "/realm", claims{"realm_access": claims{"/roles": []string{"keeper"}}}),
		Entry("claims of 10 kB", "/me", claims{"groups": strings.Repeat("x", 7500)}),
	)

	DescribeTable("lets in tokens for each of its audiences, and no others", func(status int, aud any) {
		s := newService(i, trierouter.Engine(), oidcpack.WithAudiences("https://old.example", "apis"))

		Expect(s.get("/me", i.good(claims{"aud": aud})).Code).To(Equal(status))
	},
		Entry("the first", 200, audience),
		Entry("another", 200, "apis"),
		Entry("another among those of others", 200, []string{"x", "https://old.example"}),
		Entry("that of nobody", 401, "https://old.example/"),
		Entry("none", 401, []string{}),
	)

	DescribeTable("refuses claims with", func(reason string, changes claims) {
		expectRefused(s.get("/me", i.good(changes)), reason)
	},
		Entry("another issuer", "the token is from another issuer", claims{"iss": "https://evil.example"}),
		Entry("the issuer and a slash", "the token is from another issuer", claims{"iss": "http://127.0.0.1/"}),
		Entry("no issuer", "the token is from another issuer", claims{"iss": nil}),
		Entry("the issuer in capitals", "the token is from another issuer", claims{"iss": nil, "ISS": "x"}),
		Entry("another audience", "the token is for another audience", claims{"aud": "https://zoo.example/"}),
		Entry("no audience", "the token is for another audience", claims{"aud": nil}),
		Entry("no end", "the token has no end", claims{"exp": nil}),
		Entry("an end before now", "the token has expired", claims{"exp": noon - 1}),
		Entry("an end that is far too early", "the token has expired", claims{"exp": -1e300}),
		Entry("a beginning after now", "the token is not valid yet", claims{"nbf": noon + 1}),
		Entry("an end that is text", "the claims of the token cannot be read", claims{"exp": "tomorrow"}),
		Entry("scopes that are a number", "the claims of the token cannot be read", claims{"scope": 7}),
		Entry("types that the program has not", "the claims of the token have other types than this service expects", claims{"sub": 7}),
	)

	DescribeTable("forbids", func(path string, changes claims) {
		w := s.get(path, i.good(changes))

		Expect(w.Code).To(Equal(http.StatusForbidden))
		Expect(w.Header().Get(challengeHeader)).To(ContainSubstring(`error="insufficient_scope"`))
	},
		Entry("one scope of two", "/write", claims{"scope": "write"}),
		Entry("a scope that begins with the one asked for", "/admin", claims{"scope": "administrator"}),
		Entry("no scope", "/admin", claims{"scope": nil}),
		Entry("another role", "/keeper", claims{"roles": []string{"guest"}}),
		Entry("no roles", "/keeper", nil),
		Entry("roles that are no list", "/keeper", claims{"roles": claims{"keeper": true}}),
		Entry("a role in another place", "/realm", claims{"/roles": []string{"keeper"}}),
	)

	It("follows the clock, with leeway", func() {
		s := newService(i, trierouter.Engine(), oidcpack.WithLeeway(10*time.Second))
		token := i.good(claims{"nbf": noon + 10})

		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		s.pass(69 * time.Second)
		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		s.pass(time.Second)
		expectRefused(s.get("/me", token), "the token has expired")
	})

	It("knows keys of several kinds", func() {
		i.publish("ec", ecKey().Public())

		Expect(s.get("/me", token(ecKey(), jose.ES256, "ec", i.claims(nil), "typ", "at+jwt")).Code).To(Equal(http.StatusOK))
		Expect(s.get("/me", token(ecKey(), jose.ES256, "", i.claims(nil))).Code).To(Equal(http.StatusOK))
		Expect(s.get("/me", token(rsaKey(), jose.RS256, "", i.claims(nil))).Code).To(Equal(http.StatusOK))
		Expect(i.count("/keys")).To(Equal(1))
	})

	Context("with a signature", func() {
		const unsigned = "the token is no JWT with a signature that is accepted"
		const foreign = "the token is not signed with a key of the provider"

		It("that is none refuses the token and asks nobody", func() {
			encode := base64.RawURLEncoding.EncodeToString
			body, err := json.Marshal(i.claims(nil))
			Expect(err).NotTo(HaveOccurred())

			for _, algorithm := range []string{"none", "None", ""} {
				expectRefused(s.get("/me", encode([]byte(`{"alg":"`+algorithm+`"}`))+"."+encode(body)+"."), unsigned)
			}
			Expect(i.asked).To(BeEmpty())
		})

		It("made with the public key as a shared secret refuses the token", func() {
			der, err := x509.MarshalPKIXPublicKey(rsaKey().Public())
			Expect(err).NotTo(HaveOccurred())
			secret := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})

			expectRefused(s.get("/me", token(secret, jose.HS256, "rsa", i.claims(nil))), unsigned)
		})

		It("of another key of the same name refuses the token, and asks again at a bounded rate", func() {
			i.publish("ec", ecKey().Public())

			forged := token(otherKey(), jose.ES256, "ec", i.claims(nil))
			expectRefused(s.get("/me", forged), foreign)
			Expect(i.count("/keys")).To(Equal(1))
			s.pass(10 * time.Second)
			for range 3 {
				expectRefused(s.get("/me", forged), foreign)
			}
			Expect(i.count("/keys")).To(Equal(2))
		})

		It("of a key that the token brings along refuses the token", func() {
			signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: otherKey()}, &jose.SignerOptions{EmbedJWK: true})
			Expect(err).NotTo(HaveOccurred())
			body, err := json.Marshal(i.claims(nil))
			Expect(err).NotTo(HaveOccurred())
			signed, err := signer.Sign(body)
			Expect(err).NotTo(HaveOccurred())
			text, err := signed.CompactSerialize()
			Expect(err).NotTo(HaveOccurred())

			expectRefused(s.get("/me", text), foreign)
		})

		It("by an algorithm that the provider does not name refuses the token", func() {
			expectRefused(s.get("/me", token(rsaKey(), jose.PS256, "rsa", i.claims(nil))), foreign)
		})

		It("by an algorithm that WithAlgorithms allows lets the token in", func() {
			s := newService(i, trierouter.Engine(), oidcpack.WithAlgorithms("PS256"))

			Expect(s.get("/me", token(rsaKey(), jose.PS256, "rsa", i.claims(nil))).Code).To(Equal(http.StatusOK))
			expectRefused(s.get("/me", i.good(nil)), foreign)
		})

		It("that was cut or changed refuses the token", func() {
			good := i.good(nil)
			other := i.good(claims{"sub": "eve"})

			expectRefused(s.get("/me", good[:len(good)-40]), foreign)
			expectRefused(s.get("/me", good[:strings.LastIndex(good, ".")]+other[strings.LastIndex(other, "."):]), foreign)
			expectRefused(s.get("/me", strings.Join(strings.Split(good, ".")[:2], ".")), unsigned)
		})
	})

	DescribeTable("refuses a header with", func(reason string, headers ...any) {
		expectRefused(s.get("/me", token(rsaKey(), jose.RS256, "rsa", i.claims(nil), headers...)), reason)
	},
		Entry("the type of another token", "the token is no access token", "typ", "logout+jwt"),
		Entry("a type that is no text", "the token is no access token", "typ", 1),
		Entry("a claim that it demands", "the token demands extensions that are not known", "crit", []string{"exp"}),
		Entry("a body that is not encoded", "the token demands extensions that are not known", "b64", true, "crit", []string{"b64"}),
	)

	It("with WithAccessTokensOnly asks for their type", func() {
		s := newService(i, trierouter.Engine(), oidcpack.WithAccessTokensOnly())

		Expect(s.get("/me", token(rsaKey(), jose.RS256, "rsa", i.claims(nil), "typ", "application/at+JWT")).Code).To(Equal(http.StatusOK))
		expectRefused(s.get("/me", token(rsaKey(), jose.RS256, "rsa", i.claims(nil), "typ", "JWT")), "the token is no access token")
	})

	It("may let in those who send nothing", func() {
		login, err := oidcpack.New(i.URL, audience)
		Expect(err).NotTo(HaveOccurred())
		s.Install(oidcpack.Bearer("MAYBE", router.NewKey[user]("user"), login, oidcpack.With(flagpack.Optional())))
		s.Register(router.Controllers{"GET MAYBE /maybe": router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil })})

		Expect(s.get("/maybe", "").Code).To(Equal(http.StatusNoContent))
		Expect(s.get("/maybe", "x").Code).To(Equal(http.StatusUnauthorized))
	})

	It("describes where tokens come from and what they grant", func(ctx SpecContext) {
		doc, err := s.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		var all struct {
			Components struct {
				SecuritySchemes map[string]map[string]string `json:"securitySchemes"`
			} `json:"components"`
			Paths map[string]map[string]struct {
				Security  []map[string][]string     `json:"security"`
				Responses map[string]map[string]any `json:"responses"`
			} `json:"paths"`
			Flags map[string]string `json:"x-flags"`
		}

		Expect(json.Unmarshal(doc.Text.Data, &all)).To(Succeed())

		Expect(all.Components.SecuritySchemes).To(Equal(map[string]map[string]string{
			"openIdConnect": {"type": "openIdConnect", "openIdConnectUrl": i.URL + "/.well-known/openid-configuration"},
		}))
		Expect(all.Paths["/write"]["get"].Security).To(Equal([]map[string][]string{{"openIdConnect": {"write", "read"}}}))
		Expect(all.Paths["/me"]["get"].Security).To(Equal([]map[string][]string{{"openIdConnect": {}}}))
		Expect(all.Paths["/me"]["get"].Responses).To(And(HaveKey("401"), HaveKey("403"), HaveKey("503")))
		Expect(all.Flags).To(HaveKeyWithValue("KEEPER", "Needs a token (HTTP Bearer). Its claim `roles` holds `keeper` or `vet`."))
	})

	It("names its realm in all challenges, and its scheme", func(ctx SpecContext) {
		s := newService(i, trierouter.Engine(), oidcpack.WithRealm(`the "zoo"`), oidcpack.WithSchemeName("login"))

		for _, token := range []string{"", "x", i.good(claims{"exp": 1})} {
			Expect(s.get("/me", token).Header().Get(challengeHeader)).To(HavePrefix(`Bearer realm="the \"zoo\""`))
		}
		doc, err := s.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(doc.SecuritySchemes).To(HaveExactElements(HaveField("Name", "login")))
	})

	It("keeps answers for one user from others", func() {
		s.Install(flagpack.Cache("CACHE", flagpack.CacheOptions{MaxAge: time.Minute}))
		s.Register(router.Controllers{"GET AUTH CACHE /cached": router.F0(func(*router.Context) (user, error) { return user{"ida"}, nil })})

		w := s.get("/cached", i.good(nil))

		Expect(w.Code).To(Equal(http.StatusOK))
		Expect(w.Header().Get("Vary")).To(ContainSubstring("Authorization"))
		Expect(w.Header().Get("Cache-Control")).To(ContainSubstring("private"))
	})

	It("panics about mistakes of the program", func() {
		key := router.NewKey[user]("user")
		Expect(func() { oidcpack.Bearer("AUTH", key, nil) }).To(PanicWith(ContainSubstring("provider is nil")))
		Expect(func() { oidcpack.Scope("a b") }).To(PanicWith(ContainSubstring("is no scope")))
		Expect(func() { oidcpack.Role("roles") }).To(PanicWith(ContainSubstring("Role has")))
	})

	It("tells nothing of a token", func() {
		secrets := claims{"sub": "c4nary", "scope": "c4nary", "iss": "c4nary"}
		tokens := []string{
			i.good(claims{"sub": "c4nary", "scope": "c4nary"}), i.good(secrets), i.good(claims{"exp": noon, "sub": "c4nary"}),
			i.good(claims{"sub": []string{"c4nary"}}), i.good(claims{"exp": "c4nary"}),
			token(otherKey(), jose.ES256, "c4nary", i.claims(secrets), "typ", "c4nary"),
			token(otherKey(), jose.ES256, "c4nary", i.claims(secrets)), "c4nary", "c4nary.c4nary.c4nary",
		}
		for _, down := range []bool{false, true} {
			if down {
				i.down()
				s.pass(time.Hour)
			}
			for _, token := range tokens {
				w := s.get("/admin", token)

				for _, secret := range append(strings.Split(token, "."), "c4nary") {
					Expect(s.log.String() + w.Body.String() + w.Header().Get(challengeHeader)).NotTo(ContainSubstring(secret))
				}
			}
		}
		Expect(s.log.String()).NotTo(BeEmpty())
	})
})
