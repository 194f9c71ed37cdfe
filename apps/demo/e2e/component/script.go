package component

import (
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/viewer"
)

// readme is the page of the HTML API as its users have it, with inline scripts.
// Only the address of the last script is ours.
const readme = `<!doctype html>
<html>
  <head>
    <title>API Reference</title>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <link rel="icon" href="data:,">
    <style> body { margin: 0; } </style>
  </head>
  <body>
    SCRIPT
    <script>
      var configuration = { theme: 'purple', darkMode: true }
      var apiReference = document.getElementById('api-reference')
      apiReference.dataset.configuration = JSON.stringify(configuration)
    </script>
    <script src="/reference/assets/api-reference.js"></script>
  </body>
</html>`

// html serves a page without a policy, as people write them, beside a reference
// that takes descriptions.
func html(ctx SpecContext, script string) string {
	GinkgoHelper()
	v := browsertest.Configured(ctx, viewer.Configuration{Spec: viewer.Spec{Content: described("Mounted")}}, visitors())
	mux := http.NewServeMux()
	mux.Handle("/reference/", v)
	mux.HandleFunc("/openapi.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(described("By address"))) })
	mux.HandleFunc("/proxy", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(described("Proxied " + r.URL.Query().Get("scalar_url"))))
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(strings.ReplaceAll(readme, "SCRIPT", script)))
	})
	return browsertest.Serve(mux)
}

func visit(address string) *browsertest.Browser {
	GinkgoHelper()
	b := browsertest.Open()
	b.Run(chromedp.Navigate(address), browsertest.Shown("api-reference"))
	return b
}

var _ = Describe("The script form", func() {
	DescribeTable("shows what a script names or holds, where the script stands",
		func(ctx SpecContext, script, heading string) {
			b := visit(html(ctx, script))

			shows(b, "api-reference", heading)
			Expect(browsertest.Eval[bool](b, `document.querySelector("#api-reference").nextElementSibling.localName === "api-reference"`)).To(BeTrue())
			Expect(mine(b, "api-reference", ".reference", "background-color")).To(Equal("rgb(21, 23, 28)"), "purple and dark, as the page says")
			Eventually(func() (bool, error) {
				return browsertest.Ask[bool](b, `[...document.fonts].some(f => f.family.includes("Inter") && f.status === "loaded")`)
			}).Should(BeTrue(), "the fonts are there without a link")
			Expect(b.Troubles()).To(BeEmpty())
		},
		Entry("an address", `<script id="api-reference" data-url="/openapi.json"></script>`, "By address"),
		Entry("JSON", `<script id="api-reference" type="application/json">`+described("Inline")+`</script>`, "Inline"),
		Entry("YAML", "<script id=\"api-reference\" type=\"application/yaml\">\nopenapi: 3.0.3\ninfo: {title: Yaml, version: '1'}\npaths: {}\n</script>", "Yaml"),
		Entry("an address and a proxy", `<script id="api-reference" data-url="https://other.example/a.json" data-proxy-url="/proxy"></script>`, "Proxied https://other.example/a.json"),
		Entry("a mounted reference", `<script id="api-reference" data-url="/reference/"></script>`, "Mounted"),
	)

	It("follows both events of the page", func(ctx SpecContext) {
		b := visit(html(ctx, `<script id="api-reference" data-url="/openapi.json"></script>`))
		shows(b, "api-reference", "By address")

		browsertest.Eval[any](b, `(document.dispatchEvent(new CustomEvent("scalar:update-references-config", {detail: {configuration: {theme: "moon", darkMode: false}}})), null)`)
		Eventually(func() string { return mine(b, "api-reference", ".reference", "background-color") }).Should(Equal("rgb(204, 201, 179)"))
		shows(b, "api-reference", "By address")

		browsertest.Eval[any](b, `(document.querySelector("#api-reference").dataset.url = "/reference/", document.dispatchEvent(new Event("scalar:reload-references")), null)`)
		shows(b, "api-reference", "Mounted")
		Expect(browsertest.Eval[int](b, `document.querySelectorAll("api-reference").length`)).To(Equal(1))
		Expect(b.Troubles()).To(BeEmpty())
	})

	It("takes the old attributes, with a warning", func(ctx SpecContext) {
		b := visit(html(ctx, `<div id="api-reference" data-spec-url="/openapi.json"></div>`))

		shows(b, "api-reference", "By address")
	})
})
