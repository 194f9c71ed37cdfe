package openapi_test

import (
	"context"
	"io"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
	"github.com/trefoil-go/trefoil/modules/viewer/openapi"
)

// serving answers every request with a text, of a length that it says or not.
type serving struct {
	text  string
	known bool
}

func (s serving) Do(context.Context, *core.Request) (*core.Response, error) {
	length := int64(-1)
	if s.known {
		length = int64(len(s.text))
	}
	return &core.Response{Status: http.StatusOK, Body: io.NopCloser(io.MultiReader(strings.NewReader(s.text))), ContentLength: length}, nil
}

var _ = DescribeTable("To load a description of a URL takes, in texts of the limit,",
	func(ctx SpecContext, size int, known bool, most float64, refused bool) {
		if worktest.RaceDetector {
			Skip("the race detector allocates, too")
		}
		const limit = 4 << 20
		text := `{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}`
		source, err := openapi.FromURL("http://api.example/", serving{text + strings.Repeat(" ", size-len(text)), known}, openapi.WithLimits(openapi.Limits{Bytes: limit}))
		Expect(err).NotTo(HaveOccurred())

		allocated := worktest.Allocated(func() { _, err = source.Load(ctx) })

		Expect(float64(allocated) / limit).To(BeNumerically("<", most))
		if refused {
			Expect(err).To(MatchError(ContainSubstring("larger than 4194304 bytes")))
		} else {
			Expect(err).NotTo(HaveOccurred())
		}
	},
	Entry("two where its length is known", 4<<20, true, 2.3, false),
	Entry("three where it is not", 4<<20, false, 3.3, false),
	Entry("two where it is too long without saying so", 16<<20, false, 2.3, true),
	Entry("none where it says so", 16<<20, true, 0.3, true),
)
