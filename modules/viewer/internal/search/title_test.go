package search_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/search"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("A title of a result keeps its signs",
	func(ctx SpecContext, query, title, where string) {
		doc, err := openapi.FromContent(`openapi: 3.1.0
info: {title: "Signs", version: "1"}
tags: [{name: sdk, x-displayName: "C# and F#", description: "Before.\n\n## Libraries of C#\n\nThe sharp text.\n\n## Rate * 2 #\n\nThe doubled text."}]
paths:
  /a:
    get:
      operationId: a
      summary: "Multiplies a * b and then says in many more words than any title should have what C# has to do with it"
      parameters: [{name: "f#*", in: query, description: "A flattened field."}]
      responses: {}
`).Load(ctx)
		Expect(err).NotTo(HaveOccurred())

		x, err := search.Build(ctx, doc, search.Options{})
		Expect(err).NotTo(HaveOccurred())
		found := x.Find(query, 5)

		Expect(found.Results).NotTo(BeEmpty())
		Expect(found.Results[0].Title).To(Equal(title))
		Expect(found.Results[0].Where).To(Equal(where))
	},
	Entry("of a tag", "sdk", "C# and F#", ""),
	Entry("of a heading", "sharp", "Libraries of C#", "description of C# and F#"),
	Entry("of a heading with closing signs", "doubled", "Rate * 2", "description of C# and F#"),
	Entry("of an operation, which is cut", "multiplies", "Multiplies a * b and then says in many more words than any title should have what C# has to do with it", ""),
	Entry("beside the place that was found", "flattened", "Multiplies a * b and then says in many more words than any title should have what C# has to do with it", "query parameter f#*"),
)
