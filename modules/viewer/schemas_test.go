package viewer_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const shop = `
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /a/{id}:
    get:
      operationId: get
      responses: {"200": {$ref: "#/components/responses/One"}}
components:
  responses:
    One: {content: {application/json: {schema: {properties: {owner: {properties: {id: {type: integer}, secret: {type: string, writeOnly: true}}}}}}}}
  schemas:
    Pet: {oneOf: [{title: A, properties: {a: {type: string}}}, {title: B, properties: {b: {type: string}}}]}
`

var _ = Describe("The page of a schema", func() {
	var v *viewer.Viewer

	BeforeEach(func(ctx SpecContext) {
		var err error
		v, err = viewer.New(openapi.FromContent(shop), htmlrender.New())
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
	})

	const owner = "/schemas/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1json/schema/properties/owner"

	It("is found by its pointer, also through references", func() {
		w := get(v, owner)

		Expect(w.Code).To(Equal(http.StatusOK))
		page := htmltest.Parse(w.Body.Bytes())
		Expect(page.Find("h1").Text()).To(Equal("owner"))
		Expect(page.Find(".schema-name").Texts()).To(Equal([]string{"id", "secret"}))
		Expect(page.Find(".sidebar")).To(HaveLen(1))
	})

	It("is found where a status is written in small letters", func(ctx SpecContext) {
		deep := strings.Repeat("{properties: {owner: ", 12) + "{}" + strings.Repeat("}}", 12)
		v := start(ctx, openapi.FromContent(strings.Replace(shop, `"200": {$ref: "#/components/responses/One"}`, "4xx: {content: {application/json: {schema: "+deep+"}}}", 1)))
		lazy := htmltest.Parse(get(v, "/operations/get").Body.Bytes()).Find("main [data-lazy]").Attributes("data-lazy")
		Expect(lazy).NotTo(BeEmpty())

		for _, address := range lazy {
			Expect(get(v, strings.TrimPrefix(address, "..")).Code).To(Equal(http.StatusOK), address)
		}
	})

	It("comes as a part in one direction", func() {
		page := htmltest.Parse(get(v, owner+"?part&for=response").Body.Bytes())

		Expect(page.Find("[data-fragment] .schema-name").Texts()).To(Equal([]string{"id"}))
		Expect(page.Find("h1")).To(BeEmpty())
	})

	It("comes as a part with its examples where a reader has chosen an alternative", func() {
		page := htmltest.Parse(get(v, owner+"?part&choose=schema:0").Body.Bytes())

		Expect(page.Find("details[data-example]")).NotTo(BeEmpty())
		Expect(page.Find(".sidebar")).To(BeEmpty())
	})

	It("is not found where there is none", func() {
		Expect(get(v, "/schemas/components/schemas/Nope").Code).To(Equal(http.StatusNotFound))
		Expect(get(v, "/schemas/").Code).To(Equal(http.StatusNotFound))
	})

	It("shows the chosen alternative, and ignores choices that are none", func() {
		open := func(query string) []string {
			return htmltest.Parse(get(v, "/models/Pet"+query).Body.Bytes()).Find("details[open]").Find(".alternative-name").Texts()
		}

		Expect(open("")).To(Equal([]string{"A"}))
		Expect(open("?choose=schema:1")).To(Equal([]string{"B"}))
		Expect(open("?choose=schema:99&choose=:::&choose=schema:-1")).To(Equal([]string{"A"}))
	})
})

var _ = Describe("What older versions of JSON Schema call by other names", func() {
	It("has the pages that its links lead to", func(ctx SpecContext) {
		deep := `{type: string}`
		for range 12 {
			deep = `{type: object, properties: {a: ` + deep + `, b: {type: string}}}`
		}
		for _, text := range []string{
			`{swagger: "2.0", info: {title: T, version: "1"}, paths: {/a: {post: {operationId: a, parameters: [{name: b, in: body, schema: {type: array, items: [` + deep + `, ` + deep + `]}}], responses: {"200": {description: d, schema: {$ref: "#/definitions/M"}}}}}},
				definitions: {M: {type: object, properties: {pair: {type: array, items: [` + deep + `]}}}}}`,
			`{openapi: 3.1.0, info: {title: T, version: "1"}, paths: {/a: {get: {operationId: a, responses: {"200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/M"}}}}}}}},
				components: {schemas: {M: {type: object, dependencies: {x: ` + deep + `}, definitions: {y: ` + deep + `}}}}}`,
		} {
			v := start(ctx, openapi.FromContent(text))
			links := 0
			for _, path := range []string{"/operations/a", "/models/M"} {
				for _, link := range append(read(v, path).Find("a[href]").Attributes("href"), read(v, path).Find("[data-src]").Attributes("data-src")...) {
					if at, found := strings.CutPrefix(link, "../schemas/"); found {
						links++
						Expect(get(v, "/schemas/"+at).Code).To(Equal(http.StatusOK), link)
					}
				}
			}
			Expect(links).To(BeNumerically(">", 0))
		}
	})
})
