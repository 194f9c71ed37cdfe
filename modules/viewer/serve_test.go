package viewer_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/ui"
)

var _ = DescribeTable("An address shows its page",
	func(ctx SpecContext, path string, status int, heading string) {
		v := start(ctx, zoo)

		answer := get(v, path)

		Expect(answer.Code).To(Equal(status))
		Expect(answer.Header().Get("Content-Type")).To(Equal("text/html; charset=utf-8"))
		Expect(htmltest.Parse(answer.Body.Bytes()).Find("h1").Texts()).To(Equal([]string{heading}))
	},
	Entry("of the overview", "/", 200, "Zoo"),
	Entry("of an operation", "/operations/feed", 200, "Feed an animal"),
	Entry("of an operation without operationId", "/operations/GET-health", 200, "GET /health"),
	Entry("of a webhook", "/webhooks/animalBorn", 200, "An animal is born"),
	Entry("of a tag", "/tags/animals", 200, "Our animals"),
	Entry("of a model", "/models/Animal", 200, "Animal"),
	Entry("of the models", "/models/", 200, "Models"),
	Entry("of a search", "/search?q=feed", 200, "Search"),
	Entry("of an operation there is not", "/operations/nope", 404, "Page not found"),
	Entry("of an operation below an operation", "/operations/feed/more", 404, "Page not found"),
	Entry("of an operation with an escaped slash", "/operations/a%2Fb", 404, "Page not found"),
	Entry("of a tag there is not", "/tags/nope", 404, "Page not found"),
	Entry("of a model there is not", "/models/nope", 404, "Page not found"),
	Entry("of nothing", "/a/b/c/d", 404, "Page not found"),
	Entry("of an asset there is not", "/assets/nope.js", 404, "Page not found"),
	Entry("of something that climbs", "/..%2f..%2fetc/passwd", 404, "Page not found"),
	Entry("of Markdown that is not offered", "/operations/feed.md", 404, "Page not found"),
)

var _ = Describe("Every answer", func() {
	DescribeTable("carries the strict headers",
		func(ctx SpecContext, method, path, servers string) {
			h := ask(start(ctx, zoo), method, path).Header()
			images, types, more := "", "'none'", []string{}
			if servers != "" { // a page with a console, which shows bodies
				images, types, more = " blob:", "trefoil-body", []string{"media-src blob:", "worker-src 'self'"}
			}

			Expect(strings.Split(h.Get("Content-Security-Policy"), "; ")).To(ConsistOf(append(more,
				"default-src 'none'", "script-src 'self' "+ui.ThemePolicy(), "style-src 'self'", "img-src 'self' data:"+images, "font-src 'self'",
				"connect-src 'self'"+servers, "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'", "object-src 'none'",
				"require-trusted-types-for 'script'", "trusted-types "+types,
			)))
			Expect(h.Get("X-Content-Type-Options")).To(Equal("nosniff"))
			Expect(h.Get("Referrer-Policy")).To(Equal("no-referrer"))
		},
		Entry("of a page", "GET", "/", " https://eu.zoo.example https://us.zoo.example"),
		Entry("of a missing page, from which others can be reached", "GET", "/nope", " https://eu.zoo.example https://us.zoo.example"),
		Entry("of an asset", "GET", "/assets/reference.css", ""),
		Entry("of the description", "GET", "/openapi.json", ""),
		Entry("of a refused method", "POST", "/", ""),
		Entry("of what the console needs", "GET", "/operations/feed?part=console", ""),
	)

	It("is refused to other methods than GET and HEAD", func(ctx SpecContext) {
		v := start(ctx, zoo)

		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"} {
			answer := ask(v, method, "/")
			Expect(answer.Code).To(Equal(http.StatusMethodNotAllowed))
			Expect(answer.Header().Get("Allow")).To(Equal("GET, HEAD"))
		}
	})

	It("has the headers of GET and no body for HEAD", func(ctx SpecContext) {
		v := start(ctx, zoo)

		whole, head := get(v, "/operations/feed"), ask(v, "HEAD", "/operations/feed")

		Expect(head.Code).To(Equal(http.StatusOK))
		Expect(head.Body.Len()).To(BeZero())
		Expect(head.Header()).To(Equal(whole.Header()))
	})

	It("is compressed for whoever accepts it, and the same then", func(ctx SpecContext) {
		v := start(ctx, zoo)
		plain := get(v, "/")

		packed := get(v, "/", "Accept-Encoding", "br, gzip")

		Expect(packed.Header().Get("Content-Encoding")).To(Equal("gzip"))
		Expect(packed.Header()["Vary"]).To(ConsistOf("Accept", "Accept-Encoding", "Accept-Language", "Available-Dictionary"))
		Expect(packed.Header().Get("ETag")).NotTo(Equal(plain.Header().Get("ETag")))
		unpacked, err := gzip.NewReader(packed.Body)
		Expect(err).NotTo(HaveOccurred())
		Expect(io.ReadAll(unpacked)).To(Equal(plain.Body.Bytes()))
		Expect(get(v, "/", "Accept-Encoding", "gzip;q=0").Header().Get("Content-Encoding")).To(BeEmpty())
	})

	It("is 304 for whoever has it already", func(ctx SpecContext) {
		v := start(ctx, zoo)
		tag := get(v, "/operations/feed").Header().Get("ETag")

		answer := get(v, "/operations/feed", "If-None-Match", `"other", W/`+tag)

		Expect(answer.Code).To(Equal(http.StatusNotModified))
		Expect(answer.Body.Len()).To(BeZero())
		Expect(answer.Header().Get("ETag")).To(Equal(tag))
	})
})

