package viewer_test

import (
	"encoding/json"
	"net/http"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("How an operation looks in Go", func() {
	It("is JSON that is kept and not indexed, with and without a console", func(ctx SpecContext) {
		v := start(ctx, openapi.FromContent(reaching), viewer.WithConfiguration(viewer.Configuration{HideTestRequestButton: true}))

		for path, name := range map[string]string{"/operations/a?part=go": "A", "/webhooks/w?part=go": "W"} {
			w := get(v, path)

			Expect(w.Code).To(Equal(http.StatusOK), path)
			Expect(w.Header().Get("Content-Type")).To(Equal("application/json"))
			Expect(w.Header().Get("X-Robots-Tag")).To(Equal("noindex"))
			Expect(w.Header().Get("ETag")).NotTo(BeEmpty())
			var part struct{ Name, Result string }
			Expect(json.Unmarshal(w.Body.Bytes(), &part)).To(Succeed())
			Expect(part.Name).To(Equal(name))
			Expect(get(v, path).Body.String()).To(Equal(w.Body.String()))
		}
	})

	It("has a page in its place where there is no operation, or no such part", func(ctx SpecContext) {
		expectPages(start(ctx, openapi.FromContent(reaching)), map[string]int{"/operations/none?part=go": http.StatusNotFound, "/?part=go": http.StatusOK, "/operations/a?part=rust": http.StatusOK})
	})
})

// expectPages checks that there is a page of HTML at each path, with its status.
func expectPages(v *viewer.Viewer, statuses map[string]int) {
	GinkgoHelper()
	for path, status := range statuses {
		w := get(v, path)
		Expect(w.Code).To(Equal(status), path)
		Expect(w.Header().Get("Content-Type")).To(HavePrefix("text/html"), path)
	}
}
