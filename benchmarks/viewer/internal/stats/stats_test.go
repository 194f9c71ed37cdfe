package stats_test

import (
	"math"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/stats"
)

var _ = Describe("Stats", func() {
	nan := math.NaN()

	DescribeTable("of rounds",
		func(statistic func([]float64) float64, figures []float64, want float64) {
			Expect(statistic(figures)).To(Equal(want))
		},
		Entry("the median is the middle", stats.Median, []float64{3, 1, 2}, 2.0),
		Entry("the median is the lower one of two", stats.Median, []float64{4, 1}, 1.0),
		Entry("the median leaves out what is no number", stats.Median, []float64{nan, 5, nan, 7, 6}, 6.0),
		Entry("the minimum is the smallest", stats.Min, []float64{3, nan, 2}, 2.0),
		Entry("the maximum is the largest", stats.Max, []float64{3, nan, 2}, 3.0),
	)

	It("are no number without figures", func() {
		Expect(math.IsNaN(stats.Median(nil))).To(BeTrue())
		Expect(math.IsNaN(stats.Min([]float64{nan}))).To(BeTrue())
	})

	It("leaves the figures in their order", func() {
		figures := []float64{3, 1, 2}

		stats.Median(figures)

		Expect(figures).To(Equal([]float64{3, 1, 2}))
	})

	It("finds a quantile", func() {
		figures := make([]float64, 101)
		for i := range figures {
			figures[i] = float64(i)
		}

		Expect(stats.Quantile(figures, 0.95)).To(Equal(95.0))
	})

	It("divides round by round, as far as both have rounds", func() {
		Expect(stats.Ratios([]float64{2, 9, 8}, []float64{1, 3})).To(Equal([]float64{2, 3}))
	})
})
