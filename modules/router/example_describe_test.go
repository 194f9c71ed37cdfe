package router_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http/httptest"
	"reflect"
	"strings"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/router"
)

func showMember(_ *router.Context, id int) (member, error) { return member{ID: id}, nil }

// Settings say more about a route, and bound it.
func ExampleWith() {
	r := router.New(router.WithDocument("/openapi.json"))
	r.Register(router.Controllers{
		"GET /user/:id": router.With(router.F1(showMember),
			router.Summary("Show a user"),
			router.Description("A user is known until it is *removed*."),
			router.OperationID("user"),
			router.Tags("people"),
			router.Status(404, "There is no such user"),
		),
		"GET /user/:id/card": router.With(router.F1(showMember), router.Deprecated()),
		"GET /robots.txt":    router.With(func(c *router.Context) error { return c.Render("") }, router.Hidden()),
	})

	doc, err := r.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range doc.Operations {
		fmt.Println(o.ID, o.Path, o.Tags, o.Summary, o.Deprecated)
	}
	// Output:
	// user /user/{id} [people] Show a user false
	// routerShowMember /user/{id}/card [user]  true
}

// A router is a source of its own description.
func ExampleRouter_Load() {
	r := router.New(router.WithInfo(router.Info{Title: "Members", Version: "2.1.0"}))
	r.Register(router.Controllers{"GET /user/:id": router.F1(showMember)})

	doc, err := r.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Info.Title, doc.Info.Version, doc.SpecVersion, len(doc.Operations))
	// Output: Members 2.1.0 3.1.0 1
}

// The description as JSON, where the application wants it.
func ExampleRouter_DocumentHandler() {
	r := router.New(router.WithOpenAPI("3.2.0"))
	r.Register(router.Controllers{
		"GET /user/:id": router.F1(showMember),
		"GET /api.json": r.DocumentHandler(),
	})

	w := answerTo(r, httptest.NewRequest("GET", "/api.json", nil))
	var doc struct {
		OpenAPI string
		Paths   map[string]any
	}
	err := json.Unmarshal(w.Body.Bytes(), &doc)
	fmt.Println(w.Code, w.Header().Get("Content-Type"), doc.OpenAPI, len(doc.Paths), err)
	// Output: 200 application/json 3.2.0 1 <nil>
}

func ExampleRouter_Routes() {
	r := router.New()
	r.Guard("AUTH", func(*router.Context) error { return nil })
	r.Register(router.Controllers{
		"GET /user/:id":         router.F1(showMember),
		"DELETE AUTH /user/:id": func(*router.Context, uint32) error { return nil },
	})

	routes, err := r.Routes()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, route := range routes {
		fmt.Println(route.Method, strings.Join(route.Flags, " "), route.Path, len(route.Hooks), route.Reflective)
	}
	// Output:
	// GET  /user/:id 0 false
	// DELETE AUTH /user/:id 1 true
}

// What the description says about the API as a whole.
func ExampleWithInfo() {
	r := router.New(router.WithInfo(router.Info{
		Title: "Members", Version: "2.1.0", Description: "Who is in the club.",
		License: &apidoc.License{Name: "MIT License", Identifier: "MIT"},
		Contact: &apidoc.Contact{Email: "club@members.example"},
		Servers: []apidoc.Server{{URL: "https://members.example"}},
		Tags:    []apidoc.Tag{{Name: "user", Description: "People with a card."}},
	}))
	r.Register(router.Controllers{"GET /user/:id": router.F1(showMember)})

	doc, err := r.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Info.License.Name, doc.Servers[0].URL, doc.Tags[0].Description)
	// Output: MIT License https://members.example People with a card.
}

// What a type is that encodes itself, here big.Int, which is written as a number.
func ExampleInfo() {
	r := router.New(router.WithInfo(router.Info{Types: map[reflect.Type]*apidoc.Schema{
		reflect.TypeFor[big.Int](): {Types: []string{"integer"}, Description: "Of any size."},
	}}))
	r.Register(router.Controllers{"GET /factorial/:n": router.F1(func(_ *router.Context, n uint8) (*big.Int, error) {
		return new(big.Int).MulRange(1, int64(n)), nil
	})})

	doc, err := r.Load(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.Contains(string(doc.Text.Data), "Of any size."))
	request(r, "GET", "/factorial/25")
	// Output:
	// true
	// 200 15511210043330985984000000
}
