package oidcpack_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"github.com/trefoil-go/trefoil/modules/router"
	"github.com/trefoil-go/trefoil/modules/router/oidcpack"
)

type account struct {
	Subject string `json:"sub"`
	Name    string `json:"name,omitempty"`
}

func ExampleBearer() {
	issuer, sign, stop := provider()
	defer stop()

	login, err := oidcpack.New(issuer, "https://zoo.example.com")
	if err != nil {
		fmt.Println(err)
		return
	}
	user := router.NewKey[account]("user")
	r := router.New(router.WithLogger(nil))
	r.Install(
		oidcpack.Bearer("AUTH", user, login),
		oidcpack.Bearer("ADMIN", user, login, oidcpack.Scope("zoo:admin")),
		oidcpack.Bearer("KEEPER", user, login, oidcpack.Role("roles", "keeper", "vet")))
	r.Register(router.Controllers{
		"GET AUTH /me": router.F0(func(c *router.Context) (account, error) {
			me, _ := user.Get(c)
			return me, nil
		}),
		"DELETE ADMIN /animals/:id": router.F1(func(*router.Context, int) (router.None, error) { return router.None{}, nil }),
		"POST KEEPER /feedings":     router.F0(func(*router.Context) (router.None, error) { return router.None{}, nil }),
	})

	handler, err := r.Handler()
	if err != nil {
		fmt.Println(err)
		return
	}
	token := sign(map[string]any{"sub": "ida", "name": "Ida", "scope": "zoo:read", "roles": []string{"vet"}})
	for _, request := range []*http.Request{
		httptest.NewRequest(http.MethodGet, "/me", nil),
		httptest.NewRequest(http.MethodPost, "/feedings", nil),
		httptest.NewRequest(http.MethodDelete, "/animals/7", nil),
	} {
		request.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, request)
		fmt.Printf("%d %q\n", w.Code, w.Header().Get("WWW-Authenticate"))
	}
	// Output:
	// 200 ""
	// 204 ""
	// 403 "Bearer realm=\"API\", error=\"insufficient_scope\", error_description=\"the token lacks a scope\", scope=\"zoo:admin\""
}

func ExampleNew() {
	_, err := oidcpack.New("https://login.example.com", "")
	fmt.Println(err)
	// Output:
	// oidcpack: the audience is empty: say for whom tokens are made that this service accepts (the claim aud)
}

// provider is a provider on loopback, in place of a real one.
func provider() (issuer string, sign func(map[string]any) string, stop func()) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: "k1"}}, nil)
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"issuer": server.URL, "jwks_uri": server.URL + "/keys"})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: key.Public(), KeyID: "k1"}}})
	})
	sign = func(claims map[string]any) string {
		claims["iss"], claims["aud"], claims["exp"] = server.URL, "https://zoo.example.com", time.Now().Add(time.Hour).Unix()
		text, err := jwt.Signed(signer).Claims(claims).Serialize()
		if err != nil {
			panic(err)
		}
		return text
	}
	return server.URL, sign, server.Close
}
