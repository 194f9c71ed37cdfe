package viewer_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

const publicURL = "https://api.example/docs/"

// graph is the linked data of a page by type.
func graph(page htmltest.Nodes) map[string]map[string]any {
	GinkgoHelper()
	scripts := page.Find("script[type=application/ld+json]")
	Expect(scripts).To(HaveLen(1))
	var data struct {
		Context string           `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	Expect(json.Unmarshal([]byte(scripts[0].FirstChild.Data), &data)).To(Succeed())
	Expect(data.Context).To(Equal("https://schema.org"))
	found := map[string]map[string]any{}
	for _, thing := range data.Graph {
		found[fmt.Sprint(thing["@type"])] = thing
	}
	return found
}

var _ = DescribeTable("The head says what the page is:",
	func(ctx SpecContext, path, title, kind, markdown string) {
		page := read(start(ctx, zoo, viewer.WithPublicURL(publicURL), viewer.WithMarkdown(mdrender.New())), "/"+path)

		Expect(page.Find("title").Text()).To(Equal(title))
		Expect(page.Find("link[rel=canonical]").Attributes("href")).To(Equal([]string{publicURL + path}))
		Expect(page.Find("meta[property=og:url]").Attributes("content")).To(Equal([]string{publicURL + path}))
		Expect(page.Find("meta[property=og:title]").Attributes("content")).To(Equal([]string{title}))
		Expect(page.Find("meta[property=og:type]").Attributes("content")).To(Equal([]string{kind}))
		Expect(page.Find("link[type=text/markdown]").Attributes("href")).To(Equal([]string{strings.Repeat("../", strings.Count(path, "/")) + strings.Repeat("./", 1-min(1, strings.Count(path, "/"))) + markdown}))
		Expect(graph(page)).To(HaveKeyWithValue("WebAPI", HaveKeyWithValue("name", "Zoo")))
	},
	Entry("the overview", "", "Zoo", "website", "index.md"),
	Entry("an operation", "operations/feed", "Feed an animal · Zoo", "article", "operations/feed.md"),
	Entry("a webhook", "webhooks/animalBorn", "An animal is born · Zoo", "article", "webhooks/animalBorn.md"),
	Entry("a tag", "tags/animals", "Our animals · Zoo", "article", "tags/animals.md"),
	Entry("a model", "models/Animal", "Animal · Zoo", "article", "models/Animal.md"),
	Entry("the models", "models/", "Models · Zoo", "article", "models.md"),
)

var _ = Describe("The linked data of an operation", func() {
	It("names the article and the way to it", func(ctx SpecContext) {
		found := graph(read(start(ctx, zoo, viewer.WithPublicURL(publicURL)), "/operations/feed"))

		Expect(found).To(HaveKeyWithValue("[TechArticle APIReference]", SatisfyAll(
			HaveKeyWithValue("headline", "Feed an animal"), HaveKeyWithValue("url", publicURL+"operations/feed"))))
		steps := found["BreadcrumbList"]["itemListElement"].([]any)
		Expect(steps).To(HaveLen(3))
		Expect(steps[1]).To(Equal(map[string]any{"@type": "ListItem", "position": 2.0, "name": "food", "item": publicURL + "tags/food"}))
	})

	It("is relative while the public address is not known", func(ctx SpecContext) {
		page := read(start(ctx, zoo), "/operations/feed")

		Expect(page.Find("link[rel=canonical]").Attributes("href")).To(Equal([]string{"../operations/feed"}))
		Expect(graph(page)["[TechArticle APIReference]"]["url"]).To(Equal("../operations/feed"))
		Expect(page.Find("meta[property=og:url]")).To(BeEmpty())
		Expect(page.Find("link[type=text/markdown]")).To(BeEmpty())
	})

	It("cannot be left by a title", func(ctx SpecContext) {
		hostile := `</script><script>alert(1)</script><!--`
		body := get(start(ctx, sourceOf(titled(hostile))), "/").Body.String()

		Expect(body).NotTo(ContainSubstring("<script>alert"))
		Expect(graph(htmltest.Parse([]byte(body)))["WebAPI"]["name"]).To(Equal(hostile))
	})

	It("is not on pages that are no content", func(ctx SpecContext) {
		v := start(ctx, zoo)

		for _, path := range []string{"/nope", "/search?q=feed"} {
			page := read(v, path)
			Expect(page.Find("link[rel=canonical]")).To(BeEmpty())
			Expect(page.Find("script[type=application/ld+json]")).To(BeEmpty())
			Expect(page.Find("meta[name=robots]").Attributes("content")).To(Equal([]string{"noindex"}))
		}
	})
})

func sourceOf(doc *apidoc.Document) core.SpecSource {
	return core.SpecSourceFunc(func(context.Context) (*apidoc.Document, error) { return doc, nil })
}

// locations are the addresses that a sitemap names.
func locations(body []byte) []string {
	GinkgoHelper()
	var list struct {
		URLs     []string `xml:"url>loc"`
		Sitemaps []string `xml:"sitemap>loc"`
	}
	Expect(xml.Unmarshal(body, &list)).To(Succeed())
	return append(list.URLs, list.Sitemaps...)
}

var _ = Describe("sitemap.xml", func() {
	It("names every page, all of which are there", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithPublicURL(publicURL))

		answer := get(v, "/sitemap.xml")
		list := locations(answer.Body.Bytes())

		doc := v.Document()
		Expect(list).To(HaveLen(3 + len(doc.Operations) + len(doc.Webhooks) + len(doc.Tags) + len(doc.Models) + len(doc.Components)))
		Expect(list).To(ContainElements(publicURL, publicURL+"operations/feed", publicURL+"models/Animal"))
		for _, address := range list {
			Expect(get(v, "/"+strings.TrimPrefix(address, publicURL)).Code).To(Equal(http.StatusOK), address)
		}
		Expect(answer.Header().Get("Cache-Control")).To(Equal("no-cache"))
	})

	It("leaves hidden models out, and components with them", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithPublicURL(publicURL), viewer.WithConfiguration(viewer.Configuration{HideModels: true}))

		Expect(locations(get(v, "/sitemap.xml").Body.Bytes())).NotTo(ContainElement(MatchRegexp("/(models|components)/")))
	})

	DescribeTable("takes the address that was asked for, and lets nobody keep it,",
		func(ctx SpecContext, host, requested, path, want string, options ...viewer.Option) {
			v := start(ctx, zoo, options...)
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host, r.RequestURI = host, requested
			r.Header.Set("X-Forwarded-Proto", "https")
			r.Header.Set("X-Forwarded-Host", "outside.example")
			r.Header.Set("X-Forwarded-Prefix", "/a/b")
			w := httptest.NewRecorder()

			v.ServeHTTP(w, r)

			if want == "" {
				Expect(w.Code).To(Equal(http.StatusNotFound))
				return
			}
			Expect(locations(w.Body.Bytes())[0]).To(Equal(want))
			Expect(w.Header().Get("Cache-Control")).To(Equal("no-store"))
		},
		Entry("at the root", "api.example", "/sitemap.xml", "/sitemap.xml", "http://api.example/", viewer.WithHosts("api.example")),
		Entry("below a path", "api.example:8080", "/x/y/sitemap.xml?z", "/sitemap.xml", "http://api.example:8080/x/y/", viewer.WithHosts("api.example:8080")),
		Entry("which may be an address", "192.0.2.1:8080", "/sitemap.xml", "/sitemap.xml", "http://192.0.2.1:8080/"),
		Entry("unless nobody has named the host", "evil.example", "/sitemap.xml", "/sitemap.xml", ""),
		Entry("behind a proxy that is trusted", "inside", "/docs/sitemap.xml", "/sitemap.xml", "https://outside.example/a/b/docs/", viewer.WithForwardedHeaders()),
		Entry("unless it is none", `evil"><x`, "/sitemap.xml", "/sitemap.xml", ""),
	)

	It("is split where there are more pages than one may name", worktest.Large, func(ctx SpecContext) {
		operations := make([]apidoc.OperationSummary, 50_010)
		for i := range operations {
			operations[i] = apidoc.OperationSummary{ID: fmt.Sprint("o", i), Method: "GET", Path: fmt.Sprint("/", i)}
		}
		v := start(ctx, sourceOf(apidoc.New(apidoc.Outline{Operations: operations}, apidoc.Memory{}, apidoc.Text{})), viewer.WithPublicURL(publicURL))

		Expect(locations(get(v, "/sitemap.xml").Body.Bytes())).To(Equal([]string{publicURL + "sitemap-1.xml", publicURL + "sitemap-2.xml"}))
		Expect(locations(get(v, "/sitemap-1.xml").Body.Bytes())).To(HaveLen(50_000))
		Expect(locations(get(v, "/sitemap-2.xml").Body.Bytes())).To(HaveLen(11))
		for _, path := range []string{"/sitemap-3.xml", "/sitemap-0.xml", "/sitemap-01.xml", "/sitemap-x.xml"} {
			Expect(get(v, path).Code).To(Equal(http.StatusNotFound), path)
		}
	})
})

