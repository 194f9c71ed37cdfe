package oidcpack_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/oidcpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

var _ = Describe("Provider", func() {
	const oidcPath = "/.well-known/openid-configuration"
	var (
		i *issuer
		s *service
	)

	BeforeEach(func() {
		i = newIssuer()
		s = newService(i, trierouter.Engine())
	})

	It("is asked by nobody before the first token, and once for all of them", func() {
		Expect(i.asked).To(BeEmpty())
		token := i.good(nil)
		_, err := s.Handler()
		Expect(err).NotTo(HaveOccurred())

		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				defer GinkgoRecover()
				Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
			})
		}
		all.Wait()

		Expect([]int{i.count(oidcPath), i.count("/keys")}).To(Equal([]int{1, 1}))
	})

	It("is found as RFC 8414 says, too", func() {
		i.set(func() {
			i.answers[oidcPath] = http.NotFound
			i.answers["/.well-known/oauth-authorization-server"] = func(w http.ResponseWriter, _ *http.Request) {
				_, _ = io.WriteString(w, `{"issuer":"`+i.URL+`","jwks_uri":"`+i.URL+`/keys"}`)
			}
		})

		Expect(s.get("/me", i.good(nil)).Code).To(Equal(http.StatusOK))
	})

	It("has its keys asked for again when a token names a new one, at a bounded rate", func() {
		Expect(s.get("/me", i.good(nil)).Code).To(Equal(http.StatusOK))
		renewed := token(ecKey(), jose.ES256, "new", i.claims(nil))

		for range 50 {
			expectRefused(s.get("/me", renewed), "the token is not signed with a key of the provider")
		}
		Expect(i.count("/keys")).To(Equal(1))

		i.publish("new", ecKey().Public())
		s.pass(10 * time.Second)
		Expect(s.get("/me", renewed).Code).To(Equal(http.StatusOK))
		Expect(i.count("/keys")).To(Equal(2))
	})

	It("may have replaced a key by another one of the same name, and is asked for it at a bounded rate", func() {
		i.publish("ec", ecKey().Public())
		Expect(s.get("/me", token(ecKey(), jose.ES256, "ec", i.claims(nil))).Code).To(Equal(http.StatusOK))
		i.set(func() { i.keys = nil })
		i.publish("ec", otherKey().Public())
		replaced := token(otherKey(), jose.ES256, "ec", i.claims(nil))
		s.pass(10 * time.Second)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				defer GinkgoRecover()
				Expect(s.get("/me", replaced).Code).To(Equal(http.StatusOK))
			})
		}
		all.Wait()
		Expect(i.count("/keys")).To(Equal(2))

		for range 50 {
			expectRefused(s.get("/me", token(ecKey(), jose.ES256, "ec", i.claims(nil))), "the token is not signed with a key of the provider")
		}
		Expect(i.count("/keys")).To(Equal(2))
	})

	It("may have a key without a name, where it is the only one that fits", func() {
		i.publish("", ecKey().Public())
		named := token(ecKey(), jose.ES256, "any", i.claims(nil))
		Expect(s.get("/me", named).Code).To(Equal(http.StatusOK))
		Expect(s.get("/me", token(ecKey(), jose.ES256, "", i.claims(nil))).Code).To(Equal(http.StatusOK))

		i.publish("", otherKey().Public())
		s.pass(15 * time.Minute)
		renewed := func() int {
			return s.get("/me", token(ecKey(), jose.ES256, "any", i.claims(claims{"exp": noon + 3600}))).Code
		}
		Eventually(renewed).Should(Equal(http.StatusUnauthorized))
		Expect(s.get("/me", token(otherKey(), jose.ES256, "", i.claims(claims{"exp": noon + 3600}))).Code).To(Equal(http.StatusOK))
	})

	It("takes keys back", func() {
		token := i.good(nil)
		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		i.set(func() { i.keys = nil })
		i.publish("new", ecKey().Public())

		s.pass(15 * time.Minute)

		Eventually(func() int { return s.get("/me", i.good(claims{"exp": noon + 3600})).Code }).Should(Equal(http.StatusUnauthorized))
	})

	It("is asked less and less while it is down, and serves when it is up again", func() {
		i.down()
		token := i.good(claims{"exp": noon + 3600})
		var waits []string
		for n := range 9 {
			w := s.get("/me", token)
			Expect(w.Code).To(Equal(http.StatusServiceUnavailable))
			Expect(s.get("/me", token).Code).To(Equal(http.StatusServiceUnavailable))
			Expect(i.count(oidcPath)).To(Equal(n + 1))
			waits = append(waits, w.Header().Get("Retry-After"))
			wait, err := time.ParseDuration(waits[n] + "s")
			Expect(err).NotTo(HaveOccurred())
			s.pass(wait)
		}
		Expect(waits).To(Equal([]string{"1", "2", "4", "8", "16", "32", "60", "60", "60"}))

		i.up()
		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
	})

	It("is not needed for keys that are known", func() {
		token := i.good(claims{"exp": noon + 7200})
		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		i.down()
		s.pass(time.Hour)

		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		Eventually(s.log.String).Should(ContainSubstring("the keys of the provider cannot be renewed"))
		unknown := s.get("/me", tokenOf(i, "unknown"))
		Expect(unknown.Code).To(Equal(http.StatusServiceUnavailable))
		Expect(s.get("/me", token).Code).To(Equal(http.StatusOK))
		Expect(i.count(oidcPath)).To(Equal(2))
	})

	It("is not asked by a router that has stopped", func(ctx SpecContext) {
		_, err := s.Handler()
		Expect(err).NotTo(HaveOccurred())
		Expect(s.Stop(ctx)).To(Succeed())

		Expect(s.get("/me", i.good(nil)).Code).To(Equal(http.StatusServiceUnavailable))
		Expect(i.asked).To(BeEmpty())
	})

	DescribeTable("is not believed with", func(path, answer, reason string) {
		i.set(func() {
			i.answers[path] = func(w http.ResponseWriter, r *http.Request) {
				switch answer {
				case "elsewhere":
					http.Redirect(w, r, i.URL+"/other", http.StatusFound)
				case "huge":
					_, _ = io.WriteString(w, `{"keys":[`+strings.Repeat(" ", 2<<20)+`]}`)
				case "many":
					_, _ = io.WriteString(w, `{"keys":[`+strings.Repeat("{},", 100)+`{}]}`)
				default:
					_, _ = io.WriteString(w, strings.ReplaceAll(answer, "SELF", i.URL))
				}
			}
		})

		Expect(s.get("/me", i.good(nil)).Code).To(Equal(http.StatusServiceUnavailable))
		Expect(s.log.String()).To(ContainSubstring(reason))
		Expect(i.count("/other")).To(BeZero())
	},
		Entry("the description of another", oidcPath, `{"issuer":"https://evil.example","jwks_uri":"SELF/keys"}`, "this is the description of issuer"),
		Entry("the issuer and a slash", oidcPath, `{"issuer":"SELF/","jwks_uri":"SELF/keys"}`, "this is the description of issuer"),
		Entry("keys without TLS", oidcPath, `{"issuer":"SELF","jwks_uri":"http://login.example/keys"}`, "the address begins with https://"),
		Entry("keys in a file", oidcPath, `{"issuer":"SELF","jwks_uri":"file:///keys"}`, "the address begins with https://"),
		Entry("no JSON", oidcPath, `<html>`, "invalid character"),
		Entry("a description elsewhere", oidcPath, "elsewhere", "status 302"),
		Entry("algorithms with shared secrets only", oidcPath, `{"issuer":"SELF","jwks_uri":"SELF/keys","id_token_signing_alg_values_supported":["HS256"]}`, "no public key for signatures"),
		Entry("keys elsewhere", "/keys", "elsewhere", "status 302"),
		Entry("2 MiB of keys", "/keys", "huge", "longer than 1048576 bytes"),
		Entry("101 keys", "/keys", "many", "101 keys"),
		Entry("no keys", "/keys", `{"keys":[]}`, "no public key"),
	)

	It("over TLS has its keys over TLS, too", func() {
		login, err := oidcpack.New("https://login.example", audience, oidcpack.WithSchemeName("tls"), oidcpack.WithTransport(answer(
			`{"issuer":"https://login.example","jwks_uri":"`+i.URL+`/keys"}`)))
		Expect(err).NotTo(HaveOccurred())
		s.Install(oidcpack.Bearer("TLS", router.NewKey[user]("user"), login))
		s.Register(router.Controllers{"GET TLS /tls": router.F0(func(*router.Context) (user, error) { return user{}, nil })})

		Expect(s.get("/tls", i.good(nil)).Code).To(Equal(http.StatusServiceUnavailable))
		Expect(s.log.String()).To(ContainSubstring("the keys of an https issuer have an https address"))
	})

	It("may have keys that are not understood or not for signatures", func() {
		i.set(func() {
			i.keys = append(i.keys, jose.JSONWebKey{Key: []byte("shared secret of 32 bytes, or so"), KeyID: "hmac"},
				jose.JSONWebKey{Key: shortKey().Public(), KeyID: "short"},
				jose.JSONWebKey{Key: ecKey().Public(), KeyID: "enc", Use: "enc"},
				jose.JSONWebKey{Key: otherKey(), KeyID: "private"},
				jose.JSONWebKey{Key: otherKey().Public(), KeyID: "other alg", Algorithm: "ECDH-ES"})
		})

		Expect(s.get("/me", i.good(nil)).Code).To(Equal(http.StatusOK))
		for _, id := range []string{"enc", ""} {
			expectRefused(s.get("/me", token(ecKey(), jose.ES256, id, i.claims(nil))), "the token is not signed with a key of the provider")
		}
		expectRefused(s.get("/me", token(shortKey(), jose.RS256, "short", i.claims(nil))), "the token is not signed with a key of the provider")
		for _, id := range []string{"private", "other alg"} {
			expectRefused(s.get("/me", token(otherKey(), jose.ES256, id, i.claims(nil))), "the token is not signed with a key of the provider")
		}
	})

	DescribeTable("says what a key is for", func(members string, status int) {
		i.answers["/keys"] = func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, keySet(members)) }

		Expect(s.get("/me", token(ecKey(), jose.ES256, "ec", i.claims(nil))).Code).To(Equal(status))
	},
		Entry("among others for signatures", `,"key_ops":["verify","deriveKey"]`, http.StatusOK),
		Entry("for something else alone", `,"key_ops":["deriveKey"]`, http.StatusServiceUnavailable),
		Entry("for nothing", `,"key_ops":[]`, http.StatusServiceUnavailable),
		Entry("in a number", `,"key_ops":7`, http.StatusServiceUnavailable),
	)
})

// keySet is a set of the key of ecKey with members of its own.
func keySet(members string) string {
	GinkgoHelper()
	key, err := jose.JSONWebKey{Key: ecKey().Public(), KeyID: "ec"}.MarshalJSON()
	Expect(err).NotTo(HaveOccurred())
	return `{"keys":[` + strings.TrimSuffix(string(key), "}") + members + `}]}`
}

// tokenOf names a key that nobody has.
func tokenOf(i *issuer, id string) string {
	GinkgoHelper()
	return token(otherKey(), jose.ES256, id, i.claims(claims{"exp": noon + 7200}))
}

// answer is a provider that always answers with the text.
type answer string

func (a answer) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(a)))}, nil
}
