package router_test

import (
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/router"
)

var _ = Describe("A parameter inside of a segment", func() {
	It("is described and named in the pattern like any other", func() {
		f := newFixture(router.WithDocument("/openapi.json"))
		f.Register(router.Controllers{
			"GET /reports/:id.json":   router.F1(show),
			"PUT /reports/:key.json":  router.With(router.F1(show), router.OperationID("put")),
			"POST /v1/:id:undelete":   router.With(router.F1(show), router.OperationID("undelete")),
			`POST /v1/things\:import`: func(c *router.Context) error { return c.Render(c.Request().Pattern) },
			"GET /files/:file.:ext": func(c *router.Context, file, ext string) error {
				return c.Render([]string{file, ext, c.Param("ext"), c.Request().Pattern})
			},
		})

		paths := at(parse(f.get("/openapi.json").Body.String()), "paths")

		Expect(paths).To(And(HaveLen(4), HaveKey("/v1/things:import")))
		Expect(at(paths, "/reports/{id}.json")).To(And(HaveKey("get"), HaveKey("put"), HaveKeyWithValue("parameters", HaveExactElements(HaveKeyWithValue("name", "id")))))
		Expect(at(paths, "/v1/{id}:undelete", "post", "parameters")).To(HaveExactElements(HaveKeyWithValue("name", "id")))
		Expect(at(paths, "/files/{file}.{ext}", "get", "parameters")).To(HaveExactElements(HaveKeyWithValue("name", "file"), HaveKeyWithValue("name", "ext")))
		var values []string
		Expect(json.Unmarshal(f.get("/files/a%20b.gz").Body.Bytes(), &values)).To(Succeed())
		Expect(values).To(Equal([]string{"a b", "gz", "gz", "GET /files/{file}.{ext}"}))
		expectProblem(f.get("/reports/seven.json"), 400, `path parameter "id": "seven" is not an integer`)
	})
})
