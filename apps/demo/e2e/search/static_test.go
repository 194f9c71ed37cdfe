package search_test

import (
	"context"
	"net/http"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

// index is what an export writes for the browser.
const index = `{"kinds":["operation","model"],"tags":["planets"],"methods":["GET","DELETE"],"entries":[
	[0,"operations/getPlanet","Get a planet","One of them",0,"/planets/{planetId}","getPlanet",[0]],
	[0,"operations/deletePlanet","Delete a planet","",1,"/planets/{planetId}","deletePlanet",[0],1],
	[1,"models/Planet","Planet","A round thing"]]}`

// exported serves the overview, the assets and an index as files, as any server of
// files does, under the policy of the viewer.
func exported(ctx context.Context) http.Handler {
	GinkgoHelper()
	source, err := openapi.FromFile("testdata/space.yaml")
	Expect(err).NotTo(HaveOccurred())
	doc, err := source.Load(ctx)
	Expect(err).NotTo(HaveOccurred())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/docs/")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; font-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'")
		if f, ok := ui.Assets().File(strings.TrimPrefix(name, "assets/")); ok {
			w.Header().Set("Content-Type", f.ContentType)
			_, _ = w.Write(f.Data)
			return
		}
		if name == "search.json" {
			_, _ = w.Write([]byte(index))
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		Expect(htmlrender.New().Render(r.Context(), w, page(doc, name))).To(Succeed())
	})
}

func page(doc *apidoc.Document, name string) *core.Page {
	settings := core.Settings{Assets: ui.Assets(), Theme: "default", SearchHotKey: "k", SearchIndex: "search.json"}
	if strings.Contains(name, "/") {
		return &core.Page{Kind: core.PageModels, Document: doc, Root: "../", Settings: settings}
	}
	return &core.Page{Kind: core.PageOverview, Document: doc, Root: "./", Settings: settings}
}

var _ = Describe("A search without a server", func() {
	It("works on the index of a static export, forgiving and with filters", func(ctx SpecContext) {
		b := browsertest.Open()
		address := browsertest.Serve(exported(ctx))
		b.Visit(address + "/docs/models/")
		b.Run(pressCtrl("k"), chromedp.WaitVisible(`[data-search-input]`, chromedp.ByQuery))
		Expect(b.Requests()).NotTo(ContainElement(ContainSubstring("search")), "nothing is loaded before the first query")

		b.Run(chromedp.KeyEvent("delte planet"))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Delete a planet"))
		Expect(browsertest.Eval[string](b, `document.querySelector("`+selected+` mark").textContent`)).To(Equal("Delete"))
		b.Run(chromedp.Evaluate(`{ const i = document.querySelector("[data-search-input]"); i.value = "deprecated:no method:get"; i.dispatchEvent(new Event("input")) }`, nil))
		Eventually(func() []string { return titles(b) }).Should(HaveExactElements("Get a planet"))
		b.Run(chromedp.Evaluate(`{ const i = document.querySelector("[data-search-input]"); i.value = "planet"; i.dispatchEvent(new Event("input")) }`, nil))
		Eventually(func() []string { return titles(b) }).Should(ConsistOf("Get a planet", "Delete a planet", "Planet"))

		b.Run(chromedp.KeyEvent(kb.Enter))
		Eventually(func() string { return browsertest.Eval[string](b, `location.pathname`) }).Should(HavePrefix("/docs/operations/"))
		Expect(b.Troubles()).To(BeEmpty())
	})
})
