package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/trefoil-go/trefoil/benchmarks/report"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/frameworks"
	"github.com/trefoil-go/trefoil/benchmarks/router/internal/measure"
)

// report writes the figures as Markdown.
func (f *figures) report(w io.Writer) error {
	p := &report.Page{}
	p.Begin("Router: measured against its peers", "benchmarks/router")
	f.goals(p)
	for _, m := range f.scenarios {
		m.report(p)
	}
	f.bootTable(p)
	f.sizeTable(p)
	f.endToEndTable(p)
	f.loadTable(p)
	f.idleTable(p)
	f.sharedTable(p)
	f.conditions(p)
	_, err := w.Write(p.Bytes())
	return err
}

func (f *figures) goals(p *report.Page) {
	t := &report.Tally{Yes: "yes", No: "**no**"}
	for _, g := range goals() {
		found := g.find(f)
		measured := found.figure != ""
		t.Row(g.text, g.target, cmp.Or(found.figure, report.NotMeasured), t.Judge(measured, found.met))
	}
	t.Report(p, "A ratio or a difference is met when it is by the minimum and by the 10th percentile.\n"+
		"Behind the percentile are the lowest and the highest figure of the builds.",
		func() { p.Table("goal", "target", "figure", "met") })
}

func (m *measured) report(p *report.Page) {
	p.Line("## %s\n", m.title)
	p.Line("`%s %s`, status %d.", m.request.Method, m.request.Path, m.answer.status)
	p.Line("%s\n", m.note)
	p.Table("variant", "ns min", "ns p10", "to "+m.base+", min", "to "+m.base+", p10", "with the collector, ns", "to "+m.base, "allocations", "bytes")
	base, known := find(m.results, m.base)
	sorted := slices.SortedStableFunc(slices.Values(m.results), func(a, b measure.Result) int {
		return cmp.Compare(a.P10, b.P10)
	})
	for _, r := range sorted {
		byMin, byP10, byCollected := "–", "–", "–"
		if known {
			byMin, byP10, byCollected = times(r.Min/base.Min), times(r.P10/base.P10), times(r.Collected/base.Collected)
		}
		p.Row(r.Name+m.footmark(r.Name), fmt.Sprintf("%.0f", r.Min), fmt.Sprintf("%.0f", r.P10), byMin, byP10,
			fmt.Sprintf("%.0f", r.Collected), byCollected, fmt.Sprintf("%.2f", r.Allocs), fmt.Sprintf("%.0f", r.Bytes))
	}
	p.Line("")
	m.footnotes(p)
}

func (m *measured) footmark(variant string) string {
	if m.remarks[variant] == "" {
		return ""
	}
	return " (!)"
}

func (m *measured) footnotes(p *report.Page) {
	for _, r := range m.results {
		if remark := m.remarks[r.Name]; remark != "" {
			p.Line("(!) %s %s: its figure is not comparable.\n", r.Name, remark)
		}
	}
}

func (f *figures) bootTable(p *report.Page) {
	if len(f.boots) == 0 {
		return
	}
	p.Line("## Start with %d routes\n", frameworks.BootRoutes)
	p.Line("CPU time of the process, its collector included, until the handler is there, and then until the OpenAPI description is, which trefoil writes when it is first asked for.")
	p.Line("The variants start in turns; the figures are the minimum of %d starts in one process, and the allocations of both.", bootRuns)
	p.Line("gin and ServeMux know no types and describe nothing.\n")
	p.Table("variant", "handler", "description", "both", "to huma on gin", "allocations", "bytes of the description")
	base, known := f.boot(humaGin)
	for _, b := range f.boots {
		document, ratio, bytes := "–", "–", "–"
		if b.size > 0 {
			document, bytes = milliseconds(b.document), fmt.Sprint(b.size)
		}
		if b.size > 0 && known {
			ratio = times(float64(b.whole()) / float64(base.whole()))
		}
		p.Row(b.name, milliseconds(b.build), document, milliseconds(b.whole()), ratio, fmt.Sprint(b.allocs), bytes)
	}
	p.Line("")
}

func (f *figures) sizeTable(p *report.Page) {
	if len(f.sizes) == 0 {
		return
	}
	p.Line("## Size of a program that answers \"hello\"\n")
	p.Line("Built with `-trimpath` and without cgo; stripped, with `-ldflags \"-s -w\"` too.\n")
	p.Table("variant", "bytes", "to net/http", "stripped", "to net/http")
	for _, s := range f.sizes {
		p.Row(s.name, fmt.Sprint(s.whole), times(float64(s.whole)/float64(f.sizes[0].whole)),
			fmt.Sprint(s.stripped), times(float64(s.stripped)/float64(f.sizes[0].stripped)))
	}
	p.Line("")
}

func (f *figures) endToEndTable(p *report.Page) {
	if len(f.endToEnd) == 0 {
		return
	}
	p.Line("## End to end\n")
	p.Line("The typed JSON GET over a loopback connection that is kept, one request after the other.")
	p.Line("Every server is a process of its own with GOMAXPROCS=1 and reads its own CPU time, user and system.")
	p.Line("The time limits are those that trefoil starts with: net/http sets a deadline for them on every request.")
	p.Line("%d rounds of %d requests, the servers in random order in each.\n", endToEndRounds, endToEndRequests)
	p.Table("server", "µs CPU per request, min", "p25", "to gin, min", "to gin, p25")
	base := f.endToEnd[0]
	for _, s := range f.endToEnd {
		p.Row(s.name, fmt.Sprintf("%.2f", s.min), fmt.Sprintf("%.2f", s.p25), times(s.min/base.min), times(s.p25/base.p25))
	}
	p.Line("")
}

func (f *figures) loadTable(p *report.Page) {
	if len(f.loads) == 0 {
		return
	}
	base := f.loads[0]
	p.Line("## Under load\n")
	p.Line("The typed JSON GET over %d loopback connections that are kept, with one request under way on each at any time.", loadConnections)
	p.Line("Every server is a process of its own on all cores, which it shares with the clients; a client sends its next request when it has its answer, so these are no figures of a server that more is asked of than it can answer.")
	p.Line("%d rounds of %d requests per connection, the servers in random order in each: requests per second are of the median round, percentiles are the time to an answer over all rounds.\n", loadRounds, loadRequests)
	p.Table("server", "requests/s", "to "+base.name, "p50 µs", "to "+base.name, "p99 µs", "to "+base.name, "p99.9 µs", "to "+base.name)
	for _, l := range f.loads {
		p.Row(l.name, fmt.Sprintf("%.0f", l.perSecond), times(l.perSecond/base.perSecond), fmt.Sprintf("%.0f", l.p50), times(l.p50/base.p50),
			fmt.Sprintf("%.0f", l.p99), times(l.p99/base.p99), fmt.Sprintf("%.0f", l.p999), times(l.p999/base.p999))
	}
	p.Line("")
}

func (f *figures) idleTable(p *report.Page) {
	if len(f.idle) == 0 {
		return
	}
	base := f.idle[0]
	p.Line("## Idle connections\n")
	p.Line("What a server keeps for a connection that was answered once and is kept open: bytes of heap and stacks behind a collection, the median of %d times %d connections.", idleRounds, idleConnections)
	p.Line("Most of it is net/http's, the same for all.\n")
	p.Table("server", "bytes per connection", "to "+base.name)
	for _, s := range f.idle {
		p.Row(s.name, fmt.Sprintf("%.0f", s.bytes), times(s.bytes/base.bytes))
	}
	p.Line("")
}

func times(ratio float64) string { return fmt.Sprintf("%.2f×", ratio) }

func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
