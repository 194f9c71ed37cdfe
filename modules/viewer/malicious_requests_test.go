package viewer_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = DescribeTable("The answer to a long request is at most ten times as long, and as long as that to a short one:",
	func(ctx SpecContext, path string, headers ...string) {
		v, err := viewer.New(openapi.FromContent(manyPaths(300)), htmlrender.New(), viewer.WithMarkdown(mdrender.New()))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())
		size := len(path)
		for _, text := range headers {
			size += len(text)
		}
		short, _, _ := strings.Cut(path, "?")
		if len(short) > 1000 {
			short = "/nothing"
		}

		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
			if headers[i] == "Host" {
				r.Host = headers[i+1]
			}
		}
		w := httptest.NewRecorder()
		v.ServeHTTP(w, r)

		answer := w.Body.Len()
		for name, values := range w.Header() {
			answer += len(name) + len(strings.Join(values, ""))
		}
		Expect(answer).To(BeNumerically("<=", get(v, short).Body.Len()+10*size))
	},
	func() (entries []TableEntry) {
		for _, r := range longRequests {
			arguments := []any{r.path}
			for _, text := range r.headers {
				arguments = append(arguments, text)
			}
			entries = append(entries, Entry(r.title, arguments...))
		}
		return entries
	}(),
)

var _ = It("A form of many fields whose names the description does not have costs the mock server no more for each of them", func(ctx SpecContext) {
	fields := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "a%d=1&", 1000+i)
		}
		return b.String()
	}

	steps := stepsOf(ctx, "form", fields(100), fields(500), fields(1000))

	Expect(steps[2] - steps[1]).To(BeNumerically("<", 2*(steps[1]-steps[0])))
})

var _ = It("A sample of schemas that require many others costs in proportion to their text", func(ctx SpecContext) {
	text := func(n int) string {
		schema := func(required bool, name, property string) string {
			list := strings.Join(numbered(n, "p%d"), ",")
			if !required {
				list = ""
			}
			return name + ": {type: object, required: [" + list + "], properties: {" + strings.Join(numbered(n, "p%d: "+property), ",") + "}}"
		}
		return yamlHead + "components: {schemas: {" + strings.Join([]string{
			schema(false, "A", "{$ref: '#/components/schemas/B'}"), schema(true, "B", "{$ref: '#/components/schemas/C'}"),
			schema(true, "C", "{$ref: '#/components/schemas/D'}"), schema(true, "D", "{type: string}"),
		}, ",") + "}}\n"
	}

	steps := stepsOf(ctx, "sample", text(20), text(80))

	Expect(steps[1]).To(BeNumerically("<", 5*steps[0]))
})

// longRequest is a request of about 50 kB, with headers by name and value.
type longRequest struct {
	title, path string
	headers     []string
}

func asking(title, path string, headers ...string) longRequest {
	return longRequest{title, path, headers}
}

var longRequests = []longRequest{
	asking("a path of many folders", "/"+strings.Repeat("a/", 25_000)),
	asking("a path of many folders in Markdown", "/"+strings.Repeat("a/", 25_000)+"x.md"),
	asking("an operation of many folders", "/operations/"+strings.Repeat("a/", 25_000)),
	asking("a schema of many folders", "/schemas/"+strings.Repeat("a/", 25_000)),
	asking("a schema of empty folders", "/schemas"+strings.Repeat("/", 50_000)),
	asking("an asset of many folders", "/assets/"+strings.Repeat("a/", 25_000)),
	asking("a long path", "/"+strings.Repeat("a", 50_000)),
	asking("a long operation", "/operations/"+strings.Repeat("a", 50_000)),
	asking("an operation of characters to be escaped", "/operations/"+strings.Repeat("%22%3C", 8000)),
	asking("an escaped slash and many folders", "/a%2Fb/"+strings.Repeat("a/", 25_000)),
	asking("the overview with a long query", "/?x="+strings.Repeat("a", 50_000)),
	asking("the overview with many parameters", "/?"+strings.Repeat("a=b&", 12_000)),
	asking("the overview with a long part", "/?part="+strings.Repeat("a", 50_000)),
	asking("an operation with many choices", "/operations/p1?"+strings.Repeat("c1=1&", 10_000)),
	asking("a search for a long word", "/search?q="+strings.Repeat("a", 50_000)),
	asking("a search for many words", "/search?q="+strings.Repeat("p+", 25_000)),
	asking("a search for quotes", "/search?q="+strings.Repeat("%22", 16_000)),
	asking("a search for markup", "/search?q="+strings.Repeat("%3C", 16_000)),
	asking("a search in JSON for a long word", "/search?q="+strings.Repeat("a", 50_000), "Accept", "application/json"),
	asking("a search in JSON for markup", "/search?q="+strings.Repeat("%3C", 16_000), "Accept", "application/json"),
	asking("a search in Markdown", "/search.md?q="+strings.Repeat("*", 50_000)),
	asking("a long host", "/", "Host", strings.Repeat("a", 50_000)),
	asking("a site map for a long host", "/sitemap.xml", "Host", strings.Repeat("a", 50_000)),
	asking("the file for crawlers and a long host", "/robots.txt", "Host", strings.Repeat("a", 50_000)),
	asking("all in one file for a long host", "/llms-full.txt", "Host", strings.Repeat("a", 50_000)),
	asking("a forwarded host", "/sitemap.xml", "X-Forwarded-Host", strings.Repeat("a", 50_000), "X-Forwarded-Proto", "https"),
	asking("a forwarded prefix", "/", "X-Forwarded-Prefix", "/"+strings.Repeat("a/", 25_000)),
	asking("a long language", "/", "Accept-Language", strings.Repeat("de,", 16_000)),
	asking("a long list of types", "/", "Accept", strings.Repeat("text/html;q=0.1,", 3000)),
	asking("a cookie", "/", "Cookie", "theme="+strings.Repeat("a", 50_000)),
	asking("a list of entity tags", "/", "If-None-Match", strings.Repeat(`"a",`, 12_000)),
	asking("a range of many parts", "/openapi.json", "Range", "bytes="+strings.Repeat("0-,", 16_000)+"0-"),
	asking("a reference to be resolved", "/_/resolve?ref="+strings.Repeat("a", 50_000)),
	asking("health with a query", "/_/health?"+strings.Repeat("a=b&", 12_000)),
	asking("a file of the viewer with a query", "/assets/reference.css?v="+strings.Repeat("a", 50_000)),
}

var _ = It("A page for an address that is too deep says what to do, and schemas stand as deep as a description may nest them", func(ctx SpecContext) {
	v := hostile(ctx, yamlHead+"components: {schemas: {A: "+strings.Repeat("{items: ", 190)+"{type: string}"+strings.Repeat("}", 190)+"}}\n")

	deep := get(v, "/"+strings.Repeat("a/", 300))
	Expect(deep.Code).To(Equal(http.StatusNotFound))
	Expect(deep.Body.String()).To(ContainSubstring("Shorten it"))
	Expect(get(v, "/schemas/components/schemas/A"+strings.Repeat("/items", 190)).Code).To(Equal(http.StatusOK))
})
