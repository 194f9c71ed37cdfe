package main

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// measuredGet is a scenario in which v costs what it is told and base costs 100 ns.
func measuredGet(v measure.Result, remarks map[string]string) *figures {
	v.Name = "v"
	base := measure.Result{Name: "base", Min: 100, P10: 110}
	return &figures{scenarios: []*measured{{
		scenario: scenario{name: "get"}, results: []measure.Result{base, v}, remarks: remarks,
	}}}
}

var _ = Describe("A goal", func() {
	It("is judged by the medians of the builds and tells their spread", func() {
		v, base := measure.Result{Name: "v"}, measure.Result{Name: "base", Min: 100, P10: 100}
		var builds [][]raw
		for _, cost := range []float64{99, 120, 90} {
			v.Min, v.P10 = cost, cost
			builds = append(builds, []raw{{Name: "get", Results: []measure.Result{base, v}, Collections: 1}})
		}
		f := &figures{scenarios: merge(builds)}

		Expect(within("", "get", "v", "base", 1, report.NoLimit).find(f)).To(Equal(finding{"0.990× (min), 0.990× (p10, 0.90 to 1.20)", true}))
		Expect(above("", "get", "v", "base", -2, report.NoLimit).find(f)).To(Equal(finding{"-1 ns (min), -1 ns (p10, -10 to +20)", false}))
		Expect(f.collections()).To(Equal(3))
	})

	DescribeTable("for a ratio",
		func(v measure.Result, remark string, want finding) {
			remarks := map[string]string{}
			if remark != "" {
				remarks["v"] = remark
			}
			g := within("v to base", "get", "v", "base", 1, 1)

			Expect(g.find(measuredGet(v, remarks))).To(Equal(want))
		},
		Entry("is met at the limit", measure.Result{Min: 100, P10: 110, Allocs: 1}, "",
			finding{"1.000× (min), 1.000× (p10), 1.00 allocations", true}),
		Entry("is missed by the minimum", measure.Result{Min: 101, P10: 99}, "",
			finding{"1.010× (min), 0.900× (p10), 0.00 allocations", false}),
		Entry("is missed by the percentile", measure.Result{Min: 90, P10: 121}, "",
			finding{"0.900× (min), 1.100× (p10), 0.00 allocations", false}),
		Entry("is missed by allocations", measure.Result{Min: 90, P10: 99, Allocs: 1.01}, "",
			finding{"0.900× (min), 0.900× (p10), 1.01 allocations", false}),
		Entry("is missed by what is not comparable", measure.Result{Min: 90, P10: 99}, "cheats",
			finding{"0.900× (min), 0.900× (p10), 0.00 allocations; v cheats", false}),
	)

	DescribeTable("for a difference",
		func(v measure.Result, want finding) {
			g := above("v above base", "get", "v", "base", 40, report.NoLimit)

			Expect(g.find(measuredGet(v, nil))).To(Equal(want))
		},
		Entry("is met at the limit", measure.Result{Min: 140, P10: 150}, finding{"+40 ns (min), +40 ns (p10)", true}),
		Entry("is missed by the minimum", measure.Result{Min: 141, P10: 150}, finding{"+41 ns (min), +40 ns (p10)", false}),
		Entry("is missed by the percentile", measure.Result{Min: 90, P10: 151}, finding{"-10 ns (min), +41 ns (p10)", false}),
	)

	DescribeTable("is not measured",
		func(g goal) {
			Expect(g.find(measuredGet(measure.Result{Min: 1, P10: 1}, nil))).To(Equal(finding{}))
		},
		Entry("without its scenario", within("", "post", "v", "base", 1, report.NoLimit)),
		Entry("without its variant", within("", "get", "w", "base", 1, report.NoLimit)),
		Entry("without its base", above("", "get", "v", "rock", 1, report.NoLimit)),
		Entry("without a start", started("v")),
		Entry("without another start", startedWithin("v", "base", 1)),
		Entry("without programs", smaller("", "v", 1)),
		Entry("without servers", endToEnd("", "v", "base", 1)),
	)

	DescribeTable("for a start counts handler and description",
		func(b boot, alone, beside finding) {
			b.name = "v"
			f := &figures{boots: []boot{{name: "base", build: 20 * time.Millisecond, document: 20 * time.Millisecond}, b}}

			Expect(started("v").find(f)).To(Equal(alone))
			Expect(startedWithin("v", "base", 0.75).find(f)).To(Equal(beside))
		},
		Entry("and is met at the limit", boot{build: 10 * time.Millisecond, document: 20 * time.Millisecond}, finding{"30.0 ms", true}, finding{"0.750×", true}),
		Entry("and is missed behind it", boot{build: 20 * time.Millisecond, document: 21 * time.Millisecond}, finding{"41.0 ms", false}, finding{"1.025×", false}),
	)

	It("bounds the length of a description", func() {
		f := &figures{boots: []boot{{name: "v", size: 400_000}, {name: "w", size: 400_001}}}

		Expect(short("v").find(f)).To(Equal(finding{"400 kB", true}))
		Expect(short("w").find(f)).To(Equal(finding{"400 kB", false}))
	})

	It("compares sizes and servers with the first of them", func() {
		f := &figures{
			sizes:    []size{{"net/http", 2000, 1000}, {"v", 2000, 1151}},
			endToEnd: []serverCost{{"gin", 15, 20}, {"v", 20, 20.4}},
		}

		Expect(smaller("", "v", 1.15).find(f)).To(Equal(finding{"1.151×", false}))
		Expect(endToEnd("", "v", "gin", 1.03).find(f)).To(Equal(finding{"1.020× (p25)", true}))
	})
})
