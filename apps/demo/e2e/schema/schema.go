package schema

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// serve serves the reference of the file of testdata and returns its address.
func serve(ctx SpecContext) string {
	GinkgoHelper()
	source, err := openapi.FromFile("schema/testdata/zoo.yaml")
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(source, htmlrender.New())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	return browsertest.Serve(v)
}

func text(b *browsertest.Browser, selector string) string {
	GinkgoHelper()
	return browsertest.Eval[string](b, fmt.Sprintf(`document.querySelector(%q)?.textContent ?? "nothing"`, selector))
}

// example is the example that is open in a card.
func example(b *browsertest.Browser, card string) string {
	GinkgoHelper()
	return text(b, `[data-examples="example.`+card+`"] details[open] [data-copy-source]`)
}

var _ = Describe("Schemas in a browser", func() {
	var b *browsertest.Browser
	var url string

	BeforeEach(func(ctx SpecContext) {
		url = serve(ctx)
		b = browsertest.Open()
	})

	AfterEach(func() { Expect(b.Troubles()).To(BeEmpty(), "no error and no violation of the policy") })

	It("a chosen alternative changes schema and example together, by keys too", func() {
		b.Visit(url + "/operations/createPet")
		b.Run(browsertest.Click(`[id="request-body.application-json.pets"] > .schema-more:not([open]) > summary`))
		Expect(example(b, "example-body")).To(ContainSubstring(`"purrs"`))
		Expect(browsertest.Eval[[]string](b, `[...document.querySelector(".choice-control").querySelectorAll("label")].map(l => l.textContent)`)).To(Equal([]string{"Cat", "Dog"}))

		b.Run(browsertest.Focus(`.choice-control input`), chromedp.KeyEvent(kb.ArrowRight))

		Eventually(example).WithArguments(b, "example-body").Should(And(ContainSubstring(`"barks"`), ContainSubstring(`"d"`), Not(ContainSubstring("purrs"))))
		Eventually(func() string { return text(b, ".alternative[open] .schema-fragment, .alternative[open] .schema") }).Should(ContainSubstring("at least 0"))
		Expect(text(b, ".alternative[open] .alternative-name")).To(Equal("Dog"))
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("choice")
	})

	It("a ring is opened level by level, each with one request", func() {
		b.Visit(url + "/models/Node")
		levels := func() (urls []string) { // fonts and the dictionary come when the browser thinks fit
			for _, u := range b.Requests() {
				if strings.Contains(u, "/schemas/") {
					urls = append(urls, u)
				}
			}
			return urls
		}
		before := len(levels())
		const open = `(async () => {
			const times = [];
			for (let i = 0; i < 10; i++) {
				const next = [...document.querySelectorAll("details.schema-more:not([open])")].at(-1);
				const start = performance.now();
				next.open = true;
				while (next.querySelector(":scope > .schema-page")) {
					await new Promise(r => setTimeout(r, 5));
				}
				times.push(performance.now() - start);
			}
			return times;
		})()`

		times := browsertest.Eval[[]float64](b, open)

		Expect(times).To(HaveLen(10))
		AddReportEntry("milliseconds for each level", times)
		Eventually(func() []string { return levels()[before:] }).Should(HaveLen(10), "requests for ten levels")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".schema-more[open]").length`)).To(Equal(10))
		Expect(browsertest.Eval[bool](b, `new Set([...document.querySelectorAll("[id]")].map(e => e.id)).size === document.querySelectorAll("[id]").length`)).To(BeTrue(), "ids are unique")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".mark-recursive, .mark").length`)).To(BeNumerically(">=", 9), "levels say that they are recursive")
		Expect(browsertest.Eval[string](b, `new URL([...document.querySelectorAll(".schema-fragment a[href*=models]")].at(-1).href).pathname`)).To(HavePrefix("/models/"))
	})

	It("a link to a part opens what it stands in and gives it the focus", func() {
		b.Visit(url + "/models/Node#schema.next.back.next.back.name")

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).Should(Equal("schema.next.back.next.back.name"))
		Expect(browsertest.Eval[bool](b, `document.activeElement.checkVisibility()`)).To(BeTrue())
		b.Shoot("anchor")

		b.Visit(url + "/operations/createPet#response.200.header.X-Rate")
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.activeElement.id`) }).Should(Equal("response.200.header.X-Rate"))

		Expect(browsertest.Eval[string](b, `document.querySelector("[id='parameter.query.dryRun'] .schema-anchor").hash`)).To(Equal("#parameter.query.dryRun"))
	})

	It("a link to a part opens what it stands in without JavaScript", func() {
		b.WithoutScript()
		b.Visit(url + "/operations/createPet#response.200.application-json.name")

		Eventually(func() (bool, error) {
			return browsertest.Ask[bool](b, `document.getElementById("response.200.application-json.name").checkVisibility()`)
		}).Should(BeTrue())
		Expect(text(b, ".alternative-value")).To(Equal("kind: c"))
		Expect(browsertest.Eval[int](b, `document.querySelectorAll(".schema-page a").length`)).To(BeNumerically(">", 0), "deeper levels are links")
	})

	It("a link to what is folded, or to a name in its head, opens it without JavaScript", func() {
		b.WithoutScript()
		folded := `details:not([open]):is(.response, .media)`
		b.Visit(url + "/operations/named")
		ids := browsertest.Eval[[]string](b, `[...document.querySelectorAll("`+folded+`, `+folded+` > summary [id]")].map(e => e.id)`)
		Expect(ids).To(ConsistOf("response.404", "response.404.application-xml", "response.404.application-yaml"))

		for _, id := range ids {
			b.Visit(url + "/operations/named?#" + id)
			Expect(browsertest.Eval[bool](b, `document.getElementById("`+id+`").closest("details").lastElementChild.checkVisibility({contentVisibilityAuto: true})`)).To(BeTrue(), id)
		}
	})

	It("examples of a request and its response move together, and values are filtered", func() {
		b.Visit(url + "/operations/named")
		Expect(example(b, "response")).To(ContainSubstring("one"))

		b.Run(browsertest.Click(`[data-example="zex2"] > summary`))
		Eventually(example).WithArguments(b, "response").Should(ContainSubstring("two"))
		b.Run(browsertest.Click(`[data-example="zr1"] > summary`))
		Eventually(example).WithArguments(b, "example-body").Should(ContainSubstring("one"))

		b.Visit(url + "/operations/createPet")
		b.Run(browsertest.Click(`[data-media="application/xml"] > summary`))
		Eventually(example).WithArguments(b, "example-body").Should(ContainSubstring("<order>"))
		Expect(example(b, "example-body")).NotTo(ContainSubstring("<id>"))
		b.Run(browsertest.Click(`.enum-more > summary`), browsertest.Shown(`.enum-filter`))
		b.Type(`.enum-filter`, "v49")
		Eventually(func() (int, error) {
			return browsertest.Ask[int](b, `[...document.querySelector("[data-enum]").querySelectorAll("li")].filter(l => l.checkVisibility()).length`)
		}).Should(Equal(10))
		Expect(b.Axe()).To(BeEmpty())
	})

	It("fits a phone, whatever names there are", func() {
		b.Resize(320, 700)
		b.Visit(url + "/operations/createPet")
		browsertest.Eval[int](b, `[...document.querySelectorAll("main details")].map(d => d.open = true).length`)

		Expect(b.FitsWidth()).To(BeTrue())
		Expect(b.Inline()).To(BeZero())
		Expect(b.Axe()).To(BeEmpty())
		b.Shoot("phone")
	})
})