var _ = Describe("Programs", func() {
	It("find hints in robots.txt", func(ctx SpecContext) {
		body := get(start(ctx, zoo, viewer.WithPublicURL(publicURL)), "/robots.txt").Body.String()

		Expect(strings.Split(body, "\n")).To(ContainElements("Disallow: /docs/search", "Disallow: /docs/_/", "Sitemap: "+publicURL+"sitemap.xml"))
	})

	It("get every page in llms-full.txt, compressed when they like", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))

		answer := get(v, "/llms-full.txt")
		packed := get(v, "/llms-full.txt", "Accept-Encoding", "gzip")

		Expect(answer.Header().Get("Content-Type")).To(Equal("text/markdown; charset=utf-8"))
		for _, heading := range []string{"# Zoo", "# Feed an animal", "# An animal is born", "# Animal"} {
			Expect(strings.Split(answer.Body.String(), "\n")).To(ContainElement(heading))
		}
		z, err := gzip.NewReader(packed.Body)
		Expect(err).NotTo(HaveOccurred())
		Expect(io.ReadAll(z)).To(Equal(answer.Body.Bytes()))
		Expect(get(v, "/llms-full.txt", "If-None-Match", answer.Header().Get("ETag")).Code).To(Equal(http.StatusNotModified))
		Expect(get(start(ctx, zoo), "/llms-full.txt").Code).To(Equal(http.StatusNotFound))
	})

	It("find them without a sitemap where nobody has named the host", func(ctx SpecContext) {
		body := get(start(ctx, zoo), "/robots.txt").Body.String()

		Expect(body).To(And(ContainSubstring("Disallow: /search\n"), Not(ContainSubstring("Sitemap"))))
	})

	It("learn in Markdown which page is meant", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL(publicURL))

		for _, answer := range []*httptest.ResponseRecorder{get(v, "/operations/feed.md"), get(v, "/operations/feed", "Accept", "text/markdown")} {
			Expect(answer.Header().Get("Content-Type")).To(Equal("text/markdown; charset=utf-8"))
			Expect(answer.Header().Get("Link")).To(Equal("<" + publicURL + `operations/feed>; rel="canonical"`))
		}
	})
})

