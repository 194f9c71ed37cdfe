package viewer_test

import (
	"net/http"
	"net/http/httptest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

var _ = Describe("A page in Markdown, which is copied elsewhere,", func() {
	at := func(h http.Handler, host, path string) string {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		Expect(w.Code).To(Equal(http.StatusOK))
		return w.Body.String()
	}

	It("has links to the address that the operator has named", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL("https://docs.example/zoo"))

		Expect(at(v, "localhost", "/operations/feed.md")).To(ContainSubstring("](https://docs.example/zoo/models/Animal.md)"))
		Expect(at(v, "localhost", "/llms.txt")).To(ContainSubstring("](https://docs.example/zoo/operations/feed.md)"))
	})

	It("has links to where it was asked for, each host its own", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))
		mounted := http.StripPrefix("/reference", v)

		for range 2 {
			Expect(at(mounted, "localhost:8080", "/reference/operations/feed.md")).To(ContainSubstring("](http://localhost:8080/reference/models/Animal.md)"))
			Expect(at(mounted, "127.0.0.1", "/reference/operations/feed.md")).To(ContainSubstring("](http://127.0.0.1/reference/models/Animal.md)"))
		}
	})

	DescribeTable("has relative links",
		func(ctx SpecContext, host, path, link string) {
			v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL(""))

			Expect(at(v, host, path)).To(ContainSubstring(link))
		},
		Entry("for a host that anybody may have written", "unnamed.example", "/operations/feed.md", "](../models/Animal.md)"),
		Entry("in an export, whose files stand beside each other", "export.invalid", "/operations/feed.md", "](../models/Animal.md)"),
		Entry("in the text of all pages", "localhost", "/llms-full.txt", "](./models/Animal.md)"),
	)

	It("has relative links in an export of a reference that is public", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()), viewer.WithPublicURL("https://docs.example/zoo"))

		Expect(at(v, "export.invalid", "/operations/feed.md")).To(ContainSubstring("](../models/Animal.md)"))
	})
})
