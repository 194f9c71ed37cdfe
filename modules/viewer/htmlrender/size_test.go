package htmlrender_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apichange"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

const maxElements = 5000

// hugeOnce is huge of 10,000 operations. The specs that share one of a number of
// tags only read it.
func hugeOnce(tags int) *apidoc.Document {
	if hugeDocuments[tags] == nil {
		hugeDocuments[tags] = huge(10_000, tags)
	}
	return hugeDocuments[tags]
}

var hugeDocuments = map[int]*apidoc.Document{}

// huge is a description with many operations in some tags, many models, and one
// operation whose every schema is as large as it can be.
func huge(operations, tags int) *apidoc.Document {
	outline := apidoc.Outline{Info: apidoc.Info{Title: "Huge"}}
	for i := range operations {
		o := apidoc.OperationSummary{ID: fmt.Sprintf("operation%d", i), Method: "GET", Path: fmt.Sprintf("/things/%d", i), Pointer: "/o"}
		if tags > 0 {
			o.Tags = []string{fmt.Sprintf("tag %d", i%tags)}
		}
		outline.Operations = append(outline.Operations, o)
		outline.Webhooks = append(outline.Webhooks, apidoc.OperationSummary{Method: "POST", Path: fmt.Sprintf("hook %d", i), Pointer: "/o"})
		outline.Models = append(outline.Models, apidoc.ModelSummary{Name: fmt.Sprintf("Model%d", i), Ref: "#/m"})
	}
	for i := range operations {
		outline.Components = append(outline.Components, apidoc.ComponentSummary{
			Kind: []apidoc.ComponentKind{apidoc.ResponseComponent, apidoc.PathItemComponent}[i%2], Name: fmt.Sprintf("c%d", i), Ref: fmt.Sprint("#/c", i%2),
		})
	}
	wide := &apidoc.Schema{Types: []string{"object"}}
	for i := range 2000 {
		wide.Properties = append(wide.Properties, apidoc.Property{Name: fmt.Sprintf("property%d", i), Schema: &apidoc.Schema{Ref: "#/m"}, Required: true})
	}
	operation := &apidoc.Operation{}
	for i := range 1000 {
		operation.Parameters = append(operation.Parameters, apidoc.Parameter{Name: fmt.Sprintf("p%d", i), In: apidoc.InQuery, Schema: wide})
	}
	content := []apidoc.MediaType{{Name: "application/json", Schema: wide}, {Name: "text/json", Schema: &apidoc.Schema{Ref: "#/m"}}}
	for status := range 40 {
		operation.Responses = append(operation.Responses, apidoc.Response{Status: fmt.Sprint(400 + status), Content: content})
	}
	return apidoc.New(outline, apidoc.Memory{
		Operations: map[string]*apidoc.Operation{"/o": operation}, Schemas: map[string]*apidoc.Schema{"#/m": wide},
		Components: map[string]*apidoc.Component{
			"#/c0": {Response: &apidoc.Response{Content: content}},
			"#/c1": {Operations: slices.Repeat([]apidoc.Operation{*operation}, 50)},
		},
	}, apidoc.Text{})
}

// hugeLog is the changelog of very many versions that have changed very much.
var hugeLog = func() *core.Changelog {
	operations := slices.Repeat([]core.ChangedOperation{{Name: "GET /o", PageRef: core.PageRef{Kind: core.PageOperation, Slug: "o"}}}, 6)
	change := core.Change{Change: apichange.Change{Kind: apichange.Breaking, Subject: "query", Old: "1", New: "2", Message: "the type was 1 and is 2"}, Operations: operations, More: 9}
	changes := slices.Repeat([]core.Change{change}, 2000)
	lines := slices.Repeat([]apichange.SchemaLine{{Name: "name", Old: "string", New: "integer", Differs: true}}, 120)
	for i := range changes {
		changes[i].Schemas = &apichange.Schemas{Old: "/components/schemas/M", New: "/components/schemas/M", Lines: lines, LeftOut: 9}
	}
	return &core.Changelog{Releases: slices.Repeat([]core.Release{{Name: "1", Slug: "1", Since: "0", Breaking: changes, Warnings: changes, Notes: changes, LeftOut: 7}}, 60)}
}()

