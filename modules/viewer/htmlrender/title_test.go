package htmlrender_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

var _ = Describe("Marks of Markdown", func() {
	const text = `openapi: 3.1.0
info: {title: T, version: '1', description: "# Start\n\nThe **API** of [pets](/p)."}
tags: [{name: Pets, description: "All *about* [pets](#p)."}]
paths: {/pets: {post: {operationId: createPet, tags: [Pets], summary: "Creates a **pet**.\n\nSend [text](/t) or an image.\n", description: "Calls the ` + "`vet`" + `.", responses: {}}}}
components: {schemas: {Pet: {type: object, description: "A **pet**\nof [ours](/o)."}}}`

	It("are in no title, and what a long summary says stands below it", func(ctx SpecContext) {
		page := shown(ctx, load(ctx, text), "createPet")

		Expect(page.Find("h1").Text()).To(Equal("Creates a pet."))
		Expect(page.Find("title").Text()).To(Equal("Creates a pet. · T"))
		Expect(page.Find(".breadcrumb").Text()).NotTo(ContainSubstring("*"))
		Expect(page.Find(".text .prose").Texts()[0]).To(Equal("Creates a pet . Send text or an image."))
	})

	It("are in no line about a page", func(ctx SpecContext) {
		page := shown(ctx, load(ctx, text), "createPet")

		Expect(page.Find("meta[name=description]").Attributes("content")).To(Equal([]string{"Calls the vet."}))
		Expect(page.Find("script[type=application/ld+json]").Text()).To(And(
			ContainSubstring(`"headline":"Creates a pet."`), ContainSubstring("The API of pets."), Not(ContainSubstring("**"))))
	})

	It("are in no line of a list", func(ctx SpecContext) {
		models := render(ctx, &core.Page{Kind: core.PageModels, Document: load(ctx, text)})

		Expect(models.Find(".model-list .muted").Text()).To(Equal("A pet of ours."))
		Expect(models.Find(".page-head .badge").Text()).To(Equal("1 model"))
	})
})

var _ = Describe("A title with marks of Markdown", func() {
	const text = `openapi: 3.1.0
info: {title: "The **Pet** API", version: '1'}
tags: [{name: pets, x-displayName: "## All ` + "`pets`" + `"}, {name: "*cats*"}]
x-tagGroups: [{name: "_Animals_", tags: [pets, "*cats*"]}]
paths: {/c: {get: {operationId: c, tags: ["*cats*", "[dogs](/d)"], responses: {}}}}
components: {schemas: {Pet: {type: object, title: "A **pet** in C#", properties: {a_b: {title: "snake_case_name * 2", type: string}}}}}`

	It("is plain wherever it stands, and keeps what only looks like a mark", func(ctx SpecContext) {
		doc := load(ctx, text)
		tag := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: doc.TagNamed("pets")})
		modelPage, err := doc.Model(ctx, "Pet")
		Expect(err).NotTo(HaveOccurred())
		model := render(ctx, &core.Page{Kind: core.PageModel, Document: doc, Model: modelPage})

		Expect(tag.Find("h1").Text()).To(Equal("All pets"))
		Expect(tag.Find("title").Text()).To(Equal("All pets · The Pet API"))
		Expect(tag.Find(".sidebar").Text()).To(And(ContainSubstring("cats"), ContainSubstring("dogs"), ContainSubstring("Animals"),
			Not(ContainSubstring("*cats*")), Not(ContainSubstring("_Animals_")), Not(ContainSubstring("](/d)"))))
		Expect(model.Find("h1").Text()).To(Equal("A pet in C#"))
		Expect(model.Find(".schema-title").Text()).To(ContainSubstring("snake_case_name * 2"))
	})
})

var _ = Describe("A title that is a long name", func() {
	const text = `openapi: 3.1.0
info: {title: T, version: '1'}
tags: [{name: persistent_volume_administration}]
paths:
  /p: {patch: {operationId: patchCoreV1PersistentVolumeStatus, tags: [persistent_volume_administration], responses: {}}}
  /q: {get: {operationId: q, tags: [persistent_volume_administration], summary: All of a persistent-volume, responses: {}}}
components: {schemas: {PersistentVolumeClaimCondition: {type: object}}}`

	It("may be broken where its words end, wherever it stands", func(ctx SpecContext) {
		doc := load(ctx, text)
		model, err := doc.Model(ctx, doc.Models[0].Slug)
		Expect(err).NotTo(HaveOccurred())
		operation := shown(ctx, doc, "patchCoreV1PersistentVolumeStatus")
		tag := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: doc.TagNamed("persistent_volume_administration")})

		status := []string{"patch", "Core", "V1", "Persistent", "Volume", "Status"}
		Expect(pieces(operation.Find("h1"))).To(Equal(status))
		Expect(pieces(operation.Find(".nav-link .nav-text"))).To(Equal(append(status, "All of a persistent-volume", "Persistent", "Volume", "Claim", "Condition")))
		Expect(pieces(operation.Find(".nav-tag .nav-text"))).To(Equal([]string{"persistent_", "volume_", "administration"}))
		Expect(pieces(shown(ctx, doc, "q").Find(".neighbour"))).To(ContainElements("V1", "Persistent"))
		Expect(pieces(tag.Find("h1"))).To(HaveLen(3))
		Expect(pieces(tag.Find(".entry h3"))).To(ContainElements(status))
		Expect(pieces(render(ctx, &core.Page{Kind: core.PageModel, Document: doc, Model: model}).Find("h1"))).To(Equal([]string{"Persistent", "Volume", "Claim", "Condition"}))
	})
})

// pieces are the texts between which a line may be broken, white space aside.
func pieces(nodes htmltest.Nodes) (all []string) {
	for _, top := range nodes {
		for d := range top.Descendants() {
			if text := strings.TrimSpace(d.Data); d.Type == html.TextNode && text != "" {
				all = append(all, text)
			}
		}
	}
	return all
}
