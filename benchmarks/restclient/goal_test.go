package main

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// rounds are figures in which v costs what it is told and base costs 100, 200
// and 100 ns in its rounds.
func rounds(v measure.Result) *figures {
	v.Name = "v"
	base := measure.Result{Name: "base", Rounds: []float64{100, 200, 100}, Allocs: 2}
	return &figures{scenarios: []*measured{{scenario: scenario{name: "s"}, results: []measure.Result{base, v}}}}
}

func costs(allocs float64, each ...float64) measure.Result {
	return measure.Result{Rounds: each, Allocs: allocs}
}

var _ = Describe("A goal", func() {
	DescribeTable("for a ratio",
		func(v measure.Result, want finding) {
			g := within("P0", "v to base", "s", "v", "base", 1.1, 1)

			Expect(g.limit).To(Equal("≤ 1.10×, ≤ 1 allocation"))
			Expect(g.find(rounds(v))).To(Equal(want))
		},
		Entry("is judged by the median of the rounds, each with its own base", costs(1, 110, 210, 300),
			finding{"1.100× (median), 1.050× (min)", "1.00", true}),
		Entry("is missed by the median, whatever the minimum", costs(1, 10, 222, 300),
			finding{"1.110× (median), 0.100× (min)", "1.00", false}),
		Entry("is missed by allocations", costs(1.01, 10, 20, 10),
			finding{"0.100× (median), 0.100× (min)", "1.01", false}),
		Entry("forgives what the report does not show", costs(1.004, 10, 20, 10),
			finding{"0.100× (median), 0.100× (min)", "1.00", true}),
	)

	DescribeTable("for being faster",
		func(v measure.Result, want finding) {
			Expect(times("P0", "", "s", "v", "base", 25).find(rounds(v))).To(Equal(want))
		},
		Entry("is met at the limit", costs(9, 4, 8, 1), finding{"25.0× (median), 25.0× (min)", "", true}),
		Entry("is missed below it", costs(9, 4, 10, 5), finding{"20.0× (median), 20.0× (min)", "", false}),
	)

	DescribeTable("for a time",
		func(v measure.Result, want finding) {
			Expect(under("P0", "", "s", "v", 120, 0).find(rounds(v))).To(Equal(want))
		},
		Entry("is met at the limit", costs(0, 130, 120, 100), finding{"120 ns (median), 100 ns (min)", "0.00", true}),
		Entry("is missed by an allocation", costs(1, 10, 12, 13), finding{"12 ns (median), 10 ns (min)", "1.00", false}),
	)

	DescribeTable("for what is added",
		func(v measure.Result, want finding) {
			g := added("P0", "", "s", "v", "base", 10, 2.5, 0)

			Expect(g.limit).To(Equal("≤ 2.5 ns, ≤ 0 allocations"))
			Expect(g.find(rounds(v))).To(Equal(want))
		},
		Entry("is divided by the units", costs(2, 125, 225, 110), finding{"2.50 ns (median), 1.00 ns (min)", "0.00", true}),
		Entry("is missed above the limit", costs(2, 130, 230, 110), finding{"3.00 ns (median), 1.00 ns (min)", "0.00", false}),
		Entry("counts the allocations beyond the base", costs(3, 100, 200, 90), finding{"0.00 ns (median), -1.00 ns (min)", "1.00", false}),
	)

	It("for one unit compares different amounts", func() {
		g := perUnit("P0", "", "s", "v", "base", 1000, 100, 1.3)

		Expect(g.find(rounds(costs(0, 1300, 2600, 1000)))).To(Equal(finding{"1.300× (median), 1.000× (min)", "", true}))
		Expect(g.find(rounds(costs(0, 1310, 2620, 1000))).met).To(BeFalse())
	})

	DescribeTable("is not measured",
		func(g goal) {
			Expect(g.find(rounds(costs(0, 1, 1, 1)))).To(Equal(finding{}))
		},
		Entry("without its scenario", within("", "", "t", "v", "base", 1, report.NoLimit)),
		Entry("without its variant", under("", "", "s", "w", 1, report.NoLimit)),
		Entry("without its base", times("", "", "s", "v", "rock", 1)),
		Entry("without the original", overOriginal("", "", "", "%.1f", atLeast(1), normaliseRatio)),
		Entry("without the benchmark of the store", storeUnder("", "", "StoreX", "beyond-B", "B", 1, report.NoLimit)),
	)

	It("for the store is judged by the runs of its benchmark", func() {
		g := storeWithin("P0", "", "StoreX", 1.1, 1)
		f := &figures{store: []*comparison{{"StoreX", map[string][]float64{"ratio-median": {1.2, 1.1, 1}, "ours-allocs": {1, 1, 1}}}}}

		Expect(g.find(f)).To(Equal(finding{"1.100× (median), 1.000× (min)", "1.00", true}))
		f.store[0].metrics["ours-allocs"][1] = 2
		Expect(g.find(f).met).To(BeFalse())
	})
})

var _ = Describe("The goals", func() {
	It("are those of the design", func() {
		var ids []string
		for _, g := range goals(&figures{scale: fullScale()}) {
			if len(ids) == 0 || ids[len(ids)-1] != g.id {
				ids = append(ids, g.id)
			}
		}

		Expect(ids).To(Equal([]string{"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P13", "P14", "P15", "P16", "P17", "P18"}))
	})

	It("name scenarios and variants that exist", func() {
		f := &figures{scale: testScale(), original: &original{turns: []turn{{}}}}
		for _, s := range scenarios() {
			b, err := s.ready(testScale())
			Expect(err).NotTo(HaveOccurred())
			m := &measured{scenario: s}
			for _, v := range b.variants {
				m.results = append(m.results, measure.Result{Name: v.name, Rounds: []float64{1}})
			}
			b.close()
			f.scenarios = append(f.scenarios, m)
		}
		for _, name := range []string{rawGet, sharedGet, sealedGet} {
			f.redis = append(f.redis, redisCost{name: name, each: []float64{1}, trips: 1})
		}
		for _, api := range fullScale().clients {
			f.compile = append(f.compile, compileCost{api: api, what: wholeClient})
		}
		f.urls = []*comparison{{"x" + urlGoal, map[string][]float64{"ratio-median": {1}}}}
		for _, g := range goals(f) {
			if g.comparison != "" {
				f.store = append(f.store, &comparison{g.comparison, map[string][]float64{"ratio-median": {1}, "added-ns": {1}, "beyond-B": {1}}})
			}
		}

		for _, g := range goals(f) {
			Expect(g.find(f).figure).NotTo(BeEmpty(), g.id+" "+g.text)
		}
	})
})
