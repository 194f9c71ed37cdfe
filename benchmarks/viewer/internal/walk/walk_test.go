package walk_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/walk"
)

var _ = Describe("A walk", func() {
	It("follows links to operations and models, and begins anew where there is none", func(ctx SpecContext) {
		browser, err := visit.Executable()
		if err != nil {
			Skip("there is no Chromium")
		}
		links := map[string]string{"/operations/a": `<a href="#x">here</a> <a href="../models/b">b</a> <a href="https://elsewhere.example/operations/c">c</a>`}
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<!doctype html><body data-root="../"><main><h1>Page %s</h1>%s</main>`, r.URL.Path, links[r.URL.Path])
		}))
		DeferCleanup(site.Close)
		w, err := walk.Open(ctx, browser, site.URL, "/operations/a")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(w.Close)

		for _, rest := range []bool{false, true} {
			Expect(w.Step(ctx, 7, rest)).To(BeNumerically(">", 0))

			_, err = w.Step(ctx, 7, rest)
			Expect(err).To(MatchError(walk.ErrNowhere))
		}
	}, SpecTimeout(2*time.Minute))

	It("clicks a link where it is when what came into view with it has its real height", func(ctx SpecContext) {
		browser, err := visit.Executable()
		if err != nil {
			Skip("there is no Chromium")
		}
		site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			content := ""
			if r.URL.Path == "/operations/a" {
				content = `<div style="height:3000px"></div>
					<p style="content-visibility:auto;contain-intrinsic-height:400px">A line where 400 pixels were foreseen.</p>
					<p><a href="../models/b">b</a></p><div style="height:3000px"></div>`
			}
			fmt.Fprintf(w, `<!doctype html><style>*{overflow-anchor:none}</style><body data-root="../"><main><h1>Page %s</h1>%s</main>`, r.URL.Path, content)
		}))
		DeferCleanup(site.Close)
		w, err := walk.Open(ctx, browser, site.URL, "/operations/a")
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(w.Close)

		Expect(w.Step(ctx, 0, true)).To(BeNumerically(">", 0))
	}, SpecTimeout(2*time.Minute))
})
