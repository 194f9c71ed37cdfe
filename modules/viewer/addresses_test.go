package viewer_test

import (
	"net/http"
	"os"
	"regexp"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/mdrender"
)

// everywhere stands for a proxy of requests and an exchange of tokens.
type everywhere struct{}

func (everywhere) ServeRequest(http.ResponseWriter, *http.Request, []apidoc.Server) {}

func (everywhere) ServeToken(http.ResponseWriter, *http.Request, []apidoc.SecurityScheme) {}

var _ = Describe("Who may keep an answer", func() {
	It("is what the table says", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()))
		caches := viewer.Caches(v)

		Expect(caches).To(HaveKeyWithValue("_/health", "no-store"))
		Expect(len(caches)).To(BeNumerically(">", 7))
		for address, want := range caches {
			Expect(get(v, "/"+address, "Accept", "application/json").Header().Get("Cache-Control")).To(Equal(want), address)
		}
	})
})

var _ = Describe("The documentation of the package", func() {
	It("lists every address that is no page", func(ctx SpecContext) {
		v := start(ctx, zoo, viewer.WithMarkdown(mdrender.New()), viewer.WithMock(), viewer.WithRequestProxy(everywhere{}),
			viewer.WithVersions(viewer.Version{Source: zoo}), viewer.WithTokenExchange(everywhere{}), viewer.WithVisitorDescriptions(lenient, viewer.VisitorLimits{}))

		text, err := os.ReadFile("doc.go")

		Expect(err).NotTo(HaveOccurred())
		patterns := viewer.Patterns(v)
		Expect(len(patterns)).To(BeNumerically(">", 15))
		for _, pattern := range patterns {
			Expect(string(text)).To(MatchRegexp(`[ \t]/`+regexp.QuoteMeta(pattern)+`[?, \n]`), pattern)
		}
	})
})
