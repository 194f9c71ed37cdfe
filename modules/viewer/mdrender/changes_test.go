package mdrender_test

import (
	"bytes"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// released is the page of a version that has changed these schemas.
func released(ctx SpecContext, schemas ...*apichange.Schemas) string {
	GinkgoHelper()
	var changes []core.Change
	for _, s := range schemas {
		changes = append(changes, core.Change{Change: apichange.Change{Message: "it has changed", Schemas: s}, Operations: []core.ChangedOperation{{Name: "GET /a"}}})
	}
	log := &core.Changelog{Releases: []core.Release{{Name: "2", Slug: "2", Since: "1", Breaking: changes}}}
	doc := apidoc.New(apidoc.Outline{}, apidoc.Memory{}, apidoc.Text{})
	var out bytes.Buffer
	Expect(mdrender.New().Render(ctx, &out, &core.Page{Kind: core.PageRelease, Document: doc, Changelog: log, Release: &log.Releases[0], Root: "../"})).To(Succeed())
	return out.String()
}

var _ = Describe("A change of a schema in Markdown", func() {
	line := apichange.SchemaLine{Name: "a", Old: "string", New: "integer", Differs: true}

	It("has the difference in the item of the change", func(ctx SpecContext) {
		s := &apichange.Schemas{LeftOut: 4, Lines: []apichange.SchemaLine{{Old: "object", New: "object"}, {Same: 7}, line, {Name: "b", New: "any", Differs: true}}}

		Expect(released(ctx, s)).To(HaveSuffix("- `GET /a`: it has changed\n  ```diff\n    object\n    … 7 lines that are the same\n  - a: string\n  + a: integer\n  + b: any\n    … 4 more lines\n  ```\n\n"))
	})

	It("has it once, however many changes are of it", func(ctx SpecContext) {
		s := &apichange.Schemas{Lines: []apichange.SchemaLine{line}}

		Expect(strings.Count(released(ctx, s, s), "```diff")).To(Equal(1))
	})

	It("cannot leave its block", func(ctx SpecContext) {
		s := &apichange.Schemas{Lines: []apichange.SchemaLine{{Name: "```", Old: "```\n# Big", New: "any", Differs: true}}}

		Expect(released(ctx, s)).To(ContainSubstring("  ````diff\n  - ```: ```\n  # Big\n  + ```: any\n  ````\n"))
	})

	It("says so where the page is full", func(ctx SpecContext) {
		var many []*apichange.Schemas
		for range 100 {
			s := &apichange.Schemas{}
			for i := range 100 {
				s.Lines = append(s.Lines, apichange.SchemaLine{Name: fmt.Sprint(i), Old: "string", New: "any", Differs: true})
			}
			many = append(many, s)
		}

		text := released(ctx, many...)

		Expect(strings.Count(text, "it has changed")).To(Equal(100))
		Expect(strings.Count(text, "\n")).To(BeNumerically("<", 2400))
		Expect(text).To(ContainSubstring("- `GET /a`: it has changed\n  (This page has no room for the schema.)\n"))
	})
})
