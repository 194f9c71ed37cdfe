package htmlrender_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/core/coretest"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

// many is a description of n operations that each have some parameters.
func many(n int) *apidoc.Document {
	outline := apidoc.Outline{Info: apidoc.Info{Title: "Many"}}
	operations := map[string]*apidoc.Operation{}
	for i := range n {
		pointer := fmt.Sprintf("/o%d", i)
		outline.Operations = append(outline.Operations, apidoc.OperationSummary{
			ID: fmt.Sprintf("operation%d", i), Summary: fmt.Sprintf("Do %d", i), Method: "GET", Path: fmt.Sprintf("/things/%d", i),
			Pointer: pointer, Tags: []string{"all"}, Description: fmt.Sprintf("What %d does.", i),
		})
		o := &apidoc.Operation{}
		for p := range 20 {
			o.Parameters = append(o.Parameters, apidoc.Parameter{Name: fmt.Sprintf("p%d", p), In: apidoc.InQuery, Description: "One of them."})
		}
		o.Responses = []apidoc.Response{{Status: "200", Description: "Fine"}}
		operations[pointer] = o
	}
	return apidoc.New(outline, apidoc.Memory{Operations: operations}, apidoc.Text{})
}

// linking is a description of n operations whose descriptions link each other.
func linking(n int) *apidoc.Document {
	outline := apidoc.Outline{Info: apidoc.Info{Title: "Linking"}}
	operations := map[string]*apidoc.Operation{}
	for i := range n {
		pointer := fmt.Sprintf("/o%d", i)
		outline.Operations = append(outline.Operations, apidoc.OperationSummary{
			ID: fmt.Sprintf("operation%d", i), Method: "GET", Path: fmt.Sprintf("/things/%d", i), Pointer: pointer, Tags: []string{"all"},
		})
		operations[pointer] = &apidoc.Operation{Parameters: []apidoc.Parameter{{Name: "p", In: apidoc.InQuery, Description: "See [all](#tag/all)."}}}
	}
	return apidoc.New(outline, apidoc.Memory{Operations: operations}, apidoc.Text{})
}

// repeated are the ids that a page has more than once.
func repeated(page htmltest.Nodes) []string {
	seen := map[string]int{}
	for _, id := range page.Find("[id]").Attributes("id") {
		seen[id]++
	}
	var list []string
	for id, n := range seen {
		if n > 1 {
			list = append(list, id)
		}
	}
	return list
}

var _ = Describe("A page of several operations", func() {
	It("holds a small description whole, each operation once and each id once", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: coretest.Document()})

		Expect(page.Find(".entry-title h3").Attributes("id")).To(Equal([]string{
			"operation.listAnimals", "operation.feed", "operation.GET-health", "webhook.animalBorn",
		}))
		Expect(page.Find(".entry-title h3 a").Attributes("href")).To(HaveExactElements(
			"./operations/listAnimals", "./operations/feed", "./operations/GET-health", "./webhooks/animalBorn"))
		Expect(page.Find("[data-entry-part]")).To(HaveLen(4))
		Expect(page.Find(".operation-line").Attributes("href")).To(Equal([]string{"./operations/feed"}), "its second tag")
		Expect(repeated(page)).To(BeEmpty())
	})

	DescribeTable("is chosen by the number of operations and by the settings",
		func(ctx SpecContext, operations int, reading core.Reading, entries, lines int) {
			page := render(ctx, &core.Page{Kind: core.PageOverview, Document: many(operations), Settings: core.Settings{Reading: reading}})

			Expect(page.Find(".entry")).To(HaveLen(entries))
			Expect(page.Find(".operation-line")).To(HaveLen(lines))
		},
		Entry("holds 70", 70, core.ReadAutomatic, 70, 0),
		Entry("lists 71", 71, core.ReadAutomatic, 0, 71),
		Entry("holds 71 when told to", 71, core.ReadContinuous, 71, 0),
		Entry("lists 2 when told to", 2, core.ReadPages, 0, 2),
	)

	It("leaves bodies to later that would make it too large, and says where they are", func(ctx SpecContext) {
		doc := many(100)
		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../"})

		Expect(page.Find(".entry")).To(HaveLen(100))
		Expect(len(page.Find("[data-entry-part]"))).To(And(BeNumerically(">", 2), BeNumerically("<", 100)))
		Expect(len(page.All())).To(BeNumerically("<", maxElements))
		rest := page.Find(".entry-rest")
		Expect(rest.Find("a").Attributes("href")).To(ContainElement("../operations/operation99"))
		Expect(rest.Text()).To(ContainSubstring("What 99 does."))
		Expect(page.Find("[data-entry]").Attributes("data-entry")).To(ContainElement("?entry=operations%2Foperation99"))
		Expect(page.Find(".entry-body").Attributes("class")).To(HaveEach(MatchRegexp(`height-\d`)))
	})

	It("holds every body when nothing may be left to later", func(ctx SpecContext) {
		doc := many(100)
		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../", Settings: core.Settings{Reading: core.ReadWhole}})

		Expect(page.Find("[data-entry-part]")).To(HaveLen(100))
		Expect(repeated(page)).To(BeEmpty())
	})

	It("fetches a body with the ids that it has on the page", func(ctx SpecContext) {
		doc := many(3)
		whole := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../"})
		o := must(doc.Operation(ctx, "operation1"))
		part := render(ctx, &core.Page{Kind: core.PageOperation, Document: doc, Operation: o, Root: "../", Part: true, Entry: true})

		ids := part.Find("[data-entry-part] [id]").Attributes("id")
		Expect(ids).To(ContainElement("operation.operation1.parameter.query.p19"))
		Expect(ids).To(HaveEach(HavePrefix("operation.operation1.")))
		var inPage []string
		for _, id := range whole.Find("[data-entry-part] [id]").Attributes("id") {
			if strings.HasPrefix(id, "operation.operation1.") {
				inPage = append(inPage, id)
			}
		}
		Expect(inPage).To(Equal(ids))
	})

	It("costs each operation the same, however many there are", Serial, worktest.Large, func(ctx SpecContext) {
		if worktest.RaceDetector {
			Skip("the race detector allocates")
		}
		cost := func(n int) int {
			doc := linking(n)
			return worktest.Allocated(func() {
				render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../", Settings: core.Settings{Reading: core.ReadWhole}})
			})
		}
		cost(100) // what is made once

		few, many := cost(25), cost(100)

		Expect(many).To(BeNumerically("<", 5*few))
	})

	It("leaves nothing behind", Serial, func(ctx SpecContext) {
		doc, renderer := linking(100), htmlrender.New()
		read := func() {
			page := &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../", Settings: core.Settings{Reading: core.ReadWhole}}
			Expect(renderer.Render(ctx, io.Discard, page)).To(Succeed())
		}
		read()
		before := live()

		for range 10 {
			read()
		}

		Expect(live()).To(BeNumerically("<", before+1<<20))
		runtime.KeepAlive(doc)
		runtime.KeepAlive(renderer)
	})
})

// live is the size in bytes of what is in use.
func live() int {
	runtime.GC()
	runtime.GC() // what cleanups let go
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
