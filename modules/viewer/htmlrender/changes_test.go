package htmlrender_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

// released is the page of a release with changes of these schemas.
func released(ctx SpecContext, language string, schemas ...*apichange.Schemas) htmltest.Nodes {
	GinkgoHelper()
	var changes []core.Change
	for _, s := range schemas {
		changes = append(changes, core.Change{Change: apichange.Change{Kind: apichange.Breaking, Message: "the type was string and is integer", Schemas: s}})
	}
	log := &core.Changelog{Releases: []core.Release{{Name: "2.0.0", Slug: "2.0.0", Since: "1.0.0", Breaking: changes}}}
	doc := apidoc.New(apidoc.Outline{Models: []apidoc.ModelSummary{{Name: "Pet", Ref: "#/components/schemas/Pet"}}}, apidoc.Memory{}, apidoc.Text{})
	return render(ctx, &core.Page{Kind: core.PageRelease, Document: doc, Changelog: log, Release: &log.Releases[0], Root: "../", Settings: core.Settings{Language: language}})
}

// pet is a model that has changed.
func pet() *apichange.Schemas {
	return &apichange.Schemas{Old: "/components/schemas/Pet", New: "/components/schemas/Pet", Lines: []apichange.SchemaLine{
		{Old: "object", New: "object"},
		{Same: 7},
		{Name: "name", Old: "string", New: "integer", Differs: true},
		{Name: "owner", Old: "Person", Differs: true},
		{Name: "shop", New: "Shop, required", Differs: true},
	}}
}

// linesOf are the lines of each side of the schemas on a page.
func linesOf(page htmltest.Nodes) []string {
	var sides []string
	for _, pre := range page.Find(".change-side pre") {
		var text strings.Builder
		for _, line := range (htmltest.Nodes{pre}).All() {
			if line.FirstChild != nil && line != pre {
				text.WriteString(line.Data + " " + line.FirstChild.Data)
			}
		}
		sides = append(sides, text.String())
	}
	return sides
}

var _ = Describe("A change of a schema", func() {
	It("has the schema before and after, with signs where they differ", func(ctx SpecContext) {
		page := released(ctx, "", pet())

		Expect(page.Find(".change-schemas summary").Text()).To(Equal("The schema before and after Pet"))
		Expect(page.Find(".change-when")[0:1].Text()).To(Equal("Before, in 1.0.0"))
		Expect(page.Find(".change-when")[1:2].Text()).To(Equal("After, in 2.0.0"))
		Expect(linesOf(page)).To(Equal([]string{
			"span   object\nspan … 7 lines are the same\ndel - name: string\ndel - owner: Person\n",
			"span   object\nspan … 7 lines are the same\nins + name: integer\nins + shop: Shop, required\n",
		}))
	})

	It("has the one schema that is new, or gone", func(ctx SpecContext) {
		added := &apichange.Schemas{New: "/paths/~1a/get/parameters/0/schema", Lines: []apichange.SchemaLine{{New: "string", Differs: true}}}
		gone := &apichange.Schemas{Old: "/paths/~1a/get/parameters/0/schema", Lines: []apichange.SchemaLine{{Old: "string", Differs: true}}}

		page := released(ctx, "", added, gone)

		Expect(page.Find("summary").Text()).To(SatisfyAll(ContainSubstring("The new schema"), ContainSubstring("The schema that is gone")))
		Expect(linesOf(page)).To(Equal([]string{"ins + string\n", "del - string\n"}))
	})

	It("refers to the schema above when another change has it", func(ctx SpecContext) {
		s := pet()

		page := released(ctx, "", s, s)

		Expect(page.Find(".change-schemas")).To(HaveLen(1))
		Expect(page.Find(".change .muted a").Attributes("href")).To(Equal([]string{"#" + page.Find(".change-schemas .change-sides").Attributes("id")[0]}), "what a link leads to inside is opened without scripts")
	})

	It("says how much is not shown, and leads to the model", func(ctx SpecContext) {
		s := pet()
		s.LeftOut = 30

		page := released(ctx, "", s)

		Expect(page.Find(".change-schemas .muted").Text()).To(ContainSubstring("30 more lines are not shown."))
		Expect(page.Find(".change-schemas .muted a").Attributes("href")).To(Equal([]string{"../models/Pet"}))
	})

	It("says that a full page has no room for its schema", func(ctx SpecContext) {
		var many []*apichange.Schemas
		for range 100 {
			s := pet()
			for i := range 100 {
				s.Lines = append(s.Lines, apichange.SchemaLine{Name: fmt.Sprint("m", i), New: "string", Differs: true})
			}
			many = append(many, s)
		}

		page := released(ctx, "", many...)

		Expect(len(page.All())).To(BeNumerically("<", maxElements))
		Expect(page.Find("main").Text()).To(ContainSubstring("This page has no room for the schema. Pet as it is"))
	})

	It("is shown from left to right in Arabic, with the words of the page around it", func(ctx SpecContext) {
		page := released(ctx, "ar", pet())

		Expect(page.Find(".change-side pre").Attributes("dir")).To(Equal([]string{"ltr", "ltr"}))
		Expect(page.Find(".change-side pre").Attributes("lang")).To(Equal([]string{"en", "en"}))
		Expect(page.Find("pre .change-same").Attributes("lang")).To(Equal([]string{"ar", "ar"}))
	})

	It("cannot bring elements into the page", func(ctx SpecContext) {
		const hostile = `</pre><script>alert(1)</script>`
		s := &apichange.Schemas{Old: "/components/schemas/" + hostile, New: "/components/schemas/" + hostile, Lines: []apichange.SchemaLine{
			{Name: hostile, Old: hostile, New: hostile, Differs: true},
		}}

		page := released(ctx, "", s)

		Expect(page.Find(".change-schemas script")).To(BeEmpty())
		Expect(linesOf(page)).To(Equal([]string{"del - " + hostile + ": " + hostile + "\n", "ins + " + hostile + ": " + hostile + "\n"}))
	})
})
