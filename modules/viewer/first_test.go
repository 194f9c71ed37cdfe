package viewer_test

import (
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("The first answer holds every operation with its description",
	func(ctx SpecContext, file, address string, whole bool) {
		text, err := os.ReadFile("openapi/testdata/" + file)
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, openapi.FromContent(string(text)))

		page := htmltest.Parse(get(v, address).Body.Bytes()).Find("main").Text()

		words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
		doc := v.Document()
		Expect(len(doc.Operations)).To(BeNumerically(">", 10))
		for _, o := range doc.Operations {
			op, err := doc.Operation(ctx, o.Slug)
			Expect(err).NotTo(HaveOccurred())
			Expect(page).To(ContainSubstring(words(o.Title())))
			Expect(page).To(ContainSubstring(words(op.Description)))
			if !whole {
				continue
			}
			for _, p := range op.Parameters {
				Expect(page).To(ContainSubstring(words(p.Name)), o.Slug)
				Expect(page).To(ContainSubstring(words(p.Description)), o.Slug)
			}
			for _, r := range op.Responses {
				Expect(page).To(ContainSubstring(words(r.Description)), o.Slug)
			}
		}
	},
	Entry("of OpenAPI 3.0", "petstore.json", "/", false),
	Entry("of Swagger 2.0", "petstore-v2.json", "/", false),
	Entry("with parameters and responses, for print", "petstore.json", "/?reading=whole", true),
)
