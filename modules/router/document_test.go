package router_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/router"
)

type tree struct {
	Name     string    `json:"name"`
	Children []tree    `json:"children,omitempty"`
	Parent   *tree     `json:"parent"`
	Planted  time.Time `json:"planted"`
	Secret   string    `json:"-"`
}

type plant struct {
	ID     int64    `path:"id"`
	DryRun bool     `query:"dry_run"`
	Labels []string `query:"label"`
	Tenant string   `header:"X-Tenant"`
	Tree   tree     `json:"tree"`
}

func getTree(*router.Context, int64) (tree, error) { return tree{}, nil }

func plantTree(*router.Context, *plant) (router.Created[tree], error) {
	return router.Created[tree]{}, nil
}

func cutTree(*router.Context, string) (router.None, error) { return router.None{}, nil }

func documented() *fixture {
	f := newFixture(router.WithInfo(router.Info{Title: "Wood", Version: "2.1.0", Description: "Trees."}), router.WithDocument("/openapi.json"))
	f.Flag(router.Flag{Name: "AUTH", Description: "For gardeners.", Security: router.Bearer("jwt"), Tag: "private"})
	f.BeforeFunctionCall("AUTH", func(c *router.Context, next func() error) error { return c.Error(401, "") })
	f.Register(router.Controllers{
		"GET /trees/:id":           router.With(router.F1(getTree), router.Summary("Show a tree"), router.Description("All of it."), router.Status(404, "No such tree")),
		"POST AUTH /trees/:id":     router.In(plantTree),
		"DELETE AUTH /trees/:name": router.With(cutTree, router.Deprecated(), router.Tags("axe")),
		"GET /hello":               func(c *router.Context) error { return c.Render("hi") },
		"GET /files/*path":         func(http.ResponseWriter, *http.Request) {},
		"GET /":                    router.With(http.NotFoundHandler(), router.Hidden()),
		"GET /日本/*path":            func(http.ResponseWriter, *http.Request) {},
		"QUERY /trees":             router.F0(func(*router.Context) ([]tree, error) { return nil, nil }),
		"PUT /photo": router.In(func(*router.Context, *struct {
			Photo *router.File `form:"photo"`
		},
		) (router.None, error) {
			return router.None{}, nil
		}),
	})
	return f
}

// at walks through decoded JSON.
func at(v any, path ...string) any {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}

func parse(text string) any {
	GinkgoHelper()
	var v any
	Expect(json.Unmarshal([]byte(text), &v)).To(Succeed())
	return v
}

var _ = Describe("The address of the document", func() {
	DescribeTable("answers like a file",
		func(status int, header, value string) {
			w := documentedTable().get("/openapi.json", header, value)

			if Expect(w.Code).To(Equal(status)); status >= 400 {
				Expect(w.Header().Get("Content-Type")).To(Equal("application/problem+json"))
			}
		},
		Entry("a range", 206, "Range", "bytes=0-1"),
		Entry("all for another unit", 200, "Range", "items=0-1"),
		Entry("a refusal behind its end", 416, "Range", "bytes=99999999-"),
		Entry("a refusal of a condition", 412, "If-Match", `"other"`),
	)
})

