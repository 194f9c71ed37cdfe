package oidcpack_test

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"go.uber.org/goleak"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/ginrouter"
	"github.com/trefoil-go/trefoil/modules/router/muxrouter"
	"github.com/trefoil-go/trefoil/modules/router/oidcpack"
	"github.com/trefoil-go/trefoil/modules/router/trierouter"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction(
		"github.com/onsi/ginkgo/v2/internal/interrupt_handler.(*InterruptHandler).registerForInterrupts.func2"))
}

const (
	audience = "https://zoo.example"
	noon     = 1_800_000_000 // seconds since 1970
)

// Keys are made once, as they take long.
var (
	rsaKey   = sync.OnceValue(func() *rsa.PrivateKey { return newRSA(2048) })
	shortKey = sync.OnceValue(func() *rsa.PrivateKey { return newRSA(1024) })
	ecKey    = sync.OnceValue(newEC)
	otherKey = sync.OnceValue(newEC)
)

func newRSA(bits int) *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, bits)
	Expect(err).NotTo(HaveOccurred())
	return key
}

func newEC() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	return key
}

// issuer is a provider on loopback.
type issuer struct {
	*httptest.Server
	mu       sync.Mutex
	metadata map[string]any
	keys     []jose.JSONWebKey
	answers  map[string]http.HandlerFunc // in place of what it answers otherwise, by path
	asked    map[string]int
}

func newIssuer() *issuer {
	i := &issuer{asked: map[string]int{}, answers: map[string]http.HandlerFunc{}}
	i.Server = httptest.NewServer(i)
	DeferCleanup(i.Close)
	i.metadata = map[string]any{
		"issuer": i.URL, "jwks_uri": i.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256", "ES256", "HS256", "none"},
	}
	i.publish("rsa", rsaKey().Public())
	return i
}

func (i *issuer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked[r.URL.Path]++
	answer := i.answers[r.URL.Path]
	switch {
	case i.answers["*"] != nil:
		i.answers["*"](w, r)
	case answer != nil:
		answer(w, r)
	case r.URL.Path == "/.well-known/openid-configuration":
		_ = json.NewEncoder(w).Encode(i.metadata)
	case r.URL.Path == "/keys":
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: i.keys})
	default:
		http.NotFound(w, r)
	}
}

// set changes the issuer while it serves.
func (i *issuer) set(change func()) {
	i.mu.Lock()
	defer i.mu.Unlock()
	change()
}

func (i *issuer) publish(id string, key crypto.PublicKey) {
	i.set(func() { i.keys = append(i.keys, jose.JSONWebKey{Key: key, KeyID: id, Use: "sig"}) })
}

func (i *issuer) count(path string) int {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked[path]
}

// down lets the issuer fail, up lets it answer again.
func (i *issuer) down() {
	i.set(func() {
		i.answers["*"] = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }
	})
}

func (i *issuer) up() { i.set(func() { delete(i.answers, "*") }) }

type claims = map[string]any

// claims of a good token, with changes; nil removes one.
func (i *issuer) claims(changes claims) claims {
	all := claims{"iss": i.URL, "aud": audience, "sub": "ida", "exp": noon + 60, "scope": "read write"}
	for name, value := range changes {
		all[name] = value
		if value == nil {
			delete(all, name)
		}
	}
	return all
}

// token signs claims; headers are names and values.
func token(key any, algorithm jose.SignatureAlgorithm, id string, c claims, headers ...any) string {
	GinkgoHelper()
	options := &jose.SignerOptions{}
	for n := 0; n < len(headers); n += 2 {
		options.WithHeader(jose.HeaderKey(headers[n].(string)), headers[n+1])
	}
	if id != "" {
		options.WithHeader("kid", id)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, options)
	Expect(err).NotTo(HaveOccurred())
	text, err := jwt.Signed(signer).Claims(c).Serialize()
	Expect(err).NotTo(HaveOccurred())
	return text
}

// good is a good token with changed claims.
func (i *issuer) good(changes claims) string {
	GinkgoHelper()
	return token(rsaKey(), jose.RS256, "rsa", i.claims(changes))
}

type user struct {
	Subject string `json:"sub"`
}

// service is a router with the pack, on a clock.
type service struct {
	*router.Router
	issuer *issuer
	mu     sync.Mutex
	now    time.Time
	log    journal
}

// journal is a log that is read while others write it.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func newService(i *issuer, engine router.Engine, opts ...oidcpack.Option) *service {
	GinkgoHelper()
	s := &service{issuer: i, now: time.Unix(noon, 0)}
	log := slog.New(slog.NewTextHandler(&s.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	s.Router = router.New(router.WithEngine(engine), router.WithLogger(log), router.WithEnvironment(router.Test))
	login, err := oidcpack.New(i.URL, audience, append([]oidcpack.Option{
		oidcpack.WithClock(s.time), oidcpack.WithLogger(log), oidcpack.WithLeeway(0),
	}, opts...)...)
	Expect(err).NotTo(HaveOccurred())
	key := router.NewKey[user]("user")
	s.Install(
		oidcpack.Bearer("AUTH", key, login),
		oidcpack.Bearer("WRITE", key, login, oidcpack.Scope("write", "read")),
		oidcpack.Bearer("ADMIN", key, login, oidcpack.Scope("admin")),
		oidcpack.Bearer("KEEPER", key, login, oidcpack.Role("roles", "keeper", "vet")),
		oidcpack.Bearer("REALM", key, login, oidcpack.Role("/realm_access/~1roles", "keeper")))
	me := func(c *router.Context) (user, error) { u, _ := key.Get(c); return u, nil }
	s.Register(router.Controllers{
		"GET AUTH /me": router.F0(me), "GET AUTH WRITE /write": router.F0(me), "GET AUTH ADMIN /admin": router.F0(me),
		"GET KEEPER /keeper": router.F0(me), "GET REALM /realm": router.F0(me),
	})
	return s
}

func (s *service) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *service) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// get sends a token, or none when it is empty.
func (s *service) get(path, token string) *httptest.ResponseRecorder {
	GinkgoHelper()
	h, err := s.Handler()
	Expect(err).NotTo(HaveOccurred())
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

const challengeHeader = "WWW-Authenticate"

// expectRefused checks an answer to a token that is not good.
func expectRefused(w *httptest.ResponseRecorder, reason string) {
	GinkgoHelper()
	Expect(w.Code).To(Equal(http.StatusUnauthorized), w.Body.String())
	Expect(w.Header().Values(challengeHeader)).To(Equal([]string{`Bearer realm="API", error="invalid_token", error_description="` + reason + `"`}))
}

func onEngines(text string, body func(engine func() router.Engine)) {
	DescribeTableSubtree(text, body,
		Entry("on the trie", func() router.Engine { return trierouter.Engine() }),
		Entry("on ServeMux", func() router.Engine { return muxrouter.Engine() }),
		Entry("on gin", func() router.Engine { return ginrouter.Engine() }))
}
