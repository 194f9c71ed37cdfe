package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/serverside"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/stats"
	"github.com/trefoil-go/trefoil/benchmarks/viewer/internal/visit"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &report.Page{}
	p.Begin("Viewer: measured against its peers and its goals", "benchmarks/viewer")
	if crowded(f.busy, runtime.NumCPU()) {
		p.Line("> **The machine was busy with other work** (load average %s before the run, %d cores): times are those of a crowd, and only figures of CPU, bytes and counts can be trusted.\n", f.busy, runtime.NumCPU())
	}
	f.goals(p)
	f.textTable(p)
	f.linksTable(p)
	if len(f.readings) > 0 {
		p.Line("## In the browser\n")
		p.Line("Times are in ms from the start of the navigation, medians of the rounds with the minimum in brackets; the other figures are medians.\n")
	}
	for _, r := range f.readings {
		r.report(p)
	}
	f.serverTables(p)
	f.firstLoadTable(p)
	f.laterTable(p)
	f.conditions(p)
	_, err := w.Write(p.Bytes())
	return err
}

func (f *figures) goals(p *report.Page) {
	t := &report.Tally{Yes: "met", No: "**missed**"}
	for _, g := range goals(f) {
		found := g.find(f)
		measured := found.figure != ""
		t.Row(g.text, g.limit, cmp.Or(found.figure, report.NotMeasured), t.Judge(measured, found.met))
	}
	t.Report(p, "Medians of the rounds decide; ratios are taken within each round.",
		func() { p.Table("goal", "limit", "measured", "") })
}

func (r *reading) report(p *report.Page) {
	p.Line("### %s: %d operations, %s of JSON\n", r.name, len(r.doc.Operations), megabytes(float64(len(r.text))))
	r.times(p)
	r.weights(p)
	for _, v := range r.views {
		for _, w := range []way{toFirst, toLast} {
			if last, ok := v.last(w); ok && last.Outcome != visit.Shown {
				p.Line("- %s, %s operation: %s (%s).", v.variant, w, last.Outcome, last.Reason)
			}
		}
	}
	p.Line("")
}

// last is the last visit of a way.
func (v *views) last(w way) (visit.Figures, bool) {
	rounds := v.rounds[w]
	if len(rounds) == 0 {
		return visit.Figures{}, false
	}
	return rounds[len(rounds)-1], true
}

// times is the table of what a reader waits for.
func (r *reading) times(p *report.Page) {
	p.Table("viewer", "first operation", "to ours", "link to the last", "to ours", "main thread", "to ours", "blocking", "longest task")
	for _, v := range r.views {
		p.Row(v.variant,
			v.time(toFirst), r.ratio(v, toFirst), v.time(toLast), r.ratio(v, toLast),
			v.median(toFirst, ms, mainThread), times(stats.Median(stats.Ratios(v.each(toFirst, mainThread), r.of(ours).each(toFirst, mainThread)))),
			v.median(toFirst, ms, func(f visit.Figures) float64 { return f.Blocking }),
			v.median(toFirst, ms, func(f visit.Figures) float64 { return f.Longest }))
	}
	p.Line("")
}

func mainThread(f visit.Figures) float64 { return f.CPU }

// weights is the table of what a page takes.
func (r *reading) weights(p *report.Page) {
	p.Table("viewer", "heap", "elements", "nodes", "bytes", "JavaScript", "CSS", "requests", "other hosts asked")
	for _, v := range r.views {
		hosts := map[string]bool{}
		for _, f := range slices.Concat(v.rounds[toFirst], v.rounds[toLast]) {
			for _, host := range f.Foreign {
				hosts[host] = true
			}
		}
		p.Row(v.variant,
			v.median(toFirst, megabytes, func(f visit.Figures) float64 { return f.Heap }),
			v.median(toFirst, count, func(f visit.Figures) float64 { return f.Elements }),
			v.median(toFirst, count, func(f visit.Figures) float64 { return f.Nodes }),
			v.median(toFirst, kilobytes, func(f visit.Figures) float64 { return f.Bytes }),
			v.median(toFirst, kilobytes, func(f visit.Figures) float64 { return f.Script }),
			v.median(toFirst, kilobytes, func(f visit.Figures) float64 { return f.Style }),
			v.median(toFirst, count, func(f visit.Figures) float64 { return float64(f.Requests) }),
			fmt.Sprint(len(hosts)))
	}
	p.Line("")
}

