package htmlrender_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
)

var _ = Describe("A schema that the bodies of several operations refer to", func() {
	// described has operations with more and more parameters before the same bodies.
	described := func() (text string, slugs []string) {
		var b strings.Builder
		b.WriteString("openapi: 3.1.0\ninfo: {title: Shared, version: '1'}\npaths:\n")
		for _, count := range []int{0, 3, 60, 90, 100, 105, 108, 120, 200, 1} {
			slug := fmt.Sprintf("with%d", count)
			slugs = append(slugs, slug)
			fmt.Fprintf(&b, "  /%s:\n    post:\n      operationId: %s\n      parameters:\n", slug, slug)
			for i := range count {
				fmt.Fprintf(&b, "        - {name: p%d, in: query, schema: {type: string, enum: [a%d, b]}}\n", i, i)
			}
			b.WriteString("        - {name: last, in: header, schema: {type: integer}}\n")
			for _, body := range []string{"Plain", "Titled", "Many", "Deep"} {
				if body == "Plain" {
					fmt.Fprintf(&b, "      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/%s'}}}}\n      responses:\n", body)
				}
				fmt.Fprintf(&b, "        '4%02d': {description: D, content: {application/json: {schema: {$ref: '#/components/schemas/%s'}}}}\n", len(body), body)
			}
		}
		b.WriteString("components:\n  schemas:\n" +
			"    Plain: {description: Short, properties: {id: {type: string, readOnly: true}, secret: {type: string, writeOnly: true}, titled: {$ref: '#/components/schemas/Titled'}}}\n" +
			"    Titled: {description: \"# A heading\\n\\nand text\", properties: {a: {type: string, description: \"## Another\"}}}\n    Many:\n      properties:\n")
		for i := range 30 {
			fmt.Fprintf(&b, "        m%d: {type: string, description: 'Number *%d*', enum: [%s]}\n", i, i, strings.TrimSuffix(strings.Repeat("x, ", i), ", "))
		}
		b.WriteString("    Deep: {properties: {one: {properties: {two: {properties: {three: {properties: {four: {properties: {five: {type: string}}}}}}}}}}}\n")
		return b.String(), slugs
	}

	It("looks as on a page of its own, whatever stands above it and whichever page was written before", func(ctx SpecContext) {
		text, slugs := described()
		doc := load(ctx, text)
		shared := htmlrender.New()

		for round := range 3 {
			for i := range slugs {
				slug := slugs[(i+4*round)%len(slugs)]

				Expect(writtenBy(ctx, shared, doc, slug, nil)).To(Equal(writtenBy(ctx, htmlrender.New(), doc, slug, nil)), slug)
			}
		}
	})

	It("is written once", func(ctx SpecContext) {
		text, _ := described()
		doc := load(ctx, text)
		shared := htmlrender.New()
		alone := testing.AllocsPerRun(1, func() { writtenBy(ctx, htmlrender.New(), doc, "with0", nil) })
		writtenBy(ctx, shared, doc, "with3", nil)

		Expect(testing.AllocsPerRun(1, func() { writtenBy(ctx, shared, doc, "with0", nil) })).To(BeNumerically("<", alone*2/3))
	})
})
