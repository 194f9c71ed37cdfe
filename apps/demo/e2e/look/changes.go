package look

import (
	"fmt"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// shop is a description of which versions differ in a model, a parameter and more members
// than a page has at once.
func shop(version, price, limit string) string {
	var members []string
	for i := range 40 {
		members = append(members, fmt.Sprintf(`"aFieldWithALongName%02d": {"type": "string", "description": "A field."}`, i))
	}
	return `{"openapi": "3.1.0", "info": {"title": "Shop", "version": "` + version + `"}, "paths": {
		"/items": {"get": {"operationId": "items", "parameters": [{"name": "limit", "in": "query", "schema": {"type": "integer", ` + limit + `}}],
			"responses": {"200": {"description": "All", "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}}}}}}},
		"components": {"schemas": {"Item": {"type": "object", "required": ["id"], "properties": {
			"id": {"type": "string", "format": "uuid"}, "price": ` + price + `, ` + strings.Join(members, ", ") + `}}}}}`
}

// changed serves two versions of the shop, and returns the address of what the second has
// changed.
func changed(ctx SpecContext, options ...viewer.Option) string {
	GinkgoHelper()
	before := shop("1.0.0", `{"type": "number", "minimum": 0}`, `"maximum": 100`)
	after := shop("2.0.0", `{"type": "string", "pattern": "^[0-9]{1,12}(\\.[0-9]{2})?( EUR| USD| GBP| CHF| JPY| SEK| NOK| DKK)?$"}`, `"maximum": 50`)
	v := browsertest.Reference(ctx, after, append(options, viewer.WithVersions(viewer.Version{Source: openapi.FromContent(before)}))...)
	_, err := v.Changelog(ctx)
	Expect(err).NotTo(HaveOccurred())
	return browsertest.Serve(v) + "/changes/2.0.0"
}

// sides are the places of the first two sides of a schema: whether they stand beside each other.
const sides = `(() => {
	const [one, other] = [...document.querySelectorAll(".change-side")].map(e => e.getBoundingClientRect());
	return Math.abs(one.top - other.top) < 1 ? "beside" : one.bottom <= other.top ? "below" : "across";
})()`

var _ = Describe("A schema before and after a change", func() {
	for _, width := range []int64{1440, 390} {
		for _, mode := range []string{"light", "dark"} {
			It(fmt.Sprintf("can be read at %d pixels, %s", width, mode), func(ctx SpecContext) {
				browsertest.NeedAxe()
				b := browsertest.Open()
				b.Resize(width, 844)
				b.Prefer("prefers-color-scheme", mode)
				b.Visit(changed(ctx))
				b.Run(chromedp.Evaluate(open, nil))

				Expect(browsertest.Eval[string](b, sides)).To(Equal(map[int64]string{1440: "beside", 390: "below"}[width]))
				Expect(b.FitsWidth()).To(BeTrue())
				Expect(b.Axe()).To(BeEmpty())
				Expect(b.Troubles()).To(BeEmpty())
				b.Shoot(fmt.Sprintf("changes-%d-%s", width, mode))
			})
		}
	}

	It("can be told from the page in the colours of every theme", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(changed(ctx))
		b.Run(chromedp.Evaluate(open, nil))

		for _, r := range b.Contrasts(".change-list", viewer.Themes()...) {
			Expect(r.Found).To(BeEmpty(), "%s %s", r.Theme, r.Mode)
		}
	})

	It("opens without scripts", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(changed(ctx))
		b.Run(browsertest.Click(".change-schemas summary"))
		b.WithScript()

		Expect(is(b, `document.querySelector(".change-schemas").open`)).To(BeTrue())
		Expect(text(b, ".change-schemas[open] del")).To(HavePrefix("- "))
		Expect(b.Inline()).To(BeZero())
	})

	It("is open without scripts when a reader follows a link to it", func(ctx SpecContext) {
		b, address := browsertest.Open(), changed(ctx)
		b.Visit(address)
		id := browsertest.Eval[string](b, `document.querySelector(".change-sides").id`)

		b = browsertest.Open()
		b.WithoutScript()
		b.Visit(address + "#" + id)

		Expect(is(b, `document.querySelector(".change-schemas").open`)).To(BeTrue())
	})

	It("is read from left to right on a page from right to left", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Resize(390, 844)
		b.Visit(changed(ctx, viewer.WithConfiguration(viewer.Configuration{Language: "ar"})))
		b.Run(chromedp.Evaluate(open, nil))

		Expect(is(b, `[...document.querySelectorAll(".change-side pre")].every(e => getComputedStyle(e).direction === "ltr")`)).To(BeTrue())
		Expect(b.FitsWidth()).To(BeTrue())
		b.Shoot("changes-390-ar")
	})
})
