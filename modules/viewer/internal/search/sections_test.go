package search_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

var _ = Describe("A heading of a description", func() {
	find := func(doc *apidoc.Document, query string) core.Result {
		GinkgoHelper()
		results := search.New(doc, search.Options{}).Find(query, 1).Results
		Expect(results).To(HaveLen(1))
		return results[0]
	}

	It("is found with the anchor that the page has for it", func() {
		doc := apidoc.New(apidoc.Outline{
			Info: apidoc.Info{Title: "Space", Description: "Hello.\n\n# Limits\n\nGranted.\n\nRetries\n-------\n\nWaiting.\n\n# Limits\n\nTwice."},
			Tags: []apidoc.Tag{{Name: "ships", Slug: "ships", DisplayName: "Our ships", Description: "They fly.\n\n## Fuel & *lies*\n\nPlutonium."}},
		}, nil, apidoc.Text{})

		Expect(find(doc, "granted")).To(MatchFields(IgnoreExtras, Fields{"Kind": Equal(core.PageOverview), "Title": Equal("Limits"), "Fragment": Equal("description-limits")}))
		Expect(find(doc, "twice")).To(HaveField("Fragment", "description-limits--2"))
		Expect(find(doc, "retries")).To(HaveField("Fragment", "description-retries"))
		Expect(find(doc, "plutonium")).To(MatchFields(IgnoreExtras, Fields{
			"Kind": Equal(core.PageTag), "Slug": Equal("ships"), "Title": Equal("Fuel & lies"),
			"Fragment": Equal("description-fuel-lies"), "Where": Equal("description of Our ships"),
		}))
		Expect(find(doc, "ships")).To(MatchFields(IgnoreExtras, Fields{"Title": Equal("Our ships"), "Fragment": BeEmpty()}))
	})

	It("is shown with its table as text", func() {
		doc := apidoc.New(apidoc.Outline{Info: apidoc.Info{Description: "# Plans\n\n| plan | trees |\n|------|------:|\n| grove | a|b |\n\nUnder\n-----\n"}}, nil, apidoc.Text{})

		Expect(find(doc, "grove").Excerpt).To(Equal("plan trees grove a|b"))
	})

	It("is one of a bounded number in all tags, and the text below the others is found with their tag", Serial, func(ctx SpecContext) {
		outline := apidoc.Outline{Info: apidoc.Info{Title: "Space", Description: "# Limits\n\nGranted."}}
		size := 0
		for i := range 40 {
			text := strings.Repeat("# a\n", 450) + "plutonium"
			outline.Tags = append(outline.Tags, apidoc.Tag{Name: fmt.Sprint("t", i), Slug: fmt.Sprint("t", i), Description: text})
			size += len(text)
		}
		doc := apidoc.New(outline, nil, apidoc.Text{})
		var x *search.Index

		Expect(worktest.Dear(size, func() int {
			x, _ = search.Build(ctx, doc, search.Options{})
			return 0
		})).To(BeEmpty())

		Expect(x.Find("granted", 1).Results).To(ConsistOf(HaveField("Title", "Limits")))
		Expect(x.Find("plutonium", 50).Total).To(Equal(40))
	})

	It("is found without an anchor when the page shows the description as it is", func() {
		doc := apidoc.New(apidoc.Outline{Info: apidoc.Info{Title: "Space", Description: "# Limits\n\nGranted.\n\n" + strings.Repeat("much more ", 8000) + "\n```\n# code\n```\n\n## The *end*\n\nFinally."}}, nil, apidoc.Text{})

		Expect(find(doc, "granted")).To(MatchFields(IgnoreExtras, Fields{"Title": Equal("Limits"), "Fragment": BeEmpty()}))
		Expect(find(doc, "finally")).To(HaveField("Title", "The end"))
	})
})
