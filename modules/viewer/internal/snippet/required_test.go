package snippet_test

import (
	"context"
	"fmt"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/modules/core/apidoc"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/snippet"
	"github.com/trefoil-go/trefoil/modules/viewer/internal/worktest"
)

var _ = Describe("The example of a body", func() {
	// wide is an operation with a form of n fields, of which every second is required.
	wide := func(mediaType string, n int) *apidoc.Operation {
		s := &apidoc.Schema{Types: []string{"object"}}
		for i := range n {
			s.Properties = append(s.Properties, apidoc.Property{Name: fmt.Sprintf("field%d", i), Schema: &apidoc.Schema{Types: []string{"string"}}, Required: i%2 == 0})
		}
		return &apidoc.Operation{
			OperationSummary: apidoc.OperationSummary{Method: "POST", Path: "/a"},
			RequestBody:      &apidoc.RequestBody{Content: []apidoc.MediaType{{Name: mediaType, Schema: s}}},
		}
	}
	doc := &apidoc.Document{}

	// cost is how many allocations the requests of an operation take.
	cost := func(o *apidoc.Operation) float64 {
		return testing.AllocsPerRun(20, func() { snippet.Variants(context.Background(), doc, o, snippet.Options{}) })
	}

	It("is read once for all requests", Serial, worktest.Large, func() {
		if worktest.RaceDetector {
			Skip("the race detector allocates")
		}
		Expect(snippet.Variants(context.Background(), doc, wide("application/x-www-form-urlencoded", 200), snippet.Options{})).To(HaveLen(2))

		Expect(cost(wide("application/x-www-form-urlencoded", 200))).To(BeNumerically("<", 10_000))
		Expect(cost(wide("application/json", 200))).To(BeNumerically("<", 7_000))
	})
})
