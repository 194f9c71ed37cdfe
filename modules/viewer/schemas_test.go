package viewer_test

import (
	"net/http"

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

	It("comes as a part in one direction", func() {
		page := htmltest.Parse(get(v, owner+"?part&for=response").Body.Bytes())

		Expect(page.Find("[data-fragment] .schema-name").Texts()).To(Equal([]string{"id"}))
		Expect(page.Find("h1")).To(BeEmpty())
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
