package main

import (
	"fmt"
	"math"

	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/stats"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

// goal is what the viewer wants to reach.
type goal struct {
	text  string
	limit string
	find  func(*figures) finding
}

// finding is what was reached. Without a figure it was not measured.
type finding struct {
	figure string
	met    bool
}

// goals are in the order of the report.
func goals(f *figures) []goal {
	const large = "GitHub"
	list := []goal{
		{"text of the first operation of GitHub, sooner than the best peer", "≥ 20×", func(f *figures) finding { return f.sooner(large, toFirst) }},
		{"link to the last operation of GitHub, sooner than the best peer", "≥ 20×", func(f *figures) finding { return f.sooner(large, toLast) }},
		f.worst("JavaScript heap, GitHub", "≤ 30 MB", 30e6, megabytes, func(v visit.Figures) float64 { return v.Heap }),
		f.worst("elements, GitHub", "≤ 5,000", 5000, count, func(v visit.Figures) float64 { return v.Elements }),
		f.worst("longest task, GitHub", "≤ 50 ms", 50, ms, func(v visit.Figures) float64 { return v.Longest }),
		f.worst("JavaScript over the wire, GitHub", "≤ 60 kB", 60e3, kilobytes, func(v visit.Figures) float64 { return v.Script }),
		f.worst("CSS over the wire, GitHub", "≤ 20 kB", 20e3, kilobytes, func(v visit.Figures) float64 { return v.Style }),
		firstLoadGoal("JavaScript of the first load, brotli", "≤ 20 kB (hard limit 25)", 20e3, func(l firstLoad) float64 { return l.script }),
		firstLoadGoal("CSS of the first load with all themes, brotli", "≤ 14 kB", 14e3, func(l firstLoad) float64 { return l.style }),
		serverGoal(large, "outline of GitHub served, CPU after the bytes are read", "≤ 100 ms", 100, ms, func(s *served) []float64 { return s.each(serverside.Outline, cpu) }),
	}
	list = append(list, f.textGoals()...)
	list = append(list, f.linksGoals()...)
	for _, s := range f.server {
		list = append(list, serverGoal(s.name, "model of "+s.name+", CPU, to the bare build of libopenapi", "≤ 1.50×", 1.5, times, func(s *served) []float64 {
			return stats.Ratios(s.each(serverside.Load, cpu), s.each(serverside.Library, cpu))
		}))
	}
	for _, s := range f.server {
		list = append(list, serverGoal(s.name, "page of an operation of "+s.name+" that is not cached, CPU, median", "≤ 1 ms", 1, ms, func(s *served) []float64 {
			return s.each(serverside.Serve, func(s serverside.Sample) float64 { return stats.Median(s.PageCPU) })
		}), serverGoal(s.name, "page of an operation of "+s.name+" that is not cached, CPU, 99th percentile", "≤ 10 ms", 10, ms, func(s *served) []float64 {
			return s.each(serverside.Serve, func(s serverside.Sample) float64 { return stats.Quantile(s.PageCPU, 0.99) })
		}))
	}
	list = append(list,
		serverGoal(large, "page of an operation of GitHub that is cached, CPU", "≤ 5 µs", 5, µs, func(s *served) []float64 {
			return s.each(serverside.Serve, func(s serverside.Sample) float64 { return s.HitCPU })
		}),
		serverGoal(large, "page of an operation of GitHub that is cached, allocations", "≤ 30", 30, count, func(s *served) []float64 {
			return s.each(serverside.Serve, func(s serverside.Sample) float64 { return s.HitAllocations })
		}))
	return append(list, serverGoal(large, "search in GitHub, slowest query", "≤ 50 ms", 50, ms, func(s *served) []float64 {
		return s.each(serverside.Serve, func(s serverside.Sample) float64 { return stats.Max(s.Queries) })
	}))
}

func cpu(s serverside.Sample) float64 { return s.CPU }

// sooner compares our time with the best of the peers in the same round.
func (f *figures) sooner(name string, w way) finding {
	r := f.reading(name)
	if r == nil {
		return finding{}
	}
	us, best := r.of(ours).text(w), r.best(w)
	ratio := stats.Median(stats.Ratios(best, us))
	if math.IsNaN(ratio) {
		return finding{}
	}
	return finding{fmt.Sprintf("%.1f× (%s to %s)", ratio, ms(stats.Median(us)), ms(stats.Median(best))), ratio >= 20}
}

func (f *figures) reading(name string) *reading {
	for _, r := range f.readings {
		if r.name == name {
			return r
		}
	}
	return nil
}

// text is the time to the text, round by round: not a number when it did not
// come.
func (v *views) text(w way) []float64 {
	return v.each(w, func(f visit.Figures) float64 {
		if f.Outcome != visit.Shown {
			return math.NaN()
		}
		return f.Text
	})
}

func (v *views) each(w way, figure func(visit.Figures) float64) (list []float64) {
	for _, f := range v.rounds[w] {
		list = append(list, figure(f))
	}
	return list
}

// best is the shortest time of a peer, round by round.
func (r *reading) best(w way) (list []float64) {
	for _, v := range r.views {
		if v.variant == ours {
			continue
		}
		for i, t := range v.text(w) {
			if i == len(list) {
				list = append(list, math.NaN())
			}
			if math.IsNaN(list[i]) || t < list[i] {
				list[i] = t
			}
		}
	}
	return list
}

// worst bounds a figure of our page of GitHub, the worse of the two ways.
func (*figures) worst(text, limit string, most float64, write func(float64) string, figure func(visit.Figures) float64) goal {
	return goal{text, limit, func(f *figures) finding {
		r := f.reading("GitHub")
		if r == nil {
			return finding{}
		}
		us := r.of(ours)
		v := math.Max(stats.Median(us.each(toFirst, figure)), stats.Median(us.each(toLast, figure)))
		if math.IsNaN(v) {
			return finding{}
		}
		return finding{write(v), v <= most}
	}}
}

func firstLoadGoal(text, limit string, most float64, figure func(firstLoad) float64) goal {
	return goal{text, limit, func(f *figures) finding {
		if len(f.first) == 0 {
			return finding{}
		}
		v := 0.0
		for _, l := range f.first {
			v = max(v, figure(l))
		}
		return finding{kilobytes(v), v <= most}
	}}
}

// serverGoal bounds the median of the rounds of a description.
func serverGoal(name, text, limit string, most float64, write func(float64) string, each func(*served) []float64) goal {
	return goal{text, limit, func(f *figures) finding {
		for _, s := range f.server {
			if s.name != name {
				continue
			}
			if v := stats.Median(each(s)); !math.IsNaN(v) {
				return finding{write(v), v <= most}
			}
		}
		return finding{}
	}}
}
