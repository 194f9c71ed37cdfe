package viewer_test

import (
	"encoding/json"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

var _ = Describe("The other form of a large description", Serial, worktest.Large, func() {
	It("is there, compressed, before it is asked for", func(ctx SpecContext) {
		text, err := json.Marshal(map[string]any{
			"openapi": "3.1.0", "info": map[string]any{"title": "Large", "version": "1", "description": strings.Repeat("words of a description ", 800_000)}, "paths": map[string]any{},
		})
		Expect(err).NotTo(HaveOccurred())
		v := start(ctx, openapi.FromContent(string(text)))
		viewer.Settle(v)

		cost := allocated(v, "/openapi.yaml", "Accept-Encoding", "gzip")

		Expect(get(v, "/openapi.yaml").Code).To(Equal(http.StatusOK))
		if !worktest.RaceDetector {
			Expect(cost).To(BeNumerically("<", 100_000))
		}
	})
})
