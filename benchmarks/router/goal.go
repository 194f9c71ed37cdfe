package main

import (
	"fmt"
	"math"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// goal is what the router wants to reach.
type goal struct {
	text   string
	target string
	find   func(*figures) finding
}

// finding is what was reached. Without a figure it was not measured.
type finding struct {
	figure string
	met    bool
}

// within bounds the ratio of two variants, by minimum and by 10th percentile.
func within(text, scenario, variant, base string, limit, allocs float64) goal {
	target := fmt.Sprintf("≤ %.2f×%s", limit, report.AllocLimit(allocs))
	return goal{text, target, func(f *figures) finding {
		m, v, b, ok := f.pair(scenario, variant, base)
		if !ok {
			return finding{}
		}
		remark := m.remarksOn(variant, base)
		spread := m.spread(variant, base, func(v, b measure.Result) float64 { return v.P10 / b.P10 })
		met := v.Min/b.Min <= limit && v.P10/b.P10 <= limit && report.AllocsWithin(v.Allocs, allocs) && remark == ""
		return finding{fmt.Sprintf("%.3f× (min), %.3f× (p10%s)%s%s", v.Min/b.Min, v.P10/b.P10, spread.format("%.2f to %.2f"), allocFigure(v, allocs), remark), met}
	}}
}

// above bounds the difference of two variants in nanoseconds.
func above(text, scenario, variant, base string, limit, allocs float64) goal {
	target := fmt.Sprintf("≤ +%.0f ns%s", limit, report.AllocLimit(allocs))
	return goal{text, target, func(f *figures) finding {
		m, v, b, ok := f.pair(scenario, variant, base)
		if !ok {
			return finding{}
		}
		remark := m.remarksOn(variant, base)
		spread := m.spread(variant, base, func(v, b measure.Result) float64 { return v.P10 - b.P10 })
		met := v.Min-b.Min <= limit && v.P10-b.P10 <= limit && report.AllocsWithin(v.Allocs, allocs) && remark == ""
		return finding{fmt.Sprintf("%+.0f ns (min), %+.0f ns (p10%s)%s%s", v.Min-b.Min, v.P10-b.P10, spread.format("%+.0f to %+.0f"), allocFigure(v, allocs), remark), met}
	}}
}

// pair finds two variants of a scenario.
func (f *figures) pair(scenario, variant, base string) (m *measured, v, b measure.Result, ok bool) {
	for _, m := range f.scenarios {
		if m.name == scenario {
			v, ok := find(m.results, variant)
			b, both := find(m.results, base)
			return m, v, b, ok && both
		}
	}
	return nil, v, b, false
}

// remarksOn is what is to be said against a comparison.
func (m *measured) remarksOn(variants ...string) (text string) {
	for _, name := range variants {
		if r := m.remarks[name]; r != "" {
			text += "; " + name + " " + r
		}
	}
	return text
}

// spread is the lowest and the highest of a comparison in all builds.
type spread struct {
	builds    int
	low, high float64
}

func (m *measured) spread(variant, base string, compare func(v, b measure.Result) float64) spread {
	s := spread{builds: len(m.builds), low: math.Inf(1), high: math.Inf(-1)}
	for _, results := range m.builds {
		v, _ := find(results, variant)
		b, _ := find(results, base)
		c := compare(v, b)
		s.low, s.high = min(s.low, c), max(s.high, c)
	}
	return s
}

// format is empty for a single build.
func (s spread) format(layout string) string {
	if s.builds < 2 {
		return ""
	}
	return ", " + fmt.Sprintf(layout, s.low, s.high)
}

func allocFigure(r measure.Result, limit float64) string {
	if limit == report.NoLimit {
		return ""
	}
	return ", " + report.AllocFigure(r.Allocs, limit) + " allocations"
}

// Limits of a start with frameworks.BootRoutes routes, up to the description.
const (
	bootLimit = 40 * time.Millisecond // of CPU time
	sizeLimit = 400_000               // of the description, in bytes
)

// started bounds the time of a start.
func started(variant string) goal {
	text := fmt.Sprintf("compile and describe %d routes, %s", frameworks.BootRoutes, variant)
	return goal{text, "≤ " + milliseconds(bootLimit), func(f *figures) finding {
		b, ok := f.boot(variant)
		if !ok {
			return finding{}
		}
		return finding{milliseconds(b.whole()), b.whole() <= bootLimit}
	}}
}

// startedWithin bounds the ratio of two starts.
func startedWithin(variant, base string, limit float64) goal {
	text := fmt.Sprintf("compile and describe %d routes, %s, to %s", frameworks.BootRoutes, variant, base)
	return goal{text, fmt.Sprintf("≤ %.2f×", limit), func(f *figures) finding {
		v, ok := f.boot(variant)
		b, both := f.boot(base)
		if !ok || !both {
			return finding{}
		}
		ratio := float64(v.whole()) / float64(b.whole())
		return finding{fmt.Sprintf("%.3f×", ratio), ratio <= limit}
	}}
}

// short bounds the description.
func short(variant string) goal {
	text := fmt.Sprintf("description of %d routes, %s", frameworks.BootRoutes, variant)
	return goal{text, fmt.Sprintf("≤ %d kB", sizeLimit/1000), func(f *figures) finding {
		b, ok := f.boot(variant)
		if !ok {
			return finding{}
		}
		return finding{fmt.Sprintf("%d kB", b.size/1000), b.size <= sizeLimit}
	}}
}

func (f *figures) boot(name string) (boot, bool) {
	for _, b := range f.boots {
		if b.name == name {
			return b, true
		}
	}
	return boot{}, false
}

// smaller bounds the ratio of a stripped program to the first one, which is net/http.
func smaller(text, variant string, limit float64) goal {
	return goal{text, fmt.Sprintf("≤ %.2f×", limit), func(f *figures) finding {
		for _, s := range f.sizes {
			if s.name == variant {
				ratio := float64(s.stripped) / float64(f.sizes[0].stripped)
				return finding{fmt.Sprintf("%.3f×", ratio), ratio <= limit}
			}
		}
		return finding{}
	}}
}

// endToEnd bounds the ratio of two servers, by the 25th percentile.
func endToEnd(text, server, base string, limit float64) goal {
	return goal{text, fmt.Sprintf("≤ %.2f×", limit), func(f *figures) finding {
		s, ok := f.server(server)
		b, both := f.server(base)
		if !ok || !both {
			return finding{}
		}
		ratio := s.p25 / b.p25
		return finding{fmt.Sprintf("%.3f× (p25)", ratio), ratio <= limit}
	}}
}

func (f *figures) server(name string) (serverCost, bool) {
	for _, s := range f.endToEnd {
		if s.name == name {
			return s, true
		}
	}
	return serverCost{}, false
}
