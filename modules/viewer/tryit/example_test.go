package tryit_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit"
	"github.com/trefoil-go/trefoil/modules/viewer/tryit/tryittest"
)

const description = `
openapi: 3.1.0
info: {title: Pets, version: "1"}
servers: [{url: https://api.example.com/v1}]
paths:
  /pets:
    get: {operationId: listPets, summary: List pets, responses: {"200": {description: All pets}}}
`

func ExampleNewProxy() {
	// The API of a company, in a network that browsers of readers do not reach.
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "pets of "+r.URL.Path)
	}))
	defer api.Close()
	internal := api.URL

	proxy, err := tryit.NewProxy(
		tryit.WithOrigins(internal), // beside the servers of the description
		tryit.WithLimits(tryit.Limits{AnswerBytes: 64 << 20}),
	)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{Content: description}},
		viewer.WithRequestProxy(proxy), viewer.WithHosts("127.0.0.1:8080", "docs.example.com"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()

	// What a page does, for an address in the network and for one that nobody
	// has declared.
	for _, address := range []string{internal + "/pets", "http://169.254.169.254/latest/meta-data/"} {
		request, _ := tryittest.NewRequest(context.Background(), "http://docs.example.com/_/request", tryit.Request{Method: "GET", URL: address}, nil)
		w := httptest.NewRecorder()
		v.ServeHTTP(w, request)
		answer, err := tryittest.Read(w.Result())
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Status, string(answer.Body))
	}
	// Output:
	// 200 pets of /pets
	// 403
}

func ExampleProxy_ServeToken() {
	// The provider of tokens of a company. It lets no page ask it.
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"access_token":"for %s"}`, r.FormValue("grant_type"))
	}))
	defer provider.Close()
	internal := provider.URL

	proxy, err := tryit.NewProxy(tryit.WithOrigins(internal))
	if err != nil {
		fmt.Println(err)
		return
	}
	description := fmt.Sprintf(`
openapi: 3.1.0
info: {title: Pets, version: "1"}
components:
  securitySchemes:
    login: {type: oauth2, flows: {clientCredentials: {tokenUrl: %s/token, scopes: {}}}}
`, internal)
	v, err := viewer.NewReference(viewer.Configuration{Spec: viewer.Spec{Content: description}},
		viewer.WithTokenExchange(proxy), viewer.WithHosts("docs.example.com"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	if err := v.Wait(context.Background()); err != nil {
		fmt.Println(err)
		return
	}

	// What a page does: it names a scheme, and no address.
	request, _ := tryittest.NewTokenRequest(context.Background(), "http://docs.example.com/_/token", tryit.TokenRequest{
		Scheme: "login", Flow: "clientCredentials", Endpoint: tryit.EndpointToken,
		Form: [][]string{{"grant_type", "client_credentials"}}, Basic: []string{"me", "secret"},
	})
	w := httptest.NewRecorder()
	v.ServeHTTP(w, request)
	answer, err := tryittest.Read(w.Result())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(answer.Head.Status, string(answer.Body))
	// Output: 200 {"access_token":"for client_credentials"}
}
