package viewer_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi/worker"
)

const description = `
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get: {operationId: listPets, summary: List pets, responses: {"200": {description: All pets}}}
`

func ExampleNew() {
	v, err := viewer.New(openapi.FromContent(description), htmlrender.New())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	if err := v.Wait(context.Background()); err != nil {
		fmt.Println(err)
		return
	}
	mux := http.NewServeMux()
	mux.Handle("/reference/", v)

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest("GET", "/reference/operations/listPets", nil))

	fmt.Println(answer.Code, strings.Contains(answer.Body.String(), "List pets"))
	// Output: 200 true
}

func ExampleNewReference() {
	v, err := viewer.NewReference(viewer.Configuration{
		Spec:  viewer.Spec{Content: description},
		Theme: viewer.ThemeSolarized,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()

	fmt.Println(v.Wait(context.Background()), v.Document().Info.Title)
	// Output: <nil> Pets
}

func ExampleConfiguration_editor() {
	save := func(text string) { fmt.Println(len(text), "bytes") }
	judge := worker.Main() // first of all in main: it reads descriptions in other processes
	v, err := viewer.NewReference(viewer.Configuration{
		IsEditable:   true,
		Spec:         viewer.Spec{Content: description},
		OnSpecUpdate: func(text string) { save(text) },
	}, viewer.WithVisitorDescriptions(judge, viewer.VisitorLimits{}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()
	page := httptest.NewRecorder()
	_ = v.Wait(context.Background())
	v.ServeHTTP(page, httptest.NewRequest(http.MethodGet, "/", nil))

	fmt.Println(strings.Contains(page.Body.String(), "data-editor-open"))
	// Output: true
}

func ExampleWithVisitorDescriptions() {
	judge := worker.Main() // first of all in main: it reads descriptions in other processes
	v, err := viewer.NewReference(viewer.Configuration{
		Spec: viewer.Spec{Content: description},
	}, viewer.WithVisitorDescriptions(judge, viewer.VisitorLimits{Kept: 8}))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()

	answer := httptest.NewRecorder()
	v.ServeHTTP(answer, httptest.NewRequest("GET", "/assets/api-reference.js", nil))
	fmt.Println(answer.Code)
	v.ServeHTTP(answer, httptest.NewRequest("POST", "/_d/", nil)) // the element says more
	fmt.Println(strings.Contains(answer.Body.String(), "pages of this origin"))
	// Output:
	// 200
	// true
}

func ExampleConfiguration() {
	c := viewer.Configuration{
		Theme:    viewer.ThemeBluePlanet,
		DarkMode: new(true),
		CustomCSS: `
			.light-mode { --scalar-color-accent: #7a2e00 }
			.dark-mode  { --scalar-color-accent: #ffb37a }`,
	}
	fmt.Println(c.Validate())
	// Output: <nil>
}

func ExampleConfiguration_Validate() {
	fmt.Println(viewer.Configuration{SearchHotKey: "F1"}.Validate())
	// Output: configuration: searchHotKey: "F1" is not one letter from a to z, in lower case
}

func ExampleApiReference() {
	http.Handle("/reference/", viewer.ApiReference(viewer.Configuration{
		Spec:       viewer.Spec{URL: "https://api.example.com/openapi.yaml"},
		HideModels: true,
	}))
}

func ExampleNewDraftViewer() {
	draft := viewer.Draft{Text: description, Limits: openapi.UntrustedLimits()}
	v, err := viewer.NewDraftViewer(context.Background(), draft, htmlrender.New(), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()

	fmt.Println(v.Outline().Title, v.Outline().Operations)
	// Output: Pets 1
}

func ExampleHideClients() {
	c := viewer.Configuration{HiddenClients: viewer.HideClients("php", "node/axios")}

	text, err := json.Marshal(c)
	fmt.Println(string(text), err)
	// Output: {"hiddenClients":["php","node/axios"]} <nil>
}

func ExampleConfiguration_samples() {
	http.Handle("/docs/", viewer.ApiReference(viewer.Configuration{
		Spec:              viewer.Spec{URL: "https://api.example.com/openapi.yaml"},
		HiddenClients:     viewer.HideClients("php", "node/request", "unirest"),
		FeaturedClients:   []string{"go/native", "shell/curl", "python/requests"},
		DefaultHTTPClient: viewer.HTTPClient{TargetKey: "go", ClientKey: "native"},
		Authentication: viewer.Authentication{
			PreferredSecurityScheme: "apiKey",
			APIKey:                  viewer.APIKeyCredentials{Token: "key-of-the-sandbox"},
		},
	}))
}

func ExampleHideAllClients() {
	text, err := json.Marshal(viewer.Configuration{HiddenClients: viewer.HideAllClients()})
	fmt.Println(string(text), err)
	// Output: {"hiddenClients":true} <nil>
}

func ExampleWithVersions() {
	const next = `
openapi: 3.1.0
info: {title: Pets, version: "2"}
paths:
  /animals:
    get: {operationId: listAnimals, summary: List animals, responses: {"200": {description: All animals}}}
`
	v, err := viewer.New(openapi.FromContent(next), htmlrender.New(), viewer.WithVersions(
		viewer.Version{Date: time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)}, // the description itself
		viewer.Version{Source: openapi.FromContent(description)},
	))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer v.Close()

	log, err := v.Changelog(context.Background()) // the pages say the same
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range log.Releases[0].Breaking {
		fmt.Println("since", log.Releases[0].Since, c.Operations[0].Name, c.Text())
	}
	// Output: since 1 GET /pets the operation is gone
}
