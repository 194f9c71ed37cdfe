package look

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("What belongs together", func() {
	starts := func(b *browsertest.Browser, selector string) []float64 {
		GinkgoHelper()
		return browsertest.Eval[[]float64](b, `[...document.querySelectorAll("`+selector+`")].map(el => Math.round(el.getBoundingClientRect().left))`)
	}

	It("begins below each other on a phone: two ways to a contact", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, travel, viewer.Configuration{}))

		links := starts(b, ".info-links li:first-child a")

		Expect(links).To(HaveLen(2))
		Expect(links[1]).To(Equal(links[0]))
		Expect(is(b, `(([first, second]) => second.getBoundingClientRect().top > first.getBoundingClientRect().top)([...document.querySelectorAll(".info-links li:first-child a")])`)).To(BeTrue())
	})

	It("begins below each other: the address of a server and what is said of it", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}))
		Eventually(func() bool { return is(b, `document.querySelector(".server-choice") !== null`) }).Should(BeTrue())

		Expect(starts(b, ".server-list > li > :is(.server-choice ~ .prose, .facts)")).To(HaveEach(starts(b, ".server-url")[0]))
	})

	It("stands on one line: the heading of a body and that it is required, the way to a page and its tools", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "operations/book")
		level := func(one, other string) bool {
			GinkgoHelper()
			return is(b, `(([a, z]) => a.top < z.bottom && z.top < a.bottom && a.right <= z.left)([`+"`"+one+"`, `"+other+"`"+`].map(s => document.querySelector(s).getBoundingClientRect()))`)
		}

		Expect(level(".section > h2:has(+ .badges)", ".section > h2 + .badges")).To(BeTrue())
		Expect(level(".breadcrumb", ".page-tools")).To(BeTrue())
	})

	It("stands on one line: the title of an example and the button that copies it", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx, travel, viewer.Configuration{}) + "models/Planet")

		Expect(browsertest.Eval[float64](b, `(([title, button]) => Math.abs(title.top + title.bottom - button.top - button.bottom) / 2)([".sample-title", ".sample-body .copy-button"].map(s => document.querySelector(s).getBoundingClientRect()))`)).To(BeNumerically("<=", 2))
	})

	It("fits into its card on a phone: the long title of an example", func(ctx SpecContext) {
		const described = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"post":{"operationId":"a","responses":{"200":{"description":"ok"}},
			"requestBody":{"content":{"application/json":{"examples":{"short":{"value":1},"A Cluster with Several Pools and Whatever Else the Title Says":{"value":2},"an_example_with_a_name_without_any_blank_in_it":{"value":3}}}}}}}}}`
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, described, viewer.Configuration{}) + "operations/a")

		Expect(browsertest.Eval[[]float64](b, `[...document.querySelectorAll("[data-examples] .sample-title")].map(el => el.getBoundingClientRect().right - el.closest("[data-examples]").getBoundingClientRect().right)`)).To(And(HaveLen(4), HaveEach(BeNumerically("<=", 0))))
	})

	DescribeTable("stands apart from what does not, on the overview:",
		func(ctx SpecContext, width int, above string) {
			const described = `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{"operationId":"a","description":"It reads.","parameters":[{"name":"b","in":"query"}],"responses":{"200":{"description":"ok"}}}}}}`
			b := browsertest.Open()
			b.Resize(int64(width), 844)
			b.Visit(serve(ctx, described, viewer.Configuration{}))

			Eventually(func() float64 {
				return browsertest.Eval[float64](b, `(([above, section]) => above && section ? section.getBoundingClientRect().top - above.getBoundingClientRect().bottom : -1)(["`+above+`", ".entry .section"].map(s => document.querySelector(s)))`)
			}).WithContext(ctx).Should(BeNumerically(">=", 32))
		},
		Entry("the samples of an operation and its fields, on a phone", 390, ".entry .samples"),
		Entry("what an operation does and its fields, in a wide window", 1440, ".entry .prose"),
	)

	It("stands above the description of an example or of a library: the button that copies it", func(ctx SpecContext) {
		const described = `{"openapi":"3.1.0","info":{"title":"t","version":"1","x-scalar-sdk-installation":[{"lang":"Go","description":"It says.","source":"go get it"}]},"paths":{"/a":{"post":{"operationId":"a","responses":{"200":{"description":"ok"}},
			"requestBody":{"content":{"application/json":{"examples":{"one":{"value":1,"description":"It says."},"two":{"value":2}}}}}}}}}`
		b := browsertest.Open()
		root := serve(ctx, described, viewer.Configuration{})
		for _, page := range []string{"operations/a", ""} {
			b.Visit(root + page)
			Expect(browsertest.Eval[[]float64](b, `[...document.querySelectorAll(".sample[open]:has(.sample-text)")].map(s => s.querySelector(".copy-button").getBoundingClientRect().bottom - s.querySelector(".sample-text").getBoundingClientRect().top)`)).To(And(Not(BeEmpty()), HaveEach(BeNumerically("<=", 2))), page)
		}
	})

	DescribeTable("fits on a phone, however long a name is", func(ctx SpecContext, page, selector string) {
		const long = "a_name_without_blanks_or_hyphens_that_is_longer_than_a_line_of_a_phone"
		described := strings.ReplaceAll(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{"/a":{"post":{"operationId":"a",
			"x-badges":[{"name":"LONG"}],"x-codeSamples":[{"lang":"go","label":"LONG","source":"x"}],"security":[{"LONG":["LONG"]},{"other":[]}],
			"responses":{"200":{"description":"ok","content":{"application/vnd.LONG+json":{"schema":{"$ref":"#/components/schemas/part"}}}}}}}},
			"components":{"schemas":{"part":{"allOf":[{"$ref":"#/components/schemas/LONG"}]},"LONG":{"type":"object","properties":{"a":{"type":"string"}}}},
			"securitySchemes":{"other":{"type":"http","scheme":"basic"},"LONG":{"type":"oauth2","flows":{"clientCredentials":{"tokenUrl":"https://a.example/t","scopes":{"LONG":"LONG"}}}}}}}`, "LONG", long)
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(serve(ctx, described, viewer.Configuration{}) + page)
		if selector == ".credential-check" {
			b.Run(browsertest.Click(".try-button"))
		}

		beyond := func() []float64 {
			return browsertest.Eval[[]float64](b, `[...document.querySelectorAll("`+selector+`")].filter(el => el.checkVisibility()).map(el => Math.max(el.getBoundingClientRect().right, el.getBoundingClientRect().left + el.scrollWidth) - document.documentElement.clientWidth)`)
		}
		Eventually(beyond).ShouldNot(BeEmpty())
		Expect(beyond()).To(HaveEach(BeNumerically("<=", 0)))
	},
		Entry("that of a media type", "operations/a", ".media > summary > code"),
		Entry("a badge", "operations/a", ".badge"),
		Entry("the sample of an author", "operations/a", ".client-tile"),
		Entry("a scope, and the choice of a scheme, in the console", "operations/a", ".credential-check"),
		Entry("the model that a property is from", "models/part", ".mark"),
		Entry("the models that one combines", "models/part", ".schema-consists > summary"),
	)
})
