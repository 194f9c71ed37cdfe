package main

import (
	"fmt"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/restclient/internal/measure"
)

// goal is what the client wants to reach.
type goal struct {
	id     string // as in the design: "P1"
	text   string
	limit  string
	reason string // why it is missed, as far as it is known
	// comparison is the benchmark of the store that it is about; empty for others.
	comparison string
	find       func(*figures) finding
}

// finding is what was reached. Without a figure it was not measured.
type finding struct {
	figure string
	allocs string // empty when there is no limit
	met    bool
}

// because says why the goal is missed. The report shows it only then.
func (g goal) because(reason string) goal {
	g.reason = reason
	return g
}

// samples are the figures of a goal: one per round.
type samples struct {
	each   []float64
	allocs float64
}

// judge makes a goal of what its rounds give: the median decides.
func judge(id, text, limit, layout string, allocs float64, met func(median float64) bool, find func(*figures) (samples, bool)) goal {
	return goal{id: id, text: text, limit: limit + report.AllocLimit(allocs), find: func(f *figures) finding {
		s, ok := find(f)
		if !ok || len(s.each) == 0 {
			return finding{}
		}
		median := measure.Median(s.each)
		return finding{
			figure: fmt.Sprintf(layout+" (median), "+layout+" (min)", median, measure.Min(s.each)),
			allocs: report.AllocFigure(s.allocs, allocs),
			met:    met(median) && report.AllocsWithin(s.allocs, allocs),
		}
	}}
}

func atMost(limit float64) func(float64) bool  { return func(v float64) bool { return v <= limit } }
func atLeast(limit float64) func(float64) bool { return func(v float64) bool { return v >= limit } }

// within bounds the ratio of two variants.
func within(id, text, scenario, variant, base string, limit, allocs float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.2f×", limit), "%.3f×", allocs, atMost(limit), func(f *figures) (samples, bool) {
		v, b, ok := f.pair(scenario, variant, base)
		return samples{measure.Ratios(v, b), v.Allocs}, ok
	})
}

// perUnit bounds the ratio of two variants that do different amounts of one
// thing.
func perUnit(id, text, scenario, variant, base string, units, baseUnits, limit float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.2f×", limit), "%.3f×", report.NoLimit, atMost(limit), func(f *figures) (samples, bool) {
		v, b, ok := f.pair(scenario, variant, base)
		return samples{each: scaled(measure.Ratios(v, b), baseUnits/units)}, ok
	})
}

// times asks that a variant is so many times as fast as a base.
func times(id, text, scenario, variant, base string, limit float64) goal {
	return judge(id, text, fmt.Sprintf("≥ %.0f×", limit), "%.1f×", report.NoLimit, atLeast(limit), func(f *figures) (samples, bool) {
		v, b, ok := f.pair(scenario, variant, base)
		return samples{each: measure.Ratios(b, v)}, ok
	})
}

// under bounds what a variant takes in nanoseconds.
func under(id, text, scenario, variant string, limit, allocs float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.0f ns", limit), "%.0f ns", allocs, atMost(limit), func(f *figures) (samples, bool) {
		v, _, ok := f.pair(scenario, variant, variant)
		return samples{v.Rounds, v.Allocs}, ok
	})
}

// added bounds what a variant takes beyond a base, in nanoseconds per unit, and
// what it allocates beyond it in all.
func added(id, text, scenario, variant, base string, units, limit, allocs float64) goal {
	return judge(id, text, fmt.Sprintf("≤ %.4g ns", limit), "%.2f ns", allocs, atMost(limit), func(f *figures) (samples, bool) {
		v, b, ok := f.pair(scenario, variant, base)
		return samples{scaled(measure.Differences(v, b), 1/units), v.Allocs - b.Allocs}, ok
	})
}

// overOriginal judges the turns with the original.
func overOriginal(id, text, limit, layout string, met func(float64) bool, compare func(turn) float64) goal {
	return judge(id, text, limit, layout, report.NoLimit, met, func(f *figures) (samples, bool) {
		if f.original == nil {
			return samples{}, false
		}
		return samples{each: f.original.each(compare)}, true
	})
}

// pair finds two variants of a scenario.
func (f *figures) pair(scenario, variant, base string) (v, b measure.Result, ok bool) {
	for _, m := range f.scenarios {
		if m.name == scenario {
			v, ok := m.find(variant)
			b, both := m.find(base)
			return v, b, ok && both
		}
	}
	return v, b, false
}

func scaled(samples []float64, factor float64) []float64 {
	products := make([]float64, 0, len(samples))
	for _, s := range samples {
		products = append(products, s*factor)
	}
	return products
}