// time is the time to the text, or why there is none.
func (v *views) time(w way) string {
	last, ok := v.last(w)
	if !ok {
		return "–"
	}
	each := v.text(w)
	if math.IsNaN(stats.Median(each)) {
		return string(last.Outcome)
	}
	text := fmt.Sprintf("%s (%s)", digits(stats.Median(each)), digits(stats.Min(each)))
	if last.Outcome != visit.Shown {
		text += ", then " + string(last.Outcome)
	}
	return text
}

func (r *reading) ratio(v *views, w way) string {
	return times(stats.Median(stats.Ratios(v.text(w), r.of(ours).text(w))))
}

func (v *views) median(w way, write func(float64) string, figure func(visit.Figures) float64) string {
	return write(stats.Median(v.each(w, figure)))
}

func (f *figures) serverTables(p *report.Page) {
	if len(f.server) == 0 {
		return
	}
	p.Line("## On the server\n")
	p.Line("CPU of all threads in ms, median (minimum), each in a process of its own that has read the bytes already; live heap and resident memory while the result is held.\n")
	p.Table("description", "", "CPU", "allocations", "allocated", "live heap", "resident", "most resident", "CPU to libopenapi")
	for _, s := range f.server {
		for _, what := range []struct{ key, name string }{
			{serverside.Outline, "outline served"},
			{serverside.Load, "model"},
			{serverside.Everything, "model, all operations and models read"},
			{serverside.Library, "libopenapi, bare build"},
			{serverside.Serve, "all operation pages served, searched"},
		} {
			s.row(p, what.key, what.name)
		}
	}
	p.Line("")
	p.Line("## Pages and searches\n")
	p.Line("Every operation is asked for once, as a browser does, so no page comes from a cache; the times are in ms of one process that has prepared its search before, the median of the rounds. CPU is that of all threads, garbage collection included. The parts of a description that a page needs are read for it.\n")
	p.Table("description", "pages", "CPU, median", "95th percentile", "99th", "time, median", "95th percentile", "slowest", "queries", "time, median", "slowest", "slowest query")
	for _, s := range f.server {
		s.pages(p)
	}
	p.Line("")
}

func (s *served) row(p *report.Page, key, name string) {
	figure := func(write func(float64) string, read func(serverside.Sample) float64) string {
		return write(stats.Median(s.each(key, read)))
	}
	all := s.each(key, cpu)
	p.Row(s.name, name,
		fmt.Sprintf("%s (%s)", digits(stats.Median(all)), digits(stats.Min(all))),
		figure(count, func(s serverside.Sample) float64 { return s.Allocations }),
		figure(megabytes, func(s serverside.Sample) float64 { return s.Allocated }),
		figure(megabytes, func(s serverside.Sample) float64 { return s.Live }),
		figure(megabytes, func(s serverside.Sample) float64 { return s.Resident }),
		figure(megabytes, func(s serverside.Sample) float64 { return s.Peak }),
		times(stats.Median(stats.Ratios(all, s.each(serverside.Library, cpu)))))
}

func (s *served) pages(p *report.Page) {
	samples := s.samples[serverside.Serve]
	if len(samples) == 0 {
		return
	}
	over := func(list func(serverside.Sample) []float64, q float64) string {
		return digits(stats.Median(s.each(serverside.Serve, func(s serverside.Sample) float64 { return stats.Quantile(list(s), q) })))
	}
	pages := func(s serverside.Sample) []float64 { return s.Pages }
	work := func(s serverside.Sample) []float64 { return s.PageCPU }
	queries := func(s serverside.Sample) []float64 { return s.Queries }
	p.Row(s.name, fmt.Sprint(len(samples[0].Pages)), over(work, 0.5), over(work, 0.95), over(work, 0.99), over(pages, 0.5), over(pages, 0.95), over(pages, 1),
		fmt.Sprint(len(samples[0].Queries)), over(queries, 0.5), over(queries, 1), "`"+samples[0].SlowestQuery+"`")
}

func (f *figures) firstLoadTable(p *report.Page) {
	if len(f.first) == 0 {
		return
	}
	p.Line("## First load\n")
	p.Line("The files that our pages name, compressed with brotli at level %d.\n", budgetLevel)
	p.Table("page", "JavaScript", "CSS", "files")
	for _, l := range f.first {
		p.Row(l.page, kilobytes(l.script), kilobytes(l.style), fmt.Sprint(len(l.files)))
	}
	p.Line("")
}
