package viewer_test

import (
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/net/html"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// probe is a word, or a number, that stands for one field of a description.
var probe = regexp.MustCompile(`Pb[A-Z][A-Za-z]*|\b7[34][0-9]{2}\b`)

// torture starts a viewer of a description in which every field holds a word of
// its own, and returns the words.
func torture(ctx SpecContext, file string) (http.Handler, []string) {
	GinkgoHelper()
	text, err := os.ReadFile("testdata/" + file)
	Expect(err).NotTo(HaveOccurred())
	v, err := viewer.New(openapi.FromContent(string(text)), htmlrender.New(), viewer.WithMarkdown(mdrender.New()),
		viewer.WithConfiguration(viewer.Configuration{ForAuthors: true}))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(v.Close)
	Expect(v.Wait(ctx)).To(Succeed())
	Expect(v.Document().Problems).To(BeEmpty())
	words := probe.FindAllString(string(text), -1)
	slices.Sort(words)
	return v, slices.Compact(words)
}

// crawl asks for the page at an address and all that it leads to, and gives their
// texts to read, which returns the addresses they link.
func crawl(h http.Handler, start string, accept string, read func(address, body string) []string) {
	queue, seen := []string{start}, map[string]bool{start: true}
	for len(queue) > 0 && len(seen) < 2000 {
		address := queue[0]
		queue = queue[1:]
		w := get(h, address, "Accept", accept)
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), accept) {
			continue
		}
		base, _ := url.Parse(address)
		for _, link := range read(address, w.Body.String()) {
			u, err := base.Parse(link)
			if err != nil || u.Host != "" {
				continue
			}
			u.Fragment = ""
			if next := u.String(); !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
}

// visible is what a reader of a page finds without JavaScript: its text, and
// where its links lead.
func visible(n *html.Node, b *strings.Builder) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data + htmltest.After(n))
	}
	if n.Type == html.ElementNode && (n.Data == "head" || n.Data == "template" || n.Data == "script") {
		return
	}
	if n.Data == "a" && strings.Contains(htmltest.Attribute(n, "href"), "://") {
		b.WriteString(htmltest.Attribute(n, "href") + " ")
	}
	for c := range n.ChildNodes() {
		visible(c, b)
	}
}

// missing are the words that no page shows.
func missing(words []string, shown string) []string {
	there := map[string]bool{}
	for _, word := range probe.FindAllString(shown, -1) {
		there[word] = true
	}
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return there[word] })
}

var _ = DescribeTable("Every word of a description that uses every field",
	func(ctx SpecContext, file string, least int) {
		v, words := torture(ctx, file)
		Expect(len(words)).To(BeNumerically(">=", least))

		var pages strings.Builder
		crawl(v, "/", "text/html", func(_, body string) []string {
			page := htmltest.Parse([]byte(body))
			visible(page[0], &pages)
			return page.Find("a[href]").Attributes("href")
		})
		By("in HTML")
		Expect(missing(words, pages.String())).To(BeEmpty())
	},
	Entry("is in the HTML of OpenAPI 3.1", "torture-3.1.yaml", 420),
	Entry("is in the HTML of OpenAPI 3.2", "torture-3.2.yaml", 75),
	Entry("is in the HTML of Swagger 2.0", "torture-2.0.yaml", 115),
)

// markdownLink is the address of a link in Markdown.
var markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)

var _ = DescribeTable("Every word of a description that uses every field",
	func(ctx SpecContext, file string) {
		v, words := torture(ctx, file)

		var pages strings.Builder
		crawl(v, "/llms.txt", "text/markdown", func(_, body string) (links []string) {
			pages.WriteString(strings.ReplaceAll(body, `\`, ""))
			for _, match := range markdownLink.FindAllStringSubmatch(body, -1) {
				links = append(links, match[1])
			}
			return links
		})

		Expect(missing(words, pages.String())).To(BeEmpty())
	},
	Entry("is in the Markdown of OpenAPI 3.1", "torture-3.1.yaml"),
	Entry("is in the Markdown of OpenAPI 3.2", "torture-3.2.yaml"),
	Entry("is in the Markdown of Swagger 2.0", "torture-2.0.yaml"),
)