var _ = Describe("An asset", func() {
	It("is what the page links, with its integrity, kept for ever", func(ctx SpecContext) {
		v := start(ctx, zoo)
		page := read(v, "/operations/feed")

		for _, link := range append(page.Find("script[src]").Attributes("src"), page.Find("link[rel=stylesheet]").Attributes("href")...) {
			answer := get(v, "/"+strings.TrimPrefix(link, "../"))

			Expect(answer.Code).To(Equal(http.StatusOK))
			Expect(answer.Header().Get("Cache-Control")).To(Equal("public, max-age=31536000, immutable"))
			Expect(answer.Header().Get("Content-Type")).To(SatisfyAny(HavePrefix("text/css"), HavePrefix("text/javascript")))
		}
		Expect(page.Find("script[src]").Attributes("integrity")).To(HaveEach(HavePrefix("sha384-")))
	})

	It("is asked for again when its address names no version", func(ctx SpecContext) {
		Expect(get(start(ctx, zoo), "/assets/reference.css").Header().Get("Cache-Control")).To(Equal("no-cache"))
	})
})

var _ = Describe("The description", func() {
	It("is served as it was written", func(ctx SpecContext) {
		v := start(ctx, zoo)

		answer := get(v, "/openapi.json")

		Expect(answer.Body.Bytes()).To(Equal(v.Document().Text.Data))
		Expect(answer.Header().Get("Content-Type")).To(Equal("application/json"))
		Expect(answer.Header().Get("Content-Disposition")).To(Equal(`attachment; filename="zoo.json"`))
	})
})

var _ = Describe("The search", func() {
	It("answers with a page", func(ctx SpecContext) {
		page := read(start(ctx, zoo), "/search?q=feed")

		Expect(page.Find(".result").Attributes("href")).To(HaveExactElements("./operations/feed"))
		Expect(page.Find(".search-summary").Text()).To(Equal("1 result for feed"))
	})

	It("answers with JSON to whoever asks for it", func(ctx SpecContext) {
		answer := get(start(ctx, zoo), "/search?q=anmal", "Accept", "application/json")

		var found struct {
			Query   string
			Results []struct{ Kind, Title, URL string }
		}
		Expect(json.Unmarshal(answer.Body.Bytes(), &found)).To(Succeed())
		Expect(found.Query).To(Equal("anmal"))
		Expect(found.Results).To(ContainElement(HaveField("URL", "models/Animal")))
	})

	It("answers with no results, not with null", func(ctx SpecContext) {
		answer := get(start(ctx, zoo), "/search?q=zzzz", "Accept", "application/json")

		Expect(answer.Body.String()).To(And(ContainSubstring(`"total":0`), ContainSubstring(`"results":[]`)))
	})
})

var _ = Describe("Markdown", func() {
	var v *viewer.Viewer
	BeforeEach(func(ctx SpecContext) { v = start(ctx, zoo, viewer.WithMarkdown(mdrender.New())) })

	DescribeTable("is the same page at another address",
		func(path, first string) {
			answer := get(v, path)

			Expect(answer.Code).To(Equal(http.StatusOK))
			Expect(answer.Header().Get("Content-Type")).To(Equal("text/markdown; charset=utf-8"))
			line, _, _ := strings.Cut(answer.Body.String(), "\n")
			Expect(line).To(Equal(first))
		},
		Entry("of the overview", "/llms.txt", "# Zoo"),
		Entry("of an operation", "/operations/feed.md", "# Feed an animal"),
		Entry("of the models", "/models.md", "# Models"),
		Entry("of a model", "/models/Animal.md", "# Animal"),
	)

	It("is sent to whoever asks for it", func() {
		Expect(get(v, "/tags/animals", "Accept", "text/markdown").Header().Get("Content-Type")).To(HavePrefix("text/markdown"))
		Expect(get(v, "/tags/animals", "Accept", "text/html, text/markdown;q=0.5").Header().Get("Content-Type")).To(HavePrefix("text/html"))
		Expect(get(v, "/tags/animals", "Accept", "*/*").Header().Get("Content-Type")).To(HavePrefix("text/html"))
	})

	It("is 404 for what there is not", func() {
		Expect(get(v, "/operations/nope.md").Code).To(Equal(http.StatusNotFound))
	})
})

var _ = Describe("A canonical address", func() {
	It("is given when the public one is known", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithPublicURL("https://docs.example/api"))

		Expect(read(v, "/operations/feed").Find("link[rel=canonical]").Attributes("href")).To(Equal([]string{"https://docs.example/api/operations/feed"}))
		Expect(read(v, "/nope").Find("link[rel=canonical]")).To(BeEmpty())
	})
})

// faulty is a renderer that fails in one way.
type faulty struct{ fail func() error }

func (faulty) MediaType() string { return "text/html; charset=utf-8" }

func (f faulty) Render(_ context.Context, w io.Writer, page *core.Page) error {
	if page.Kind == core.PageError {
		_, err := io.WriteString(w, "told")
		return err
	}
	return f.fail()
}

var _ = DescribeTable("A renderer that fails",
	func(ctx SpecContext, fail func() error) {
		v, err := viewer.New(zoo, faulty{fail})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(v.Close)
		Expect(v.Wait(ctx)).To(Succeed())

		answer := get(v, "/")

		Expect(answer.Code).To(Equal(http.StatusInternalServerError))
		Expect(answer.Body.String()).To(Equal("told"))
	},
	Entry("is answered with an error page", func() error { return errors.New("broken") }),
	Entry("and panics is answered with an error page", func() error { panic("broken") }),
)
