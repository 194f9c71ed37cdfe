package htmlrender_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"weak"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

// twoTags is a document with enough operations that closed tags are not listed.
// Its names are those of a version, and its addresses the same in every one.
func twoTags(version string) *apidoc.Document {
	outline := apidoc.Outline{Tags: []apidoc.Tag{{Name: "a", DisplayName: "A " + version}, {Name: "b", DisplayName: "B " + version}}}
	for i := range 90 {
		name := fmt.Sprint("operation", i)
		outline.Operations = append(outline.Operations, apidoc.OperationSummary{
			ID: name, Method: "GET", Path: "/" + name, Summary: name + " of " + version, Tags: []string{outline.Tags[i%2].Name},
		})
	}
	return apidoc.New(outline, apidoc.Memory{}, apidoc.Text{})
}

var _ = Describe("Pieces that pages share", func() {
	It("are those of the document and of the depth of the page, and know where the reader is", func(ctx SpecContext) {
		shared, documents := htmlrender.New(), map[string]*apidoc.Document{"1": twoTags("1"), "2": twoTags("2")}
		for range 2 { // the second time everything is kept
			for version, doc := range documents {
				for _, page := range []*core.Page{
					{Kind: core.PageOverview, Root: "./"},
					{Kind: core.PageTag, Tag: &doc.Tags[0], Root: "../"},
					{Kind: core.PageTag, Tag: &doc.Tags[1], Root: "../"},
				} {
					page.Document = doc
					Expect(sidebar(ctx, shared, page)).To(Equal(sidebar(ctx, htmlrender.New(), page)), "%s of %s", page.Kind, version)
				}
			}
		}
	})

	It("go with the document", func() {
		renderer := htmlrender.New()
		document := func() weak.Pointer[apidoc.Document] {
			doc := twoTags("1")
			Expect(renderer.Render(context.Background(), &bytes.Buffer{}, &core.Page{Kind: core.PageOverview, Document: doc})).To(Succeed())
			return weak.Make(doc)
		}()

		Eventually(func() *apidoc.Document {
			runtime.GC()
			return document.Value()
		}).Should(BeNil())
		runtime.KeepAlive(renderer)
	})

	It("go with the renderer", func() {
		doc := twoTags("1")
		renderer := func() weak.Pointer[htmlrender.Renderer] {
			r := htmlrender.New()
			Expect(r.Render(context.Background(), &bytes.Buffer{}, &core.Page{Kind: core.PageOverview, Document: doc})).To(Succeed())
			return weak.Make(r)
		}()

		Eventually(func() *htmlrender.Renderer {
			runtime.GC()
			return renderer.Value()
		}).Should(BeNil())
		runtime.KeepAlive(doc)
	})

	It("are few, however deep the addresses are that are asked for", Serial, func(ctx SpecContext) {
		outline := apidoc.Outline{}
		for i := range 200 {
			name := fmt.Sprint(i)
			outline.Tags = append(outline.Tags, apidoc.Tag{Name: name, DisplayName: strings.Repeat("tag ", 25), Slug: name})
			outline.Operations = append(outline.Operations, apidoc.OperationSummary{ID: name, Method: "GET", Path: "/" + name, Tags: []string{name}})
		}
		renderer, doc := htmlrender.New(), apidoc.New(outline, apidoc.Memory{}, apidoc.Text{})
		ask := func(depth int) {
			page := &core.Page{Kind: core.PageNotFound, Document: doc, Root: strings.Repeat("../", depth)}
			Expect(renderer.Render(ctx, io.Discard, page)).To(Succeed())
		}
		ask(1)
		before := heap()

		for depth := range 256 {
			ask(depth + 1)
		}

		Expect(heap() - before).To(BeNumerically("<", 2<<20))
		runtime.KeepAlive(renderer)
		runtime.KeepAlive(doc)
	})
})

var _ = Describe("Lists of the overview", func() {
	It("are laid out where the reader is, and show one line of what calls itself a title", func(ctx SpecContext) {
		doc := twoTags("1")
		doc.Operations[0].Summary = strings.Repeat("long ", 100) + "\nand a second line"

		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc})

		Expect(page.Find(".tag-section").Attributes("class")).To(HaveEach(MatchRegexp(`^tag-section is-deferred height-\d+$`)))
		titles := page.Find(".operation-title").Texts()
		Expect(titles[0]).To(Equal(strings.Repeat("long ", 23) + "long…"))
		Expect(titles[1]).To(Equal("operation2 of 1"))
	})

	It("stay as they are where operations stand whole below each other", func(ctx SpecContext) {
		page := samplePage(core.PageOverview)
		page.Settings.Reading = core.ReadContinuous

		Expect(render(ctx, page).Find(".tag-section").Attributes("class")).To(HaveEach("tag-section"))
	})
})

// heap is how many bytes are in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// sidebar is what the list of the sidebar holds, as a renderer writes it.
func sidebar(ctx context.Context, r *htmlrender.Renderer, page *core.Page) string {
	GinkgoHelper()
	var out bytes.Buffer
	Expect(r.Render(ctx, &out, page)).To(Succeed())
	_, list, found := strings.Cut(out.String(), "data-nav>")
	Expect(found).To(BeTrue())
	list, _, _ = strings.Cut(list, "</nav>")
	return list
}
