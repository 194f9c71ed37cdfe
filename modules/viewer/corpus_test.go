package viewer_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/viewer"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// corpusDir holds large descriptions of real services, compressed. It stands
// beside the repository and need not be there.
const corpusDir = "../../../shared/corpus"

// realService is a viewer of one of these descriptions.
func realService(ctx context.Context, name string) *viewer.Viewer {
	GinkgoHelper()
	file, err := os.Open(corpusDir + "/" + name + ".json.gz")
	if err != nil {
		Skip("there are no descriptions of real services beside the repository")
	}
	DeferCleanup(file.Close)
	text, err := gzip.NewReader(file)
	Expect(err).NotTo(HaveOccurred())
	data, err := io.ReadAll(text)
	Expect(err).NotTo(HaveOccurred())
	v := start(ctx, openapi.FromContent(string(data)))
	viewer.Settle(v)
	return v
}

var _ = Describe("A page of Stripe's reference that is not kept", func() {
	It("costs at most 9,000 allocations in the median", Serial, worktest.Large, func(ctx SpecContext) {
		if worktest.RaceDetector {
			Skip("the race detector allocates")
		}
		v := realService(ctx, "stripe")
		var costs []float64
		for i, o := range v.Document().Operations {
			if i%6 != 0 { // every tag has more
				continue
			}
			number := 1 // which no operation has: its page is written anew for each
			costs = append(costs, testing.AllocsPerRun(1, func() {
				number++
				reader(v, fmt.Sprintf("/operations/%s?page=%d", o.Slug, number))()
			}))
		}
		slices.Sort(costs)

		Expect(costs[len(costs)/2]).To(BeNumerically("<=", 9000))
	})
})
