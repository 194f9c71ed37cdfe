package configuration

import (
	"context"
	"net/http"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/apps/demo/e2e/browsertest"
	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("The field", func() {
	It("spec.content shows the text", func(ctx SpecContext) {
		b := visit(ctx, `{}`, "/")

		Expect(heading(b)).To(Equal("Shop"))
	})

	It("spec.url shows what is there, and wins over spec.content", func(ctx SpecContext) {
		b := visit(ctx, `{"spec": {"url": "`+descriptions()+`/fetched", "content": "{}"}}`, "/")

		Expect(heading(b)).To(Equal("fetched"))
	})

	It("showSidebar is true by default, and false takes the sidebar away", func(ctx SpecContext) {
		shown, hidden := visit(ctx, `{}`, "/"), visit(ctx, `{"showSidebar": false}`, "/")

		Expect(is(shown, `document.querySelector("nav.sidebar").checkVisibility()`)).To(BeTrue())
		Expect(is(hidden, there("nav.sidebar"))).To(BeFalse())
		Expect(is(hidden, there(`main a[href$="getOrder"]`))).To(BeTrue(), "operations are still reached")
	})

	It("hideModels takes models out of the sidebar, the search and the content", func(ctx SpecContext) {
		shown, hidden := visit(ctx, `{}`, orderPage), visit(ctx, `{"hideModels": true}`, orderPage)
		links, found := there(`a[href*="models/"]`), `fetch("../search?q=Order", {headers: {Accept: "application/json"}})
			.then(r => r.json()).then(r => r.results.some(x => x.kind === "model"))`

		Expect(is(shown, links)).To(BeTrue())
		Expect(is(hidden, links)).To(BeFalse())
		Expect(is(shown, found)).To(BeTrue())
		Expect(is(hidden, found)).To(BeFalse())
		Expect(text(hidden)).To(ContainSubstring("total"), "what a response holds is still said")
	})

	It("hideDownloadButton takes the button away, and the file", func(ctx SpecContext) {
		shown, hidden := visit(ctx, `{}`, "/"), visit(ctx, `{"hideDownloadButton": true}`, "/")
		status := `fetch("openapi.json").then(r => r.status)`

		Expect(is(shown, there("a[download]"))).To(BeTrue())
		Expect(is(hidden, there("a[download]"))).To(BeFalse())
		Expect(browsertest.Eval[int](shown, status)).To(Equal(http.StatusOK))
		Expect(browsertest.Eval[int](hidden, status)).To(Equal(http.StatusNotFound))
	})

	It("customCss is a linked sheet that has the last word", func(ctx SpecContext) {
		b := visit(ctx, `{"customCss": ".reference h1 { color: rgb(1, 2, 3) }"}`, "/")

		Expect(browsertest.Eval[string](b, `getComputedStyle(document.querySelector("h1")).color`)).To(Equal("rgb(1, 2, 3)"))
		Expect(b.Inline()).To(BeZero())
		Expect(b.Troubles()).To(BeEmpty(), "the policy stops nothing")
	})

	DescribeTable("searchHotKey is pressed with Ctrl:", func(ctx SpecContext, configuration, key, other string) {
		b := visit(ctx, configuration, "/")
		open := func() bool { return is(b, `document.querySelector("[data-search-dialog]")?.open ?? false`) }

		b.Run(ctrl(other))
		Consistently(open).WithTimeout(settle).Should(BeFalse())
		b.Run(ctrl(key))

		Eventually(open).Should(BeTrue())
	},
		Entry("k by default", `{}`, "k", "j"),
		Entry("or another letter", `{"searchHotKey": "j"}`, "j", "k"),
	)

	It("metaData is in the head, with every key", func(ctx SpecContext) {
		b := visit(ctx, `{"metaData": {"title": "My shop", "description": "D", "ogTitle": "OT", "ogDescription": "OD",
			"ogImage": "https://shop.example/i.png", "twitterCard": "summary", "themeColor": "#112233", "ogSiteName": "Site"}}`, "/")

		Expect(browsertest.Eval[string](b, `document.title`)).To(ContainSubstring("My shop"))
		for selector, want := range map[string]string{
			"name=description": "D", "property='og:title'": "OT", "property='og:description'": "OD",
			"property='og:image'": "https://shop.example/i.png", "name='twitter:card'": "summary",
			"name=theme-color": "#112233", "property='og:site_name'": "Site",
		} {
			Expect(browsertest.Eval[[]string](b, `[...document.head.querySelectorAll("meta[`+selector+`]")].map(m => m.content)`)).To(Equal([]string{want}), selector)
		}
	})

	It("theme changes the colours, and each of the eleven names is one", func(ctx SpecContext) {
		colours := `(() => { const s = getComputedStyle(document.body); return [s.backgroundColor, ...["color-accent", "color-1", "border-color"]
			.map(n => s.getPropertyValue("--scalar-" + n))].join(); })()`
		seen := map[string]bool{}
		for _, theme := range viewer.Themes() {
			seen[browsertest.Eval[string](visit(ctx, `{"theme": "`+string(theme)+`", "darkMode": false}`, "/"), colours)] = true
		}

		Expect(seen).To(HaveLen(11))
	})

	DescribeTable("darkMode", func(ctx SpecContext, configuration, system, want string) {
		address, _ := reference(ctx, configuration)
		b := browsertest.Open()
		b.Prefer("prefers-color-scheme", system)
		b.WithoutScript()
		b.Visit(address + "/")

		Expect(browsertest.Eval[string](b, `getComputedStyle(document.body).backgroundColor`)).To(Equal(want))
	},
		Entry("is that of the system by default: light", `{}`, "light", "rgb(255, 255, 255)"),
		Entry("is that of the system by default: dark", `{}`, "dark", "rgb(15, 15, 15)"),
		Entry("true is dark", `{"darkMode": true}`, "light", "rgb(15, 15, 15)"),
		Entry("false is light", `{"darkMode": false}`, "dark", "rgb(255, 255, 255)"),
	)

	It("pathRouting.basePath names where the reference is mounted", func(ctx SpecContext) {
		address, _ := reference(ctx, `{"pathRouting": {"basePath": "/a/b"}}`)
		b := browsertest.Open()
		b.Visit(address + "/a/b" + orderPage)

		b.Run(browsertest.Click(`main a[href*="tags/orders"]`))

		Eventually(func() (string, error) { return browsertest.Ask[string](b, `location.pathname`) }).Should(Equal("/a/b/tags/orders"))
		Expect(b.Troubles()).To(BeEmpty(), "nothing is missing")
	})
})

var _ = Describe("The field onSpecUpdate", func() {
	It("is called once with the new text of each change, and not without one", func(ctx SpecContext) {
		var mu sync.Mutex
		content, told := shop, []string{}
		set := func(text string) { mu.Lock(); defer mu.Unlock(); content = text }
		source := core.SpecSourceFunc(func(ctx context.Context) (*apidoc.Document, error) {
			mu.Lock()
			defer mu.Unlock()
			return openapi.FromContent(content).Load(ctx)
		})
		v, err := viewer.New(source, htmlrender.New(), viewer.WithConfiguration(viewer.Configuration{
			OnSpecUpdate: func(text string) { told = append(told, text) },
		}))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		changed := strings.Replace(shop, `"Shop"`, `"Market"`, 1)

		Expect(v.Reload(ctx)).To(Succeed())
		set(changed)
		Expect(v.Reload(ctx)).To(Succeed())
		Expect(v.Reload(ctx)).To(Succeed())

		Expect(told).To(Equal([]string{changed}))
		b := browsertest.Open()
		b.Visit(browsertest.Serve(v) + "/")
		Expect(heading(b)).To(Equal("Market"))
	})
})
