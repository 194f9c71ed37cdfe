package serving

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

var _ = Describe("Versions below one address, in a browser", func() {
	const text = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"operationId":"listPets","summary":"List pets"},"post":{"operationId":"addPet","summary":"Add a pet"}}}}`

	serve := func(ctx SpecContext) string {
		GinkgoHelper()
		var members []viewer.Member
		for _, name := range []string{"v2", "v1"} {
			v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: strings.Replace(text, `"Pets"`, `"Pets `+name+`"`, 1)}})
			members = append(members, viewer.Member{Name: name, Title: "Version " + name[1:], Viewer: v})
		}
		c, err := viewer.NewCollection(members...)
		Expect(err).NotTo(HaveOccurred())
		mux := http.NewServeMux()
		mux.Handle("/docs/", c)
		return browsertest.Serve(mux)
	}
	path := func(b *browsertest.Browser) func() string {
		return func() string { return browsertest.Eval[string](b, `location.pathname`) }
	}

	It("keeps the operation when the version is switched, after links that were followed softly too", func(ctx SpecContext) {
		b := browsertest.Open()
		address := serve(ctx)
		b.Visit(address + "/docs/")
		Expect(path(b)()).To(Equal("/docs/v2/"))

		b.Visit(address + "/docs/v2/operations/listPets")
		b.Run(browsertest.Click(`nav a[href$="operations/addPet"]`))
		Eventually(path(b)).Should(Equal("/docs/v2/operations/addPet"))
		Eventually(func() (string, error) { return browsertest.Ask[string](b, `document.querySelector("h1").textContent`) }).Should(ContainSubstring("Add a pet"))
		Expect(b.Axe()).To(BeEmpty())
		b.Run(browsertest.Click(`.documents summary`), browsertest.Click(`.documents a:not([aria-current])`))

		Eventually(path(b)).Should(Equal("/docs/v1/operations/addPet"))
		Expect(b.Troubles()).To(BeEmpty())
		b.Shoot("versions")
	})

	It("has a list of them that is as wide as the search below it, and leaves the title its row", func(ctx SpecContext) {
		b := browsertest.Open()
		b.Visit(serve(ctx) + "/docs/v1/")
		sides := func(selector string) []float64 {
			GinkgoHelper()
			return browsertest.Eval[[]float64](b, `(r => [r.left, r.right])(document.querySelector("`+selector+`").getBoundingClientRect())`)
		}

		Expect(sides(".documents")).To(Equal(sides(".sidebar-search")))
	})

	It("needs no script", func(ctx SpecContext) {
		b := browsertest.Open()
		b.WithoutScript()
		b.Visit(serve(ctx) + "/docs/v1/operations/listPets")

		b.Run(browsertest.Click(`.documents summary`), browsertest.Click(`.documents a:not([aria-current])`))

		Eventually(path(b)).Should(Equal("/docs/v2/operations/listPets"))
	})
})