var _ = DescribeTable("A page of a huge description stays below 5,000 elements", worktest.Large,
	func(ctx SpecContext, tags int, fill func(*core.Page)) {
		doc := hugeOnce(tags)
		page := &core.Page{Document: doc, Root: "../"}
		fill(page)

		Expect(len(render(ctx, page).All())).To(BeNumerically("<", maxElements))
	},
	Entry("on the overview", 40, func(p *core.Page) { p.Kind = core.PageOverview }),
	Entry("on the overview of very many tags", 5000, func(p *core.Page) { p.Kind = core.PageOverview }),
	Entry("on the overview without tags", 0, func(p *core.Page) { p.Kind = core.PageOverview }),
	Entry("on a later part of the overview", 0, func(p *core.Page) { p.Kind, p.Number = core.PageOverview, 7 }),
	Entry("on a tag of all operations", 1, func(p *core.Page) { p.Kind, p.Tag = core.PageTag, &p.Document.Tags[0] }),
	Entry("on the models", 40, func(p *core.Page) { p.Kind = core.PageModels }),
	Entry("on the changes", 40, func(p *core.Page) { p.Kind, p.Changelog = core.PageChanges, hugeLog }),
	Entry("on the changes of one version", 40, func(p *core.Page) {
		p.Kind, p.Changelog, p.Release = core.PageRelease, hugeLog, &hugeLog.Releases[0]
	}),
	Entry("on the components", 40, func(p *core.Page) { p.Kind = core.PageComponents }),
	Entry("on a component that is a large response", 40, func(p *core.Page) {
		p.Kind, p.Component = core.PageComponent, must(p.Document.Component(context.Background(), "responses-c5000"))
	}),
	Entry("on a component of very many operations", 40, func(p *core.Page) {
		p.Kind, p.Component = core.PageComponent, must(p.Document.Component(context.Background(), "pathItems-c5001"))
	}),
	Entry("on a model of very many properties", 40, func(p *core.Page) {
		p.Kind, p.Model = core.PageModel, must(p.Document.Model(context.Background(), "Model5000"))
	}),
	Entry("on an operation of very many parameters and schemas", 40, func(p *core.Page) {
		p.Kind, p.Operation = core.PageOperation, must(p.Document.Operation(context.Background(), "operation5000"))
	}),
)

// listing is for pages that list operations instead of holding them.
var listing = core.Settings{Reading: core.ReadPages}

var _ = Describe("A long list", func() {
	It("comes in parts that lead to each other and hold everything once", func(ctx SpecContext) {
		doc := huge(400, 1)
		seen := map[string]bool{}

		for number := 1; number <= 3; number++ {
			page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../", Number: number, Settings: listing})
			for _, link := range page.Find(".operation-line").Attributes("href") {
				Expect(seen).NotTo(HaveKey(link))
				seen[link] = true
			}
			Expect(page.Find(".pages span").Text()).To(Equal(fmt.Sprintf("Part %d of 3", number)))
		}

		Expect(seen).To(HaveLen(400))
	})

	It("of properties that are objects leaves none of them out", func(ctx SpecContext) {
		settings := object(prop("uiType", text), prop("rights", text), prop("is", &apidoc.Schema{Enum: []apidoc.EnumValue{{Value: []byte("1")}}}))
		model := &apidoc.Schema{Properties: times(700, func(i int) apidoc.Property {
			return prop(fmt.Sprint("p", i), []*apidoc.Schema{text, {Ref: "#/m/Settings"}, settings}[i%3])
		})}
		data := modelPage(ctx, "Account", map[string]*apidoc.Schema{"#/m/Account": model, "#/m/Settings": settings})
		seen := map[string]bool{}

		for data.Number = 1; data.Number <= 5; data.Number++ {
			page := render(ctx, data)
			Expect(len(page.All())).To(BeNumerically("<", maxElements))
			for _, id := range page.Find(".schema-row").Attributes("id") {
				seen[id] = true
			}
		}

		for i := range 700 {
			Expect(seen).To(HaveKey(fmt.Sprint("schema.p", i)))
		}
	})

	It("of properties on the page of an operation leads to where the rest is", func(ctx SpecContext) {
		fields := &apidoc.Schema{Properties: times(300, func(i int) apidoc.Property { return prop(fmt.Sprint("p", i), text) })}

		page := bodyOf(ctx, &apidoc.Schema{Ref: "#/m/Account"}, map[string]*apidoc.Schema{"#/m/Account": fields}, apidoc.ModelSummary{Name: "Account", Ref: "#/m/Account", Slug: "Account"})

		Expect(page.Find("li.muted a").Texts()).To(Equal([]string{"Show Account"}))
		Expect(page.Find("li.muted a").Attributes("href")).To(Equal([]string{"../models/Account"}))
	})

	It("shows its last part when there are fewer", func(ctx SpecContext) {
		doc := huge(10, 1)

		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Number: 99, Settings: listing})

		Expect(page.Find(".operation-line")).To(HaveLen(10))
	})
})

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func BenchmarkOperation(b *testing.B) {
	page := coretest.Pages(&testing.T{})[1]
	r := htmlrender.New()
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Render(b.Context(), io.Discard, page); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHugeOperation(b *testing.B) {
	doc := huge(1000, 10)
	page := &core.Page{Kind: core.PageOperation, Document: doc, Root: "../", Operation: must(doc.Operation(b.Context(), "operation500"))}
	r := htmlrender.New()
	b.ReportAllocs()
	for b.Loop() {
		if err := r.Render(b.Context(), io.Discard, page); err != nil {
			b.Fatal(err)
		}
	}
}
