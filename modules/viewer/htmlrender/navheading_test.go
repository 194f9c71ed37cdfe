package htmlrender_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
)

var _ = Describe("The sidebar lists the headings of", func() {
	text := "Hello.\n\n# Start\n\n## Keys & <b>locks</b>\n\n### Too deep\n\n# Limits\n\n# Start\n"
	document := func(description string) *apidoc.Document {
		return apidoc.New(apidoc.Outline{
			Info:   apidoc.Info{Title: "T", Description: description},
			Tags:   []apidoc.Tag{{Name: "a", Slug: "a", DisplayName: "A", Description: "# Ages"}, {Name: "b", Slug: "b", DisplayName: "B", Description: "# Other"}},
			Groups: []apidoc.TagGroup{{Tags: []string{"a", "b"}}},
		}, nil, apidoc.Text{})
	}
	const links, below = ".sidebar [data-nav-introduction] .nav-link", ".sidebar .nav-below .nav-link"

	It("the introduction, two levels of them, open where it is read", func(ctx SpecContext) {
		doc := document(text)
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: doc})

		Expect(page.Find(links).Texts()).To(Equal([]string{"Start", "Keys & locks", "Limits", "Start"}))
		Expect(page.Find(below).Texts()).To(Equal([]string{"Keys & locks"}))
		Expect(page.Find("[data-nav-introduction] details[open]")).To(HaveLen(1))
		for _, link := range page.Find(links).Attributes("href") {
			Expect(page.Find("main .prose [id="+strings.TrimPrefix(link, "./#")+"]")).To(HaveLen(1), link)
		}

		other := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../"})
		Expect(other.Find("[data-nav-introduction] details[open]")).To(BeEmpty())
		Expect(other.Find(links).Attributes("href")).To(HaveEach(HavePrefix("../#description-")))
	})

	It("the tag whose page it is", func(ctx SpecContext) {
		doc := document("No heading.")
		page := render(ctx, &core.Page{Kind: core.PageTag, Document: doc, Tag: &doc.Tags[0], Root: "../"})

		Expect(page.Find(".sidebar .nav-link").Attributes("href")).To(Equal([]string{"../tags/a#description-ages"}))
		Expect(page.Find("main .prose h2").Attributes("id")).To(Equal([]string{"description-ages"}))
		Expect(page.Find("[data-nav-introduction] details")).To(BeEmpty())
	})

	It("a description that is too long for a sidebar, as many as there is room for", func(ctx SpecContext) {
		var b strings.Builder
		for i := range 500 {
			fmt.Fprintf(&b, "# %d\n\n", i)
		}
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: document(b.String())})

		Expect(page.Find(links)).To(HaveLen(60))
		Expect(page.Find("main .prose h2")).To(HaveLen(500))
	})

	It("no description that is shown as it is", func(ctx SpecContext) {
		page := render(ctx, &core.Page{Kind: core.PageOverview, Document: document("# Start\n\n" + strings.Repeat("long ", 20_000))})

		Expect(page.Find(links)).To(BeEmpty())
	})
})
