package viewer_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// translated is the English texts that a language has others for, as patterns.
func translated(tag string) map[string]*regexp.Regexp {
	GinkgoHelper()
	text, err := os.ReadFile("internal/wording/texts/" + tag + ".json")
	Expect(err).NotTo(HaveOccurred())
	var all map[string]any
	Expect(json.Unmarshal(text, &all)).To(Succeed())
	patterns := map[string]*regexp.Regexp{}
	place, letters := regexp.MustCompile(`\\\{[1-9n]\\\}`), regexp.MustCompile(`[A-Za-z]{4}`)
	for key, said := range all {
		if counted, ok := said.(map[string]any); ok {
			said = counted["other"]
		}
		if said != key && letters.MatchString(strings.NewReplacer("{1}", "", "{2}", "").Replace(key)) {
			patterns[key] = regexp.MustCompile("^" + place.ReplaceAllString(regexp.QuoteMeta(strings.TrimSpace(key)), "(?:.+)") + "$")
		}
	}
	return patterns
}

// said are the texts of a page that readers see or hear, without what is marked as English
// and what is code.
func said(n *html.Node) []string {
	var texts []string
	switch {
	case n.Type == html.TextNode:
		return []string{strings.Join(strings.Fields(n.Data), " ")}
	case n.Data == "script", n.Data == "style", n.Data == "code", htmltest.Attribute(n, "lang") == "en",
		strings.Contains(htmltest.Attribute(n, "class"), "status"): // "default" is one
		return nil
	}
	for _, name := range []string{"aria-label", "title", "placeholder", "alt"} {
		texts = append(texts, htmltest.Attribute(n, name))
	}
	for c := range n.ChildNodes() {
		texts = append(texts, said(c)...)
	}
	return texts
}

// leftIn are the texts of a page that are still in English.
func leftIn(page htmltest.Nodes, patterns map[string]*regexp.Regexp) []string {
	var left []string
	for _, text := range said(page[0]) {
		for key, pattern := range patterns {
			if text != "" && pattern.MatchString(text) {
				left = append(left, key)
			}
		}
	}
	slices.Sort(left)
	return slices.Compact(left)
}

