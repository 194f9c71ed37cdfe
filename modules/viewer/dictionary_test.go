package viewer_test

import (
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/coding"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("The dictionary of a reference", func() {
	// linked is where a page says that the dictionary is, seen from the root.
	linked := func(v http.Handler, path string) string {
		link := get(v, path).Header().Get("Link")
		target, rest, _ := strings.Cut(strings.TrimPrefix(link, "<"), ">")
		Expect(rest).To(Equal(`; rel="compression-dictionary"`))
		return "/" + strings.TrimLeft(target, "./")
	}

	It("is linked by pages, for everything below the reference, and kept", func(ctx SpecContext) {
		v := start(ctx, zoo)

		answer := get(v, linked(v, "/operations/feed"))

		Expect(linked(v, "/")).To(Equal(linked(v, "/operations/feed")))
		Expect(answer.Code).To(Equal(http.StatusOK))
		Expect(answer.Header().Get("Use-As-Dictionary")).To(Equal(`match="*"`))
		Expect(answer.Header().Get("Cache-Control")).To(Equal("private, max-age=604800, immutable"))
		Expect(get(v, "/dictionary").Header().Get("Cache-Control")).To(Equal("no-cache"))
	})

	It("leaves little of a page to send", func(ctx SpecContext) {
		v := start(ctx, zoo)
		d := coding.NewDictionary(get(v, "/dictionary").Body.Bytes())
		plain := get(v, "/models/Animal")

		for range 2 {
			packed := get(v, "/models/Animal", "Accept-Encoding", "gzip, zstd, dcz", "Available-Dictionary", d.Field)

			Expect(packed.Header().Get("Content-Encoding")).To(Equal("dcz"))
			Expect(packed.Header()["Vary"]).To(ConsistOf("Accept", "Accept-Encoding", "Accept-Language", "Available-Dictionary"))
			Expect(d.Unpack(packed.Body.Bytes())).To(Equal(plain.Body.Bytes()))
			Expect(packed.Header().Get("ETag")).NotTo(Equal(plain.Header().Get("ETag")))
		}
		zstd := get(v, "/models/Animal", "Accept-Encoding", "gzip, zstd").Body.Len()
		dcz := get(v, "/models/Animal", "Accept-Encoding", "zstd, dcz", "Available-Dictionary", d.Field).Body.Len()
		Expect(dcz).To(BeNumerically("<", zstd/2))
	})

	It("is not used for a page in Markdown, or with another", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))
		d := coding.NewDictionary(get(v, "/dictionary").Body.Bytes())

		Expect(get(v, "/operations/feed.md", "Accept-Encoding", "zstd, dcz", "Available-Dictionary", d.Field).Header().Get("Content-Encoding")).To(Equal("zstd"))
		Expect(get(v, "/operations/feed", "Accept-Encoding", "zstd, dcz", "Available-Dictionary", ":AAAA:").Header().Get("Content-Encoding")).To(Equal("zstd"))
	})

	It("is there for neither a description that is followed nor one of a single operation", func(ctx SpecContext) {
		live := start(ctx, zoo, viewer.WithLiveReload())
		single := start(ctx, openapi.FromContent("openapi: 3.1.0\ninfo: {title: One, version: '1'}\npaths: {/a: {get: {responses: {'200': {description: Done}}}}}"))

		for _, v := range []http.Handler{live, single} {
			Expect(get(v, "/").Header()).NotTo(HaveKey("Link"))
			Expect(get(v, "/dictionary").Code).To(Equal(http.StatusNotFound))
		}
	})
})
