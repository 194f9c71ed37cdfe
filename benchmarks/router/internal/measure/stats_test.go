package measure_test

import (
	"math"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

var _ = Describe("Percentile", func() {
	ten := []float64{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}

	DescribeTable("is the nearest rank",
		func(samples []float64, p, want float64) {
			Expect(measure.Percentile(samples, p)).To(Equal(want))
		},
		Entry("the minimum at 0", ten, 0.0, 1.0),
		Entry("the first of ten at 10", ten, 10.0, 1.0),
		Entry("the second of ten just above 10", ten, 10.1, 2.0),
		Entry("the third of ten at 25", ten, 25.0, 3.0),
		Entry("the lower middle of an even number at 50", ten, 50.0, 5.0),
		Entry("the maximum at 100", ten, 100.0, 10.0),
		Entry("the only sample at any", []float64{7}, 10.0, 7.0),
		Entry("one of equal samples", []float64{3, 3, 3, 4}, 75.0, 3.0),
	)

	It("keeps the order of the samples", func() {
		samples := []float64{3, 1, 2}

		measure.Percentile(samples, 50)

		Expect(samples).To(Equal([]float64{3, 1, 2}))
	})

	It("is not a number without samples", func() {
		Expect(math.IsNaN(measure.Percentile(nil, 10))).To(BeTrue())
	})
})
