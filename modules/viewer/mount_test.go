package viewer_test

import (
	"bytes"
	"net/http"
	"net/url"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/htmlrender"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/htmltest"
)

var _ = Describe("A reference", func() {
	// crawl follows every link from an address and returns what it found.
	crawl := func(h http.Handler, start string) (pages int, broken []string) {
		seen, queue := map[string]bool{start: true}, []string{start}
		for len(queue) > 0 {
			at := queue[0]
			queue = queue[1:]
			answer := get(h, at)
			if answer.Code != http.StatusOK {
				broken = append(broken, at)
				continue
			}
			if !bytes.HasPrefix(answer.Body.Bytes(), []byte("<!doctype")) {
				continue
			}
			pages++
			base, _ := url.Parse(at)
			page := htmltest.Parse(answer.Body.Bytes())
			for _, link := range append(page.Find("[href]").Attributes("href"), page.Find("[src]").Attributes("src")...) {
				target, err := base.Parse(link)
				if err == nil && target.Host == "" && target.Scheme == "" {
					target.Fragment = ""
					if !seen[target.String()] {
						seen[target.String()] = true
						queue = append(queue, target.String())
					}
				}
			}
		}
		return pages, broken
	}

	DescribeTable("has no broken link",
		func(ctx SpecContext, mount func(http.Handler) http.Handler, start string, options ...viewer.Option) {
			v, err := viewer.New(zoo, htmlrender.New(), options...)
			Expect(err).NotTo(HaveOccurred())
			DeferCleanup(v.Close)
			Expect(v.Wait(ctx)).To(Succeed())

			pages, broken := crawl(mount(v), start)

			Expect(broken).To(BeEmpty())
			Expect(pages).To(Equal(12)) // overview, 3 operations, webhook, 2 tags, models, model, components, component, search
		},
		Entry("at the root", bare, "/"),
		Entry("behind StripPrefix", stripped("/docs"), "/docs/"),
		Entry("behind StripPrefix with a longer path", stripped("/a/b"), "/a/b/"),
		Entry("behind StripPrefix of a part of its own addresses", stripped("/operations"), "/operations/"),
		Entry("behind a pattern", pattern("/docs/"), "/docs/"),
		Entry("behind a pattern with a method and wildcards", pattern("GET /{tenant}/docs/{rest...}"), "/acme/docs/"),
		Entry("behind a pattern below StripPrefix", outer("/outer", pattern("/docs/")), "/outer/docs/"),
		Entry("behind StripPrefix below a pattern", outer("/outer", stripped("/docs")), "/outer/docs/"),
		Entry("below a configured path", bare, "/docs/", viewer.WithBasePath("/docs")),
		Entry("below a configured path that a proxy takes off", bare, "/", viewer.WithBasePath("/docs")),
	)

	DescribeTable("redirects to its root, relatively",
		func(ctx SpecContext, mount func(http.Handler) http.Handler, path, location string, options ...viewer.Option) {
			answer := get(mount(start(ctx, zoo, options...)), path)

			Expect(answer.Code).To(Equal(http.StatusPermanentRedirect))
			Expect(answer.Header().Get("Location")).To(Equal(location))
		},
		Entry("behind a pattern without a slash", pattern("/docs"), "/docs", "./docs/"),
		Entry("below a configured path", bare, "/a/docs?q=1", "./docs/?q=1", viewer.WithBasePath("/a/docs")),
		Entry("behind StripPrefix", func(h http.Handler) http.Handler { return http.StripPrefix("/docs", h) }, "/docs", "./docs/"),
	)
})

func bare(h http.Handler) http.Handler { return h }

func stripped(prefix string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
		return mux
	}
}

func pattern(p string) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(p, h)
		return mux
	}
}

func outer(prefix string, mount func(http.Handler) http.Handler) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler { return stripped(prefix)(mount(h)) }
}
