package measure_test

import (
	"math"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

var _ = Describe("Statistics", func() {
	DescribeTable("of samples",
		func(samples []float64, median, least float64) {
			Expect(measure.Median(samples)).To(Equal(median))
			Expect(measure.Min(samples)).To(Equal(least))
		},
		Entry("take the middle of an odd number", []float64{9, 1, 5}, 5.0, 1.0),
		Entry("take the lower middle of an even number", []float64{4, 3, 2, 1}, 2.0, 1.0),
		Entry("take the only one", []float64{7}, 7.0, 7.0),
		Entry("keep the sign", []float64{-1, 3, 2}, 2.0, -1.0),
	)

	It("keep the order of the samples", func() {
		samples := []float64{3, 1, 2}

		measure.Median(samples)

		Expect(samples).To(Equal([]float64{3, 1, 2}))
	})

	It("are not numbers without samples", func() {
		Expect(math.IsNaN(measure.Median(nil))).To(BeTrue())
		Expect(math.IsNaN(measure.Min(nil))).To(BeTrue())
	})

	It("are taken in pairs, round by round", func() {
		v := measure.Result{Rounds: []float64{10, 30, 8}}
		base := measure.Result{Rounds: []float64{20, 10, 4}}

		Expect(measure.Ratios(v, base)).To(Equal([]float64{0.5, 3, 2}))
		Expect(measure.Differences(v, base)).To(Equal([]float64{-10, 20, 4}))
	})

	It("leave out rounds that only one has", func() {
		Expect(measure.Ratios(measure.Result{Rounds: []float64{1, 2}}, measure.Result{Rounds: []float64{2}})).To(Equal([]float64{0.5}))
	})
})