var _ = Describe("The description", func() {
	const text = "openapi: 3.1.0\ninfo: {title: Zoo, version: 1.10}\npaths: {}\nx-b: 0x10\nx-a: [12345678901234567890, yes]\n"

	It("is offered in JSON too, with its order and digits", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(text))

		answer := get(v, "/openapi.json")

		Expect(answer.Header().Get("Content-Type")).To(Equal("application/json"))
		Expect(answer.Header().Get("Content-Disposition")).To(Equal(`attachment; filename="zoo.json"`))
		Expect(answer.Body.String()).To(HavePrefix("{\n  \"openapi\": \"3.1.0\",\n"))
		Expect(answer.Body.String()).To(MatchRegexp(`(?s)"version": 1.10.*"x-b": 16.*12345678901234567890,\s+"yes"`))
		Expect(get(v, "/openapi.yaml").Body.String()).To(Equal(text))
	})

	It("is offered in YAML too", func(ctx SpecContext) {
		v := start(ctx, zoo)

		answer := get(v, "/openapi.yaml")
		again, err := openapi.ToJSON(apidoc.Text{Data: answer.Body.Bytes(), MediaType: "application/yaml"})

		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(MatchJSON(v.Document().Text.Data))
		Expect(answer.Header().Get("Content-Type")).To(Equal("application/yaml"))
	})

	DescribeTable("is negotiated at openapi",
		func(ctx SpecContext, accept, want string) {
			answer := get(start(ctx, openapi.FromContent(text)), "/openapi", "Accept", accept)

			Expect(answer.Header().Get("Content-Type")).To(Equal(want))
			Expect(answer.Header()["Vary"]).To(ContainElement("Accept"))
		},
		Entry("as it is for anything", "*/*", "application/yaml"),
		Entry("in JSON", "application/json", "application/json"),
		Entry("in JSON by its own type", "application/vnd.oai.openapi+json", "application/json"),
		Entry("as it is when both are as welcome", "application/json, application/yaml", "application/yaml"),
	)

	It("is the same compressed, however large", func(ctx SpecContext) {
		long := `{"openapi":"3.1.0","info":{"title":"x","description":"` + strings.Repeat("word ", 5000) + `"},"paths":{}}`
		v := start(ctx, openapi.FromContent(long))

		plain, packed := get(v, "/openapi.yaml"), get(v, "/openapi.yaml", "Accept-Encoding", "gzip")

		Expect(packed.Header().Get("Content-Encoding")).To(Equal("gzip"))
		z, err := gzip.NewReader(packed.Body)
		Expect(err).NotTo(HaveOccurred())
		Expect(io.ReadAll(z)).To(Equal(plain.Body.Bytes()))
		Expect(plain.Body.Len()).To(BeNumerically(">", 25_000))
	})
})

