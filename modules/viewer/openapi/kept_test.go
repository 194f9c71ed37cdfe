package openapi_test

import (
	"fmt"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// schemasOf is a document of n schemas with p properties each, S0, S1 and so on.
func schemasOf(ctx SpecContext, n, p int) *apidoc.Document {
	GinkgoHelper()
	var text strings.Builder
	text.WriteString("openapi: 3.1.0\ninfo: {title: Many, version: '1'}\ncomponents:\n  schemas:\n")
	for i := range n {
		fmt.Fprintf(&text, "    S%d:\n      properties:\n", i)
		for j := range p {
			fmt.Fprintf(&text, "        p%d: {type: string}\n", j)
		}
	}
	doc, err := openapi.FromContent(text.String()).Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return doc
}

var _ = Describe("A schema that is referred to", func() {
	read := func(ctx SpecContext, doc *apidoc.Document, i int) *apidoc.Schema {
		GinkgoHelper()
		s, err := doc.Schema(ctx, fmt.Sprintf("#/components/schemas/S%d", i))
		Expect(err).NotTo(HaveOccurred())
		return s
	}

	It("is read once, as long as it is among the 640 small ones that were asked for last", func(ctx SpecContext) {
		doc := schemasOf(ctx, 641, 2)
		first := read(ctx, doc, 0)

		Expect(read(ctx, doc, 0)).To(BeIdenticalTo(first))
		for i := range 639 {
			read(ctx, doc, 1+i)
		}
		Expect(read(ctx, doc, 0)).To(BeIdenticalTo(first))
		for i := range 640 {
			read(ctx, doc, 1+i)
		}
		Expect(read(ctx, doc, 0)).NotTo(BeIdenticalTo(first))
		Expect(read(ctx, doc, 0)).To(Equal(first))
	})

	It("makes room for others sooner when it is large, and is not kept when it is very large", func(ctx SpecContext) {
		large, huge := schemasOf(ctx, 100, 500), schemasOf(ctx, 1, 5000)
		first, whole := read(ctx, large, 0), read(ctx, huge, 0)

		for i := range 24 {
			read(ctx, large, 1+i)
		}

		Expect(read(ctx, large, 0)).NotTo(BeIdenticalTo(first))
		Expect(read(ctx, huge, 0)).NotTo(BeIdenticalTo(whole))
	})

	It("is not kept when there is none", func(ctx SpecContext) {
		doc := schemasOf(ctx, 1, 1)

		for range 2 {
			_, err := doc.Schema(ctx, "#/components/schemas/T")
			Expect(err).To(MatchError(apidoc.ErrNotFound))
		}
	})

	It("is the same for all who ask at once", func(ctx SpecContext) {
		doc := schemasOf(ctx, 3, 3)
		var all sync.WaitGroup
		for i := range 30 {
			all.Go(func() { read(ctx, doc, i%3) })
		}
		all.Wait()

		Expect(read(ctx, doc, 1)).To(BeIdenticalTo(read(ctx, doc, 1)))
	})
})
