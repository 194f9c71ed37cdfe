package htmlrender_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("The example of a response", func() {
	// example has a line for each item and one for each of its brackets.
	example := func(items int) string {
		list := make([]string, items)
		for i := range list {
			list[i] = fmt.Sprintf("item %d of <several>", i)
		}
		text, err := json.Marshal(list)
		Expect(err).NotTo(HaveOccurred())
		return string(text)
	}

	DescribeTable("is written in pieces that a browser lays out one by one, when it is long",
		func(ctx SpecContext, items int, pieces []int) {
			text := example(items)
			doc := load(ctx, `paths: {/a: {get: {operationId: a, responses: {"200": {description: d, content: {application/json: {example: `+text+`}}}}}}}`)

			code := shown(ctx, doc, "a").Find("[data-examples=example.response] .code code")

			var found []int
			for _, piece := range code.Find(".code-piece").Texts() {
				found = append(found, strings.Count(piece, "item"))
			}
			Expect(found).To(Equal(pieces))
			Expect(code.Texts()).To(ConsistOf(MatchJSON(text)), "nothing is lost or moved")
		},
		Entry("60 lines", 58, nil),
		Entry("61 lines", 59, []int{29, 30}),
		Entry("90 lines", 88, []int{29, 59}),
		Entry("200 lines", 198, []int{29, 30, 30, 30, 30, 49}),
	)
})