var _ = Describe("The description", func() {
	var doc any

	BeforeEach(func() {
		w := documented().get("/openapi.json")
		Expect(w.Code).To(Equal(200))
		Expect(w.Header().Get("Content-Type")).To(Equal("application/json"))
		doc = parse(w.Body.String())
	})

	It("says what it is", func() {
		Expect(at(doc, "openapi")).To(Equal("3.1.0"))
		Expect(at(doc, "info")).To(Equal(parse(`{"title":"Wood","version":"2.1.0","description":"Trees."}`)))
		Expect(at(doc, "x-flags")).To(Equal(parse(`{"AUTH":"For gardeners."}`)))
	})

	It("has every route but its own and the hidden ones, one path for differently named parameters", func() {
		Expect(at(doc, "paths")).To(And(HaveLen(6), HaveKey("/trees/{id}"), HaveKey("/hello"), HaveKey("/files/{path}"), HaveKey("/trees"), HaveKey("/photo")))
		Expect(at(doc, "paths", "/trees/{id}")).To(And(HaveLen(3), HaveKey("get"), HaveKey("post"), HaveKey("delete")))
		Expect(at(doc, "paths", "/trees")).To(HaveKey("x-query"))
		Expect(at(doc, "paths", "/日本/{path}", "get", "operationId")).To(Equal("get日本ByRest"))
	})

	It("tells a catch-all from a parameter at the same place", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Register(router.Controllers{
			"GET /files/:name": func(_ *router.Context, _ string) error { return nil },
			"GET /files/*path": func(_ *router.Context, _ string) error { return nil },
		})

		paths := at(parse(f.get("/openapi.json").Body.String()), "paths")

		Expect(paths).To(And(HaveLen(2), HaveKey("/files/{name}"), HaveKey("/files/{path}#rest")))
		Expect(at(paths, "/files/{path}#rest", "get", "parameters")).To(HaveExactElements(HaveKeyWithValue("name", "path")))
	})

	It("describes a typed function", func() {
		Expect(at(doc, "paths", "/trees/{id}", "get")).To(Equal(parse(`{
			"tags": ["trees"], "summary": "Show a tree", "description": "All of it.", "operationId": "routerGetTree",
			"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "format": "int64"}}],
			"responses": {
				"200": {"description": "OK", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/tree"}}}},
				"400": {"$ref": "#/components/responses/BadRequest"},
				"404": {"description": "No such tree", "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}},
				"default": {"$ref": "#/components/responses/Error"}
			},
			"security": []
		}`)))
	})

	It("describes a struct of In by its tags, with security and statuses of the flag", func() {
		op := at(doc, "paths", "/trees/{id}", "post")
		Expect(at(op, "parameters")).To(Equal(parse(`[
			{"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "format": "int64"}},
			{"name": "dry_run", "in": "query", "schema": {"type": "boolean"}},
			{"name": "label", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
			{"name": "X-Tenant", "in": "header", "schema": {"type": "string"}}
		]`)))
		Expect(at(op, "requestBody")).To(Equal(parse(`{"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/plant"}}}}`)))
		Expect(at(doc, "components", "schemas", "plant")).To(Equal(parse(`
			{"type": "object", "properties": {"tree": {"$ref": "#/components/schemas/treeInput"}}, "required": ["tree"], "additionalProperties": false}`)))
		Expect(at(op, "responses")).To(And(HaveLen(8), HaveKey("201"), HaveKey("400"), HaveKey("401"), HaveKey("403"), HaveKey("413"), HaveKey("415"), HaveKey("422"), HaveKey("default")))
		Expect(at(op, "responses", "201", "headers")).To(HaveKey("Location"))
		Expect(at(op, "security")).To(Equal(parse(`[{"bearer": []}]`)))
		Expect(at(op, "x-flags")).To(Equal(parse(`["AUTH"]`)))
		Expect(at(op, "tags")).To(Equal(parse(`["private"]`)))
		Expect(at(doc, "components", "securitySchemes")).To(Equal(parse(`{"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "jwt"}}`)))
	})

	It("describes the rest", func() {
		Expect(at(doc, "paths", "/trees/{id}", "delete", "responses")).To(HaveKeyWithValue("204", parse(`{"description": "Done"}`)))
		Expect(at(doc, "paths", "/trees/{id}", "delete", "deprecated")).To(BeTrue())
		Expect(at(doc, "paths", "/trees/{id}", "delete", "tags")).To(Equal(parse(`["axe"]`)))
		Expect(at(doc, "paths", "/hello", "get", "operationId")).To(Equal("getHello"))
		Expect(at(doc, "paths", "/hello", "get", "responses", "200", "content")).To(Equal(parse(`{"application/json": {"schema": {}}, "text/plain": {"schema": {"type": "string"}}}`)))
		Expect(at(doc, "paths", "/photo", "put", "requestBody", "content")).To(Equal(parse(`{"multipart/form-data": {"schema":
			{"type": "object", "properties": {"photo": {"type": "string", "contentMediaType": "application/octet-stream"}}}}}`)))
	})

	It("describes recursive types once, complete where they are written", func() {
		Expect(at(doc, "components", "schemas")).To(And(HaveLen(5), HaveKey("Problem"), HaveKey("FieldError"), HaveKey("treeInput"), HaveKey("plant")))
		Expect(at(doc, "components", "schemas", "tree")).To(Equal(parse(`{
			"type": "object", "required": ["name", "parent", "planted"], "properties": {
				"name": {"type": "string"},
				"children": {"type": "array", "items": {"$ref": "#/components/schemas/tree"}},
				"parent": {"anyOf": [{"$ref": "#/components/schemas/tree"}, {"type": "null"}]},
				"planted": {"type": "string", "format": "date-time"}
			}}`)))
	})

	It("is the same bytes at every start, and not sent twice", func() {
		first, second := documented().get("/openapi.json"), documented().get("/openapi.json")
		Expect(first.Body.String()).To(Equal(second.Body.String()))
		Expect(first.Header()).To(HaveKeyWithValue("X-Content-Type-Options", []string{"nosniff"}))

		again := documented().get("/openapi.json", "If-None-Match", first.Header().Get("Etag"))
		Expect(again.Code).To(Equal(http.StatusNotModified))
		Expect(again.Body.Len()).To(BeZero())
	})

	It("is a document whose parts agree with its text", func(ctx SpecContext) {
		d, err := documented().Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		Expect(d.Operations).To(HaveLen(8))
		Expect(d.Operations[0]).To(And(HaveField("Method", "GET"), HaveField("Path", "/files/{path}"), HaveField("Pointer", "/paths/~1files~1{path}/get")))
		op, err := d.Operation(ctx, "routerPlantTree")
		Expect(err).NotTo(HaveOccurred())
		Expect(op.Security).To(Equal([]apidoc.SecurityRequirement{{Schemes: []apidoc.RequiredScheme{{Name: "bearer"}}}}))
		body, err := d.Schema(ctx, op.RequestBody.Content[0].Schema.Ref)
		Expect(err).NotTo(HaveOccurred())
		Expect(body.Properties).To(HaveLen(1))
	})

	It("requires a scheme once, with the scopes of all flags", func(ctx SpecContext) {
		f := newFixture()
		scheme := &apidoc.SecurityScheme{Name: "oidc", Type: apidoc.OpenIDConnect, OpenIDConnectURL: "https://login.example/.well-known/openid-configuration"}
		f.Flag(
			router.Flag{Name: "AUTH", Security: scheme, Optional: true},
			router.Flag{Name: "ADMIN", Security: scheme, Scopes: []string{"read", "admin"}},
			router.Flag{Name: "READ", Security: scheme, Scopes: []string{"read"}})
		for _, flag := range []string{"AUTH", "ADMIN", "READ"} {
			f.Guard(flag, func(*router.Context) error { return nil })
		}
		register(f, "GET AUTH ADMIN READ /a", list)

		d, err := f.Load(ctx)
		Expect(err).NotTo(HaveOccurred())
		op, err := d.Operation(ctx, d.Operations[0].ID)

		Expect(err).NotTo(HaveOccurred())
		Expect(op.Security).To(Equal([]apidoc.SecurityRequirement{{Schemes: []apidoc.RequiredScheme{{Name: "oidc", Scopes: []string{"read", "admin"}}}}}))
	})

	It("is an error for a table with mistakes", func(ctx SpecContext) {
		f := newFixture()
		register(f, "GET", list)

		doc, err := f.Load(ctx)

		Expect(doc).To(BeNil())
		var spec *core.SpecError
		var table *router.TableError
		Expect(err).To(BeAssignableToTypeOf(spec))
		Expect(err.(*core.SpecError).Err).To(BeAssignableToTypeOf(table))
	})
})

func TestSpecSource(t *testing.T) {
	r := router.New()
	r.Register(router.Controllers{"GET /trees/:id": router.F1(getTree), "POST /trees/:id": router.In(plantTree)})
	if _, err := r.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	coretest.TestSpecSource(t, r)
}

func TestControllers(t *testing.T) {
	coretest.TestController(t, router.Controllers{"GET /trees/:id": router.F1(getTree), "POST AUTH /trees": list})
}