var _ = Describe("An asset", func() {
	It("is sent with brotli where the build has packed it", func(ctx SpecContext) {
		v := start(ctx, zoo)
		plain := get(v, "/assets/reference.css")

		packed := get(v, "/assets/reference.css", "Accept-Encoding", "gzip, br")

		Expect(packed.Header().Get("Content-Encoding")).To(Equal("br"))
		Expect(packed.Body.Len()).To(BeNumerically("<", plain.Body.Len()/4))
		Expect(packed.Header().Get("ETag")).NotTo(Equal(plain.Header().Get("ETag")))
		Expect(get(v, "/assets/reference.css", "Accept-Encoding", "br;q=0, gzip").Header().Get("Content-Encoding")).To(Equal("gzip"))
	})

	It("keeps within the budget of the first load", func(ctx SpecContext) {
		v := start(ctx, zoo)
		size := func(name string) int { return get(v, "/assets/"+name, "Accept-Encoding", "br").Body.Len() }

		Expect(size("reference.js") + size("theme.js")).To(BeNumerically("<=", 20_000))
		Expect(size("reference.css")).To(BeNumerically("<=", 14_000))
	})
})

var _ = Describe("_/resolve", func() {
	It("says where a link of another viewer leads", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(get(v, "/_/resolve?hash=%23operation%2Ffeed").Body.String()).To(MatchJSON(`{"url":"operations/feed"}`))
		Expect(get(v, "/_/resolve?hash=%23operation%2Fnope").Code).To(Equal(http.StatusNotFound))
		Expect(get(v, "/_/resolve").Code).To(Equal(http.StatusNotFound))
	})
})