var _ = Describe("The language of the interface", func() {
	of := func(v http.Handler, path, accept string) htmltest.Nodes {
		return htmltest.Parse(get(v, path, "Accept-Language", accept).Body.Bytes())
	}

	DescribeTable("is that of all pages, but not of what the description says", worktest.Large,
		func(ctx SpecContext, tag string) {
			patterns := translated(tag)
			for _, file := range []string{"torture-2.0.yaml", "torture-3.1.yaml", "torture-3.2.yaml"} {
				v, _ := torture(ctx, file)
				pages, tags := 0, []string{}
				in := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					r.Header.Set("Accept-Language", tag)
					v.ServeHTTP(w, r)
				})
				crawl(in, "/", "text/html", func(address, body string) []string {
					page := htmltest.Parse([]byte(body))
					pages++
					tags = append(tags, page.Find("html").Attributes("lang")...)
					Expect(leftIn(page, patterns)).To(BeEmpty(), address)
					return page.Find("a[href]").Attributes("href")
				})
				Expect(pages).To(BeNumerically(">", 5))
				Expect(slices.Compact(tags)).To(Equal([]string{tag}))
				Expect(of(v, "/", tag).Find("h1").Text()).To(Equal(of(v, "/", "en").Find("h1").Text()))
			}
		},
		Entry("in German", "de"), Entry("in French", "fr"), Entry("in Spanish", "es"), Entry("in Portuguese", "pt-BR"),
		Entry("in Chinese", "zh-Hans"), Entry("in Japanese", "ja"), Entry("in Arabic", "ar"),
	)

	It("is that of pages without a description", func(ctx SpecContext) {
		v := start(ctx, zoo)

		for _, path := range []string{"/nothing", "/search", "/search?q=feed", "/models/"} {
			Expect(leftIn(of(v, path, "de"), translated("de"))).To(BeEmpty(), path)
		}
		Expect(of(v, "/nothing", "de").Find("h1").Text()).To(Equal("Seite nicht gefunden"))
	})

	It("names the mock server, which the reference has put in", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMock())

		Expect(leftIn(of(v, "/", "de"), translated("de"))).To(BeEmpty())
		Expect(of(v, "/", "de").Find(".server-name").Text()).To(ContainSubstring("Mock-Server"))
		Expect(of(v, "/", "en").Find(".server-name").Text()).To(ContainSubstring("Mock server"))
	})

	It("has a direction where it is not from left to right", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(of(v, "/", "ar").Find("html").Attributes("dir")).To(Equal([]string{"rtl"}))
		Expect(of(v, "/", "ja").Find("html[dir]")).To(BeEmpty())
		Expect(of(v, "/", "").Find("html").Attributes("lang")).To(Equal([]string{"en"}))
	})

	It("is kept apart, and said to depend on what the reader asks for", func(ctx SpecContext) {
		v := start(ctx, zoo)
		viewer.Settle(v)

		for range 2 {
			german, english := get(v, "/operations/feed", "Accept-Language", "de"), get(v, "/operations/feed")
			Expect(german.Header()["Vary"]).To(ContainElement("Accept-Language"))
			Expect(english.Header()["Vary"]).To(ContainElement("Accept-Language"))
			Expect(german.Header().Get("ETag")).NotTo(Equal(english.Header().Get("ETag")))
			Expect(german.Body.String()).To(ContainSubstring(`<html lang="de"`))
			Expect(english.Body.String()).To(ContainSubstring(`<html lang="en"`))
			Expect(get(v, "/operations/feed", "Accept-Language", "en-GB", "If-None-Match", english.Header().Get("ETag")).Code).To(Equal(http.StatusNotModified))
			Expect(get(v, "/operations/feed", "Accept-Language", "de", "If-None-Match", english.Header().Get("ETag")).Code).To(Equal(http.StatusOK))
		}
	})

	It("is that of the parts that a page fetches", func(ctx SpecContext) {
		v := start(ctx, zoo)

		Expect(get(v, "/?entry=operations/feed", "Accept-Language", "de").Body.String()).To(ContainSubstring("Antworten"))
	})

	It("is fixed by the configuration", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{Language: "pt-PT"})
		answer := get(v, "/", "Accept-Language", "de")

		Expect(answer.Body.String()).To(ContainSubstring(`<html lang="pt-BR"`))
		Expect(answer.Header()["Vary"]).NotTo(ContainElement("Accept-Language"))
		Expect(of(configured(ctx, viewer.Configuration{Language: "en"}), "/", "de").Find("html").Attributes("lang")).To(Equal([]string{"en"}))
	})

	It("has no dictionary but in the language that most ask for", func(ctx SpecContext) {
		v := start(ctx, zoo)
		d := coding.NewDictionary(get(v, "/dictionary").Body.Bytes())
		in := func(language string) http.Header {
			return get(v, "/operations/feed", "Accept-Language", language, "Accept-Encoding", "zstd, dcz", "Available-Dictionary", d.Field).Header()
		}

		Expect(in("en").Get("Content-Encoding")).To(Equal("dcz"))
		Expect(in("de").Get("Content-Encoding")).To(Equal("zstd"))
		Expect(in("de").Get("Link")).To(BeEmpty())
		Expect(in("de")["Vary"]).To(ContainElement("Available-Dictionary"))
	})

	It("has a dictionary where it is fixed", func(ctx SpecContext) {
		v := configured(ctx, viewer.Configuration{Language: "ar"})

		Expect(get(v, "/operations/feed").Header().Get("Link")).To(ContainSubstring("dictionary"))
		Expect(get(v, "/dictionary").Body.String()).To(ContainSubstring(`dir="rtl"`))
	})

	It("leaves pages in Markdown in English", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))

		for _, path := range []string{"/operations/feed.md", "/llms.txt", "/llms-full.txt"} {
			Expect(get(v, path, "Accept-Language", "de").Body.String()).To(Equal(get(v, path).Body.String()), path)
		}
	})
})
