package markdown_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/markdown"
)

var _ = Describe("Headings", func() {
	It("are those that the page has anchors for, in order and with their depth", func() {
		text := "Above.\n\n### First *one*\n\n##### R&amp;D \\_deep\n\nBelow\n=====\n\n- # in a list\n\n```\n# not this\n```\n\n## First one\n"
		md := markdown.New()

		list, ok := md.Headings(text)

		Expect(ok).To(BeTrue())
		var told, lines []string
		for _, h := range list {
			told = append(told, fmt.Sprintf("%d %s #%s", h.Depth, h.Title, h.ID))
			lines = append(lines, text[h.Start:h.End])
		}
		Expect(told).To(Equal([]string{"1 First one #first-one", "2 R&D _deep #r-amp-d-deep", "1 Below #below", "1 in a list #in-a-list", "2 First one #first-one--2"}))
		Expect(lines).To(Equal([]string{"### First *one*", "##### R&amp;D \\_deep", "Below", "- # in a list", "## First one"}))
		out, _ := md.HTML(text, 1)
		for _, h := range list {
			Expect(out).To(ContainSubstring(`id="description-` + h.ID + `"`))
		}
	})

	It("are none of a text that is shown as it is", func() {
		list, ok := markdown.New().Headings("# a\n\n" + strings.Repeat("long ", 20_000))

		Expect(ok).To(BeFalse())
		Expect(list).To(BeEmpty())
	})

	It("are remembered, of the last few descriptions", func() {
		md := markdown.New()
		first, _ := md.Headings("# a")
		again, _ := md.Headings("# a")
		Expect(&again[0]).To(BeIdenticalTo(&first[0]))
		for i := range 20 {
			md.Headings(fmt.Sprint("# b", i))
		}
		later, _ := md.Headings("# a")
		Expect(later).To(Equal(first))
		Expect(&later[0]).NotTo(BeIdenticalTo(&first[0]))
	})
})
