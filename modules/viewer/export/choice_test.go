package export_test

import (
	"context"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/export"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// alternatives describes two operations with one answer, which has a part with
// alternatives, one with those that no example shows, and alternatives at the top.
const alternatives = `
openapi: 3.1.0
info: {title: Farm, version: "1"}
tags: [{name: animals}]
paths:
  /first: {get: {operationId: first, tags: [animals], responses: {"200": {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/Animal"}}}}}}}
  /second: {get: {operationId: second, tags: [animals], responses: {"200": {description: One, content: {application/json: {schema: {$ref: "#/components/schemas/Animal"}}}}}}}
  /top: {get: {operationId: top, responses: {"200": {description: One, content: {application/json: {schema: {oneOf: [{title: Cat, type: object, properties: {lives: {type: integer}}}, {title: Dog, type: object, properties: {tricks: {type: integer}}}]}}}}}}}
components:
  schemas:
    Animal:
      type: object
      properties:
        owner: {oneOf: [{title: Person, $ref: "#/components/schemas/Named"}, {title: Company, type: object, properties: {number: {type: integer}}}, {title: Club, $ref: "#/components/schemas/Named"}]}
        friend: {example: {}, oneOf: [{title: A, type: object, properties: {a: {type: string}}}, {title: B, type: object, properties: {b: {type: string}}}]}
    Named: {type: object, properties: {name: {type: string}}}
`

// asked counts the pages of a renderer on which a reader has chosen alternatives.
type asked struct {
	*htmlrender.Renderer
	whole, parts *atomic.Int32
}

func (a asked) Render(ctx context.Context, w io.Writer, page *core.Page) error {
	switch {
	case len(page.Choices) == 0:
	case page.Part:
		a.parts.Add(1)
	default:
		a.whole.Add(1)
	}
	return a.Renderer.Render(ctx, w, page)
}

var _ = Describe("The examples of alternatives in a folder", func() {
	var all map[string]string
	counted := asked{htmlrender.New(), new(atomic.Int32), new(atomic.Int32)}
	BeforeEach(func(ctx SpecContext) {
		counted.whole.Store(0)
		counted.parts.Store(0)
		v, err := viewer.New(openapi.FromContent(alternatives), counted)
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		dir := filepath.Join(GinkgoT().TempDir(), "site")
		Expect(export.Folder(ctx, v, dir)).To(Succeed())
		all = files(dir)
	})
	// chosen is the file of a page with the examples of its alternatives, "" for none.
	chosen := func(page string) string {
		if found := regexp.MustCompile(`<main data-choices="([^"]*)"`).FindStringSubmatch(all[page]); found != nil {
			return found[1]
		}
		return ""
	}

	It("are in one file of all pages that have the same", func() {
		Expect(chosen("operations/first.html")).To(And(HavePrefix("data/choices/"), Equal(chosen("operations/second.html"))))
		Expect(chosen("operations/top.html")).To(BeEmpty(), "each alternative has an example on the page")
	})

	It("are there once where several alternatives have the same", func() {
		file := valueIn(all, chosen("operations/first.html"))

		Expect(file["examples"]).To(HaveLen(2))
		Expect(file["choices"]).To(Equal(map[string]any{
			"response.200.application-json.owner:0": []any{0.0}, "response.200.application-json.owner:1": []any{1.0}, "response.200.application-json.owner:2": []any{0.0},
		}))
	})

	It("are there for each operation on a page of several", func() {
		file := valueIn(all, chosen("tags/animals.html"))

		Expect(slices.Collect(maps.Keys(file["choices"].(map[string]any)))).To(ContainElements(
			"operation.first.response.200.application-json.owner:1", "operation.second.response.200.application-json.owner:1",
		))
	})

	It("are all that the viewer is asked for where there are operations", func() {
		Expect(counted.parts.Load()).To(BeNumerically(">", 0))
		Expect(counted.whole.Load()).To(BeZero())
	})
})
